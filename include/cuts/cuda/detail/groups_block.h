// cg::thread_block and cg::grid_group.
#pragma once
#include "warp.h"

#define CUTS_GROUP static __device__ __forceinline__

namespace cooperative_groups {

struct cuts_tile_memory;

class thread_block {
 public:
  // Where tiles of several warps meet, if the kernel has given it (groups_wide_tile.h).
  cuts_tile_memory* cuts_memory = nullptr;
  CUTS_GROUP void sync() { __cuts_barrier(); }
  CUTS_GROUP unsigned thread_rank() { return cuts_thread_rank(); }
  CUTS_GROUP unsigned num_threads() { return cuts_block_threads(); }
  CUTS_GROUP unsigned size() { return cuts_block_threads(); }
  CUTS_GROUP dim3 group_index() { return blockIdx; }
  CUTS_GROUP dim3 thread_index() { return threadIdx; }
  CUTS_GROUP dim3 group_dim() { return blockDim; }
  CUTS_GROUP dim3 dim_threads() { return blockDim; }
  // A token for barrier_wait; arriving does nothing yet, so the wait is the whole barrier.
  struct arrival_token {};
  CUTS_GROUP arrival_token barrier_arrive() { return {}; }
  CUTS_GROUP void barrier_wait(arrival_token) { __cuts_barrier(); }
};
CUTS_GROUP thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  // Only a cooperative launch has all blocks resident; without one the machine reports the barrier.
  CUTS_GROUP void sync() { __cuts_grid_barrier(); }
  CUTS_GROUP bool is_valid() { return true; }
  CUTS_GROUP unsigned long long block_rank() {
    unsigned long long row = __cuts_bid_y() + static_cast<unsigned long long>(__cuts_gdim_y()) * __cuts_bid_z();
    return __cuts_bid_x() + __cuts_gdim_x() * row;
  }
  CUTS_GROUP unsigned long long num_blocks() {
    return static_cast<unsigned long long>(__cuts_gdim_x()) * __cuts_gdim_y() * __cuts_gdim_z();
  }
  CUTS_GROUP unsigned long long thread_rank() { return block_rank() * cuts_block_threads() + cuts_thread_rank(); }
  CUTS_GROUP unsigned long long num_threads() { return num_blocks() * cuts_block_threads(); }
  CUTS_GROUP unsigned long long size() { return num_threads(); }
  CUTS_GROUP dim3 group_dim() { return gridDim; }
  CUTS_GROUP dim3 dim_blocks() { return gridDim; }
  CUTS_GROUP dim3 block_index() { return blockIdx; }
};
CUTS_GROUP grid_group this_grid() { return grid_group(); }

template <class _Group> CUTS_GROUP void sync(const _Group& group) { group.sync(); }
template <class _Group> CUTS_GROUP auto thread_rank(const _Group& group) { return group.thread_rank(); }
template <class _Group> CUTS_GROUP auto group_size(const _Group& group) { return group.size(); }

// Shuffles of any trivially copyable type, word by word where it has more than 8 bytes.
template <int _Op, class _Tp> CUTS_GROUP _Tp cuts_shuffle_any(unsigned mask, const _Tp& value, unsigned by, int width) {
  if constexpr (sizeof(_Tp) == 1 || sizeof(_Tp) == 2 || sizeof(_Tp) == 4 || sizeof(_Tp) == 8) {
    return cuts_shuffle<_Op>(mask, value, by, width);
  } else {
    unsigned words[(sizeof(_Tp) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(_Tp));
    for (unsigned& word : words) word = cuts_shuffle<_Op>(mask, word, by, width);
    _Tp result;
    __builtin_memcpy(&result, words, sizeof(_Tp));
    return result;
  }
}
CUTS_GROUP unsigned cuts_lower_lanes() { return (1u << cuts_lane()) - 1u; }

}
