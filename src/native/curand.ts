// cuRAND, random numbers from the host's side, one to one; made as driver.ts is.

import { type NativeTable, type RawTable, nativeTable, rawTable } from "./bind-table.js";
import { findCudaLibrary } from "./find-library.js";
import { libraryFiles } from "./library-files.js";

/** Types of cuRAND, as C text. */
export const curandTypes = `
  typedef int curandStatus_t, curandRngType_t, curandOrdering_t, libraryPropertyType;
  typedef struct curandGenerator_st* curandGenerator_t;
  typedef struct CUstream_st* cudaStream_t;
`;

/** The functions of cuRAND. */
export const curandFunctions = {
  /** Makes a generator on the device. */
  curandCreateGenerator: "curandStatus_t(curandGenerator_t* generator, curandRngType_t type)",
  /** Makes one that computes on the host; where it writes to is then an address of the host. */
  curandCreateGeneratorHost: "curandStatus_t(curandGenerator_t* generator, curandRngType_t type)",
  /** Destroys a generator. */
  curandDestroyGenerator: "curandStatus_t(curandGenerator_t generator)",
  /** The stream of a generator. */
  curandSetStream: "curandStatus_t(curandGenerator_t generator, cudaStream_t stream)",
  /** The seed. */
  curandSetPseudoRandomGeneratorSeed: "curandStatus_t(curandGenerator_t generator, unsigned long long seed)",
  /** How many numbers to skip. */
  curandSetGeneratorOffset: "curandStatus_t(curandGenerator_t generator, unsigned long long offset)",
  /** In which order the numbers lie in memory. */
  curandSetGeneratorOrdering: "curandStatus_t(curandGenerator_t generator, curandOrdering_t order)",
  /** How many dimensions a quasi-random sequence has. */
  curandSetQuasiRandomGeneratorDimensions:
    "curandStatus_t(curandGenerator_t generator, unsigned int dimensions)",
  /** Sets a generator up ahead of its first use. */
  curandGenerateSeeds: "curandStatus_t(curandGenerator_t generator)",
  /** 32 random bits each. */
  curandGenerate:
    "curandStatus_t(curandGenerator_t generator, __device__ unsigned int* output, size_t count)",
  /** 64 random bits each, from a 64-bit quasi-random generator. */
  curandGenerateLongLong:
    "curandStatus_t(curandGenerator_t generator, __device__ unsigned long long* output, size_t count)",
  /** Uniform in (0, 1]. */
  curandGenerateUniform:
    "curandStatus_t(curandGenerator_t generator, __device__ float* output, size_t count)",
  /** Uniform in (0, 1] with 53 bits. */
  curandGenerateUniformDouble:
    "curandStatus_t(curandGenerator_t generator, __device__ double* output, size_t count)",
  /** Normal; the count must be even for most pseudo-random generators. */
  curandGenerateNormal:
    "curandStatus_t(curandGenerator_t generator, __device__ float* output, size_t count, float mean, float deviation)",
  /** Normal in double. */
  curandGenerateNormalDouble:
    "curandStatus_t(curandGenerator_t generator, __device__ double* output, size_t count, double mean, double deviation)",
  /** Log-normal. */
  curandGenerateLogNormal:
    "curandStatus_t(curandGenerator_t generator, __device__ float* output, size_t count, float mean, float deviation)",
  /** Log-normal in double. */
  curandGenerateLogNormalDouble:
    "curandStatus_t(curandGenerator_t generator, __device__ double* output, size_t count, double mean, double deviation)",
  /** Poisson. */
  curandGeneratePoisson:
    "curandStatus_t(curandGenerator_t generator, __device__ unsigned int* output, size_t count, double lambda)",
  /** The version of the library: 10400 is 10.4. */
  curandGetVersion: "curandStatus_t(int* version)",
  /** One part of the version: 0 major, 1 minor, 2 patch. */
  curandGetProperty: "curandStatus_t(libraryPropertyType type, int* value)",
} as const;

/** cuRAND with every argument checked; a parameter marked `__device__` takes an array on the GPU or its address. */
export type Curand = NativeTable<typeof curandFunctions, typeof curandTypes>;

/** cuRAND without checks and with addresses as numbers: for the layers above. */
export type RawCurand = RawTable<typeof curandFunctions, typeof curandTypes>;

/**
 * Opens cuRAND, or the one of `library`.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` with every place that was tried.
 */
export function openCurand(library = findCudaLibrary(libraryFiles.curand)): Curand {
  return nativeTable(library, curandFunctions, curandTypes);
}

/** {@link openCurand} for the layers above. */
export function openRawCurand(library = findCudaLibrary(libraryFiles.curand)): RawCurand {
  return rawTable(library, curandFunctions, curandTypes);
}
