// cuBLAS and cuSPARSE on a stream that is being captured: done when the graph runs, each time, with the scalars of host
// memory as they were and those of device memory as they are.
#include <cstdio>
// CUB before cuBLAS: their headers share names of helpers.
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cusparse.h>

#define CHECK(call) \
  if (int status = int(call)) printf("line %d: status %d\n", __LINE__, status)

__global__ void set(float* place, float value) { *place = value; }

int main() {
  const int n = 3;
  float host[3] = {1, 2, 3}, *x, *y, *a, *c, *scalar, *dot;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  cudaMalloc(&a, 4 * sizeof(float));
  cudaMalloc(&c, 4 * sizeof(float));
  cudaMalloc(&scalar, sizeof(float));
  cudaMalloc(&dot, sizeof(float));
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(y, 0, sizeof host);
  const float square[4] = {1, 2, 3, 4};
  cudaMemcpy(a, square, sizeof square, cudaMemcpyHostToDevice);
  // A sparse matrix with 2 on its diagonal.
  int host_rows[4] = {0, 1, 2, 3}, host_columns[3] = {0, 1, 2}, *rows, *columns;
  float host_values[3] = {2, 2, 2}, *values;
  cudaMalloc(&rows, sizeof host_rows);
  cudaMalloc(&columns, sizeof host_columns);
  cudaMalloc(&values, sizeof host_values);
  cudaMemcpy(rows, host_rows, sizeof host_rows, cudaMemcpyHostToDevice);
  cudaMemcpy(columns, host_columns, sizeof host_columns, cudaMemcpyHostToDevice);
  cudaMemcpy(values, host_values, sizeof host_values, cudaMemcpyHostToDevice);

  cublasHandle_t blas;
  cusparseHandle_t sparse;
  cudaStream_t stream;
  CHECK(cublasCreate(&blas));
  CHECK(cusparseCreate(&sparse));
  cudaStreamCreate(&stream);
  cublasSetStream(blas, stream);
  cusparseSetStream(sparse, stream);
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t from, to;
  cusparseCreateCsr(&matrix, n, n, n, rows, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseCreateDnVec(&from, n, x, CUDA_R_32F);
  cusparseCreateDnVec(&to, n, y, CUDA_R_32F);
  float one = 1, zero = 0;
  size_t bytes;
  void* buffer;
  cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, from, &one, to, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
  cudaMalloc(&buffer, bytes);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  float twice = 2;
  CHECK(cublasSscal(blas, n, &twice, x, 1));
  twice = 1000;
  set<<<1, 1, 0, stream>>>(scalar, 10);
  cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE);
  CHECK(cublasSaxpy(blas, n, scalar, x, 1, y, 1));
  CHECK(cublasSdot(blas, n, x, 1, x, 1, dot));
  CHECK(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, scalar, a, 2, a, 2, dot, c, 2));
  cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_HOST);
  CHECK(cublasSgemv(blas, CUBLAS_OP_N, 2, 2, &one, a, 2, x, 1, &zero, c, 1));
  CHECK(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, from, &one, to, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
  one = 1000;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, 0));

  float out[4];
  cudaMemcpy(out, x, sizeof host, cudaMemcpyDeviceToHost);
  printf("before: %g %g %g\n", out[0], out[1], out[2]);
  for (int run = 0; run < 2; ++run) {
    cudaMemset(c, 0, 4 * sizeof(float));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    cudaMemcpy(out, x, sizeof host, cudaMemcpyDeviceToHost);
    printf("x: %g %g %g\n", out[0], out[1], out[2]);
    cudaMemcpy(out, y, sizeof host, cudaMemcpyDeviceToHost);
    printf("y: %g %g %g\n", out[0], out[1], out[2]);
    cudaMemcpy(out, dot, sizeof(float), cudaMemcpyDeviceToHost);
    printf("dot: %g\n", out[0]);
    cudaMemcpy(out, c, sizeof out, cudaMemcpyDeviceToHost);
    printf("c: %g %g %g %g\n", out[0], out[1], out[2], out[3]);
  }

  // A result in host memory cannot be captured.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  float result;
  printf("captured: %d\n", cublasSdot(blas, n, x, 1, x, 1, &result) == CUBLAS_STATUS_SUCCESS);
  printf("ended: %d\n", cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  return 0;
}
