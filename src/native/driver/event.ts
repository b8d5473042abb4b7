// Events. Part of the driver's table: see driver.ts.

/** Events. */
export const eventFunctions = {
  /** Makes an event. */
  cuEventCreate: "CUresult(CUevent* event, unsigned int flags)",
  /** Destroys an event. */
  cuEventDestroy_v2: "CUresult(CUevent event)",
  /** Marks this point of a stream's work. */
  cuEventRecord: "CUresult(CUevent event, CUstream stream)",
  /** The same with flags. */
  cuEventRecordWithFlags: "CUresult(CUevent event, CUstream stream, unsigned int flags)",
  /** CUDA_SUCCESS when the work before it is done, else CUDA_ERROR_NOT_READY. */
  cuEventQuery: "CUresult(CUevent event)",
  /** Blocks until then. */
  cuEventSynchronize: "CUresult(CUevent event)",
  /** Milliseconds between two events. */
  cuEventElapsedTime: "CUresult(float* milliseconds, CUevent start, CUevent end)",
  /** The same in drivers since 12.8; the older one may refuse events that are not done. */
  cuEventElapsedTime_v2: "CUresult(float* milliseconds, CUevent start, CUevent end)",
} as const;
