// Memory in stream order, and the pools it comes from. Part of the driver's table: see driver.ts.

/** Memory in stream order, and the pools it comes from. */
export const poolFunctions = {
  /** The pool that cuMemAllocAsync takes from by default. */
  cuDeviceGetDefaultMemPool: "CUresult(CUmemoryPool* pool, CUdevice device)",
  /** Makes a pool the device's current one. */
  cuDeviceSetMemPool: "CUresult(CUdevice device, CUmemoryPool pool)",
  /** The device's current pool. */
  cuDeviceGetMemPool: "CUresult(CUmemoryPool* pool, CUdevice device)",
  /** Allocates in stream order. */
  cuMemAllocAsync: "CUresult(CUdeviceptr* address, size_t bytes, CUstream stream)",
  /** Frees in stream order. */
  cuMemFreeAsync: "CUresult(CUdeviceptr address, CUstream stream)",
  /** Allocates in stream order from a pool. */
  cuMemAllocFromPoolAsync: "CUresult(CUdeviceptr* address, size_t bytes, CUmemoryPool pool, CUstream stream)",
  /** Makes a pool. */
  cuMemPoolCreate: "CUresult(CUmemoryPool* pool, const CUmemPoolProps* properties)",
  /** Destroys a pool. */
  cuMemPoolDestroy: "CUresult(CUmemoryPool pool)",
  /** Gives memory of a pool back to the system. */
  cuMemPoolTrimTo: "CUresult(CUmemoryPool pool, size_t minBytesToKeep)",
  /** Sets an attribute of a pool, such as the release threshold. */
  cuMemPoolSetAttribute: "CUresult(CUmemoryPool pool, CUmemPool_attribute attribute, void* value)",
  /** Reads an attribute of a pool. */
  cuMemPoolGetAttribute: "CUresult(CUmemoryPool pool, CUmemPool_attribute attribute, void* value)",
  /** Lets devices use the memory of a pool. */
  cuMemPoolSetAccess: "CUresult(CUmemoryPool pool, const CUmemAccessDesc* access, size_t count)",
  /** Whether a device can. */
  cuMemPoolGetAccess: "CUresult(CUmemAccess_flags* flags, CUmemoryPool pool, CUmemLocation* location)",
  /** A handle of a pool for another process: a file descriptor on Linux. */
  cuMemPoolExportToShareableHandle:
    "CUresult(void* handle, CUmemoryPool pool, CUmemAllocationHandleType handleType, unsigned long long flags)",
  /** The pool of another process. */
  cuMemPoolImportFromShareableHandle:
    "CUresult(CUmemoryPool* pool, void* handle, CUmemAllocationHandleType handleType, unsigned long long flags)",
  /** What another process needs to find an allocation of a shared pool. */
  cuMemPoolExportPointer: "CUresult(CUmemPoolPtrExportData* data, CUdeviceptr address)",
  /** The allocation of another process. */
  cuMemPoolImportPointer: "CUresult(CUdeviceptr* address, CUmemoryPool pool, CUmemPoolPtrExportData* data)",
} as const;
