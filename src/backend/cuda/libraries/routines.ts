// The routines of a GPU: NVIDIA's libraries, each opened when it is first needed.

import type { BackendRoutines } from "../../routines.js";
import { CublasProducts } from "./blas.js";
import { Cublas } from "./cublas-handle.js";
import { CufftTransforms } from "./fft.js";
import type { LibraryEntry } from "./library-entry.js";
import { CusolverFactorizations } from "./solver.js";

/** The routines of one device. */
export function cudaRoutines(entry: LibraryEntry): BackendRoutines {
  const cublas = new Cublas(entry);
  return {
    products: new CublasProducts(cublas),
    factorizations: new CusolverFactorizations(entry, cublas),
    transforms: new CufftTransforms(entry),
  };
}
