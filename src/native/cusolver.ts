// cuSOLVER, dense systems and decompositions, one to one, by area in cusolver/; made as driver.ts is. Matrices are in column order.

import { lazy } from "../core/lazy.js";
import { type NativeTable, type RawTable, nativeTable, rawTable } from "./bind-table.js";
import { genericFunctions } from "./cusolver/generic.js";
import { handleFunctions } from "./cusolver/handle.js";
import { linearSystemFunctions } from "./cusolver/linear-systems.js";
import { orthogonalFunctions } from "./cusolver/orthogonal.js";
import { spectralFunctions } from "./cusolver/spectral.js";
import { findCudaLibrary } from "./find-library.js";
import { libraryFiles } from "./library-files.js";

/** Types of cuSOLVER, as C text. */
export const cusolverTypes = `
  typedef int cusolverStatus_t, cusolverEigMode_t, cusolverDeterministicMode_t, cusolverAlgMode_t,
    cusolverDnFunction_t, cublasOperation_t, cublasFillMode_t, cublasSideMode_t, cudaDataType, libraryPropertyType;
  typedef struct cusolverDnContext* cusolverDnHandle_t;
  typedef struct cusolverDnParams* cusolverDnParams_t;
  typedef struct gesvdjInfo* gesvdjInfo_t;
  typedef struct syevjInfo* syevjInfo_t;
  typedef struct CUstream_st* cudaStream_t;
  typedef float _Complex cuComplex;
  typedef double _Complex cuDoubleComplex;
`;

/** The functions of cuSOLVER. */
export const cusolverTable = lazy(
  () =>
    ({
      ...handleFunctions,
      ...linearSystemFunctions,
      ...orthogonalFunctions,
      ...spectralFunctions,
      ...genericFunctions,
    }) as const,
);

type Functions = ReturnType<typeof cusolverTable>;

/** cuSOLVER with every argument checked; a parameter marked `__device__` takes an array on the GPU or its address. */
export type Cusolver = NativeTable<Functions, typeof cusolverTypes>;

/** cuSOLVER without checks and with addresses as numbers: for the layers above. */
export type RawCusolver = RawTable<Functions, typeof cusolverTypes>;

/**
 * Opens cuSOLVER, or the one of `library`.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` with every place that was tried.
 */
export function openCusolver(library = findCudaLibrary(libraryFiles.cusolver)): Cusolver {
  return nativeTable(library, cusolverTable(), cusolverTypes);
}

/** {@link openCusolver} for the layers above. */
export function openRawCusolver(library = findCudaLibrary(libraryFiles.cusolver)): RawCusolver {
  return rawTable(library, cusolverTable(), cusolverTypes);
}
