// std::complex for float and double: arithmetic and the elementary functions, by their textbook formulas. Division
// scales, so that it overflows only where its result does; NaN and infinity follow the formulas, not C's Annex G.
#pragma once
#include "std_math.h"
#include "std_type_traits.h"

namespace std {
template <class _Tp> struct complex {
  typedef _Tp value_type;
  __host__ __device__ constexpr complex(_Tp re = _Tp(), _Tp im = _Tp()) : re_(re), im_(im) {}
  template <class _Up> __host__ __device__ constexpr complex(const complex<_Up>& __z) : re_(_Tp(__z.real())), im_(_Tp(__z.imag())) {}
  __host__ __device__ constexpr _Tp real() const { return re_; }
  __host__ __device__ constexpr _Tp imag() const { return im_; }
  __host__ __device__ constexpr void real(_Tp re) { re_ = re; }
  __host__ __device__ constexpr void imag(_Tp im) { im_ = im; }
  __host__ __device__ constexpr complex& operator+=(const complex& __z) { return *this = *this + __z; }
  __host__ __device__ constexpr complex& operator-=(const complex& __z) { return *this = *this - __z; }
  __host__ __device__ constexpr complex& operator*=(const complex& __z) { return *this = *this * __z; }
  __host__ __device__ complex& operator/=(const complex& __z) { return *this = *this / __z; }

  // Friends, so that a number on either side converts.
  __host__ __device__ friend constexpr complex operator+(const complex& __a, const complex& __b) {
    return {__a.re_ + __b.re_, __a.im_ + __b.im_};
  }
  __host__ __device__ friend constexpr complex operator-(const complex& __a, const complex& __b) {
    return {__a.re_ - __b.re_, __a.im_ - __b.im_};
  }
  __host__ __device__ friend constexpr complex operator*(const complex& __a, const complex& __b) {
    return {__a.re_ * __b.re_ - __a.im_ * __b.im_, __a.re_ * __b.im_ + __a.im_ * __b.re_};
  }
  __host__ __device__ friend complex operator/(const complex& __a, const complex& __b) {
    _Tp br = __b.re_ < 0 ? -__b.re_ : __b.re_, bi = __b.im_ < 0 ? -__b.im_ : __b.im_;
    if (br >= bi) {
      _Tp ratio = __b.im_ / __b.re_, scale = _Tp(1) / (__b.re_ + __b.im_ * ratio);
      return {(__a.re_ + __a.im_ * ratio) * scale, (__a.im_ - __a.re_ * ratio) * scale};
    }
    _Tp ratio = __b.re_ / __b.im_, scale = _Tp(1) / (__b.re_ * ratio + __b.im_);
    return {(__a.re_ * ratio + __a.im_) * scale, (__a.im_ * ratio - __a.re_) * scale};
  }
  __host__ __device__ friend constexpr complex operator+(const complex& __a) { return __a; }
  __host__ __device__ friend constexpr complex operator-(const complex& __a) { return {-__a.re_, -__a.im_}; }
  __host__ __device__ friend constexpr bool operator==(const complex& __a, const complex& __b) {
    return __a.re_ == __b.re_ && __a.im_ == __b.im_;
  }
  __host__ __device__ friend constexpr bool operator!=(const complex& __a, const complex& __b) { return !(__a == __b); }

 private:
  _Tp re_, im_;
};

template <class _Tp> __host__ __device__ constexpr _Tp real(const complex<_Tp>& __z) { return __z.real(); }
template <class _Tp> __host__ __device__ constexpr _Tp imag(const complex<_Tp>& __z) { return __z.imag(); }
template <class _Tp> __host__ __device__ constexpr complex<_Tp> conj(const complex<_Tp>& __z) {
  return {__z.real(), -__z.imag()};
}
template <class _Tp> __host__ __device__ constexpr _Tp norm(const complex<_Tp>& __z) {
  return __z.real() * __z.real() + __z.imag() * __z.imag();
}
template <class _Tp> __device__ _Tp abs(const complex<_Tp>& __z) { return ::hypot(__z.real(), __z.imag()); }
template <class _Tp> __device__ _Tp arg(const complex<_Tp>& __z) { return ::atan2(__z.imag(), __z.real()); }
template <class _Tp> __device__ complex<_Tp> polar(const _Tp& magnitude, const _Tp& angle = _Tp()) {
  return {magnitude * ::cos(angle), magnitude * ::sin(angle)};
}
template <class _Tp> __device__ complex<_Tp> exp(const complex<_Tp>& __z) {
  return polar<_Tp>(::exp(__z.real()), __z.imag());
}
template <class _Tp> __device__ complex<_Tp> log(const complex<_Tp>& __z) { return {::log(abs(__z)), arg(__z)}; }
template <class _Tp> __device__ complex<_Tp> log10(const complex<_Tp>& __z) {
  return log(__z) / _Tp(2.30258509299404568402);
}
template <class _Tp> __device__ complex<_Tp> sqrt(const complex<_Tp>& __z) {
  _Tp size = abs(__z);
  if (size == _Tp(0)) return {_Tp(0), __z.imag()};
  _Tp root = ::sqrt(_Tp(0.5) * (size + ::fabs(__z.real())));
  return __z.real() >= _Tp(0) ? complex<_Tp>(root, __z.imag() / (root + root))
                          : complex<_Tp>(::fabs(__z.imag()) / (root + root), ::copysign(root, __z.imag()));
}
template <class _Tp> __device__ complex<_Tp> pow(const complex<_Tp>& __z, const complex<_Tp>& __w) {
  return exp(__w * log(__z));
}
template <class _Tp> __device__ complex<_Tp> pow(const complex<_Tp>& __z, const _Tp& __w) {
  return __z == complex<_Tp>() ? complex<_Tp>(__w == _Tp(0) ? _Tp(1) : _Tp(0)) : polar<_Tp>(::pow(abs(__z), __w), arg(__z) * __w);
}
template <class _Tp> __device__ complex<_Tp> pow(const _Tp& __z, const complex<_Tp>& __w) {
  return pow(complex<_Tp>(__z), __w);
}
template <class _Tp> __device__ complex<_Tp> sinh(const complex<_Tp>& __z) {
  return {::sinh(__z.real()) * ::cos(__z.imag()), ::cosh(__z.real()) * ::sin(__z.imag())};
}
template <class _Tp> __device__ complex<_Tp> cosh(const complex<_Tp>& __z) {
  return {::cosh(__z.real()) * ::cos(__z.imag()), ::sinh(__z.real()) * ::sin(__z.imag())};
}
template <class _Tp> __device__ complex<_Tp> tanh(const complex<_Tp>& __z) { return sinh(__z) / cosh(__z); }
template <class _Tp> __device__ complex<_Tp> sin(const complex<_Tp>& __z) {
  return {::sin(__z.real()) * ::cosh(__z.imag()), ::cos(__z.real()) * ::sinh(__z.imag())};
}
template <class _Tp> __device__ complex<_Tp> cos(const complex<_Tp>& __z) {
  return {::cos(__z.real()) * ::cosh(__z.imag()), -::sin(__z.real()) * ::sinh(__z.imag())};
}
template <class _Tp> __device__ complex<_Tp> tan(const complex<_Tp>& __z) { return sin(__z) / cos(__z); }
}
