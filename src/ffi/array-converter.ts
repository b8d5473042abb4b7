// Converts arguments for pointer parameters. The common case, a typed array of the declared dtype that is long enough, is accepted
// here in a few instructions. Everything else goes to check-memory.ts, which accepts it or explains what is wrong.

import type { Parameter, PointerType } from "../cdecl/ast.js";
import { dtypes } from "../core/dtype.js";
import { byteLengthOf, lengthOf, typedArrayName } from "../core/view-facts.js";
import { type ElementRule, memoryCheck } from "./check-memory.js";
import type { Converter, Place } from "./converter.js";
import { compileLength, FIXED_ARGUMENTS } from "./length.js";

/** The converter of a pointer to elements. */
export function arrayConverter(
  pointer: PointerType,
  rule: ElementRule,
  parameters: readonly Parameter[],
  place: Place,
): Converter {
  const { convert: slow, borrow } = memoryCheck(pointer, rule, parameters, place);
  const convert = pointer.device ? slow : fastPath(pointer, rule, parameters, slow);
  return { koffiType: "void *", convert, borrow };
}

type Convert = Converter["convert"];

function fastPath(
  pointer: PointerType,
  rule: ElementRule,
  parameters: readonly Parameter[],
  slow: Convert,
): Convert {
  const first = rule.dtypes[0];
  // `void*` takes any view; a length of bytes cannot be declared for it.
  if (first === undefined)
    return unlessFast((value) => ArrayBuffer.isView(value) && byteLengthOf(value) > 0, parameters, slow);
  const { TypedArray, lanes } = dtypes[first];
  const { name } = TypedArray;
  const slots = rule.lanes * lanes;
  // An empty array may be detached, which only the slow path checks.
  if (pointer.length === undefined) {
    const isFast = (value: unknown): boolean =>
      typedArrayName(value) === name && lengthOf(value as ArrayBufferView) > 0;
    return unlessFast(isFast, parameters, slow);
  }
  const required = compileLength(pointer.length, parameters);
  const fits = (value: unknown, count: number): boolean => {
    if (typedArrayName(value) !== name) return false;
    const length = lengthOf(value as ArrayBufferView);
    return length > 0 && count >= 0 && length >= count * slots;
  };
  if (parameters.length > FIXED_ARGUMENTS) {
    return (value, ...args) => (fits(value, required(...args)) ? value : slow(value, ...args));
  }
  return (value, a, b, c, d, e, f, g, h) =>
    fits(value, required(a, b, c, d, e, f, g, h)) ? value : slow(value, a, b, c, d, e, f, g, h);
}

/**
 * Passes values through unchanged if `isFast` accepts them, and calls the slow path for others. Up to FIXED_ARGUMENTS arguments are
 * passed one by one, without allocating a list.
 */
function unlessFast(
  isFast: (value: unknown) => boolean,
  parameters: readonly Parameter[],
  slow: Convert,
): Convert {
  if (parameters.length > FIXED_ARGUMENTS)
    return (value, ...args) => (isFast(value) ? value : slow(value, ...args));
  return (value, a, b, c, d, e, f, g, h) => (isFast(value) ? value : slow(value, a, b, c, d, e, f, g, h));
}
