// The gathers of a launch (elements taken at indices). The array and its index array become views of one common shape, so that the
// kernel reads both at the same index. Each gather also adds four numbers to the launch: size, step in bytes, address for errors,
// axis.

import { dtypes } from "../../core/dtype.js";
import { faultAddress } from "../../runtime/failures/fault-address.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { deepInside } from "../../runtime/failures/user-line.js";
import { makeView } from "../../array/allocate.js";
import { explainIndex } from "../../array/indexing/index-values.js";
import type { NDArray } from "../../array/ndarray.js";
import type { GatherMode, Plain } from "../../compiler/elements/graph.js";

/** Elements of an array along an axis, at the indices in another array; both arrays are inputs of the kernel. */
export interface Gather {
  readonly array: number;
  readonly places: number;
  readonly axis: number;
  readonly mode: GatherMode;
}

/** What the kernel needs to know of a gather. */
export interface GatherRule {
  readonly size: number;
  readonly stepBytes: number;
  readonly axis: number;
  readonly mode: GatherMode;
}

/** The inputs of a launch, and its gathers. */
interface GatherInputs {
  readonly inputs: readonly NDArray[];
  readonly rules: readonly GatherRule[];
  /** Disposes the views. */
  readonly dispose: () => void;
}

/** Replaces the arrays and index arrays of gathers by views of their common shape. */
export function gatherInputs(given: readonly NDArray[], gathers: readonly Gather[]): GatherInputs {
  const inputs = [...given];
  const rules = gathers.map(({ array: from, places: by, axis, mode }): GatherRule => {
    const [array, places] = [given[from], given[by]] as [NDArray, NDArray];
    const around = (list: readonly number[], within: readonly number[]): number[] => [
      ...list.slice(0, axis),
      ...within,
      ...list.slice(axis + 1),
    ];
    const shape = around(array.shape, places.shape);
    const none = (list: readonly number[]): number[] => list.map(() => 0);
    inputs[from] = makeView(array, shape, around(array.strides, none(places.shape)), array.offset);
    inputs[by] = makeView(places, shape, around(none(array.shape), places.strides), places.offset);
    const stepBytes = (array.strides[axis] as number) * dtypes[array.dtype].byteLength;
    return { size: array.shape[axis] as number, stepBytes, axis, mode };
  });
  const dispose = (): void => {
    for (const { array, places } of gathers) for (const at of [array, places]) inputs[at]?.dispose();
  };
  return { inputs, rules, dispose };
}

/**
 * Appends the numbers of gathers to those of a launch. The launch must be the next on the stream, with its memory already
 * declared.
 */
export function withGathers(
  numbers: readonly Plain[],
  rules: readonly GatherRule[],
  stream: StreamCore,
): readonly Plain[] {
  if (rules.length === 0) return numbers;
  const mayReport = rules.some(({ mode }) => mode === "raise");
  const report = mayReport ? deepInside(() => faultAddress(stream, explainIndex)) : 0;
  return [...numbers, ...rules.flatMap(({ size, stepBytes, axis }) => [size, stepBytes, report, axis])];
}
