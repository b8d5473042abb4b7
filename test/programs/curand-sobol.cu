// Sobol sequences: the host API against the device API, and what makes them even.
#include <cmath>
#include <cstdio>
#include <vector>
#include <curand.h>
#include <curand_kernel.h>

__global__ void draw(curandDirectionVectors32_t* vectors, unsigned* bits, float* uniform, int n) {
  curandStateSobol32_t state;
  int dimension = threadIdx.x;
  curand_init(vectors[dimension], 0u, &state);
  for (int i = 0; i < n; ++i) bits[dimension * n + i] = curand(&state);
  curand_init(vectors[dimension], 5u, &state);
  skipahead(3u, &state);
  uniform[dimension] = curand_uniform(&state);
}
__global__ void draw64(curandDirectionVectors64_t* vectors, unsigned long long* bits, double* normal, int n) {
  curandStateSobol64_t state;
  int dimension = threadIdx.x;
  curand_init(vectors[dimension], 0ull, &state);
  for (int i = 0; i < n; ++i) bits[dimension * n + i] = curand(&state);
  normal[dimension] = curand_normal_double(&state);
}
__global__ void scrambled(curandDirectionVectors32_t* vectors, unsigned* constants, int* cells, int n) {
  curandStateScrambledSobol32_t state;
  int dimension = threadIdx.x;
  curand_init(vectors[dimension], constants[dimension], 0u, &state);
  for (int i = 0; i < n; ++i) cells[dimension * n + (curand(&state) >> 24)] += 1;
}

int main() {
  const int n = 256, dimensions = 8;
  curandDirectionVectors32_t *table, *vectors;
  curandDirectionVectors64_t *table64, *vectors64;
  unsigned *constants, *device_constants, *bits, *host_bits;
  unsigned long long *bits64, *host_bits64;
  float *uniform, *numbers;
  double* normal;
  int* cells;
  curandGetDirectionVectors32(&table, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  curandGetDirectionVectors64(&table64, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
  curandGetScrambleConstants32(&constants);
  cudaMallocManaged(&vectors, dimensions * sizeof(*table));
  cudaMallocManaged(&vectors64, dimensions * sizeof(*table64));
  cudaMallocManaged(&device_constants, dimensions * sizeof(unsigned));
  cudaMallocManaged(&bits, n * dimensions * sizeof(unsigned));
  cudaMallocManaged(&host_bits, n * dimensions * sizeof(unsigned));
  cudaMallocManaged(&bits64, n * dimensions * sizeof(unsigned long long));
  cudaMallocManaged(&host_bits64, n * dimensions * sizeof(unsigned long long));
  cudaMallocManaged(&uniform, dimensions * sizeof(float));
  cudaMallocManaged(&numbers, n * dimensions * sizeof(float));
  cudaMallocManaged(&normal, dimensions * sizeof(double));
  cudaMallocManaged(&cells, n * dimensions * sizeof(int));
  cudaMemcpy(vectors, table, dimensions * sizeof(*table), cudaMemcpyDefault);
  cudaMemcpy(vectors64, table64, dimensions * sizeof(*table64), cudaMemcpyDefault);
  cudaMemcpy(device_constants, constants, dimensions * sizeof(unsigned), cudaMemcpyDefault);
  cudaMemset(cells, 0, n * dimensions * sizeof(int));
  for (int j = 0; j < 4; ++j) printf("%08x %08x %016llx\n", table[1][j], table[999][j], table64[2][j]);

  draw<<<1, dimensions>>>(vectors, bits, uniform, n);
  draw64<<<1, dimensions>>>(vectors64, bits64, normal, n);
  scrambled<<<1, dimensions>>>(vectors, device_constants, cells, n);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));

  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32);
  printf("%d\n", curandSetQuasiRandomGeneratorDimensions(generator, dimensions));
  curandGenerate(generator, host_bits, n * dimensions);
  curandGenerateUniform(generator, numbers, n * dimensions);
  cudaDeviceSynchronize();
  int wrong = 0, uneven = 0;
  for (int i = 0; i < n * dimensions; ++i) wrong += bits[i] != host_bits[i];
  for (int d = 0; d < dimensions; ++d) {
    std::vector<int> seen(n);
    for (int i = 0; i < n; ++i) uneven += seen[bits[d * n + i] >> 24]++ != 0;
    for (int i = 0; i < n; ++i) uneven += cells[d * n + i] != 1;
    printf("%08x %08x %08x %.8f %.8f\n", bits[d * n + 1], bits[d * n + 2], bits[d * n + 255], uniform[d], numbers[d * n]);
  }
  printf("%d wrong, %d uneven\n", wrong, uneven);
  double mean = 0, square = 0;
  curandGenerateNormal(generator, numbers, n * dimensions, 1.0f, 2.0f);
  cudaDeviceSynchronize();
  for (int i = 0; i < n * dimensions; ++i) {
    mean += numbers[i];
    square += (numbers[i] - 1.0) * (numbers[i] - 1.0);
  }
  printf("%.2f %.2f\n", mean / (n * dimensions), std::sqrt(square / (n * dimensions)));
  curandDestroyGenerator(generator);

  curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL64);
  curandSetQuasiRandomGeneratorDimensions(generator, dimensions);
  curandGenerateLongLong(generator, host_bits64, n * dimensions);
  cudaDeviceSynchronize();
  wrong = 0;
  for (int i = 0; i < n * dimensions; ++i) wrong += bits64[i] != host_bits64[i];
  printf("%d wrong, %016llx, %.6f\n", wrong, bits64[3 * n + 100], normal[3]);
  curandDestroyGenerator(generator);
  void* all[] = {vectors, vectors64, device_constants, bits, host_bits, bits64, host_bits64, uniform, numbers, normal, cells};
  for (void* one : all) cudaFree(one);
}
