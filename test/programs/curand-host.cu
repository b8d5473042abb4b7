// cuRAND's host API: numbers straight into device memory, from three generators.
#include <cstdio>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>
#include <curand.h>

#define CURAND_CALL(x)                                             \
  do {                                                             \
    if ((x) != CURAND_STATUS_SUCCESS) {                            \
      printf("Error at %s:%d\n", __FILE__, __LINE__);              \
      return EXIT_FAILURE;                                         \
    }                                                              \
  } while (0)

int main() {
  const size_t n = 10000;
  const curandRngType_t types[] = {CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10};
  std::vector<float> h(n);
  std::vector<unsigned> bits(n);
  float* d;
  unsigned* dbits;
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&dbits, n * sizeof(unsigned));
  for (curandRngType_t type : types) {
    curandGenerator_t gen;
    CURAND_CALL(curandCreateGenerator(&gen, type));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(gen, 1234ULL));
    CURAND_CALL(curandGenerateUniform(gen, d, n));
    cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 10; i++) printf("%1.4f ", h[i]);
    double mean = 0;
    for (float x : h) mean += x / n;
    printf("| last %.7f mean %.4f\n", h[n - 1], mean);
    CURAND_CALL(curandGenerateNormal(gen, d, n, 10.0f, 2.0f));
    cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
    double variance = 0;
    mean = 0;
    for (float x : h) mean += x / n;
    for (float x : h) variance += (x - mean) * (x - mean) / n;
    printf("normal %.3f %.3f %.3f, mean %.3f deviation %.3f\n", h[0], h[1], h[5000], mean, std::sqrt(variance));
    CURAND_CALL(curandGenerate(gen, dbits, n));
    cudaMemcpy(bits.data(), dbits, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    printf("bits %08x %08x %08x\n", bits[0], bits[4999], bits[n - 1]);
    CURAND_CALL(curandDestroyGenerator(gen));
  }
  cudaFree(d);
  cudaFree(dbits);
  return EXIT_SUCCESS;
}
