// Launches row kernels over arrays of one shape and any strides. It chooses the variant that fits, maps three axes to the grid,
// and iterates over any remaining axes with one launch each.

import type { BackendLaunch, KernelTuning } from "../../backend/backend.js";
import { type DType, dtypes } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import type { Strides } from "../../core/strides.js";
import type { DeviceCore, StreamCore } from "../../runtime/order/stream-core.js";
import type { Storage } from "../../runtime/memory/storage.js";
import { type Axes, joinAxes } from "./axes.js";
import { BuiltinKernel, type BuiltinKernelOnDevice, tuningOf } from "./builtin-kernel.js";
import type { Pointer } from "./pointer.js";
import type { KernelGroup } from "./kernel-group.js";
import type { IndexWidth, ParameterKind } from "../../compiler/elements/parameters.js";
import { rowSignature, type RowValues } from "./row-kernel.js";
import type { RowPlan } from "./row-plans.js";

/** A row kernel, whose parameters are {@link RowValues}. */
export type UnitKernel<Scalars extends string = never> = BuiltinKernel<RowValues<Scalars>>;
/** The values of scalar parameters, by name. */
export type Scalars<Names extends string> = RowValues<Names>["scalars"];

/** A row kernel for contiguous elements, with this many operands and some scalars. */
export function unitKernelOf<Names extends string = never>(
  group: () => KernelGroup,
  name: string,
  operands: number,
  scalars: { readonly [S in Names]: ParameterKind },
): UnitKernel<Names> {
  return new BuiltinKernel(group, `${name}_u`, rowSignature("u", operands, scalars));
}

/** Both variants of a row kernel. */
export class RowKernel<Names extends string = never> {
  readonly unit: UnitKernel<Names>;
  readonly strided: UnitKernel<Names>;

  constructor(
    group: () => KernelGroup,
    name: string,
    operands: number,
    scalars: { readonly [S in Names]: ParameterKind },
  ) {
    this.unit = unitKernelOf(group, name, operands, scalars);
    this.strided = new BuiltinKernel(group, `${name}_x`, rowSignature("x", operands, scalars));
  }
}

/** An array of a launch: its memory, the position of its first element, and its strides for the shape of the launch. */
export interface RowArgument {
  readonly storage: Storage;
  readonly dtype: DType;
  readonly start: number;
  readonly strides: Strides;
}

/** Launches a `u` variant over arrays that all lie in C order, or all in the same other order without gaps. */
export function launchUnit<Names extends string>(
  kernel: UnitKernel<Names>,
  size: number,
  operands: readonly RowArgument[],
  stream: StreamCore,
  scalars: Scalars<Names>,
  outputs = 1,
): void {
  if (size === 0) return;
  useStorages(operands, stream, outputs);
  const own = kernel.on(stream.device, widthOf(stream.device, operands));
  own.set({ n: size, rows: 1, apart: 0, operands, steps: undefined, scalars });
  const tuning = tuningOf(stream.device);
  own.launch(flatLaunch(size, tuning, elementsOfThread(operands, tuning)), stream);
}

/** Launches over `size` elements that were made before, by the place of their size. A power of 2. */
const FLAT_PLACES = 256;
const flatLaunches: (FlatLaunch | undefined)[] = Array.from({ length: FLAT_PLACES }, () => undefined);

interface FlatLaunch {
  readonly size: number;
  readonly tuning: KernelTuning;
  readonly own: number;
  readonly launch: BackendLaunch;
}

/** The launch of a `u` variant over one row: sizes come again and again. */
function flatLaunch(size: number, tuning: KernelTuning, own: number): BackendLaunch {
  const place = (size ^ (size >>> 8) ^ (size >>> 16)) & (FLAT_PLACES - 1);
  const found = flatLaunches[place];
  if (found !== undefined && found.size === size && found.tuning === tuning && found.own === own)
    return found.launch;
  const launch = rowLaunch(size, 1, 1, tuning, own);
  flatLaunches[place] = { size, tuning, own, launch };
  return launch;
}

/** How many elements a thread of a `u` variant takes, as `ownElements` of row-kernel.ts has it. */
function elementsOfThread(operands: readonly RowArgument[], { elementsPerThread }: KernelTuning): number {
  if (elementsPerThread === 1) return 1;
  for (const { dtype } of operands) if (dtypes[dtype].byteLength > 2) return elementsPerThread;
  return Math.max(elementsPerThread, NARROW_ELEMENTS);
}

/**
 * Launches a `u` variant over arrays that are contiguous along the last axis of `shape` and have any strides along the others. The
 * first argument is the output. Returns the plan if one launch was enough.
 */
