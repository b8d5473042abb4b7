// Threads at one word with nothing between them. The line that is told is that of the later access.

//@ <<<1, 64>>> int[64] int[1]
extern "C" __global__ void reduce_bug(const int* a, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (threadIdx.x < step) s[threadIdx.x] += s[threadIdx.x + step]; // BUG race
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
//@ <<<1, 64>>> int[64] int[1]
extern "C" __global__ void reduce_ok(const int* a, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (threadIdx.x < step) s[threadIdx.x] += s[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
//@ <<<1, 64>>> int[64] int[64]=1
extern "C" __global__ void first_barrier_bug(int* out, const int* a) {
  __shared__ int tile[64];
  tile[threadIdx.x] = a[threadIdx.x]; // BUG race
  out[threadIdx.x] = tile[63 - threadIdx.x]; // BUG uninitialized-read
}
//@ <<<1, 64>>> int[64] int[64]=1
extern "C" __global__ void first_barrier_ok(int* out, const int* a) {
  __shared__ int tile[64];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
//@ <<<1, 64>>> int[64] int[128]
extern "C" __global__ void second_barrier_bug(int* out, const int* a) {
  __shared__ int tile[64];
  int sum = 0;
  for (int k = 0; k < 2; k++) {
    tile[threadIdx.x] = a[k * 64 + threadIdx.x] + k;
    __syncthreads();
    sum += tile[63 - threadIdx.x]; // BUG race
  }
  out[threadIdx.x] = sum;
}
//@ <<<1, 64>>> int[64] int[128]
extern "C" __global__ void second_barrier_ok(int* out, const int* a) {
  __shared__ int tile[64];
  int sum = 0;
  for (int k = 0; k < 2; k++) {
    tile[threadIdx.x] = a[k * 64 + threadIdx.x] + k;
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
//@ <<<1, 64>>> int[64]=1
extern "C" __global__ void scan_bug(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    if (t >= step) s[t] += s[t - step]; // BUG race
    __syncthreads();
  }
  out[t] = s[t];
}
//@ <<<1, 64>>> int[64]=1
extern "C" __global__ void scan_ok(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    int v = t >= step ? s[t - step] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  out[t] = s[t];
}
//@ <<<1, 64>>> int[8]
extern "C" __global__ void histogram_bug(int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[threadIdx.x % 8]++; // BUG race
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
//@ <<<1, 64>>> int[8]
extern "C" __global__ void histogram_ok(int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x];
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void broadcast_bug(int* out) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 7;
  out[threadIdx.x] = value; // BUG race
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void broadcast_ok(int* out) {
  __shared__ int value;
  if (threadIdx.x == 0) value = 7;
  __syncthreads();
  out[threadIdx.x] = value;
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void warp_bug(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  if (threadIdx.x < 16) s[threadIdx.x] += s[threadIdx.x + 16];
  if (threadIdx.x < 8) s[threadIdx.x] += s[threadIdx.x + 8]; // BUG race
  if (threadIdx.x == 0) out[0] = s[0];
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void warp_ok(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  if (threadIdx.x < 16) s[threadIdx.x] += s[threadIdx.x + 16];
  __syncwarp();
  if (threadIdx.x < 8) s[threadIdx.x] += s[threadIdx.x + 8];
  __syncwarp();
  if (threadIdx.x == 0) out[0] = s[0];
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void shuffle_bug(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  int v = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
  out[threadIdx.x] = s[31 - threadIdx.x] + v; // BUG race
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void shuffle_ok(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  int v = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
  __syncwarp();
  out[threadIdx.x] = s[31 - threadIdx.x] + v;
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void half_mask_bug(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) __syncwarp(0x0000ffff);
  else __syncwarp(0xffff0000);
  out[threadIdx.x] = s[31 - threadIdx.x]; // BUG race
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void half_mask_ok(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) __syncwarp(0x0000ffff);
  else __syncwarp(0xffff0000);
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void syncwarp_between_warps_bug(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s[63 - threadIdx.x]; // BUG race
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void syncwarp_between_warps_ok(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 31];
}
//@ <<<1, 64>>> char[64]
extern "C" __global__ void bytes_bug(char* out) {
  __shared__ __align__(4) char s[64];
  s[threadIdx.x] = 1;
  if (threadIdx.x == 63) *reinterpret_cast<int*>(s + 4) = 5; // BUG race
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
//@ <<<1, 64>>> char[64]
extern "C" __global__ void bytes_ok(char* out) {
  __shared__ __align__(4) char s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
//@ <<<4, 32>>> int[1]
extern "C" __global__ void counter_bug(int* count) {
  if (threadIdx.x == 0) count[0]++; // BUG race
}
//@ <<<4, 32>>> int[1]
extern "C" __global__ void counter_ok(int* count) {
  if (threadIdx.x == 0) atomicAdd(count, 1);
}
//@ <<<4, 32>>> float[128]=1
extern "C" __global__ void stencil_bug(float* a) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i > 0 && i < 127) a[i] = a[i - 1] + a[i + 1]; // BUG race
}
//@ <<<4, 32>>> float[128]=1 float[128]
extern "C" __global__ void stencil_ok(const float* a, float* b) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i > 0 && i < 127) b[i] = a[i - 1] + a[i + 1];
}
//@ <<<4, 32>>> int[128] int[128]
extern "C" __global__ void neighbour_bug(int* a, int* b) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = i; // BUG race
  __syncthreads();
  b[i] = a[(i + 32) % 128];
}
//@ <<<4, 32>>> int[128] int[128]
extern "C" __global__ void neighbour_ok(int* a, int* b) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = i;
  __syncthreads();
  b[i] = a[blockIdx.x * 32 + (threadIdx.x + 1) % 32];
}
//@ <<<4, 32>>> int[4] int[1] int[1]
extern "C" __global__ void last_block_bug(int* partial, int* done, int* out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    isLast = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    for (int i = 0; i < gridDim.x; i++) out[0] += partial[i]; // BUG race
}
//@ <<<4, 32>>> int[4] int[1] int[1]
extern "C" __global__ void last_block_ok(int* partial, int* done, int* out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence();
    isLast = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    for (int i = 0; i < gridDim.x; i++) out[0] += partial[i];
}
//@ <<<4, 32>>> int[4] int[1] int[1]
extern "C" __global__ void block_fence_bug(int* partial, int* done, int* out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence_block();
    isLast = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    for (int i = 0; i < gridDim.x; i++) out[0] += partial[i]; // BUG race
}
//@ <<<4, 32>>> int[128] int[1] int[1]
extern "C" __global__ void block_fence_ok(int* partial, int* done, int* out) {
  __shared__ bool isLast;
  partial[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) isLast = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    for (int i = 0; i < 128; i++) out[0] += partial[i];
}
//@ <<<4, 32>>> int[1]
extern "C" __global__ void scope_bug(int* count) {
  atomicAdd_block(count, 1); // BUG race
}
//@ <<<4, 32>>> int[4]
extern "C" __global__ void scope_ok(int* count) {
  atomicAdd_block(&count[blockIdx.x], 1);
}
//@ <<<2, 32>>> int[1] int[2]
extern "C" __global__ void mixed_bug(int* count, int* out) {
  atomicAdd(count, 1); // BUG race
  if (threadIdx.x == 0) out[blockIdx.x] = count[0];
}
//@ <<<2, 32>>> int[1] int[2]
extern "C" __global__ void mixed_ok(int* count, int* out) {
  int seen = atomicAdd(count, 1);
  if (threadIdx.x == 0) out[blockIdx.x] = seen;
}
//@ <<<2, 1>>> float[1]
extern "C" __global__ void cas_loop_ok(float* sum) {
  int* at = reinterpret_cast<int*>(sum);
  int old = *at, seen;
  do {
    seen = old;
    old = atomicCAS(at, seen, __float_as_int(1.0f + __int_as_float(seen)));
  } while (seen != old);
}
//@ <<<4, 1>>> int[1] int[1]
extern "C" __global__ void lock_bug(int* lock, int* value) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  value[0] += 1; // BUG race
  atomicExch(lock, 0);
}
//@ <<<4, 1>>> int[1] int[1]
extern "C" __global__ void lock_ok(int* lock, int* value) {
  while (atomicCAS(lock, 0, 1) != 0) {}
  __threadfence();
  value[0] += 1;
  __threadfence();
  atomicExch(lock, 0);
}
//@ <<<2, 1>>> long[1] 1
extern "C" __global__ void size_bug(long long* a, int at) {
  if (blockIdx.x == 0) a[0] = 5;
  else reinterpret_cast<int*>(a)[at] = 6; // BUG race
}
//@ <<<2, 1>>> long[2] 1
extern "C" __global__ void size_ok(long long* a, int at) {
  if (blockIdx.x == 0) a[0] = 5;
  else reinterpret_cast<int*>(a + 1)[at] = 6;
}
//@ <<<4, 32>>> int[1]
extern "C" __global__ void different_value_bug(int* flag) {
  flag[0] = blockIdx.x; // BUG race
}
//@ <<<4, 32>>> int[1]
extern "C" __global__ void same_value_ok(int* flag) {
  flag[0] = 1;
}
//@ <<<2, 32>>> int[64] int[64]
extern "C" __global__ void grid_bug(int* a, int* b) {
  int i = blockIdx.x * 32 + threadIdx.x;
  a[i] = i; // BUG race
  b[i] = a[63 - i];
}
//@ <<<1, 64>>> int[2] int[64]
extern "C" __global__ void carry_bug(int* out, const int* a) {
  __shared__ int carry;
  if (threadIdx.x == 0) carry = 0;
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    int before = carry;
    out[threadIdx.x & 1] = 0;
    if (threadIdx.x == 63) carry = before + 1; // BUG race
    __syncthreads();
  }
}
//@ <<<1, 64>>> int[2] int[64]
extern "C" __global__ void carry_ok(int* out, const int* a) {
  __shared__ int carry;
  if (threadIdx.x == 0) carry = 0;
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    int before = carry;
    out[threadIdx.x & 1] = 0;
    __syncthreads();
    if (threadIdx.x == 63) carry = before + 1;
    __syncthreads();
  }
}
//@ <<<4, 32>>> int[1]
extern "C" __global__ void allowed_ok(int* flag) {
  flag[0] = blockIdx.x;  // cuts-check: allow(race) any block will do
}
//@ <<<2, 64>>> int[1]
extern "C" __global__ void cas_early_out_ok(int* largest) {
  int old = *largest, seen;
  do {
    seen = old;
    if (seen >= (int)threadIdx.x) break;
    __threadfence();
    old = atomicCAS(largest, seen, threadIdx.x);
  } while (old != seen);
}
//@ <<<3, 32>>> int[1] int[1]
extern "C" __global__ void volatile_unlock_bug(int* lock, int* value) {
  if (threadIdx.x != 0) return;
  while (atomicExch(lock, 1)) {}
  *value += 1; // BUG race
  *(volatile int*)lock = 0;
}
//@ <<<3, 32>>> int[1] int[1]
extern "C" __global__ void volatile_unlock_ok(int* lock, int* value) {
  if (threadIdx.x != 0) return;
  while (atomicExch(lock, 1)) {}
  __threadfence();
  *value += 1;
  __threadfence();
  *(volatile int*)lock = 0;
}
#include <cuda/barrier>
//@ <<<1, 64>>> int[64]
extern "C" __global__ void barrier_object_bug(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&all, 64);
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    s[threadIdx.x] = k;
    all.arrive_and_wait();
    out[threadIdx.x] += s[63 - threadIdx.x]; // BUG race
  }
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void barrier_object_ok(int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&all, 64);
  __syncthreads();
  for (int k = 0; k < 2; k++) {
    s[threadIdx.x] = k;
    all.arrive_and_wait();
    out[threadIdx.x] += s[63 - threadIdx.x];
    all.arrive_and_wait();
  }
}
//@ <<<1, 64>>> int[2048] int[2048]=1 64
extern "C" __global__ void producer_bug(int* out, const int* in, int rounds) {
  __shared__ int buffer[2][32];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready[2], filled[2];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 4) init(threadIdx.x < 2 ? ready + threadIdx.x : filled + threadIdx.x - 2, 64);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < rounds; i++) {
      ready[i % 2].arrive_and_wait();
      buffer[i % 2][lane] = in[i * 32 + lane] + i; // BUG race
      (void)filled[i % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int i = 0; i < rounds; i++) {
      filled[i % 2].arrive_and_wait();
      (void)ready[i % 2].arrive();
      out[i * 32 + lane] = buffer[i % 2][31 - lane];
    }
  }
}
//@ <<<1, 64>>> int[2048] int[2048]=1 64
extern "C" __global__ void producer_ok(int* out, const int* in, int rounds) {
  __shared__ int buffer[2][32];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready[2], filled[2];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 4) init(threadIdx.x < 2 ? ready + threadIdx.x : filled + threadIdx.x - 2, 64);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; i < rounds; i++) {
      ready[i % 2].arrive_and_wait();
      buffer[i % 2][lane] = in[i * 32 + lane] + i;
      (void)filled[i % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    for (int i = 0; i < rounds; i++) {
      filled[i % 2].arrive_and_wait();
      out[i * 32 + lane] = buffer[i % 2][31 - lane];
      (void)ready[i % 2].arrive();
    }
  }
}
//@ <<<1, 64>>> int[1] int[32] int[32]
extern "C" __global__ void warp_flag_bug(int* flag, int* data, int* out) {
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x + 1;
    if (threadIdx.x == 0) {
      __threadfence_block();
      atomicExch(flag, 1);
    }
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    out[threadIdx.x - 32] = data[63 - threadIdx.x]; // BUG race
  }
}
//@ <<<1, 64>>> int[1] int[32] int[32]
extern "C" __global__ void warp_flag_ok(int* flag, int* data, int* out) {
  if (threadIdx.x < 32) {
    data[threadIdx.x] = threadIdx.x + 1;
    __syncwarp();
    if (threadIdx.x == 0) {
      __threadfence_block();
      atomicExch(flag, 1);
    }
  } else {
    while (atomicAdd(flag, 0) == 0) {}
    out[threadIdx.x - 32] = data[63 - threadIdx.x];
  }
}
//@ <<<2, 32>>> int[64]
extern "C" __global__ void bfs_level_bug(int* level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (level[i] != 0) return; // BUG race
  atomicCAS(&level[(i + 1) % 64], -1, 1);
}
//@ <<<2, 32>>> int[64]
extern "C" __global__ void bfs_level_ok(int* level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (*(volatile int*)&level[i] != 0) return;
  atomicCAS(&level[(i + 1) % 64], -1, 1);
}
//@ <<<2, 32>>> int[64]=-1
extern "C" __global__ void bfs_unvisited_ok(int* level) {
  int next = (blockIdx.x * blockDim.x + threadIdx.x + 1) % 64;
  for (int k = 0; k < 2; k++, next = (next + 1) % 64)
    if (level[next] < 0) atomicCAS(&level[next], -1, 1);
}
