// The handle of cuBLAS and its modes. Part of the table of cuBLAS: see cublas.ts.

/** Handles and modes. */
export const handleFunctions = {
  /** Makes a handle for the current context; it holds a workspace on the device. */
  cublasCreate_v2: "cublasStatus_t(cublasHandle_t* handle)",
  /** Destroys it, after waiting for the device. */
  cublasDestroy_v2: "cublasStatus_t(cublasHandle_t handle)",
  /** The version of the library: 130000 is 13.0. */
  cublasGetVersion_v2: "cublasStatus_t(cublasHandle_t handle, int* version)",
  /** One part of the version: 0 major, 1 minor, 2 patch. */
  cublasGetProperty: "cublasStatus_t(libraryPropertyType type, int* value)",
  /** The stream that the calls after it use. */
  cublasSetStream_v2: "cublasStatus_t(cublasHandle_t handle, cudaStream_t stream)",
  /** That stream. */
  cublasGetStream_v2: "cublasStatus_t(cublasHandle_t handle, cudaStream_t* stream)",
  /** Memory for the library to work in, in place of its own. */
  cublasSetWorkspace_v2: "cublasStatus_t(cublasHandle_t handle, __device__ void* workspace, size_t bytes)",
  /** Whether scalars (alpha, beta, results) are in host or device memory; host by default. */
  cublasSetPointerMode_v2: "cublasStatus_t(cublasHandle_t handle, cublasPointerMode_t mode)",
  /** That mode. */
  cublasGetPointerMode_v2: "cublasStatus_t(cublasHandle_t handle, cublasPointerMode_t* mode)",
  /** Which shortcuts are allowed, such as TF32. */
  cublasSetMathMode: "cublasStatus_t(cublasHandle_t handle, cublasMath_t mode)",
  /** That mode. */
  cublasGetMathMode: "cublasStatus_t(cublasHandle_t handle, cublasMath_t* mode)",
  /** Whether results may depend on the order of atomics. */
  cublasSetAtomicsMode: "cublasStatus_t(cublasHandle_t handle, cublasAtomicsMode_t mode)",
  /** That mode. */
  cublasGetAtomicsMode: "cublasStatus_t(cublasHandle_t handle, cublasAtomicsMode_t* mode)",
} as const;
