// Copies and fills. The forms without Async use the default stream. Part of the driver's table: see driver.ts.

/** Copies and fills. The forms without Async use the default stream. */
export const copyFunctions = {
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
  /** Copies between devices. */
  cuMemcpyPeer:
    "CUresult(CUdeviceptr to, CUcontext toContext, CUdeviceptr from, CUcontext fromContext, size_t bytes)",
  /** Copies between devices, in stream order. */
  cuMemcpyPeerAsync:
    "CUresult(CUdeviceptr to, CUcontext toContext, CUdeviceptr from, CUcontext fromContext, size_t bytes, CUstream stream)",
  /** Copies a rectangle, and waits; pitches must be those the device likes. */
  cuMemcpy2D_v2: "CUresult(const CUDA_MEMCPY2D* copy)",
  /** Copies a rectangle with any pitch, and waits. */
  cuMemcpy2DUnaligned_v2: "CUresult(const CUDA_MEMCPY2D* copy)",
  /** Copies a rectangle, in stream order. */
  cuMemcpy2DAsync_v2: "CUresult(const CUDA_MEMCPY2D* copy, CUstream stream)",
  /** Copies a box, and waits. */
  cuMemcpy3D_v2: "CUresult(const CUDA_MEMCPY3D* copy)",
  /** Copies a box, in stream order. */
  cuMemcpy3DAsync_v2: "CUresult(const CUDA_MEMCPY3D* copy, CUstream stream)",
  /** Repeats a byte. */
  cuMemsetD8Async: "CUresult(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)",
  /** Repeats two bytes. */
  cuMemsetD16Async: "CUresult(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)",
  /** Repeats four bytes. */
  cuMemsetD32Async: "CUresult(CUdeviceptr to, unsigned int value, size_t count, CUstream stream)",
  /** Repeats a byte, and waits for it where the memory is the host's. */
  cuMemsetD8_v2: "CUresult(CUdeviceptr to, unsigned char value, size_t count)",
  /** The same for two bytes. */
  cuMemsetD16_v2: "CUresult(CUdeviceptr to, unsigned short value, size_t count)",
  /** The same for four bytes. */
  cuMemsetD32_v2: "CUresult(CUdeviceptr to, unsigned int value, size_t count)",
  /** Repeats a byte over a rectangle. */
  cuMemsetD2D8Async:
    "CUresult(CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height, CUstream stream)",
  /** Repeats two bytes over a rectangle. */
  cuMemsetD2D16Async:
    "CUresult(CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height, CUstream stream)",
  /** Repeats four bytes over a rectangle. */
  cuMemsetD2D32Async:
    "CUresult(CUdeviceptr to, size_t pitch, unsigned int value, size_t width, size_t height, CUstream stream)",
} as const;
