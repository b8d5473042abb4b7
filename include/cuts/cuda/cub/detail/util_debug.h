// CUB's checks of statuses and its log.
#pragma once
#include "../operators.h"
#include <stdio.h>
#include <stdlib.h>

namespace cub {
static __host__ __device__ __forceinline__ cudaError_t Debug(cudaError_t __error, const char* __file, int __line) {
#ifndef __CUDA_ARCH__
  cudaGetLastError();
  if (__error != cudaSuccess) {
    fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", int(__error), __file, __line, cudaGetErrorString(__error));
    fflush(stderr);
  }
#endif
  return __error;
}
}
#ifndef CubDebug
#define CubDebug(e) CUB_NS_QUALIFIER::Debug((cudaError_t)(e), __FILE__, __LINE__)
#endif
#ifndef CubDebugExit
#define CubDebugExit(e)                                                              \
  if (CUB_NS_QUALIFIER::Debug((cudaError_t)(e), __FILE__, __LINE__) != cudaSuccess) exit(1)
#endif
#ifndef _CubLog
#define _CubLog(format, ...) printf(format, __VA_ARGS__)
#endif
