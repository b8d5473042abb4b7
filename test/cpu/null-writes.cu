// Kernels that write through null, or not. Those without a loop run on the calling thread where the launch is small.
#define KERNEL extern "C" __global__ void

struct Node {
  int values[100];
  Node* next;
};

KERNEL store(int* out, int* p, int value) {
  p[threadIdx.x] = value;
  out[threadIdx.x] = value;
}
KERNEL member(int* out, Node* node) {
  node->next = node;
  out[0] = 1;
}
KERNEL add(int* out, int* p) {
  atomicAdd(p + blockIdx.x, 1);
  out[0] = 1;
}
KERNEL store_in_loop(int* out, int* p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = 0;
  out[0] = n;
}
KERNEL clear(int* out, int* p, int bytes) {
  memset(p, 0, bytes);
  out[0] = 1;
}
KERNEL after_barrier(int* out, volatile int* p) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = tile[63 - threadIdx.x];
  out[0] = 1;
}
KERNEL from_malloc(int* out) {
  volatile int* p = (int*)malloc(1u << 30);
  p[threadIdx.x] = 1;
  out[0] = 1;
}
KERNEL store_and_trap(int* out, volatile int* p) {
  p[0] = 1;
  __trap();
}
KERNEL store_and_spin(int* out, volatile int* p) {
  p[0] = 1;
  for (volatile int* x = out;;) x[0] = 1;
}
KERNEL store_and_wait(volatile int* out, volatile int* p) {
  p[0] = 1;
  out[1] = 1;
  while (out[0] == 0) {
  }
}
KERNEL follow(int* out, Node* node) {
  out[0] = node->next->values[0];
}
KERNEL harmless(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] += 1;
}
