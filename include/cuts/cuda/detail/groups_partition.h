// Dividing groups: tiled_partition by a constant or a variable, binary_partition, labeled_partition.
#pragma once
#include "groups_wide_tile.h"

namespace cooperative_groups {

template <unsigned _Size> CUTS_GROUP thread_block_tile<_Size, thread_block> tiled_partition(const thread_block& block) {
  if constexpr (_Size > 32) return {block};
  else return {cuts_thread_rank() / _Size, (cuts_block_threads() + _Size - 1) / _Size};
}
template <unsigned _Size, unsigned _Outer, class _Parent>
CUTS_GROUP thread_block_tile<_Size, thread_block_tile<_Outer, _Parent>> tiled_partition(const thread_block_tile<_Outer, _Parent>& tile) {
  static_assert(_Size <= _Outer, "a tile cannot be larger than the tile it divides");
  return {tile.thread_rank() / _Size, _Outer / _Size};
}
// The grid's tiles are its blocks' tiles.
CUTS_GROUP thread_block_tile<1> this_thread() { return {0, 1}; }

// Lanes of the group whose rank falls into the same run of `size` ranks.
CUTS_GROUP coalesced_group cuts_lane_run(const coalesced_group& group, unsigned size) {
  unsigned first = group.thread_rank() / size * size, mask = 0;
  for (unsigned rank = first; rank < first + size && rank < group.size(); ++rank) mask |= 1u << group.cuts_lane_of(rank);
  return coalesced_group(mask, first / size, (group.size() + size - 1) / size);
}
CUTS_GROUP coalesced_group tiled_partition(const coalesced_group& group, unsigned size) {
  return cuts_lane_run(group, size);
}
template <unsigned _Size> CUTS_GROUP coalesced_group tiled_partition(const coalesced_group& group) {
  return cuts_lane_run(group, _Size);
}
CUTS_GROUP thread_group tiled_partition(const thread_group& group, unsigned size) {
  if (group.cuts_mask() != 0) return cuts_lane_run(coalesced_group(group.cuts_mask()), size);
  // A block divides into runs of lanes; larger tiles do not exist here.
  if (size > 32) __builtin_trap();
  unsigned base = cuts_lane() / size * size;
  return coalesced_group((CUTS_FULL_WARP >> (32 - size)) << base, cuts_thread_rank() / size, (cuts_block_threads() + size - 1) / size);
}

template <class _Group> CUTS_GROUP coalesced_group binary_partition(const _Group& group, bool predicate) {
  coalesced_group lanes = group;
  unsigned yes = __ballot_sync(lanes.cuts_mask(), predicate), mine = predicate ? yes : lanes.cuts_mask() & ~yes;
  // Where both halves exist the true one comes first.
  bool both = yes != 0 && yes != lanes.cuts_mask();
  return coalesced_group(mine, both && !predicate ? 1 : 0, both ? 2 : 1);
}
template <class _Label, class _Group> CUTS_GROUP coalesced_group labeled_partition(const _Group& group, _Label label) {
  coalesced_group lanes = group;
  unsigned mine = __match_any_sync(lanes.cuts_mask(), label);
  // Groups are ranked by their lowest lane, which speaks for each of them.
  unsigned leaders = __ballot_sync(lanes.cuts_mask(), cuts_lane() == static_cast<unsigned>(__builtin_ctz(mine)));
  unsigned before = leaders & ((1u << __builtin_ctz(mine)) - 1u);
  return coalesced_group(mine, static_cast<unsigned>(__popc(before)), static_cast<unsigned>(__popc(leaders)));
}

// One thread of the group runs the function; with _broadcast all get its result.
template <class _Group, class _Fp> CUTS_GROUP void invoke_one(const _Group& group, _Fp&& function) {
  if (group.thread_rank() == 0) function();
}
template <class _Group, class _Fp> CUTS_GROUP auto invoke_one_broadcast(const _Group& group, _Fp&& function) -> decltype(function()) {
  decltype(function()) result{};
  if (group.thread_rank() == 0) result = function();
  return group.shfl(result, 0);
}

}
