// What the CUDA runtime API has in C++ only: typed pointers, symbols by name, kernels by name, defaults, and the forms
// of older toolkits that programs still use.
#pragma once
#include "runtime_functions.h"

template <class T> static inline cudaError_t cudaMalloc(T** pointer, size_t size) {
  return cudaMalloc((void**)pointer, size);
}
template <class T> static inline cudaError_t cudaMallocHost(T** pointer, size_t size, unsigned flags = 0) {
  return cudaHostAlloc((void**)pointer, size, flags);
}
template <class T> static inline cudaError_t cudaHostAlloc(T** pointer, size_t size, unsigned flags) {
  return cudaHostAlloc((void**)pointer, size, flags);
}
template <class T> static inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return cudaHostGetDevicePointer((void**)device, host, flags);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T** pointer, size_t size, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)pointer, size, flags);
}
template <class T> static inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)pointer, pitch, width, height);
}
template <class T> static inline cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaStream_t stream) {
  return cudaMallocAsync((void**)pointer, size, stream);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)pointer, size, pool, stream);
}
template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)pointer, size, pool, stream);
}
static inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t count, cudaMemLocation location, unsigned flags,
                                               cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync_v2(pointer, count, location, flags, stream);
}
static inline cudaError_t cudaMemAdvise(const void* pointer, size_t count, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
  return cudaMemAdvise_v2(pointer, count, advice, location);
}

// Symbols: the address of the host's variable stands for the device's.
#define CUTS_SYMBOL ((const void*)&reinterpret_cast<const volatile char&>(symbol))
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t count, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(CUTS_SYMBOL, from, count, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t count, size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync(CUTS_SYMBOL, from, count, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t count, size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, CUTS_SYMBOL, count, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t count, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, CUTS_SYMBOL, count, offset, kind, stream);
}
template <class T> static inline cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, CUTS_SYMBOL);
}
template <class T> static inline cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  return cudaGetSymbolSize(size, CUTS_SYMBOL);
}
#undef CUTS_SYMBOL

// Kernels.
template <class T>
static inline cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments, size_t sharedBytes = 0,
                                           cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)kernel, grid, block, arguments, sharedBytes, stream);
}
template <class T>
static inline cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                                      size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)kernel, grid, block, arguments, sharedBytes, stream);
}
// One copy of each argument, converted to the parameter's type.
template <class... Parameters, class... Arguments>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                                             Arguments&&... arguments) {
  return [&](Parameters... converted) {
    void* pointers[] = {(void*)&converted..., nullptr};
    return cudaLaunchKernelExC(config, (const void*)kernel, pointers);
  }(static_cast<Arguments&&>(arguments)...);
}
template <class T> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  return cudaFuncGetAttributes(attributes, (const void*)kernel);
}
template <class T> static inline cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)kernel, attribute, value);
}
template <class T> static inline cudaError_t cudaFuncSetCacheConfig(T* kernel, cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)kernel, config);
}
template <class T> static inline cudaError_t cudaFuncSetSharedMemConfig(T* kernel, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void*)kernel, config);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel, int blockSize,
                                                                        size_t dynamicBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)kernel, blockSize, dynamicBytes);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T kernel, int blockSize,
                                                                                 size_t dynamicBytes, unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)kernel, blockSize, dynamicBytes,
                                                                flags);
}
template <class T>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel, int blocks, int blockSize) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)kernel, blocks, blockSize);
}
// The block size with the most resident threads, the largest of those; and the grid that fills the device with it.
template <class BytesOfBlock, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* gridSize, int* blockSize, T kernel,
                                                                         BytesOfBlock bytesOfBlock, int limit = 0) {
  cudaFuncAttributes attributes;
  cudaError_t status = cudaFuncGetAttributes(&attributes, (const void*)kernel);
  int device = 0, multiprocessors = 1;
  if (status == cudaSuccess) status = cudaGetDevice(&device);
  if (status == cudaSuccess)
    status = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  int best = 0, most = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < most) most = limit;
  for (int size = most; status == cudaSuccess && size > 0; size = (size - 1) / 32 * 32) {
    int blocks = 0;
    status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)kernel, size, bytesOfBlock(size));
    if (blocks * size <= best) continue;
    best = blocks * size;
    *blockSize = size;
    *gridSize = blocks * multiprocessors;
  }
  return status;
}
template <class BytesOfBlock, class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* gridSize, int* blockSize, T kernel,
                                                                                  BytesOfBlock bytesOfBlock,
                                                                                  int limit = 0, unsigned = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(gridSize, blockSize, kernel, bytesOfBlock, limit);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, T kernel,
                                                             size_t dynamicBytes = 0, int limit = 0) {
  auto bytesOfBlock = [=](int) { return dynamicBytes; };
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(gridSize, blockSize, kernel, bytesOfBlock, limit);
}
template <class T>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* gridSize, int* blockSize, T kernel,
                                                                      size_t dynamicBytes = 0, int limit = 0,
                                                                      unsigned = 0) {
  return cudaOccupancyMaxPotentialBlockSize(gridSize, blockSize, kernel, dynamicBytes, limit);
}

