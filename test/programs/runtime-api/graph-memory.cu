// Graphs with memory of their own: allocated and freed by nodes, by capture, and freed outside.
#include <cstdio>

__global__ void square(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

int main() {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  static float in[n], out[n], back[n];
  for (int i = 0; i < n; ++i) in[i] = i % 17;

  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  memory.poolProps.location.id = 0;
  memory.bytesize = bytes;
  cudaGraphNode_t first, second, copy_in, kernel, copy_out, release;
  cudaGraphAddMemAllocNode(&first, graph, nullptr, 0, &memory);
  float* x = (float*)memory.dptr;
  cudaGraphAddMemAllocNode(&second, graph, &first, 1, &memory);
  float* y = (float*)memory.dptr;
  cudaGraphAddMemcpyNode1D(&copy_in, graph, &second, 1, x, in, bytes, cudaMemcpyHostToDevice);
  int count = n;
  void* arguments[] = {&x, &y, &count};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)square;
  launch.gridDim = dim3(4);
  launch.blockDim = dim3(256);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &copy_in, 1, &launch);
  cudaGraphAddMemFreeNode(&release, graph, &kernel, 1, x);
  cudaGraphAddMemcpyNode1D(&copy_out, graph, &kernel, 1, out, y, bytes, cudaMemcpyDeviceToHost);
  cudaGraphNodeType type;
  cudaGraphNodeGetType(first, &type);
  printf("%d ", type);
  cudaGraphNodeGetType(release, &type);
  printf("%d %d\n", type, x != y);

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < n; ++i) in[i] += round;
    cudaGraphLaunch(exec, stream);
    cudaMemcpyAsync(back, y, bytes, cudaMemcpyDeviceToHost, stream);
    if (round == 1) {
      cudaStreamSynchronize(stream);
      cudaFree(y);
    } else
      cudaFreeAsync(y, stream);
    cudaError_t status = cudaStreamSynchronize(stream);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += out[i] != in[i] * in[i] || back[i] != out[i];
    printf("%s, %d wrong\n", cudaGetErrorName(status), wrong);
  }

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  float *p, *q;
  cudaMallocAsync(&p, bytes, stream);
  cudaMallocAsync(&q, bytes, stream);
  cudaMemcpyAsync(p, in, bytes, cudaMemcpyHostToDevice, stream);
  square<<<4, 256, 0, stream>>>(p, q, n);
  cudaFreeAsync(p, stream);
  cudaMemcpyAsync(out, q, bytes, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(q, stream);
  cudaGraph_t captured;
  cudaStreamEndCapture(stream, &captured);
  cudaGraphExec_t again;
  cudaGraphInstantiate(&again, captured, 0);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < n; ++i) in[i] = i % 7 + round;
    cudaGraphLaunch(again, stream);
    cudaError_t status = cudaStreamSynchronize(stream);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += out[i] != in[i] * in[i];
    printf("captured: %s, %d wrong\n", cudaGetErrorName(status), wrong);
  }
  printf("%s\n", cudaGetErrorName(cudaDeviceGraphMemTrim(0)));
  cudaGraphExecDestroy(again);
  cudaGraphDestroy(captured);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
