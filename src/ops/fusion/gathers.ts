// The gathers of a launch: arrays and places as views that have one shape, and the numbers that kernels are given for each.

import { dtypes } from "../../core/dtype.js";
import { faultAddress } from "../../runtime/failures/fault-address.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { deepInside } from "../../runtime/failures/user-line.js";
import { makeView } from "../../array/allocate.js";
import { explainIndex } from "../../array/indexing/index-values.js";
import type { NDArray } from "../../array/ndarray.js";
import type { GatherMode, Plain } from "../../compiler/elements/graph.js";

/** Elements of an array along an axis, at the places that another array names: both are inputs of a kernel. */
export interface Gather {
  readonly array: number;
  readonly places: number;
  readonly axis: number;
  readonly mode: GatherMode;
}

/** What a kernel is told of a gather. */
export interface GatherRule {
  readonly size: number;
  readonly stepBytes: number;
  readonly axis: number;
  readonly mode: GatherMode;
}

/** The inputs of a launch, and what kernels are told. */
interface GatherInputs {
  readonly inputs: readonly NDArray[];
  readonly rules: readonly GatherRule[];
  /** Ends the views. */
  readonly dispose: () => void;
}

/** The inputs of a launch with views in place of what is gathered. */
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

/** The numbers of a launch with those of its gathers. Storages were told before, and the launch is the next of the stream. */
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