export function launchUnitRows<Names extends string>(
  kernel: UnitKernel<Names>,
  shape: Shape,
  operands: readonly RowArgument[],
  stream: StreamCore,
  scalars: Scalars<Names>,
): RowPlan | undefined {
  if (shape.includes(0)) return undefined;
  useStorages(operands, stream);
  const argumentsOf = (part: RowPart): RowValues<Names> => rowValues(part, scalars);
  const kernels = { unit: kernel, strided: undefined };
  return new RowLaunch(kernels, shape, operands, stream, argumentsOf, false).run();
}

/** Launches a row kernel with a plan. The first argument is the output. */
export function launchPlan<Names extends string>(
  kernel: RowKernel<Names>,
  { isUnit, n, rows, apart, steps, launch }: RowPlan,
  operands: readonly RowArgument[],
  stream: StreamCore,
  scalars: Scalars<Names>,
): void {
  useStorages(operands, stream);
  const own = (isUnit ? kernel.unit : kernel.strided).on(stream.device, widthOf(stream.device, operands));
  own.set({ n, rows, apart, operands, steps, scalars });
  own.launch(launch, stream);
}

/**
 * Launches a row kernel over arrays of any strides. The first arguments are the outputs. Returns the plan if one launch was
 * enough.
 */
export function launchRows<Names extends string>(
  kernel: RowKernel<Names>,
  shape: Shape,
  operands: readonly RowArgument[],
  stream: StreamCore,
  scalars: Scalars<Names>,
  outputs = 1,
): RowPlan | undefined {
  if (shape.includes(0)) return undefined;
  useStorages(operands, stream, outputs);
  const argumentsOf = (part: RowPart): RowValues<Names> => rowValues(part, scalars);
  return new RowLaunch(kernel, shape, operands, stream, argumentsOf, false).run();
}

function rowValues<Names extends string>(
  { n, rows, apart, operands, steps }: RowPart,
  scalars: Scalars<Names>,
): RowValues<Names> {
  return { n, rows, apart, operands, steps, scalars };
}

/**
 * Launches an `x` variant over an output without gaps, inputs with the same layout, and single elements that are broadcast: one
 * axis, so nothing needs to be computed first.
 */
export function launchFlat<Names extends string>(
  kernel: UnitKernel<Names>,
  into: RowArgument & { readonly size: number },
  inputs: readonly (RowArgument & { readonly size: number })[],
  stream: StreamCore,
  scalars: Scalars<Names>,
): void {
  const { size } = into;
  if (size === 0) return;
  const operands: (RowArgument & { readonly size: number })[] = [into, ...inputs];
  useStorages(operands, stream);
  const steps: number[] = [];
  for (const one of operands) steps.push(one.size === size ? 1 : 0, 0, 0);
  const own = kernel.on(stream.device, widthOf(stream.device, operands));
  const tuning = tuningOf(stream.device);
  const several = tuning.elementsPerThread;
  const apart = several > 1 && isLong(size, tuning) ? tuning.blockThreads : 0;
  own.set({ n: size, rows: 1, apart, operands, steps, scalars });
  const isTall = several > 1 && apart === 0;
  own.launch(
    isTall ? tallLaunch(size, 1, 1, tuning, several) : rowLaunch(size, 1, 1, tuning, several),
    stream,
  );
}

/** One launch of rows: sizes, and for each operand its start and its strides along x, y and z. */
export interface RowPart {
  readonly n: number;
  readonly rows: number;
  /** How far the elements of a thread are apart along x; 0 where they are in different rows. */
  readonly apart: number;
  readonly operands: readonly NonNullable<Pointer>[];
  readonly steps: readonly number[];
}

/**
 * Launches a kernel that iterates over rows itself. Threads along x take elements, threads along y take rows (several in each
 * block), and z holds more rows. Axes follow the order of the first operand. The caller has declared the storages.
 */
export function launchStrided<Arguments>(
  kernel: BuiltinKernel<Arguments>,
  shape: Shape,
  operands: readonly RowArgument[],
  stream: StreamCore,
  argumentsOf: (part: RowPart) => Arguments,
  blockThreads: number = tuningOf(stream.device).blockThreads,
): void {
  if (shape.includes(0)) return;
  const kernels = { unit: undefined, strided: kernel };
  new RowLaunch(kernels, shape, operands, stream, argumentsOf, true, blockThreads).run();
}

/** Declares the storages of a launch to the stream; the first `outputs` of them are written. */
export function useStorages(operands: readonly RowArgument[], stream: StreamCore, outputs = 1): void {
  for (let k = 0; k < operands.length; k++) {
    (operands[k] as RowArgument).storage.use(stream, k < outputs ? "write" : "read");
  }
}

