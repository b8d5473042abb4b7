// Contexts: what belongs to a process on a device. Part of the driver's table: see driver.ts.

/** Contexts: what belongs to a process on a device. */
export const contextFunctions = {
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
  cuCtxGetLimit: "CUresult(size_t* value, CUlimit limit)",
  /** Sets a limit. */
  cuCtxSetLimit: "CUresult(CUlimit limit, size_t value)",
  /** The range of stream priorities; the greatest is the lower number. */
  cuCtxGetStreamPriorityRange: "CUresult(int* least, int* greatest)",
  /** A number of a context that no other context of the process ever has. */
  cuCtxGetId: "CUresult(CUcontext context, unsigned long long* id)",
  /** The flags of this thread's context. */
  cuCtxGetFlags: "CUresult(unsigned int* flags)",
  /** The version of the API a context was made with. */
  cuCtxGetApiVersion: "CUresult(CUcontext context, unsigned int* version)",
  /** Destroys a context that is not a primary one. */
  cuCtxDestroy_v2: "CUresult(CUcontext context)",
  /** Whether this context prefers cache or shared memory. */
  cuCtxGetCacheConfig: "CUresult(CUfunc_cache* config)",
  /** Sets that. */
  cuCtxSetCacheConfig: "CUresult(CUfunc_cache config)",
  /** Makes all lines of the L2 cache ordinary ones again. */
  cuCtxResetPersistingL2Cache: "CUresult(void)",
} as const;
