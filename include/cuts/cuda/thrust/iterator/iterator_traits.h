// thrust::iterator_traits and the shorthands.
#pragma once
#include "../detail/iterators.h"

namespace thrust {
template <class _Iterator> struct iterator_traits : std::iterator_traits<_Iterator> {};
template <class _Iterator> using iterator_value_t = typename std::iterator_traits<_Iterator>::value_type;
template <class _Iterator> struct iterator_value {
  typedef iterator_value_t<_Iterator> type;
};
template <class _Iterator> struct iterator_difference {
  typedef typename std::iterator_traits<_Iterator>::difference_type type;
};
template <class _Iterator> struct iterator_system {
  typedef typename detail::system_of<_Iterator>::type type;
};
}
