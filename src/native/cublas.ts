// cuBLAS, linear algebra, one to one, by area in cublas/; made as driver.ts is. Matrices are in column order, as in Fortran.

import { lazy } from "../core/lazy.js";
import { type NativeTable, type RawTable, nativeTable, rawTable } from "./bind-table.js";
import { batchedFunctions } from "./cublas/batched.js";
import { handleFunctions } from "./cublas/handle.js";
import { level1Functions } from "./cublas/level-1.js";
import { level2Functions } from "./cublas/level-2.js";
import { level3Functions } from "./cublas/level-3.js";
import { findCudaLibrary } from "./find-library.js";
import { libraryFiles } from "./library-files.js";

/** Types of cuBLAS, as C text. */
export const cublasTypes = `
  typedef int cublasStatus_t, cublasOperation_t, cublasFillMode_t, cublasDiagType_t, cublasSideMode_t,
    cublasPointerMode_t, cublasAtomicsMode_t, cublasMath_t, cublasComputeType_t, cublasGemmAlgo_t, cudaDataType,
    libraryPropertyType;
  typedef struct cublasContext* cublasHandle_t;
  typedef struct CUstream_st* cudaStream_t;
  typedef float _Complex cuComplex;
  typedef double _Complex cuDoubleComplex;
`;

/** The functions of cuBLAS. */
export const cublasTable = lazy(
  () =>
    ({
      ...handleFunctions,
      ...level1Functions,
      ...level2Functions,
      ...level3Functions,
      ...batchedFunctions,
    }) as const,
);

type Functions = ReturnType<typeof cublasTable>;

/** cuBLAS with every argument checked; a parameter marked `__device__` takes an array on the GPU or its address. */
export type Cublas = NativeTable<Functions, typeof cublasTypes>;

/** cuBLAS without checks and with addresses as numbers: for the layers above. */
export type RawCublas = RawTable<Functions, typeof cublasTypes>;

/**
 * Opens cuBLAS, or the one of `library`.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` with every place that was tried.
 */
export function openCublas(library = findCudaLibrary(libraryFiles.cublas)): Cublas {
  return nativeTable(library, cublasTable(), cublasTypes);
}

/** {@link openCublas} for the layers above. */
export function openRawCublas(library = findCudaLibrary(libraryFiles.cublas)): RawCublas {
  return rawTable(library, cublasTable(), cublasTypes);
}
