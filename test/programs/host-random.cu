// Random numbers of the C library come out as on Linux, and a launch may have spaces within its brackets.
#include <cstdio>
#include <cstdlib>

__global__ void scale(const int* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] / float(RAND_MAX);
}

int main() {
  const int n = 6;
  int numbers[n];
  for (int& number : numbers) number = rand();
  int* in;
  float* out;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  scale << < 1, 32 >> > (in, out, n);
  float results[n];
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (float result : results) printf("%.6f ", result);
  srand(42);
  for (int i = 0; i < 400; i++) rand();
  printf("%d", rand());
  printf(" %ld", random());
  srandom(0);
  printf(" %ld", random());
  unsigned seed = 7;
  for (int i = 0; i < 3; i++) printf(" %d", rand_r(&seed));
  srand(4294967295u);
  printf(" %d\n", rand());
  cudaFree(in);
  cudaFree(out);
}
