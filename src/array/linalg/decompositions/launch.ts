// Launches kernels over batches of matrices. A batch is an array [batch, rows, columns] in C order, which belongs to the
// decomposition alone, unless it is only read.

import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { dtypes } from "../../../core/dtype.js";
import { allocateArray } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import type { BuiltinKernel } from "../../kernels/builtin-kernel.js";
import { tuningOf } from "../../kernels/builtin-kernel.js";
import { type Pointer, pointerAt } from "../../kernels/pointer.js";
import { widthOf } from "../../kernels/launch-rows.js";
import { kernelsOf } from "./groups.js";
import { packModes } from "./matrix-blocks.js";
import type { MatrixType } from "./matrix-types.js";

/** Matrices in C order, one after the other: [batch, rows, columns]. */
export type Matrices<D extends MatrixType = MatrixType> = NDArray<D>;

/** An array of a launch, which is read or written, from element `at` on. */
type MatrixOperand =
  | { readonly from: NDArray; readonly at?: number }
  | { readonly into: NDArray; readonly at?: number };

/** What a kernel is told, but the range of matrices: arrays are its pointers. */
type MatrixArguments<Arguments> = {
  readonly [N in Exclude<keyof Arguments, "first" | "batch">]: Arguments[N] extends Pointer
    ? MatrixOperand
    : Arguments[N];
};

/** The grid's z axis ends here. */
const MAX_Z = 65_535;

/** Launches a kernel with tiles on the grid's x and y axes, and matrices on z. */
export function launchMatrices<Arguments>(
  kernel: BuiltinKernel<Arguments>,
  stream: StreamCore,
  batch: number,
  tiles: readonly [x: number, y: number],
  args: MatrixArguments<Arguments>,
): void {
  const perBlock = Math.min(tuningOf(stream.device).threadsInStep, batch);
  const own = prepare(kernel, stream, args);
  for (let first = 0; first < batch; first += MAX_Z * perBlock) {
    const blocks = Math.min(MAX_Z, Math.ceil((batch - first) / perBlock));
    own(first, batch, [tiles[0], tiles[1], blocks], [perBlock, 1, 1], workOf(operandsOf(args), batch));
  }
}

/** Launches a kernel whose blocks each work on one matrix, with its tiles on the grid's x axis. */
export function launchBlocks<Arguments>(
  kernel: BuiltinKernel<Arguments>,
  stream: StreamCore,
  batch: number,
  { tiles, threads }: { readonly tiles: number; readonly threads: number },
  args: MatrixArguments<Arguments>,
): void {
  const own = prepare(kernel, stream, args);
  for (let first = 0; first < batch; first += MAX_Z)
    own(first, batch, [tiles, 1, Math.min(MAX_Z, batch - first)], [threads, 1, 1]);
}

/** How {@link pack} copies. */
export interface PackOptions {
  readonly mode?: keyof typeof packModes;
  /** Whether rows become columns. */
  readonly transposed?: boolean;
  readonly conjugated?: boolean;
  /** The rows and columns of the result, where they are not those of the matrix: its upper left part, or more. */
  readonly rows?: number;
  readonly columns?: number;
  /** Where it goes: the upper left part of other matrices. A new array by default. */
  readonly into?: Matrices;
  /** Gets -1 for every matrix with NaN or, of whole ones, infinity, which become zeros there. */
  readonly flags?: NDArray<"int32">;
  /** The largest element of each matrix, where elements are divided by a power of two near it, or multiplied with it. */
  readonly scaling?: { readonly by: NDArray; readonly how: "divide" | "multiply" };
}

/** A copy of matrices: complete, transposed, a triangle, a part, or the Hermitian matrices of a given triangle. */
export function pack<D extends MatrixType>(
  stream: StreamCore,
  from: Matrices<D>,
  options: PackOptions = {},
): Matrices<D> {
  const [batch = 0, m = 0, n = 0] = from.shape;
  const { mode = "all", transposed = false, conjugated = false } = options;
  const { rows = transposed ? n : m, columns = transposed ? m : n } = options;
  const into =
    (options.into as Matrices<D> | undefined) ?? allocateArray(stream, from.dtype, [batch, rows, columns]);
  const [, , ldo = 0] = into.shape;
  launchPack(stream, into, from, [rows, columns, ldo, into.size / Math.max(batch, 1)], {
    strides: [transposed ? 1 : n, transposed ? n : 1, m * n],
    mode,
    conjugated,
    flags: options.flags,
    scaling: options.scaling,
  });
  return into;
}

