// The GPU under test. Where there is none, tests are skipped and `noGpu` says why.

import type { CudaDevice } from "../../src/backend/cuda/cuda-backend.js";
import { cudaBackends } from "../../src/backend/cuda/find-devices.js";
import { knownBackends, registerBackend } from "../../src/runtime/devices/backends.js";

const found = cudaBackends.find();

/** Why tests are skipped; undefined where a GPU answers. */
export const noGpu: string | undefined =
  found.ids.length > 0 ? undefined : (found.whyNot ?? "the driver sees no GPU");

if (noGpu === undefined && !knownBackends().some(({ provider }) => provider.kind === "cuda")) {
  registerBackend(cudaBackends);
}

/** Opens `cuda:0` behind the port. */
export function openGpu(): CudaDevice {
  return cudaBackends.open("cuda:0");
}
