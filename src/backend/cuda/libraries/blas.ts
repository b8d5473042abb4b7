// Matrix products by cuBLAS. cuBLAS reads a matrix in C order as its transpose in column order, so C = A B is computed as C' = B'
// A'. Transposed operands are passed as flags, without copies.

import { type DType, dtypes } from "../../../core/dtype.js";
import type { Shape } from "../../../core/shape.js";
import type { Strides } from "../../../core/strides.js";
import { check } from "../../../native/check.js";
import type { RawCublas } from "../../../native/cublas.js";
import { libraryConstants } from "../../../native/library-constants.js";
import type { Work } from "../../backend.js";
import type { BackendStream } from "../../port/streams.js";
import { MAX_INT, type OrderedMatrix, orderedMatrix, takesMatrices } from "../../matrix-order.js";
import type { MatrixProduct, ProductPart, ProductRoutine } from "../../routines.js";
import { isBlocked } from "../../work.js";
import type { Cublas, CublasHandle } from "./cublas-handle.js";
import { gemm } from "./gemm-call.js";

/** The product routine of one device. */
export class CublasProducts implements ProductRoutine {
  readonly #cublas: Cublas;

  constructor(cublas: Cublas) {
    this.#cublas = cublas;
  }

  takes(dtype: DType, m: number, n: number, k: number, count: number): boolean {
    if (!(dtype in kinds)) return false;
    // Our own kernel computes short dot products, and batches of them, in one launch.
    if (m === 1 && n === 1 && (count > 1 || k <= KERNEL_TERMS || !(dtype in dots))) return false;
    if (Math.max(m, n, k) >= MAX_INT) return false;
    return this.#cublas.api !== undefined;
  }

  takesMatrices(shape: Shape, strides: Strides): boolean {
    return takesMatrices(shape, strides);
  }

  prepare(): number {
    this.#cublas.open();
    return this.#cublas.workspaceBytes;
  }

  run(product: MatrixProduct, workspace: number, stream: BackendStream, work: Work): void {
    if (isBlocked(work)) return;
    this.#multiply(product, workspace, stream);
    work.done();
  }

  #multiply(product: MatrixProduct, workspace: number, stream: BackendStream): void {
    const handle = this.#cublas.enter(stream, "a product of cuBLAS", workspace);
    if (handle === undefined) return;
    const api = this.#cublas.api as RawCublas;
    if (product.m === 1 && product.n === 1) multiplyVectors(api, handle, product);
    else for (const part of product.parts) multiplyPart(api, handle, product, part);
  }
}

/** The number of terms that one block sums in our own dot product kernel. */
const KERNEL_TERMS = 16_384;
const COMPUTE_32F = 68;
const COMPUTE_64F = 70;
const COMPUTE_32F_FAST_TF32 = 77;
const DEFAULT_ALGORITHM = -1;

/** cuBLAS's constants for data types (CUDA_R_32F…) and compute types. */
const kinds = {
  float16: { type: 2, compute: COMPUTE_32F },
  bfloat16: { type: 14, compute: COMPUTE_32F },
  float32: { type: 0, compute: COMPUTE_32F },
  float64: { type: 1, compute: COMPUTE_64F },
  complex64: { type: 4, compute: COMPUTE_32F },
  complex128: { type: 5, compute: COMPUTE_64F },
} as const;

/** The dot product functions, without conjugation. */
const dots = {
  float32: "cublasSdot_v2",
  float64: "cublasDdot_v2",
  complex64: "cublasCdotu_v2",
  complex128: "cublasZdotu_v2",
} as const;

/** The dot product of two vectors. The result is written on the device, so the host does not wait. */
function multiplyVectors(
  api: RawCublas,
  handle: CublasHandle,
  { type, k, a, b, parts }: MatrixProduct,
): void {
  const [{ c, a: x, b: y }] = parts as readonly [ProductPart];
  const { CUBLAS_POINTER_MODE_DEVICE, CUBLAS_POINTER_MODE_HOST } = libraryConstants;
  check(api.cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_DEVICE), "cublasSetPointerMode");
  const name = dots[type as keyof typeof dots];
  const status = api[name](handle, k, x, a.byColumn, y, b.byRow, c);
  check(api.cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_HOST), "cublasSetPointerMode");
  check(status, name);
}

function multiplyPart(api: RawCublas, handle: CublasHandle, product: MatrixProduct, part: ProductPart): void {
  const { type, precision, m, n, k } = product;
  const kind = kinds[type as keyof typeof kinds];
  const a = orderedMatrix(product.a, m, k) as OrderedMatrix;
  const b = orderedMatrix(product.b, k, n) as OrderedMatrix;
  const bytes = dtypes[type].byteLength;
  const { x, y } = part;
  // cuBLAS takes one axis of the batch in a call; the other axis is a loop of calls.
  const isInner = x.size >= y.size;
  const [batch, calls] = isInner ? [x, y] : [y, x];
  const [byBatch, byCall] = isInner ? [m * n, x.size * m * n] : [x.size * m * n, m * n];
  for (let call = 0; call < calls.size; call++) {
    gemm(api, handle, {
      m: n,
      n: m,
      k,
      a: {
        address: part.b + call * calls.b * bytes,
        isTransposed: b.isTransposed,
        leading: b.leading,
        byBatch: batch.b,
      },
      b: {
        address: part.a + call * calls.a * bytes,
        isTransposed: a.isTransposed,
        leading: a.leading,
        byBatch: batch.a,
      },
      c: { address: part.c + call * byCall * bytes, leading: n, byBatch },
      type: kind.type,
      isDouble: kind.compute === COMPUTE_64F,
      compute: type === "float32" && precision === "tf32" ? COMPUTE_32F_FAST_TF32 : kind.compute,
      algorithm: DEFAULT_ALGORITHM,
      batch: batch.size,
    });
  }
}
