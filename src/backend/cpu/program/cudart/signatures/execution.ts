// Functions about devices, streams, events, launches and what came of them.

export const ERRORS = {
  cudaGetLastError: "cudaError_t()",
  cudaPeekAtLastError: "cudaError_t()",
  cudaGetErrorName: "const char*(cudaError_t error)",
  cudaGetErrorString: "const char*(cudaError_t error)",
} as const;

export const DEVICES = {
  cudaGetDeviceCount: "cudaError_t(int* count)",
  cudaGetDevice: "cudaError_t(int* device)",
  cudaSetDevice: "cudaError_t(int device)",
  cudaInitDevice: "cudaError_t(int device, unsigned int deviceFlags, unsigned int flags)",
  cudaSetValidDevices: "cudaError_t(int* devices, int count)",
  cudaChooseDevice: "cudaError_t(int* device, const cudaDeviceProp* wanted)",
  cudaGetDeviceProperties: "cudaError_t(cudaDeviceProp* properties, int device)",
  cudaDeviceGetAttribute: "cudaError_t(int* value, cudaDeviceAttr attribute, int device)",
  cudaDeviceSynchronize: "cudaError_t()",
  cudaDeviceReset: "cudaError_t()",
  cudaThreadSynchronize: "cudaError_t()",
  cudaThreadExit: "cudaError_t()",
  cudaDeviceSetLimit: "cudaError_t(cudaLimit limit, size_t value)",
  cudaDeviceGetLimit: "cudaError_t(size_t* value, cudaLimit limit)",
  cudaDeviceSetCacheConfig: "cudaError_t(cudaFuncCache config)",
  cudaDeviceGetCacheConfig: "cudaError_t(cudaFuncCache* config)",
  cudaDeviceSetSharedMemConfig: "cudaError_t(cudaSharedMemConfig config)",
  cudaDeviceGetSharedMemConfig: "cudaError_t(cudaSharedMemConfig* config)",
  cudaSetDeviceFlags: "cudaError_t(unsigned int flags)",
  cudaGetDeviceFlags: "cudaError_t(unsigned int* flags)",
  cudaDeviceGetStreamPriorityRange: "cudaError_t(int* least, int* greatest)",
  cudaDeviceGetPCIBusId: "cudaError_t(char* text, int length, int device)",
  cudaDeviceGetByPCIBusId: "cudaError_t(int* device, const char* text)",
  cudaDriverGetVersion: "cudaError_t(int* version)",
  cudaRuntimeGetVersion: "cudaError_t(int* version)",
  cudaCtxResetPersistingL2Cache: "cudaError_t()",
  cudaProfilerStart: "cudaError_t()",
  cudaProfilerStop: "cudaError_t()",
} as const;

export const PEERS = {
  cudaDeviceCanAccessPeer: "cudaError_t(int* can, int device, int peer)",
  cudaDeviceEnablePeerAccess: "cudaError_t(int peer, unsigned int flags)",
  cudaDeviceDisablePeerAccess: "cudaError_t(int peer)",
  cudaDeviceGetP2PAttribute: "cudaError_t(int* value, cudaDeviceP2PAttr attribute, int from, int to)",
  cudaIpcGetMemHandle: "cudaError_t(cudaIpcMemHandle_t* handle, void* pointer)",
  cudaIpcOpenMemHandle: "cudaError_t(void** pointer, cudaIpcMemHandle_t handle, unsigned int flags)",
  cudaIpcCloseMemHandle: "cudaError_t(void* pointer)",
  cudaIpcGetEventHandle: "cudaError_t(cudaIpcEventHandle_t* handle, cudaEvent_t event)",
  cudaIpcOpenEventHandle: "cudaError_t(cudaEvent_t* event, cudaIpcEventHandle_t handle)",
} as const;

export const STREAMS = {
  cudaStreamCreate: "cudaError_t(cudaStream_t* stream)",
  cudaStreamCreateWithFlags: "cudaError_t(cudaStream_t* stream, unsigned int flags)",
  cudaStreamCreateWithPriority: "cudaError_t(cudaStream_t* stream, unsigned int flags, int priority)",
  cudaStreamDestroy: "cudaError_t(cudaStream_t stream)",
  cudaStreamSynchronize: "cudaError_t(cudaStream_t stream)",
  cudaStreamQuery: "cudaError_t(cudaStream_t stream)",
  cudaStreamWaitEvent: "cudaError_t(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0)",
  cudaStreamGetFlags: "cudaError_t(cudaStream_t stream, unsigned int* flags)",
  cudaStreamGetPriority: "cudaError_t(cudaStream_t stream, int* priority)",
  cudaStreamGetId: "cudaError_t(cudaStream_t stream, unsigned long long* id)",
  cudaStreamGetDevice: "cudaError_t(cudaStream_t stream, int* device)",
  cudaStreamSetAttribute:
    "cudaError_t(cudaStream_t stream, cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue* value)",
  cudaStreamAttachMemAsync:
    "cudaError_t(cudaStream_t stream, void* pointer, size_t length = 0, unsigned int flags = 4)",
  cudaStreamAddCallback:
    "cudaError_t(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned int flags)",
  cudaLaunchHostFunc: "cudaError_t(cudaStream_t stream, cudaHostFn_t function, void* data)",
} as const;