/**
 * The index width of a launch: arrays with offsets of 2^31 elements and more need 64 bits, if addresses have room for such arrays.
 */
export function widthOf(device: DeviceCore, operands: readonly RowArgument[]): IndexWidth {
  for (const { storage, dtype } of operands) {
    if (storage.byteLength >= 2 ** 31 * dtypes[dtype].byteLength) return device.backend.addressBits;
  }
  return 32;
}

const MAX_GRID_Y = 65_535;
/** An x axis shorter than this wastes threads when another axis is longer. */
export const SHORT_ROW = 32;
/** Elements of a thread where no array has more than 2 bytes for one. */
const NARROW_ELEMENTS = 8;
/** Rows shorter than this leave threads of a block idle that takes vectors along them. */
const VECTOR_ROW = 1024;

/** One operation that may need several launches. */
class RowLaunch<Arguments> {
  readonly #own: BuiltinKernelOnDevice<Arguments>;
  readonly #operands: readonly RowArgument[];
  readonly #starts: number[];
  readonly #axes: Axes;
  readonly #isUnit: boolean;
  /** Whether a block may have several rows. */
  readonly #isTall: boolean;
  /** Whether a thread takes several elements of any strides. */
  readonly #isSeveral: boolean;
  readonly #stream: StreamCore;
  readonly #argumentsOf: (part: RowPart) => Arguments;
  readonly #tuning: KernelTuning;
  /** Axes that the grid has, x first, and those left for the host. */
  readonly #grid: readonly number[];
  readonly #rest: readonly number[];
  #launches = 0;
  /** That of the last launch. */
  #plan: RowPlan | undefined;

  constructor(
    kernel: {
      readonly unit: BuiltinKernel<Arguments> | undefined;
      readonly strided: BuiltinKernel<Arguments> | undefined;
    },
    whole: Shape,
    operands: readonly RowArgument[],
    stream: StreamCore,
    argumentsOf: (part: RowPart) => Arguments,
    isTall: boolean,
    blockThreads?: number,
  ) {
    const axes = joinAxes(
      whole,
      operands.map((operand) => operand.strides),
    );
    const tuning = tuningOf(stream.device);
    this.#tuning = blockThreads === undefined ? tuning : { ...tuning, blockThreads };
    const { shape, strides } = axes;
    const last = shape.length - 1;
    const longest = shape.indexOf(Math.max(...shape));
    const { unit, strided } = kernel;
    this.#isTall = isTall;
    const isSeveral = !isTall && tuning.elementsPerThread > 1;
    const canBeShort = (isTall || isSeveral) && rowsPerBlock(shape[last] as number, this.#tuning) > 1;
    const isLong = strided === undefined || canBeShort || (shape[last] as number) >= SHORT_ROW;
    const x = isLong ? last : longest;
    const others: number[] = [];
    for (let axis = 0; axis < shape.length; axis++) if (axis !== x) others.push(axis);
    if (others.length > 1) others.sort((a, b) => (shape[b] as number) - (shape[a] as number));
    this.#axes = axes;
    this.#operands = operands;
    this.#starts = operands.map((operand) => operand.start);
    this.#stream = stream;
    this.#argumentsOf = argumentsOf;
    this.#grid = [x, ...others.slice(0, 2)];
    this.#rest = others.slice(2);
    const isWorthVectors =
      strided === undefined || !isSeveral || shape.length === 1 || (shape[x] as number) >= VECTOR_ROW;
    this.#isUnit = unit !== undefined && strides.every((own) => own[x] === 1) && isWorthVectors;
    this.#isSeveral = isSeveral && !this.#isUnit;
    const variant = this.#isUnit ? unit : strided;
    if (variant === undefined) throw new Error("internal: a kernel for elements side by side got others");
    this.#own = variant.on(stream.device, widthOf(stream.device, operands));
  }

  /** Launches all of it; the plan where that was one launch. */
  run(): RowPlan | undefined {
    this.#walk();
    return this.#launches === 1 ? this.#plan : undefined;
  }

  #walk(depth = 0): void {
    const axis = this.#rest[depth];
    if (axis === undefined) {
      this.#launchGrid();
      return;
    }
    const size = this.#axes.shape[axis] as number;
    for (let index = 0; index < size; index++) {
      this.#walk(depth + 1);
      this.#advance(axis, 1);
    }
    this.#advance(axis, -size);
  }

