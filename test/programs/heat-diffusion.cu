// Heat in a plate by Jacobi steps, with a residual reduced by warp shuffles and atomicMax on bits.
#include <cstdio>
#include <cstdlib>
#include <cmath>

const int N = 48;

__global__ void jacobi(const float* old, float* now, unsigned* change) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float difference = 0;
  if (x > 0 && y > 0 && x < N - 1 && y < N - 1) {
    int i = y * N + x;
    float value = 0.25f * ((old[i - 1] + old[i + 1]) + (old[i - N] + old[i + N]));
    now[i] = value;
    difference = fabsf(value - old[i]);
  }
  for (int o = 16; o > 0; o /= 2) difference = fmaxf(difference, __shfl_xor_sync(0xffffffff, difference, o));
  if ((threadIdx.y * blockDim.x + threadIdx.x) % 32 == 0) atomicMax(change, __float_as_uint(difference));
}

int main() {
  const size_t bytes = N * N * sizeof(float);
  float* h = (float*)calloc(N * N, sizeof(float));
  for (int i = 0; i < N; i++) h[i] = 100.0f;
  float *a, *b;
  unsigned* change;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&change, sizeof(unsigned));
  cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice);
  dim3 block(16, 16), grid(3, 3);
  int steps = 0;
  float residual = 1;
  while (residual > 0.01f && steps < 5000) {
    cudaMemset(change, 0, sizeof(unsigned));
    jacobi<<<grid, block>>>(a, b, change);
    float* t = a;
    a = b;
    b = t;
    cudaMemcpy(&residual, change, sizeof residual, cudaMemcpyDeviceToHost);
    steps++;
  }
  cudaMemcpy(h, a, bytes, cudaMemcpyDeviceToHost);
  printf("%d steps, centre %.3f, near the hot edge %.3f\n", steps, h[N / 2 * N + N / 2], h[N + N / 2]);
  for (int y = 4; y < N; y += 8) {
    for (int x = 4; x < N; x += 8) printf("%6.2f", h[y * N + x]);
    printf("\n");
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(change);
  free(h);
  return 0;
}
