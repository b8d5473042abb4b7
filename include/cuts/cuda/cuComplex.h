// cuComplex.h: complex numbers as float2 and double2, by NVIDIA's function names.
#pragma once
#include "cuts_device.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Absolute value and quotient scale by the larger part, so that they overflow only where the result does.
#define CUTS_COMPLEX(C, T, suffix, real, imaginary, make)                                                  \
  CUTS_BOTH_FN T real(C z) { return z.x; }                                                                 \
  CUTS_BOTH_FN T imaginary(C z) { return z.y; }                                                            \
  CUTS_BOTH_FN C make(T x, T y) { return C{x, y}; }                                                        \
  CUTS_BOTH_FN C cuConj##suffix(C z) { return C{z.x, -z.y}; }                                              \
  CUTS_BOTH_FN C cuCadd##suffix(C a, C b) { return C{a.x + b.x, a.y + b.y}; }                              \
  CUTS_BOTH_FN C cuCsub##suffix(C a, C b) { return C{a.x - b.x, a.y - b.y}; }                              \
  CUTS_BOTH_FN C cuCmul##suffix(C a, C b) { return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }      \
  CUTS_BOTH_FN C cuCfma##suffix(C a, C b, C c) { return cuCadd##suffix(cuCmul##suffix(a, b), c); }         \
  CUTS_BOTH_FN C cuCdiv##suffix(C a, C b) {                                                                \
    T scale = T(1) / ((b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y));                                    \
    T ar = a.x * scale, ai = a.y * scale, br = b.x * scale, bi = b.y * scale;                              \
    T square = T(1) / (br * br + bi * bi);                                                                 \
    return C{(ar * br + ai * bi) * square, (ai * br - ar * bi) * square};                                  \
  }                                                                                                        \
  CUTS_FN T cuCabs##suffix(C z) { return hypot(z.x, z.y); }
CUTS_COMPLEX(cuFloatComplex, float, f, cuCrealf, cuCimagf, make_cuFloatComplex)
CUTS_COMPLEX(cuDoubleComplex, double, , cuCreal, cuCimag, make_cuDoubleComplex)
#undef CUTS_COMPLEX
CUTS_BOTH_FN cuComplex make_cuComplex(float x, float y) { return cuComplex{x, y}; }
CUTS_BOTH_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return cuDoubleComplex{z.x, z.y}; }
CUTS_BOTH_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return cuFloatComplex{float(z.x), float(z.y)}; }
