// Arrays in the context of a block: one element for each thread, behind the header.

import { i32, i8, ptr } from "../../../../compiler/ir/type.js";
import { type Local, local } from "../../../../compiler/ir/value.js";
import { CONTEXT, CONTEXT_HEADER_BYTES, PADDED } from "./abi.js";
import { type Code, NEVER_WRAPS } from "../../../../compiler/ir/code.js";

/** Computes where an array of the context begins that has `offset` bytes of each thread before it. */
export function contextArray(
  code: Code,
  offset: number,
  names: { readonly base: string; readonly array: string; readonly result: string },
): Local {
  const base = code.mul(names.base, local(PADDED, i32), offset, NEVER_WRAPS);
  const array = code.element(names.array, i8, local(CONTEXT, ptr), base);
  return code.element(names.result, i8, array, CONTEXT_HEADER_BYTES);
}
