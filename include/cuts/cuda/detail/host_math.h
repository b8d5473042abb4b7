// The math functions that CUDA adds to C's, for host code. Device code has its own versions of the same names.
#pragma once
#include "numeric_base.h"

#define CUTS_HOST template <int = 0> static __host__ __forceinline__
CUTS_HOST float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
CUTS_HOST double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
CUTS_HOST float rsqrt(float x) { return rsqrtf(x); }
CUTS_HOST double rcbrt(double x) { return 1.0 / cbrt(x); }
CUTS_HOST float rcbrtf(float x) { return float(1.0 / cbrt(double(x))); }
CUTS_HOST float fdividef(float x, float y) { return x / y; }
CUTS_HOST double fdivide(double x, double y) { return x / y; }
#undef CUTS_HOST
