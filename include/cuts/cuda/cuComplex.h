// cuComplex.h: complex numbers as float2 and double2, by NVIDIA's function names.
#pragma once
#include "cuts_device.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Absolute value and quotient scale by the larger part, so that they overflow only where the result does.
#define CUTS_COMPLEX(_Cp, _Tp, suffix, real, imaginary, make)                                                          \
  CUTS_BOTH_FN _Tp real(_Cp __z) { return __z.x; }                                                                     \
  CUTS_BOTH_FN _Tp imaginary(_Cp __z) { return __z.y; }                                                                \
  CUTS_BOTH_FN _Cp make(_Tp __x, _Tp __y) { return _Cp{__x, __y}; }                                                    \
  CUTS_BOTH_FN _Cp cuConj##suffix(_Cp __z) { return _Cp{__z.x, -__z.y}; }                                              \
  CUTS_BOTH_FN _Cp cuCadd##suffix(_Cp __a, _Cp __b) { return _Cp{__a.x + __b.x, __a.y + __b.y}; }                      \
  CUTS_BOTH_FN _Cp cuCsub##suffix(_Cp __a, _Cp __b) { return _Cp{__a.x - __b.x, __a.y - __b.y}; }                      \
  CUTS_BOTH_FN _Cp cuCmul##suffix(_Cp __a, _Cp __b) {                                                                  \
    return _Cp{__a.x * __b.x - __a.y * __b.y, __a.x * __b.y + __a.y * __b.x};                                          \
  }                                                                                                                    \
  CUTS_BOTH_FN _Cp cuCfma##suffix(_Cp __a, _Cp __b, _Cp __c) { return cuCadd##suffix(cuCmul##suffix(__a, __b), __c); } \
  CUTS_BOTH_FN _Cp cuCdiv##suffix(_Cp __a, _Cp __b) {                                                                  \
    _Tp scale = _Tp(1) / ((__b.x < 0 ? -__b.x : __b.x) + (__b.y < 0 ? -__b.y : __b.y));                                \
    _Tp ar = __a.x * scale, ai = __a.y * scale, br = __b.x * scale, bi = __b.y * scale;                                \
    _Tp square = _Tp(1) / (br * br + bi * bi);                                                                         \
    return _Cp{(ar * br + ai * bi) * square, (ai * br - ar * bi) * square};                                            \
  }                                                                                                                    \
  CUTS_FN _Tp cuCabs##suffix(_Cp __z) { return hypot(__z.x, __z.y); }
CUTS_COMPLEX(cuFloatComplex, float, f, cuCrealf, cuCimagf, make_cuFloatComplex)
CUTS_COMPLEX(cuDoubleComplex, double, , cuCreal, cuCimag, make_cuDoubleComplex)
#undef CUTS_COMPLEX
CUTS_BOTH_FN cuComplex make_cuComplex(float __x, float __y) { return cuComplex{__x, __y}; }
CUTS_BOTH_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex __z) { return cuDoubleComplex{__z.x, __z.y}; }
CUTS_BOTH_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex __z) {
  return cuFloatComplex{float(__z.x), float(__z.y)};
}