// Streams, events, graphs.
static inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
template <class T>
static inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t length = 0,
                                                   unsigned flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)pointer, length, flags);
}
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* errorNode,
                                               char* log, size_t size) {
  if (errorNode) *errorNode = nullptr;
  if (log && size) *log = 0;
  return cudaGraphInstantiate(exec, graph, 0ull);
}
// By kernels: a condition is a number in the memory of the device, and the handle is its address.
CUTS_FN void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  *reinterpret_cast<volatile unsigned int*>(handle) = value;
}
// With and without edge data, as in CUDA 13 and in CUDA 12.
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                                   cudaGraph_t* graph, const cudaGraphNode_t** nodes,
                                                   const cudaGraphEdgeData** edges, size_t* count) {
  return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, edges, count);
}
static inline cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                                      unsigned long long* id = 0, cudaGraph_t* graph = 0,
                                                      const cudaGraphNode_t** nodes = 0, size_t* count = 0) {
  return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, 0, count);
}
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                                   cudaGraph_t* graph, const cudaGraphNode_t** nodes = 0, size_t* count = 0) {
  return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, nodes, 0, count);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes, size_t count,
                                                              unsigned int flags = 0) {
  return cudaStreamUpdateCaptureDependencies(stream, nodes, (const cudaGraphEdgeData*)0, count, flags);
}
static inline cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                           cudaGraphNodeParams* parameters) {
  return cudaGraphAddNode(node, graph, after, (const cudaGraphEdgeData*)0, count, parameters);
}
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* errorNode,
                                              cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info;
  cudaError_t status = cudaGraphExecUpdate(exec, graph, &info);
  *errorNode = info.errorNode;
  *result = info.result;
  return status;
}

// CUDA 13's forms with data of edges, of which there is none here.
static inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                            cudaGraphEdgeData*, size_t* count) {
  return cudaGraphGetEdges(graph, from, to, count);
}
static inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, cudaGraphEdgeData*,
                                                       size_t* count) {
  return cudaGraphNodeGetDependencies(node, nodes, count);
}
static inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                                         cudaGraphEdgeData*, size_t* count) {
  return cudaGraphNodeGetDependentNodes(node, nodes, count);
}
static inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, count);
}
static inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                      const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, count);
}

// Channel formats of arrays.
static inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
template <class T> struct cuts_channel;
#define CUTS_CHANNEL(T, bits, kind)                           \
  template <> struct cuts_channel<T> {                        \
    static constexpr int size = bits, count = 1;              \
    static constexpr auto format = cudaChannelFormatKind##kind; \
  };
#define CUTS_CHANNEL_VECTOR(T, Element, n)                                     \
  template <> struct cuts_channel<T> {                                         \
    static constexpr int size = cuts_channel<Element>::size, count = n;        \
    static constexpr auto format = cuts_channel<Element>::format;              \
  };
#define CUTS_CHANNELS(T, name, bits, kind) \
  CUTS_CHANNEL(T, bits, kind)              \
  CUTS_CHANNEL_VECTOR(name##1, T, 1)       \
  CUTS_CHANNEL_VECTOR(name##2, T, 2)       \
  CUTS_CHANNEL_VECTOR(name##4, T, 4)
CUTS_CHANNEL(char, 8, Signed)
CUTS_CHANNELS(signed char, char, 8, Signed)
CUTS_CHANNELS(unsigned char, uchar, 8, Unsigned)
CUTS_CHANNELS(short, short, 16, Signed)
CUTS_CHANNELS(unsigned short, ushort, 16, Unsigned)
CUTS_CHANNELS(int, int, 32, Signed)
CUTS_CHANNELS(unsigned, uint, 32, Unsigned)
CUTS_CHANNELS(float, float, 32, Float)
#undef CUTS_CHANNELS
#undef CUTS_CHANNEL_VECTOR
#undef CUTS_CHANNEL
template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef cuts_channel<T> C;
  return {C::size, C::count > 1 ? C::size : 0, C::count > 2 ? C::size : 0, C::count > 3 ? C::size : 0, C::format};
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
