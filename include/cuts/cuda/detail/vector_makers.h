// make_float4 and its kin, for host and device code. Templates for the reason that numeric_base.h gives.
#pragma once
#include "vector_types.h"

#define CUTS_MAKE template <int = 0> static __host__ __device__ __forceinline__ constexpr
#define CUTS_MAKERS(T, name)                                                   \
  CUTS_MAKE name##1 make_##name##1(T x) { return name##1{x}; }                 \
  CUTS_MAKE name##2 make_##name##2(T x, T y) { return name##2{x, y}; }         \
  CUTS_MAKE name##3 make_##name##3(T x, T y, T z) { return name##3{x, y, z}; } \
  CUTS_MAKE name##4 make_##name##4(T x, T y, T z, T w) { return name##4{x, y, z, w}; }

CUTS_MAKERS(signed char, char)
CUTS_MAKERS(unsigned char, uchar)
CUTS_MAKERS(short, short)
CUTS_MAKERS(unsigned short, ushort)
CUTS_MAKERS(int, int)
CUTS_MAKERS(unsigned, uint)
CUTS_MAKERS(long, long)
CUTS_MAKERS(unsigned long, ulong)
CUTS_MAKERS(long long, longlong)
CUTS_MAKERS(unsigned long long, ulonglong)
CUTS_MAKERS(float, float)
CUTS_MAKERS(double, double)
#undef CUTS_MAKERS

#define CUTS_MAKER_4(T, type) \
  CUTS_MAKE type make_##type(T x, T y, T z, T w) { return type{x, y, z, w}; }
CUTS_MAKER_4(long, long4_16a)
CUTS_MAKER_4(unsigned long, ulong4_16a)
CUTS_MAKER_4(long long, longlong4_16a)
CUTS_MAKER_4(unsigned long long, ulonglong4_16a)
CUTS_MAKER_4(double, double4_16a)
CUTS_MAKER_4(long, long4_32a)
CUTS_MAKER_4(unsigned long, ulong4_32a)
CUTS_MAKER_4(long long, longlong4_32a)
CUTS_MAKER_4(unsigned long long, ulonglong4_32a)
CUTS_MAKER_4(double, double4_32a)
#undef CUTS_MAKER_4
