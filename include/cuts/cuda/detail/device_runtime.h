// The part of the CUDA runtime that device code can call in relocatable code (-rdc=true): launches of kernels by kernels
// (dynamic parallelism). clang turns `kernel<<<…>>>(…)` in device code into the two functions that come first.
//
// What a grid launches runs when its own blocks are done, in the order of the launches, and before the grid itself counts as
// done. That is one of the orders that CUDA allows, so streams and events made in device code have nothing left to do.
// As in CUDA 12 and later there is no cudaDeviceSynchronize here.
#pragma once
#include "abi.h"
#include "builtin_vars.h"
#include "runtime_enums.h"
#include "runtime_errors.h"
#include "vector_types.h"

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

extern "C" {
// Queues a launch; `parameters` is a block from cudaGetParameterBuffer. Returns a cudaError_t, and keeps what is not 0 for
// `thread` of `block`.
CUTS_PLAIN_FN int __cuts_launch(const void* kernel, const void* parameters, unsigned byte_length, unsigned grid_x,
                                unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
                                unsigned shared_bytes, unsigned is_tail, unsigned block, unsigned thread);
// The last error of a thread's launches; forgotten then if asked for.
CUTS_PLAIN_FN int __cuts_launch_error(unsigned forget, unsigned block, unsigned thread);

// Before it are its size and where its memory begins. The compiler takes it to be aligned as CUDA's is.
struct cuts_buffer_head {
  size_t size;
  char* memory;
};
static __device__ __forceinline__ void* cudaGetParameterBuffer(size_t alignment, size_t size) {
  const size_t step = alignment < 64 ? 64 : alignment;
  char* memory = static_cast<char*>(__cuts_malloc(size + sizeof(cuts_buffer_head) + step));
  if (memory == nullptr) return nullptr;
  const size_t first = reinterpret_cast<size_t>(memory) + sizeof(cuts_buffer_head);
  char* buffer = reinterpret_cast<char*>((first + step - 1) / step * step);
  reinterpret_cast<cuts_buffer_head*>(buffer)[-1] = {size, memory};
  return buffer;
}
static __device__ __forceinline__ unsigned cuts_block_rank() {
  return __cuts_bid_x() + __cuts_gdim_x() * (__cuts_bid_y() + __cuts_gdim_y() * __cuts_bid_z());
}
static __device__ __forceinline__ cudaError_t cudaLaunchDevice(void* kernel, void* parameters, dim3 grid, dim3 block,
                                                               unsigned shared, cudaStream_t stream) {
  const cuts_buffer_head head = static_cast<cuts_buffer_head*>(parameters)[-1];
  int status = __cuts_launch(kernel, parameters, static_cast<unsigned>(head.size), grid.x, grid.y, grid.z, block.x,
                             block.y, block.z, shared, stream == cudaStreamTailLaunch, cuts_block_rank(),
                             cuts_thread_rank());
  __cuts_free(head.memory);
  return static_cast<cudaError_t>(status);
}
}

#define CUTS_DEVICE_RUNTIME static __device__ __forceinline__
CUTS_DEVICE_RUNTIME cudaError_t cudaGetLastError() {
  return static_cast<cudaError_t>(__cuts_launch_error(1, cuts_block_rank(), cuts_thread_rank()));
}
CUTS_DEVICE_RUNTIME cudaError_t cudaPeekAtLastError() {
  return static_cast<cudaError_t>(__cuts_launch_error(0, cuts_block_rank(), cuts_thread_rank()));
}
CUTS_DEVICE_RUNTIME const char* cudaGetErrorName(cudaError_t error) {
  return error == cudaSuccess                     ? "cudaSuccess"
         : error == cudaErrorInvalidValue         ? "cudaErrorInvalidValue"
         : error == cudaErrorMemoryAllocation     ? "cudaErrorMemoryAllocation"
         : error == cudaErrorInvalidConfiguration ? "cudaErrorInvalidConfiguration"
                                                  : "unrecognized error code";
}
CUTS_DEVICE_RUNTIME const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess                     ? "no error"
         : error == cudaErrorInvalidValue         ? "invalid argument"
         : error == cudaErrorMemoryAllocation     ? "out of memory"
         : error == cudaErrorInvalidConfiguration ? "invalid configuration argument"
                                                  : "unrecognized error code";
}
CUTS_DEVICE_RUNTIME cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
CUTS_DEVICE_RUNTIME cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}

// Streams of device code have to be such that do not wait for the host's; a handle is never one of the names above.
CUTS_DEVICE_RUNTIME cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  if (flags != cudaStreamNonBlocking) return cudaErrorInvalidValue;
  *stream = reinterpret_cast<cudaStream_t>(static_cast<size_t>(0x100));
  return cudaSuccess;
}
CUTS_DEVICE_RUNTIME cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
CUTS_DEVICE_RUNTIME cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) { return cudaSuccess; }
CUTS_DEVICE_RUNTIME cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if ((flags & cudaEventDisableTiming) == 0) return cudaErrorInvalidValue;
  *event = reinterpret_cast<cudaEvent_t>(static_cast<size_t>(0x100));
  return cudaSuccess;
}
CUTS_DEVICE_RUNTIME cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) { return cudaSuccess; }
CUTS_DEVICE_RUNTIME cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }

// Memory of the device heap.
CUTS_DEVICE_RUNTIME cudaError_t cudaMalloc(void** pointer, size_t size) {
  *pointer = __cuts_malloc(size);
  return *pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}
template <class T> CUTS_DEVICE_RUNTIME cudaError_t cudaMalloc(T** pointer, size_t size) {
  return cudaMalloc(reinterpret_cast<void**>(pointer), size);
}
CUTS_DEVICE_RUNTIME cudaError_t cudaFree(void* pointer) {
  __cuts_free(pointer);
  return cudaSuccess;
}

// Copies and fills take their turn among launches, so they are launches.
template <class> __global__ void cuts_copy_bytes(char* to, const char* from, size_t size) {
  __builtin_memmove(to, from, size);
}
template <class> __global__ void cuts_fill_bytes(char* to, int value, size_t size) { __builtin_memset(to, value, size); }
template <class = void>
CUTS_DEVICE_RUNTIME cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind, cudaStream_t stream = 0) {
  cuts_copy_bytes<void><<<1, 1, 0, stream>>>(static_cast<char*>(to), static_cast<const char*>(from), size);
  return cudaSuccess;
}
template <class = void>
CUTS_DEVICE_RUNTIME cudaError_t cudaMemsetAsync(void* to, int value, size_t size, cudaStream_t stream = 0) {
  cuts_fill_bytes<void><<<1, 1, 0, stream>>>(static_cast<char*>(to), value, size);
  return cudaSuccess;
}
#undef CUTS_DEVICE_RUNTIME
