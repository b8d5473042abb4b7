// threadIdx, blockIdx, blockDim, gridDim, warpSize: objects without storage whose members call the SIMT pass's functions.
#pragma once
#include "abi.h"
#include "vector_types.h"

// A copy (`auto t = threadIdx`) is as good as the original: both only ask.
#define CUTS_BUILTIN(type, prefix)                                                                                \
  struct type {                                                                                                   \
    __declspec(property(get = cuts_x)) unsigned x;                                                                \
    __declspec(property(get = cuts_y)) unsigned y;                                                                \
    __declspec(property(get = cuts_z)) unsigned z;                                                                \
    static __device__ __forceinline__ unsigned cuts_x() { return prefix##_x(); }                                  \
    static __device__ __forceinline__ unsigned cuts_y() { return prefix##_y(); }                                  \
    static __device__ __forceinline__ unsigned cuts_z() { return prefix##_z(); }                                  \
    __device__ __forceinline__ operator uint3() const { return uint3{prefix##_x(), prefix##_y(), prefix##_z()}; } \
    __device__ __forceinline__ operator dim3() const { return dim3(prefix##_x(), prefix##_y(), prefix##_z()); }   \
  };
CUTS_BUILTIN(cuts_thread_idx, __cuts_tid)
CUTS_BUILTIN(cuts_block_idx, __cuts_bid)
CUTS_BUILTIN(cuts_block_dim, __cuts_bdim)
CUTS_BUILTIN(cuts_grid_dim, __cuts_gdim)
#undef CUTS_BUILTIN

extern const __device__ cuts_thread_idx threadIdx;
extern const __device__ cuts_block_idx blockIdx;
extern const __device__ cuts_block_dim blockDim;
extern const __device__ cuts_grid_dim gridDim;
static constexpr int warpSize = 32;

// The thread's number in its block, x fastest: what lanes and warps are counted by.
static __device__ __forceinline__ unsigned cuts_thread_rank() {
  return __cuts_tid_x() + __cuts_bdim_x() * (__cuts_tid_y() + __cuts_bdim_y() * __cuts_tid_z());
}
static __device__ __forceinline__ unsigned cuts_lane() { return cuts_thread_rank() & 31u; }
static __device__ __forceinline__ unsigned cuts_block_threads() {
  return __cuts_bdim_x() * __cuts_bdim_y() * __cuts_bdim_z();
}
