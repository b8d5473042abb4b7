// The functions that the SIMT pass, or the machine that runs a kernel, puts in place. They are the whole contract
// between these headers and the CPU backend; everything else here is ordinary C++.
#pragma once
#include "qualifiers.h"

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;

#define CUTS_INDEX_FN __device__ __attribute__((const, noconvergent, nothrow)) unsigned
#define CUTS_PLAIN_FN __device__ __attribute__((noconvergent, nothrow))
#define CUTS_CONVERGENT_FN __device__ __attribute__((convergent, nothrow))

extern "C" {
CUTS_INDEX_FN __cuts_tid_x(void);
CUTS_INDEX_FN __cuts_tid_y(void);
CUTS_INDEX_FN __cuts_tid_z(void);
CUTS_INDEX_FN __cuts_bid_x(void);
CUTS_INDEX_FN __cuts_bid_y(void);
CUTS_INDEX_FN __cuts_bid_z(void);
CUTS_INDEX_FN __cuts_bdim_x(void);
CUTS_INDEX_FN __cuts_bdim_y(void);
CUTS_INDEX_FN __cuts_bdim_z(void);
CUTS_INDEX_FN __cuts_gdim_x(void);
CUTS_INDEX_FN __cuts_gdim_y(void);
CUTS_INDEX_FN __cuts_gdim_z(void);

// All threads of the block meet; with `op` 0 the count of true predicates comes back, 1 their and, 2 their or.
CUTS_CONVERGENT_FN void __cuts_barrier(void);
CUTS_CONVERGENT_FN int __cuts_barrier_reduce(int op, int predicate);
// All threads of the grid meet; only under a cooperative launch.
CUTS_CONVERGENT_FN void __cuts_grid_barrier(void);
// The lanes named in `mask` meet and exchange; `op` is a constant from warp.h.
CUTS_CONVERGENT_FN unsigned long long __cuts_warp_op(int op, unsigned mask, unsigned long long value, unsigned argument);

// The arguments of printf lie in memory as the C ABI of the target puts them; the host formats. Its symbol is not C's: the
// optimizer turns calls of C's printf into puts and putchar, which device code does not have.
__device__ __attribute__((noconvergent, format(printf, 1, 2))) int printf(const char* format, ...) __asm__("__cuts_printf");
CUTS_PLAIN_FN __attribute__((noreturn, cold)) void __cuts_assert_fail(
    const char* expression, const char* file, unsigned line, const char* function, unsigned block_x, unsigned block_y,
    unsigned block_z, unsigned thread_x, unsigned thread_y, unsigned thread_z);
CUTS_PLAIN_FN __attribute__((noreturn, cold)) void __cuts_trap(unsigned block_x, unsigned block_y, unsigned block_z,
                                                               unsigned thread_x, unsigned thread_y, unsigned thread_z);
// Nanoseconds from a fixed moment.
CUTS_PLAIN_FN unsigned long long __cuts_clock(void);
// The device heap: 16-byte aligned, null when it is exhausted, shared by all threads of the grid.
CUTS_PLAIN_FN __attribute__((malloc)) void* __cuts_malloc(size_t size);
CUTS_PLAIN_FN void __cuts_free(void* pointer);
}
