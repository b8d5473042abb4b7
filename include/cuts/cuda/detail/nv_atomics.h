// CUDA 12.8's atomic builtins, over clang's. The scope takes no part: all threads share one memory.
#pragma once
#include "atomics.h"

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD 1
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_CLUSTER 3
#define __NV_THREAD_SCOPE_DEVICE 4
#define __NV_THREAD_SCOPE_SYSTEM 5

// The value converts to the type that the address points to; it takes no part in choosing it.
#define CUTS_NV_VALUE typename cuts_identity<T>::type
#define CUTS_NV_FN template <class T> static __device__ __forceinline__
#define CUTS_NV_SCOPE int = __NV_THREAD_SCOPE_SYSTEM

CUTS_NV_FN T __nv_atomic_load_n(T* address, int order, CUTS_NV_SCOPE) { return __atomic_load_n(address, order); }
CUTS_NV_FN void __nv_atomic_load(T* address, T* result, int order, CUTS_NV_SCOPE) { __atomic_load(address, result, order); }
CUTS_NV_FN void __nv_atomic_store_n(T* address, CUTS_NV_VALUE value, int order, CUTS_NV_SCOPE) {
  __atomic_store_n(address, value, order);
}
CUTS_NV_FN void __nv_atomic_store(T* address, T* value, int order, CUTS_NV_SCOPE) { __atomic_store(address, value, order); }
CUTS_NV_FN T __nv_atomic_exchange_n(T* address, CUTS_NV_VALUE value, int order, CUTS_NV_SCOPE) {
  return __atomic_exchange_n(address, value, order);
}
CUTS_NV_FN bool __nv_atomic_compare_exchange_n(
    T* address, T* expected, CUTS_NV_VALUE desired, bool weak, int success, int failure, CUTS_NV_SCOPE) {
  return __atomic_compare_exchange_n(address, expected, desired, weak, success, failure);
}

#define CUTS_NV_FETCH(op)                                                                         \
  CUTS_NV_FN T __nv_atomic_fetch_##op(T* address, CUTS_NV_VALUE value, int order, CUTS_NV_SCOPE) {   \
    return __atomic_fetch_##op(address, value, order);                                            \
  }                                                                                               \
  CUTS_NV_FN void __nv_atomic_##op(T* address, CUTS_NV_VALUE value, int order, CUTS_NV_SCOPE) {      \
    __atomic_fetch_##op(address, value, order);                                                   \
  }
CUTS_NV_FETCH(add)
CUTS_NV_FETCH(sub)
CUTS_NV_FETCH(and)
CUTS_NV_FETCH(or)
CUTS_NV_FETCH(xor)
CUTS_NV_FETCH(min)
CUTS_NV_FETCH(max)

static __device__ __forceinline__ void __nv_atomic_thread_fence(int order, CUTS_NV_SCOPE) { __atomic_thread_fence(order); }
#undef CUTS_NV_FETCH
#undef CUTS_NV_SCOPE
#undef CUTS_NV_VALUE
#undef CUTS_NV_FN
