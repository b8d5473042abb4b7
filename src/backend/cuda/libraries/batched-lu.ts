// Batched LU factorization and solves by cuBLAS, in one call that takes the addresses of all matrices.

import { dtypes } from "../../../core/dtype.js";
import { numberAddressOf } from "../../../ffi/memory.js";
import { check } from "../../../native/check.js";
import type { RawCublas } from "../../../native/cublas.js";
import type { FactorizationRoutine, LuOperands, LuSolveOperands } from "../../routines.js";
import type { Cublas } from "./cublas-handle.js";
import { letters } from "./letters.js";

/** From this many rows on, a single matrix keeps the GPU busy, and batching does not help. */
const MOST_ROWS = 512;

/** Whether cuBLAS should factorize this batch in one call. */
export function isBatchForCublas(cublas: Cublas, { a, n }: LuOperands): boolean {
  return a.list !== undefined && n <= MOST_ROWS && cublas.api !== undefined;
}

export function batchedLuOf(cublas: Cublas): FactorizationRoutine<LuOperands> {
  return {
    prepare: (operands) => prepare(cublas, operands),
    run: ({ dtype, batch, n, a, pivots, info }, workspace, _, stream) => {
      const handle = cublas.enter(stream, "getrfBatched of cuBLAS", workspace);
      if (handle === undefined) return;
      const call = (cublas.api as RawCublas)[`cublas${letters[dtype]}getrfBatched`];
      const status = call(handle, n, a.list as number, n, pivots.first, info.first, batch);
      check(status, "cublasgetrfBatched");
    },
  };
}

export function batchedLuSolveOf(cublas: Cublas): FactorizationRoutine<LuSolveOperands> {
  // Receives a code for wrong arguments, which cannot occur.
  const code = new Int32Array(1);
  return {
    prepare: (operands) => prepare(cublas, operands),
    run: ({ dtype, batch, n, columns, isTransposed, a, pivots, b }, workspace, _, stream) => {
      const handle = cublas.enter(stream, "getrsBatched of cuBLAS", workspace);
      if (handle === undefined) return;
      const call = (cublas.api as RawCublas)[`cublas${letters[dtype]}getrsBatched`];
      const status = call(
        ...([handle, isTransposed ? 1 : 0, n, columns, a.list as number, n] as const),
        ...([pivots.first, b.list as number, n, numberAddressOf(code), batch] as const),
      );
      check(status, "cublasgetrsBatched");
    },
  };
}

/** The workspace of cuBLAS, in elements of the matrices' dtype. */
function prepare(cublas: Cublas, { dtype }: LuOperands): number {
  cublas.open();
  return Math.ceil(cublas.workspaceBytes / dtypes[dtype].byteLength);
}
