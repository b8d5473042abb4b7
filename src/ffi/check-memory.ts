// Checks arguments of pointer parameters completely: typed arrays of the declared dtype, array objects of core's protocol, raw
// addresses, null. It is slow; array-converter.ts accepts the common case before. Host and device memory never mix: `__device__ T*`
// takes only device addresses, any other pointer only host memory.

import { types } from "node:util";
import type { Parameter, PointerType } from "../cdecl/ast.js";
import { type ArrayAccess, arrayArgument, isArrayArgument } from "../core/array-argument.js";
import { canStore, type DType, dtypes, isTypedArray, type TypedArray } from "../core/dtype.js";
import { beginForeignCall } from "../core/foreign-call.js";
import { readsOnly } from "../cdecl/reads-only.js";
import { DisposedError } from "../core/errors.js";
import { formatValue, plural } from "../core/text.js";
import { bufferOf, byteLengthOf, isBuffer, isDetached, lengthOf } from "../core/view-facts.js";
import { type Converter, outOfRange, type Place, refusal, wrongType } from "./converter.js";
import { exactLength, lengthRule } from "./length.js";

/** The memory that a pointer parameter accepts. */
export interface ElementRule {
  /** The accepted dtypes, the usual one first; empty means any (`void*`). */
  readonly dtypes: readonly DType[];
  /** How many elements of the dtype make one element of the C type: 4 for `float4*`. */
  readonly lanes: number;
}

/** Makes the checks of a pointer parameter. */
export function memoryCheck(
  pointer: PointerType,
  rule: ElementRule,
  parameters: readonly Parameter[],
  place: Place,
): Pick<Converter, "convert" | "borrow"> {
  const check = memoryRule(pointer, rule, parameters, place);
  const mode = pointer.readonly ? "read" : "write";
  const isRead = (at: number): boolean => parameters[at] !== undefined && readsOnly(parameters[at]);
  /** Elements of lists come without the arguments. */
  const begin = (value: unknown, args: readonly unknown[]): void => {
    if (mode === "write")
      beginForeignCall(
        place.what,
        args.length === 0 ? [value] : args,
        args.length === 0 ? isWritten : isRead,
      );
  };
  return {
    convert: (value, ...args) => {
      const memory = check(value, args);
      if (!isAccess(memory)) return memory;
      begin(value, args);
      const elements = pointer.device ? memory.deviceAddress : hostMemory(memory);
      if (mode === "write") memory.willWrite?.();
      return elements;
    },
    borrow: (value, borrowing, args) => {
      const memory = check(value, args);
      if (ArrayBuffer.isView(memory)) return borrowing.view(memory, mode, place);
      if (!isAccess(memory)) return memory;
      begin(value, args);
      return pointer.device ? borrowing.deviceArray(memory, mode) : borrowing.array(memory, mode);
    },
  };
}

function isWritten(): boolean {
  return false;
}

/** A valid argument of a pointer parameter: null, an address, memory, or an array object. */
type Memory = null | bigint | ArrayBufferView | ArrayAccess;

function isAccess(memory: Memory): memory is ArrayAccess {
  return typeof memory === "object" && memory !== null && !ArrayBuffer.isView(memory);
}

/** Returns the memory that a value is, or throws. */
function memoryRule(
  pointer: PointerType,
  rule: ElementRule,
  parameters: readonly Parameter[],
  place: Place,
): (value: unknown, args: readonly unknown[]) => Memory {
  return (value, args) => {
    if (value === null || value === 0n) return acceptNull(pointer, value, rule, place);
    if (typeof value === "bigint") return acceptAddress(value, place);
    if (types.isProxy(value)) {
      const hint = "what the Proxy stands for";
      throw wrongType("CUTS_ARGUMENT_TYPE", place, `it must be ${wanted(rule)}`, value, hint);
    }
    if (isArrayArgument(value)) {
      const access = value[arrayArgument];
      checkAccess(access, value, pointer, rule, place);
      checkLength(access.length / rule.lanes, value, pointer, parameters, args, place);
      return access;
    }
    if (pointer.device) {
      throw wrongType(
        "CUTS_ARGUMENT_DEVICE",
        place,
        "it must be an array that lives on a GPU, or its address",
        value,
        isTypedArray(value)
          ? "copy it to the GPU first, or declare the parameter without __device__"
          : undefined,
      );
    }
    const memory = hostView(value, rule, place);
    checkLength(slotCount(memory, rule) / rule.lanes, value, pointer, parameters, args, place);
    return memory;
  };
}

function acceptNull(pointer: PointerType, value: null | 0n, rule: ElementRule, place: Place): null {
  if (pointer.length === undefined) return null;
  throw wrongType(
    "CUTS_ARGUMENT_NULL",
    place,
    `an array with a declared length must be ${wanted(rule)}`,
    value,
  );
}

function acceptAddress(value: bigint, place: Place): bigint {
  if (value > 0n && value < 1n << 64n) return value;
  throw outOfRange("CUTS_ADDRESS_RANGE", place, "an address must have 64 bits", formatValue(value));
}

