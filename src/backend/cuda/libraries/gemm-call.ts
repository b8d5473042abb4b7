// Calls cuBLAS's matrix products. It builds the arguments, including the scalars 1 and 0 (alpha and beta), which cuBLAS reads from
// host memory.

import { lazy } from "../../../core/lazy.js";
import { numberAddressOf } from "../../../ffi/memory.js";
import { check } from "../../../native/check.js";
import type { RawCublas } from "../../../native/cublas.js";
import type { CublasHandle } from "./cublas-handle.js";

/** A matrix of a product in column order. */
interface GemmMatrix {
  readonly address: number;
  readonly leading: number;
  /** Elements from one matrix of the batch to the next. */
  readonly byBatch: number;
}

/** A product for cuBLAS, with all matrices in column order. */
interface Gemm {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly a: GemmMatrix & { readonly isTransposed: boolean };
  readonly b: GemmMatrix & { readonly isTransposed: boolean };
  readonly c: GemmMatrix;
  /** cuBLAS's constants for the element type, the compute type and the algorithm. */
  readonly type: number;
  readonly compute: number;
  readonly algorithm: number;
  /** Whether alpha and beta are doubles. */
  readonly isDouble: boolean;
  readonly batch: number;
}

/**
 * Computes one product or a batch. Uses the functions for single real types if possible, because they have less overhead than the
 * general ones.
 */
export function gemm(api: RawCublas, handle: CublasHandle, product: Gemm): void {
  if (product.compute === COMPUTE_32F && product.type === R_32F)
    typedGemm(api.cublasSgemm_v2, api.cublasSgemmStridedBatched, handle, product, floats());
  else if (product.type === R_64F)
    typedGemm(api.cublasDgemm_v2, api.cublasDgemmStridedBatched, handle, product, doubles());
  else anyGemm(api, handle, product);
}

const R_32F = 0;
const R_64F = 1;
const COMPUTE_32F = 68;

function typedGemm(
  single: RawCublas["cublasSgemm_v2"] | RawCublas["cublasDgemm_v2"],
  batched: RawCublas["cublasSgemmStridedBatched"] | RawCublas["cublasDgemmStridedBatched"],
  handle: CublasHandle,
  { m, n, k, a, b, c, batch }: Gemm,
  { one, zero }: Scales,
): void {
  const ta = a.isTransposed ? 1 : 0;
  const tb = b.isTransposed ? 1 : 0;
  // biome-ignore format: as cuBLAS has its arguments: A, B and C in a line each.
  const status =
    batch === 1
      ? single(
          handle, ta, tb, m, n, k,
          one, a.address, a.leading,
          b.address, b.leading,
          zero, c.address, c.leading,
        )
      : batched(
          handle, ta, tb, m, n, k,
          one, a.address, a.leading, a.byBatch,
          b.address, b.leading, b.byBatch,
          zero, c.address, c.leading, c.byBatch, batch,
        );
  if (status !== 0) check(status, batch === 1 ? "cublasgemm" : "cublasgemmStridedBatched");
}

function anyGemm(
  api: RawCublas,
  handle: CublasHandle,
  { m, n, k, a, b, c, type, compute, algorithm, isDouble, batch }: Gemm,
): void {
  const { one, zero } = isDouble ? doubles() : floats();
  const ta = a.isTransposed ? 1 : 0;
  const tb = b.isTransposed ? 1 : 0;
  // biome-ignore format: as cuBLAS has its arguments: A, B and C in a line each.
  const status =
    batch === 1
      ? api.cublasGemmEx(
          handle, ta, tb, m, n, k,
          one, a.address, type, a.leading,
          b.address, type, b.leading,
          zero, c.address, type, c.leading, compute, algorithm,
        )
      : api.cublasGemmStridedBatchedEx(
          handle, ta, tb, m, n, k,
          one, a.address, type, a.leading, a.byBatch,
          b.address, type, b.leading, b.byBatch,
          zero, c.address, type, c.leading, c.byBatch, batch, compute, algorithm,
        );
  if (status !== 0) check(status, batch === 1 ? "cublasGemmEx" : "cublasGemmStridedBatchedEx");
}

interface Scales {
  /** Must stay alive as long as its addresses are used. */
  readonly memory: Float32Array | Float64Array;
  readonly one: number;
  readonly zero: number;
}

/** The addresses of 1 and 0, which are valid as real and as complex numbers. */
const floats = lazy(() => scalesIn(Float32Array.of(1, 0, 0, 0)));
const doubles = lazy(() => scalesIn(Float64Array.of(1, 0, 0, 0)));

function scalesIn(memory: Float32Array | Float64Array): Scales {
  const one = numberAddressOf(memory);
  return { memory, one, zero: one + 2 * memory.BYTES_PER_ELEMENT };
}