  #launchGrid(): void {
    const sizes = this.#grid.map((axis) => this.#axes.shape[axis] as number);
    const [x = 1, y = 1, z = 1] = sizes;
    const rows = MAX_GRID_Y * this.#rowsOf(x);
    for (let fromZ = 0; fromZ < z; fromZ += MAX_GRID_Y) {
      for (let fromY = 0; fromY < y; fromY += rows) {
        this.#launchPart(x, Math.min(rows, y - fromY), Math.min(MAX_GRID_Y, z - fromZ), fromY, fromZ);
      }
    }
  }

  #launchPart(x: number, y: number, z: number, fromY: number, fromZ: number): void {
    const starts: NonNullable<Pointer>[] = [];
    const steps: number[] = [];
    for (let k = 0; k < this.#operands.length; k++) {
      const bytes = dtypes[(this.#operands[k] as RowArgument).dtype].byteLength;
      const stepY = this.#stride(k, 1);
      const stepZ = this.#stride(k, 2);
      starts.push({ start: (this.#starts[k] as number) + (fromY * stepY + fromZ * stepZ) * bytes });
      steps.push(this.#stride(k, 0), stepY, stepZ);
    }
    const tuning = this.#tuning;
    const apart = this.#isSeveral && isLong(x, tuning) ? tuning.blockThreads : 0;
    const launch = this.#launchOf(x, y, z);
    this.#own.set(this.#argumentsOf({ n: x, rows: y, apart, operands: starts, steps }));
    this.#own.launch(launch, this.#stream);
    this.#launches++;
    this.#plan = { isUnit: this.#isUnit, n: x, rows: y, apart, steps, launch };
  }

  #launchOf(x: number, y: number, z: number): BackendLaunch {
    const tuning = this.#tuning;
    if (this.#isTall) return tallLaunch(x, y, z, tuning);
    if (this.#isUnit) return rowLaunch(x, y, z, tuning, elementsOfThread(this.#operands, tuning));
    if (!this.#isSeveral) return rowLaunch(x, y, z, tuning);
    if (isLong(x, tuning)) return rowLaunch(x, y, z, tuning, tuning.elementsPerThread);
    return tallLaunch(x, y, z, tuning, tuning.elementsPerThread);
  }

  /** Rows of a block. */
  #rowsOf(x: number): number {
    const tuning = this.#tuning;
    if (this.#isSeveral && !isLong(x, tuning)) return rowsPerBlock(x, tuning) * tuning.elementsPerThread;
    return this.#isTall ? rowsPerBlock(x, tuning) : 1;
  }

  #stride(operand: number, gridAxis: number): number {
    const axis = this.#grid[gridAxis];
    return axis === undefined ? 0 : (this.#axes.strides[operand]?.[axis] ?? 0);
  }

  #advance(axis: number, steps: number): void {
    for (let k = 0; k < this.#starts.length; k++) {
      const bytes = dtypes[(this.#operands[k] as RowArgument).dtype].byteLength;
      this.#starts[k] = (this.#starts[k] as number) + steps * (this.#axes.strides[k]?.[axis] ?? 0) * bytes;
    }
  }
}

/** A launch of `x` elements along x, of which each thread takes `own`, with `y` and `z` rows. */
export function rowLaunch(
  x: number,
  y: number,
  z: number,
  { blockThreads }: KernelTuning,
  own = 1,
): BackendLaunch {
  return {
    grid: [Math.ceil(x / (blockThreads * own)), y, z],
    block: [blockThreads, 1, 1],
    sharedBytes: 0,
    cooperative: false,
    cluster: undefined,
    timeoutMs: undefined,
    watch: undefined,
    work: x * y * z,
  };
}

/** Whether rows are so long that a block has one of them, and its threads several elements of it. */
function isLong(x: number, { blockThreads }: KernelTuning): boolean {
  return x > 2 * blockThreads;
}

/** The same, with as many rows in a block as fill it; a thread has elements in `times` of them. */
function tallLaunch(x: number, y: number, z: number, tuning: KernelTuning, times = 1): BackendLaunch {
  const rows = rowsPerBlock(x, tuning);
  const threads = tuning.blockThreads / rows;
  return {
    ...rowLaunch(x, y, z, tuning),
    grid: [Math.ceil(x / threads), Math.ceil(y / (rows * times)), z],
    block: [threads, rows, 1],
  };
}

/** How many rows of `x` elements a block has: a power of 2. */
function rowsPerBlock(x: number, { worker, blockThreads }: KernelTuning): number {
  const forms = { thread: 1, team: Math.max(1, blockThreads / 2 ** Math.ceil(Math.log2(x))) } as const;
  return forms[worker];
}
