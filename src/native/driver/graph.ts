// Graphs: work that is recorded or built once and launched many times. Part of the driver's table: see driver.ts.

/** Graphs: work that is recorded or built once and launched many times. */
export const graphFunctions = {
  /** Makes an empty graph. */
  cuGraphCreate: "CUresult(CUgraph* graph, unsigned int flags)",
  /** Destroys a graph. */
  cuGraphDestroy: "CUresult(CUgraph graph)",
  /** Makes a graph that can be launched. */
  cuGraphInstantiateWithFlags: "CUresult(CUgraphExec* exec, CUgraph graph, unsigned long long flags)",
  /** The same with a CUDA_GRAPH_INSTANTIATE_PARAMS that tells what failed. */
  cuGraphInstantiateWithParams:
    "CUresult(CUgraphExec* exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS* parameters)",
  /** The flags it was made with. */
  cuGraphExecGetFlags: "CUresult(CUgraphExec exec, cuuint64_t* flags)",
  /** Destroys it. */
  cuGraphExecDestroy: "CUresult(CUgraphExec exec)",
  /** Launches it. */
  cuGraphLaunch: "CUresult(CUgraphExec exec, CUstream stream)",
  /** Sends it to the device ahead of its launch. */
  cuGraphUpload: "CUresult(CUgraphExec exec, CUstream stream)",
  /** Takes over the arguments of a graph of the same shape; the result says which node differs when it cannot. */
  cuGraphExecUpdate_v2: "CUresult(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo* resultInfo)",
  /** The same; drivers before 12.0 have only this form. */
  cuGraphExecUpdate:
    "CUresult(CUgraphExec exec, CUgraph graph, CUgraphNode* errorNode, CUgraphExecUpdateResult* result)",
  /** The nodes of a graph. */
  cuGraphGetNodes: "CUresult(CUgraph graph, CUgraphNode* nodes, size_t* count)",
  /** The nodes that wait for none. */
  cuGraphGetRootNodes: "CUresult(CUgraph graph, CUgraphNode* nodes, size_t* count)",
  /** Which nodes wait for which. */
  cuGraphGetEdges: "CUresult(CUgraph graph, CUgraphNode* from, CUgraphNode* to, size_t* count)",
  /** The nodes that a node waits for. */
  cuGraphNodeGetDependencies: "CUresult(CUgraphNode node, CUgraphNode* dependencies, size_t* count)",
  /** The nodes that wait for a node. */
  cuGraphNodeGetDependentNodes: "CUresult(CUgraphNode node, CUgraphNode* dependents, size_t* count)",
  /** What a node does. */
  cuGraphNodeGetType: "CUresult(CUgraphNode node, CUgraphNodeType* type)",
  /** Writes a graph as a picture for Graphviz. */
  cuGraphDebugDotPrint: "CUresult(CUgraph graph, const char* path, unsigned int flags)",
  /** A copy of a graph. */
  cuGraphClone: "CUresult(CUgraph* clone, CUgraph graph)",
  /** The node of a copy. */
  cuGraphNodeFindInClone: "CUresult(CUgraphNode* node, CUgraphNode original, CUgraph clone)",
  /** Lets nodes wait for others. */
  cuGraphAddDependencies:
    "CUresult(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to, size_t count)",
  /** Ends that. */
  cuGraphRemoveDependencies:
    "CUresult(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to, size_t count)",
  /** Takes a node out of its graph. */
  cuGraphDestroyNode: "CUresult(CUgraphNode node)",
  /** Adds a launch. */
  cuGraphAddKernelNode_v2:
    "CUresult(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count, const CUDA_KERNEL_NODE_PARAMS* parameters)",
  /** What a launch has; the arguments belong to the node. */
  cuGraphKernelNodeGetParams_v2: "CUresult(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* parameters)",
  /** Changes a launch. */
  cuGraphKernelNodeSetParams_v2: "CUresult(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* parameters)",
  /** Changes a launch of a graph that can be launched; what runs already keeps the old. */
  cuGraphExecKernelNodeSetParams_v2:
    "CUresult(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* parameters)",
  /** Takes over the attributes of another launch. */
  cuGraphKernelNodeCopyAttributes: "CUresult(CUgraphNode to, CUgraphNode from)",
  /** Adds a copy. */
  cuGraphAddMemcpyNode:
    "CUresult(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count, const CUDA_MEMCPY3D* copy, CUcontext context)",
  /** What a copy has. */
  cuGraphMemcpyNodeGetParams: "CUresult(CUgraphNode node, CUDA_MEMCPY3D* copy)",
  /** Changes a copy. */
  cuGraphMemcpyNodeSetParams: "CUresult(CUgraphNode node, const CUDA_MEMCPY3D* copy)",
  /** Changes a copy of a graph that can be launched. */
  cuGraphExecMemcpyNodeSetParams:
    "CUresult(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D* copy, CUcontext context)",
  /** Adds a fill. */
  cuGraphAddMemsetNode:
    "CUresult(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count, const CUDA_MEMSET_NODE_PARAMS* parameters, CUcontext context)",
  /** What a fill has. */
  cuGraphMemsetNodeGetParams: "CUresult(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS* parameters)",
  /** Changes a fill. */
  cuGraphMemsetNodeSetParams: "CUresult(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS* parameters)",
  /** Changes a fill of a graph that can be launched. */
  cuGraphExecMemsetNodeSetParams:
    "CUresult(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS* parameters, CUcontext context)",
  /** Adds a call of a host function. */
  cuGraphAddHostNode:
    "CUresult(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count, const CUDA_HOST_NODE_PARAMS* parameters)",
  /** Adds a copy of another graph. */
  cuGraphAddChildGraphNode:
    "CUresult(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count, CUgraph child)",
  /** That copy. */
  cuGraphChildGraphNodeGetGraph: "CUresult(CUgraphNode node, CUgraph* graph)",
  /** Changes it in a graph that can be launched. */
  cuGraphExecChildGraphNodeSetParams: "CUresult(CUgraphExec exec, CUgraphNode node, CUgraph child)",
  /** Adds a node that does nothing, to wait for. */
  cuGraphAddEmptyNode:
    "CUresult(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count)",
  /** Adds the recording of an event. */
  cuGraphAddEventRecordNode:
    "CUresult(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count, CUevent event)",
  /** Adds waiting for an event. */
  cuGraphAddEventWaitNode:
    "CUresult(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count, CUevent event)",
  /** Changes the event of a graph that can be launched. */
  cuGraphExecEventRecordNodeSetEvent: "CUresult(CUgraphExec exec, CUgraphNode node, CUevent event)",
  /** The same for waiting. */
  cuGraphExecEventWaitNodeSetEvent: "CUresult(CUgraphExec exec, CUgraphNode node, CUevent event)",
  /** Adds the freeing of memory. */
  cuGraphAddMemFreeNode:
    "CUresult(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies, size_t count, CUdeviceptr address)",
  /** Which memory a node frees. */
  cuGraphMemFreeNodeGetParams: "CUresult(CUgraphNode node, CUdeviceptr* address)",
  /** Turns a node of a graph that can be launched on or off. */
  cuGraphNodeSetEnabled: "CUresult(CUgraphExec exec, CUgraphNode node, unsigned int enabled)",
  /** Whether it is on. */
  cuGraphNodeGetEnabled: "CUresult(CUgraphExec exec, CUgraphNode node, unsigned int* enabled)",
  /** An object whose function is called when the last user lets go of it. */
  cuUserObjectCreate:
    "CUresult(CUuserObject* object, void* data, void (*destroy)(void* data), unsigned int count, unsigned int flags)",
  /** Lets go of it. */
  cuUserObjectRelease: "CUresult(CUuserObject object, unsigned int count)",
  /** Lets a graph keep it. */
  cuGraphRetainUserObject:
    "CUresult(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags)",
} as const;
