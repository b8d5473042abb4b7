// The routines of the port: work that a device may have a library for. Each may be null, and each says which operands it
// takes; the kernels of the layers above do the rest. Operands are addresses, sizes and distances. The caller orders the
// work: it declares the memory, allocates what a routine works in, and calls `run` when the turn of the work has come. What
// must be there before (handles, plans) is made by the call that tells how much memory is needed, so that `run` may be
// recorded into a graph.

import type { DType } from "../core/dtype.js";
import type { Shape } from "../core/shape.js";
import type { Strides } from "../core/strides.js";
import type { BackendStream } from "./port/streams.js";
import type { Work } from "./port/work.js";

/** What a device has libraries for; null where it has none for that. */
export interface BackendRoutines {
  readonly products: ProductRoutine | null;
  readonly factorizations: FactorizationRoutines | null;
  readonly transforms: TransformRoutine | null;
}

/** Products of matrices. */
export interface ProductRoutine {
  /**
   * Whether it multiplies `count` pairs of matrices m x k and k x n of a dtype. The library is looked for at the first that
   * it would take.
   */
  takes(dtype: DType, m: number, n: number, k: number, count: number): boolean;
  /** Whether it reads the matrices in the last two axes of an array without a copy. */
  takesMatrices(shape: Shape, strides: Strides): boolean;
  /** Makes ready what the work needs, and tells how many bytes it works in. */
  prepare(): number;
  /** Asks `work` whether it can be done, and tells it what became of that. */
  run(product: MatrixProduct, workspace: number, stream: BackendStream, work: Work): void;
}

/** C = A B for every pair of a batch; C is in C order without gaps. */
export interface MatrixProduct {
  readonly type: DType;
  /** "tf32": factors of float32 may be rounded to 11 bits. */
  readonly precision: "float32" | "tf32";
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly a: MatrixSteps;
  readonly b: MatrixSteps;
  readonly parts: readonly ProductPart[];
}

/** Elements between neighboring rows, and between neighboring columns. */
export interface MatrixSteps {
  readonly byRow: number;
  readonly byColumn: number;
}

/** Where two axes of the batch begin, and how far apart their products are; `x` is the inner one. */
export interface ProductPart {
  /** Addresses of the first matrices. */
  readonly c: number;
  readonly a: number;
  readonly b: number;
  readonly x: ProductAxis;
  readonly y: ProductAxis;
}

/** An axis of a batch: its size and the elements between neighbors. C's are one after the other. */
export interface ProductAxis {
  readonly size: number;
  readonly a: number;
  readonly b: number;
}

/** Factorizations of batches of matrices in column order. */
export interface FactorizationRoutines {
  /** Why its work cannot be part of a graph; undefined where it can. */
  readonly notInGraph: string | undefined;
  /** Whether a batch of matrices is work for it; without a library it is too, and `open` tells. */
  takes(batch: number, m: number, n: number): boolean;
  /** Opens the library. @throws UnsupportedError where it is not found. */
  open(): void;
  /** P A = L U in place; `pivots` count from 1. */
  readonly lu: FactorizationRoutine<LuOperands>;
  /** Solves A X = B, or A' X = B, by such factors; X takes the place of B. */
  readonly luSolve: FactorizationRoutine<LuSolveOperands>;
  /** L of A = L L^H in place, from the lower triangle of A. */
  readonly cholesky: FactorizationRoutine<CholeskyOperands>;
  /** R in the upper triangle, in place, and reflectors below it. */
  readonly qr: FactorizationRoutine<QrOperands>;
  /** The columns of Q in the place of reflectors. */
  readonly qrColumns: FactorizationRoutine<QrColumnsOperands>;
  /** Eigenvalues of Hermitian matrices, upwards, from the upper triangle; vectors, if wanted, take its place. */
  readonly eigh: FactorizationRoutine<EighOperands>;
  /** Singular values, downwards; A is overwritten. */
  readonly svd: FactorizationRoutine<SvdOperands>;
}

/** One factorization. */
export interface FactorizationRoutine<Operands extends BatchOperands> {
  /** Makes ready what the work needs; how many elements of the matrices' dtype it works in, undefined for no memory. */
  prepare(operands: Operands): number | undefined;
  /** `workElements` is what `prepare` told. */
  run(operands: Operands, workspace: number, workElements: number, stream: BackendStream): void;
}

/** Where each member of a batch is: the address of the first, and the bytes from one to the next. */
export interface BatchPlace {
  readonly first: number;
  readonly step: number;
}

/** Such a place with the addresses of all members, an int64 for each on the device, where there are several. */
export interface ListedPlace extends BatchPlace {
  readonly list: number | undefined;
}

/** A batch of matrices. */
export interface BatchOperands {
  readonly dtype: "float32" | "float64" | "complex64" | "complex128";
  readonly batch: number;
  /** The matrices, one after the other, each without gaps. */
  readonly a: BatchPlace;
  /** An int32 for each: 0, or what stood against it. */
  readonly info: BatchPlace;
}

export interface LuOperands extends BatchOperands {
  readonly a: ListedPlace;
  readonly n: number;
  readonly pivots: BatchPlace;
}

export interface LuSolveOperands extends LuOperands {
  readonly columns: number;
  readonly isTransposed: boolean;
  readonly b: ListedPlace;
}

export interface CholeskyOperands extends BatchOperands {
  readonly a: ListedPlace;
  readonly n: number;
}

export interface QrOperands extends BatchOperands {
  readonly m: number;
  readonly n: number;
  readonly taus: BatchPlace;
}

/** `columns` of Q by the first `k` reflectors. */
export interface QrColumnsOperands extends BatchOperands {
  readonly m: number;
  readonly columns: number;
  readonly k: number;
  readonly taus: BatchPlace;
}

export interface EighOperands extends BatchOperands {
  readonly n: number;
  readonly wantsVectors: boolean;
  readonly values: BatchPlace;
}

/** A (m x n) = U S V^H; U and V have as many columns as A has singular values where they are thin. Both are written always. */
export interface SvdOperands extends BatchOperands {
  readonly m: number;
  readonly n: number;
  readonly wantsVectors: boolean;
  readonly isThin: boolean;
  readonly values: BatchPlace;
  readonly u: BatchPlace;
  readonly v: BatchPlace;
}

/** Fourier transforms, which are not scaled. */
export interface TransformRoutine {
  /** Whether it does transforms of a kind and length. The library is looked for at the first. */
  takes(kind: TransformKind, n: number): boolean;
  /** Makes ready what transforms of a shape need; undefined on a device that is broken, whose work is dropped. */
  plan(shape: TransformShape): TransformPlan | undefined;
}

/** "complex" to complex; "real" to one half of a spectrum; "half" of a spectrum to real, which may overwrite its input. */
export type TransformKind = "complex" | "real" | "half";

/**
 * Transforms of one kind side by side. Distances are in elements of each side, and not negative; addresses are those of whole
 * complex numbers on both sides.
 */
export interface TransformShape {
  readonly kind: TransformKind;
  readonly isDouble: boolean;
  /** Lengths along up to three axes, and how the sides are embedded: the sizes they have in memory. */
  readonly lengths: readonly number[];
  readonly inSizes: readonly number[];
  readonly outSizes: readonly number[];
  readonly inStep: number;
  readonly inNext: number;
  readonly outStep: number;
  readonly outNext: number;
  readonly batch: number;
}

/** Transforms of one shape, made ready. */
export interface TransformPlan {
  /** How many bytes it works in. */
  readonly workspaceBytes: number;
  run(from: number, into: number, isInverse: boolean, workspace: number, stream: BackendStream): void;
}
