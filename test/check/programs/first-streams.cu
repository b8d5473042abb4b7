// Nothing has used the device before the first stream does; what is forgotten has names of its own.
#include <cstdio>

constexpr int N = 64;

__global__ void fill(int* a) { a[threadIdx.x] = 1; }
__global__ void copy(const int* a, int* b) { b[threadIdx.x] = a[threadIdx.x]; }
__global__ void same(int* a) { a[threadIdx.x / 2] = threadIdx.x; }  // BUG race

int main() {
  int *a, *b;
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaMalloc(&a, N * sizeof(int));
  cudaMalloc(&b, N * sizeof(int));
  fill<<<1, N, 0, one>>>(a);
  copy<<<1, N, 0, two>>>(a, b);  // BUG stream-race
  cudaDeviceSynchronize();
  same<<<1, N, 0, one>>>(a);
  cudaStreamSynchronize(one);
  cudaArray_t array;
  auto format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 8, 8);  // BUG leak
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);  // BUG leak
  float* pinned;
  cudaMallocHost(&pinned, 16);  // BUG leak
  cudaFree(a);
  cudaFree(b);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}
