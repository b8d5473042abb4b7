// Vectors of floats on the cpu device, and products that are added to them. Node 22 and later have both in one instruction
// by relaxed SIMD: kernels that use these have code of their own for it (`fuses` of their group).
#pragma once
#include "prelude.cuh"

#ifdef __CUTS_CPU__
typedef float cuts_floats __attribute__((vector_size(16)));
typedef double cuts_doubles __attribute__((vector_size(16)));
// c + a b and c - a b.
template <class V> CUTS_INLINE V cuts_madd(V a, V b, V c) { return c + a * b; }
template <class V> CUTS_INLINE V cuts_nmadd(V a, V b, V c) { return c - a * b; }
#ifdef __wasm_relaxed_simd__
#define CUTS_RELAXED(name, V, suffix) \
  extern "C" __device__ V cuts_relaxed_##name##_##suffix(V, V, V) __asm__("llvm.wasm.relaxed." #name "." #suffix); \
  CUTS_INLINE V cuts_##name(V a, V b, V c) { return cuts_relaxed_##name##_##suffix(a, b, c); }
CUTS_RELAXED(madd, cuts_floats, v4f32) CUTS_RELAXED(nmadd, cuts_floats, v4f32)
CUTS_RELAXED(madd, cuts_doubles, v2f64) CUTS_RELAXED(nmadd, cuts_doubles, v2f64)
#undef CUTS_RELAXED
#endif
#endif
