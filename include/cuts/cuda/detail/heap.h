// malloc, free, new, delete and the memory functions of C in device code.
#pragma once
#include "abi.h"

#define CUTS_HEAP static __device__ __forceinline__
CUTS_HEAP void* malloc(size_t size) { return __cuts_malloc(size); }
CUTS_HEAP void free(void* pointer) { __cuts_free(pointer); }
CUTS_HEAP void* __nv_aligned_device_malloc(size_t size, size_t align) {
  // The heap aligns to 16; anything larger is not promised.
  return align <= 16 ? __cuts_malloc(size) : nullptr;
}
CUTS_HEAP void* memcpy(void* to, const void* from, size_t size) { return __builtin_memcpy(to, from, size); }
CUTS_HEAP void* memmove(void* to, const void* from, size_t size) { return __builtin_memmove(to, from, size); }
CUTS_HEAP void* memset(void* to, int value, size_t size) { return __builtin_memset(to, value, size); }
#undef CUTS_HEAP
#ifndef alloca
#define alloca(size) __builtin_alloca(size)
#endif

__device__ inline void* operator new(size_t size) { return __cuts_malloc(size); }
__device__ inline void* operator new[](size_t size) { return __cuts_malloc(size); }
__device__ inline void operator delete(void* pointer) noexcept { __cuts_free(pointer); }
__device__ inline void operator delete[](void* pointer) noexcept { __cuts_free(pointer); }
__device__ inline void operator delete(void* pointer, size_t) noexcept { __cuts_free(pointer); }
__device__ inline void operator delete[](void* pointer, size_t) noexcept { __cuts_free(pointer); }
__device__ inline void* operator new(size_t, void* place) noexcept { return place; }
__device__ inline void* operator new[](size_t, void* place) noexcept { return place; }
__device__ inline void operator delete(void*, void*) noexcept {}
__device__ inline void operator delete[](void*, void*) noexcept {}
