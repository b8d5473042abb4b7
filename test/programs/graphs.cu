// A CUDA graph captured from two streams and launched several times.
#include <cstdio>

__global__ void addOne(int* x) { x[threadIdx.x] += 1; }
__global__ void times(int* x, int k) { x[threadIdx.x] *= k; }
__global__ void join(const int* a, const int* b, int* c) { c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

int main() {
  const int n = 32;
  int *a, *b, *c, h[n];
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&c, n * sizeof(int));
  cudaMemset(a, 0, n * sizeof(int));
  cudaMemset(b, 0, n * sizeof(int));
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  cudaEvent_t fork, joined;
  cudaEventCreateWithFlags(&fork, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&joined, cudaEventDisableTiming);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s1, cudaStreamCaptureModeGlobal);
  addOne<<<1, n, 0, s1>>>(a);
  cudaEventRecord(fork, s1);
  cudaStreamWaitEvent(s2, fork, 0);
  addOne<<<1, n, 0, s2>>>(b);
  times<<<1, n, 0, s2>>>(b, 2);
  times<<<1, n, 0, s1>>>(a, 3);
  cudaEventRecord(joined, s2);
  cudaStreamWaitEvent(s1, joined, 0);
  join<<<1, n, 0, s1>>>(a, b, c);
  cudaMemcpyAsync(h, c, sizeof h, cudaMemcpyDeviceToHost, s1);
  cudaStreamEndCapture(s1, &graph);
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  printf("%d nodes\n", (int)nodes);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 4; i++) {
    cudaGraphLaunch(exec, s1);
    cudaStreamSynchronize(s1);
    printf("launch %d: %d\n", i + 1, h[n - 1]);
  }
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
