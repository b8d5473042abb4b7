// Iterators that compute what they yield. All are random-access over an index or another iterator; `bare` reaches through
// them to raw pointers.
#pragma once
#include "../tuple.h"
#include "pointer.h"

namespace thrust {
namespace detail {
// The arithmetic of an iterator from its `advance` and `distance_to`.
template <class _Self, class _Value, class _Reference, class _System> class iterator_base {
 public:
  typedef _System cuts_system;
  typedef _Value value_type;
  typedef _Reference reference;
  typedef void pointer;
  typedef ptrdiff_t difference_type;
  typedef std::random_access_iterator_tag iterator_category;

  __host__ __device__ _Self& operator++() { return self().advance(1), self(); }
  __host__ __device__ _Self& operator--() { return self().advance(-1), self(); }
  __host__ __device__ _Self operator++(int) {
    _Self __old = self();
    self().advance(1);
    return __old;
  }
  __host__ __device__ _Self operator--(int) {
    _Self __old = self();
    self().advance(-1);
    return __old;
  }
  __host__ __device__ _Self& operator+=(ptrdiff_t __n) { return self().advance(__n), self(); }
  __host__ __device__ _Self& operator-=(ptrdiff_t __n) { return self().advance(-__n), self(); }
  __host__ __device__ _Self operator+(ptrdiff_t __n) const {
    _Self __moved = self();
    __moved.advance(__n);
    return __moved;
  }
  __host__ __device__ _Self operator-(ptrdiff_t __n) const { return *this + -__n; }
  __host__ __device__ friend _Self operator+(ptrdiff_t __n, const _Self& __i) { return __i + __n; }
  __host__ __device__ ptrdiff_t operator-(const _Self& __from) const { return __from.distance_to(self()); }
  __host__ __device__ _Reference operator[](ptrdiff_t __n) const { return *(*this + __n); }
  __host__ __device__ bool operator==(const _Self& __o) const { return self().distance_to(__o) == 0; }
  __host__ __device__ bool operator!=(const _Self& __o) const { return self().distance_to(__o) != 0; }
  __host__ __device__ bool operator<(const _Self& __o) const { return self().distance_to(__o) > 0; }
  __host__ __device__ bool operator>(const _Self& __o) const { return self().distance_to(__o) < 0; }
  __host__ __device__ bool operator<=(const _Self& __o) const { return self().distance_to(__o) >= 0; }
  __host__ __device__ bool operator>=(const _Self& __o) const { return self().distance_to(__o) <= 0; }

 private:
  __host__ __device__ _Self& self() { return static_cast<_Self&>(*this); }
  __host__ __device__ const _Self& self() const { return static_cast<const _Self&>(*this); }
};
template <class... _Iterators>
using joint_system = std::conditional_t<
    (std::is_same_v<typename system_of<_Iterators>::type, device_system_tag> || ...), device_system_tag,
    std::conditional_t<(std::is_same_v<typename system_of<_Iterators>::type, any_system_tag> && ...), any_system_tag, host_system_tag>>;
}

template <class _Tp> class counting_iterator : public detail::iterator_base<counting_iterator<_Tp>, _Tp, _Tp, any_system_tag> {
 public:
  __host__ __device__ counting_iterator() : at_() {}
  __host__ __device__ explicit counting_iterator(_Tp __at) : at_(__at) {}
  __host__ __device__ _Tp operator*() const { return at_; }
  __host__ __device__ void advance(ptrdiff_t __n) { at_ = static_cast<_Tp>(at_ + static_cast<_Tp>(__n)); }
  __host__ __device__ ptrdiff_t distance_to(const counting_iterator& __o) const { return static_cast<ptrdiff_t>(__o.at_) - static_cast<ptrdiff_t>(at_); }

 private:
  _Tp at_;
};
template <class _Tp> __host__ __device__ counting_iterator<_Tp> make_counting_iterator(_Tp __at) { return counting_iterator<_Tp>(__at); }

struct use_default {};
// Thrust's further parameters, the type of differences and the system, change nothing here.
template <class _Tp, class _Difference = use_default, class _System = use_default>
class constant_iterator : public detail::iterator_base<constant_iterator<_Tp, _Difference, _System>, _Tp, _Tp, any_system_tag> {
 public:
  __host__ __device__ explicit constant_iterator(const _Tp& __value = _Tp(), ptrdiff_t __at = 0) : value_(__value), at_(__at) {}
  __host__ __device__ _Tp operator*() const { return value_; }
  __host__ __device__ void advance(ptrdiff_t __n) { at_ += __n; }
  __host__ __device__ ptrdiff_t distance_to(const constant_iterator& __o) const { return __o.at_ - at_; }

