// Matrix products by cuBLAS, on a GPU where its library is found. Matrices in C order are to cuBLAS their transposes in
// column order, so C = A B is computed as C' = B' A'. Transposes are passed as such: nothing is copied for them.

import { dtypes } from "../../../core/dtype.js";
import type { StreamCore } from "../../../runtime/stream-core.js";
import { useStorages } from "../../kernels/launch-rows.js";
import { type Cublas, type CublasHandle, cublasOn } from "./cublas-handle.js";
import type { ProductType } from "./product-kernels.js";
import type { BatchPart, Factor, MatrixOperand, Product } from "./product.js";

/** cuBLAS, where it is there and has products of this type and size; else the kernels here do them. */
export function cublasFor(
  type: ProductType,
  m: number,
  n: number,
  k: number,
  stream: StreamCore,
): Cublas | undefined {
  const { libraries } = stream.device.backend;
  // For two vectors there are kernels here that use all of the device.
  if (libraries === undefined || kindOf(type) === undefined || (m === 1 && n === 1)) return undefined;
  return Math.max(m, n, k) < MAX_INT ? cublasOn(stream) : undefined;
}

/** Whether cuBLAS takes the matrices in the last two axes of an array as they lie. */
export function isCublasMatrix({ shape, strides }: MatrixOperand): boolean {
  const rank = shape.length;
  for (let axis = 0; axis < rank; axis++)
    if ((strides[axis] as number) < 0 && shape[axis] !== 1) return false;
  const matrix = { byRow: strides[rank - 2] as number, byColumn: strides[rank - 1] as number };
  return asMatrix(matrix, shape[rank - 2] as number, shape[rank - 1] as number) !== undefined;
}

/** Computes a product whose factors both are such matrices. */
export function cublasProduct(cublas: Cublas, product: Product, stream: StreamCore): void {
  const { into, a, b } = product;
  useStorages([into, a, b], stream);
  cublas.work(stream, (handle) => {
    for (const part of product.parts) multiplyPart(cublas, handle, product, part);
  });
}

/** A factor as cuBLAS takes it: whether it is transposed, and the elements between its columns. */
interface CublasMatrix {
  readonly isTransposed: boolean;
  readonly leading: number;
}

/** Sizes and distances are ints. */
const MAX_INT = 2 ** 31;
const COMPUTE_32F = 68;
const COMPUTE_64F = 70;
const COMPUTE_32F_FAST_TF32 = 77;
const DEFAULT_ALGORITHM = -1;

/** cuBLAS's numbers of the types (CUDA_R_32F…) and of how sums are made. */
const kinds = {
  float16: { type: 2, compute: COMPUTE_32F },
  bfloat16: { type: 14, compute: COMPUTE_32F },
  float32: { type: 0, compute: COMPUTE_32F },
  float64: { type: 1, compute: COMPUTE_64F },
  complex64: { type: 4, compute: COMPUTE_32F },
  complex128: { type: 5, compute: COMPUTE_64F },
} as const;

function kindOf(type: ProductType): { readonly type: number; readonly compute: number } | undefined {
  return type in kinds ? kinds[type as keyof typeof kinds] : undefined;
}

function multiplyPart(cublas: Cublas, handle: CublasHandle, product: Product, part: BatchPart): void {
  const { type, precision, m, n, k } = product;
  const kind = kindOf(type) as { readonly type: number; readonly compute: number };
  const a = asMatrix(product.a, m, k) as CublasMatrix;
  const b = asMatrix(product.b, k, n) as CublasMatrix;
  const bytes = dtypes[type].byteLength;
  const { x, y } = part;
  // One axis of the batch is a batch to cuBLAS, the other one calls.
  const isInner = x.size >= y.size;
  const [batch, calls] = isInner ? [x, y] : [y, x];
  const [byBatch, byCall] = isInner ? [m * n, x.size * m * n] : [x.size * m * n, m * n];
  for (let call = 0; call < calls.size; call++) {
    cublas.gemm(handle, {
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

/** Rows in C order are columns to cuBLAS. Undefined where neither rows nor columns lie side by side. */
function asMatrix(
  { byRow, byColumn }: Pick<Factor, "byRow" | "byColumn">,
  rows: number,
  columns: number,
): CublasMatrix | undefined {
  // An axis of size 1 has any stride.
  const ofRows = rows === 1 ? columns : byRow;
  const ofColumns = columns === 1 ? rows : byColumn;
  if ((byColumn === 1 || columns === 1) && ofRows >= columns && ofRows < MAX_INT)
    return { isTransposed: false, leading: ofRows };
  if ((byRow === 1 || rows === 1) && ofColumns >= rows && ofColumns < MAX_INT)
    return { isTransposed: true, leading: ofColumns };
  return undefined;
}
