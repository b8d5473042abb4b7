// Compiles a graph into kernels when they are first needed, and launches them over arrays of any shapes and strides. Graphs that
// compute the same share one FusedKernel, and the least recently used are unloaded.

import { digestOf } from "../../compiler/cache/digest.js";
import { broadcastShapes, broadcastStrides } from "../../core/broadcast.js";
import { type DType, dtypes } from "../../core/dtype.js";
import { RecentMap } from "../../core/recent-map.js";
import { type Shape, shapesEqual } from "../../core/shape.js";
import { cStrides, type Strides } from "../../core/strides.js";
import type { BackendLaunch } from "../../backend/backend.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { DeviceCore, StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../../array/allocate.js";
import { hasOneOrder, hasOwnOrder, launchOperands, resultLike } from "../../array/elementwise/layouts.js";
import { joinAxes } from "../../array/kernels/axes.js";
import { BuiltinKernel, tuningOf } from "../../array/kernels/builtin-kernel.js";
import { kernelTypes } from "../../array/kernels/c-types.js";
import { lazyGroup } from "../../array/kernels/kernel-group.js";
import {
  launchRows,
  launchUnit,
  RowKernel,
  type RowArgument,
  useStorages,
} from "../../array/kernels/launch-rows.js";
import type { ParameterKind } from "../../compiler/elements/parameters.js";
import type { ParameterValue } from "../../array/kernels/trusted-writer.js";
import { type RowOperand, rowKernels } from "../../array/kernels/row-kernel.js";
import type { NDArray } from "../../array/ndarray.js";
import { helpersOf, operandsOf, outputName, scalarKindsOf, sourcesOf, statementOf } from "./cuda/source.js";
import { type GatherRule, withGathers } from "./gathers.js";
import { type Graph, keyOf, type Plain } from "../../compiler/elements/graph.js";
import {
  type Along,
  FUSED_KERNEL,
  type GraphKernel,
  parametersOf,
  type Walk,
} from "../../compiler/elements/kernels.js";

/** How many kernels were made and unloaded, how often a kernel was found in the cache, and how many graphs have one now. */
export const fusionCounts = {
  made: 0,
  unloaded: 0,
  found: 0,
  get kept(): number {
    return known.size;
  },
};

/** The most graphs with cached kernels, and the most array layouts for each of them. */
const MOST_KERNELS = 256;
const MOST_WALKS = 32;

/** In the order of their last use. */
const known = new Map<string, FusedKernel>();

/** The kernel of a graph, shared by all graphs that compute the same. */
export function fusedKernel(graph: Graph): FusedKernel {
  const key = keyOf(graph);
  let kernel = known.get(key);
  if (kernel === undefined) {
    makeRoom();
    kernel = new FusedKernel(graph, key);
  } else {
    fusionCounts.found++;
    known.delete(key);
  }
  known.set(key, kernel);
  return kernel;
}

/** Unloads the least recently used kernel that has no holder. */
function makeRoom(): void {
  if (known.size < MOST_KERNELS) return;
  for (const [key, kernel] of known) {
    if (kernel.isHeld) continue;
    known.delete(key);
    kernel.unload();
    return;
  }
}

/** Whether one kernel of a device can compute a graph. */
export function canFuse(graph: Graph, { backend }: DeviceCore): boolean {
  return backend.assembler === null || backend.assembler.canAssemble(graph);
}

/** A kernel that computes a graph. */
export class FusedKernel {
  readonly #graph: Graph;
  readonly #key: string;
  readonly #written = new RecentMap<string, BuiltinKernel<WrittenArguments>>(MOST_WALKS, unload);
  #compiled: RowKernel<string> | undefined;
  #holders = 0;

  constructor(graph: Graph, key: string) {
    this.#graph = graph;
    this.#key = key;
  }

  /** Whether a caller holds it and may launch it again. */
  get isHeld(): boolean {
    return this.#holders > 0;
  }

  /** Adds a holder. */
  claim(): void {
    this.#holders++;
  }

  release(): void {
    this.#holders--;
  }

