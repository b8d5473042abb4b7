// cg::reduce and its operators.
#pragma once
#include "groups_partition.h"

namespace cooperative_groups {

#define CUTS_REDUCTION(name, expression)                                                                   \
  template <class _Tp = void> struct name {                                                                \
    __device__ __forceinline__ _Tp operator()(const _Tp& __a, const _Tp& __b) const { return expression; } \
  };                                                                                                       \
  template <> struct name<void> {                                                                          \
    template <class _Tp> __device__ __forceinline__ _Tp operator()(const _Tp& __a, const _Tp& __b) const { \
      return expression;                                                                                   \
    }                                                                                                      \
  };
CUTS_REDUCTION(plus, __a + __b)
CUTS_REDUCTION(less, __b < __a ? __b : __a)
CUTS_REDUCTION(greater, __a < __b ? __b : __a)
CUTS_REDUCTION(bit_and, __a& __b)
CUTS_REDUCTION(bit_or, __a | __b)
CUTS_REDUCTION(bit_xor, __a ^ __b)
#undef CUTS_REDUCTION

// Ranks of a group that exist: a tile at the end of a block may lack its last lanes.
CUTS_GROUP unsigned cuts_present(const coalesced_group& group) { return group.size(); }
template <unsigned _Size, class _Parent> CUTS_GROUP unsigned cuts_present(const thread_block_tile<_Size, _Parent>&) {
  unsigned left = cuts_block_threads() - (cuts_thread_rank() & ~(_Size - 1u));
  return left < _Size ? left : _Size;
}

// A tree over the ranks from any starting value, then its result from rank 0 to all.
template <class _Group, class _Tp, class _Op> CUTS_GROUP _Tp reduce(const _Group& group, _Tp value, _Op&& op) {
  if constexpr (cuts_is_wide<_Group>) {
    const thread_block_tile<32, _Group> warp(0, 1);
    return group.cuts_over_warps(reduce(warp, value, op), op);
  } else {
    const unsigned present = cuts_present(group), rank = group.thread_rank();
    for (unsigned reach = 1; reach < group.size(); reach *= 2) {
      _Tp other = group.shfl_down(value, reach);
      if (rank + reach < present) value = op(value, other);
    }
    return group.shfl(value, 0);
  }
}

}
