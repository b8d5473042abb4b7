// Matrices and vectors. Part of the table of cuBLAS: see cublas.ts.

/** BLAS level 2: a matrix and vectors. */
export const level2Functions = {
  /** y = alpha op(A) x + beta y. In float. */
  cublasSgemv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float* alpha, __device__ const float* A, int lda, __device__ const float* x, int incx, const float* beta, __device__ float* y, int incy)",
  /** y = alpha op(A) x + beta y. In double. */
  cublasDgemv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const double* alpha, __device__ const double* A, int lda, __device__ const double* x, int incx, const double* beta, __device__ double* y, int incy)",
  /** y = alpha op(A) x + beta y. In complex float. */
  cublasCgemv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const cuComplex* alpha, __device__ const cuComplex* A, int lda, __device__ const cuComplex* x, int incx, const cuComplex* beta, __device__ cuComplex* y, int incy)",
  /** y = alpha op(A) x + beta y. In complex double. */
  cublasZgemv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta, __device__ cuDoubleComplex* y, int incy)",
  /** The same for many at equal distances. In float. */
  cublasSgemvStridedBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float* alpha, __device__ const float* A, int lda, long long int strideA, __device__ const float* x, int incx, long long int stridex, const float* beta, __device__ float* y, int incy, long long int stridey, int batchCount)",
  /** The same for many at equal distances. In double. */
  cublasDgemvStridedBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const double* alpha, __device__ const double* A, int lda, long long int strideA, __device__ const double* x, int incx, long long int stridex, const double* beta, __device__ double* y, int incy, long long int stridey, int batchCount)",
  /** The same for many at equal distances. In complex float. */
  cublasCgemvStridedBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const cuComplex* alpha, __device__ const cuComplex* A, int lda, long long int strideA, __device__ const cuComplex* x, int incx, long long int stridex, const cuComplex* beta, __device__ cuComplex* y, int incy, long long int stridey, int batchCount)",
  /** The same for many at equal distances. In complex double. */
  cublasZgemvStridedBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, long long int strideA, __device__ const cuDoubleComplex* x, int incx, long long int stridex, const cuDoubleComplex* beta, __device__ cuDoubleComplex* y, int incy, long long int stridey, int batchCount)",
  /** A = alpha x yT + A. In float. */
  cublasSger_v2:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, const float* alpha, __device__ const float* x, int incx, __device__ const float* y, int incy, __device__ float* A, int lda)",
  /** A = alpha x yT + A. In double. */
  cublasDger_v2:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, const double* alpha, __device__ const double* x, int incx, __device__ const double* y, int incy, __device__ double* A, int lda)",
  /** A = alpha x yT + A. In complex float. */
  cublasCgeru_v2:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, const cuComplex* alpha, __device__ const cuComplex* x, int incx, __device__ const cuComplex* y, int incy, __device__ cuComplex* A, int lda)",
  /** A = alpha x yT + A. In complex double. */
  cublasZgeru_v2:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* x, int incx, __device__ const cuDoubleComplex* y, int incy, __device__ cuDoubleComplex* A, int lda)",
  /** A = alpha x yH + A. In complex float. */
  cublasCgerc_v2:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, const cuComplex* alpha, __device__ const cuComplex* x, int incx, __device__ const cuComplex* y, int incy, __device__ cuComplex* A, int lda)",
  /** A = alpha x yH + A. In complex double. */
  cublasZgerc_v2:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* x, int incx, __device__ const cuDoubleComplex* y, int incy, __device__ cuDoubleComplex* A, int lda)",
  /** y = alpha A x + beta y with a symmetric A. In float. */
  cublasSsymv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, int n, const float* alpha, __device__ const float* A, int lda, __device__ const float* x, int incx, const float* beta, __device__ float* y, int incy)",
  /** y = alpha A x + beta y with a symmetric A. In double. */
  cublasDsymv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, int n, const double* alpha, __device__ const double* A, int lda, __device__ const double* x, int incx, const double* beta, __device__ double* y, int incy)",
  /** y = alpha A x + beta y with a symmetric A. In complex float. */
  cublasCsymv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, int n, const cuComplex* alpha, __device__ const cuComplex* A, int lda, __device__ const cuComplex* x, int incx, const cuComplex* beta, __device__ cuComplex* y, int incy)",
  /** y = alpha A x + beta y with a symmetric A. In complex double. */
  cublasZsymv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta, __device__ cuDoubleComplex* y, int incy)",
  /** y = alpha A x + beta y with a Hermitian A. In complex float. */
  cublasChemv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, int n, const cuComplex* alpha, __device__ const cuComplex* A, int lda, __device__ const cuComplex* x, int incx, const cuComplex* beta, __device__ cuComplex* y, int incy)",
  /** y = alpha A x + beta y with a Hermitian A. In complex double. */
  cublasZhemv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* x, int incx, const cuDoubleComplex* beta, __device__ cuDoubleComplex* y, int incy)",
  /** x = op(A) x with a triangular A. In float. */
  cublasStrmv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, __device__ const float* A, int lda, __device__ float* x, int incx)",
  /** x = op(A) x with a triangular A. In double. */
  cublasDtrmv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, __device__ const double* A, int lda, __device__ double* x, int incx)",
  /** x = op(A) x with a triangular A. In complex float. */
  cublasCtrmv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, __device__ const cuComplex* A, int lda, __device__ cuComplex* x, int incx)",
  /** x = op(A) x with a triangular A. In complex double. */
  cublasZtrmv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, __device__ const cuDoubleComplex* A, int lda, __device__ cuDoubleComplex* x, int incx)",
  /** Solves op(A) x = b with a triangular A; b is in x. In float. */
  cublasStrsv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, __device__ const float* A, int lda, __device__ float* x, int incx)",
  /** Solves op(A) x = b with a triangular A; b is in x. In double. */
  cublasDtrsv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, __device__ const double* A, int lda, __device__ double* x, int incx)",
  /** Solves op(A) x = b with a triangular A; b is in x. In complex float. */
  cublasCtrsv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, __device__ const cuComplex* A, int lda, __device__ cuComplex* x, int incx)",
  /** Solves op(A) x = b with a triangular A; b is in x. In complex double. */
  cublasZtrsv_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, __device__ const cuDoubleComplex* A, int lda, __device__ cuDoubleComplex* x, int incx)",
} as const;