  /** Unloads its code. */
  unload(): void {
    this.#written.clear();
    for (const one of [this.#compiled?.unit, this.#compiled?.strided]) if (one !== undefined) unload(one);
    this.#compiled = undefined;
  }

  /** Computes the graph for arrays, which are broadcast, and numbers; returns an array for each output. */
  run(
    inputs: readonly NDArray[],
    numbers: readonly Plain[],
    device: DeviceCore,
    gathers: readonly GatherRule[] = [],
  ): [NDArray, ...NDArray[]] {
    const stream = currentStream(device);
    const shape = broadcastShapes(inputs.map((one) => one.shape));
    const made = this.#graph.outputs.map(({ dtype }) => resultOf(stream, dtype, shape, inputs)) as [
      NDArray,
      ...NDArray[],
    ];
    if (device.backend.assembler === null) this.#runCompiled(made, inputs, numbers, gathers, stream);
    else if (made[0].size > 0) this.#runWritten(made, inputs, numbers, gathers, stream);
    return made;
  }

  #runCompiled(
    made: readonly [NDArray, ...NDArray[]],
    inputs: readonly NDArray[],
    plain: readonly Plain[],
    gathers: readonly GatherRule[],
    stream: StreamCore,
  ): void {
    const kernel = (this.#compiled ??= this.#compile());
    const [into] = made;
    if (into.size === 0) return;
    const isGathering = gathers.length > 0;
    if (isGathering) useStorages([...made, ...inputs], stream, made.length);
    const numbers = withGathers(plain, gathers, stream);
    const scalars = Object.fromEntries(numbers.map((value, at) => [`value${at}`, value]));
    // What is gathered is not what its strides say: it is never copied into another order.
    if (isGathering) launchRows(kernel, into.shape, stretched(made, inputs), stream, scalars, made.length);
    else if (made.length === 1) launchOperands(kernel, into, inputs, stream, scalars);
    else if (inputs.every((input) => hasOneOrder(into, input)))
      launchUnit(kernel.unit, into.size, [...made, ...inputs], stream, scalars, made.length);
    else launchRows(kernel, into.shape, stretched(made, inputs), stream, scalars, made.length);
  }

  #compile(): RowKernel<string> {
    fusionCounts.made++;
    const graph = this.#graph;
    const scalars = scalarKindsOf(graph);
    const name = `fused.${digestOf(this.#key).slice(0, 16)}`;
    const [output, ...others] = graph.outputs.map(({ dtype }, at) => ({
      name: outputName(at),
      stored: kernelTypes[dtype].stored,
    })) as [RowOperand, ...RowOperand[]];
    const group = lazyGroup(() => ({
      name,
      helpers: helpersOf(graph),
      kernels: rowKernels({
        name: FUSED_KERNEL,
        output,
        others,
        inputs: operandsOf(graph),
        scalars,
        source: { includes: sourcesOf(graph), text: "" },
        statement: statementOf(graph),
      }),
    }));
    return new RowKernel(group, FUSED_KERNEL, graph.outputs.length + graph.inputs.length, scalars);
  }

  #runWritten(
    made: readonly [NDArray, ...NDArray[]],
    inputs: readonly NDArray[],
    plain: readonly Plain[],
    gathers: readonly GatherRule[],
    stream: StreamCore,
  ): void {
    const [into] = made;
    const operands = stretched(made, inputs);
    const { shape, strides } = joinAxes(
      into.shape,
      operands.map((one) => one.strides),
    );
    const last = shape.length - 1;
    const walk: Walk = {
      along: strides.map((own): Along => (own[last] === 1 ? "unit" : own[last] === 0 ? "same" : "any")),
      outerAxes: last,
    };
    useStorages(operands, stream, made.length);
    const own = this.#writtenFor(walk).on(stream.device, 32);
    const cut = cutOf(shape[last] as number, into.size / (shape[last] as number), stream.device);
    const numbers = withGathers(plain, gathers, stream);
    own.set({ operands, numbers, cut, sizes: shape.slice(0, last), strides: strides.map(inBytes(operands)) });
    own.launch(launchOf(cut, into.size), stream);
  }

  #writtenFor(walk: Walk): BuiltinKernel<WrittenArguments> {
    const key = `${walk.along.join()} ${walk.outerAxes}`;
    let kernel = this.#written.get(key);
    if (kernel !== undefined) return kernel;
    fusionCounts.made++;
    const graph = this.#graph;
    const graphKernel: GraphKernel = { end: "store", graph, walk };
    const parameters = parametersOf(graphKernel);
    const signature = { parameters, write: writerOf(parameters, graph.scalars.length) };
    const group = lazyGroup(() => ({
      name: `fused.${digestOf(`${this.#key} ${key}`).slice(0, 16)}`,
      graphKernel,
      kernels: [{ name: FUSED_KERNEL, signature, text: "" }],
    }));
    kernel = new BuiltinKernel(group, FUSED_KERNEL, signature);
    this.#written.set(key, kernel);
    return kernel;
  }
}

