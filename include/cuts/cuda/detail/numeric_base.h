// What the numeric headers stand on: bit views of numbers, NaN and infinity, and the attributes of an inlined
// device function. Not for users' sources: its names start with `cuts_` or `CUTS_`.
#pragma once
#include "qualifiers.h"

// A small device function that must vanish into its caller, whatever the optimisation level of the first compilation.
#define CUTS_MATH static __device__ __forceinline__
// The same as a template without a deduced parameter: called like a plain function, but read from the precompiled
// header only when used. (clang's CUDA mode visits the body of every plain device function in every compilation,
// 85 us each.) Plain are the float functions of C, which sources pass around by name, and what those call: a plain
// function must not call a template here, or each compilation would instantiate it.
#define CUTS_FN template <int = 0> CUTS_MATH
// For host code too.
#define CUTS_BOTH static __host__ __device__ __forceinline__
#define CUTS_BOTH_FN template <int = 0> CUTS_BOTH
// First statement of a body whose order of operations is the point: holds under -fassociative-math too.
#define CUTS_EXACT_FP _Pragma("clang fp reassociate(off) reciprocal(off) contract(off)")

#define CUTS_INF_F __builtin_inff()
#define CUTS_NAN_F __builtin_nanf("")
#define CUTS_INF __builtin_inf()
#define CUTS_NAN __builtin_nan("")

CUTS_BOTH unsigned cuts_bits(float x) { return __builtin_bit_cast(unsigned, x); }
CUTS_BOTH unsigned long long cuts_bits(double x) { return __builtin_bit_cast(unsigned long long, x); }
CUTS_BOTH float cuts_float(unsigned bits) { return __builtin_bit_cast(float, bits); }
CUTS_BOTH double cuts_double(unsigned long long bits) { return __builtin_bit_cast(double, bits); }

// The leading 12 bits of the significand: products of two such values are exact.
CUTS_BOTH float cuts_high_bits(float x) { return cuts_float(cuts_bits(x) & 0xfffff000u); }
