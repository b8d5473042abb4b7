// Vectors. Part of the table of cuBLAS: see cublas.ts.

/** BLAS level 1: vectors. */
export const level1Functions = {
  /** The index, from 1, of the element with the greatest magnitude. In float. */
  cublasIsamax_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const float* x, int incx, int* result)",
  /** The index, from 1, of the element with the greatest magnitude. In double. */
  cublasIdamax_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const double* x, int incx, int* result)",
  /** The index, from 1, of the element with the greatest magnitude. In complex float. */
  cublasIcamax_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuComplex* x, int incx, int* result)",
  /** The index, from 1, of the element with the greatest magnitude. In complex double. */
  cublasIzamax_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuDoubleComplex* x, int incx, int* result)",
  /** The index, from 1, of the element with the least magnitude. In float. */
  cublasIsamin_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const float* x, int incx, int* result)",
  /** The index, from 1, of the element with the least magnitude. In double. */
  cublasIdamin_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const double* x, int incx, int* result)",
  /** The index, from 1, of the element with the least magnitude. In complex float. */
  cublasIcamin_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuComplex* x, int incx, int* result)",
  /** The index, from 1, of the element with the least magnitude. In complex double. */
  cublasIzamin_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuDoubleComplex* x, int incx, int* result)",
  /** The sum of magnitudes. In float. */
  cublasSasum_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const float* x, int incx, float* result)",
  /** The sum of magnitudes. In double. */
  cublasDasum_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const double* x, int incx, double* result)",
  /** The sum of magnitudes. In complex float. */
  cublasScasum_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuComplex* x, int incx, float* result)",
  /** The sum of magnitudes. In complex double. */
  cublasDzasum_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuDoubleComplex* x, int incx, double* result)",
  /** y = alpha x + y. In float. */
  cublasSaxpy_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const float* alpha, __device__ const float* x, int incx, __device__ float* y, int incy)",
  /** y = alpha x + y. In double. */
  cublasDaxpy_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const double* alpha, __device__ const double* x, int incx, __device__ double* y, int incy)",
  /** y = alpha x + y. In complex float. */
  cublasCaxpy_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const cuComplex* alpha, __device__ const cuComplex* x, int incx, __device__ cuComplex* y, int incy)",
  /** y = alpha x + y. In complex double. */
  cublasZaxpy_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const cuDoubleComplex* alpha, __device__ const cuDoubleComplex* x, int incx, __device__ cuDoubleComplex* y, int incy)",
  /** y = x. In float. */
  cublasScopy_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const float* x, int incx, __device__ float* y, int incy)",
  /** y = x. In double. */
  cublasDcopy_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const double* x, int incx, __device__ double* y, int incy)",
  /** y = x. In complex float. */
  cublasCcopy_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuComplex* x, int incx, __device__ cuComplex* y, int incy)",
  /** y = x. In complex double. */
  cublasZcopy_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuDoubleComplex* x, int incx, __device__ cuDoubleComplex* y, int incy)",
  /** Exchanges x and y. In float. */
  cublasSswap_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ float* x, int incx, __device__ float* y, int incy)",
  /** Exchanges x and y. In double. */
  cublasDswap_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ double* x, int incx, __device__ double* y, int incy)",
  /** Exchanges x and y. In complex float. */
  cublasCswap_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ cuComplex* x, int incx, __device__ cuComplex* y, int incy)",
  /** Exchanges x and y. In complex double. */
  cublasZswap_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ cuDoubleComplex* x, int incx, __device__ cuDoubleComplex* y, int incy)",
  /** The dot product. In float. */
  cublasSdot_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const float* x, int incx, __device__ const float* y, int incy, float* result)",
  /** The dot product. In double. */
  cublasDdot_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const double* x, int incx, __device__ const double* y, int incy, double* result)",
  /** The dot product. In complex float. */
  cublasCdotu_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuComplex* x, int incx, __device__ const cuComplex* y, int incy, cuComplex* result)",
  /** The dot product. In complex double. */
  cublasZdotu_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuDoubleComplex* x, int incx, __device__ const cuDoubleComplex* y, int incy, cuDoubleComplex* result)",
  /** The dot product with the conjugate of x. In complex float. */
  cublasCdotc_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuComplex* x, int incx, __device__ const cuComplex* y, int incy, cuComplex* result)",
  /** The dot product with the conjugate of x. In complex double. */
  cublasZdotc_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuDoubleComplex* x, int incx, __device__ const cuDoubleComplex* y, int incy, cuDoubleComplex* result)",
  /** The Euclidean norm. In float. */
  cublasSnrm2_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const float* x, int incx, float* result)",
  /** The Euclidean norm. In double. */
  cublasDnrm2_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const double* x, int incx, double* result)",
  /** The Euclidean norm. In complex float. */
  cublasScnrm2_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuComplex* x, int incx, float* result)",
  /** The Euclidean norm. In complex double. */
  cublasDznrm2_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, __device__ const cuDoubleComplex* x, int incx, double* result)",
  /** x = alpha x. In float. */
  cublasSscal_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const float* alpha, __device__ float* x, int incx)",
  /** x = alpha x. In double. */
  cublasDscal_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const double* alpha, __device__ double* x, int incx)",
  /** x = alpha x. In complex float. */
  cublasCscal_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const cuComplex* alpha, __device__ cuComplex* x, int incx)",
  /** x = alpha x. In complex double. */
  cublasZscal_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const cuDoubleComplex* alpha, __device__ cuDoubleComplex* x, int incx)",
  /** x = alpha x with a real alpha. In complex float. */
  cublasCsscal_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const float* alpha, __device__ cuComplex* x, int incx)",
  /** x = alpha x with a real alpha. In complex double. */
  cublasZdscal_v2:
    "cublasStatus_t(cublasHandle_t handle, int n, const double* alpha, __device__ cuDoubleComplex* x, int incx)",
} as const;
