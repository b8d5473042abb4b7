// The routines of the port: work that a device may have a library for. A routine may be null, and each tells which operands it
// accepts; kernels of the layers above handle the others. Operands are addresses, sizes and strides. The caller declares the
// memory, allocates the workspace and calls `run` in the order of the stream. Handles and plans are created by the call that
// returns the workspace size, so `run` can be recorded into a graph.

import type { DType } from "../core/dtype.js";
import type { Shape } from "../core/shape.js";
import type { Strides } from "../core/strides.js";
import type { BackendStream } from "./port/streams.js";
import type { Work } from "./port/work.js";

/** The routines of a device; null for those that it has no library for. */
export interface BackendRoutines {
  readonly products: ProductRoutine | null;
  readonly factorizations: FactorizationRoutines | null;
  readonly transforms: TransformRoutine | null;
}

/** Matrix products. */
export interface ProductRoutine {
  /**
   * Whether it multiplies `count` pairs of matrices m x k and k x n of a dtype. The library is opened at the first product that it
   * would accept.
   */
  takes(dtype: DType, m: number, n: number, k: number, count: number): boolean;
  /** Whether it accepts the matrices in the last two axes of an array without a copy. */
  takesMatrices(shape: Shape, strides: Strides): boolean;
  /** Creates what the products need and returns the size of the workspace in bytes. */
  prepare(): number;
  /** Computes the product, and reports success or failure to `work`. */
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

/** A part of the batch: two axes of it, and the addresses of its first matrices. `x` is the inner axis. */
export interface ProductPart {
  /** Addresses of the first matrices. */
  readonly c: number;
  readonly a: number;
  readonly b: number;
  readonly x: ProductAxis;
  readonly y: ProductAxis;
}

/** An axis of a batch: its size, and the elements between neighboring matrices of A and B. The matrices of C are contiguous. */
export interface ProductAxis {
  readonly size: number;
  readonly a: number;
  readonly b: number;
}

/** Factorizations of batches of matrices in column order. */
export interface FactorizationRoutines {
  /** Why its work cannot be recorded into a graph; undefined if it can. */
  readonly notInGraph: string | undefined;
  /**
   * Whether it should factorize such a batch. The answer does not depend on whether the library is installed; `open` throws if it
   * is not.
   */
  takes(batch: number, m: number, n: number): boolean;
  /** Opens the library. @throws UnsupportedError if it is not found. */
  open(): void;
  /** P A = L U in place; `pivots` count from 1. */
  readonly lu: FactorizationRoutine<LuOperands>;
  /** Solves A X = B, or A' X = B, from the factors of `lu`; X overwrites B. */
  readonly luSolve: FactorizationRoutine<LuSolveOperands>;
  /** L of A = L L^H in place, from the lower triangle of A. */
  readonly cholesky: FactorizationRoutine<CholeskyOperands>;
  /** R in the upper triangle, in place, and reflectors below it. */
  readonly qr: FactorizationRoutine<QrOperands>;
  /** The columns of Q, which overwrite the reflectors. */
  readonly qrColumns: FactorizationRoutine<QrColumnsOperands>;
  /**
   * Eigenvalues of Hermitian matrices in ascending order, from the upper triangle; eigenvectors, if wanted, overwrite the matrix.
   */
  readonly eigh: FactorizationRoutine<EighOperands>;
  /** Singular values in descending order; A is overwritten. */
  readonly svd: FactorizationRoutine<SvdOperands>;
}

/** One factorization. */
export interface FactorizationRoutine<Operands extends BatchOperands> {
  /** Creates what the work needs and returns the workspace size in elements of the matrices' dtype; undefined if it needs none. */
  prepare(operands: Operands): number | undefined;
  /** Computes the factorization; `workElements` is the result of `prepare`. */
  run(operands: Operands, workspace: number, workElements: number, stream: BackendStream): void;
}

/** The addresses of a batch: that of the first member, and the bytes from one to the next. */
export interface BatchPlace {
  readonly first: number;
  readonly step: number;
}

/** The same with `list`, the device address of an int64 array with the address of each member, if there are several. */
export interface ListedPlace extends BatchPlace {
  readonly list: number | undefined;
}

/** A batch of matrices. */
export interface BatchOperands {
  readonly dtype: "float32" | "float64" | "complex64" | "complex128";
  readonly batch: number;
  /** The matrices, one after the other, each without gaps. */
  readonly a: BatchPlace;
  /** An int32 for each matrix: 0, or the status of the failure. */
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

/** `columns` columns of Q, from the first `k` reflectors. */
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

/** A (m x n) = U S V^H. With `isThin`, U and V have as many columns as A has singular values. U and V are always written. */
export interface SvdOperands extends BatchOperands {
  readonly m: number;
  readonly n: number;
  readonly wantsVectors: boolean;
  readonly isThin: boolean;
  readonly values: BatchPlace;
  readonly u: BatchPlace;
  readonly v: BatchPlace;
}

/** Fourier transforms, without scaling. */
export interface TransformRoutine {
  /** Whether it supports transforms of a kind and length. The first call opens the library. */
  takes(kind: TransformKind, n: number): boolean;
  /** Makes the plan for transforms of a shape; undefined on a broken device, whose work is dropped. */
  plan(shape: TransformShape): TransformPlan | undefined;
}

/**
 * "complex" is complex to complex. "real" is real to half a spectrum. "half" is half a spectrum to real, and may overwrite its
 * input.
 */
export type TransformKind = "complex" | "real" | "half";

/**
 * A batch of transforms of one kind. Strides are in elements of their side (input or output) and not negative. Addresses on both
 * sides must be aligned to a whole complex number.
 */
export interface TransformShape {
  readonly kind: TransformKind;
  readonly isDouble: boolean;
  /** Lengths along up to three axes. `inSizes` and `outSizes` are the sizes of these axes in memory. */
  readonly lengths: readonly number[];
  readonly inSizes: readonly number[];
  readonly outSizes: readonly number[];
  readonly inStep: number;
  readonly inNext: number;
  readonly outStep: number;
  readonly outNext: number;
  readonly batch: number;
}

/** A plan for transforms of one shape. */
export interface TransformPlan {
  /** The size of the workspace in bytes. */
  readonly workspaceBytes: number;
  run(from: number, into: number, isInverse: boolean, workspace: number, stream: BackendStream): void;
}
