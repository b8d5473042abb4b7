// Functions of one number that are used less.
#pragma once
#include "complex.cuh"

template <class F> CUTS_INLINE F cuts_angle(F x) { return atan2((F)0, x); }
CUTS_INLINE float cuts_degrees(float x) { return x * (180.0f / 3.14159265358979323846f); }
CUTS_INLINE double cuts_degrees(double x) { return x * (180.0 / 3.14159265358979323846); }
CUTS_INLINE float cuts_radians(float x) { return x * (3.14159265358979323846f / 180.0f); }
CUTS_INLINE double cuts_radians(double x) { return x * (3.14159265358979323846 / 180.0); }
template <class F> CUTS_INLINE F cuts_gelu_tanh(F x) {
  F factor = (1 + tanh((F)0.7978845608028654 * (x + (F)0.044715 * x * x * x))) / 2;
  return factor == 0 ? 0 : x * factor;
}
