// A graph with its reduction as one CUDA C++ kernel, for devices where the threads of a block work together. Elements are computed
// where a reduction would load them, and never stored. Blocks and parts are cut as in array/reduction. Sums of floats are as exact
// as those of the separate reduction, but are added in another order.

import { digestOf } from "../../../compiler/cache/digest.js";
import { broadcastShapes } from "../../../core/broadcast.js";
import type { DType } from "../../../core/dtype.js";
import { type Shape, sizeOf } from "../../../core/shape.js";
import { cStrides, isCContiguous, type Strides } from "../../../core/strides.js";
import { currentStream } from "../../../runtime/devices/devices.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import { allocateArray, allocateLike } from "../../../array/allocate.js";
import { byWorker, tuningOf } from "../../../array/kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../../../array/kernels/launch-rows.js";
import type { IndexWidth } from "../../../compiler/elements/parameters.js";
import type { ParameterValue } from "../../../array/kernels/trusted-writer.js";
import type { NDArray } from "../../../array/ndarray.js";
import { doneCounts } from "../../../array/reduction/done-counts.js";
import { reducedShape } from "../../../array/core/axes.js";
import { cut, launchOf, type Partition, partitionRows } from "../../../array/reduction/partition.js";
import { computedIn, joinParts, reducedCount } from "../../../array/reduction/reduce.js";
import {
  type ReduceKernels,
  type ReduceOperation,
  reduceKernels,
  reduceStruct,
} from "../../../array/reduction/reduce-kernels.js";
import { recast } from "../../../array/reduction/reinterpret.js";
import { meanTypeOf, sumTypeOf } from "../../../array/reduction/result-types.js";
import { stridesOf, teamGroup, teamSignature, type TeamWalk } from "../cuda/reduce-source.js";
import { withGathers } from "../gathers.js";
import { type Graph, keyOf, type Node } from "../../../compiler/elements/graph.js";
import { type EndName, joins } from "./ends.js";
import { alongOf, teamKernel } from "./kernels.js";
import type { ReductionCall } from "./reduction-call.js";
import { teamAxes, type TeamAxes } from "./team-axes.js";

/** Elements from which on indices are 64 bits wide. */
const WIDE = 2 ** 31;
/** The element size passed to partition.ts, so that a thread takes 8 elements of a short row. */
const ELEMENT_BYTES = 8;
/** The most elements of a row that is never cut, and what a thread has at least of one that is. */
const UNCUT = 16_384;
const LEAST_ELEMENTS = 16;
/** Results side by side that a block has, and what a thread has of each at least. */
const ACROSS = 32;
const LEAST_ROWS = 16;

/** A reduction of a graph with one output. */
export class TeamReduction {
  readonly #name: EndName;
  readonly #operation: ReduceOperation;
  readonly #graph: Graph;
  readonly #computed: DType;
  readonly #kernels: ReduceKernels;
  readonly #result: DType;

  private constructor(name: EndName, graph: Graph, value: Node) {
    const { input, result } = typesOf(name, value.dtype);
    this.#name = name;
    this.#operation = joins[name];
    this.#computed = computedIn(this.#operation, input);
    this.#kernels = reduceKernels(this.#operation, this.#computed) as ReduceKernels;
    this.#result = result;
    const own = [input, this.#computed].reduce(
      (arg, dtype): Node => (arg.dtype === dtype ? arg : { kind: "cast", arg, dtype }),
      value,
    );
    this.#graph = { ...graph, outputs: [own] };
  }

  /** The reduction of a graph; undefined if one thread runs a whole block on the device. */
  static of(graph: Graph, name: EndName, device: DeviceCore): TeamReduction | undefined {
    const [value] = graph.outputs;
    if (value === undefined || !byWorker(device, { thread: false, team: true })) return undefined;
    return new TeamReduction(name, graph, value);
  }