function unload(kernel: { unload(): void }): void {
  fusionCounts.unloaded++;
  kernel.unload();
}

/** The arrays of a launch, all with the shape of the outputs. */
function stretched(made: readonly [NDArray, ...NDArray[]], inputs: readonly NDArray[]): RowArgument[] {
  const [{ shape }] = made;
  return [...made, ...inputs].map((one) => ({
    storage: one.storage,
    dtype: one.dtype,
    start: one.start,
    strides: broadcastStrides(one.shape, one.strides, shape),
  }));
}

/** How rows are cut into blocks: pieces of long ones, or several short ones. */
interface Cut {
  readonly n: number;
  readonly rows: number;
  readonly piece: number;
  readonly blockRows: number;
  readonly pieces: number;
}

interface WrittenArguments {
  readonly operands: readonly RowArgument[];
  readonly numbers: readonly Plain[];
  readonly cut: Cut;
  readonly sizes: readonly number[];
  readonly strides: readonly (readonly number[])[];
}

type Writer = { setValue(index: number, kind: ParameterKind, value: ParameterValue): void };

function writerOf(kinds: readonly ParameterKind[], scalars: number) {
  return (block: Writer, { operands, numbers, cut, sizes, strides }: WrittenArguments): void => {
    let index = 0;
    const put = (value: ParameterValue): void => {
      block.setValue(index, kinds[index] as ParameterKind, value);
      index++;
    };
    for (const one of operands) put(one);
    for (const size of [cut.n, cut.rows, cut.piece, cut.blockRows, cut.pieces, ...sizes]) put(size);
    // Along the row first, then along the outer axes.
    for (const own of strides) for (const stride of [own.at(-1) as number, ...own.slice(0, -1)]) put(stride);
    for (let at = 0; at < scalars; at++) put(numbers[at]);
  };
}

function inBytes(operands: readonly RowArgument[]) {
  return (own: readonly number[], at: number): readonly number[] =>
    own.map((stride) => stride * dtypes[(operands[at] as RowArgument).dtype].byteLength);
}

function cutOf(n: number, rows: number, device: DeviceCore): Cut {
  const { blockElements } = tuningOf(device);
  const piece = Math.min(n, blockElements);
  const blockRows = Math.max(1, Math.floor(blockElements / n));
  return { n, rows, piece, blockRows, pieces: Math.ceil(n / piece) };
}

function launchOf({ rows, blockRows, pieces }: Cut, work: number): BackendLaunch {
  return {
    grid: [Math.ceil(rows / blockRows) * pieces, 1, 1],
    block: [1, 1, 1],
    sharedBytes: 0,
    cooperative: false,
    cluster: undefined,
    timeoutMs: undefined,
    watch: undefined,
    work,
  };
}

/** An array for the result. */
function resultOf(stream: StreamCore, dtype: DType, shape: Shape, inputs: readonly NDArray[]): NDArray {
  const like = orderOf(shape, inputs);
  return like === undefined ? allocateArray(stream, dtype, shape) : resultLike(stream, dtype, like);
}

/** The strides of what a kernel computes of inputs. */
export function resultStrides(shape: Shape, inputs: readonly NDArray[]): Strides {
  const like = orderOf(shape, inputs);
  return like !== undefined && hasOwnOrder(like) ? like.strides : cStrides(shape);
}

/** The input whose order the result has: that of all that are as large, where they have one. */
function orderOf(shape: Shape, inputs: readonly NDArray[]): NDArray | undefined {
  // Not by size: one without elements may be stretched along another axis.
  const large = inputs.filter((one) => shapesEqual(one.shape, shape));
  const [first] = large;
  return first !== undefined && large.every((one) => hasOneOrder(first, one)) ? first : undefined;
}
