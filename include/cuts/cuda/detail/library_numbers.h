// Numbers as NVIDIA's libraries know them: complex ones with operators (float2 has none, and programs define their own), the
// types behind cudaDataType, and elements read and written by such a type.
#pragma once
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <library_types.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// Laid out as cuComplex and cuDoubleComplex.
template <class Real> struct alignas(2 * sizeof(Real)) cuts_complex {
  Real x, y;
  cuts_complex() = default;
  cuts_complex(Real real, Real imaginary = 0) : x(real), y(imaginary) {}
  template <class Other> explicit cuts_complex(const cuts_complex<Other>& z) : x(Real(z.x)), y(Real(z.y)) {}
  cuts_complex& operator+=(const cuts_complex& z) { return x += z.x, y += z.y, *this; }
  cuts_complex& operator-=(const cuts_complex& z) { return x -= z.x, y -= z.y, *this; }
  cuts_complex& operator*=(const cuts_complex& z) { return *this = *this * z; }
  friend cuts_complex operator+(cuts_complex a, const cuts_complex& b) { return a += b; }
  friend cuts_complex operator-(cuts_complex a, const cuts_complex& b) { return a -= b; }
  friend cuts_complex operator-(const cuts_complex& a) { return {-a.x, -a.y}; }
  friend cuts_complex operator*(const cuts_complex& a, const cuts_complex& b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
  }
  // Scaled by the larger part, so that it overflows only where the quotient does.
  friend cuts_complex operator/(const cuts_complex& a, const cuts_complex& b) {
    const Real scale = fabs(b.x) + fabs(b.y), x = b.x / scale, y = b.y / scale, size = (x * x + y * y) * scale;
    return {(a.x * x + a.y * y) / size, (a.y * x - a.x * y) / size};
  }
  friend bool operator==(const cuts_complex& a, const cuts_complex& b) { return a.x == b.x && a.y == b.y; }
  friend bool operator!=(const cuts_complex& a, const cuts_complex& b) { return !(a == b); }
};

template <class Number> struct cuts_real_of { typedef Number type; };
template <class Real> struct cuts_real_of<cuts_complex<Real>> { typedef Real type; };
template <class Number> using cuts_real_t = typename cuts_real_of<Number>::type;

template <class Real> Real cuts_conj(Real x) { return x; }
template <class Real> cuts_complex<Real> cuts_conj(cuts_complex<Real> z) { return {z.x, -z.y}; }
template <class Real> Real cuts_real_part(Real x) { return x; }
template <class Real> Real cuts_real_part(cuts_complex<Real> z) { return z.x; }
template <class Real> Real cuts_size(Real x) { return x < 0 ? -x : x; }
template <class Real> Real cuts_size(cuts_complex<Real> z) { return hypot(z.x, z.y); }
// What BLAS takes for the size of a complex number where it looks for the largest one.
template <class Real> Real cuts_size_1(Real x) { return x < 0 ? -x : x; }
template <class Real> Real cuts_size_1(cuts_complex<Real> z) { return cuts_size_1(z.x) + cuts_size_1(z.y); }
template <class Real> Real cuts_squared(Real x) { return x * x; }
template <class Real> Real cuts_squared(cuts_complex<Real> z) { return z.x * z.x + z.y * z.y; }

// The C++ type of an API's type.
template <class Api> struct cuts_number_of { typedef Api type; };
template <> struct cuts_number_of<cuComplex> { typedef cuts_complex<float> type; };
template <> struct cuts_number_of<cuDoubleComplex> { typedef cuts_complex<double> type; };
template <class Api> using cuts_number_t = typename cuts_number_of<Api>::type;
template <class Api> cuts_number_t<Api>* cuts_numbers(Api* p) { return reinterpret_cast<cuts_number_t<Api>*>(p); }
template <class Api> const cuts_number_t<Api>* cuts_numbers(const Api* p) {
  return reinterpret_cast<const cuts_number_t<Api>*>(p);
}
template <class Api> cuts_number_t<Api>* const* cuts_numbers(Api* const* p) {
  return reinterpret_cast<cuts_number_t<Api>* const*>(p);
}
template <class Api> const cuts_number_t<Api>* const* cuts_numbers(const Api* const* p) {
  return reinterpret_cast<const cuts_number_t<Api>* const*>(p);
}

