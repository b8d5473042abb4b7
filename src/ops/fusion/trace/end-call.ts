// A recorded call that reduces an array, and that a fused kernel may end in.

import { type Axes } from "../../../array/core/axes.js";
import { type EndName, joins } from "../reduction/ends.js";
import { ArrayRef, nameOf, type RecordedStep } from "./recording.js";

/** The array that is reduced, and how. */
export interface EndCall {
  readonly name: EndName;
  readonly array: number;
  readonly axis: Axes | undefined;
  readonly keepdims: boolean;
}

/** The reduction that a step computes; undefined for other steps, and for options that a fused kernel does not support. */
export function endCallOf(step: RecordedStep): EndCall | undefined {
  if (step.kind !== "call" || !(step.result instanceof ArrayRef)) return undefined;
  const name = nameOf(step.operator);
  const [array, given, ...rest] = step.args;
  if (name === undefined || !Object.hasOwn(joins, name) || !(array instanceof ArrayRef) || rest.length > 0)
    return undefined;
  const own = { name: name as EndName, array: array.id };
  if (given === undefined || given === null || typeof given === "number" || Array.isArray(given))
    return { ...own, axis: (given ?? undefined) as Axes | undefined, keepdims: false };
  if (typeof given !== "object") return undefined;
  const { axis, keepdims, ...others } = given as { readonly axis?: Axes; readonly keepdims?: boolean };
  if (Object.values(others).some((one) => one !== undefined)) return undefined;
  return { ...own, axis: axis ?? undefined, keepdims: keepdims === true };
}
