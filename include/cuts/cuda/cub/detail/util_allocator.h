// cub::CachingDeviceAllocator. Allocations are quick here: nothing is kept for later.
#pragma once
#include "util_debug.h"

namespace cub {
struct CachingDeviceAllocator {
  explicit CachingDeviceAllocator(bool = false, bool = false) {}
  CachingDeviceAllocator(unsigned, unsigned, unsigned = 0, size_t = size_t(-1), bool = false, bool = false) {}
  cudaError_t SetMaxCachedBytes(size_t) { return cudaSuccess; }
  cudaError_t DeviceAllocate(void** __pointer, size_t __bytes, cudaStream_t = nullptr) { return cudaMalloc(__pointer, __bytes); }
  cudaError_t DeviceAllocate(int, void** __pointer, size_t __bytes, cudaStream_t = nullptr) { return cudaMalloc(__pointer, __bytes); }
  cudaError_t DeviceFree(void* __pointer) { return cudaFree(__pointer); }
  cudaError_t DeviceFree(int, void* __pointer) { return cudaFree(__pointer); }
  cudaError_t FreeAllCached() { return cudaSuccess; }
};
}
