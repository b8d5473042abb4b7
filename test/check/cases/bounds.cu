// Accesses outside the object they mean.
struct Pair { float* data; int n; };
__constant__ float coefficients[4] = {1, 2, 3, 4};
__device__ int counters[8];

//@ <<<4, 256>>> float[1000] 1000
extern "C" __global__ void tail_bug(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1; // BUG out-of-bounds
}
//@ <<<4, 256>>> float[1000] 1000
extern "C" __global__ void tail_ok(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}
//@ <<<1, 32>>> float[32] float[32]
extern "C" __global__ void before_bug(const float* a, float* out) {
  int i = threadIdx.x;
  out[i] = a[i - 1]; // BUG out-of-bounds
}
//@ <<<1, 32>>> float[32] float[32]
extern "C" __global__ void before_ok(const float* a, float* out) {
  int i = threadIdx.x;
  out[i] = i > 0 ? a[i - 1] : 0;
}
//@ <<<1, 1>>> float[64] float[64]
extern "C" __global__ void far_bug(float* a, float* b) {
  a[(b - a) + 3] = 1; // BUG out-of-bounds
}
//@ <<<1, 1>>> float[64] float[64]
extern "C" __global__ void far_ok(float* a, float* b) {
  b[3] = a[3];
}
//@ <<<1, 64>>> int[16] 64
extern "C" __global__ void count_bug(int* out, int bytes) {
  if (threadIdx.x < bytes) out[threadIdx.x] = 1; // BUG out-of-bounds
}
//@ <<<1, 64>>> int[16] 64
extern "C" __global__ void count_ok(int* out, int bytes) {
  if (threadIdx.x < bytes / sizeof(int)) out[threadIdx.x] = 1;
}
//@ <<<1, 8x4>>> float[32] 8 4
extern "C" __global__ void swapped_bug(float* out, int width, int height) {
  out[threadIdx.x * width + threadIdx.y] = 1; // BUG out-of-bounds
}
//@ <<<1, 8x4>>> float[32] 8 4
extern "C" __global__ void swapped_ok(float* out, int width, int height) {
  out[threadIdx.y * width + threadIdx.x] = 1;
}
//@ <<<1, 32>>> float[32]
extern "C" __global__ void shared_end_bug(float* out) {
  __shared__ float tile[32];
  tile[threadIdx.x + 1] = 1; // BUG out-of-bounds
  __syncthreads();
  if (threadIdx.x > 0) out[threadIdx.x] = tile[threadIdx.x];
}
//@ <<<1, 32>>> float[32]
extern "C" __global__ void shared_end_ok(float* out) {
  __shared__ float tile[33];
  tile[threadIdx.x + 1] = 1;
  __syncthreads();
  if (threadIdx.x > 0) out[threadIdx.x] = tile[threadIdx.x];
}
//@ <<<1, 32>>> float[32]
extern "C" __global__ void shared_next_bug(float* out) {
  __shared__ float as[32];
  __shared__ float bs[32];
  as[threadIdx.x] = 1;
  bs[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = as[threadIdx.x + 32] + bs[threadIdx.x]; // BUG out-of-bounds
}
//@ <<<1, 32>>> float[32]
extern "C" __global__ void shared_next_ok(float* out) {
  __shared__ float as[32];
  __shared__ float bs[32];
  as[threadIdx.x] = 1;
  bs[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = as[threadIdx.x] + bs[threadIdx.x];
}
//@ <<<1, 32>>> float[32]
extern "C" __global__ void dynamic_bug(float* out) {
  extern __shared__ float scratch[];
  scratch[threadIdx.x] = 1; // BUG out-of-bounds
  out[threadIdx.x] = threadIdx.x;
}
//@ <<<1, 32, 128>>> float[32]
extern "C" __global__ void dynamic_ok(float* out) {
  extern __shared__ float scratch[];
  scratch[threadIdx.x] = 1;
  out[threadIdx.x] = scratch[threadIdx.x];
}
//@ <<<1, 4>>> int[4] 8
extern "C" __global__ void local_bug(int* out, int n) {
  int r[8];
  for (int i = 0; i <= n; i++) r[i] = i; // BUG out-of-bounds
  out[threadIdx.x] = r[threadIdx.x];
}
//@ <<<1, 4>>> int[4] 8
extern "C" __global__ void local_ok(int* out, int n) {
  int r[8];
  for (int i = 0; i < n; i++) r[i] = i;
  out[threadIdx.x] = r[threadIdx.x];
}
//@ <<<1, 1>>> int[4] 5
extern "C" __global__ void local_next_bug(int* out, int n) {
  int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  out[0] = a[n] + b[n - 4]; // BUG out-of-bounds
}
//@ <<<1, 1>>> int[4] 3
extern "C" __global__ void local_next_ok(int* out, int n) {
  int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  out[0] = a[n] + b[n - 1];
}
//@ <<<1, 8>>> float[8]
extern "C" __global__ void constant_bug(float* out) {
  out[threadIdx.x] = coefficients[threadIdx.x]; // BUG out-of-bounds
}
//@ <<<1, 8>>> float[8]
extern "C" __global__ void constant_ok(float* out) {
  out[threadIdx.x] = coefficients[threadIdx.x % 4];
}
//@ <<<1, 16>>> int[8]
extern "C" __global__ void device_variable_bug(int* out) {
  counters[threadIdx.x] = 1; // BUG out-of-bounds
}
//@ <<<1, 8>>> int[8]
extern "C" __global__ void device_variable_ok(int* out) {
  counters[threadIdx.x] = 1;
}
//@ <<<1, 1>>> int[8] 4
extern "C" __global__ void heap_bug(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  for (int i = 0; i <= n; i++) p[i] = i; // BUG out-of-bounds
  out[0] = p[0];
  free(p);
}
//@ <<<1, 1>>> int[8] 4
extern "C" __global__ void heap_ok(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) p[i] = i;
  out[0] = p[0];
  free(p);
}
//@ <<<1, 32>>> float[10]
extern "C" __global__ void rounding_bug(float* out) {
  if (threadIdx.x < 12) out[threadIdx.x] = 1; // BUG out-of-bounds
}
//@ <<<1, 32>>> float[10]
extern "C" __global__ void rounding_ok(float* out) {
  if (threadIdx.x < 10) out[threadIdx.x] = 1;
}
//@ <<<1, 1>>> char[16] char[16] 20
extern "C" __global__ void memcpy_bug(char* to, const char* from, int n) {
  memcpy(to, from, n); // BUG out-of-bounds
}
//@ <<<1, 1>>> char[16] char[16] 16
extern "C" __global__ void memcpy_ok(char* to, const char* from, int n) {
  memcpy(to, from, n);
}
//@ <<<1, 1>>> char[16] 20
extern "C" __global__ void memset_bug(char* to, int n) {
  memset(to, 7, n); // BUG out-of-bounds
}
//@ <<<1, 1>>> char[16] 16
extern "C" __global__ void memset_ok(char* to, int n) {
  memset(to, 7, n);
}
//@ <<<1, 1>>> int[4] 0
extern "C" __global__ void null_bug(int* out, long long zero) {
  int* p = (int*)zero;
  out[0] = p[1]; // BUG null-pointer
}
//@ <<<1, 1>>> int[4] 0
extern "C" __global__ void null_ok(int* out, long long zero) {
  int* p = (int*)zero;
  if (p != nullptr) out[0] = p[1];
}
//@ <<<1, 1>>> int[8]
extern "C" __global__ void inlined_bug(int* out) {
  auto put = [&](int i, int v) { out[i] = v; }; // BUG out-of-bounds
  put(7, 1);
  put(8, 2);
}
//@ <<<1, 1>>> int[8]
extern "C" __global__ void inlined_ok(int* out) {
  auto put = [&](int i, int v) { out[i] = v; };
  put(7, 1);
}
//@ <<<1, 4>>> int[4]
extern "C" __global__ void atomic_bug(int* out) {
  atomicAdd(&out[threadIdx.x + 1], 1); // BUG out-of-bounds
}
//@ <<<1, 4>>> int[4]
extern "C" __global__ void atomic_ok(int* out) {
  atomicAdd(&out[threadIdx.x], 1);
}
//@ <<<1, 1>>> float[9]
extern "C" __global__ void misaligned_bug(float* a) {
  float4 v = *reinterpret_cast<float4*>(a + 1); // BUG misaligned
  a[8] = v.x + v.w;
}
//@ <<<1, 1>>> float[9]
extern "C" __global__ void misaligned_ok(float* a) {
  float4 v = *reinterpret_cast<float4*>(a + 4);
  a[8] = v.x + v.w;
}
//@ <<<1, 1>>> float[4] 2
extern "C" __global__ void misaligned_shared_bug(float* out, int at) {
  __shared__ __align__(8) char bytes[64];
  *reinterpret_cast<int*>(bytes + at) = 1; // BUG misaligned
  out[0] = 1;
}
//@ <<<1, 1>>> float[4]
extern "C" __global__ void misaligned_shared_ok(float* out) {
  __shared__ __align__(8) char bytes[64];
  *reinterpret_cast<int*>(bytes + 4) = 1;
  out[0] = *reinterpret_cast<int*>(bytes + 4);
}
//@ <<<1, 1>>> char[16]
extern "C" __global__ void misaligned_atomic_bug(char* a) {
  atomicAdd(reinterpret_cast<int*>(a + 2), 1); // BUG misaligned
}
//@ <<<1, 1>>> char[16]
extern "C" __global__ void misaligned_atomic_ok(char* a) {
  atomicAdd(reinterpret_cast<int*>(a + 4), 1);
}
struct Key { unsigned words[8]; };
//@ <<<1, 4>>> uint[8] uint[8]
extern "C" __global__ void record_beside_array_ok(const unsigned* from, unsigned* out) {
  Key k;
  for (int i = 0; i < 8; i++) k.words[i] = from[i];
  unsigned state[4] = {k.words[0], k.words[1], k.words[2], k.words[7]};
  for (int i = 0; i < 4; i++) out[i] = state[(i + threadIdx.x) % 4] * 0;
}
//@ <<<1, 1>>> int[4] 1073741824
extern "C" __global__ void wrapped_index_bug(int* out, int i) {
  out[i] = 1; // BUG out-of-bounds
}
//@ <<<1, 1>>> int[4] 1073741824
extern "C" __global__ void wrapped_index_ok(int* out, int i) {
  out[i / 1073741824] = 1;
}
//@ <<<1, 1>>> int[4] -1000000000
extern "C" __global__ void far_before_bug(int* out, int i) {
  out[i] = 1; // BUG out-of-bounds
}
//@ <<<1, 32>>> int[4]
extern "C" __global__ void unsigned_before_bug(int* out) {
  if (threadIdx.x < 4) out[threadIdx.x - 1] = 1; // BUG out-of-bounds
}
//@ <<<1, 32>>> int[4] -1
extern "C" __global__ void before_the_end_ok(int* out, int before) {
  int* behind = out + 4;
  if (threadIdx.x < 4) behind[before - (int)threadIdx.x] = 1;
}
