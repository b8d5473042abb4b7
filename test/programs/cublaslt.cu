// cuBLASLt: products with bias, ReLU and GELU, in float, half and bfloat16, row and column order, batches, gradients.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
  do {                                                                       \
    cublasStatus_t status = (call);                                          \
    if (status != CUBLAS_STATUS_SUCCESS) {                                   \
      printf("line %d: %s\n", __LINE__, cublasGetStatusString(status));      \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

const int M = 16, N = 8, K = 32;
template <class T> struct type_of;
template <> struct type_of<float> { static constexpr cudaDataType_t value = CUDA_R_32F; };
template <> struct type_of<__half> { static constexpr cudaDataType_t value = CUDA_R_16F; };
template <> struct type_of<__nv_bfloat16> { static constexpr cudaDataType_t value = CUDA_R_16BF; };

// All that was uploaded, to be freed at the end.
std::vector<void*> uploads;
template <class T> T* upload(const std::vector<float>& x) {
  std::vector<T> h;
  for (float v : x) h.push_back(T(v));
  T* d;
  cudaMalloc((void**)&d, h.size() * sizeof(T));
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  uploads.push_back(d);
  return d;
}
template <class T> std::vector<float> download(const T* d, size_t n) {
  std::vector<T> h(n);
  cudaDeviceSynchronize();
  cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
  std::vector<float> x;
  for (T v : h) x.push_back((float)v);
  return x;
}
std::vector<float> numbers(int n, int step) {
  std::vector<float> x(n);
  for (int i = 0; i < n; i++) x[i] = (float)((i * step % 7) - 3) / 4;
  return x;
}
double gelu(double x) { return 0.5 * x * (1 + tanh(0.79788456080286536 * (x + 0.044715 * x * x * x))); }

cublasLtHandle_t handle;
void* workspace;
size_t workspace_size = 4 << 20;

struct Options {
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  bool transposed = false;
  int batches = 1;
  float beta = 0;
  const void* bias = nullptr;
  void* aux = nullptr;
};
template <class T> void multiply(const T* a, const T* b, T* d, const Options& options) {
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t la, lb, ld;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t heuristic = {};
  int found = 0;
  cublasOperation_t op = options.transposed ? CUBLAS_OP_T : CUBLAS_OP_N;
  CHECK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof(op)));
  CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &options.epilogue, sizeof(options.epilogue)));
  if (options.bias != nullptr) {
    cudaDataType_t type = type_of<T>::value;
    CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, &type, sizeof(type)));
    CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &options.bias, sizeof(options.bias)));
  }
  if (options.aux != nullptr) {
    int64_t aux_ld = M;
    CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &options.aux, sizeof(options.aux)));
    CHECK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, &aux_ld, sizeof(aux_ld)));
  }
  CHECK(options.transposed ? cublasLtMatrixLayoutCreate(&la, type_of<T>::value, K, M, K) : cublasLtMatrixLayoutCreate(&la, type_of<T>::value, M, K, M));
  CHECK(cublasLtMatrixLayoutCreate(&lb, type_of<T>::value, K, N, K));
  CHECK(cublasLtMatrixLayoutCreate(&ld, type_of<T>::value, M, N, M));
  int64_t strides[] = {M * K, K * N, M * N};
  cublasLtMatrixLayout_t layouts[] = {la, lb, ld};
  for (int i = 0; i < 3 && options.batches > 1; i++) {
    CHECK(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &options.batches, sizeof(options.batches)));
    CHECK(cublasLtMatrixLayoutSetAttribute(layouts[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &strides[i], sizeof(strides[i])));
  }
  CHECK(cublasLtMatmulPreferenceCreate(&preference));
  CHECK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace_size, sizeof(workspace_size)));
  CHECK(cublasLtMatmulAlgoGetHeuristic(handle, desc, la, lb, ld, ld, preference, 1, &heuristic, &found));
  float alpha = 2;
  CHECK(cublasLtMatmul(handle, desc, &alpha, a, la, b, lb, &options.beta, d, ld, d, ld, found > 0 ? &heuristic.algo : nullptr, workspace, workspace_size, 0));
  CHECK(cublasLtMatmulPreferenceDestroy(preference));
  for (auto layout : layouts) CHECK(cublasLtMatrixLayoutDestroy(layout));
  CHECK(cublasLtMatmulDescDestroy(desc));
}

template <class T> void test(const char* name, float allowed) {
  const int batches = 2;
  std::vector<float> a = numbers(M * K * batches, 3), b = numbers(K * N * batches, 5), c = numbers(M * N * batches, 2), bias = numbers(M, 1);
  T *da = upload<T>(a), *db = upload<T>(b), *dbias = upload<T>(bias), *daux = upload<T>(c);
  const auto product = [&](int batch, int i, int j, bool transposed) {
    double sum = 0;
    for (int k = 0; k < K; k++) sum += a[batch * M * K + (transposed ? i * K + k : k * M + i)] * b[batch * K * N + j * K + k];
    return (float)(2 * sum);
  };
  const auto compare = [&](const char* what, const T* d, int count, bool transposed, auto want) {
    std::vector<float> got = download(d, M * N * count);
    float worst = 0;
    for (int batch = 0; batch < count; batch++)
      for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++) {
          float expected = want(product(batch, i, j, transposed), i, batch * M * N + j * M + i);
          worst = fmaxf(worst, fabsf(got[batch * M * N + j * M + i] - expected) / fmaxf(1, fabsf(expected)));
        }
    printf("%s %s: %s\n", name, what, worst <= allowed ? "right" : "wrong");
  };
  Options o;
  T* d = upload<T>(c);
  multiply(da, db, d, o);
  compare("product", d, 1, false, [](float x, int, int) { return x; });
  o.batches = 2, o.beta = 1;
  d = upload<T>(c);
  multiply(da, db, d, o);
  compare("batches + c", d, 2, false, [&](float x, int, int at) { return x + c[at]; });
  o = Options();
  o.transposed = true;
  o.bias = dbias;
  for (auto epilogue : {CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU_BIAS}) {
    o.epilogue = epilogue;
    multiply(da, db, d, o);
    compare(epilogue == CUBLASLT_EPILOGUE_BIAS ? "bias" : epilogue == CUBLASLT_EPILOGUE_RELU_BIAS ? "relu bias" : "gelu bias", d, 1, true,
            [&](float x, int i, int) {
              float y = x + bias[i];
              return epilogue == CUBLASLT_EPILOGUE_BIAS ? y : epilogue == CUBLASLT_EPILOGUE_RELU_BIAS ? fmaxf(y, 0) : (float)gelu(y);
            });
  }
  o.epilogue = CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
  o.aux = daux;
  multiply(da, db, d, o);
  compare("before gelu", daux, 1, true, [&](float x, int i, int) { return x + bias[i]; });
  // The slope of GELU at what was kept, by differences.
  std::vector<float> kept = download(daux, M * N);
  o.epilogue = CUBLASLT_EPILOGUE_DGELU;
  o.bias = nullptr;
  multiply(da, db, d, o);
  compare("slope", d, 1, true, [&](float x, int, int at) { return (float)(x * (gelu(kept[at] + 1e-4) - gelu(kept[at] - 1e-4)) / 2e-4); });
}

int main() {
  CHECK(cublasLtCreate(&handle));
  cudaMalloc(&workspace, workspace_size);
  test<float>("float", 2e-3f);
  test<__half>("half", 1e-2f);
  test<__nv_bfloat16>("bfloat16", 4e-2f);
  CHECK(cublasLtDestroy(handle));
  for (void* one : uploads) cudaFree(one);
  cudaFree(workspace);
  return 0;
}
