// The parts of the CUDA toolkit that C and C++ sources need: nvcc finds its own headers and libraries, but other compilers must be
// given the folders.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { findIncludes } from "../../cdecl/includes.js";
import {
  cudaIncludeFolders,
  libraryFolders,
  thisProcess,
  toolkitFolders,
} from "../../native/cuda-folders.js";

/** Names that headers of the toolkit begin with; whether there is one is looked up then. */
const CUDA_HEADER =
  /^(?:cu|nv|thrust\/|cub\/|cooperative_groups|vector_|driver_types|device_|library_types|texture_)/;

/** Headers of what runs on a device: the runtime, the driver and the libraries that compute. */
const DEVICE_HEADER =
  /^(?:cuda\.h|cuda_runtime(?:_api)?\.h|driver_types\.h|cublas(?:_v2|Lt)?\.h|cufft|curand|cusparse|cusolver|thrust\/|cub\/)/;

/** Whether C or C++ sources include CUDA headers. */
export function includeCuda(texts: readonly string[]): boolean {
  return texts.some((text) => findIncludes(text).some(({ name = "" }) => DEVICE_HEADER.test(name)));
}

/** The toolkit's include folders, if a source includes one of its headers. */
export function cudaIncludesFor(texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) =>
    findIncludes(text).flatMap(({ name }) => (name !== undefined && CUDA_HEADER.test(name) ? [name] : [])),
  );
  if (names.length === 0) return [];
  const folders = cudaIncludeFolders();
  return names.some((name) => folders.some((folder) => existsSync(join(folder, name)))) ? folders : [];
}

/** The toolkit's folders for libraries that are given by name: `cudart`, `cublas`. */
export function cudaLibraryFolders(libraries: readonly string[]): readonly string[] {
  if (process.platform === "win32" || libraries.length === 0) return [];
  const place = thisProcess();
  const folders = toolkitFolders(place).flatMap((root) => libraryFolders(root, place));
  const found = libraries.flatMap(
    (name) => folders.find((folder) => existsSync(join(folder, `lib${name}.so`))) ?? [],
  );
  return [...new Set(found)];
}
