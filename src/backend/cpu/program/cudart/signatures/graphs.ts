// Functions about graphs: by capture of a stream, or node by node.

export const CAPTURE = {
  cudaStreamBeginCapture: "cudaError_t(cudaStream_t stream, cudaStreamCaptureMode mode)",
  cudaStreamEndCapture: "cudaError_t(cudaStream_t stream, cudaGraph_t* graph)",
  cudaStreamIsCapturing: "cudaError_t(cudaStream_t stream, cudaStreamCaptureStatus* status)",
  cudaStreamGetCaptureInfo:
    "cudaError_t(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id = 0)",
  cudaStreamGetCaptureInfo_v3:
    "cudaError_t(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph, const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges, size_t* count)",
  cudaStreamBeginCaptureToGraph:
    "cudaError_t(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* after, const cudaGraphEdgeData* edges, size_t count, cudaStreamCaptureMode mode)",
  cudaStreamUpdateCaptureDependencies:
    "cudaError_t(cudaStream_t stream, cudaGraphNode_t* nodes, const cudaGraphEdgeData* edges, size_t count, unsigned int flags = 0)",
  cudaThreadExchangeStreamCaptureMode: "cudaError_t(cudaStreamCaptureMode* mode)",
} as const;

export const GRAPHS = {
  cudaGraphCreate: "cudaError_t(cudaGraph_t* graph, unsigned int flags)",
  cudaGraphDestroy: "cudaError_t(cudaGraph_t graph)",
  cudaGraphClone: "cudaError_t(cudaGraph_t* clone, cudaGraph_t graph)",
  cudaGraphGetNodes: "cudaError_t(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count)",
  cudaGraphGetRootNodes: "cudaError_t(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count)",
  cudaGraphGetEdges:
    "cudaError_t(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count)",
  cudaGraphNodeGetType: "cudaError_t(cudaGraphNode_t node, cudaGraphNodeType* type)",
  cudaGraphNodeGetDependencies: "cudaError_t(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count)",
  cudaGraphNodeGetDependentNodes: "cudaError_t(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count)",
  cudaGraphAddDependencies:
    "cudaError_t(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count)",
  cudaGraphRemoveDependencies:
    "cudaError_t(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count)",
  cudaGraphDestroyNode: "cudaError_t(cudaGraphNode_t node)",
  cudaGraphInstantiate: "cudaError_t(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags = 0)",
  cudaGraphInstantiateWithFlags:
    "cudaError_t(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags)",
  cudaGraphExecDestroy: "cudaError_t(cudaGraphExec_t exec)",
  cudaGraphUpload: "cudaError_t(cudaGraphExec_t exec, cudaStream_t stream)",
  cudaGraphLaunch: "cudaError_t(cudaGraphExec_t exec, cudaStream_t stream)",
  cudaGraphExecUpdate:
    "cudaError_t(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result)",
} as const;

export const GRAPH_NODES = {
  cudaGraphAddNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, const cudaGraphEdgeData* edges, size_t count, cudaGraphNodeParams* parameters)",
  cudaGraphConditionalHandleCreate:
    "cudaError_t(cudaGraphConditionalHandle* handle, cudaGraph_t graph, unsigned int value = 0, unsigned int flags = 0)",
  cudaGraphAddKernelNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, const cudaKernelNodeParams* parameters)",
  cudaGraphAddMemcpyNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, const cudaMemcpy3DParms* parameters)",
  cudaGraphAddMemcpyNode1D:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, void* to, const void* from, size_t bytes, cudaMemcpyKind kind)",
  cudaGraphAddMemsetNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, const cudaMemsetParams* parameters)",
  cudaGraphAddHostNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, const cudaHostNodeParams* parameters)",
  cudaGraphAddChildGraphNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, cudaGraph_t child)",
  cudaGraphAddEmptyNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count)",
  cudaGraphAddEventRecordNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, cudaEvent_t event)",
  cudaGraphAddEventWaitNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, cudaEvent_t event)",
  cudaGraphAddMemAllocNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, cudaMemAllocNodeParams* parameters)",
  cudaGraphAddMemFreeNode:
    "cudaError_t(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, void* pointer)",
  cudaGraphMemAllocNodeGetParams: "cudaError_t(cudaGraphNode_t node, cudaMemAllocNodeParams* parameters)",
  cudaGraphMemFreeNodeGetParams: "cudaError_t(cudaGraphNode_t node, void* pointer)",
  cudaDeviceGetGraphMemAttribute: "cudaError_t(int device, cudaGraphMemAttributeType attribute, void* value)",
  cudaDeviceSetGraphMemAttribute: "cudaError_t(int device, cudaGraphMemAttributeType attribute, void* value)",
  cudaDeviceGraphMemTrim: "cudaError_t(int device)",
  cudaGraphKernelNodeGetParams: "cudaError_t(cudaGraphNode_t node, cudaKernelNodeParams* parameters)",
  cudaGraphKernelNodeSetParams: "cudaError_t(cudaGraphNode_t node, const cudaKernelNodeParams* parameters)",
  cudaGraphExecKernelNodeSetParams:
    "cudaError_t(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams* parameters)",
  cudaGraphExecMemcpyNodeSetParams1D:
    "cudaError_t(cudaGraphExec_t exec, cudaGraphNode_t node, void* to, const void* from, size_t bytes, cudaMemcpyKind kind)",
  cudaGraphExecMemsetNodeSetParams:
    "cudaError_t(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams* parameters)",
  cudaGraphExecHostNodeSetParams:
    "cudaError_t(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams* parameters)",
} as const;