/** Matrices with ones on the diagonal. */
export function identity<D extends MatrixType>(
  stream: StreamCore,
  dtype: D,
  batch: number,
  rows: number,
  columns: number,
): Matrices<D> {
  const into = allocateArray(stream, dtype, [batch, rows, columns]);
  const place: Place = [rows, columns, columns, rows * columns];
  launchPack(stream, into, into, place, {
    strides: [0, 0, 0],
    mode: "identity",
    conjugated: false,
    flags: undefined,
    scaling: undefined,
  });
  return into;
}

type Place = readonly [rows: number, columns: number, ldo: number, next: number];

function launchPack(
  stream: StreamCore,
  into: Matrices,
  from: Matrices,
  [rows, columns, ldo, next]: Place,
  how: {
    readonly strides: readonly [number, number, number];
    readonly mode: keyof typeof packModes;
    readonly conjugated: boolean;
    readonly flags: NDArray<"int32"> | undefined;
    readonly scaling: PackOptions["scaling"] | undefined;
  },
): void {
  const [batch = 0] = into.shape;
  if (batch * rows * columns === 0) return;
  const [row, column, nextIn] = how.strides;
  const own = prepare(kernelsOf(into.dtype).pack, stream, {
    out: { into },
    in: { from },
    flags: { into: how.flags ?? into },
    largest: { from: how.scaling?.by ?? into },
    m: rows,
    n: columns,
    ldo,
    next_out: next,
    row,
    column,
    next_in: nextIn,
    mode: packModes[how.mode],
    imaginary: how.conjugated ? -1 : 1,
    flagging: how.flags === undefined ? 0 : 1,
    scaling: how.scaling === undefined ? 0 : how.scaling.how === "divide" ? 1 : 2,
  });
  const [x, y] = tuningOf(stream.device).blockTile;
  for (let first = 0; first < batch; first += MAX_Z) {
    const grid = [Math.ceil(columns / x), Math.ceil(rows / y), Math.min(MAX_Z, batch - first)] as const;
    own(first, batch, grid, [x, y, 1]);
  }
}

/** About how many numbers a launch multiplies: decompositions of n x n matrices take n^3 steps at most. */
function workOf(operands: readonly MatrixOperand[], batch: number): number {
  const most = Math.max(0, ...operands.map((one) => arrayOf(one).size));
  return most * Math.sqrt(most / batch);
}

function operandsOf(args: object): readonly MatrixOperand[] {
  return Object.values(args).filter((one): one is MatrixOperand => typeof one === "object");
}

function arrayOf(operand: MatrixOperand): NDArray {
  return "into" in operand ? operand.into : operand.from;
}

function pointerOf(operand: MatrixOperand): Pointer {
  const array = arrayOf(operand);
  return pointerAt(array, (operand.at ?? 0) * dtypes[array.dtype].byteLength);
}

type Launcher = (
  first: number,
  batch: number,
  grid: readonly [number, number, number],
  block: readonly [number, number, number],
  work?: number,
) => void;

function prepare<Arguments>(
  kernel: BuiltinKernel<Arguments>,
  stream: StreamCore,
  args: MatrixArguments<Arguments>,
): Launcher {
  const operands = operandsOf(args);
  for (const one of operands) arrayOf(one).storage.use(stream, "into" in one ? "write" : "read");
  const own = kernel.on(stream.device, widthOf(stream.device, operands.map(arrayOf)));
  const values = Object.fromEntries(
    Object.entries<unknown>(args).map(([name, one]) => [
      name,
      typeof one === "object" ? pointerOf(one as MatrixOperand) : one,
    ]),
  );
  return (first, batch, grid, block, work) => {
    own.set({ ...values, first, batch } as Arguments);
    // Algorithms that end by themselves need no limit of time.
    const rest = {
      sharedBytes: 0,
      cooperative: false,
      cluster: undefined,
      timeoutMs: 0,
      work,
      watch: undefined,
    };
    own.launch({ grid, block, ...rest }, stream);
  };
}
