// Graphs: by capture over two streams, by hand, with changed parameters, and as children.
#include <cstdio>
#include <vector>

__global__ void add(float* x, float value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}
__global__ void scale(float* x, float value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= value;
}
static void announce(void* text) { printf("host: %s\n", (const char*)text); }

int main() {
  int n = 1000;
  std::vector<float> host(n);
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));

  cudaStream_t one, two;
  cudaEvent_t fork, join;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(a, 0, n * sizeof(float), one);
  cudaEventRecord(fork, one);
  cudaStreamWaitEvent(two, fork);
  cudaMemsetAsync(b, 0, n * sizeof(float), two);
  add<<<4, 256, 0, two>>>(b, 2, n);
  add<<<4, 256, 0, one>>>(a, 1, n);
  cudaEventRecord(join, two);
  cudaStreamWaitEvent(one, join);
  cudaMemcpyAsync(host.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost, one);
  cudaGraph_t captured;
  cudaStreamEndCapture(one, &captured);
  size_t nodes = 0, edges = 0;
  cudaGraphGetNodes(captured, nullptr, &nodes);
  cudaGraphGetEdges(captured, nullptr, nullptr, nullptr, &edges);
  printf("%d nodes, %d edges\n", (int)nodes, (int)edges);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, captured, 0);
  for (int i = 0; i < 3; ++i) cudaGraphLaunch(exec, one);
  cudaStreamSynchronize(one);
  printf("captured: %g\n", host[n - 1]);

  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  float value = 10;
  void* arguments[] = {&a, &value, &n};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)add;
  kernel.gridDim = dim3(4);
  kernel.blockDim = dim3(256);
  kernel.kernelParams = arguments;
  cudaGraphNode_t addNode, scaleNode, copyNode, hostNode;
  cudaGraphAddKernelNode(&addNode, graph, nullptr, 0, &kernel);
  kernel.func = (void*)scale;
  value = 3;
  cudaGraphAddKernelNode(&scaleNode, graph, &addNode, 1, &kernel);
  cudaGraphAddMemcpyNode1D(&copyNode, graph, &scaleNode, 1, host.data(), a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaHostNodeParams call = {announce, (void*)"copied"};
  cudaGraphAddHostNode(&hostNode, graph, &copyNode, 1, &call);
  cudaGraphNodeType type;
  cudaGraphNodeGetType(copyNode, &type);
  printf("copy node: %d\n", type == cudaGraphNodeTypeMemcpy);
  cudaGraphExec_t byHand;
  cudaGraphInstantiate(&byHand, graph, 0);
  cudaGraphLaunch(byHand, one);
  cudaStreamSynchronize(one);
  printf("by hand: %g\n", host[0]);
  value = 0.5f;
  cudaGraphExecKernelNodeSetParams(byHand, scaleNode, &kernel);
  cudaGraphLaunch(byHand, one);
  cudaStreamSynchronize(one);
  printf("changed: %g\n", host[0]);

  cudaGraph_t parent;
  cudaGraphCreate(&parent, 0);
  cudaGraphNode_t first, second;
  cudaGraphAddChildGraphNode(&first, parent, nullptr, 0, graph);
  cudaGraphAddChildGraphNode(&second, parent, &first, 1, graph);
  cudaGraphExec_t nested;
  cudaGraphInstantiate(&nested, parent, 0);
  cudaGraphLaunch(nested, one);
  cudaStreamSynchronize(one);
  printf("nested: %g\n", host[0]);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(captured);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  cudaFree(a);
  cudaFree(b);
  return 0;
}
