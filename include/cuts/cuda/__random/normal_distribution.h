// std::normal_distribution with the numbers of GNU's library, which programs draw when nvcc has compiled them.
#pragma once
#define normal_distribution __cuts_library_normal_distribution
#include_next <__random/normal_distribution.h>
#undef normal_distribution

_LIBCPP_PUSH_MACROS
#include <__undef_macros>
_LIBCPP_BEGIN_NAMESPACE_STD

template <class _RealType = double> class normal_distribution {
 public:
  typedef _RealType result_type;

  class param_type {
    result_type __mean_, __stddev_;

   public:
    typedef normal_distribution distribution_type;
    explicit param_type(result_type __mean = 0, result_type __stddev = 1) : __mean_(__mean), __stddev_(__stddev) {}
    result_type mean() const { return __mean_; }
    result_type stddev() const { return __stddev_; }
    friend bool operator==(const param_type& __x, const param_type& __y) {
      return __x.__mean_ == __y.__mean_ && __x.__stddev_ == __y.__stddev_;
    }
    friend bool operator!=(const param_type& __x, const param_type& __y) { return !(__x == __y); }
  };

  normal_distribution() : normal_distribution(0) {}
  explicit normal_distribution(result_type __mean, result_type __stddev = 1) : __p_(__mean, __stddev) {}
  explicit normal_distribution(const param_type& __p) : __p_(__p) {}
  void reset() { __is_kept_ = false; }
  result_type mean() const { return __p_.mean(); }
  result_type stddev() const { return __p_.stddev(); }
  param_type param() const { return __p_; }
  void param(const param_type& __p) { __p_ = __p; }
  result_type min() const { return numeric_limits<result_type>::lowest(); }
  result_type max() const { return numeric_limits<result_type>::max(); }
  friend bool operator==(const normal_distribution& __x, const normal_distribution& __y) {
    return __x.__p_ == __y.__p_ && __x.__is_kept_ == __y.__is_kept_ && (!__x.__is_kept_ || __x.__kept_ == __y.__kept_);
  }
  friend bool operator!=(const normal_distribution& __x, const normal_distribution& __y) { return !(__x == __y); }

  template <class _URNG> result_type operator()(_URNG& __g) { return (*this)(__g, __p_); }
  template <class _URNG> result_type operator()(_URNG& __g, const param_type& __p) {
    result_type __found;
    if (__is_kept_) {
      __is_kept_ = false;
      __found = __kept_;
    } else {
      result_type __x, __y, __square;
      do {
        __x = result_type(2) * std::generate_canonical<result_type, numeric_limits<result_type>::digits>(__g) - result_type(1);
        __y = result_type(2) * std::generate_canonical<result_type, numeric_limits<result_type>::digits>(__g) - result_type(1);
        __square = __x * __x + __y * __y;
      } while (__square > 1 || __square == 0);
      const result_type __factor = std::sqrt(-2 * std::log(__square) / __square);
      __kept_ = __x * __factor;
      __is_kept_ = true;
      __found = __y * __factor;
    }
    return __found * __p.stddev() + __p.mean();
  }

 private:
  param_type __p_;
  result_type __kept_ = 0;
  bool __is_kept_ = false;
};

template <class _CharT, class _Traits, class _RT>
basic_ostream<_CharT, _Traits>& operator<<(basic_ostream<_CharT, _Traits>& __os, const normal_distribution<_RT>& __x) {
  return __os << __x.mean() << __os.widen(' ') << __x.stddev();
}
template <class _CharT, class _Traits, class _RT>
basic_istream<_CharT, _Traits>& operator>>(basic_istream<_CharT, _Traits>& __is, normal_distribution<_RT>& __x) {
  _RT __mean, __stddev;
  if (__is >> __mean >> __stddev) __x.param(typename normal_distribution<_RT>::param_type(__mean, __stddev));
  return __is;
}

_LIBCPP_END_NAMESPACE_STD
_LIBCPP_POP_MACROS
