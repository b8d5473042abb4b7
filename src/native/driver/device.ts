// The driver itself and its devices. Part of the driver's table: see driver.ts.

/** The driver itself and its devices. */
export const deviceFunctions = {
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
  cuDeviceGetUuid_v2: "CUresult(CUuuid* uuid, CUdevice device)",
  /** The device's memory in bytes. */
  cuDeviceTotalMem_v2: "CUresult(size_t* bytes, CUdevice device)",
  /** One of the device's limits or features. */
  cuDeviceGetAttribute: "CUresult(int* value, CUdevice_attribute attribute, CUdevice device)",
  /** The PCI address, as text. */
  cuDeviceGetPCIBusId: "CUresult(char* pciBusId, int length, CUdevice device)",
  /** The device at a PCI address. */
  cuDeviceGetByPCIBusId: "CUresult(CUdevice* device, const char* pciBusId)",
  /** Turns profiling on. */
  cuProfilerStart: "CUresult(void)",
  /** Turns profiling off. */
  cuProfilerStop: "CUresult(void)",
  /** The address of a function of the driver in the version that a CUDA version has. */
  cuGetProcAddress_v2:
    "CUresult(const char* symbol, void** function, int cudaVersion, cuuint64_t flags, CUdriverProcAddressQueryResult* symbolStatus)",
  /** The device's locally unique identifier, 8 bytes, on Windows. */
  cuDeviceGetLuid: "CUresult(char* luid, unsigned int* nodeMask, CUdevice device)",
  /** Whether contexts can be held to some of the multiprocessors. */
  cuDeviceGetExecAffinitySupport: "CUresult(int* supported, CUexecAffinityType type, CUdevice device)",
  /** How much memory graphs hold. */
  cuDeviceGetGraphMemAttribute: "CUresult(CUdevice device, CUgraphMem_attribute attribute, void* value)",
  /** Resets the high-water marks of that. */
  cuDeviceSetGraphMemAttribute: "CUresult(CUdevice device, CUgraphMem_attribute attribute, void* value)",
  /** Gives memory that graphs hold and do not use back to the system. */
  cuDeviceGraphMemTrim: "CUresult(CUdevice device)",
} as const;
