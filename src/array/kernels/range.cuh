// Evenly spaced numbers: each is start + index * step, computed as a double with two roundings and converted as a typed array
// of JavaScript does it, so that it does not matter which side computes them.
#pragma once
#include "prelude.cuh"

CUTS_INLINE double cuts_even(double start, double step, cuts_size i, int floors) {
  const double x = __dadd_rn(start, __dmul_rn((double)i, step));
  return floors ? floor(x) : x;
}
// A double as an element: an integer by way of 64 bits.
template <class T> struct cuts_even_as { static __device__ __forceinline__ T of(double x) { return (T)(long long)x; } };
template <> struct cuts_even_as<cuts_half> { static __device__ __forceinline__ cuts_half of(double x) { return cuts_store<cuts_half>(x); } };
template <> struct cuts_even_as<cuts_bfloat> { static __device__ __forceinline__ cuts_bfloat of(double x) { return cuts_store<cuts_bfloat>(x); } };
template <> struct cuts_even_as<float> { static __device__ __forceinline__ float of(double x) { return (float)x; } };
template <> struct cuts_even_as<double> { static __device__ __forceinline__ double of(double x) { return x; } };
template <class T> struct cuts_even_as<cuts_complex<T>> {
  static __device__ __forceinline__ cuts_complex<T> of(double x) { return cuts_make((T)x, (T)0); }
};

// z[i] = start + i * step, rounded down before where `floors` is not 0.
template <class T>
__global__ void range(T* z, cuts_size n, double start, double step, int floors) {
  CUTS_EACH(i, n, z[i] = cuts_even_as<T>::of(cuts_even(start, step, i, floors)))
}
