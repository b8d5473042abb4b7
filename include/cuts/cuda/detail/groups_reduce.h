// cg::reduce and its operators.
#pragma once
#include "groups_partition.h"

namespace cooperative_groups {

#define CUTS_REDUCTION(name, expression)                                                     \
  template <class T = void> struct name {                                                    \
    __device__ __forceinline__ T operator()(const T& a, const T& b) const { return expression; } \
  };                                                                                         \
  template <> struct name<void> {                                                            \
    template <class T> __device__ __forceinline__ T operator()(const T& a, const T& b) const { return expression; } \
  };
CUTS_REDUCTION(plus, a + b)
CUTS_REDUCTION(less, b < a ? b : a)
CUTS_REDUCTION(greater, a < b ? b : a)
CUTS_REDUCTION(bit_and, a& b)
CUTS_REDUCTION(bit_or, a | b)
CUTS_REDUCTION(bit_xor, a ^ b)
#undef CUTS_REDUCTION

// Ranks of a group that exist: a tile at the end of a block may lack its last lanes.
CUTS_GROUP unsigned cuts_present(const coalesced_group& group) { return group.size(); }
template <unsigned Size, class Parent> CUTS_GROUP unsigned cuts_present(const thread_block_tile<Size, Parent>&) {
  unsigned left = cuts_block_threads() - (cuts_thread_rank() & ~(Size - 1u));
  return left < Size ? left : Size;
}

// A tree over the ranks from any starting value, then its result from rank 0 to all.
template <class Group, class T, class Op> CUTS_GROUP T reduce(const Group& group, T value, Op&& op) {
  const unsigned present = cuts_present(group), rank = group.thread_rank();
  for (unsigned reach = 1; reach < group.size(); reach *= 2) {
    T other = group.shfl_down(value, reach);
    if (rank + reach < present) value = op(value, other);
  }
  return group.shfl(value, 0);
}

}
