// Finds the GPUs of this machine for the runtime's registry. This initializes the driver and does nothing on a device. Having no
// GPU is a result, not an error.

import { LibraryNotFoundError } from "../../core/errors.js";
import { type CudaDevice, createCudaBackend } from "./cuda-backend.js";
import { platform, variable } from "../../host/environment.js";
import { isThere } from "../../host/files.js";
import type { BackendProvider, FoundDevices } from "../provider.js";
import { cudaDriver } from "./cuda-driver.js";
import { cudaPrebuilder } from "./prebuilder.js";
import { cudaPrograms } from "./program/programs.js";

/** The provider of `cuda:0`, `cuda:1` and so on. */
export const cudaBackends = {
  kind: "cuda",
  isChosen: true,
  programs: cudaPrograms,
  libraries: null,
  prebuilder: cudaPrebuilder,
  find: findDevices,
  open: (id: string): CudaDevice => createCudaBackend(Number(id.replace("cuda:", ""))),
} as const satisfies BackendProvider;

/** Device files of the driver: on a server or in a container, under WSL, on a Jetson. */
const DEVICE_FILES = [
  "/dev/nvidiactl",
  "/proc/driver/nvidia/version",
  "/dev/dxg",
  "/dev/nvhost-gpu",
  "/dev/nvgpu",
];

// Loading the FFI and searching for the library takes tens of milliseconds, which machines without a GPU should not spend.
function hasDeviceFiles(): boolean {
  return DEVICE_FILES.some((path) => isThere(path));
}

function findDevices(): FoundDevices {
  if (platform === "darwin") return { ids: [], whyNot: "NVIDIA has no driver for macOS" };
  if (platform === "linux" && variable("CUTS_LIBCUDA") === undefined && !hasDeviceFiles()) {
    return { ids: [], whyNot: `no NVIDIA driver is running (none of ${DEVICE_FILES.join(", ")} is there)` };
  }
  try {
    const count = cudaDriver().deviceCount();
    return { ids: Array.from({ length: count }, (_, ordinal) => `cuda:${ordinal}`), whyNot: null };
  } catch (error) {
    if (error instanceof LibraryNotFoundError) {
      return { ids: [], whyNot: "no NVIDIA driver is installed (the system's loader opens no libcuda)" };
    }
    return { ids: [], whyNot: error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error) };
  }
}
