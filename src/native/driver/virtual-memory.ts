// Addresses and memory apart: reserve the one, make the other, map it. Part of the driver's table: see driver.ts.

/** Addresses and memory apart: reserve the one, make the other, map it. */
export const virtualMemoryFunctions = {
  /** The least or best granularity of allocations. */
  cuMemGetAllocationGranularity:
    "CUresult(size_t* granularity, const CUmemAllocationProp* properties, CUmemAllocationGranularity_flags option)",
  /** Reserves addresses without memory. */
  cuMemAddressReserve:
    "CUresult(CUdeviceptr* address, size_t bytes, size_t alignment, CUdeviceptr wanted, unsigned long long flags)",
  /** Gives them back. */
  cuMemAddressFree: "CUresult(CUdeviceptr address, size_t bytes)",
  /** Makes memory without an address. */
  cuMemCreate:
    "CUresult(CUmemGenericAllocationHandle* handle, size_t bytes, const CUmemAllocationProp* properties, unsigned long long flags)",
  /** Gives it back once nothing maps it. */
  cuMemRelease: "CUresult(CUmemGenericAllocationHandle handle)",
  /** Gives memory an address. */
  cuMemMap:
    "CUresult(CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags)",
  /** Ends that. */
  cuMemUnmap: "CUresult(CUdeviceptr address, size_t bytes)",
  /** Says which devices may use addresses. */
  cuMemSetAccess: "CUresult(CUdeviceptr address, size_t bytes, const CUmemAccessDesc* access, size_t count)",
  /** Whether a device may. */
  cuMemGetAccess: "CUresult(unsigned long long* flags, const CUmemLocation* location, CUdeviceptr address)",
  /** A handle of memory for another process. */
  cuMemExportToShareableHandle:
    "CUresult(void* shareable, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType handleType, unsigned long long flags)",
  /** The memory of another process. */
  cuMemImportFromShareableHandle:
    "CUresult(CUmemGenericAllocationHandle* handle, void* shareable, CUmemAllocationHandleType handleType)",
  /** How memory was made. */
  cuMemGetAllocationPropertiesFromHandle:
    "CUresult(CUmemAllocationProp* properties, CUmemGenericAllocationHandle handle)",
  /** The memory at an address. */
  cuMemRetainAllocationHandle: "CUresult(CUmemGenericAllocationHandle* handle, void* address)",
} as const;
