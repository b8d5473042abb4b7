// Memory of other devices and of other processes. Part of the driver's table: see driver.ts.

/** Memory of other devices and of other processes. */
export const sharingFunctions = {
  /** Whether a device can read and write another's memory. */
  cuDeviceCanAccessPeer: "CUresult(int* canAccess, CUdevice device, CUdevice peer)",
  /** A property of the link between two devices. */
  cuDeviceGetP2PAttribute:
    "CUresult(int* value, CUdevice_P2PAttribute attribute, CUdevice from, CUdevice to)",
  /** Lets this context use the memory of a peer. */
  cuCtxEnablePeerAccess: "CUresult(CUcontext peer, unsigned int flags)",
  /** Ends that. */
  cuCtxDisablePeerAccess: "CUresult(CUcontext peer)",
  /** A handle of an allocation for another process. */
  cuIpcGetMemHandle: "CUresult(CUipcMemHandle* handle, CUdeviceptr address)",
  /** The allocation of another process. */
  cuIpcOpenMemHandle_v2: "CUresult(CUdeviceptr* address, CUipcMemHandle handle, unsigned int flags)",
  /** Ends the use of it. */
  cuIpcCloseMemHandle: "CUresult(CUdeviceptr address)",
  /** A handle of an event for another process. */
  cuIpcGetEventHandle: "CUresult(CUipcEventHandle* handle, CUevent event)",
  /** The event of another process. */
  cuIpcOpenEventHandle: "CUresult(CUevent* event, CUipcEventHandle handle)",
} as const;