  /**
   * Computes it; undefined if the elements should be computed and stored first: if there are none, or if the results have gaps.
   */
  run(call: ReductionCall): NDArray | undefined {
    const { inputs, axes, keepdims, device } = call;
    const shape = broadcastShapes(inputs.map((one) => one.shape));
    const size = sizeOf(shape);
    if (size === 0) return undefined;
    const width = size >= WIDE ? device.backend.addressBits : widthOf(device, inputs);
    if (size >= WIDE && width === 32) return undefined;
    const target = reducedShape(shape, axes, keepdims);
    const strides = call.results ?? cStrides(target);
    if (!isDense(target, strides)) return undefined;
    const staying = keepdims ? strides.filter((_, axis) => !axes.includes(axis)) : strides;
    const own = teamAxes(shape, inputs, axes, staying);
    const into = allocateLike(currentStream(device), this.#kernels.result, target, strides);
    this.#launch(call, own, into, reducedCount(shape, axes), width);
    if (into.dtype === this.#result) return into;
    const made = recast(into, this.#result);
    into.dispose();
    return made;
  }

  #launch(
    { inputs, numbers, gathers = [], device }: ReductionCall,
    { kept, gone, form }: TeamAxes,
    into: NDArray,
    n: number,
    width: IndexWidth,
  ): void {
    const stream = currentStream(device);
    const results = into.size;
    const { launch, parts, chunk } = cutOf(device, form, n, results);
    const walk: TeamWalk = {
      form,
      kept: kept.sizes.length,
      gone: gone.sizes.length,
      along: gone.strides.map((own) => alongOf(own.at(-1) as number)),
    };
    const totals =
      parts === 1
        ? undefined
        : allocateArray(stream, this.#kernels.totals, form === "rows" ? [results, parts] : [parts, results]);
    const divisor = this.#name === "mean" ? n : 1;
    useStorages([totals ?? into, ...inputs], stream);
    const done = parts === 1 ? undefined : doneCounts(stream, launch.grid[0]);
    if (done !== undefined) useStorages([into], stream);
    const values: Record<string, ParameterValue> = {
      out: into,
      parts: totals ?? into,
      done,
      n,
      chunk,
      results,
      divisor,
    };
    for (const [axis, size] of kept.sizes.entries()) values[`kept${axis}`] = size;
    for (const [axis, size] of gone.sizes.entries()) values[`gone${axis}`] = size;
    for (const [at, input] of inputs.entries()) {
      values[`x${at}_p`] = input;
      const steps = [...(kept.strides[at] ?? []), ...(gone.strides[at] ?? [])];
      for (const [k, name] of stridesOf(`x${at}`, walk).entries()) values[name] = steps[k];
    }
    for (const [at, value] of withGathers(numbers, gathers, stream).entries()) values[`value${at}`] = value;
    const kernel = this.#kernelFor(walk).on(device, width);
    kernel.set(values);
    kernel.launch(launch, stream);
    if (totals === undefined) return;
    const inner = form === "rows" ? 1 : results;
    if (done === undefined) joinParts(this.#kernels, totals, parts, inner, into, divisor, stream);
    totals.dispose();
  }

  #kernelFor(walk: TeamWalk): ReturnType<typeof teamKernel> {
    const { form, kept, gone, along } = walk;
    const graph = this.#graph;
    const struct = reduceStruct(this.#operation, this.#computed) as string;
    const key = `${keyOf(graph)} ${struct} ${form} ${kept} ${gone} ${along.join()}`;
    return teamKernel(key, teamSignature(graph, walk), () =>
      teamGroup(`fused.${digestOf(key).slice(0, 16)}`, graph, struct, walk),
    );
  }
}

/** The dtype that values are cast to, and that of results. */
function typesOf(name: EndName, dtype: DType): { readonly input: DType; readonly result: DType } {
  if (name === "any" || name === "all") return { input: "bool", result: "bool" };
  if (name === "sum") return { input: dtype, result: sumTypeOf(dtype) };
  const own = name === "prod" ? sumTypeOf(dtype) : name === "mean" ? meanTypeOf(dtype) : dtype;
  return { input: own, result: own };
}

function cutOf(device: DeviceCore, form: TeamWalk["form"], n: number, results: number): Partition {
  const { teamThreads, blocksPerProcessor } = tuningOf(device);
  if (form === "rows") {
    const whole = partitionRows(device, results, n, ELEMENT_BYTES, { mayCut: false });
    const [blocks] = whole.launch.grid;
    if (n <= UNCUT) return whole;
    const { parts, chunk } = cut(device, blocks, n, LEAST_ELEMENTS * teamThreads, blocksPerProcessor);
    return { launch: { ...whole.launch, grid: [blocks, parts, 1] }, parts, chunk };
  }
  const across = Math.min(results, ACROSS);
  const together = Math.floor(teamThreads / across);
  const tiles = Math.ceil(results / across);
  const { parts, chunk } = cut(device, tiles, n, LEAST_ROWS * together, blocksPerProcessor, 1);
  return { launch: launchOf([tiles, parts, 1], [across, together, 1], n * results), parts, chunk };
}

/** Whether elements lie without gaps, in whichever order of axes. */
function isDense(shape: Shape, strides: Strides): boolean {
  if (isCContiguous(shape, strides)) return true;
  const order = [...shape.keys()].toSorted((a, b) => (strides[b] as number) - (strides[a] as number));
  const pick = (of: readonly number[]): number[] => order.map((axis) => of[axis] as number);
  return isCContiguous(pick(shape), pick(strides));
}
