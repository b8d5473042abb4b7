// std::complex for float and double: arithmetic and the elementary functions, by their textbook formulas. Division
// scales, so that it overflows only where its result does; NaN and infinity follow the formulas, not C's Annex G.
#pragma once
#include "std_math.h"
#include "std_type_traits.h"

namespace std {
template <class T> struct complex {
  typedef T value_type;
  __host__ __device__ constexpr complex(T re = T(), T im = T()) : re_(re), im_(im) {}
  template <class U> __host__ __device__ constexpr complex(const complex<U>& z) : re_(T(z.real())), im_(T(z.imag())) {}
  __host__ __device__ constexpr T real() const { return re_; }
  __host__ __device__ constexpr T imag() const { return im_; }
  __host__ __device__ constexpr void real(T re) { re_ = re; }
  __host__ __device__ constexpr void imag(T im) { im_ = im; }
  __host__ __device__ constexpr complex& operator+=(const complex& z) { return *this = *this + z; }
  __host__ __device__ constexpr complex& operator-=(const complex& z) { return *this = *this - z; }
  __host__ __device__ constexpr complex& operator*=(const complex& z) { return *this = *this * z; }
  __host__ __device__ complex& operator/=(const complex& z) { return *this = *this / z; }

  // Friends, so that a number on either side converts.
  __host__ __device__ friend constexpr complex operator+(const complex& a, const complex& b) { return {a.re_ + b.re_, a.im_ + b.im_}; }
  __host__ __device__ friend constexpr complex operator-(const complex& a, const complex& b) { return {a.re_ - b.re_, a.im_ - b.im_}; }
  __host__ __device__ friend constexpr complex operator*(const complex& a, const complex& b) {
    return {a.re_ * b.re_ - a.im_ * b.im_, a.re_ * b.im_ + a.im_ * b.re_};
  }
  __host__ __device__ friend complex operator/(const complex& a, const complex& b) {
    T br = b.re_ < 0 ? -b.re_ : b.re_, bi = b.im_ < 0 ? -b.im_ : b.im_;
    if (br >= bi) {
      T ratio = b.im_ / b.re_, scale = T(1) / (b.re_ + b.im_ * ratio);
      return {(a.re_ + a.im_ * ratio) * scale, (a.im_ - a.re_ * ratio) * scale};
    }
    T ratio = b.re_ / b.im_, scale = T(1) / (b.re_ * ratio + b.im_);
    return {(a.re_ * ratio + a.im_) * scale, (a.im_ * ratio - a.re_) * scale};
  }
  __host__ __device__ friend constexpr complex operator+(const complex& a) { return a; }
  __host__ __device__ friend constexpr complex operator-(const complex& a) { return {-a.re_, -a.im_}; }
  __host__ __device__ friend constexpr bool operator==(const complex& a, const complex& b) { return a.re_ == b.re_ && a.im_ == b.im_; }
  __host__ __device__ friend constexpr bool operator!=(const complex& a, const complex& b) { return !(a == b); }

 private:
  T re_, im_;
};

template <class T> __host__ __device__ constexpr T real(const complex<T>& z) { return z.real(); }
template <class T> __host__ __device__ constexpr T imag(const complex<T>& z) { return z.imag(); }
template <class T> __host__ __device__ constexpr complex<T> conj(const complex<T>& z) { return {z.real(), -z.imag()}; }
template <class T> __host__ __device__ constexpr T norm(const complex<T>& z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <class T> __device__ T abs(const complex<T>& z) { return ::hypot(z.real(), z.imag()); }
template <class T> __device__ T arg(const complex<T>& z) { return ::atan2(z.imag(), z.real()); }
template <class T> __device__ complex<T> polar(const T& magnitude, const T& angle = T()) {
  return {magnitude * ::cos(angle), magnitude * ::sin(angle)};
}
template <class T> __device__ complex<T> exp(const complex<T>& z) { return polar<T>(::exp(z.real()), z.imag()); }
template <class T> __device__ complex<T> log(const complex<T>& z) { return {::log(abs(z)), arg(z)}; }
template <class T> __device__ complex<T> log10(const complex<T>& z) { return log(z) / T(2.30258509299404568402); }
template <class T> __device__ complex<T> sqrt(const complex<T>& z) {
  T size = abs(z);
  if (size == T(0)) return {T(0), z.imag()};
  T root = ::sqrt(T(0.5) * (size + ::fabs(z.real())));
  return z.real() >= T(0) ? complex<T>(root, z.imag() / (root + root))
                          : complex<T>(::fabs(z.imag()) / (root + root), ::copysign(root, z.imag()));
}
template <class T> __device__ complex<T> pow(const complex<T>& z, const complex<T>& w) { return exp(w * log(z)); }
template <class T> __device__ complex<T> pow(const complex<T>& z, const T& w) {
  return z == complex<T>() ? complex<T>(w == T(0) ? T(1) : T(0)) : polar<T>(::pow(abs(z), w), arg(z) * w);
}
template <class T> __device__ complex<T> pow(const T& z, const complex<T>& w) { return pow(complex<T>(z), w); }
template <class T> __device__ complex<T> sinh(const complex<T>& z) {
  return {::sinh(z.real()) * ::cos(z.imag()), ::cosh(z.real()) * ::sin(z.imag())};
}
template <class T> __device__ complex<T> cosh(const complex<T>& z) {
  return {::cosh(z.real()) * ::cos(z.imag()), ::sinh(z.real()) * ::sin(z.imag())};
}
template <class T> __device__ complex<T> tanh(const complex<T>& z) { return sinh(z) / cosh(z); }
template <class T> __device__ complex<T> sin(const complex<T>& z) {
  return {::sin(z.real()) * ::cosh(z.imag()), ::cos(z.real()) * ::sinh(z.imag())};
}
template <class T> __device__ complex<T> cos(const complex<T>& z) {
  return {::cos(z.real()) * ::cosh(z.imag()), -::sin(z.real()) * ::sinh(z.imag())};
}
template <class T> __device__ complex<T> tan(const complex<T>& z) { return sin(z) / cos(z); }
}