 private:
  _Tp value_;
  ptrdiff_t at_;
};
template <class _Tp> __host__ __device__ constant_iterator<_Tp> make_constant_iterator(const _Tp& __value, ptrdiff_t __at = 0) { return constant_iterator<_Tp>(__value, __at); }

class discard_iterator : public detail::iterator_base<discard_iterator, int, const discard_iterator&, any_system_tag> {
 public:
  __host__ __device__ explicit discard_iterator(ptrdiff_t __at = 0) : at_(__at) {}
  __host__ __device__ const discard_iterator& operator*() const { return *this; }
  template <class _Tp, class = std::enable_if_t<!std::is_same_v<_Tp, discard_iterator>>>
  __host__ __device__ const discard_iterator& operator=(const _Tp&) const { return *this; }
  __host__ __device__ void advance(ptrdiff_t __n) { at_ += __n; }
  __host__ __device__ ptrdiff_t distance_to(const discard_iterator& __o) const { return __o.at_ - at_; }

 private:
  ptrdiff_t at_;
};
__host__ __device__ inline discard_iterator make_discard_iterator(ptrdiff_t __at = 0) { return discard_iterator(__at); }

namespace detail {
template <class _Function, class _Iterator>
using result_of = std::decay_t<decltype(std::declval<const _Function&>()(*std::declval<const _Iterator&>()))>;
}
template <class _Function, class _Iterator, class _Reference = detail::result_of<_Function, _Iterator>, class = void>
class transform_iterator
    : public detail::iterator_base<transform_iterator<_Function, _Iterator, _Reference>, std::decay_t<_Reference>, _Reference,
                                   typename detail::system_of<_Iterator>::type> {
 public:
  transform_iterator() = default;
  __host__ __device__ transform_iterator(const _Iterator& __base, const _Function& __function) : base_(__base), function_(__function) {}
  __host__ __device__ explicit transform_iterator(const _Iterator& __base) : base_(__base) {}
  __host__ __device__ _Reference operator*() const { return function_(*base_); }
  __host__ __device__ void advance(ptrdiff_t __n) { base_ += __n; }
  __host__ __device__ ptrdiff_t distance_to(const transform_iterator& __o) const { return __o.base_ - base_; }
  __host__ __device__ const _Iterator& base() const { return base_; }
  __host__ __device__ const _Function& functor() const { return function_; }

 private:
  _Iterator base_;
  _Function function_;
};
template <class _Function, class _Iterator>
__host__ __device__ transform_iterator<_Function, _Iterator> make_transform_iterator(_Iterator __base, _Function __function) { return {__base, __function}; }

template <class _Elements, class _Indices>
class permutation_iterator
    : public detail::iterator_base<permutation_iterator<_Elements, _Indices>, detail::value_of<_Elements>,
                                   typename std::iterator_traits<_Elements>::reference, detail::joint_system<_Elements, _Indices>> {
 public:
  permutation_iterator() = default;
  __host__ __device__ permutation_iterator(const _Elements& __elements, const _Indices& __indices) : elements_(__elements), indices_(__indices) {}
  __host__ __device__ typename std::iterator_traits<_Elements>::reference operator*() const { return elements_[static_cast<ptrdiff_t>(*indices_)]; }
  __host__ __device__ void advance(ptrdiff_t __n) { indices_ += __n; }
  __host__ __device__ ptrdiff_t distance_to(const permutation_iterator& __o) const { return __o.indices_ - indices_; }
  __host__ __device__ const _Elements& elements() const { return elements_; }
  __host__ __device__ const _Indices& indices() const { return indices_; }

 private:
  _Elements elements_;
  _Indices indices_;
};
template <class _Elements, class _Indices>
__host__ __device__ permutation_iterator<_Elements, _Indices> make_permutation_iterator(_Elements __e, _Indices __i) { return {__e, __i}; }

template <class _Tuple> class zip_iterator;
template <class... _Iterators>
class zip_iterator<std::tuple<_Iterators...>>
    : public detail::iterator_base<zip_iterator<std::tuple<_Iterators...>>, std::tuple<detail::value_of<_Iterators>...>,
                                   std::tuple<typename std::iterator_traits<_Iterators>::reference...>, detail::joint_system<_Iterators...>> {
 public:
  typedef std::tuple<typename std::iterator_traits<_Iterators>::reference...> reference;
  zip_iterator() = default;
  __host__ __device__ zip_iterator(const std::tuple<_Iterators...>& __all) : all_(__all) {}
  __host__ __device__ reference operator*() const { return dereference(std::index_sequence_for<_Iterators...>()); }
  __host__ __device__ void advance(ptrdiff_t __n) { move(__n, std::index_sequence_for<_Iterators...>()); }
  __host__ __device__ ptrdiff_t distance_to(const zip_iterator& __o) const { return std::get<0>(__o.all_) - std::get<0>(all_); }
  __host__ __device__ const std::tuple<_Iterators...>& get_iterator_tuple() const { return all_; }

 private:
  template <size_t... _I> __host__ __device__ reference dereference(std::index_sequence<_I...>) const { return reference(*std::get<_I>(all_)...); }
  template <size_t... _I> __host__ __device__ void move(ptrdiff_t __n, std::index_sequence<_I...>) { ((std::get<_I>(all_) += __n), ...); }
  std::tuple<_Iterators...> all_;
};
template <class... _Iterators> __host__ __device__ zip_iterator<std::tuple<_Iterators...>> make_zip_iterator(const std::tuple<_Iterators...>& __all) { return {__all}; }
template <class _First, class... _Rest, class = typename std::iterator_traits<_First>::iterator_category>
__host__ __device__ zip_iterator<std::tuple<_First, _Rest...>> make_zip_iterator(_First __first, _Rest... __rest) { return {std::tuple<_First, _Rest...>(__first, __rest...)}; }

// A function of several arguments called with a tuple of them.
template <class _Function> class zip_function {
 public:
  __host__ __device__ explicit zip_function(const _Function& __f) : function_(__f) {}
  template <class _Tuple> __host__ __device__ decltype(auto) operator()(_Tuple&& __t) const {
    return call(__t, std::make_index_sequence<std::tuple_size_v<std::decay_t<_Tuple>>>());
  }

 private:
  template <class _Tuple, size_t... _I> __host__ __device__ decltype(auto) call(_Tuple&& __t, std::index_sequence<_I...>) const { return function_(std::get<_I>(__t)...); }
  _Function function_;
};
template <class _Function> __host__ __device__ zip_function<_Function> make_zip_function(const _Function& __f) { return zip_function<_Function>(__f); }

template <class _Iterator> using reverse_iterator = std::reverse_iterator<_Iterator>;
template <class _Iterator> __host__ __device__ std::reverse_iterator<_Iterator> make_reverse_iterator(_Iterator __i) { return std::reverse_iterator<_Iterator>(__i); }

namespace detail {
template <class _Function, class _Iterator, class _Reference> __host__ __device__ auto bare(const transform_iterator<_Function, _Iterator, _Reference>& __i) {
  auto __base = bare(__i.base());
  return transform_iterator<_Function, decltype(__base), _Reference>(__base, __i.functor());
}
template <class _Elements, class _Indices> __host__ __device__ auto bare(const permutation_iterator<_Elements, _Indices>& __i) {
  return make_permutation_iterator(bare(__i.elements()), bare(__i.indices()));
}
template <class _Iterator> __host__ __device__ auto bare(const std::reverse_iterator<_Iterator>& __i) { return std::reverse_iterator<decltype(bare(__i.base()))>(bare(__i.base())); }
template <class... _Iterators> __host__ __device__ auto bare(const zip_iterator<std::tuple<_Iterators...>>& __i);
template <class _Tuple, size_t... _I> __host__ __device__ auto bare_tuple(const _Tuple& __t, std::index_sequence<_I...>) {
  return make_zip_iterator(std::make_tuple(bare(std::get<_I>(__t))...));
}
template <class... _Iterators> __host__ __device__ auto bare(const zip_iterator<std::tuple<_Iterators...>>& __i) {
  return bare_tuple(__i.get_iterator_tuple(), std::index_sequence_for<_Iterators...>());
}
template <class _Iterator> struct system_of<std::reverse_iterator<_Iterator>, void> : system_of<_Iterator> {};
}
}
#include "../iterator/iterator_traits.h"
