// A BLAS of the system, opened: which file it is, how it spells its functions, and what it says of itself. Products are called
// by cblas.js, also from a thread that runs unbuilt.

import { UnsupportedError } from "../core/errors.js";
import { koffi } from "../ffi/koffi.js";
import { numberAddressOf } from "../ffi/memory.js";
import { findSymbol, openLibrary, tryOpenLibrary } from "../ffi/open-library.js";
import { type BlasLibrary, bindCblas, multiplies } from "./cblas.js";
import { type SearchPlace, thisProcess } from "./cuda-folders.js";
import { type BlasWish, findBlas } from "./find-blas.js";

export type { BlasLibrary } from "./cblas.js";

/**
 * Before and behind the names of C: as they are; a library of 64-bit integers, by the customs of Fortran compilers and of
 * MKL; and the one that NumPy's and SciPy's packages bring.
 */
const spellings = [
  { prefix: "", suffix: "" },
  { prefix: "", suffix: "64_" },
  { prefix: "", suffix: "_64" },
  { prefix: "scipy_", suffix: "64_" },
  { prefix: "scipy_", suffix: "" },
] as const;

/**
 * The BLAS that products use; undefined where it is switched off, or none was named and none is found that multiplies.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND`, UnsupportedError `CUTS_BLAS_UNUSABLE` for one that was named.
 */
export function openBlas(place: SearchPlace = thisProcess()): BlasLibrary | undefined {
  return openWanted(findBlas(place));
}

/** {@link openBlas} of what was found before. */
export function openWanted({ kind, names }: BlasWish): BlasLibrary | undefined {
  for (const name of names) {
    const library = kind === "named" ? openLibrary(name) : tryOpenLibrary(name).library;
    const path = library?.path;
    if (library === undefined || path === undefined || path === null) continue;
    const spelling = spellings.find(
      ({ prefix, suffix }) => findSymbol(library, `${prefix}cblas_sgemm${suffix}`) !== undefined,
    );
    const found = spelling === undefined ? undefined : { path, ...spelling };
    if (found !== undefined && multiplies(bindCblas(koffi(), found), numberAddressOf)) return found;
    if (kind === "named") throw refused(path, found);
  }
  return undefined;
}

function refused(path: string, found: BlasLibrary | undefined): UnsupportedError {
  const rule =
    found === undefined
      ? "it must have the C interface (CBLAS), but has no cblas_sgemm"
      : "cblas_sgemm of it must multiply, but gave a wrong product";
  return new UnsupportedError(
    "CUTS_BLAS_UNUSABLE",
    `Cannot use a BLAS for products: ${rule} (got ${path})\nTry: CUTS_BLAS=0, for the kernels of CuTS`,
  );
}
