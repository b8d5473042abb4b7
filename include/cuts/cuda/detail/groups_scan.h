// cg::inclusive_scan and cg::exclusive_scan.
#pragma once
#include "groups_reduce.h"

namespace cooperative_groups {

template <class _Group, class _Tp, class _Op> CUTS_GROUP _Tp inclusive_scan(const _Group& group, _Tp value, _Op&& op) {
  const unsigned rank = group.thread_rank();
  for (unsigned reach = 1; reach < group.size(); reach *= 2) {
    _Tp other = group.shfl_up(value, reach);
    if (rank >= reach) value = op(other, value);
  }
  return value;
}
template <class _Group, class _Tp> CUTS_GROUP _Tp inclusive_scan(const _Group& group, _Tp value) {
  return inclusive_scan(group, value, plus<_Tp>());
}

// Rank 0 gets a value-initialised result, as NVIDIA's does.
template <class _Group, class _Tp, class _Op> CUTS_GROUP _Tp exclusive_scan(const _Group& group, _Tp value, _Op&& op) {
  _Tp before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? _Tp() : before;
}
template <class _Group, class _Tp> CUTS_GROUP _Tp exclusive_scan(const _Group& group, _Tp value) {
  return exclusive_scan(group, value, plus<_Tp>());
}

}
