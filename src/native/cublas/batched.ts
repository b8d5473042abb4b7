// Many small matrices at once. Part of the table of cuBLAS: see cublas.ts.

/** Batches of products, solutions and inverses. */
export const batchedFunctions = {
  /** C = alpha op(A) op(B) + beta C for many at equal distances. In float. */
  cublasSgemmStridedBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const float* alpha, __device__ const float* A, int lda, long long int strideA, __device__ const float* B, int ldb, long long int strideB, const float* beta, __device__ float* C, int ldc, long long int strideC, int batchCount)",
  /** C = alpha op(A) op(B) + beta C for many at equal distances. In double. */
  cublasDgemmStridedBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const double* alpha, __device__ const double* A, int lda, long long int strideA, __device__ const double* B, int ldb, long long int strideB, const double* beta, __device__ double* C, int ldc, long long int strideC, int batchCount)",
  /** C = alpha op(A) op(B) + beta C for many at equal distances. In complex float. */
  cublasCgemmStridedBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const cuComplex* alpha, __device__ const cuComplex* A, int lda, long long int strideA, __device__ const cuComplex* B, int ldb, long long int strideB, const cuComplex* beta, __device__ cuComplex* C, int ldc, long long int strideC, int batchCount)",
  /** C = alpha op(A) op(B) + beta C for many at equal distances. In complex double. */
  cublasZgemmStridedBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* A, int lda, long long int strideA, __device__ const cuDoubleComplex* B, int ldb, long long int strideB, const cuDoubleComplex* beta, __device__ cuDoubleComplex* C, int ldc, long long int strideC, int batchCount)",
  /** The same for any types. */
  cublasGemmStridedBatchedEx:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const void* alpha, __device__ const void* A, cudaDataType Atype, int lda, long long int strideA, __device__ const void* B, cudaDataType Btype, int ldb, long long int strideB, const void* beta, __device__ void* C, cudaDataType Ctype, int ldc, long long int strideC, int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo)",
  /** C = alpha op(A) op(B) + beta C for many at any addresses. In float. */
  cublasSgemmBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const float* alpha, __device__ const float* const* Aarray, int lda, __device__ const float* const* Barray, int ldb, const float* beta, __device__ float* const* Carray, int ldc, int batchCount)",
  /** C = alpha op(A) op(B) + beta C for many at any addresses. In double. */
  cublasDgemmBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const double* alpha, __device__ const double* const* Aarray, int lda, __device__ const double* const* Barray, int ldb, const double* beta, __device__ double* const* Carray, int ldc, int batchCount)",
  /** C = alpha op(A) op(B) + beta C for many at any addresses. In complex float. */
  cublasCgemmBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const cuComplex* alpha, __device__ const cuComplex* const* Aarray, int lda, __device__ const cuComplex* const* Barray, int ldb, const cuComplex* beta, __device__ cuComplex* const* Carray, int ldc, int batchCount)",
  /** C = alpha op(A) op(B) + beta C for many at any addresses. In complex double. */
  cublasZgemmBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* const* Aarray, int lda, __device__ const cuDoubleComplex* const* Barray, int ldb, const cuDoubleComplex* beta, __device__ cuDoubleComplex* const* Carray, int ldc, int batchCount)",
  /** The same for any types. */
  cublasGemmBatchedEx:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const void* alpha, __device__ const void* const* Aarray, cudaDataType Atype, int lda, __device__ const void* const* Barray, cudaDataType Btype, int ldb, const void* beta, __device__ void* const* Carray, cudaDataType Ctype, int ldc, int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo)",
  /** Solves op(A) X = alpha B, or X op(A), for many triangular A. In float. */
  cublasStrsmBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const float* alpha, __device__ const float* const* A, int lda, __device__ float* const* B, int ldb, int batchCount)",
  /** Solves op(A) X = alpha B, or X op(A), for many triangular A. In double. */
  cublasDtrsmBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const double* alpha, __device__ const double* const* A, int lda, __device__ double* const* B, int ldb, int batchCount)",
  /** Solves op(A) X = alpha B, or X op(A), for many triangular A. In complex float. */
  cublasCtrsmBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const cuComplex* alpha, __device__ const cuComplex* const* A, int lda, __device__ cuComplex* const* B, int ldb, int batchCount)",
  /** Solves op(A) X = alpha B, or X op(A), for many triangular A. In complex double. */
  cublasZtrsmBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* const* A, int lda, __device__ cuDoubleComplex* const* B, int ldb, int batchCount)",
  /** LU of many square matrices, in place; no pivots where P is null. In float. */
  cublasSgetrfBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ float* const* A, int lda, __device__ int* P, __device__ int* info, int batchSize)",
  /** LU of many square matrices, in place; no pivots where P is null. In double. */
  cublasDgetrfBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ double* const* A, int lda, __device__ int* P, __device__ int* info, int batchSize)",
  /** LU of many square matrices, in place; no pivots where P is null. In complex float. */
  cublasCgetrfBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ cuComplex* const* A, int lda, __device__ int* P, __device__ int* info, int batchSize)",
  /** LU of many square matrices, in place; no pivots where P is null. In complex double. */
  cublasZgetrfBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ cuDoubleComplex* const* A, int lda, __device__ int* P, __device__ int* info, int batchSize)",
  /** Solves op(A) X = B from LU; info is on the host. In float. */
  cublasSgetrsBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, __device__ const float* const* Aarray, int lda, __device__ const int* devIpiv, __device__ float* const* Barray, int ldb, int* info, int batchSize)",
  /** Solves op(A) X = B from LU; info is on the host. In double. */
  cublasDgetrsBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, __device__ const double* const* Aarray, int lda, __device__ const int* devIpiv, __device__ double* const* Barray, int ldb, int* info, int batchSize)",
  /** Solves op(A) X = B from LU; info is on the host. In complex float. */
  cublasCgetrsBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, __device__ const cuComplex* const* Aarray, int lda, __device__ const int* devIpiv, __device__ cuComplex* const* Barray, int ldb, int* info, int batchSize)",
  /** Solves op(A) X = B from LU; info is on the host. In complex double. */
  cublasZgetrsBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, __device__ const cuDoubleComplex* const* Aarray, int lda, __device__ const int* devIpiv, __device__ cuDoubleComplex* const* Barray, int ldb, int* info, int batchSize)",
  /** Inverses from LU. In float. */
  cublasSgetriBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const float* const* A, int lda, __device__ const int* P, __device__ float* const* C, int ldc, __device__ int* info, int batchSize)",
  /** Inverses from LU. In double. */
  cublasDgetriBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const double* const* A, int lda, __device__ const int* P, __device__ double* const* C, int ldc, __device__ int* info, int batchSize)",
  /** Inverses from LU. In complex float. */
  cublasCgetriBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuComplex* const* A, int lda, __device__ const int* P, __device__ cuComplex* const* C, int ldc, __device__ int* info, int batchSize)",
  /** Inverses from LU. In complex double. */
  cublasZgetriBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuDoubleComplex* const* A, int lda, __device__ const int* P, __device__ cuDoubleComplex* const* C, int ldc, __device__ int* info, int batchSize)",
  /** Inverses of many matrices of at most 32 rows. In float. */
  cublasSmatinvBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const float* const* A, int lda, __device__ float* const* Ainv, int lda_inv, __device__ int* info, int batchSize)",
  /** Inverses of many matrices of at most 32 rows. In double. */
  cublasDmatinvBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const double* const* A, int lda, __device__ double* const* Ainv, int lda_inv, __device__ int* info, int batchSize)",
  /** Inverses of many matrices of at most 32 rows. In complex float. */
  cublasCmatinvBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuComplex* const* A, int lda, __device__ cuComplex* const* Ainv, int lda_inv, __device__ int* info, int batchSize)",
  /** Inverses of many matrices of at most 32 rows. In complex double. */
  cublasZmatinvBatched:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuDoubleComplex* const* A, int lda, __device__ cuDoubleComplex* const* Ainv, int lda_inv, __device__ int* info, int batchSize)",
  /** QR of many matrices; info is on the host. In float. */
  cublasSgeqrfBatched:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, __device__ float* const* Aarray, int lda, __device__ float* const* TauArray, int* info, int batchSize)",
  /** QR of many matrices; info is on the host. In double. */
  cublasDgeqrfBatched:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, __device__ double* const* Aarray, int lda, __device__ double* const* TauArray, int* info, int batchSize)",
  /** QR of many matrices; info is on the host. In complex float. */
  cublasCgeqrfBatched:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, __device__ cuComplex* const* Aarray, int lda, __device__ cuComplex* const* TauArray, int* info, int batchSize)",
  /** QR of many matrices; info is on the host. In complex double. */
  cublasZgeqrfBatched:
    "cublasStatus_t(cublasHandle_t handle, int m, int n, __device__ cuDoubleComplex* const* Aarray, int lda, __device__ cuDoubleComplex* const* TauArray, int* info, int batchSize)",
  /** Least squares of many systems; info is on the host. In float. */
  cublasSgelsBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, __device__ float* const* Aarray, int lda, __device__ float* const* Carray, int ldc, int* info, __device__ int* devInfoArray, int batchSize)",
  /** Least squares of many systems; info is on the host. In double. */
  cublasDgelsBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, __device__ double* const* Aarray, int lda, __device__ double* const* Carray, int ldc, int* info, __device__ int* devInfoArray, int batchSize)",
  /** Least squares of many systems; info is on the host. In complex float. */
  cublasCgelsBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, __device__ cuComplex* const* Aarray, int lda, __device__ cuComplex* const* Carray, int ldc, int* info, __device__ int* devInfoArray, int batchSize)",
  /** Least squares of many systems; info is on the host. In complex double. */
  cublasZgelsBatched:
    "cublasStatus_t(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, __device__ cuDoubleComplex* const* Aarray, int lda, __device__ cuDoubleComplex* const* Carray, int ldc, int* info, __device__ int* devInfoArray, int batchSize)",
} as const;
