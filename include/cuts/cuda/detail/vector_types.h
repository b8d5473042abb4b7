// CUDA's vector types and dim3: plain aggregates with CUDA's sizes and alignments, for host and device code.
#pragma once
#include "qualifiers.h"

#define CUTS_VECTORS(T, name, align2, align4)   \
  struct name##1 { T x; };                      \
  struct __align__(align2) name##2 { T x, y; }; \
  struct name##3 { T x, y, z; };                \
  struct __align__(align4) name##4 { T x, y, z, w; };

CUTS_VECTORS(signed char, char, 2, 4)
CUTS_VECTORS(unsigned char, uchar, 2, 4)
CUTS_VECTORS(short, short, 4, 8)
CUTS_VECTORS(unsigned short, ushort, 4, 8)
CUTS_VECTORS(int, int, 8, 16)
CUTS_VECTORS(unsigned, uint, 8, 16)
CUTS_VECTORS(long, long, 2 * sizeof(long), 16)
CUTS_VECTORS(unsigned long, ulong, 2 * sizeof(long), 16)
CUTS_VECTORS(long long, longlong, 16, 16)
CUTS_VECTORS(unsigned long long, ulonglong, 16, 16)
CUTS_VECTORS(float, float, 8, 16)
CUTS_VECTORS(double, double, 16, 16)
#undef CUTS_VECTORS

// The 4-wide 8-byte types by alignment, as CUDA 13 names them.
typedef long4 long4_16a;
typedef ulong4 ulong4_16a;
typedef longlong4 longlong4_16a;
typedef ulonglong4 ulonglong4_16a;
typedef double4 double4_16a;
struct __align__(32) long4_32a { long x, y, z, w; };
struct __align__(32) ulong4_32a { unsigned long x, y, z, w; };
struct __align__(32) longlong4_32a { long long x, y, z, w; };
struct __align__(32) ulonglong4_32a { unsigned long long x, y, z, w; };
struct __align__(32) double4_32a { double x, y, z, w; };

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
