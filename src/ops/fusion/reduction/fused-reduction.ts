// A graph whose values are reduced along axes, as one kernel: elements are computed and gathered, and never stored. Only where that
// is faster than two kernels, and as exact.

import { broadcastShapes } from "../../../core/broadcast.js";
import { dtypes } from "../../../core/dtype.js";
import { sizeOf } from "../../../core/shape.js";
import type { DeviceCore } from "../../../runtime/stream-core.js";
import type { NDArray } from "../../../array/ndarray.js";
import { reducedShape } from "../../../array/reduction/layout.js";
import { reduce } from "../../../array/reduction/reduce.js";
import type { Graph, Node, Plain } from "../node.js";
import { canAssemble } from "../wasm/assemble.js";
import { type EndName, type Gathering, gatheringOf, joins } from "./ends.js";
import { inParts, type WalkedAxes, walkedAxes } from "./walked-axes.js";
import { launchWritten } from "./written.js";

/** Elements that a launch has at least before results are cut into parts, and into how many at most. */
const LEAST_CUT = 131_072;
const MOST_PARTS = 64;

/** A graph that ends in a reduction. */
export class FusedReduction {
  readonly #name: EndName;
  readonly #graph: Graph;
  readonly #gathering: Gathering;

  private constructor(name: EndName, graph: Graph, gathering: Gathering) {
    this.#name = name;
    this.#graph = graph;
    this.#gathering = gathering;
  }

  /** Whether it gives the same bits in whichever order values are joined: all but sums and products of floats. */
  get isExact(): boolean {
    const { combine, gathered } = this.#gathering;
    return dtypes[gathered].kind !== "float" || combine === "maximum" || combine === "minimum";
  }

  /** The reduction of a graph with one output; undefined where the device has no kernel for it. */
  static of(graph: Graph, name: EndName, { backend }: DeviceCore): FusedReduction | undefined {
    const [value] = graph.outputs;
    if (backend.assemble === undefined || value === undefined) return undefined;
    const gathering = gatheringOf(name, value.dtype);
    if (gathering === undefined) return undefined;
    const { gathered } = gathering;
    const cast: Node = value.dtype === gathered ? value : { kind: "cast", arg: value, dtype: gathered };
    const own = { ...graph, outputs: [cast] };
    return canAssemble(own) ? new FusedReduction(name, own, gathering) : undefined;
  }

  /**
   * Computes it; undefined where the elements should be computed first: there are none, which has rules of its own, or those that
   * become one are far apart.
   */
  run(
    inputs: readonly NDArray[],
    numbers: readonly Plain[],
    axes: readonly number[],
    keepdims: boolean,
    device: DeviceCore,
  ): NDArray | undefined {
    const shape = broadcastShapes(inputs.map((one) => one.shape));
    const size = sizeOf(shape);
    if (size === 0) return undefined;
    const walked = walkedAxes(shape, inputs, axes);
    if (walked.isAcross) return undefined;
    const results = sizeOf(walked.kept.sizes);
    const count = size / results;
    const target = reducedShape(shape, axes, keepdims);
    const parts = partsOf(walked, size, device);
    const launch = { inputs, numbers, device };
    if (parts === 1)
      return launchWritten(this.#graph, this.#gathering, walked, { ...launch, shape: target, count });
    const { gathered, result, divides } = this.#gathering;
    const partial = { ...this.#gathering, result: gathered, divides: false };
    using totals = launchWritten(this.#graph, partial, inParts(walked, parts), {
      ...launch,
      shape: [results, parts],
      count,
    });
    const how = { name: this.#name, operation: joins[this.#name], input: gathered, result };
    const joined = reduce(totals, { axis: 1 }, divides ? { ...how, divisor: count } : how);
    const made = joined.reshape(target);
    if (made !== joined) joined.dispose();
    return made;
  }
}

/** Into how many parts each result is cut, which another kernel joins: where there are too few for all threads. */
function partsOf({ kept, reduced }: WalkedAxes, size: number, { backend }: DeviceCore): number {
  const { multiprocessors } = backend.properties;
  if (multiprocessors === 1 || size < LEAST_CUT || sizeOf(kept.sizes) >= multiprocessors) return 1;
  const first = reduced.sizes[0] as number;
  for (let parts = Math.min(MOST_PARTS, 4 * multiprocessors, first); parts > 1; parts--)
    if (first % parts === 0) return parts;
  return 1;
}
