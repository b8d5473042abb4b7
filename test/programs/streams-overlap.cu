// Work in chunks over several streams with pinned memory: copy in, compute, copy out.
#include <cstdio>
#include <cmath>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    cudaError_t error = (call);                                                            \
    if (error != cudaSuccess) {                                                            \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));       \
      return 1;                                                                            \
    }                                                                                      \
  } while (0)

__global__ void kernel(float* a, int offset) {
  int i = offset + threadIdx.x + blockIdx.x * blockDim.x;
  float x = (float)i, s = sinf(x), c = cosf(x);
  a[i] = a[i] + sqrtf(s * s + c * c);
}

int main() {
  const int blockSize = 256, nStreams = 4, n = 64 * blockSize * nStreams, streamSize = n / nStreams;
  const int streamBytes = streamSize * sizeof(float), bytes = n * sizeof(float);
  float *a, *d_a;
  CHECK(cudaMallocHost((void**)&a, bytes));
  CHECK(cudaMalloc((void**)&d_a, bytes));
  cudaStream_t stream[nStreams];
  for (int i = 0; i < nStreams; ++i) CHECK(cudaStreamCreate(&stream[i]));
  for (int version = 0; version < 2; version++) {
    for (int i = 0; i < n; i++) a[i] = 0;
    if (version == 0) {
      for (int i = 0; i < nStreams; ++i) {
        int offset = i * streamSize;
        CHECK(cudaMemcpyAsync(&d_a[offset], &a[offset], streamBytes, cudaMemcpyHostToDevice, stream[i]));
        kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, offset);
        CHECK(cudaMemcpyAsync(&a[offset], &d_a[offset], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
      }
    } else {
      for (int i = 0; i < nStreams; ++i)
        CHECK(cudaMemcpyAsync(&d_a[i * streamSize], &a[i * streamSize], streamBytes, cudaMemcpyHostToDevice, stream[i]));
      for (int i = 0; i < nStreams; ++i) kernel<<<streamSize / blockSize, blockSize, 0, stream[i]>>>(d_a, i * streamSize);
      for (int i = 0; i < nStreams; ++i)
        CHECK(cudaMemcpyAsync(&a[i * streamSize], &d_a[i * streamSize], streamBytes, cudaMemcpyDeviceToHost, stream[i]));
    }
    CHECK(cudaDeviceSynchronize());
    float worst = 0;
    for (int i = 0; i < n; i++) worst = fmaxf(worst, fabsf(a[i] - 1.0f));
    printf("version %d: %s\n", version + 1, worst < 1e-5f ? "ok" : "wrong");
  }
  for (int i = 0; i < nStreams; ++i) CHECK(cudaStreamDestroy(stream[i]));
  CHECK(cudaFree(d_a));
  CHECK(cudaFreeHost(a));
  return 0;
}
