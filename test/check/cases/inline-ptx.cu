// Inline PTX reads, writes and waits as C++ does.
__device__ unsigned in_shared(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

//@ <<<1, 64>>> float[64] float[65]
extern "C" __global__ void async_copy_bug(const float* in, float* out) {
  __shared__ float s[65];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(in_shared(&s[threadIdx.x])), "l"(in + threadIdx.x) : "memory");
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1]; // BUG uninitialized-read
}
//@ <<<1, 64>>> float[64] float[64]
extern "C" __global__ void async_copy_ok(const float* in, float* out) {
  __shared__ float s[64];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(in_shared(&s[threadIdx.x])), "l"(in + threadIdx.x) : "memory");
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
//@ <<<1, 64>>> float[60]
extern "C" __global__ void ptx_store_bug(float* out) {
  asm volatile("st.global.f32 [%0], %1;" ::"l"(out + threadIdx.x), "f"(1.0f) : "memory"); // BUG out-of-bounds
}
//@ <<<1, 64>>> float[64]
extern "C" __global__ void ptx_store_ok(float* out) {
  asm volatile("st.global.f32 [%0], %1;" ::"l"(out + threadIdx.x), "f"(1.0f) : "memory");
}
//@ <<<1, 64>>> float[64]
extern "C" __global__ void ptx_exchange_bug(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(in_shared(&s[threadIdx.x])), "f"(float(threadIdx.x)) : "memory"); // BUG race
  out[threadIdx.x] = s[63 - threadIdx.x];
}
//@ <<<1, 64>>> float[64]
extern "C" __global__ void ptx_exchange_ok(float* out) {
  __shared__ float s[64];
  float v;
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(in_shared(&s[threadIdx.x])), "f"(float(threadIdx.x)) : "memory");
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(in_shared(&s[63 - threadIdx.x])) : "memory");
  out[threadIdx.x] = v;
}
//@ <<<1, 64>>> int[64]
extern "C" __global__ void ptx_barrier_bug(int* out) {
  if (threadIdx.x < 16) asm volatile("bar.sync 0;" ::: "memory"); // BUG barrier-divergence
  out[threadIdx.x] = 1;
  asm volatile("bar.sync 0;" ::: "memory");
}
//@ <<<4, 32>>> int[128] int[1] int[1]
extern "C" __global__ void ptx_fence_bug(int* parts, int* count, int* sum) {
  parts[blockIdx.x * 32 + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(count, 1) == 3)
    for (int i = 0; i < 128; i++) *sum += parts[i]; // BUG race
}
//@ <<<4, 32>>> int[128] int[1] int[1]
extern "C" __global__ void ptx_fence_ok(int* parts, int* count, int* sum) {
  parts[blockIdx.x * 32 + threadIdx.x] = 1;
  asm volatile("membar.gl;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(count, 1) == 3)
    for (int i = 0; i < 128; i++) *sum += parts[i];
}
//@ <<<1, 1>>> uint[16]
extern "C" __global__ void ptx_vector_bug(unsigned* out) {
  asm volatile("st.global.v2.u32 [%0+8], {%1, %2};" ::"l"(out + 1), "r"(1), "r"(2) : "memory"); // BUG misaligned
}
//@ <<<1, 1>>> uint[16]
extern "C" __global__ void ptx_vector_ok(unsigned* out) {
  asm volatile("st.global.v2.u32 [%0+8], {%1, %2};" ::"l"(out + 2), "r"(1), "r"(2) : "memory");
}
//@ <<<1, 1>>> float[16] float[4]
extern "C" __global__ void async_vector_bug(const float* in, float* out) {
  __shared__ __align__(16) float s[4];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(in_shared(s)), "l"(in + 2) : "memory"); // BUG misaligned
  asm volatile("cp.async.wait_all;");
  out[0] = s[0];
}
//@ <<<1, 1>>> float[16] float[4]
extern "C" __global__ void async_vector_ok(const float* in, float* out) {
  __shared__ __align__(16) float s[4];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(in_shared(s)), "l"(in + 4) : "memory");
  asm volatile("cp.async.wait_all;");
  out[0] = s[0];
}
