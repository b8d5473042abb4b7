// Atomic functions over clang's __atomic builtins. They are relaxed, as CUDA's are, and come out as `atomicrmw` and
// `cmpxchg` in the IR; what WebAssembly lacks (float addition, minimum, wrapping increment) the compiler expands to
// a compare-and-swap loop. The `_block` and `_system` forms mean the same here: all threads share one memory.
// Templates over the type, so that they take more types than CUDA's overloads do (long long, unsigned long).
#pragma once
#include "vector_types.h"

// The value converts to the type that the address points to; it takes no part in choosing it.
template <class T> struct cuts_identity {
  typedef T type;
};
#define CUTS_VALUE typename cuts_identity<T>::type

// One function under its three scopes.
#define CUTS_ATOMIC(name, builtin)                                                                     \
  template <class T> static __device__ __forceinline__ T name(T* address, CUTS_VALUE value) {          \
    return builtin(address, value, __ATOMIC_RELAXED);                                                  \
  }                                                                                                    \
  template <class T> static __device__ __forceinline__ T name##_block(T* address, CUTS_VALUE value) {  \
    return name(address, value);                                                                       \
  }                                                                                                    \
  template <class T> static __device__ __forceinline__ T name##_system(T* address, CUTS_VALUE value) { \
    return name(address, value);                                                                       \
  }

template <class T> static __device__ __forceinline__ T cuts_exchange(T* address, T value, int order) {
  T old;
  __atomic_exchange(address, &value, &old, order);
  return old;
}
// Addition of the types that the builtin does not take; cuda_fp16.h and cuda_bf16.h add theirs.
template <class T> static __device__ __forceinline__ T cuts_atomic_add(T* address, T value, int order) {
  return __atomic_fetch_add(address, value, order);
}
// Vectors are added component by component, each atomically, as on the GPU.
template <> __device__ __forceinline__ float2 cuts_atomic_add(float2* address, float2 value, int order) {
  return float2{cuts_atomic_add(&address->x, value.x, order), cuts_atomic_add(&address->y, value.y, order)};
}
template <> __device__ __forceinline__ float4 cuts_atomic_add(float4* address, float4 value, int order) {
  return float4{cuts_atomic_add(&address->x, value.x, order), cuts_atomic_add(&address->y, value.y, order),
                cuts_atomic_add(&address->z, value.z, order), cuts_atomic_add(&address->w, value.w, order)};
}

CUTS_ATOMIC(atomicAdd, cuts_atomic_add)
CUTS_ATOMIC(atomicSub, __atomic_fetch_sub)
CUTS_ATOMIC(atomicMin, __atomic_fetch_min)
CUTS_ATOMIC(atomicMax, __atomic_fetch_max)
CUTS_ATOMIC(atomicAnd, __atomic_fetch_and)
CUTS_ATOMIC(atomicOr, __atomic_fetch_or)
CUTS_ATOMIC(atomicXor, __atomic_fetch_xor)
CUTS_ATOMIC(atomicExch, cuts_exchange)
// old >= limit ? 0 : old + 1, and old == 0 || old > limit ? limit : old - 1
CUTS_ATOMIC(atomicInc, __atomic_fetch_uinc)
CUTS_ATOMIC(atomicDec, __atomic_fetch_udec)
#undef CUTS_ATOMIC

template <class T> static __device__ __forceinline__ T atomicCAS(T* address, CUTS_VALUE compare, CUTS_VALUE value) {
  __atomic_compare_exchange(address, &compare, &value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return compare;
}
template <class T> static __device__ __forceinline__ T atomicCAS_block(T* address, CUTS_VALUE compare, CUTS_VALUE value) {
  return atomicCAS(address, compare, value);
}
template <class T> static __device__ __forceinline__ T atomicCAS_system(T* address, CUTS_VALUE compare, CUTS_VALUE value) {
  return atomicCAS(address, compare, value);
}
#undef CUTS_VALUE
