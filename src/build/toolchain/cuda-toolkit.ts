// What of the CUDA toolkit C and C++ sources need: nvcc finds its own headers and libraries, other compilers must be told.

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

/** Whether texts of C or C++ use CUDA. */
export function includeCuda(texts: readonly string[]): boolean {
  return texts.some((text) => findIncludes(text).some(({ name = "" }) => DEVICE_HEADER.test(name)));
}

/** The toolkit's folders of headers, where one of the texts includes a header that is there. */
export function cudaIncludesFor(texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) =>
    findIncludes(text).flatMap(({ name }) => (name !== undefined && CUDA_HEADER.test(name) ? [name] : [])),
  );
  if (names.length === 0) return [];
  const folders = cudaIncludeFolders();
  return names.some((name) => folders.some((folder) => existsSync(join(folder, name)))) ? folders : [];
}

/** The toolkit's folders that have libraries which are asked for by bare name: `cudart`, `cublas`. */
export function cudaLibraryFolders(libraries: readonly string[]): readonly string[] {
  if (process.platform === "win32" || libraries.length === 0) return [];
  const place = thisProcess();
  const folders = toolkitFolders(place).flatMap((root) => libraryFolders(root, place));
  const found = libraries.flatMap(
    (name) => folders.find((folder) => existsSync(join(folder, `lib${name}.so`))) ?? [],
  );
  return [...new Set(found)];
}
