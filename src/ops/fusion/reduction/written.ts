// A graph that ends in a reduction, as WebAssembly: its kernels, and their launches.

import { digestOf } from "../../../compiler/cache/digest.js";
import { type DType, dtypes } from "../../../core/dtype.js";
import { RecentMap } from "../../../core/recent-map.js";
import { type Shape, sizeOf } from "../../../core/shape.js";
import { currentStream } from "../../../runtime/devices.js";
import type { DeviceCore } from "../../../runtime/stream-core.js";
import { allocateArray } from "../../../array/allocate.js";
import { BuiltinKernel, tuningOf } from "../../../array/kernels/builtin-kernel.js";
import { lazyGroup } from "../../../array/kernels/kernel-group.js";
import { useStorages } from "../../../array/kernels/launch-rows.js";
import type { ParameterKind, ParameterValue } from "../../../array/kernels/parameter-writer.js";
import type { NDArray } from "../../../array/ndarray.js";
import { launchOf } from "../../../array/reduction/partition.js";
import { fusionCounts } from "../fused-kernel.js";
import { type Graph, keyOf, type Plain } from "../node.js";
import { assembleReduction, FUSED_KERNEL } from "../wasm/assemble.js";
import type { Along } from "../wasm/elements.js";
import { reduceParameterKinds, type ReduceWalk } from "../wasm/reduce-kernel.js";
import type { Gathering } from "./ends.js";
import type { WalkedAxes } from "./walked-axes.js";

/** Kernels that are kept. */
const MOST_KERNELS = 128;

const kernels = new RecentMap<string, BuiltinKernel<readonly ParameterValue[]>>(MOST_KERNELS, (one) => {
  fusionCounts.unloaded++;
  one.unload();
});

/** What a launch is given besides the axes. */
export interface ReductionLaunch {
  readonly inputs: readonly NDArray[];
  readonly numbers: readonly Plain[];
  /** Of the result. */
  readonly shape: Shape;
  /** How many values become one. */
  readonly count: number;
  readonly device: DeviceCore;
}

/** Reduces what a graph gives along rows. */
export function launchWritten(
  graph: Graph,
  gathering: Gathering,
  { kept, reduced }: WalkedAxes,
  { inputs, numbers, shape, count, device }: ReductionLaunch,
): NDArray {
  const stream = currentStream(device);
  const into = allocateArray(stream, gathering.result, shape);
  const last = reduced.sizes.length - 1;
  const n = reduced.sizes[last] as number;
  const walk: ReduceWalk = {
    along: reduced.strides.map((own): Along => alongOf(own[last] as number)),
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
  const kernel = kernelFor(graph, gathering, walk).on(device, 32);
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
    ...numbers.slice(0, graph.scalars.length),
    count,
  ]);
  kernel.launch(launchOf([Math.ceil(results / blockResults), 1, 1], [1, 1, 1], results * steps * n), stream);
  return into;
}

function alongOf(step: number): Along {
  return step === 1 ? "unit" : step === 0 ? "same" : "any";
}

function inBytes(dtype: DType, strides: readonly number[]): readonly number[] {
  return strides.map((stride) => stride * dtypes[dtype].byteLength);
}

function kernelFor(
  graph: Graph,
  gathering: Gathering,
  walk: ReduceWalk,
): BuiltinKernel<readonly ParameterValue[]> {
  const { combine, gathered, result, divides } = gathering;
  const key = `${keyOf(graph)} ${combine} ${gathered} ${result} ${divides} ${walk.along.join()} ${walk.keptAxes} ${walk.reducedAxes}`;
  const known = kernels.get(key);
  if (known !== undefined) {
    fusionCounts.found++;
    return known;
  }
  fusionCounts.made++;
  const parameters = reduceParameterKinds(graph, walk);
  const signature = { parameters, write: writerOf(parameters) };
  const group = lazyGroup(() => ({
    name: `fused.${digestOf(key).slice(0, 16)}`,
    assemble: () => assembleReduction(graph, gathering, walk),
    kernels: [{ name: FUSED_KERNEL, signature, text: "" }],
  }));
  const made = new BuiltinKernel(group, FUSED_KERNEL, signature);
  kernels.set(key, made);
  return made;
}

function writerOf(kinds: readonly ParameterKind[]) {
  return (
    block: { setValue(index: number, kind: ParameterKind, value: ParameterValue): void },
    values: readonly ParameterValue[],
  ): void => {
    for (const [index, value] of values.entries())
      block.setValue(index, kinds[index] as ParameterKind, value);
  };
}
