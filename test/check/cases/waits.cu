// Barriers that not all threads reach, and warp operations whose lanes are not there.

//@ <<<1, 64>>> int[64]
extern "C" __global__ void branch_bug(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) __syncthreads(); // BUG barrier-divergence
  out[threadIdx.x] = s[threadIdx.x];
  __syncthreads();
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void branch_ok(int* out) {
  __shared__ int s[64];
  if (threadIdx.x < 16) s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 16];
  __syncthreads();
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void loop_bug(int* out) {
  for (int i = 0; i < threadIdx.x % 3; i++) {
    out[threadIdx.x] = i;
    __syncthreads();
  }
  out[threadIdx.x] = 1;
  __syncthreads(); // BUG barrier-divergence
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void loop_ok(int* out) {
  for (int i = 0; i < 3; i++) {
    if (i < threadIdx.x % 3) out[threadIdx.x] = i;
    __syncthreads();
  }
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void two_sites_bug(int* out) {
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = 1;
    __syncthreads(); // BUG barrier-divergence
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();
  }
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void two_sites_ok(int* out) {
  out[threadIdx.x] = threadIdx.x % 2 == 0 ? 1 : 2;
  __syncthreads();
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void mixed_barriers_bug(int* out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = 1;
    __syncthreads(); // BUG barrier-divergence
  } else {
    out[threadIdx.x] = __syncthreads_count(1);
  }
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void mixed_barriers_ok(int* out) {
  out[threadIdx.x] = __syncthreads_count(threadIdx.x < 32);
}
//@ <<<1, 64>>> int[64] 40
extern "C" __global__ void early_return_ok(int* out, int n) {
  if (threadIdx.x >= n) return;
  out[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] += 1;
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void own_bit_bug(int* out) {
  out[threadIdx.x] = __shfl_down_sync(0x0000ffff, (int)threadIdx.x, 1); // BUG warp-mask
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void own_bit_ok(int* out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, (int)threadIdx.x, 1);
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void absent_bug(int* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 1); // BUG warp-mask
  else __syncthreads();
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void absent_ok(int* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_xor_sync(0x0000ffff, (int)threadIdx.x, 1);
  __syncthreads();
}
//@ <<<1, 32>>> int[32] 20
extern "C" __global__ void exited_source_bug(int* out, int n) {
  if (threadIdx.x >= n) return;
  out[threadIdx.x] = __shfl_sync(0xffffffff, (int)threadIdx.x, 25); // BUG warp-mask
}
//@ <<<1, 32>>> int[32] 20
extern "C" __global__ void exited_source_ok(int* out, int n) {
  if (threadIdx.x >= n) return;
  out[threadIdx.x] = __shfl_sync(0xffffffff, (int)threadIdx.x, 5);
}
//@ <<<1, 32>>> int[32] 12
extern "C" __global__ void width_bug(int* out, int width) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, (int)threadIdx.x, 1, width); // BUG warp-mask
}
//@ <<<1, 32>>> int[32] 16
extern "C" __global__ void width_ok(int* out, int width) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, (int)threadIdx.x, 1, width);
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void syncwarp_mask_bug(int* out) {
  out[threadIdx.x] = 1;
  __syncwarp(0x7fffffff); // BUG warp-mask
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void syncwarp_mask_ok(int* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x < 31) __syncwarp(0x7fffffff);
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void differing_masks_bug(int* out) {
  unsigned mask = threadIdx.x == 0 ? 0xffffffff : 0xfffffffe;
  out[threadIdx.x] = __any_sync(mask, threadIdx.x == 3); // BUG warp-mask
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void differing_masks_ok(int* out) {
  unsigned mask = threadIdx.x < 16 ? 0x0000ffff : 0xffff0000;
  out[threadIdx.x] = __any_sync(mask, threadIdx.x == 3);
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void both_branches_ok(int* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 1);
  else out[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 1);
}
//@ <<<1, 48>>> int[1]
extern "C" __global__ void aggregated_ok(int* count) {
  unsigned mask = __activemask();
  int leader = __ffs(mask) - 1;
  if ((threadIdx.x & 31) == leader) atomicAdd(count, __popc(mask));
}
//@ <<<2, 64>>> int[128]
extern "C" __global__ void double_buffer_ok(int* out) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  s[0][t] = t;
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    s[(k + 1) & 1][t] = s[k & 1][63 - t] + 1;
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = s[0][t];
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void tiles_of_a_warp_ok(int* out) {
  __shared__ int tile[32];
  unsigned mask = threadIdx.x < 16 ? 0x0000ffff : 0xffff0000;
  for (int i = 0; i < 2; i++) {
    tile[threadIdx.x] = threadIdx.x + i;
    __syncwarp(mask);
    out[threadIdx.x] = tile[threadIdx.x ^ 15];
    __syncwarp(mask);
  }
}
//@ <<<1, 32>>> int[32]=1 int[1] 20
extern "C" __global__ void exited_down_bug(const int* in, int* sum, int n) {
  if (threadIdx.x >= n) return;
  int v = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) v += __shfl_down_sync(0xffffffff, v, by); // BUG warp-mask
  if (threadIdx.x == 0) *sum = v;
}
//@ <<<1, 32>>> int[32]=1 int[1] 20
extern "C" __global__ void exited_down_ok(const int* in, int* sum, int n) {
  int v = threadIdx.x < n ? in[threadIdx.x] : 0;
  for (int by = 16; by > 0; by /= 2) v += __shfl_down_sync(0xffffffff, v, by);
  if (threadIdx.x == 0) *sum = v;
}
//@ <<<1, 32>>> int[32]=1 int[1] 20
extern "C" __global__ void guarded_down_ok(const int* in, int* sum, int n) {
  if (threadIdx.x >= n) return;
  int v = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) {
    int other = __shfl_down_sync(0x000fffff, v, by);
    if (threadIdx.x + by < n) v += other;
  }
  if (threadIdx.x == 0) *sum = v;
}
//@ <<<1, 32>>> float[32]=1 float[1] 20
extern "C" __global__ void guarded_max_ok(const float* in, float* most, int n) {
  if (threadIdx.x >= n) return;
  float v = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) {
    float other = __shfl_down_sync(0x000fffff, v, by);
    v = threadIdx.x + by < n ? fmaxf(v, other) : v;
  }
  if (threadIdx.x == 0) *most = v;
}
//@ <<<1, 48>>> float[48]=1 float[48]
extern "C" __global__ void missing_xor_bug(const float* in, float* sum) {
  float v = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, by)); // BUG warp-mask
  sum[threadIdx.x] = v;
}
//@ <<<1, 48>>> float[48]=1 float[48]
extern "C" __global__ void missing_xor_ok(const float* in, float* sum) {
  float v = in[threadIdx.x];
  for (int by = 8; by > 0; by /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, by));
  sum[threadIdx.x] = v;
}
//@ <<<1, 32>>> int[32]=1 int[32] 20
extern "C" __global__ void exited_up_ok(const int* in, int* out, int n) {
  if (threadIdx.x >= n) return;
  int v = in[threadIdx.x];
  for (int by = 1; by < 32; by *= 2) {
    int other = __shfl_up_sync(0x000fffff, v, by);
    if (threadIdx.x >= by) v += other;
  }
  out[threadIdx.x] = v;
}
