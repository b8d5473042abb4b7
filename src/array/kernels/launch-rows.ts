// Launches row kernels over arrays of one shape and any strides: takes the variant that fits, gives three axes to the grid
// and walks through the rest, if there is any, launch by launch.

import type { BackendLaunch, KernelTuning } from "../../backend/backend.js";
import { pointerSize } from "../../cdecl/layout.js";
import { type DType, dtypes } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import type { Strides } from "../../core/strides.js";
import type { DeviceCore } from "../../runtime/device.js";
import type { Storage } from "../../runtime/storage.js";
import type { StreamCore } from "../../runtime/stream-core.js";
import { type Axes, joinAxes } from "./axes.js";
import { BuiltinKernel, type KernelOnDevice, tuningOf } from "./builtin-kernel.js";
import type { KernelGroup } from "./kernel-group.js";
import type { IndexWidth } from "./parameter-writer.js";

/** Both variants of a row kernel. */
export class RowKernel {
  readonly unit: BuiltinKernel;
  readonly strided: BuiltinKernel;

  constructor(group: () => KernelGroup, name: string) {
    this.unit = new BuiltinKernel(group, `${name}_u`);
    this.strided = new BuiltinKernel(group, `${name}_x`);
  }
}

/** An array of a launch: where its first element is, and its strides for the shape of the launch. */
export interface RowArgument {
  readonly storage: Storage;
  readonly dtype: DType;
  readonly start: number;
  readonly strides: Strides;
}

/** Writes the parameters after the strides; `first` is the index of the first one. */
export type ScalarWriter = (kernel: KernelOnDevice, first: number) => void;

/** Launches a `u` variant over arrays that all lie in C order, or all in one other order without gaps. */
export function launchUnit(
  kernel: BuiltinKernel,
  size: number,
  operands: readonly RowArgument[],
  stream: StreamCore,
  writeScalars?: ScalarWriter,
): void {
  if (size === 0) return;
  useStorages(operands, stream);
  const own = kernel.on(stream.device, widthOf(stream.device, operands));
  const count = operands.length;
  own.setSize(count, size);
  for (let k = 0; k < count; k++) {
    own.setPointer(k, (operands[k] as RowArgument).start);
    own.setStride(count + 1 + 2 * k, 0);
    own.setStride(count + 2 + 2 * k, 0);
  }
  writeScalars?.(own, count + 1 + 2 * count);
  own.launch(rowLaunch(size, 1, 1, tuningOf(stream.device), true), stream);
}

/**
 * Launches a `u` variant over arrays that lie side by side along the last axis of `shape` and have any strides along the
 * others. The first argument is the output.
 */
export function launchUnitRows(
  kernel: BuiltinKernel,
  shape: Shape,
  operands: readonly RowArgument[],
  stream: StreamCore,
  writeScalars?: ScalarWriter,
): void {
  if (shape.includes(0)) return;
  useStorages(operands, stream);
  const axes = joinAxes(
    shape,
    operands.map((operand) => operand.strides),
  );
  new RowLaunch({ unit: kernel, strided: undefined }, axes, operands, stream, writeScalars).run();
}

/** Launches a row kernel over arrays of any strides. The first argument is the output. */
export function launchRows(
  kernel: RowKernel,
  shape: Shape,
  operands: readonly RowArgument[],
  stream: StreamCore,
  writeScalars?: ScalarWriter,
): void {
  if (shape.includes(0)) return;
  useStorages(operands, stream);
  const axes = joinAxes(
    shape,
    operands.map((operand) => operand.strides),
  );
  new RowLaunch(kernel, axes, operands, stream, writeScalars).run();
}

/**
 * Launches a kernel that has the parameters of an `x` variant, with the number of rows along y after that of elements along
 * x, but may use its operands otherwise. Its blocks may have several rows. Axes are walked in the order of the first
 * argument. The caller has told the storages.
 */
export function launchStrided(
  kernel: BuiltinKernel,
  shape: Shape,
  operands: readonly RowArgument[],
  stream: StreamCore,
  writeScalars: ScalarWriter,
  blockThreads: number = tuningOf(stream.device).blockThreads,
): void {
  if (shape.includes(0)) return;
  const axes = joinAxes(
    shape,
    operands.map((operand) => operand.strides),
  );
  const kernels = { unit: undefined, strided: kernel };
  new RowLaunch(kernels, axes, operands, stream, writeScalars, blockThreads).run();
}

/** Tells the storages of a launch that the stream uses them; the first one is written. */
export function useStorages(operands: readonly RowArgument[], stream: StreamCore): void {
  for (let k = 0; k < operands.length; k++) {
    (operands[k] as RowArgument).storage.use(stream, k === 0 ? "write" : "read");
  }
}

/** Offsets of 2^31 elements and more need wide indices, where addresses have room for such arrays. */
export function widthOf(device: DeviceCore, operands: readonly RowArgument[]): IndexWidth {
  for (const { storage, dtype } of operands) {
    if (storage.byteLength >= 2 ** 31 * dtypes[dtype].byteLength)
      return pointerSize(device.backend.dataModel) === 8 ? 64 : 32;
  }
  return 32;
}

const MAX_GRID_Y = 65_535;
/** An x axis shorter than this wastes threads when another axis is longer. */
export const SHORT_ROW = 32;

