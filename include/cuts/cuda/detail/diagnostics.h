// printf, assert, __trap and the clocks: usable without an include, as under nvcc.
#pragma once
#include "builtin_vars.h"

#ifdef CUTS_HOST_STD
// program_assert.h has it, for both sides.
#elif defined(NDEBUG)
#define assert(...) static_cast<void>(0)
#else
// Variadic, so that a comma inside template arguments does no harm.
#define assert(...)                                                                                                \
  (static_cast<bool>(__VA_ARGS__)                                                                                  \
       ? static_cast<void>(0)                                                                                      \
       : __cuts_assert_fail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__, __cuts_bid_x(), __cuts_bid_y(), \
                            __cuts_bid_z(), __cuts_tid_x(), __cuts_tid_y(), __cuts_tid_z()))
#endif

static __device__ __forceinline__ void __trap() {
  __cuts_trap(__cuts_bid_x(), __cuts_bid_y(), __cuts_bid_z(), __cuts_tid_x(), __cuts_tid_y(), __cuts_tid_z());
}
static __device__ __forceinline__ void __brkpt() { __trap(); }
static __device__ __forceinline__ void __prof_trigger(int) {}

// 8 bytes as on a GPU's host, and as in the C library of this target.
#if __SIZEOF_LONG__ == 8
typedef long clock_t;
#else
typedef long long clock_t;
#endif
static __device__ __forceinline__ long long clock64() { return static_cast<long long>(__cuts_clock()); }
static __device__ __forceinline__ clock_t clock() { return static_cast<clock_t>(__cuts_clock()); }
static __device__ __forceinline__ unsigned long long __globaltimer() { return __cuts_clock(); }
// A hint on the GPU too; threads here do not wait for time to pass. But who sleeps looks at memory again afterwards.
static __device__ __forceinline__ void __nanosleep(unsigned) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
