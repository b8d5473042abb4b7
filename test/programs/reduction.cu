// The classic steps of a parallel sum: interleaved, sequential addressing, first add during load, warp shuffle.
#include <cstdio>
#include <numeric>
#include <vector>

__global__ void interleaved(const int* in, int* out) {
  extern __shared__ int data[];
  unsigned tid = threadIdx.x;
  data[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = data[0];
}
__global__ void sequential(const int* in, int* out) {
  extern __shared__ int data[];
  unsigned tid = threadIdx.x;
  data[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = data[0];
}
template <unsigned blockSize> __global__ void firstAdd(const int* in, int* out) {
  __shared__ int data[blockSize];
  unsigned tid = threadIdx.x, i = blockIdx.x * blockSize * 2 + tid;
  data[tid] = in[i] + in[i + blockSize];
  __syncthreads();
  if (blockSize >= 256) { if (tid < 128) data[tid] += data[tid + 128]; __syncthreads(); }
  if (blockSize >= 128) { if (tid < 64) data[tid] += data[tid + 64]; __syncthreads(); }
  if (tid < 32) {
    int value = data[tid] + data[tid + 32];
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
    if (tid == 0) out[blockIdx.x] = value;
  }
}

int sum(const int* device, int n) {
  std::vector<int> partial(n);
  cudaMemcpy(partial.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  return std::accumulate(partial.begin(), partial.end(), 0);
}

int main() {
  const int n = 1 << 16, threads = 256;
  std::vector<int> numbers(n);
  for (int i = 0; i < n; i++) numbers[i] = (i * 37) % 101;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n / threads * sizeof(int));
  cudaMemcpy(in, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  printf("host        %d\n", std::accumulate(numbers.begin(), numbers.end(), 0));
  interleaved<<<n / threads, threads, threads * sizeof(int)>>>(in, out);
  printf("interleaved %d\n", sum(out, n / threads));
  sequential<<<n / threads, threads, threads * sizeof(int)>>>(in, out);
  printf("sequential  %d\n", sum(out, n / threads));
  firstAdd<threads><<<n / threads / 2, threads>>>(in, out);
  printf("first add   %d\n", sum(out, n / threads / 2));
  cudaFree(in);
  cudaFree(out);
  return 0;
}
