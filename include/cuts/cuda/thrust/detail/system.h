// Where a Thrust algorithm runs. On the device system an algorithm is a kernel, so that functors with __device__ alone
// work: one thread for what goes in order, one thread an element for the rest. On the host system, and inside kernels, it
// is a loop. Every algorithm is complete when it returns.
#pragma once
#include <cuda_runtime.h>
#include <stddef.h>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrust {
struct host_system_tag {};
struct device_system_tag {};
struct any_system_tag {};

namespace detail {
// An execution policy is a system and a stream.
template <class _System> struct policy {
  typedef _System system;
  cudaStream_t stream = nullptr;
  __host__ __device__ constexpr policy on(cudaStream_t __stream) const { return policy{__stream}; }
  template <class _Allocator> __host__ __device__ constexpr policy operator()(_Allocator&&) const { return *this; }
};
template <class _Tp> struct is_policy : std::false_type {};
template <class _System> struct is_policy<policy<_System>> : std::true_type {};
template <class _Tp> constexpr bool is_policy_v = is_policy<std::remove_cv_t<std::remove_reference_t<_Tp>>>::value;

template <class _Iterator, class = void> struct system_of {
  typedef host_system_tag type;
};
template <class _Iterator> struct system_of<_Iterator, std::void_t<typename _Iterator::cuts_system>> {
  typedef typename _Iterator::cuts_system type;
};
// The device if one of the iterators is there, else the host.
template <class... _Iterators>
using common_system = std::conditional_t<(std::is_same_v<typename system_of<_Iterators>::type, device_system_tag> || ...),
                                         device_system_tag, host_system_tag>;

template <class _Op> __global__ void once_kernel(_Op __op) { __op(); }
template <class _Op> __global__ void each_kernel(size_t __n, _Op __op) {
  size_t __i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (__i < __n) __op(__i);
}
void report_failure(cudaError_t __error);

// Runs op() once.
template <class _System, class _Op> __host__ void run(policy<_System> __policy, _Op __op) {
  if constexpr (std::is_same_v<_System, device_system_tag>) {
    once_kernel<<<1, 1, 0, __policy.stream>>>(__op);
    report_failure(cudaStreamSynchronize(__policy.stream));
  } else {
    __op();
  }
}
template <class _System, class _Op> __device__ void run(policy<_System>, _Op __op) { __op(); }

// Runs op(i) for all i below n, in any order.
template <class _System, class _Op> __host__ void run_each(policy<_System> __policy, size_t __n, _Op __op, unsigned __block = 256) {
  if constexpr (std::is_same_v<_System, device_system_tag>) {
    if (__n == 0) return;
    each_kernel<<<unsigned((__n + __block - 1) / __block), __block, 0, __policy.stream>>>(__n, __op);
    report_failure(cudaStreamSynchronize(__policy.stream));
  } else {
    for (size_t __i = 0; __i < __n; ++__i) __op(__i);
  }
}
template <class _System, class _Op> __device__ void run_each(policy<_System>, size_t __n, _Op __op, unsigned = 256) {
  for (size_t __i = 0; __i < __n; ++__i) __op(__i);
}

__host__ inline void* scratch_memory(size_t __bytes) {
  void* __memory = nullptr;
  report_failure(cudaMalloc(&__memory, __bytes));
  return __memory;
}
__device__ inline void* scratch_memory(size_t __bytes) { return malloc(__bytes); }
__host__ inline void free_scratch(void* __memory) { cudaFree(__memory); }
__device__ inline void free_scratch(void* __memory) { free(__memory); }

// Memory for the time of an algorithm.
template <class _Tp> class scratch {
 public:
  __host__ __device__ explicit scratch(size_t __n) : data_(static_cast<_Tp*>(scratch_memory((__n ? __n : 1) * sizeof(_Tp)))) {}
  __host__ __device__ ~scratch() { free_scratch(data_); }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  __host__ __device__ _Tp* get() const { return data_; }

 private:
  _Tp* data_;
};
}

namespace detail {
typedef policy<host_system_tag> host_policy;
typedef policy<device_system_tag> device_policy;
}
static constexpr detail::host_policy host{};
static constexpr detail::host_policy seq{};
static constexpr detail::device_policy device{};
namespace cuda {
static constexpr detail::device_policy par{};
static constexpr detail::device_policy par_nosync{};
}
namespace cuda_cub {
using thrust::cuda::par;
using thrust::cuda::par_nosync;
}
}
#include "system_error.h"
