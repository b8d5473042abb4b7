// A lock-free stack of node indices: the head carries a version beside the index, so that compare-and-swap cannot be
// fooled by a node that was popped and pushed again. One launch pushes, the next pops, the third does both.
__device__ __forceinline__ unsigned long long pack(unsigned int version, unsigned int index) {
  return static_cast<unsigned long long>(version) << 32 | index;
}

__device__ void push(unsigned long long* head, volatile unsigned int* next, unsigned int node) {
  unsigned long long seen = atomicAdd(head, 0ull), old;
  do {
    old = seen;
    next[node] = static_cast<unsigned int>(old);
    __threadfence();
    seen = atomicCAS(head, old, pack(static_cast<unsigned int>(old >> 32) + 1u, node));
  } while (seen != old);
}

__device__ unsigned int pop(unsigned long long* head, volatile unsigned int* next) {
  unsigned long long seen = atomicAdd(head, 0ull), old;
  unsigned int node;
  do {
    old = seen;
    node = static_cast<unsigned int>(old);
    if (node == 0xffffffffu) return node;
    seen = atomicCAS(head, old, pack(static_cast<unsigned int>(old >> 32) + 1u, next[node]));
  } while (seen != old);
  return node;
}

extern "C" __global__ void push_all(unsigned long long* head, unsigned int* next, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) push(head, next, i);
}

extern "C" __global__ void pop_some(unsigned long long* head, unsigned int* next, unsigned int* popped, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) popped[i] = pop(head, next);
}

extern "C" __global__ void pop_and_push(unsigned long long* head, unsigned int* next, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned int node = pop(head, next);
  if (node != 0xffffffffu) push(head, next, node);
}
