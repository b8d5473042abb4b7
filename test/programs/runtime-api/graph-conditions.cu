// Graphs that decide while they run: if with else, while, switch, and a loop inside of a captured stream.
#include <cstdio>

__global__ void decide(const int* number, cudaGraphConditionalHandle condition) { cudaGraphSetConditional(condition, *number); }
__global__ void add(int* sum, int value) { *sum += value; }
__global__ void countDown(int* number, cudaGraphConditionalHandle condition) { cudaGraphSetConditional(condition, --*number != 0); }

static cudaGraph_t graph;
static int *number, *sum;

static cudaGraphNode_t addKernel(cudaGraph_t to, const cudaGraphNode_t* after, void* kernel, void** arguments) {
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeKernel};
  parameters.kernel.func = kernel;
  parameters.kernel.gridDim = dim3(1);
  parameters.kernel.blockDim = dim3(1);
  parameters.kernel.kernelParams = arguments;
  cudaGraphNode_t node;
  if (cudaGraphAddNode(&node, to, after, nullptr, after != nullptr, &parameters) != cudaSuccess) printf("no kernel\n");
  return node;
}

// The bodies of a condition on `number`, each of which adds another power of ten.
static cudaGraphNode_t addCondition(cudaGraphConditionalNodeType type, unsigned bodies) {
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph);
  void* arguments[] = {&number, &handle};
  cudaGraphNode_t before = addKernel(graph, nullptr, (void*)decide, arguments), node;
  cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
  parameters.conditional.handle = handle;
  parameters.conditional.type = type;
  parameters.conditional.size = bodies;
  cudaError_t status = cudaGraphAddNode(&node, graph, &before, nullptr, 1, &parameters);
  cudaGraphNodeType found = cudaGraphNodeTypeCount;
  cudaGraphNodeGetType(node, &found);
  printf("%d, type %d:", status, found);
  int value = 1;
  for (unsigned i = 0; i < bodies; ++i, value *= 10) {
    void* values[] = {&sum, &value};
    addKernel(parameters.conditional.phGraph_out[i], nullptr, (void*)add, values);
  }
  return node;
}

static void run(cudaGraphExec_t exec, int start) {
  cudaMemcpy(number, &start, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(int));
  cudaError_t status = cudaGraphLaunch(exec, 0);
  int result[2];
  cudaMemcpy(&result[0], sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&result[1], number, sizeof(int), cudaMemcpyDeviceToHost);
  printf(" %d: %d %d (%d)", start, result[0], result[1], status);
}

int main() {
  cudaMalloc(&number, sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaGraphExec_t exec;
  for (cudaGraphConditionalNodeType type : {cudaGraphCondTypeIf, cudaGraphCondTypeSwitch}) {
    cudaGraphCreate(&graph, 0);
    addCondition(type, type == cudaGraphCondTypeIf ? 2 : 3);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    for (int start : {0, 1, 2, 3}) run(exec, start);
    printf("\n");
    cudaGraphExecDestroy(exec);
  }

  // At least once, because the condition begins as true at every launch; the body is captured.
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle again;
  cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams loop = {cudaGraphNodeTypeConditional};
  loop.conditional.handle = again;
  loop.conditional.type = cudaGraphCondTypeWhile;
  loop.conditional.size = 1;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &loop);
  cudaStreamBeginCaptureToGraph(stream, loop.conditional.phGraph_out[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(sum, 5);
  countDown<<<1, 1, 0, stream>>>(number, again);
  cudaError_t ended = cudaStreamEndCapture(stream, nullptr);
  printf("while, %d:", ended);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int start : {1, 4, 2}) run(exec, start);
  printf("\n");
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);

  // A loop between two kernels of a captured stream.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamCaptureStatus capturing;
  const cudaGraphNode_t* before;
  size_t count;
  cudaStreamGetCaptureInfo(stream, &capturing, nullptr, &graph, &before, nullptr, &count);
  cudaGraphConditionalHandleCreate(&again, graph);
  add<<<1, 1, 0, stream>>>(sum, 1000);
  decide<<<1, 1, 0, stream>>>(number, again);
  cudaStreamGetCaptureInfo(stream, &capturing, nullptr, &graph, &before, nullptr, &count);
  printf("captured %d, after %d:", capturing, (int)count);
  loop.conditional.handle = again;
  cudaGraphAddNode(&node, graph, before, nullptr, count, &loop);
  cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1, cudaStreamSetCaptureDependencies);
  add<<<1, 1, 0, stream>>>(sum, 200);
  cudaGraph_t ownGraph;
  cudaStreamEndCapture(stream, &ownGraph);
  printf(" %s,", ownGraph == graph ? "same graph" : "another graph");
  cudaStreamBeginCaptureToGraph(stream, loop.conditional.phGraph_out[0], nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>(sum, 1);
  countDown<<<1, 1, 0, stream>>>(number, again);
  cudaStreamEndCapture(stream, nullptr);
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  printf(" %d nodes,", (int)nodes);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int start : {0, 1, 7}) run(exec, start);
  printf("\n%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(number);
  cudaFree(sum);
}
