// Calls whose types are arguments, with 64-bit sizes. Part of the table of cuSOLVER: see cusolver.ts.

/** The same tasks for any type. */
export const genericFunctions = {
  /** The workspaces of the next, in bytes. */
  cusolverDnXgetrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes)",
  /** LU in place. */
  cusolverDnXgetrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, __device__ void* A, int64_t lda, __device__ int64_t* ipiv, cudaDataType computeType, __device__ void* deviceBuffer, size_t deviceBytes, void* hostBuffer, size_t hostBytes, __device__ int* devInfo)",
  /** Solves op(A) X = B from LU. */
  cusolverDnXgetrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, __device__ const int64_t* ipiv, cudaDataType dataTypeB, __device__ void* B, int64_t ldb, __device__ int* devInfo)",
  /** The workspaces of the next, in bytes. */
  cusolverDnXpotrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes)",
  /** Cholesky in place. */
  cusolverDnXpotrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, __device__ void* A, int64_t lda, cudaDataType computeType, __device__ void* deviceBuffer, size_t deviceBytes, void* hostBuffer, size_t hostBytes, __device__ int* devInfo)",
  /** Solves A X = B from Cholesky. */
  cusolverDnXpotrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, cudaDataType dataTypeB, __device__ void* B, int64_t ldb, __device__ int* devInfo)",
  /** The workspaces of the next, in bytes. */
  cusolverDnXgeqrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, cudaDataType dataTypeTau, __device__ const void* tau, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes)",
  /** QR in place. */
  cusolverDnXgeqrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, __device__ void* A, int64_t lda, cudaDataType dataTypeTau, __device__ void* tau, cudaDataType computeType, __device__ void* deviceBuffer, size_t deviceBytes, void* hostBuffer, size_t hostBytes, __device__ int* devInfo)",
  /** The workspaces of the next, in bytes. */
  cusolverDnXsyevd_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, cudaDataType dataTypeW, __device__ const void* W, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes)",
  /** Eigenvalues of a symmetric or Hermitian A. */
  cusolverDnXsyevd:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, __device__ void* A, int64_t lda, cudaDataType dataTypeW, __device__ void* W, cudaDataType computeType, __device__ void* deviceBuffer, size_t deviceBytes, void* hostBuffer, size_t hostBytes, __device__ int* devInfo)",
  /** The workspaces of the next, in bytes. */
  cusolverDnXsyevBatched_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, cudaDataType dataTypeW, __device__ const void* W, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes, int64_t batchSize)",
  /** The same for many. */
  cusolverDnXsyevBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, __device__ void* A, int64_t lda, cudaDataType dataTypeW, __device__ void* W, cudaDataType computeType, __device__ void* deviceBuffer, size_t deviceBytes, void* hostBuffer, size_t hostBytes, __device__ int* devInfo, int64_t batchSize)",
  /** The workspaces of the next, in bytes. */
  cusolverDnXgeev_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, cudaDataType dataTypeW, __device__ const void* W, cudaDataType dataTypeVL, __device__ const void* VL, int64_t ldvl, cudaDataType dataTypeVR, __device__ const void* VR, int64_t ldvr, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes)",
  /** Eigenvalues of any square A; libraries since 11.7 have it. */
  cusolverDnXgeev:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n, cudaDataType dataTypeA, __device__ void* A, int64_t lda, cudaDataType dataTypeW, __device__ void* W, cudaDataType dataTypeVL, __device__ void* VL, int64_t ldvl, cudaDataType dataTypeVR, __device__ void* VR, int64_t ldvr, cudaDataType computeType, __device__ void* deviceBuffer, size_t deviceBytes, void* hostBuffer, size_t hostBytes, __device__ int* devInfo)",
  /** The workspaces of the next, in bytes. */
  cusolverDnXgesvd_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, cudaDataType dataTypeS, __device__ const void* S, cudaDataType dataTypeU, __device__ const void* U, int64_t ldu, cudaDataType dataTypeVT, __device__ const void* VT, int64_t ldvt, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes)",
  /** A = U S VT for m >= n. */
  cusolverDnXgesvd:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA, __device__ void* A, int64_t lda, cudaDataType dataTypeS, __device__ void* S, cudaDataType dataTypeU, __device__ void* U, int64_t ldu, cudaDataType dataTypeVT, __device__ void* VT, int64_t ldvt, cudaDataType computeType, __device__ void* deviceBuffer, size_t deviceBytes, void* hostBuffer, size_t hostBytes, __device__ int* devInfo)",
  /** The workspaces of the next, in bytes. */
  cusolverDnXgesvdp_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType dataTypeA, __device__ const void* A, int64_t lda, cudaDataType dataTypeS, __device__ const void* S, cudaDataType dataTypeU, __device__ const void* U, int64_t ldu, cudaDataType dataTypeV, __device__ const void* V, int64_t ldv, cudaDataType computeType, size_t* deviceBytes, size_t* hostBytes)",
  /** A = U S VH by polar decomposition: fast, and less exact for tiny singular values. */
  cusolverDnXgesvdp:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType dataTypeA, __device__ void* A, int64_t lda, cudaDataType dataTypeS, __device__ void* S, cudaDataType dataTypeU, __device__ void* U, int64_t ldu, cudaDataType dataTypeV, __device__ void* V, int64_t ldv, cudaDataType computeType, __device__ void* deviceBuffer, size_t deviceBytes, void* hostBuffer, size_t hostBytes, __device__ int* devInfo, double* error)",
} as const;
