// Loads and stores with cache hints: plain loads and stores here. Also the address-space casts, which
// change nothing: every address is generic. The queries (__isShared …) are not here, since an address does not tell.
#pragma once
#include "qualifiers.h"
#include "abi.h"

// Any type, as CUDA's overload sets take all builtin and vector types.
#define CUTS_LOAD(name) \
  template <class T> static __device__ __forceinline__ T name(const T* address) { return *address; }
CUTS_LOAD(__ldg)
CUTS_LOAD(__ldca)
CUTS_LOAD(__ldcg)
CUTS_LOAD(__ldcs)
CUTS_LOAD(__ldlu)
#undef CUTS_LOAD
// "Don't cache, fetch again": a volatile load.
template <class T> static __device__ __forceinline__ T __ldcv(const T* address) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  return *address;
}
#define CUTS_STORE(name) \
  template <class T, class U> static __device__ __forceinline__ void name(T* address, U value) { *address = value; }
CUTS_STORE(__stwb)
CUTS_STORE(__stcg)
CUTS_STORE(__stcs)
CUTS_STORE(__stwt)
#undef CUTS_STORE

static __device__ __forceinline__ size_t __cvta_generic_to_global(const void* p) { return reinterpret_cast<size_t>(p); }
static __device__ __forceinline__ size_t __cvta_generic_to_shared(const void* p) { return reinterpret_cast<size_t>(p); }
static __device__ __forceinline__ size_t __cvta_generic_to_local(const void* p) { return reinterpret_cast<size_t>(p); }
static __device__ __forceinline__ size_t __cvta_generic_to_constant(const void* p) {
  return reinterpret_cast<size_t>(p);
}
static __device__ __forceinline__ void* __cvta_global_to_generic(size_t a) { return reinterpret_cast<void*>(a); }
static __device__ __forceinline__ void* __cvta_shared_to_generic(size_t a) { return reinterpret_cast<void*>(a); }
static __device__ __forceinline__ void* __cvta_local_to_generic(size_t a) { return reinterpret_cast<void*>(a); }
static __device__ __forceinline__ void* __cvta_constant_to_generic(size_t a) { return reinterpret_cast<void*>(a); }
