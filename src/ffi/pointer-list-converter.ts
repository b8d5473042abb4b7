// Converts `T**` parameters. An argument is an array with one piece of memory (or null, or an address) for each element, of which
// native code gets a table of addresses. It may also be the table itself, a BigUint64Array, in which functions can return pointers.

import type { Parameter, PointerType } from "../cdecl/ast.js";
import { arrayConverter } from "./array-converter.js";
import type { ElementRule } from "./check-memory.js";
import { type Converter, outOfRange, type Place } from "./converter.js";
import { exactLength, lengthRule } from "./length.js";
import { Deferred, settledValue } from "./borrowed-arguments.js";
import { addressOf } from "./memory.js";

/** The converter of a pointer to pointers; `element` is the converter of one of them. */
export function pointerListConverter(
  pointer: PointerType,
  addresses: ElementRule,
  element: Converter,
  parameters: readonly Parameter[],
  place: Place,
): Converter {
  const table = arrayConverter(pointer, addresses, parameters, place);
  return {
    koffiType: "void *",
    borrow: (value, borrowing, args) => {
      if (!Array.isArray(value)) return table.borrow(value, borrowing, args);
      const list = Array.from<unknown, unknown>(value, (item) => element.borrow(item, borrowing, []));
      checkCount(list.length, pointer, parameters, args, place);
      return new Deferred(() => BigUint64Array.from(list, (item) => toAddress(settledValue(item))));
    },
    convert: (value, ...args) => {
      if (!Array.isArray(value)) return table.convert(value, ...args);
      const list = BigUint64Array.from(value, (item: unknown) => toAddress(element.convert(item)));
      checkCount(list.length, pointer, parameters, args, place);
      return list;
    },
    // An `after` function keeps the list and its memory reachable until the call is over.
    after: () => {},
  };
}

/** Checks the length of a list against the declared one. */
export function checkCount(
  length: number,
  pointer: PointerType,
  parameters: readonly Parameter[],
  args: readonly unknown[],
  place: Place,
): void {
  if (pointer.length === undefined) return;
  const required = exactLength(pointer.length, parameters, args);
  if (required !== undefined && length >= required) return;
  throw outOfRange(
    "CUTS_ARGUMENT_LENGTH",
    place,
    lengthRule(pointer.length, parameters, args),
    String(length),
  );
}

function toAddress(memory: unknown): bigint {
  if (memory === null) return 0n;
  if (typeof memory === "bigint") return memory;
  if (ArrayBuffer.isView(memory)) return addressOf(memory);
  throw new Error("internal: an element of a pointer table that is no memory");
}
