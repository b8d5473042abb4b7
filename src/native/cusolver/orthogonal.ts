// QR. Part of the table of cuSOLVER: see cusolver.ts.

/** QR and what is made of it. */
export const orthogonalFunctions = {
  /** The workspace of the next, in elements. In float. */
  cusolverDnSgeqrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ float* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDgeqrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ double* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCgeqrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ cuComplex* A, int lda, int* lwork)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZgeqrf_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ cuDoubleComplex* A, int lda, int* lwork)",
  /** QR in place: R above, reflectors below the diagonal. In float. */
  cusolverDnSgeqrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ float* A, int lda, __device__ float* tau, __device__ float* workspace, int lwork, __device__ int* devInfo)",
  /** QR in place: R above, reflectors below the diagonal. In double. */
  cusolverDnDgeqrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ double* A, int lda, __device__ double* tau, __device__ double* workspace, int lwork, __device__ int* devInfo)",
  /** QR in place: R above, reflectors below the diagonal. In complex float. */
  cusolverDnCgeqrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ cuComplex* A, int lda, __device__ cuComplex* tau, __device__ cuComplex* workspace, int lwork, __device__ int* devInfo)",
  /** QR in place: R above, reflectors below the diagonal. In complex double. */
  cusolverDnZgeqrf:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, __device__ cuDoubleComplex* A, int lda, __device__ cuDoubleComplex* tau, __device__ cuDoubleComplex* workspace, int lwork, __device__ int* devInfo)",
  /** The workspace of the next, in elements. In float. */
  cusolverDnSorgqr_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int k, __device__ const float* A, int lda, __device__ const float* tau, int* lwork)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDorgqr_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int k, __device__ const double* A, int lda, __device__ const double* tau, int* lwork)",
  /** Q from its reflectors, in place. In float. */
  cusolverDnSorgqr:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int k, __device__ float* A, int lda, __device__ const float* tau, __device__ float* work, int lwork, __device__ int* devInfo)",
  /** Q from its reflectors, in place. In double. */
  cusolverDnDorgqr:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int k, __device__ double* A, int lda, __device__ const double* tau, __device__ double* work, int lwork, __device__ int* devInfo)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCungqr_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int k, __device__ const cuComplex* A, int lda, __device__ const cuComplex* tau, int* lwork)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZungqr_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int k, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* tau, int* lwork)",
  /** Q from its reflectors, in place. In complex float. */
  cusolverDnCungqr:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int k, __device__ cuComplex* A, int lda, __device__ const cuComplex* tau, __device__ cuComplex* work, int lwork, __device__ int* devInfo)",
  /** Q from its reflectors, in place. In complex double. */
  cusolverDnZungqr:
    "cusolverStatus_t(cusolverDnHandle_t handle, int m, int n, int k, __device__ cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* tau, __device__ cuDoubleComplex* work, int lwork, __device__ int* devInfo)",
  /** The workspace of the next, in elements. In float. */
  cusolverDnSormqr_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, __device__ const float* A, int lda, __device__ const float* tau, __device__ const float* C, int ldc, int* lwork)",
  /** The workspace of the next, in elements. In double. */
  cusolverDnDormqr_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, __device__ const double* A, int lda, __device__ const double* tau, __device__ const double* C, int ldc, int* lwork)",
  /** C = op(Q) C, or C op(Q), from the reflectors. In float. */
  cusolverDnSormqr:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, __device__ const float* A, int lda, __device__ const float* tau, __device__ float* C, int ldc, __device__ float* work, int lwork, __device__ int* devInfo)",
  /** C = op(Q) C, or C op(Q), from the reflectors. In double. */
  cusolverDnDormqr:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, __device__ const double* A, int lda, __device__ const double* tau, __device__ double* C, int ldc, __device__ double* work, int lwork, __device__ int* devInfo)",
  /** The workspace of the next, in elements. In complex float. */
  cusolverDnCunmqr_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, __device__ const cuComplex* A, int lda, __device__ const cuComplex* tau, __device__ const cuComplex* C, int ldc, int* lwork)",
  /** The workspace of the next, in elements. In complex double. */
  cusolverDnZunmqr_bufferSize:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* tau, __device__ const cuDoubleComplex* C, int ldc, int* lwork)",
  /** C = op(Q) C, or C op(Q), from the reflectors. In complex float. */
  cusolverDnCunmqr:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, __device__ const cuComplex* A, int lda, __device__ const cuComplex* tau, __device__ cuComplex* C, int ldc, __device__ cuComplex* work, int lwork, __device__ int* devInfo)",
  /** C = op(Q) C, or C op(Q), from the reflectors. In complex double. */
  cusolverDnZunmqr:
    "cusolverStatus_t(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* tau, __device__ cuDoubleComplex* C, int ldc, __device__ cuDoubleComplex* work, int lwork, __device__ int* devInfo)",
} as const;
