// Matrices. Part of the table of cuBLAS: see cublas.ts.

/** BLAS level 3: matrices, in column order. */
export const level3Functions = {
  /** C = alpha op(A) op(B) + beta C. In float. */
  cublasSgemm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const float* alpha, __device__ const float* A, int lda, __device__ const float* B, int ldb, const float* beta, __device__ float* C, int ldc)",
  /** C = alpha op(A) op(B) + beta C. In double. */
  cublasDgemm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const double* alpha, __device__ const double* A, int lda, __device__ const double* B, int ldb, const double* beta, __device__ double* C, int ldc)",
  /** C = alpha op(A) op(B) + beta C. In complex float. */
  cublasCgemm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const cuComplex* alpha, __device__ const cuComplex* A, int lda, __device__ const cuComplex* B, int ldb, const cuComplex* beta, __device__ cuComplex* C, int ldc)",
  /** C = alpha op(A) op(B) + beta C. In complex double. */
  cublasZgemm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta, __device__ cuDoubleComplex* C, int ldc)",
  /** The same for any types of A, B and C, and of the sums. */
  cublasGemmEx:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const void* alpha, __device__ const void* A, cudaDataType Atype, int lda, __device__ const void* B, cudaDataType Btype, int ldb, const void* beta, __device__ void* C, cudaDataType Ctype, int ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo)",
  /** C = alpha A B + beta C, or B A, with a symmetric A. In float. */
  cublasSsymm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const float* alpha, __device__ const float* A, int lda, __device__ const float* B, int ldb, const float* beta, __device__ float* C, int ldc)",
  /** C = alpha A B + beta C, or B A, with a symmetric A. In double. */
  cublasDsymm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const double* alpha, __device__ const double* A, int lda, __device__ const double* B, int ldb, const double* beta, __device__ double* C, int ldc)",
  /** C = alpha A B + beta C, or B A, with a symmetric A. In complex float. */
  cublasCsymm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const cuComplex* alpha, __device__ const cuComplex* A, int lda, __device__ const cuComplex* B, int ldb, const cuComplex* beta, __device__ cuComplex* C, int ldc)",
  /** C = alpha A B + beta C, or B A, with a symmetric A. In complex double. */
  cublasZsymm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta, __device__ cuDoubleComplex* C, int ldc)",
  /** C = alpha A B + beta C, or B A, with a Hermitian A. In complex float. */
  cublasChemm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const cuComplex* alpha, __device__ const cuComplex* A, int lda, __device__ const cuComplex* B, int ldb, const cuComplex* beta, __device__ cuComplex* C, int ldc)",
  /** C = alpha A B + beta C, or B A, with a Hermitian A. In complex double. */
  cublasZhemm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* B, int ldb, const cuDoubleComplex* beta, __device__ cuDoubleComplex* C, int ldc)",
  /** C = alpha op(A) op(A)T + beta C, one triangle of it. In float. */
  cublasSsyrk_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const float* alpha, __device__ const float* A, int lda, const float* beta, __device__ float* C, int ldc)",
  /** C = alpha op(A) op(A)T + beta C, one triangle of it. In double. */
  cublasDsyrk_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const double* alpha, __device__ const double* A, int lda, const double* beta, __device__ double* C, int ldc)",
  /** C = alpha op(A) op(A)T + beta C, one triangle of it. In complex float. */
  cublasCsyrk_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const cuComplex* alpha, __device__ const cuComplex* A, int lda, const cuComplex* beta, __device__ cuComplex* C, int ldc)",
  /** C = alpha op(A) op(A)T + beta C, one triangle of it. In complex double. */
  cublasZsyrk_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, const cuDoubleComplex* beta, __device__ cuDoubleComplex* C, int ldc)",
  /** C = alpha op(A) op(A)H + beta C, one triangle of it. In complex float. */
  cublasCherk_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const float* alpha, __device__ const cuComplex* A, int lda, const float* beta, __device__ cuComplex* C, int ldc)",
  /** C = alpha op(A) op(A)H + beta C, one triangle of it. In complex double. */
  cublasZherk_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const double* alpha, __device__ const cuDoubleComplex* A, int lda, const double* beta, __device__ cuDoubleComplex* C, int ldc)",
  /** C = alpha op(A) B, or B op(A), with a triangular A. In float. */
  cublasStrmm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const float* alpha, __device__ const float* A, int lda, __device__ const float* B, int ldb, __device__ float* C, int ldc)",
  /** C = alpha op(A) B, or B op(A), with a triangular A. In double. */
  cublasDtrmm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const double* alpha, __device__ const double* A, int lda, __device__ const double* B, int ldb, __device__ double* C, int ldc)",
  /** C = alpha op(A) B, or B op(A), with a triangular A. In complex float. */
  cublasCtrmm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const cuComplex* alpha, __device__ const cuComplex* A, int lda, __device__ const cuComplex* B, int ldb, __device__ cuComplex* C, int ldc)",
  /** C = alpha op(A) B, or B op(A), with a triangular A. In complex double. */
  cublasZtrmm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* B, int ldb, __device__ cuDoubleComplex* C, int ldc)",
  /** Solves op(A) X = alpha B, or X op(A), with a triangular A; X replaces B. In float. */
  cublasStrsm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const float* alpha, __device__ const float* A, int lda, __device__ float* B, int ldb)",
  /** Solves op(A) X = alpha B, or X op(A), with a triangular A; X replaces B. In double. */
  cublasDtrsm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const double* alpha, __device__ const double* A, int lda, __device__ double* B, int ldb)",
  /** Solves op(A) X = alpha B, or X op(A), with a triangular A; X replaces B. In complex float. */
  cublasCtrsm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const cuComplex* alpha, __device__ const cuComplex* A, int lda, __device__ cuComplex* B, int ldb)",
  /** Solves op(A) X = alpha B, or X op(A), with a triangular A; X replaces B. In complex double. */
  cublasZtrsm_v2:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, __device__ cuDoubleComplex* B, int ldb)",
  /** C = alpha op(A) + beta op(B); transposes. In float. */
  cublasSgeam:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, const float* alpha, __device__ const float* A, int lda, const float* beta, __device__ const float* B, int ldb, __device__ float* C, int ldc)",
  /** C = alpha op(A) + beta op(B); transposes. In double. */
  cublasDgeam:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, const double* alpha, __device__ const double* A, int lda, const double* beta, __device__ const double* B, int ldb, __device__ double* C, int ldc)",
  /** C = alpha op(A) + beta op(B); transposes. In complex float. */
  cublasCgeam:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, const cuComplex* alpha, __device__ const cuComplex* A, int lda, const cuComplex* beta, __device__ const cuComplex* B, int ldb, __device__ cuComplex* C, int ldc)",
  /** C = alpha op(A) + beta op(B); transposes. In complex double. */
  cublasZgeam:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, const cuDoubleComplex* beta, __device__ const cuDoubleComplex* B, int ldb, __device__ cuDoubleComplex* C, int ldc)",
  /** C = A diag(x), or diag(x) A. In float. */
  cublasSdgmm:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t mode, int m, int n, __device__ const float* A, int lda, __device__ const float* x, int incx, __device__ float* C, int ldc)",
  /** C = A diag(x), or diag(x) A. In double. */
  cublasDdgmm:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t mode, int m, int n, __device__ const double* A, int lda, __device__ const double* x, int incx, __device__ double* C, int ldc)",
  /** C = A diag(x), or diag(x) A. In complex float. */
  cublasCdgmm:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t mode, int m, int n, __device__ const cuComplex* A, int lda, __device__ const cuComplex* x, int incx, __device__ cuComplex* C, int ldc)",
  /** C = A diag(x), or diag(x) A. In complex double. */
  cublasZdgmm:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t mode, int m, int n, __device__ const cuDoubleComplex* A, int lda, __device__ const cuDoubleComplex* x, int incx, __device__ cuDoubleComplex* C, int ldc)",
} as const;
