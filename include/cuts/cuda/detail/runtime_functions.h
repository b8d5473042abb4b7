// The functions of the runtime API. Written from the tables in src/backend/cpu/program/cudart; do not edit.
#pragma once
#include "host_import.h"
#include "runtime_types.h"

CUTS_C_BEGIN
// errors
CUTS_IMPORT("cuda") cudaError_t cudaGetLastError(void);
CUTS_IMPORT("cuda") cudaError_t cudaPeekAtLastError(void);
CUTS_IMPORT("cuda") const char* cudaGetErrorName(cudaError_t error);
CUTS_IMPORT("cuda") const char* cudaGetErrorString(cudaError_t error);
// devices
CUTS_IMPORT("cuda") cudaError_t cudaGetDeviceCount(int* count);
CUTS_IMPORT("cuda") cudaError_t cudaGetDevice(int* device);
CUTS_IMPORT("cuda") cudaError_t cudaSetDevice(int device);
CUTS_IMPORT("cuda") cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaSetValidDevices(int* devices, int count);
CUTS_IMPORT("cuda") cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted);
CUTS_IMPORT("cuda") cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceSynchronize(void);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceReset(void);
CUTS_IMPORT("cuda") cudaError_t cudaThreadSynchronize(void);
CUTS_IMPORT("cuda") cudaError_t cudaThreadExit(void);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config);
CUTS_IMPORT("cuda") cudaError_t cudaSetDeviceFlags(unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaGetDeviceFlags(unsigned int* flags);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text);
CUTS_IMPORT("cuda") cudaError_t cudaDriverGetVersion(int* version);
CUTS_IMPORT("cuda") cudaError_t cudaRuntimeGetVersion(int* version);
CUTS_IMPORT("cuda") cudaError_t cudaCtxResetPersistingL2Cache(void);
CUTS_IMPORT("cuda") cudaError_t cudaProfilerStart(void);
CUTS_IMPORT("cuda") cudaError_t cudaProfilerStop(void);
// peers and other processes
CUTS_IMPORT("cuda") cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceDisablePeerAccess(int peer);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from, int to);
CUTS_IMPORT("cuda") cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer);
CUTS_IMPORT("cuda") cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaIpcCloseMemHandle(void* pointer);
CUTS_IMPORT("cuda") cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event);
CUTS_IMPORT("cuda") cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle);
// memory
CUTS_IMPORT("cuda") cudaError_t cudaMalloc(void** pointer, size_t size);
CUTS_IMPORT("cuda") cudaError_t cudaFree(void* pointer);
CUTS_IMPORT("cuda") cudaError_t cudaMallocHost(void** pointer, size_t size);
CUTS_IMPORT("cuda") cudaError_t cudaFreeHost(void* pointer);
CUTS_IMPORT("cuda") cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaHostUnregister(void* pointer);
CUTS_IMPORT("cuda") cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer);
CUTS_IMPORT("cuda") cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned int flags CUTS_DEFAULT(1));
CUTS_IMPORT("cuda") cudaError_t cudaMemGetInfo(size_t* free, size_t* total);
CUTS_IMPORT("cuda") cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);
CUTS_IMPORT("cuda") cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, int device, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice, int device);
CUTS_IMPORT("cuda") cudaError_t cudaMemAdvise_v2(const void* pointer, size_t count, cudaMemoryAdvise advice, cudaMemLocation location);
CUTS_IMPORT("cuda") cudaError_t cudaMemRangeGetAttribute(void* data, size_t dataSize, cudaMemRangeAttribute attribute, const void* pointer, size_t count);
// copies
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy(void* to, const void* from, size_t count, cudaMemcpyKind kind);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t count, cudaMemcpyKind kind, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemcpyPeer(void* to, int toDevice, const void* from, int fromDevice, size_t count);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice, size_t count, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemset(void* pointer, int value, size_t count);
CUTS_IMPORT("cuda") cudaError_t cudaMemsetAsync(void* pointer, int value, size_t count, cudaStream_t stream CUTS_DEFAULT(0));
// pitched memory
CUTS_IMPORT("cuda") cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);
CUTS_IMPORT("cuda") cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy2D(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width, size_t height, cudaMemcpyKind kind);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy2DAsync(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height);
CUTS_IMPORT("cuda") cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent);
CUTS_IMPORT("cuda") cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream CUTS_DEFAULT(0));
// arrays
CUTS_IMPORT("cuda") cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height CUTS_DEFAULT(0), unsigned int flags CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned int flags CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaFreeArray(cudaArray_t array);
CUTS_IMPORT("cuda") cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags, cudaArray_t array);
CUTS_IMPORT("cuda") cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t count, cudaMemcpyKind kind);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t count, cudaMemcpyKind kind);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind);
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from, size_t fromX, size_t fromY, size_t width, size_t height, cudaMemcpyKind kind CUTS_DEFAULT(cudaMemcpyDeviceToDevice));
// textures
CUTS_IMPORT("cuda") cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource, const cudaTextureDesc* texture, const cudaResourceViewDesc* view);
CUTS_IMPORT("cuda") cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
CUTS_IMPORT("cuda") cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t object);
CUTS_IMPORT("cuda") cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t object);
CUTS_IMPORT("cuda") cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource);
CUTS_IMPORT("cuda") cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
// memory pools
CUTS_IMPORT("cuda") cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
CUTS_IMPORT("cuda") cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
CUTS_IMPORT("cuda") cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep);
CUTS_IMPORT("cuda") cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
CUTS_IMPORT("cuda") cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
CUTS_IMPORT("cuda") cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* descriptions, size_t count);
CUTS_IMPORT("cuda") cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
// symbols
CUTS_IMPORT("cuda") cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t count, size_t offset CUTS_DEFAULT(0), cudaMemcpyKind kind CUTS_DEFAULT(cudaMemcpyHostToDevice));
CUTS_IMPORT("cuda") cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t count, size_t offset CUTS_DEFAULT(0), cudaMemcpyKind kind CUTS_DEFAULT(cudaMemcpyDeviceToHost));
CUTS_IMPORT("cuda") cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol);
CUTS_IMPORT("cuda") cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol);
// streams
CUTS_IMPORT("cuda") cudaError_t cudaStreamCreate(cudaStream_t* stream);
CUTS_IMPORT("cuda") cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority);
CUTS_IMPORT("cuda") cudaError_t cudaStreamDestroy(cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaStreamSynchronize(cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaStreamQuery(cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
CUTS_IMPORT("cuda") cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
CUTS_IMPORT("cuda") cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id);
CUTS_IMPORT("cuda") cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device);
CUTS_IMPORT("cuda") cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue* value);
CUTS_IMPORT("cuda") cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t length CUTS_DEFAULT(0), unsigned int flags CUTS_DEFAULT(4));
CUTS_IMPORT("cuda") cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);
// events
CUTS_IMPORT("cuda") cudaError_t cudaEventCreate(cudaEvent_t* event);
CUTS_IMPORT("cuda") cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream CUTS_DEFAULT(0), unsigned int flags CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaEventSynchronize(cudaEvent_t event);
CUTS_IMPORT("cuda") cudaError_t cudaEventQuery(cudaEvent_t event);
CUTS_IMPORT("cuda") cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end);
CUTS_IMPORT("cuda") cudaError_t cudaEventDestroy(cudaEvent_t event);
// launches
CUTS_IMPORT("cuda") cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t sharedBytes, cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t sharedBytes, cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments);
// functions and occupancy
CUTS_IMPORT("cuda") cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function);
CUTS_IMPORT("cuda") cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value);
CUTS_IMPORT("cuda") cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config);
CUTS_IMPORT("cuda") cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig config);
CUTS_IMPORT("cuda") cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol);
CUTS_IMPORT("cuda") cudaError_t cudaFuncGetName(const char** name, const void* function);
CUTS_IMPORT("cuda") cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* size);
CUTS_IMPORT("cuda") cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int blockSize, size_t dynamicBytes);
CUTS_IMPORT("cuda") cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int blockSize, size_t dynamicBytes, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks, int blockSize);
// stream capture
CUTS_IMPORT("cuda") cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
CUTS_IMPORT("cuda") cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
CUTS_IMPORT("cuda") cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status);
CUTS_IMPORT("cuda") cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id, cudaGraph_t* graph, const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges, size_t* count);
CUTS_IMPORT("cuda") cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* after, const cudaGraphEdgeData* edges, size_t count, cudaStreamCaptureMode mode);
CUTS_IMPORT("cuda") cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes, const cudaGraphEdgeData* edges, size_t count, unsigned int flags CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode);
// graphs
CUTS_IMPORT("cuda") cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags);
CUTS_IMPORT("cuda") cudaError_t cudaGraphDestroy(cudaGraph_t graph);
CUTS_IMPORT("cuda") cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph);
CUTS_IMPORT("cuda") cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count);
CUTS_IMPORT("cuda") cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count);
CUTS_IMPORT("cuda") cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, size_t* count);
CUTS_IMPORT("cuda") cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type);
CUTS_IMPORT("cuda") cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count);
CUTS_IMPORT("cuda") cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, size_t* count);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count);
CUTS_IMPORT("cuda") cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to, size_t count);
CUTS_IMPORT("cuda") cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
CUTS_IMPORT("cuda") cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags);
CUTS_IMPORT("cuda") cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
CUTS_IMPORT("cuda") cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
CUTS_IMPORT("cuda") cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* result);
// graph nodes
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, const cudaGraphEdgeData* edges, size_t count, cudaGraphNodeParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph, unsigned int value CUTS_DEFAULT(0), unsigned int flags CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, const cudaKernelNodeParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, const cudaMemcpy3DParms* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, const cudaMemsetParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, const cudaHostNodeParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, cudaGraph_t child);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, cudaEvent_t event);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, cudaEvent_t event);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, cudaMemAllocNodeParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count, void* pointer);
CUTS_IMPORT("cuda") cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value);
CUTS_IMPORT("cuda") cudaError_t cudaDeviceGraphMemTrim(int device);
CUTS_IMPORT("cuda") cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaKernelNodeParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
CUTS_IMPORT("cuda") cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams* parameters);
CUTS_IMPORT("cuda") cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams* parameters);
// launches by <<<>>>
CUTS_IMPORT("cuda") unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t sharedBytes CUTS_DEFAULT(0), cudaStream_t stream CUTS_DEFAULT(0));
CUTS_IMPORT("cuda") cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* sharedBytes, void* stream);
// managed variables
CUTS_IMPORT("cuda") void __cutsRegisterManaged(const char* start, const char* end);
CUTS_C_END
