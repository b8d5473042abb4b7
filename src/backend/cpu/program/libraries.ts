// Libraries on the cpu device: sources as a module of WebAssembly in its memory, with the CUDA runtime of whole programs. The code
// that compiles them is loaded for the first one.

import type { BackendLibraries } from "../../port/libraries.js";
import type { CpuDevice } from "../cpu-backend.js";

export const cpuLibraries: BackendLibraries = {
  place: async (backend, request) => {
    const { placeLibrary } = await import("./place-library.js");
    return placeLibrary(backend as CpuDevice, request);
  },
};
