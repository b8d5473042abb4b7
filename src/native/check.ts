// The one place where a status of a CUDA library becomes an error. Which library a status is of is told by the prefix of
// the call: CUDA's functions all carry their library's name.

import type { StatusCode } from "../core/error-codes.js";
import { CudaError } from "../core/errors.js";
import {
  cublasStatuses,
  cufftStatuses,
  curandStatuses,
  cusolverStatuses,
  ncclStatuses,
  nvjitlinkStatuses,
} from "./library-statuses.js";
import { driverStatuses, nvrtcStatuses, type StatusTexts } from "./status-texts.js";

/**
 * Throws unless `status` is success. `call` is the name of the function, with whatever explains it behind.
 * @throws CudaError with the library's name of the status as its code: `CUDA_ERROR_INVALID_VALUE`,
 * `CUBLAS_STATUS_ALLOC_FAILED`.
 * @example
 * check(cuda.cuMemAlloc_v2(address, 1024), "cuMemAlloc");
 * check(cublas.cublasCreate_v2(handle), "cublasCreate");
 */
export function check(status: number, call: string): void {
  if (status !== 0) throw statusError(status, call);
}

/** CUDA's name of a driver status: `CUDA_ERROR_NOT_READY`. */
export function statusName(status: number): StatusCode {
  return driverStatuses[status]?.[0] ?? `CUDA_ERROR_${status}`;
}

/** What a driver status means: `CUDA_ERROR_NOT_READY (600): the work is not done yet`. */
export function explainStatus(status: number): string {
  return explain(status, driverStatuses);
}

const libraries: readonly (readonly [prefix: string, texts: StatusTexts, unlisted: StatusCode])[] = [
  ["nvrtc", nvrtcStatuses, "NVRTC_ERROR_UNLISTED"],
  ["nvJitLink", nvjitlinkStatuses, "NVJITLINK_ERROR_UNLISTED"],
  ["cublas", cublasStatuses, "CUBLAS_STATUS_UNLISTED"],
  ["cufft", cufftStatuses, "CUFFT_UNLISTED"],
  ["curand", curandStatuses, "CURAND_STATUS_UNLISTED"],
  ["cusolver", cusolverStatuses, "CUSOLVER_STATUS_UNLISTED"],
  ["nccl", ncclStatuses, "ncclUnlisted"],
  ["cu", driverStatuses, "CUDA_ERROR_UNLISTED"],
];

function statusError(status: number, call: string): CudaError {
  const library = libraries.find(([prefix]) => call.startsWith(prefix));
  const [, texts, unlisted] = library ?? ["", driverStatuses, "CUDA_ERROR_UNLISTED"];
  return new CudaError(texts[status]?.[0] ?? unlisted, `Cannot complete ${call}: ${explain(status, texts)}`);
}

function explain(status: number, texts: StatusTexts): string {
  const [name, explanation] = texts[status] ?? [];
  if (name === undefined) return `status ${status}, which is newer than this version of CuTS`;
  return `${name} (${status}): ${explanation}`;
}
