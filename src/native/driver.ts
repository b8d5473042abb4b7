// The CUDA driver API, one to one: each entry is a function of libcuda by its exported symbol, its C declaration and one
// line of what it does. The table is the only source: bindings and TypeScript types are made from it, and a test compares
// it with cuda.h. Sizes and addresses that come back are written through pointers, as in C.

import { type NativeTable, type RawTable, nativeTable, rawTable } from "./bind-table.js";
import { driverTypes } from "./driver-types.js";
import { driverFiles, findCudaLibrary } from "./find-library.js";

/** The functions of the driver. */
export const driverFunctions = {
  /** Starts the driver; must be called before anything else. */
  cuInit: "CUresult(unsigned int flags)",
  /** The CUDA version the driver supports: 13000 is 13.0. */
  cuDriverGetVersion: "CUresult(int* version)",
  /** The name of a status, such as CUDA_ERROR_INVALID_VALUE. */
  cuGetErrorName: "CUresult(CUresult error, const char** text)",
  /** The driver's own sentence about a status. */
  cuGetErrorString: "CUresult(CUresult error, const char** text)",

  /** The device with an ordinal. */
  cuDeviceGet: "CUresult(CUdevice* device, int ordinal)",
  /** How many devices are visible. */
  cuDeviceGetCount: "CUresult(int* count)",
  /** The device's name, NUL-terminated. */
  cuDeviceGetName: "CUresult(char* name, int length, CUdevice device)",
  /** The device's UUID, 16 bytes. */
  cuDeviceGetUuid_v2: "CUresult(void* uuid, CUdevice device)",
  /** The device's memory in bytes. */
  cuDeviceTotalMem_v2: "CUresult(size_t* bytes, CUdevice device)",
  /** One of the device's limits or features. */
  cuDeviceGetAttribute: "CUresult(int* value, int attribute, CUdevice device)",
  /** The PCI address, as text. */
  cuDeviceGetPCIBusId: "CUresult(char* pciBusId, int length, CUdevice device)",
  /** The device at a PCI address. */
  cuDeviceGetByPCIBusId: "CUresult(CUdevice* device, const char* pciBusId)",
  /** Whether a device can read and write another's memory. */
  cuDeviceCanAccessPeer: "CUresult(int* canAccess, CUdevice device, CUdevice peer)",
  /** A property of the link between two devices. */
  cuDeviceGetP2PAttribute: "CUresult(int* value, int attribute, CUdevice from, CUdevice to)",
  /** The pool that cuMemAllocAsync takes from unless told. */
  cuDeviceGetDefaultMemPool: "CUresult(CUmemoryPool* pool, CUdevice device)",
  /** Makes a pool the device's current one. */
  cuDeviceSetMemPool: "CUresult(CUdevice device, CUmemoryPool pool)",
  /** The device's current pool. */
  cuDeviceGetMemPool: "CUresult(CUmemoryPool* pool, CUdevice device)",

  /** The context that all users of a device in this process share; starts the device. */
  cuDevicePrimaryCtxRetain: "CUresult(CUcontext* context, CUdevice device)",
  /** Gives one claim to the primary context back. */
  cuDevicePrimaryCtxRelease_v2: "CUresult(CUdevice device)",
  /** Destroys everything in the primary context, whoever uses it. */
  cuDevicePrimaryCtxReset_v2: "CUresult(CUdevice device)",
  /** Whether the primary context is active, and its flags. */
  cuDevicePrimaryCtxGetState: "CUresult(CUdevice device, unsigned int* flags, int* active)",
  /** How the primary context waits. */
  cuDevicePrimaryCtxSetFlags_v2: "CUresult(CUdevice device, unsigned int flags)",
  /** The context of this thread. */
  cuCtxGetCurrent: "CUresult(CUcontext* context)",
  /** Makes a context that of this thread. */
  cuCtxSetCurrent: "CUresult(CUcontext context)",
  /** The same, keeping the one before on a stack. */
  cuCtxPushCurrent_v2: "CUresult(CUcontext context)",
  /** Takes the newest context off the stack. */
  cuCtxPopCurrent_v2: "CUresult(CUcontext* context)",
  /** The device of this thread's context. */
  cuCtxGetDevice: "CUresult(CUdevice* device)",
  /** Blocks until the context's work is done. */
  cuCtxSynchronize: "CUresult(void)",
  /** A limit, such as the size of the printf buffer. */
  cuCtxGetLimit: "CUresult(size_t* value, int limit)",
  /** Sets a limit. */
  cuCtxSetLimit: "CUresult(int limit, size_t value)",
  /** The range of stream priorities; the greatest is the lower number. */
  cuCtxGetStreamPriorityRange: "CUresult(int* least, int* greatest)",
  /** Lets this context use the memory of a peer. */
  cuCtxEnablePeerAccess: "CUresult(CUcontext peer, unsigned int flags)",
  /** Ends that. */
  cuCtxDisablePeerAccess: "CUresult(CUcontext peer)",

  /** Loads PTX, a CUBIN or a fatbin into this thread's context. */
  cuModuleLoadDataEx:
    "CUresult(CUmodule* module, const void* image, unsigned int optionCount, int* options, void** values)",
  /** Unloads a module. */
  cuModuleUnload: "CUresult(CUmodule module)",
  /** A kernel of a module. */
  cuModuleGetFunction: "CUresult(CUfunction* function, CUmodule module, const char* name)",
  /** A variable of a module. */
  cuModuleGetGlobal_v2: "CUresult(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name)",
  /** A fact about a function, such as its registers. */
  cuFuncGetAttribute: "CUresult(int* value, int attribute, CUfunction function)",
  /** Sets what can be set of them. */
  cuFuncSetAttribute: "CUresult(CUfunction function, int attribute, int value)",

  /** Loads code for all contexts. */
  cuLibraryLoadData:
    "CUresult(CUlibrary* library, const void* code, int* jitOptions, void** jitValues, unsigned int jitCount, int* libraryOptions, void** libraryValues, unsigned int libraryCount)",
  /** The same from a file. */
  cuLibraryLoadFromFile:
    "CUresult(CUlibrary* library, const char* path, int* jitOptions, void** jitValues, unsigned int jitCount, int* libraryOptions, void** libraryValues, unsigned int libraryCount)",
  /** Unloads a library. */
  cuLibraryUnload: "CUresult(CUlibrary library)",
  /** A kernel of a library, by its symbol. */
  cuLibraryGetKernel: "CUresult(CUkernel* kernel, CUlibrary library, const char* name)",
  /** How many kernels a library has. */
  cuLibraryGetKernelCount: "CUresult(unsigned int* count, CUlibrary library)",
  /** All kernels of a library. */
  cuLibraryEnumerateKernels: "CUresult(CUkernel* kernels, unsigned int count, CUlibrary library)",
  /** A variable of a library in this thread's context. */
  cuLibraryGetGlobal: "CUresult(CUdeviceptr* address, size_t* bytes, CUlibrary library, const char* name)",
  /** A managed variable of a library. */
  cuLibraryGetManaged: "CUresult(CUdeviceptr* address, size_t* bytes, CUlibrary library, const char* name)",
  /** The library as a module of this thread's context. */
  cuLibraryGetModule: "CUresult(CUmodule* module, CUlibrary library)",
  /** The kernel as a function of this thread's context. */
  cuKernelGetFunction: "CUresult(CUfunction* function, CUkernel kernel)",
  /** A fact about a kernel on a device. */
  cuKernelGetAttribute: "CUresult(int* value, int attribute, CUkernel kernel, CUdevice device)",
  /** Sets what can be set of them. */
  cuKernelSetAttribute: "CUresult(int attribute, int value, CUkernel kernel, CUdevice device)",
  /** The symbol of a kernel. */
  cuKernelGetName: "CUresult(const char** name, CUkernel kernel)",
  /** Where a parameter lies in the parameter block, and its size. */
  cuKernelGetParamInfo: "CUresult(CUkernel kernel, size_t index, size_t* offset, size_t* size)",

  /** Begins linking. */
  cuLinkCreate_v2: "CUresult(unsigned int optionCount, int* options, void** values, CUlinkState* state)",
  /** Adds object code to link. */
  cuLinkAddData_v2:
    "CUresult(CUlinkState state, int type, void* data, size_t size, const char* name, unsigned int optionCount, int* options, void** values)",
  /** Links; the code belongs to the state. */
  cuLinkComplete: "CUresult(CUlinkState state, void** code, size_t* size)",
  /** Ends linking. */
  cuLinkDestroy: "CUresult(CUlinkState state)",

  /** Launches a function. */
  cuLaunchKernel:
    "CUresult(CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ, unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes, CUstream stream, void** parameters, void** extra)",
  /** The same with everything in one CUlaunchConfig: the cheap one. */
  cuLaunchKernelEx: "CUresult(const void* config, CUfunction function, void** parameters, void** extra)",
  /** Launches blocks that can wait for each other. */
  cuLaunchCooperativeKernel:
    "CUresult(CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ, unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes, CUstream stream, void** parameters)",
  /** Calls a host function in stream order, from a thread of the driver. */
  cuLaunchHostFunc: "CUresult(CUstream stream, void (*function)(void* data), void* data)",
  /** How many blocks of a function fit on a multiprocessor. */
  cuOccupancyMaxActiveBlocksPerMultiprocessor:
    "CUresult(int* blocks, CUfunction function, int blockSize, size_t sharedBytes)",
  /** A block size that fills the device. */
  cuOccupancyMaxPotentialBlockSize:
    "CUresult(int* minGridSize, int* blockSize, CUfunction function, void* sharedBytesOf, size_t sharedBytes, int blockSizeLimit)",
  /** The dynamic shared memory left for a block. */
  cuOccupancyAvailableDynamicSMemPerBlock:
    "CUresult(size_t* sharedBytes, CUfunction function, int blocks, int blockSize)",
  /** The largest cluster for a configuration. */
  cuOccupancyMaxPotentialClusterSize: "CUresult(int* clusterSize, CUfunction function, const void* config)",
  /** How many clusters can run at once. */
  cuOccupancyMaxActiveClusters: "CUresult(int* clusters, CUfunction function, const void* config)",

  /** Free and total memory of the device. */
  cuMemGetInfo_v2: "CUresult(size_t* freeBytes, size_t* totalBytes)",
  /** Allocates device memory. */
  cuMemAlloc_v2: "CUresult(CUdeviceptr* address, size_t bytes)",
  /** Frees it, after waiting for the device. */
  cuMemFree_v2: "CUresult(CUdeviceptr address)",
  /** The allocation that an address lies in. */
  cuMemGetAddressRange_v2: "CUresult(CUdeviceptr* base, size_t* bytes, CUdeviceptr address)",
  /** Allocates memory that host and device both see. */
  cuMemAllocManaged: "CUresult(CUdeviceptr* address, size_t bytes, unsigned int flags)",
  /** Allocates page-locked host memory. */
  cuMemHostAlloc: "CUresult(void** memory, size_t bytes, unsigned int flags)",
  /** Frees it. */
  cuMemFreeHost: "CUresult(void* memory)",
  /** Page-locks host memory that exists. */
  cuMemHostRegister_v2: "CUresult(void* memory, size_t bytes, unsigned int flags)",
  /** Ends that. */
  cuMemHostUnregister: "CUresult(void* memory)",
  /** The device's address of page-locked host memory. */
  cuMemHostGetDevicePointer_v2: "CUresult(CUdeviceptr* address, void* memory, unsigned int flags)",
  /** Allocates in stream order. */
  cuMemAllocAsync: "CUresult(CUdeviceptr* address, size_t bytes, CUstream stream)",
  /** Frees in stream order. */
  cuMemFreeAsync: "CUresult(CUdeviceptr address, CUstream stream)",
  /** Allocates in stream order from a pool. */
  cuMemAllocFromPoolAsync: "CUresult(CUdeviceptr* address, size_t bytes, CUmemoryPool pool, CUstream stream)",
  /** Makes a pool from a CUmemPoolProps. */
  cuMemPoolCreate: "CUresult(CUmemoryPool* pool, const void* properties)",
  /** Destroys a pool. */
  cuMemPoolDestroy: "CUresult(CUmemoryPool pool)",
  /** Gives memory of a pool back to the system. */
  cuMemPoolTrimTo: "CUresult(CUmemoryPool pool, size_t minBytesToKeep)",
  /** Sets an attribute of a pool, such as the release threshold. */
  cuMemPoolSetAttribute: "CUresult(CUmemoryPool pool, int attribute, void* value)",
  /** Reads an attribute of a pool. */
  cuMemPoolGetAttribute: "CUresult(CUmemoryPool pool, int attribute, void* value)",

  /** Copies between any two addresses, and waits. */
  cuMemcpy: "CUresult(CUdeviceptr to, CUdeviceptr from, size_t bytes)",
  /** Copies between any two addresses, in stream order. */
  cuMemcpyAsync: "CUresult(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)",
  /** Copies host to device, and waits. */
  cuMemcpyHtoD_v2: "CUresult(CUdeviceptr to, const void* from, size_t bytes)",
  /** Copies host to device, in stream order. */
  cuMemcpyHtoDAsync_v2: "CUresult(CUdeviceptr to, const void* from, size_t bytes, CUstream stream)",
  /** Copies device to host, and waits. */
  cuMemcpyDtoH_v2: "CUresult(void* to, CUdeviceptr from, size_t bytes)",
  /** Copies device to host, in stream order. */
  cuMemcpyDtoHAsync_v2: "CUresult(void* to, CUdeviceptr from, size_t bytes, CUstream stream)",
  /** Copies on the device. */
  cuMemcpyDtoD_v2: "CUresult(CUdeviceptr to, CUdeviceptr from, size_t bytes)",
  /** Copies on the device, in stream order. */
  cuMemcpyDtoDAsync_v2: "CUresult(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)",
  /** Copies between devices, in stream order. */
  cuMemcpyPeerAsync:
    "CUresult(CUdeviceptr to, CUcontext toContext, CUdeviceptr from, CUcontext fromContext, size_t bytes, CUstream stream)",
  /** Repeats a byte. */
  cuMemsetD8Async: "CUresult(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)",
  /** Repeats two bytes. */
  cuMemsetD16Async: "CUresult(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)",
  /** Repeats four bytes. */
  cuMemsetD32Async: "CUresult(CUdeviceptr to, unsigned int value, size_t count, CUstream stream)",
  /** Advises on managed memory. */
  cuMemAdvise_v2: "CUresult(CUdeviceptr address, size_t bytes, int advice, struct CUmemLocation location)",
  /** Moves managed memory ahead of its use. */
  cuMemPrefetchAsync_v2:
    "CUresult(CUdeviceptr address, size_t bytes, struct CUmemLocation location, unsigned int flags, CUstream stream)",
  /** A fact about an address. */
  cuPointerGetAttribute: "CUresult(void* value, int attribute, CUdeviceptr address)",
  /** Sets one. */
  cuPointerSetAttribute: "CUresult(const void* value, int attribute, CUdeviceptr address)",
  /** A handle of an allocation for another process. */
  cuIpcGetMemHandle: "CUresult(struct CUipcMemHandle* handle, CUdeviceptr address)",
  /** The allocation of another process. */
  cuIpcOpenMemHandle_v2: "CUresult(CUdeviceptr* address, struct CUipcMemHandle handle, unsigned int flags)",
  /** Ends the use of it. */
  cuIpcCloseMemHandle: "CUresult(CUdeviceptr address)",
  /** A handle of an event for another process. */
  cuIpcGetEventHandle: "CUresult(struct CUipcEventHandle* handle, CUevent event)",
  /** The event of another process. */
  cuIpcOpenEventHandle: "CUresult(CUevent* event, struct CUipcEventHandle handle)",

  /** Makes a stream. */
  cuStreamCreate: "CUresult(CUstream* stream, unsigned int flags)",
  /** Makes a stream with a priority. */
  cuStreamCreateWithPriority: "CUresult(CUstream* stream, unsigned int flags, int priority)",
  /** Destroys a stream when its work is done. */
  cuStreamDestroy_v2: "CUresult(CUstream stream)",
  /** Blocks until the stream's work is done. */
  cuStreamSynchronize: "CUresult(CUstream stream)",
  /** CUDA_SUCCESS when the stream's work is done, else CUDA_ERROR_NOT_READY. */
  cuStreamQuery: "CUresult(CUstream stream)",
  /** Lets later work wait for an event. */
  cuStreamWaitEvent: "CUresult(CUstream stream, CUevent event, unsigned int flags)",
  /** The priority of a stream. */
  cuStreamGetPriority: "CUresult(CUstream stream, int* priority)",
  /** Ties managed memory to a stream. */
  cuStreamAttachMemAsync: "CUresult(CUstream stream, CUdeviceptr address, size_t bytes, unsigned int flags)",
  /** Begins to record a stream's work as a graph. */
  cuStreamBeginCapture_v2: "CUresult(CUstream stream, int mode)",
  /** Ends that. */
  cuStreamEndCapture: "CUresult(CUstream stream, CUgraph* graph)",
  /** Whether a stream is being recorded. */
  cuStreamIsCapturing: "CUresult(CUstream stream, int* status)",
  /** Exchanges this thread's capture mode. */
  cuThreadExchangeStreamCaptureMode: "CUresult(int* mode)",

  /** Makes an event. */
  cuEventCreate: "CUresult(CUevent* event, unsigned int flags)",
  /** Destroys an event. */
  cuEventDestroy_v2: "CUresult(CUevent event)",
  /** Marks this point of a stream's work. */
  cuEventRecord: "CUresult(CUevent event, CUstream stream)",
  /** CUDA_SUCCESS when the work before it is done, else CUDA_ERROR_NOT_READY. */
  cuEventQuery: "CUresult(CUevent event)",
  /** Blocks until then. */
  cuEventSynchronize: "CUresult(CUevent event)",
  /** Milliseconds between two events. */
  cuEventElapsedTime: "CUresult(float* milliseconds, CUevent start, CUevent end)",

  /** Makes an empty graph. */
  cuGraphCreate: "CUresult(CUgraph* graph, unsigned int flags)",
  /** Destroys a graph. */
  cuGraphDestroy: "CUresult(CUgraph graph)",
  /** Makes a graph that can be launched. */
  cuGraphInstantiateWithFlags: "CUresult(CUgraphExec* exec, CUgraph graph, unsigned long long flags)",
  /** Destroys it. */
  cuGraphExecDestroy: "CUresult(CUgraphExec exec)",
  /** Launches it. */
  cuGraphLaunch: "CUresult(CUgraphExec exec, CUstream stream)",
  /** Sends it to the device ahead of its launch. */
  cuGraphUpload: "CUresult(CUgraphExec exec, CUstream stream)",
  /** Takes over the arguments of a graph of the same shape. */
  cuGraphExecUpdate_v2: "CUresult(CUgraphExec exec, CUgraph graph, void* resultInfo)",
  /** The nodes of a graph. */
  cuGraphGetNodes: "CUresult(CUgraph graph, CUgraphNode* nodes, size_t* count)",
  /** What a node does. */
  cuGraphNodeGetType: "CUresult(CUgraphNode node, int* type)",
  /** Writes a graph as a picture for Graphviz. */
  cuGraphDebugDotPrint: "CUresult(CUgraph graph, const char* path, unsigned int flags)",

  /** Turns profiling on. */
  cuProfilerStart: "CUresult(void)",
  /** Turns profiling off. */
  cuProfilerStop: "CUresult(void)",
} as const;

/** The driver with every argument checked; handles are branded addresses. */
export type Driver = NativeTable<typeof driverFunctions, typeof driverTypes>;

/** The driver without checks and with addresses as numbers: for the backend. */
export type RawDriver = RawTable<typeof driverFunctions>;

/**
 * Opens the driver. A function that this driver is too old for throws when it is first touched.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` where there is none.
 * @example
 * const cuda = openDriver();
 * check(cuda.cuInit(0), "cuInit");
 */
export function openDriver(): Driver {
  return nativeTable(findCudaLibrary(driverFiles()), driverFunctions, driverTypes);
}

/** {@link openDriver} for the backend. */
export function openRawDriver(): RawDriver {
  return rawTable(findCudaLibrary(driverFiles()), driverFunctions, driverTypes);
}
