// cg::inclusive_scan and cg::exclusive_scan.
#pragma once
#include "groups_reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Op> CUTS_GROUP T inclusive_scan(const Group& group, T value, Op&& op) {
  const unsigned rank = group.thread_rank();
  for (unsigned reach = 1; reach < group.size(); reach *= 2) {
    T other = group.shfl_up(value, reach);
    if (rank >= reach) value = op(other, value);
  }
  return value;
}
template <class Group, class T> CUTS_GROUP T inclusive_scan(const Group& group, T value) { return inclusive_scan(group, value, plus<T>()); }

// Rank 0 gets a value-initialised result, as NVIDIA's does.
template <class Group, class T, class Op> CUTS_GROUP T exclusive_scan(const Group& group, T value, Op&& op) {
  T before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T> CUTS_GROUP T exclusive_scan(const Group& group, T value) { return exclusive_scan(group, value, plus<T>()); }

}