/** A typed array, a DataView or a buffer as koffi takes it, with the storage the rule asks for. */
function hostView(value: unknown, rule: ElementRule, place: Place): ArrayBufferView {
  const view = rule.dtypes.length === 0 && isBuffer(value) ? wholeBuffer(value, place) : value;
  if (!ArrayBuffer.isView(view) || !(rule.dtypes.length === 0 || isStorage(view, rule))) {
    throw wrongType("CUTS_ARGUMENT_TYPE", place, `it must be ${wanted(rule)}`, value, remedy(value, rule));
  }
  if (isDetached(bufferOf(view))) throw detached(place, value);
  return view;
}

function wholeBuffer(buffer: ArrayBufferLike, place: Place): Uint8Array {
  if (isDetached(buffer)) throw detached(place, buffer);
  return new Uint8Array(buffer);
}

function detached(place: Place, value: unknown): Error {
  return wrongType(
    "CUTS_ARGUMENT_DETACHED",
    place,
    "its memory must be here, but it was transferred away",
    value,
  );
}

function isStorage(view: ArrayBufferView, rule: ElementRule): view is TypedArray {
  return isTypedArray(view) && rule.dtypes.some((dtype) => canStore(dtype, view));
}

function slotCount(view: ArrayBufferView, rule: ElementRule): number {
  const first = rule.dtypes[0];
  return isTypedArray(view) && first !== undefined
    ? lengthOf(view) / dtypes[first].lanes
    : byteLengthOf(view);
}

function checkAccess(
  access: ArrayAccess,
  value: unknown,
  pointer: PointerType,
  rule: ElementRule,
  place: Place,
): void {
  if (access.disposed) {
    throw new DisposedError(
      "CUTS_ARGUMENT_DISPOSED",
      refusal(place, "the array must not be disposed", formatValue(value)),
    );
  }
  if (pointer.device && access.deviceAddress === undefined) {
    throw wrongType(
      "CUTS_ARGUMENT_DEVICE",
      place,
      "it must live on a GPU, but it is in host memory",
      value,
      '.to("cuda:0")',
    );
  }
  if (!pointer.device && access.location !== "host" && access.location !== "managed") {
    throw wrongType(
      "CUTS_ARGUMENT_DEVICE",
      place,
      `it must be in host memory, but it lives on ${access.location}`,
      value,
      '.to("cpu"), or declare the parameter __device__',
    );
  }
  if (rule.dtypes.length > 0 && !rule.dtypes.includes(access.dtype)) {
    const expected = `its dtype must be ${rule.dtypes.join(" or ")}, but it is ${access.dtype}`;
    throw wrongType("CUTS_ARGUMENT_TYPE", place, expected, value);
  }
  if (!access.contiguous) {
    throw wrongType(
      "CUTS_ARGUMENT_CONTIGUITY",
      place,
      "its elements must lie in C order without gaps",
      value,
      "a copy of it",
    );
  }
  if (access.readonly && !pointer.readonly) {
    throw wrongType(
      "CUTS_ARGUMENT_READONLY",
      place,
      "the function may write to it, but the array is read-only",
      value,
    );
  }
}

function hostMemory(access: ArrayAccess): TypedArray {
  const { typedArray } = access;
  checkHostMemory(access, typedArray);
  return typedArray;
}

/** Throws unless the host memory of an array object matches its description. */
export function checkHostMemory(
  { dtype, length }: ArrayAccess,
  memory: TypedArray | undefined,
): asserts memory is TypedArray {
  if (memory === undefined) throw new Error("internal: a contiguous host array without a typed array");
  if (isDetached(bufferOf(memory))) throw new Error("internal: an array object over detached memory");
  if (lengthOf(memory) < length * dtypes[dtype].lanes)
    throw new Error("internal: an array object with less memory than elements");
}

function checkLength(
  length: number,
  value: unknown,
  pointer: PointerType,
  parameters: readonly Parameter[],
  args: readonly unknown[],
  place: Place,
): void {
  if (pointer.length === undefined) return;
  const required = exactLength(pointer.length, parameters, args);
  if (required !== undefined && length >= required) return;
  const rule = lengthRule(pointer.length, parameters, args);
  throw outOfRange(
    "CUTS_ARGUMENT_LENGTH",
    place,
    rule,
    `${plural(Math.floor(length), "element")} in ${formatValue(value)}`,
  );
}

function wanted(rule: ElementRule): string {
  if (rule.dtypes.length === 0) return "a typed array, a buffer, an array object or an address";
  const names = [...new Set(rule.dtypes.map((dtype) => dtypes[dtype].TypedArray.name))];
  return `${names[0]?.startsWith("I") ? "an" : "a"} ${names.join(" or ")}`;
}

function remedy(value: unknown, rule: ElementRule): string | undefined {
  const first = rule.dtypes[0];
  if (typeof value === "string") return 'Buffer.from(text + "\\0")';
  if (first === undefined) return undefined;
  const name = dtypes[first].TypedArray.name;
  if (Array.isArray(value) || isTypedArray(value)) return `${name}.from(values)`;
  if (typeof value === "number") return `new ${name}([value])`;
  return undefined;
}
