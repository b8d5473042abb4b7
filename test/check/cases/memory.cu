// Memory that was never written, or that was freed.
struct Node { int value; int next; };

//@ <<<1, 32>>> float[32]
extern "C" __global__ void shared_border_bug(float* out) {
  __shared__ float tile[34];
  tile[threadIdx.x + 1] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 2]; // BUG uninitialized-read
}
//@ <<<1, 32>>> float[32]
extern "C" __global__ void shared_border_ok(float* out) {
  __shared__ float tile[34];
  tile[threadIdx.x + 1] = 1;
  if (threadIdx.x == 0) tile[0] = tile[33] = 0;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 2];
}
//@ <<<2, 32>>> float[64]
extern "C" __global__ void stale_bug(float* out) {
  __shared__ float sum[32];
  if (blockIdx.x == 0) sum[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = sum[threadIdx.x]; // BUG uninitialized-read
}
//@ <<<2, 32>>> float[64]
extern "C" __global__ void stale_ok(float* out) {
  __shared__ float sum[32];
  sum[threadIdx.x] = blockIdx.x;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = sum[threadIdx.x];
}
//@ <<<1, 4>>> int[4] 3
extern "C" __global__ void local_bug(int* out, int n) {
  int r[8];
  for (int i = 0; i < n; i++) r[i] = i;
  out[threadIdx.x] = r[threadIdx.x]; // BUG uninitialized-read
}
//@ <<<1, 4>>> int[4] 4
extern "C" __global__ void local_ok(int* out, int n) {
  int r[8];
  for (int i = 0; i < n; i++) r[i] = i;
  out[threadIdx.x] = r[threadIdx.x];
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void accumulate_bug(int* out, int n) {
  int sum[4];
  for (int i = 0; i < n; i++) sum[i % 4] += i; // BUG uninitialized-read
  out[0] = sum[0];
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void accumulate_ok(int* out, int n) {
  int sum[4] = {};
  for (int i = 0; i < n; i++) sum[i % 4] += i;
  out[0] = sum[0];
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void heap_bug(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  p[0] = 1;
  out[0] = p[0] + p[n - 1]; // BUG uninitialized-read
  free(p);
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void heap_ok(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  p[0] = p[n - 1] = 1;
  out[0] = p[0] + p[n - 1];
  free(p);
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void member_bug(int* out) {
  __shared__ Node nodes[32];
  nodes[threadIdx.x].value = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = nodes[31 - threadIdx.x].value + nodes[threadIdx.x].next; // BUG uninitialized-read
}
//@ <<<1, 32>>> int[32]
extern "C" __global__ void member_ok(int* out) {
  __shared__ Node nodes[32];
  nodes[threadIdx.x].value = threadIdx.x;
  nodes[threadIdx.x].next = 0;
  __syncthreads();
  out[threadIdx.x] = nodes[31 - threadIdx.x].value + nodes[threadIdx.x].next;
}
//@ <<<1, 64>>> int[1]
extern "C" __global__ void shared_counter_bug(int* out) {
  __shared__ int count;
  atomicAdd(&count, 1); // BUG uninitialized-read
  __syncthreads();
  if (threadIdx.x == 0) out[0] = count;
}
//@ <<<1, 64>>> int[1]
extern "C" __global__ void shared_counter_ok(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = count;
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void heap_freed_bug(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  p[0] = 1;
  free(p);
  out[0] = p[0]; // BUG use-after-free
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void heap_freed_ok(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  p[0] = 1;
  out[0] = p[0];
  free(p);
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void double_free_bug(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  free(p);
  free(p); // BUG invalid-free
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void double_free_ok(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  free(p);
  p = nullptr;
  free(p);
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void middle_free_bug(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  free(p + 2); // BUG invalid-free
}
//@ <<<1, 1>>> int[4] 4
extern "C" __global__ void middle_free_ok(int* out, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  free(p);
}
//@ <<<1, 1>>> int[4] 100000 1000000
extern "C" __global__ void overflow_bug(int* out, int i, int n) {
  int at = i * n; // BUG index-overflow
  out[at] = 1;
}
//@ <<<1, 1>>> int[4] 100000 1000000
extern "C" __global__ void overflow_ok(int* out, int i, int n) {
  long long at = (long long)i * n;
  if (at < 4) out[at] = 1;
}
//@ <<<1, 1>>> int[4] 2147483000
extern "C" __global__ void overflow_add_bug(int* out, int i) {
  int at = i + 1000000; // BUG index-overflow
  out[at] = 1;
}
//@ <<<1, 1>>> int[4] 2147483000
extern "C" __global__ void overflow_add_ok(int* out, int i) {
  unsigned hash = i;
  hash = hash * 31u + 7u;
  out[hash % 4] = 1;
}
