// stdlib.h and new, as far as device code has them: the heap and absolute values.
#pragma once
#include "heap.h"
#include "min_max.h"
#include "std_def.h"

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
namespace std {
using ::abs;
using ::free;
using ::labs;
using ::llabs;
using ::malloc;
struct nothrow_t {};
static constexpr nothrow_t nothrow{};
}
__device__ inline void* operator new(size_t size, const std::nothrow_t&) noexcept { return __cuts_malloc(size); }
__device__ inline void* operator new[](size_t size, const std::nothrow_t&) noexcept { return __cuts_malloc(size); }
