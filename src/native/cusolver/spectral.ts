// Singular values and eigenvalues. Part of the table of cuSOLVER: see cusolver.ts.

/** Singular values, and eigenvalues of symmetric and Hermitian matrices. */
export const spectralFunctions = {
  /** The workspace of the next, in elements. In float. */
  cusolverDnSgesvd_bufferSize: "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int* lwork)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDgesvd_bufferSize: "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int* lwork)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCgesvd_bufferSize: "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int* lwork)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZgesvd_bufferSize: "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int* lwork)",
  /** A = U S VT for m >= n by QR; destroys A. In float. */
  cusolverDnSgesvd:
    "cusolverStatus_t(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, __device__ float* A, int lda, __device__ float* S, __device__ float* U, int ldu, __device__ float* VT, int ldvt, __device__ float* work, int lwork, __device__ float* rwork, __device__ int* devInfo)",
  /** A = U S VT for m >= n by QR; destroys A. In double. */
  cusolverDnDgesvd:
    "cusolverStatus_t(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, __device__ double* A, int lda, __device__ double* S, __device__ double* U, int ldu, __device__ double* VT, int ldvt, __device__ double* work, int lwork, __device__ double* rwork, __device__ int* devInfo)",
  /** A = U S VT for m >= n by QR; destroys A. In complex float. */
  cusolverDnCgesvd:
    "cusolverStatus_t(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, __device__ cuComplex* A, int lda, __device__ float* S, __device__ cuComplex* U, int ldu, __device__ cuComplex* VT, int ldvt, __device__ cuComplex* work, int lwork, __device__ float* rwork, __device__ int* devInfo)",
  /** A = U S VT for m >= n by QR; destroys A. In complex double. */
  cusolverDnZgesvd:
    "cusolverStatus_t(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, __device__ cuDoubleComplex* A, int lda, __device__ double* S, __device__ cuDoubleComplex* U, int ldu, __device__ cuDoubleComplex* VT, int ldvt, __device__ cuDoubleComplex* work, int lwork, __device__ double* rwork, __device__ int* devInfo)",
  /** The workspace of the next, in elements. In float. */
  cusolverDnSgesvdj_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, __device__ const float* A, int lda, __device__ const float* S, __device__ const float* U, int ldu, __device__ const float* V, int ldv, int* lwork, gesvdjInfo_t params)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDgesvdj_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, __device__ const double* A, int lda, __device__ const double* S, __device__ const double* U, int ldu, __device__ const double* V, int ldv, int* lwork, gesvdjInfo_t params)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCgesvdj_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, __device__ const cuComplex* A, int lda, __device__ const float* S, __device__ const cuComplex* U, int ldu, __device__ const cuComplex* V, int ldv, int* lwork, gesvdjInfo_t params)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZgesvdj_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, __device__ const cuDoubleComplex* A, int lda, __device__ const double* S, __device__ const cuDoubleComplex* U, int ldu, __device__ const cuDoubleComplex* V, int ldv, int* lwork, gesvdjInfo_t params)",
  /** A = U S VH by Jacobi; gives V, not VH. In float. */
  cusolverDnSgesvdj:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, __device__ float* A, int lda, __device__ float* S, __device__ float* U, int ldu, __device__ float* V, int ldv, __device__ float* work, int lwork, __device__ int* devInfo, gesvdjInfo_t params)",
  /** A = U S VH by Jacobi; gives V, not VH. In double. */
  cusolverDnDgesvdj:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, __device__ double* A, int lda, __device__ double* S, __device__ double* U, int ldu, __device__ double* V, int ldv, __device__ double* work, int lwork, __device__ int* devInfo, gesvdjInfo_t params)",
  /** A = U S VH by Jacobi; gives V, not VH. In complex float. */
  cusolverDnCgesvdj:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, __device__ cuComplex* A, int lda, __device__ float* S, __device__ cuComplex* U, int ldu, __device__ cuComplex* V, int ldv, __device__ cuComplex* work, int lwork, __device__ int* devInfo, gesvdjInfo_t params)",
  /** A = U S VH by Jacobi; gives V, not VH. In complex double. */
  cusolverDnZgesvdj:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, __device__ cuDoubleComplex* A, int lda, __device__ double* S, __device__ cuDoubleComplex* U, int ldu, __device__ cuDoubleComplex* V, int ldv, __device__ cuDoubleComplex* work, int lwork, __device__ int* devInfo, gesvdjInfo_t params)",
  /** The workspace of the next, in elements. In float. */
  cusolverDnSgesvdjBatched_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, __device__ const float* A, int lda, __device__ const float* S, __device__ const float* U, int ldu, __device__ const float* V, int ldv, int* lwork, gesvdjInfo_t params, int batchSize)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDgesvdjBatched_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, __device__ const double* A, int lda, __device__ const double* S, __device__ const double* U, int ldu, __device__ const double* V, int ldv, int* lwork, gesvdjInfo_t params, int batchSize)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCgesvdjBatched_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, __device__ const cuComplex* A, int lda, __device__ const float* S, __device__ const cuComplex* U, int ldu, __device__ const cuComplex* V, int ldv, int* lwork, gesvdjInfo_t params, int batchSize)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZgesvdjBatched_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, __device__ const cuDoubleComplex* A, int lda, __device__ const double* S, __device__ const cuDoubleComplex* U, int ldu, __device__ const cuDoubleComplex* V, int ldv, int* lwork, gesvdjInfo_t params, int batchSize)",
  /** The same for many of at most 32 rows and columns. In float. */
  cusolverDnSgesvdjBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, __device__ float* A, int lda, __device__ float* S, __device__ float* U, int ldu, __device__ float* V, int ldv, __device__ float* work, int lwork, __device__ int* devInfo, gesvdjInfo_t params, int batchSize)",
  /** The same for many of at most 32 rows and columns. In double. */
  cusolverDnDgesvdjBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, __device__ double* A, int lda, __device__ double* S, __device__ double* U, int ldu, __device__ double* V, int ldv, __device__ double* work, int lwork, __device__ int* devInfo, gesvdjInfo_t params, int batchSize)",
  /** The same for many of at most 32 rows and columns. In complex float. */
  cusolverDnCgesvdjBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, __device__ cuComplex* A, int lda, __device__ float* S, __device__ cuComplex* U, int ldu, __device__ cuComplex* V, int ldv, __device__ cuComplex* work, int lwork, __device__ int* devInfo, gesvdjInfo_t params, int batchSize)",
  /** The same for many of at most 32 rows and columns. In complex double. */
  cusolverDnZgesvdjBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, __device__ cuDoubleComplex* A, int lda, __device__ double* S, __device__ cuDoubleComplex* U, int ldu, __device__ cuDoubleComplex* V, int ldv, __device__ cuDoubleComplex* work, int lwork, __device__ int* devInfo, gesvdjInfo_t params, int batchSize)",
  /** The workspace of the next, in elements. In float. */
  cusolverDnSsyevd_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const float* A, int lda, __device__ const float* W, int* lwork)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDsyevd_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const double* A, int lda, __device__ const double* W, int* lwork)",
  /** Eigenvalues of a symmetric A, ascending; the vectors replace A. In float. */
  cusolverDnSsyevd:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ float* A, int lda, __device__ float* W, __device__ float* work, int lwork, __device__ int* devInfo)",
  /** Eigenvalues of a symmetric A, ascending; the vectors replace A. In double. */
  cusolverDnDsyevd:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ double* A, int lda, __device__ double* W, __device__ double* work, int lwork, __device__ int* devInfo)",
  /** The workspace of the next, in elements. In float. */
  cusolverDnSsyevj_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const float* A, int lda, __device__ const float* W, int* lwork, syevjInfo_t params)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDsyevj_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const double* A, int lda, __device__ const double* W, int* lwork, syevjInfo_t params)",
  /** The same by Jacobi. In float. */
  cusolverDnSsyevj:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ float* A, int lda, __device__ float* W, __device__ float* work, int lwork, __device__ int* devInfo, syevjInfo_t params)",
  /** The same by Jacobi. In double. */
  cusolverDnDsyevj:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ double* A, int lda, __device__ double* W, __device__ double* work, int lwork, __device__ int* devInfo, syevjInfo_t params)",
  /** The workspace of the next, in elements. In float. */
  cusolverDnSsyevjBatched_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const float* A, int lda, __device__ const float* W, int* lwork, syevjInfo_t params, int batchSize)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDsyevjBatched_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const double* A, int lda, __device__ const double* W, int* lwork, syevjInfo_t params, int batchSize)",
  /** The same for many. In float. */
  cusolverDnSsyevjBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ float* A, int lda, __device__ float* W, __device__ float* work, int lwork, __device__ int* devInfo, syevjInfo_t params, int batchSize)",
  /** The same for many. In double. */
  cusolverDnDsyevjBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ double* A, int lda, __device__ double* W, __device__ double* work, int lwork, __device__ int* devInfo, syevjInfo_t params, int batchSize)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCheevd_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const cuComplex* A, int lda, __device__ const float* W, int* lwork)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZheevd_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const cuDoubleComplex* A, int lda, __device__ const double* W, int* lwork)",
  /** Eigenvalues of a Hermitian A, ascending; the vectors replace A. In complex float. */
  cusolverDnCheevd:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ cuComplex* A, int lda, __device__ float* W, __device__ cuComplex* work, int lwork, __device__ int* devInfo)",
  /** Eigenvalues of a Hermitian A, ascending; the vectors replace A. In complex double. */
  cusolverDnZheevd:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ cuDoubleComplex* A, int lda, __device__ double* W, __device__ cuDoubleComplex* work, int lwork, __device__ int* devInfo)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCheevj_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const cuComplex* A, int lda, __device__ const float* W, int* lwork, syevjInfo_t params)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZheevj_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const cuDoubleComplex* A, int lda, __device__ const double* W, int* lwork, syevjInfo_t params)",
  /** The same by Jacobi. In complex float. */
  cusolverDnCheevj:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ cuComplex* A, int lda, __device__ float* W, __device__ cuComplex* work, int lwork, __device__ int* devInfo, syevjInfo_t params)",
  /** The same by Jacobi. In complex double. */
  cusolverDnZheevj:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ cuDoubleComplex* A, int lda, __device__ double* W, __device__ cuDoubleComplex* work, int lwork, __device__ int* devInfo, syevjInfo_t params)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCheevjBatched_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const cuComplex* A, int lda, __device__ const float* W, int* lwork, syevjInfo_t params, int batchSize)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZheevjBatched_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ const cuDoubleComplex* A, int lda, __device__ const double* W, int* lwork, syevjInfo_t params, int batchSize)",
  /** The same for many. In complex float. */
  cusolverDnCheevjBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ cuComplex* A, int lda, __device__ float* W, __device__ cuComplex* work, int lwork, __device__ int* devInfo, syevjInfo_t params, int batchSize)",
  /** The same for many. In complex double. */
  cusolverDnZheevjBatched:
    "cusolverStatus_t(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, __device__ cuDoubleComplex* A, int lda, __device__ double* W, __device__ cuDoubleComplex* work, int lwork, __device__ int* devInfo, syevjInfo_t params, int batchSize)",
} as const;
