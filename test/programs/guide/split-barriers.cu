// Barriers whose arrival and wait are apart, producers and consumers, and pipelines of copies into shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <stdio.h>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void split(int* out) {
  __shared__ Barrier barrier;
  __shared__ int shared[64];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int round = 0; round < 3; round++) {
    shared[threadIdx.x] = threadIdx.x + 100 * round;
    Barrier::arrival_token token = barrier.arrive();
    int own = threadIdx.x * 2;
    barrier.wait(std::move(token));
    out[threadIdx.x] = own + shared[63 - threadIdx.x];
    barrier.arrive_and_wait();
  }
}

// One warp fills two buffers, the other empties them.
__global__ void specialized(int* out, const int* in, int n) {
  __shared__ int buffer[2][32];
  __shared__ Barrier ready[2], filled[2];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 4) init(threadIdx.x < 2 ? ready + threadIdx.x : filled + threadIdx.x - 2, blockDim.x);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < n / 32; i++) {
      ready[i % 2].arrive_and_wait();
      buffer[i % 2][lane] = in[i * 32 + lane];
      (void)filled[i % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int i = 0; i < n / 32; i++) {
      filled[i % 2].arrive_and_wait();
      out[i * 32 + lane] = buffer[i % 2][31 - lane] + 1;
      (void)ready[i % 2].arrive();
    }
  }
}

__global__ void staged(int* out, const int* in, int batches) {
  extern __shared__ int shared[];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  int n = block.size();
  for (int compute = 0, fetch = 0; compute < batches; ++compute) {
    for (; fetch < batches && fetch < compute + 2; ++fetch) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, shared + fetch % 2 * n, in + fetch * n, sizeof(int) * n, pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    out[compute * n + threadIdx.x] = shared[compute % 2 * n + n - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
}

__global__ void copied(int* out, const int* in, int size) {
  extern __shared__ int shared[];
  auto block = cg::this_thread_block();
  for (int at = 0; at < size; at += block.size()) {
    cg::memcpy_async(block, shared, in + at, sizeof(int) * block.size());
    cg::wait(block);
    out[at + threadIdx.x] = shared[block.size() - 1 - threadIdx.x];
    block.sync();
  }
}

int main() {
  const int n = 1024;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; i++) in[i] = i;
  auto show = [&](const char* name) {
    cudaError_t error = cudaDeviceSynchronize();
    long long sum = 0;
    for (int i = 0; i < n; i++) sum += (long long)out[i] * (i % 7);
    printf("%s: %s %d %d %lld\n", name, cudaGetErrorName(error), out[0], out[63], sum);
  };
  for (int i = 0; i < n; i++) out[i] = 0;
  split<<<1, 64>>>(out);
  show("split");
  specialized<<<1, 64>>>(out, in, n);
  show("specialized");
  staged<<<1, 128, 1024>>>(out, in, n / 128);
  show("staged");
  copied<<<1, 128, 512>>>(out, in, n);
  show("copied");
  cudaFree(in);
  cudaFree(out);
  return 0;
}
