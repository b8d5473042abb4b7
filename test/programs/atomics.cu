// Every kind of atomic, and a lock-free list built with compare-and-swap.
#include <cstdio>

__global__ void all(int* v, unsigned* u, unsigned long long* l, float* f, double* g) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  atomicAdd(&v[0], 10);
  atomicSub(&v[1], 10);
  atomicExch(&v[2], 7);
  atomicMax(&v[3], i);
  atomicMin(&v[4], i);
  atomicInc(&u[0], 17);
  atomicDec(&u[1], 137);
  atomicCAS(&v[5], i - 1, i);
  atomicAnd(&v[6], 2 * i + 7);
  atomicOr(&v[7], 1 << (i % 32));
  atomicXor(&v[8], i);
  atomicAdd(&l[0], 1ULL << 33);
  atomicMax(&l[1], (unsigned long long)i << 40);
  atomicAdd(&f[0], 0.5f);
  atomicAdd(&g[0], 0.25);
}
struct Node { int value; int next; };
__global__ void push(Node* nodes, int* head) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  nodes[i].value = i * i;
  int old = *head, seen;
  do {
    seen = old;
    nodes[i].next = seen;
    __threadfence();
    old = atomicCAS(head, seen, i);
  } while (old != seen);
}
__device__ double atomicMaxDouble(double* address, double value) {
  unsigned long long* p = (unsigned long long*)address;
  unsigned long long old = *p, assumed;
  do {
    assumed = old;
    if (__longlong_as_double(assumed) >= value) break;
    old = atomicCAS(p, assumed, __double_as_longlong(value));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void largest(double* out) { atomicMaxDouble(out, (threadIdx.x * 37 % 64) + 0.5); }

int main() {
  int h[9] = {0, 0, 0, -1 << 30, 1 << 30, -1, 0xff, 0, 0}, *v;
  unsigned hu[2] = {0, 0}, *u;
  unsigned long long hl[2] = {0, 0}, *l;
  float hf = 0, *f;
  double hg = 0, *g;
  cudaMalloc(&v, sizeof h);
  cudaMalloc(&u, sizeof hu);
  cudaMalloc(&l, sizeof hl);
  cudaMalloc(&f, sizeof hf);
  cudaMalloc(&g, sizeof hg);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(u, hu, sizeof hu, cudaMemcpyHostToDevice);
  cudaMemcpy(l, hl, sizeof hl, cudaMemcpyHostToDevice);
  cudaMemset(f, 0, sizeof hf);
  cudaMemset(g, 0, sizeof hg);
  all<<<4, 64>>>(v, u, l, f, g);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
  cudaMemcpy(hl, l, sizeof hl, cudaMemcpyDeviceToHost);
  cudaMemcpy(&hf, f, sizeof hf, cudaMemcpyDeviceToHost);
  cudaMemcpy(&hg, g, sizeof hg, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 9; i++)
    if (i != 5) printf("%d ", h[i]);
  printf("| %u %u | %llu %llu | %g %g\n", hu[0], hu[1], hl[0] >> 33, hl[1] >> 40, hf, hg);

  Node *nodes, list[128];
  int *head, first = -1;
  cudaMalloc(&nodes, sizeof list);
  cudaMalloc(&head, sizeof first);
  cudaMemcpy(head, &first, sizeof first, cudaMemcpyHostToDevice);
  push<<<4, 32>>>(nodes, head);
  cudaMemcpy(list, nodes, sizeof list, cudaMemcpyDeviceToHost);
  cudaMemcpy(&first, head, sizeof first, cudaMemcpyDeviceToHost);
  int count = 0, sum = 0;
  for (int i = first; i != -1 && count <= 128; i = list[i].next, count++) sum += list[i].value;
  printf("list: %d nodes, sum %d\n", count, sum);
  cudaMemset(g, 0, sizeof hg);
  largest<<<1, 64>>>(g);
  cudaMemcpy(&hg, g, sizeof hg, cudaMemcpyDeviceToHost);
  printf("largest %g\n", hg);
  cudaFree(v);
  cudaFree(u);
  cudaFree(l);
  cudaFree(f);
  cudaFree(g);
  cudaFree(nodes);
  cudaFree(head);
  return 0;
}
