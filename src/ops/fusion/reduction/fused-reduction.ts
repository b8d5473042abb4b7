// Computes a graph and reduces its values along axes in one kernel, so that the elements are never stored. It is used only where
// it is faster than two kernels; where the device writes the code itself, the bits equal those of the separate reduction.

import { broadcastShapes } from "../../../core/broadcast.js";
import { type Shape, sizeOf } from "../../../core/shape.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import type { NDArray } from "../../../array/ndarray.js";
import { reducedShape } from "../../../array/core/axes.js";
import { reduce } from "../../../array/reduction/reduce.js";
import { resultStrides } from "../fused-kernel.js";
import type { Graph, Node } from "../../../compiler/elements/graph.js";
import type { GraphAssembler } from "../../../backend/backend.js";
import type { Gathering, OrderedEnd } from "../../../compiler/elements/kernels.js";
import { type EndName, gatheringOf, joins, orderedEndOf } from "./ends.js";
import { launchOrdered } from "./ordered.js";
import type { ReductionCall } from "./reduction-call.js";
import { TeamReduction } from "./team-reduction.js";
import { inParts, type WalkedAxes, walkedAxes } from "./walked-axes.js";
import { launchWritten } from "./written.js";

/** Elements that a launch has at least before results are cut into parts, and into how many at most. */
const LEAST_CUT = 131_072;
const MOST_PARTS = 64;

/** A graph that ends in a reduction. */
export interface FusedReduction {
  /** Computes it; undefined if the elements should be computed and stored first. */
  run(call: ReductionCall): NDArray | undefined;
}

/** The fused reduction of a graph with one output; undefined where the device has no kernel for it. */
export function fusedReduction(graph: Graph, name: EndName, device: DeviceCore): FusedReduction | undefined {
  const { assembler } = device.backend;
  return assembler === null
    ? TeamReduction.of(graph, name, device)
    : WrittenReduction.of(graph, name, assembler);
}

/** A reduction as WebAssembly that the device assembles; its bits equal those of the separate reduction. */
class WrittenReduction implements FusedReduction {
  readonly #name: EndName;
  readonly #graph: Graph;
  readonly #end: Gathering | OrderedEnd;

  private constructor(name: EndName, graph: Graph, end: Gathering | OrderedEnd) {
    this.#name = name;
    this.#graph = graph;
    this.#end = end;
  }

  static of(graph: Graph, name: EndName, assembler: GraphAssembler): WrittenReduction | undefined {
    const [value] = graph.outputs;
    if (value === undefined) return undefined;
    const end = gatheringOf(name, value.dtype) ?? orderedEndOf(name, value.dtype);
    if (end === undefined) return undefined;
    const dtype = "operation" in end ? end.dtype : end.gathered;
    const cast: Node = value.dtype === dtype ? value : { kind: "cast", arg: value, dtype };
    const own = { ...graph, outputs: [cast] };
    return assembler.canAssemble(own) ? new WrittenReduction(name, own, end) : undefined;
  }

  /**
   * Computes it; undefined if the elements should be computed and stored first: if there are none, which has rules of its own, or
   * if the elements of one result lie far apart.
   */
  run(call: ReductionCall): NDArray | undefined {
    const { inputs, numbers, gathers = [], axes, device } = call;
    const shape = broadcastShapes(inputs.map((one) => one.shape));
    if (sizeOf(shape) === 0) return undefined;
    const target = reducedShape(shape, axes, call.keepdims);
    if (!("operation" in this.#end)) return this.#gather(this.#end, call, shape, target);
    const strides = call.strides ?? resultStrides(shape, inputs);
    const elements = { shape, strides };
    return launchOrdered(this.#graph, this.#end, {
      inputs,
      numbers,
      gathers,
      elements,
      axes,
      target,
      device,
    });
  }

  #gather(
    end: Gathering,
    { inputs, numbers, gathers = [], axes, device }: ReductionCall,
    shape: Shape,
    target: Shape,
  ): NDArray | undefined {
    const walked = walkedAxes(shape, inputs, axes);
    if (walked.isAcross) return undefined;
    const results = sizeOf(walked.kept.sizes);
    const parts = partsOf(walked, sizeOf(shape), device);
    const launch = { inputs, numbers, gathers, device };
    if (parts === 1) return launchWritten(this.#graph, end, walked, { ...launch, shape: target });
    using totals = launchWritten(this.#graph, end, inParts(walked, parts), {
      ...launch,
      shape: [results, parts],
    });
    const { gathered } = end;
    const how = { name: this.#name, operation: joins[this.#name], input: gathered, result: gathered };
    const joined = reduce(totals, { axis: 1 }, how);
    const made = joined.reshape(target);
    if (made !== joined) joined.dispose();
    return made;
  }
}

/**
 * Into how many parts each result is split, which another kernel combines; more than 1 if there are too few results for all
 * threads.
 */
function partsOf({ kept, reduced }: WalkedAxes, size: number, { backend }: DeviceCore): number {
  const { multiprocessors } = backend.properties;
  if (multiprocessors === 1 || size < LEAST_CUT || sizeOf(kept.sizes) >= multiprocessors) return 1;
  const first = reduced.sizes[0] as number;
  for (let parts = Math.min(MOST_PARTS, 4 * multiprocessors, first); parts > 1; parts--)
    if (first % parts === 0) return parts;
  return 1;
}
