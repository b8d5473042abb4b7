// Dynamic shared memory: one array, several arrays in one, and more than 48 KB with an attribute.
#include <cstdio>

__global__ void reverse(int* data, int n) {
  extern __shared__ int buffer[];
  int t = threadIdx.x;
  buffer[t] = data[t];
  __syncthreads();
  data[t] = buffer[n - t - 1];
}
__global__ void two(int* ints, float* floats, int n) {
  extern __shared__ unsigned char raw[];
  int* i = (int*)raw;
  float* f = (float*)(raw + n * sizeof(int));
  i[threadIdx.x] = ints[threadIdx.x];
  f[threadIdx.x] = floats[threadIdx.x];
  __syncthreads();
  int other = (threadIdx.x + 1) % n;
  ints[threadIdx.x] = (int)f[other];
  floats[threadIdx.x] = (float)i[other];
}
__global__ void large(int* out, int n) {
  extern __shared__ int big[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) big[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) *out = big[n - 1] + big[n / 2];
}

int main() {
  const int n = 64;
  int h[n], *d;
  float hf[n], *df;
  for (int i = 0; i < n; i++) {
    h[i] = i;
    hf[i] = 100.0f + i;
  }
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&df, sizeof hf);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(df, hf, sizeof hf, cudaMemcpyHostToDevice);
  reverse<<<1, n, n * sizeof(int)>>>(d, n);
  two<<<1, n, n * (sizeof(int) + sizeof(float))>>>(d, df, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(hf, df, sizeof hf, cudaMemcpyDeviceToHost);
  printf("%d %d %g %g\n", h[0], h[n - 1], hf[0], hf[n - 1]);
  const int bytes = 64 * 1024;
  printf("opt in: %s\n", cudaGetErrorName(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)));
  large<<<1, 128, bytes>>>(d, bytes / 4);
  printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
  cudaMemcpy(h, d, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(d);
  cudaFree(df);
}