/** One operation that may need several launches. */
class RowLaunch {
  readonly #own: KernelOnDevice;
  readonly #operands: readonly RowArgument[];
  readonly #starts: number[];
  readonly #axes: Axes;
  readonly #isUnit: boolean;
  /** Whether a block may have several rows. */
  readonly #isTall: boolean;
  readonly #stream: StreamCore;
  readonly #writeScalars: ScalarWriter | undefined;
  readonly #tuning: KernelTuning;
  /** Axes that the grid has, x first, and those left for the host. */
  readonly #grid: readonly number[];
  readonly #rest: readonly number[];

  constructor(
    kernel: { readonly unit: BuiltinKernel | undefined; readonly strided: BuiltinKernel | undefined },
    axes: Axes,
    operands: readonly RowArgument[],
    stream: StreamCore,
    writeScalars: ScalarWriter | undefined,
    blockThreads?: number,
  ) {
    const tuning = tuningOf(stream.device);
    this.#tuning = blockThreads === undefined ? tuning : { ...tuning, blockThreads };
    const { shape, strides } = axes;
    const last = shape.length - 1;
    const longest = shape.indexOf(Math.max(...shape));
    const { unit, strided } = kernel;
    this.#isTall = unit === undefined;
    const canBeShort = this.#isTall && tuning.threadsInStep > 1;
    const isLong = strided === undefined || canBeShort || (shape[last] as number) >= SHORT_ROW;
    const x = isLong ? last : longest;
    const others = shape.map((_, axis) => axis).filter((axis) => axis !== x);
    others.sort((a, b) => (shape[b] as number) - (shape[a] as number));
    this.#axes = axes;
    this.#operands = operands;
    this.#starts = operands.map((operand) => operand.start);
    this.#stream = stream;
    this.#writeScalars = writeScalars;
    this.#grid = [x, ...others.slice(0, 2)];
    this.#rest = others.slice(2);
    this.#isUnit = unit !== undefined && strides.every((own) => own[x] === 1);
    const variant = this.#isUnit ? unit : strided;
    if (variant === undefined) throw new Error("internal: a kernel for elements side by side got others");
    this.#own = variant.on(stream.device, widthOf(stream.device, operands));
  }

  run(depth = 0): void {
    const axis = this.#rest[depth];
    if (axis === undefined) {
      this.#launchGrid();
      return;
    }
    const size = this.#axes.shape[axis] as number;
    for (let index = 0; index < size; index++) {
      this.run(depth + 1);
      this.#advance(axis, 1);
    }
    this.#advance(axis, -size);
  }

  #launchGrid(): void {
    const sizes = this.#grid.map((axis) => this.#axes.shape[axis] as number);
    const [x = 1, y = 1, z = 1] = sizes;
    const rows = MAX_GRID_Y * (this.#isTall ? rowsPerBlock(x, this.#tuning) : 1);
    for (let fromZ = 0; fromZ < z; fromZ += MAX_GRID_Y) {
      for (let fromY = 0; fromY < y; fromY += rows) {
        this.#launchPart(x, Math.min(rows, y - fromY), Math.min(MAX_GRID_Y, z - fromZ), fromY, fromZ);
      }
    }
  }

  #launchPart(x: number, y: number, z: number, fromY: number, fromZ: number): void {
    const own = this.#own;
    const count = this.#operands.length;
    const perOperand = this.#isUnit ? 2 : 3;
    const sizes = this.#isTall ? 2 : 1;
    own.setSize(count, x);
    if (this.#isTall) own.setSize(count + 1, y);
    for (let k = 0; k < count; k++) {
      const bytes = dtypes[(this.#operands[k] as RowArgument).dtype].byteLength;
      const stepY = this.#stride(k, 1);
      const stepZ = this.#stride(k, 2);
      own.setPointer(k, (this.#starts[k] as number) + (fromY * stepY + fromZ * stepZ) * bytes);
      let index = count + sizes + perOperand * k;
      if (!this.#isUnit) own.setStride(index++, this.#stride(k, 0));
      own.setStride(index++, stepY);
      own.setStride(index, stepZ);
    }
    this.#writeScalars?.(own, count + sizes + perOperand * count);
    const tuning = this.#tuning;
    const launch = this.#isTall ? tallLaunch(x, y, z, tuning) : rowLaunch(x, y, z, tuning, this.#isUnit);
    own.launch(launch, this.#stream);
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

/** A launch of `x` elements along x, `y` and `z` rows. */
export function rowLaunch(
  x: number,
  y: number,
  z: number,
  tuning: KernelTuning,
  isUnit: boolean,
): BackendLaunch {
  const { blockThreads, elementsPerThread } = tuning;
  const perBlock = isUnit ? blockThreads * elementsPerThread : blockThreads;
  return {
    grid: [Math.ceil(x / perBlock), y, z],
    block: [blockThreads, 1, 1],
    sharedBytes: 0,
    cooperative: false,
    cluster: undefined,
    timeoutMs: undefined,
    work: x * y * z,
  };
}

/** The same, with as many rows in a block as fill it. */
function tallLaunch(x: number, y: number, z: number, tuning: KernelTuning): BackendLaunch {
  const rows = rowsPerBlock(x, tuning);
  const threads = tuning.blockThreads / rows;
  return {
    ...rowLaunch(x, y, z, tuning, false),
    grid: [Math.ceil(x / threads), Math.ceil(y / rows), z],
    block: [threads, rows, 1],
  };
}

/** How many rows of `x` elements a block has: a power of 2. */
function rowsPerBlock(x: number, { blockThreads, threadsInStep }: KernelTuning): number {
  if (threadsInStep === 1) return 1;
  return Math.max(1, blockThreads / 2 ** Math.ceil(Math.log2(x)));
}
