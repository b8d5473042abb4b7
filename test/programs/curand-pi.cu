// Pi by throwing darts: one XORWOW generator a thread. The generator is cuRAND's, so the count is the same everywhere. The header of kernels
// brings the host API along.
#include <cstdio>
#include <curand_kernel.h>

__global__ void setup(curandState* state, unsigned long long seed) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(seed, id, 0, &state[id]);
}
__global__ void throwDarts(curandState* states, unsigned* hits, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandState local = states[id];
  unsigned count = 0;
  for (int i = 0; i < n; i++) {
    float x = curand_uniform(&local), y = curand_uniform(&local);
    if (__fadd_rn(__fmul_rn(x, x), __fmul_rn(y, y)) <= 1.0f) count++;
  }
  states[id] = local;
  atomicAdd(hits, count);
}

int main() {
  const int blocks = 16, threads = 64, n = 200;
  curandState* states;
  unsigned *hits, h = 0;
  cudaMalloc(&states, blocks * threads * sizeof(curandState));
  cudaMalloc(&hits, sizeof(unsigned));
  cudaMemset(hits, 0, sizeof(unsigned));
  setup<<<blocks, threads>>>(states, 1234ULL);
  throwDarts<<<blocks, threads>>>(states, hits, n);
  throwDarts<<<blocks, threads>>>(states, hits, n);
  cudaMemcpy(&h, hits, sizeof h, cudaMemcpyDeviceToHost);
  printf("%u hits of %d, pi is about %.4f\n", h, 2 * blocks * threads * n, 4.0 * h / (2.0 * blocks * threads * n));
  curandGenerator_t generator;
  curandStatus_t made = curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandStatus_t seeded = curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
  unsigned* bits;
  cudaMalloc(&bits, 64 * sizeof(unsigned));
  curandStatus_t filled = curandGenerate(generator, bits, 64);
  printf("host API: %d %d %d %d\n", made, seeded, filled, curandDestroyGenerator(generator));
  cudaFree(bits);
  cudaFree(states);
  cudaFree(hits);
  return 0;
}
