// The one place where a status of a CUDA library becomes an error.

import { CudaError } from "../core/errors.js";
import { driverStatuses, nvrtcStatuses, type StatusTexts } from "./status-texts.js";

/**
 * Throws unless `status` is success.
 * @throws CudaError with the CUDA name as its code: `CUDA_ERROR_INVALID_VALUE`.
 * @example check(cuda.cuMemAlloc_v2(address, 1024), "cuMemAlloc");
 */
export function check(status: number, call: string): void {
  if (status !== 0) throw statusError(status, call, driverStatuses);
}

/** {@link check} for NVRTC. */
export function checkNvrtc(status: number, call: string): void {
  if (status !== 0) throw statusError(status, call, nvrtcStatuses);
}

/** CUDA's name of a driver status: `CUDA_ERROR_NOT_READY`. */
export function statusName(status: number): string {
  return driverStatuses[status]?.[0] ?? `CUDA_ERROR_${status}`;
}

/** What a driver status means: `CUDA_ERROR_NOT_READY (600): the work is not done yet`. */
export function explainStatus(status: number): string {
  return explain(status, driverStatuses);
}

function statusError(status: number, call: string, texts: StatusTexts): CudaError {
  const code = texts[status]?.[0] ?? "CUDA_ERROR_UNLISTED";
  return new CudaError(code, `Cannot complete ${call}: ${explain(status, texts)}`);
}

function explain(status: number, texts: StatusTexts): string {
  const [name, explanation] = texts[status] ?? [];
  if (name === undefined) return `status ${status}, which is newer than this version of CuTS`;
  return `${name} (${status}): ${explanation}`;
}