inline size_t cuts_type_bytes(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I: case CUDA_R_8U: case CUDA_R_8F_E4M3: case CUDA_R_8F_E5M2: return 1;
    case CUDA_R_16F: case CUDA_R_16BF: return 2;
    case CUDA_R_32F: case CUDA_R_32I: return 4;
    case CUDA_R_64F: case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 0;
  }
}


template <class Real> struct cuts_converted {
  template <class From> static Real of(From x) { return Real(x); }
  template <class Other> static Real of(cuts_complex<Other> z) { return Real(z.x); }
};
template <class Real> struct cuts_converted<cuts_complex<Real>> {
  template <class From> static cuts_complex<Real> of(From x) { return {Real(x), Real(0)}; }
  template <class Other> static cuts_complex<Real> of(cuts_complex<Other> z) { return {Real(z.x), Real(z.y)}; }
};

// Element i of an array of some type, in the type that a function computes in.
template <class Number> Number cuts_load(const void* array, cudaDataType type, long long i) {
  typedef cuts_converted<Number> to;
  switch (type) {
    case CUDA_R_32F: return to::of(static_cast<const float*>(array)[i]);
    case CUDA_R_64F: return to::of(static_cast<const double*>(array)[i]);
    case CUDA_R_16F: return to::of(float(static_cast<const __half*>(array)[i]));
    case CUDA_R_16BF: return to::of(float(static_cast<const __nv_bfloat16*>(array)[i]));
    case CUDA_R_8F_E4M3: return to::of(float(static_cast<const __nv_fp8_e4m3*>(array)[i]));
    case CUDA_R_8F_E5M2: return to::of(float(static_cast<const __nv_fp8_e5m2*>(array)[i]));
    case CUDA_R_8I: return to::of(static_cast<const signed char*>(array)[i]);
    case CUDA_R_8U: return to::of(static_cast<const unsigned char*>(array)[i]);
    case CUDA_R_32I: return to::of(static_cast<const int*>(array)[i]);
    case CUDA_C_32F: return to::of(static_cast<const cuts_complex<float>*>(array)[i]);
    case CUDA_C_64F: return to::of(static_cast<const cuts_complex<double>*>(array)[i]);
    default: return to::of(0);
  }
}
template <class Number> void cuts_store(void* array, cudaDataType type, long long i, Number value) {
  const auto real = cuts_real_part(value);
  switch (type) {
    case CUDA_R_32F: static_cast<float*>(array)[i] = float(real); break;
    case CUDA_R_64F: static_cast<double*>(array)[i] = double(real); break;
    case CUDA_R_16F: static_cast<__half*>(array)[i] = __half(float(real)); break;
    case CUDA_R_16BF: static_cast<__nv_bfloat16*>(array)[i] = __nv_bfloat16(float(real)); break;
    case CUDA_R_8F_E4M3: static_cast<__nv_fp8_e4m3*>(array)[i] = __nv_fp8_e4m3(float(real)); break;
    case CUDA_R_8F_E5M2: static_cast<__nv_fp8_e5m2*>(array)[i] = __nv_fp8_e5m2(float(real)); break;
    case CUDA_R_8I:
      static_cast<signed char*>(array)[i] = real > 127 ? 127 : real < -128 ? -128 : (signed char)(rint(double(real)));
      break;
    case CUDA_R_32I: static_cast<int*>(array)[i] = int(real); break;
    case CUDA_C_32F: static_cast<cuts_complex<float>*>(array)[i] = cuts_converted<cuts_complex<float>>::of(value); break;
    case CUDA_C_64F: static_cast<cuts_complex<double>*>(array)[i] = cuts_converted<cuts_complex<double>>::of(value); break;
    default: break;
  }
}

// A function that the library has and the cpu device has not: an error at the line that calls it, with the name.
#define CUTS_LIBRARY_MISSING(Status, name) \
  template <class... Arguments>            \
  __attribute__((unavailable(#name ": not supported on the cpu device"))) Status name(Arguments...);
