// What the last call of CUDA on this thread came to. It is compiled into every CUDA source of an addon (nvcc's -include), so that a
// launch that fails in a function that looks at no error is the function's error, and not a result that nobody has computed.

#pragma once

#include <cuda_runtime_api.h>

extern "C" __attribute__((weak, visibility("hidden"))) const char* cuts_cuda_status(const char** text) {
  const cudaError_t status = cudaGetLastError();
  if (status == cudaSuccess) return nullptr;
  *text = cudaGetErrorString(status);
  return cudaGetErrorName(status);
}
