// cuFFT, fast Fourier transforms, one to one; made as driver.ts is. A plan is a number, not an address.

import { type NativeTable, type RawTable, nativeTable, rawTable } from "./bind-table.js";
import { findCudaLibrary } from "./find-library.js";
import { libraryFiles } from "./library-files.js";

/** Types of cuFFT, as C text. */
export const cufftTypes = `
  typedef int cufftResult, cufftHandle, cufftType, libraryPropertyType;
  typedef struct CUstream_st* cudaStream_t;
  typedef float cufftReal;
  typedef double cufftDoubleReal;
  typedef float _Complex cufftComplex;
  typedef double _Complex cufftDoubleComplex;
`;

/** The functions of cuFFT. */
export const cufftFunctions = {
  /** Makes an empty plan. */
  cufftCreate: "cufftResult(cufftHandle* plan)",
  /** Destroys a plan. */
  cufftDestroy: "cufftResult(cufftHandle plan)",
  /** A plan of one dimension. */
  cufftPlan1d: "cufftResult(cufftHandle* plan, int nx, cufftType type, int batch)",
  /** A plan of two dimensions, the last one contiguous. */
  cufftPlan2d: "cufftResult(cufftHandle* plan, int nx, int ny, cufftType type)",
  /** A plan of three. */
  cufftPlan3d: "cufftResult(cufftHandle* plan, int nx, int ny, int nz, cufftType type)",
  /** A plan of many transforms with strides; null for inembed and onembed means packed. */
  cufftPlanMany:
    "cufftResult(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, cufftType type, int batch)",
  /** Fills an empty plan, and tells the work area it needs. */
  cufftMakePlan1d: "cufftResult(cufftHandle plan, int nx, cufftType type, int batch, size_t* workBytes)",
  /** The same for two dimensions. */
  cufftMakePlan2d: "cufftResult(cufftHandle plan, int nx, int ny, cufftType type, size_t* workBytes)",
  /** The same for three. */
  cufftMakePlan3d: "cufftResult(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* workBytes)",
  /** The same for many. */
  cufftMakePlanMany:
    "cufftResult(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, cufftType type, int batch, size_t* workBytes)",
  /** The same with 64-bit sizes. */
  cufftMakePlanMany64:
    "cufftResult(cufftHandle plan, int rank, long long int* n, long long int* inembed, long long int istride, long long int idist, long long int* onembed, long long int ostride, long long int odist, cufftType type, long long int batch, size_t* workBytes)",
  /** An estimate of the work area without a plan. */
  cufftEstimateMany:
    "cufftResult(int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, cufftType type, int batch, size_t* workBytes)",
  /** A better estimate, from an empty plan. */
  cufftGetSizeMany:
    "cufftResult(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed, int ostride, int odist, cufftType type, int batch, size_t* workBytes)",
  /** The same with 64-bit sizes. */
  cufftGetSizeMany64:
    "cufftResult(cufftHandle plan, int rank, long long int* n, long long int* inembed, long long int istride, long long int idist, long long int* onembed, long long int ostride, long long int odist, cufftType type, long long int batch, size_t* workBytes)",
  /** The work area of a plan. */
  cufftGetSize: "cufftResult(cufftHandle plan, size_t* workBytes)",
  /** Whether the plan allocates its work area itself; before it is filled. */
  cufftSetAutoAllocation: "cufftResult(cufftHandle plan, int autoAllocate)",
  /** The work area of a plan that does not. */
  cufftSetWorkArea: "cufftResult(cufftHandle plan, __device__ void* workArea)",
  /** The stream of a plan. */
  cufftSetStream: "cufftResult(cufftHandle plan, cudaStream_t stream)",
  /** Complex to complex: direction -1 is forward, 1 inverse without scaling. */
  cufftExecC2C:
    "cufftResult(cufftHandle plan, __device__ cufftComplex* input, __device__ cufftComplex* output, int direction)",
  /** Real to the n/2 + 1 complex that say all. */
  cufftExecR2C: "cufftResult(cufftHandle plan, __device__ cufftReal* input, __device__ cufftComplex* output)",
  /** Back from them, without scaling; may overwrite its input. */
  cufftExecC2R: "cufftResult(cufftHandle plan, __device__ cufftComplex* input, __device__ cufftReal* output)",
  /** Complex to complex in double. */
  cufftExecZ2Z:
    "cufftResult(cufftHandle plan, __device__ cufftDoubleComplex* input, __device__ cufftDoubleComplex* output, int direction)",
  /** Real to complex in double. */
  cufftExecD2Z:
    "cufftResult(cufftHandle plan, __device__ cufftDoubleReal* input, __device__ cufftDoubleComplex* output)",
  /** Complex to real in double. */
  cufftExecZ2D:
    "cufftResult(cufftHandle plan, __device__ cufftDoubleComplex* input, __device__ cufftDoubleReal* output)",
  /** The version of the library: 12000 is 12.0. */
  cufftGetVersion: "cufftResult(int* version)",
  /** One part of the version: 0 major, 1 minor, 2 patch. */
  cufftGetProperty: "cufftResult(libraryPropertyType type, int* value)",
} as const;

/** cuFFT with every argument checked; a parameter marked `__device__` takes an array on the GPU or its address. */
export type Cufft = NativeTable<typeof cufftFunctions, typeof cufftTypes>;

/** cuFFT without checks and with addresses as numbers: for the layers above. */
export type RawCufft = RawTable<typeof cufftFunctions, typeof cufftTypes>;

/**
 * Opens cuFFT, or the one of `library`.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` with every place that was tried.
 */
export function openCufft(library = findCudaLibrary(libraryFiles.cufft)): Cufft {
  return nativeTable(library, cufftFunctions, cufftTypes);
}

/** {@link openCufft} for the layers above. */
export function openRawCufft(library = findCudaLibrary(libraryFiles.cufft)): RawCufft {
  return rawTable(library, cufftFunctions, cufftTypes);
}
