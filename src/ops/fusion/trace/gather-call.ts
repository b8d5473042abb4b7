// A recorded call that takes elements of an array at indices, and that a fused kernel may begin with.

import { dtypes } from "../../../core/dtype.js";
import type { GatherMode } from "../../../compiler/elements/graph.js";
import { ArrayRef, type RecordedArray } from "./recording.js";

/** The array, the indices and how they are used. */
export interface GatherCall {
  readonly array: number;
  readonly places: number;
  readonly axis: number;
  readonly mode: GatherMode;
}

/**
 * The gather that a call computes; undefined for other calls, for indices that are no array, and for cases with rules of their
 * own.
 */
export function gatherCallOf(
  name: string,
  args: readonly unknown[],
  arrays: readonly RecordedArray[],
): GatherCall | undefined {
  const [from, by, given] = args;
  if (name !== "take" || !(from instanceof ArrayRef) || !(by instanceof ArrayRef)) return undefined;
  const [array, places] = [arrays[from.id], arrays[by.id]];
  if (array === undefined || places === undefined || !isInteger(places)) return undefined;
  const options: Partial<GatherCall> = typeof given === "number" ? { axis: given } : (given ?? {});
  const { axis = array.shape.length === 1 ? 0 : undefined, mode = "raise" } = options;
  if (axis === undefined) return undefined;
  const own = axis < 0 ? axis + array.shape.length : axis;
  // An axis without elements is an error of its own.
  return array.shape[own] === 0 ? undefined : { array: from.id, places: by.id, axis: own, mode };
}

function isInteger({ dtype }: RecordedArray): boolean {
  return dtypes[dtype].kind === "int" || dtypes[dtype].kind === "uint";
}
