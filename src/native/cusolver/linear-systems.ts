// LU and Cholesky. Part of the table of cuSOLVER: see cusolver.ts.

/** Linear systems by LU and Cholesky. */
export const linearSystemFunctions = {
  /** The workspace of the next, in elements. In float. */
  cusolverDnSgetrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ float* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDgetrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ double* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCgetrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ cuComplex* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZgetrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ cuDoubleComplex* A, int lda, int* lwork)",
  /** LU in place; no pivots where devIpiv is null. In float. */
  cusolverDnSgetrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ float* A, int lda, __device__ float* workspace, __device__ int* devIpiv, __device__ int* devInfo)",
  /** LU in place; no pivots where devIpiv is null. In double. */
  cusolverDnDgetrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ double* A, int lda, __device__ double* workspace, __device__ int* devIpiv, __device__ int* devInfo)",
  /** LU in place; no pivots where devIpiv is null. In complex float. */
  cusolverDnCgetrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ cuComplex* A, int lda, __device__ cuComplex* workspace, __device__ int* devIpiv, __device__ int* devInfo)",
  /** LU in place; no pivots where devIpiv is null. In complex double. */
  cusolverDnZgetrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ cuDoubleComplex* A, int lda, __device__ cuDoubleComplex* workspace, __device__ int* devIpiv, __device__ int* devInfo)",
  /** Solves op(A) X = B from LU; X replaces B. In float. */
  cusolverDnSgetrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, __device__ const float* A, int lda, __device__ const int* devIpiv, __device__ float* B, int ldb, __device__ int* devInfo)",
  /** Solves op(A) X = B from LU; X replaces B. In double. */
  cusolverDnDgetrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, __device__ const double* A, int lda, __device__ const int* devIpiv, __device__ double* B, int ldb, __device__ int* devInfo)",
  /** Solves op(A) X = B from LU; X replaces B. In complex float. */
  cusolverDnCgetrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, __device__ const cuComplex* A, int lda, __device__ const int* devIpiv, __device__ cuComplex* B, int ldb, __device__ int* devInfo)",
  /** Solves op(A) X = B from LU; X replaces B. In complex double. */
  cusolverDnZgetrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, __device__ const cuDoubleComplex* A, int lda, __device__ const int* devIpiv, __device__ cuDoubleComplex* B, int ldb, __device__ int* devInfo)",
  /** The workspace of the next, in elements. In float. */
  cusolverDnSpotrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ float* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDpotrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ double* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCpotrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuComplex* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZpotrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuDoubleComplex* A, int lda, int* lwork)",
  /** Cholesky in place, of one triangle. In float. */
  cusolverDnSpotrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ float* A, int lda, __device__ float* workspace, int lwork, __device__ int* devInfo)",
  /** Cholesky in place, of one triangle. In double. */
  cusolverDnDpotrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ double* A, int lda, __device__ double* workspace, int lwork, __device__ int* devInfo)",
  /** Cholesky in place, of one triangle. In complex float. */
  cusolverDnCpotrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuComplex* A, int lda, __device__ cuComplex* workspace, int lwork, __device__ int* devInfo)",
  /** Cholesky in place, of one triangle. In complex double. */
  cusolverDnZpotrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuDoubleComplex* A, int lda, __device__ cuDoubleComplex* workspace, int lwork, __device__ int* devInfo)",
  /** Solves A X = B from Cholesky; X replaces B. In float. */
  cusolverDnSpotrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, __device__ const float* A, int lda, __device__ float* B, int ldb, __device__ int* devInfo)",
  /** Solves A X = B from Cholesky; X replaces B. In double. */
  cusolverDnDpotrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, __device__ const double* A, int lda, __device__ double* B, int ldb, __device__ int* devInfo)",
  /** Solves A X = B from Cholesky; X replaces B. In complex float. */
  cusolverDnCpotrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, __device__ const cuComplex* A, int lda, __device__ cuComplex* B, int ldb, __device__ int* devInfo)",
  /** Solves A X = B from Cholesky; X replaces B. In complex double. */
  cusolverDnZpotrs:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, __device__ const cuDoubleComplex* A, int lda, __device__ cuDoubleComplex* B, int ldb, __device__ int* devInfo)",
  /** The workspace of the next, in elements. In float. */
  cusolverDnSpotri_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ float* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDpotri_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ double* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCpotri_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuComplex* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZpotri_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuDoubleComplex* A, int lda, int* lwork)",
  /** The inverse from Cholesky. In float. */
  cusolverDnSpotri:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ float* A, int lda, __device__ float* work, int lwork, __device__ int* devInfo)",
  /** The inverse from Cholesky. In double. */
  cusolverDnDpotri:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ double* A, int lda, __device__ double* work, int lwork, __device__ int* devInfo)",
  /** The inverse from Cholesky. In complex float. */
  cusolverDnCpotri:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuComplex* A, int lda, __device__ cuComplex* work, int lwork, __device__ int* devInfo)",
  /** The inverse from Cholesky. In complex double. */
  cusolverDnZpotri:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuDoubleComplex* A, int lda, __device__ cuDoubleComplex* work, int lwork, __device__ int* devInfo)",
  /** Cholesky of many. In float. */
  cusolverDnSpotrfBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ float** Aarray, int lda, __device__ int* infoArray, int batchSize)",
  /** Cholesky of many. In double. */
  cusolverDnDpotrfBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ double** Aarray, int lda, __device__ int* infoArray, int batchSize)",
  /** Cholesky of many. In complex float. */
  cusolverDnCpotrfBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuComplex** Aarray, int lda, __device__ int* infoArray, int batchSize)",
  /** Cholesky of many. In complex double. */
  cusolverDnZpotrfBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, __device__ cuDoubleComplex** Aarray, int lda, __device__ int* infoArray, int batchSize)",
  /** Solves A x = b for many, from Cholesky; nrhs is 1. In float. */
  cusolverDnSpotrsBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, __device__ float** A, int lda, __device__ float** B, int ldb, __device__ int* devInfo, int batchSize)",
  /** Solves A x = b for many, from Cholesky; nrhs is 1. In double. */
  cusolverDnDpotrsBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, __device__ double** A, int lda, __device__ double** B, int ldb, __device__ int* devInfo, int batchSize)",
  /** Solves A x = b for many, from Cholesky; nrhs is 1. In complex float. */
  cusolverDnCpotrsBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, __device__ cuComplex** A, int lda, __device__ cuComplex** B, int ldb, __device__ int* devInfo, int batchSize)",
  /** Solves A x = b for many, from Cholesky; nrhs is 1. In complex double. */
  cusolverDnZpotrsBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, __device__ cuDoubleComplex** A, int lda, __device__ cuDoubleComplex** B, int ldb, __device__ int* devInfo, int batchSize)",
} as const;
