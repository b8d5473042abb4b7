// assert in programs: on the device it says where and in which thread, as CUDA does; on the host it is C's. Read again
// whenever <assert.h> is included, because NDEBUG may have changed.
#ifndef CUTS_PROGRAM_ASSERT
#define CUTS_PROGRAM_ASSERT
#include "builtin_vars.h"
static __device__ __forceinline__ void cuts_assert_failed(const char* expression, const char* file, int line,
                                                          const char* function) {
  __cuts_assert_fail(expression, file, line, function, __cuts_bid_x(), __cuts_bid_y(), __cuts_bid_z(), __cuts_tid_x(),
                     __cuts_tid_y(), __cuts_tid_z());
}
extern "C" __attribute__((noreturn)) void __assert_fail(const char*, const char*, int, const char*);
static __host__ inline void cuts_assert_failed(const char* expression, const char* file, int line,
                                               const char* function) {
  __assert_fail(expression, file, line, function);
}
#endif
#undef assert
#ifdef NDEBUG
#define assert(...) static_cast<void>(0)
#else
#define assert(...) \
  (static_cast<bool>(__VA_ARGS__) ? static_cast<void>(0) : cuts_assert_failed(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
