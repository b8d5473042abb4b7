// Functions that allocate, fill and copy memory.

export const MEMORY = {
  cudaMalloc: "cudaError_t(void** pointer, size_t size)",
  cudaFree: "cudaError_t(void* pointer)",
  cudaMallocHost: "cudaError_t(void** pointer, size_t size)",
  cudaFreeHost: "cudaError_t(void* pointer)",
  cudaHostAlloc: "cudaError_t(void** pointer, size_t size, unsigned int flags)",
  cudaHostRegister: "cudaError_t(void* pointer, size_t size, unsigned int flags)",
  cudaHostUnregister: "cudaError_t(void* pointer)",
  cudaHostGetDevicePointer: "cudaError_t(void** device, void* host, unsigned int flags)",
  cudaHostGetFlags: "cudaError_t(unsigned int* flags, void* pointer)",
  cudaMallocManaged: "cudaError_t(void** pointer, size_t size, unsigned int flags = 1)",
  cudaMemGetInfo: "cudaError_t(size_t* free, size_t* total)",
  cudaPointerGetAttributes: "cudaError_t(cudaPointerAttributes* attributes, const void* pointer)",
  cudaMemPrefetchAsync: "cudaError_t(const void* pointer, size_t count, int device, cudaStream_t stream = 0)",
  cudaMemPrefetchAsync_v2:
    "cudaError_t(const void* pointer, size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream = 0)",
  cudaMemAdvise: "cudaError_t(const void* pointer, size_t count, cudaMemoryAdvise advice, int device)",
  cudaMemAdvise_v2:
    "cudaError_t(const void* pointer, size_t count, cudaMemoryAdvise advice, cudaMemLocation location)",
  cudaMemRangeGetAttribute:
    "cudaError_t(void* data, size_t dataSize, cudaMemRangeAttribute attribute, const void* pointer, size_t count)",
} as const;

export const COPIES = {
  cudaMemcpy: "cudaError_t(void* to, const void* from, size_t count, cudaMemcpyKind kind)",
  cudaMemcpyAsync:
    "cudaError_t(void* to, const void* from, size_t count, cudaMemcpyKind kind, cudaStream_t stream = 0)",
  cudaMemcpyPeer: "cudaError_t(void* to, int toDevice, const void* from, int fromDevice, size_t count)",
  cudaMemcpyPeerAsync:
    "cudaError_t(void* to, int toDevice, const void* from, int fromDevice, size_t count, cudaStream_t stream = 0)",
  cudaMemset: "cudaError_t(void* pointer, int value, size_t count)",
  cudaMemsetAsync: "cudaError_t(void* pointer, int value, size_t count, cudaStream_t stream = 0)",
} as const;

export const PITCHED = {
  cudaMallocPitch: "cudaError_t(void** pointer, size_t* pitch, size_t width, size_t height)",
  cudaMalloc3D: "cudaError_t(cudaPitchedPtr* pointer, cudaExtent extent)",
  cudaMemcpy2D:
    "cudaError_t(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width, size_t height, cudaMemcpyKind kind)",
  cudaMemcpy2DAsync:
    "cudaError_t(void* to, size_t toPitch, const void* from, size_t fromPitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0)",
  cudaMemset2D: "cudaError_t(void* pointer, size_t pitch, int value, size_t width, size_t height)",
  cudaMemset2DAsync:
    "cudaError_t(void* pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream = 0)",
  cudaMemset3D: "cudaError_t(cudaPitchedPtr pointer, int value, cudaExtent extent)",
  cudaMemset3DAsync:
    "cudaError_t(cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream = 0)",
  cudaMemcpy3D: "cudaError_t(const cudaMemcpy3DParms* parameters)",
  cudaMemcpy3DAsync: "cudaError_t(const cudaMemcpy3DParms* parameters, cudaStream_t stream = 0)",
} as const;

export const ARRAYS = {
  cudaMallocArray:
    "cudaError_t(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height = 0, unsigned int flags = 0)",
  cudaMalloc3DArray:
    "cudaError_t(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned int flags = 0)",
  cudaFreeArray: "cudaError_t(cudaArray_t array)",
  cudaArrayGetInfo:
    "cudaError_t(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags, cudaArray_t array)",
  cudaGetChannelDesc: "cudaError_t(cudaChannelFormatDesc* format, cudaArray_const_t array)",
  cudaMemcpyToArray:
    "cudaError_t(cudaArray_t to, size_t x, size_t y, const void* from, size_t count, cudaMemcpyKind kind)",
  cudaMemcpyFromArray:
    "cudaError_t(void* to, cudaArray_const_t from, size_t x, size_t y, size_t count, cudaMemcpyKind kind)",
  cudaMemcpy2DToArray:
    "cudaError_t(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind)",
  cudaMemcpy2DToArrayAsync:
    "cudaError_t(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0)",
  cudaMemcpy2DFromArray:
    "cudaError_t(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind)",
  cudaMemcpy2DFromArrayAsync:
    "cudaError_t(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0)",
  cudaMemcpy2DArrayToArray:
    "cudaError_t(cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from, size_t fromX, size_t fromY, size_t width, size_t height, cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)",
} as const;

export const POOLS = {
  cudaMallocAsync: "cudaError_t(void** pointer, size_t size, cudaStream_t stream)",
  cudaFreeAsync: "cudaError_t(void* pointer, cudaStream_t stream)",
  cudaMallocFromPoolAsync:
    "cudaError_t(void** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)",
  cudaMemPoolCreate: "cudaError_t(cudaMemPool_t* pool, const cudaMemPoolProps* properties)",
  cudaMemPoolDestroy: "cudaError_t(cudaMemPool_t pool)",
  cudaMemPoolTrimTo: "cudaError_t(cudaMemPool_t pool, size_t keep)",
  cudaMemPoolSetAttribute: "cudaError_t(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value)",
  cudaMemPoolGetAttribute: "cudaError_t(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value)",
  cudaMemPoolSetAccess:
    "cudaError_t(cudaMemPool_t pool, const cudaMemAccessDesc* descriptions, size_t count)",
  cudaMemPoolGetAccess:
    "cudaError_t(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location)",
  cudaDeviceGetDefaultMemPool: "cudaError_t(cudaMemPool_t* pool, int device)",
  cudaDeviceGetMemPool: "cudaError_t(cudaMemPool_t* pool, int device)",
  cudaDeviceSetMemPool: "cudaError_t(int device, cudaMemPool_t pool)",
} as const;

export const SYMBOLS = {
  cudaMemcpyToSymbol:
    "cudaError_t(const void* symbol, const void* from, size_t count, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice)",
  cudaMemcpyFromSymbol:
    "cudaError_t(void* to, const void* symbol, size_t count, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost)",
  cudaMemcpyToSymbolAsync:
    "cudaError_t(const void* symbol, const void* from, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream = 0)",
  cudaMemcpyFromSymbolAsync:
    "cudaError_t(void* to, const void* symbol, size_t count, size_t offset, cudaMemcpyKind kind, cudaStream_t stream = 0)",
  cudaGetSymbolAddress: "cudaError_t(void** pointer, const void* symbol)",
  cudaGetSymbolSize: "cudaError_t(size_t* size, const void* symbol)",
} as const;
