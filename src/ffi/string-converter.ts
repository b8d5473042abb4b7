// Strings as arguments: `const char*` from a JavaScript string, and `const char**` from an array of strings. The bytes are UTF-8
// and live until the call ends, so a function that keeps the pointer needs other memory.

import type { Parameter, PointerType } from "../cdecl/ast.js";
import { formatValue } from "../core/text.js";
import { arrayConverter } from "./array-converter.js";
import type { ElementRule } from "./check-memory.js";
import { type Converter, outOfRange, type Place, withoutMemory, wrongType } from "./converter.js";
import { pointerTo } from "./koffi-types.js";
import { checkCount } from "./pointer-list-converter.js";

/** The converter of a `const char*` parameter. */
export function stringConverter(place: Place): Converter {
  return {
    koffiType: "str",
    ...withoutMemory((value) => (value === null ? null : checkString(value, place))),
  };
}

/** The converter of a `const char**` parameter: strings and nulls, terminated by a null as usual in C. */
export function stringListConverter(
  pointer: PointerType,
  addresses: ElementRule,
  parameters: readonly Parameter[],
  place: Place,
): Converter {
  // An address, or an array of them that the function fills.
  const raw = arrayConverter(pointer, addresses, parameters, place);
  const isRaw = (value: unknown): boolean =>
    value === null || typeof value === "bigint" || ArrayBuffer.isView(value);
  const list = (value: unknown, args: readonly unknown[]): readonly (string | null)[] => {
    if (!Array.isArray(value))
      throw wrongType("CUTS_ARGUMENT_TYPE", place, "it must be an array of strings", value);
    const strings = Array.from<unknown, string | null>(value, (item) =>
      item === null ? null : checkString(item, place),
    );
    checkCount(strings.length, pointer, parameters, args, place);
    return [...strings, null];
  };
  return {
    koffiType: pointerTo("str"),
    convert: (value, ...args) => (isRaw(value) ? raw.convert(value, ...args) : list(value, args)),
    borrow: (value, borrowing, args) =>
      isRaw(value) ? raw.borrow(value, borrowing, args) : list(value, args),
  };
}

/** Checks that a value is a string without NUL characters. */
export function checkString(value: unknown, place: Place): string {
  if (typeof value !== "string") {
    const hint = ArrayBuffer.isView(value) ? "declare the parameter const uint8_t*" : undefined;
    throw wrongType("CUTS_ARGUMENT_TYPE", place, "it must be a string or null", value, hint);
  }
  if (value.includes("\0")) {
    const rule = "a C string ends at its first NUL, so it must not contain one";
    throw outOfRange("CUTS_STRING_NUL", place, rule, formatValue(value));
  }
  return value;
}
