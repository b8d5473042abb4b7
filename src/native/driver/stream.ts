// Streams, values in memory as signals, and capture. Part of the driver's table: see driver.ts.

/** Streams, values in memory as signals, and capture. */
export const streamFunctions = {
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
  /** The flags of a stream. */
  cuStreamGetFlags: "CUresult(CUstream stream, unsigned int* flags)",
  /** A number of a stream that no other stream of the process ever has. */
  cuStreamGetId: "CUresult(CUstream stream, unsigned long long* id)",
  /** The context of a stream. */
  cuStreamGetCtx: "CUresult(CUstream stream, CUcontext* context)",
  /** The device of a stream. */
  cuStreamGetDevice: "CUresult(CUstream stream, CUdevice* device)",
  /** An attribute of a stream, as a CUstreamAttrValue. */
  cuStreamGetAttribute: "CUresult(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue* value)",
  /** Sets one. */
  cuStreamSetAttribute: "CUresult(CUstream stream, CUstreamAttrID attribute, const CUstreamAttrValue* value)",
  /** Takes over the attributes of another stream. */
  cuStreamCopyAttributes: "CUresult(CUstream to, CUstream from)",
  /** Ties managed memory to a stream. */
  cuStreamAttachMemAsync: "CUresult(CUstream stream, CUdeviceptr address, size_t bytes, unsigned int flags)",
  /** Lets later work wait for a value in memory. */
  cuStreamWaitValue32_v2:
    "CUresult(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned int flags)",
  /** The same for 64 bits. */
  cuStreamWaitValue64_v2:
    "CUresult(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned int flags)",
  /** Writes a value into memory, in stream order. */
  cuStreamWriteValue32_v2:
    "CUresult(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned int flags)",
  /** The same for 64 bits. */
  cuStreamWriteValue64_v2:
    "CUresult(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned int flags)",
  /** Begins to record a stream's work as a graph. */
  cuStreamBeginCapture_v2: "CUresult(CUstream stream, CUstreamCaptureMode mode)",
  /** Begins to record into a graph that exists. */
  cuStreamBeginCaptureToGraph:
    "CUresult(CUstream stream, CUgraph graph, const CUgraphNode* dependencies, const CUgraphEdgeData* edges, size_t count, CUstreamCaptureMode mode)",
  /** Ends that. */
  cuStreamEndCapture: "CUresult(CUstream stream, CUgraph* graph)",
  /** Whether a stream is being recorded. */
  cuStreamIsCapturing: "CUresult(CUstream stream, CUstreamCaptureStatus* status)",
  /** Whether a stream is being recorded, into which graph, and which nodes come before the next. */
  cuStreamGetCaptureInfo_v2:
    "CUresult(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id, CUgraph* graph, const CUgraphNode** dependencies, size_t* count)",
  /** The same with the kinds of the edges; drivers since 12.3 have it. */
  cuStreamGetCaptureInfo_v3:
    "CUresult(CUstream stream, CUstreamCaptureStatus* status, cuuint64_t* id, CUgraph* graph, const CUgraphNode** dependencies, const CUgraphEdgeData** edges, size_t* count)",
  /** Changes which nodes come before the next. */
  cuStreamUpdateCaptureDependencies:
    "CUresult(CUstream stream, CUgraphNode* dependencies, size_t count, unsigned int flags)",
  /** Exchanges this thread's capture mode. */
  cuThreadExchangeStreamCaptureMode: "CUresult(CUstreamCaptureMode* mode)",
} as const;