export const EVENTS = {
  cudaEventCreate: "cudaError_t(cudaEvent_t* event)",
  cudaEventCreateWithFlags: "cudaError_t(cudaEvent_t* event, unsigned int flags)",
  cudaEventRecord: "cudaError_t(cudaEvent_t event, cudaStream_t stream = 0)",
  cudaEventRecordWithFlags: "cudaError_t(cudaEvent_t event, cudaStream_t stream = 0, unsigned int flags = 0)",
  cudaEventSynchronize: "cudaError_t(cudaEvent_t event)",
  cudaEventQuery: "cudaError_t(cudaEvent_t event)",
  cudaEventElapsedTime: "cudaError_t(float* milliseconds, cudaEvent_t start, cudaEvent_t end)",
  cudaEventDestroy: "cudaError_t(cudaEvent_t event)",
} as const;

export const LAUNCHES = {
  cudaLaunchKernel:
    "cudaError_t(const void* function, dim3 grid, dim3 block, void** arguments, size_t sharedBytes, cudaStream_t stream)",
  cudaLaunchCooperativeKernel:
    "cudaError_t(const void* function, dim3 grid, dim3 block, void** arguments, size_t sharedBytes, cudaStream_t stream)",
  cudaLaunchKernelExC:
    "cudaError_t(const cudaLaunchConfig_t* config, const void* function, void** arguments)",
} as const;

export const FUNCTIONS = {
  cudaFuncGetAttributes: "cudaError_t(cudaFuncAttributes* attributes, const void* function)",
  cudaFuncSetAttribute: "cudaError_t(const void* function, cudaFuncAttribute attribute, int value)",
  cudaFuncSetCacheConfig: "cudaError_t(const void* function, cudaFuncCache config)",
  cudaFuncSetSharedMemConfig: "cudaError_t(const void* function, cudaSharedMemConfig config)",
  cudaGetFuncBySymbol: "cudaError_t(cudaFunction_t* function, const void* symbol)",
  cudaFuncGetName: "cudaError_t(const char** name, const void* function)",
  cudaFuncGetParamInfo: "cudaError_t(const void* function, size_t index, size_t* offset, size_t* size)",
  cudaOccupancyMaxActiveBlocksPerMultiprocessor:
    "cudaError_t(int* blocks, const void* function, int blockSize, size_t dynamicBytes)",
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags:
    "cudaError_t(int* blocks, const void* function, int blockSize, size_t dynamicBytes, unsigned int flags)",
  cudaOccupancyAvailableDynamicSMemPerBlock:
    "cudaError_t(size_t* bytes, const void* function, int blocks, int blockSize)",
} as const;

/** Called before main by every source file of a program: where its `__managed__` variables are. */
export const MANAGED_VARIABLES = {
  __cutsRegisterManaged: "void(const char* start, const char* end)",
} as const;

/** What clang's code calls without a declaration in a header. */
export const REGISTRATION = {
  __cudaRegisterFatBinary: "void**(void* wrapper)",
  __cudaRegisterFatBinaryEnd: "void(void** handle)",
  __cudaUnregisterFatBinary: "void(void** handle)",
  __cudaRegisterFunction:
    "int(void** handle, const char* stub, char* deviceFunction, const char* name, int threadLimit, uint3* threadIndex, uint3* blockIndex, dim3* block, dim3* grid, int* warpSize)",
  __cudaRegisterVar:
    "void(void** handle, char* hostVariable, char* deviceAddress, const char* name, int isExtern, size_t size, int isConstant, int isGlobal)",
} as const;

/** What a launch by `<<<>>>` becomes; sources do not call these. */
export const CALL_CONFIGURATION = {
  __cudaPushCallConfiguration:
    "unsigned int(dim3 grid, dim3 block, size_t sharedBytes = 0, cudaStream_t stream = 0)",
  __cudaPopCallConfiguration: "cudaError_t(dim3* grid, dim3* block, size_t* sharedBytes, void* stream)",
} as const;
