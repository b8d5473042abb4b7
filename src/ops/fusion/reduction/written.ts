// Launches a graph that ends in a reduction whose order does not matter (max, any, integer sums), as WebAssembly.

import { type Shape, sizeOf } from "../../../core/shape.js";
import { currentStream } from "../../../runtime/devices/devices.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import { allocateArray } from "../../../array/allocate.js";
import { tuningOf } from "../../../array/kernels/builtin-kernel.js";
import { useStorages } from "../../../array/kernels/launch-rows.js";
import type { NDArray } from "../../../array/ndarray.js";
import { launchOf } from "../../../array/reduction/partition.js";
import { type GatherRule, withGathers } from "../gathers.js";
import { type Graph, keyOf, type Plain } from "../../../compiler/elements/graph.js";
import type { Gathering, GatherWalk } from "../../../compiler/elements/kernels.js";
import { alongOf, inBytes, reductionKernel } from "./kernels.js";
import type { WalkedAxes } from "./walked-axes.js";

/** The operands of a launch, without its axes. */
export interface ReductionLaunch {
  readonly inputs: readonly NDArray[];
  readonly numbers: readonly Plain[];
  readonly gathers: readonly GatherRule[];
  /** Of the result. */
  readonly shape: Shape;
  readonly device: DeviceCore;
}

/** Reduces the values of a graph along rows. */
export function launchWritten(
  graph: Graph,
  gathering: Gathering,
  { kept, reduced }: WalkedAxes,
  { inputs, numbers, gathers, shape, device }: ReductionLaunch,
): NDArray {
  const stream = currentStream(device);
  const { combine, gathered } = gathering;
  const into = allocateArray(stream, gathered, shape);
  const last = reduced.sizes.length - 1;
  const n = reduced.sizes[last] as number;
  const walk: GatherWalk = {
    along: reduced.strides.map((own) => alongOf(own[last] as number)),
    keptAxes: kept.sizes.length,
    reducedAxes: last,
  };
  const results = sizeOf(kept.sizes);
  const outer = reduced.sizes.slice(0, last);
  const steps = sizeOf(outer);
  const blockResults = Math.max(1, Math.floor(tuningOf(device).blockElements / (n * steps)));
  const strides = inputs.flatMap(({ dtype }, at) => {
    const own = reduced.strides[at] as readonly number[];
    return inBytes(dtype, [own[last] as number, ...(kept.strides[at] ?? []), ...own.slice(0, last)]);
  });
  useStorages([into, ...inputs], stream);
  const kernel = reductionKernel(
    `${keyOf(graph)} ${combine} ${gathered} ${walk.along.join()} ${walk.keptAxes} ${walk.reducedAxes}`,
    { end: "gather", graph, gathering, walk },
  ).on(device, 32);
  kernel.set([
    into,
    ...inputs,
    n,
    results,
    blockResults,
    steps,
    ...kept.sizes,
    ...outer,
    ...strides,
    ...withGathers(numbers, gathers, stream),
  ]);
  kernel.launch(launchOf([Math.ceil(results / blockResults), 1, 1], [1, 1, 1], results * steps * n), stream);
  return into;
}
