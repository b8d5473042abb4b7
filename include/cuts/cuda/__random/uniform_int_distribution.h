// std::uniform_int_distribution with the numbers of GNU's library, which programs draw when nvcc has compiled them. The rest of the library's header stays.
#pragma once
#define uniform_int_distribution __cuts_library_uniform_int_distribution
#include_next <__random/uniform_int_distribution.h>
#undef uniform_int_distribution

_LIBCPP_PUSH_MACROS
#include <__undef_macros>
_LIBCPP_BEGIN_NAMESPACE_STD

template <class _IntType = int> class uniform_int_distribution {
  static_assert(__libcpp_random_is_valid_inttype<_IntType>::value, "IntType must be a supported integer type");

 public:
  typedef _IntType result_type;

  class param_type {
    result_type __a_, __b_;

   public:
    typedef uniform_int_distribution distribution_type;
    explicit param_type(result_type __a = 0, result_type __b = numeric_limits<result_type>::max()) : __a_(__a), __b_(__b) {}
    result_type a() const { return __a_; }
    result_type b() const { return __b_; }
    friend bool operator==(const param_type& __x, const param_type& __y) { return __x.__a_ == __y.__a_ && __x.__b_ == __y.__b_; }
    friend bool operator!=(const param_type& __x, const param_type& __y) { return !(__x == __y); }
  };

  uniform_int_distribution() : uniform_int_distribution(0) {}
  explicit uniform_int_distribution(result_type __a, result_type __b = numeric_limits<result_type>::max()) : __p_(__a, __b) {}
  explicit uniform_int_distribution(const param_type& __p) : __p_(__p) {}
  void reset() {}
  result_type a() const { return __p_.a(); }
  result_type b() const { return __p_.b(); }
  param_type param() const { return __p_; }
  void param(const param_type& __p) { __p_ = __p; }
  result_type min() const { return a(); }
  result_type max() const { return b(); }
  friend bool operator==(const uniform_int_distribution& __x, const uniform_int_distribution& __y) { return __x.__p_ == __y.__p_; }
  friend bool operator!=(const uniform_int_distribution& __x, const uniform_int_distribution& __y) { return !(__x == __y); }

  template <class _URNG> result_type operator()(_URNG& __g) { return (*this)(__g, __p_); }
  template <class _URNG> result_type operator()(_URNG& __g, const param_type& __p) {
    typedef unsigned long long __word;
    constexpr __word __drawn = __word(_URNG::max()) - __word(_URNG::min());
    const __word __range = __word(__p.b()) - __word(__p.a());
    __word __found;
    if (__drawn > __range) {
      const __word __count = __range + 1;
      if constexpr (__drawn == ~__word(0)) __found = __scaled<unsigned __int128, __word>(__g, __count);
      else if constexpr (__drawn == 0xffffffffull) __found = __scaled<__word, unsigned>(__g, unsigned(__count));
      else {
        const __word __scale = __drawn / __count, __past = __count * __scale;
        do __found = __word(__g()) - __word(_URNG::min());
        while (__found >= __past);
        __found /= __scale;
      }
    } else if (__drawn < __range) {
      __word __high;
      do {
        const __word __step = __drawn + 1;
        __high = __step * __word((*this)(__g, param_type(0, result_type(__range / __step))));
        __found = __high + (__word(__g()) - __word(_URNG::min()));
      } while (__found > __range || __found < __high);
    } else __found = __word(__g()) - __word(_URNG::min());
    return result_type(__found + __word(__p.a()));
  }

 private:
  param_type __p_;

  // The upper half of a product; what would favour some numbers is drawn again.
  template <class _Wide, class _Narrow, class _URNG> static _Narrow __scaled(_URNG& __g, _Narrow __count) {
    _Wide __product = _Wide(__g()) * _Wide(__count);
    _Narrow __low = _Narrow(__product);
    if (__low < __count) {
      const _Narrow __threshold = _Narrow(-__count) % __count;
      while (__low < __threshold) {
        __product = _Wide(__g()) * _Wide(__count);
        __low = _Narrow(__product);
      }
    }
    return _Narrow(__product >> (8 * sizeof(_Narrow)));
  }
};

template <class _CharT, class _Traits, class _IT>
basic_ostream<_CharT, _Traits>& operator<<(basic_ostream<_CharT, _Traits>& __os, const uniform_int_distribution<_IT>& __x) {
  return __os << __x.a() << __os.widen(' ') << __x.b();
}
template <class _CharT, class _Traits, class _IT>
basic_istream<_CharT, _Traits>& operator>>(basic_istream<_CharT, _Traits>& __is, uniform_int_distribution<_IT>& __x) {
  _IT __a, __b;
  if (__is >> __a >> __b) __x.param(typename uniform_int_distribution<_IT>::param_type(__a, __b));
  return __is;
}

_LIBCPP_END_NAMESPACE_STD
_LIBCPP_POP_MACROS
