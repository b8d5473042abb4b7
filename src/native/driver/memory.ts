// Memory: of the device, managed, page-locked; and what an address is. Part of the driver's table: see driver.ts.

/** Memory: of the device, managed, page-locked; and what an address is. */
export const memoryFunctions = {
  /** Free and total memory of the device. */
  cuMemGetInfo_v2: "CUresult(size_t* freeBytes, size_t* totalBytes)",
  /** Allocates device memory. */
  cuMemAlloc_v2: "CUresult(CUdeviceptr* address, size_t bytes)",
  /** Allocates rows that start where accesses are fast. */
  cuMemAllocPitch_v2:
    "CUresult(CUdeviceptr* address, size_t* pitch, size_t widthBytes, size_t height, unsigned int elementBytes)",
  /** Frees it, after waiting for the device. */
  cuMemFree_v2: "CUresult(CUdeviceptr address)",
  /** The allocation that an address lies in. */
  cuMemGetAddressRange_v2: "CUresult(CUdeviceptr* base, size_t* bytes, CUdeviceptr address)",
  /** Allocates memory that host and device both see. */
  cuMemAllocManaged: "CUresult(CUdeviceptr* address, size_t bytes, unsigned int flags)",
  /** Advises on managed memory. */
  cuMemAdvise_v2: "CUresult(CUdeviceptr address, size_t bytes, CUmem_advise advice, CUmemLocation location)",
  /** Advises on managed memory; drivers before 12.2 have only this form. */
  cuMemAdvise: "CUresult(CUdeviceptr address, size_t bytes, CUmem_advise advice, CUdevice device)",
  /** Moves managed memory ahead of its use. */
  cuMemPrefetchAsync_v2:
    "CUresult(CUdeviceptr address, size_t bytes, CUmemLocation location, unsigned int flags, CUstream stream)",
  /** Moves managed memory ahead of its use; drivers before 12.2 have only this form. */
  cuMemPrefetchAsync: "CUresult(CUdeviceptr address, size_t bytes, CUdevice device, CUstream stream)",
  /** What managed memory was advised, and where it was prefetched to. */
  cuMemRangeGetAttribute:
    "CUresult(void* value, size_t valueBytes, CUmem_range_attribute attribute, CUdeviceptr address, size_t bytes)",
  /** Several of these at once. */
  cuMemRangeGetAttributes:
    "CUresult(void** values, size_t* valueBytes, CUmem_range_attribute* attributes, size_t count, CUdeviceptr address, size_t bytes)",
  /** Allocates page-locked host memory. */
  cuMemHostAlloc: "CUresult(void** memory, size_t bytes, unsigned int flags)",
  /** Allocates page-locked host memory with no flags. */
  cuMemAllocHost_v2: "CUresult(void** memory, size_t bytes)",
  /** Frees it. */
  cuMemFreeHost: "CUresult(void* memory)",
  /** Page-locks host memory that exists. */
  cuMemHostRegister_v2: "CUresult(void* memory, size_t bytes, unsigned int flags)",
  /** Ends that. */
  cuMemHostUnregister: "CUresult(void* memory)",
  /** The device's address of page-locked host memory. */
  cuMemHostGetDevicePointer_v2: "CUresult(CUdeviceptr* address, void* memory, unsigned int flags)",
  /** The flags that page-locked host memory was allocated with. */
  cuMemHostGetFlags: "CUresult(unsigned int* flags, void* memory)",
  /** A fact about an address. */
  cuPointerGetAttribute: "CUresult(void* value, CUpointer_attribute attribute, CUdeviceptr address)",
  /** Several facts about an address. */
  cuPointerGetAttributes:
    "CUresult(unsigned int count, CUpointer_attribute* attributes, void** values, CUdeviceptr address)",
  /** Sets one. */
  cuPointerSetAttribute: "CUresult(const void* value, CUpointer_attribute attribute, CUdeviceptr address)",
  /** A handle of the operating system for a range of addresses. */
  cuMemGetHandleForAddressRange:
    "CUresult(void* handle, CUdeviceptr address, size_t bytes, CUmemRangeHandleType handleType, unsigned long long flags)",
} as const;
