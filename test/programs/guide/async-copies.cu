// Copies into shared memory that the hardware does by itself: the primitives, cooperative groups, cuda::barrier, cuda::pipeline.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;

__global__ void primitives(const int4* in, int4* out, int tiles) {
  __shared__ int4 stage[2][64];
  int i = threadIdx.x;
  __pipeline_memcpy_async(&stage[0][i], &in[i], sizeof(int4));
  __pipeline_commit();
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) __pipeline_memcpy_async(&stage[(t + 1) % 2][i], &in[(t + 1) * 64 + i], sizeof(int4), i == 5 ? 8 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    int4 v = stage[t % 2][(i + 1) % 64];
    out[t * 64 + i] = make_int4(v.x + 1, v.y + 2, v.z + 3, v.w + 4);
    __syncthreads();
  }
}
__global__ void groups(const int* in, int* out) {
  __shared__ int tile[128];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in + 128 * blockIdx.x, sizeof(tile));
  cg::wait(block);
  out[128 * blockIdx.x + threadIdx.x] = tile[127 - threadIdx.x];
}
__global__ void barriers(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int tile[128];
  if (threadIdx.x == 0) init(&ready, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int), ready);
  ready.arrive_and_wait();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}
__global__ void stages(const int* in, int* out, int tiles) {
  __shared__ int tile[2][128];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[0][threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
  pipe.producer_commit();
  for (int t = 0; t < tiles; ++t) {
    pipe.producer_acquire();
    if (t + 1 < tiles) cuda::memcpy_async(&tile[(t + 1) % 2][threadIdx.x], &in[(t + 1) * 128 + threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    out[t * 128 + threadIdx.x] = tile[t % 2][127 - threadIdx.x] * 2;
    __syncthreads();
    pipe.consumer_release();
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 1024 * sizeof(int));
  for (int i = 0; i < 1024; ++i) in[i] = i * 3 % 101;
  auto show = [&](const char* name, int n) {
    printf("%s: %s", name, cudaGetErrorName(cudaDeviceSynchronize()));
    unsigned hash = 0;
    for (int i = 0; i < n; ++i) hash = hash * 31 + out[i];
    printf(" %u, %d %d %d\n", hash, out[0], out[n / 2], out[n - 1]);
  };
  primitives<<<1, 64>>>((const int4*)in, (int4*)out, 4);
  show("primitives", 1024);
  groups<<<4, 128>>>(in, out);
  show("groups", 512);
  barriers<<<1, 128>>>(in, out);
  show("barriers", 128);
  stages<<<1, 128>>>(in, out, 4);
  show("stages", 512);
  cudaFree(in);
  cudaFree(out);
}
