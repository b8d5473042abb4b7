// cg::thread_block_tile<N>: N consecutive lanes of a warp, N a power of two known to the compiler.
#pragma once
#include "groups_lanes.h"

namespace cooperative_groups {

template <unsigned _Size, class _Parent = void> class thread_block_tile {
  static_assert(_Size == 1 || _Size == 2 || _Size == 4 || _Size == 8 || _Size == 16 || _Size == 32,
                "tiles have 1, 2, 4, 8, 16, 32, 64, 128, 256, 512 or 1024 threads");
  // Which tile of its parent this is; the parent of a nested tile is not the block.
  unsigned meta_rank_, meta_size_;

 public:
  __device__ __forceinline__ thread_block_tile(unsigned meta_rank, unsigned meta_size) : meta_rank_(meta_rank), meta_size_(meta_size) {}
  template <class _Other> __device__ __forceinline__ thread_block_tile(const thread_block_tile<_Size, _Other>& other)
      : meta_rank_(other.meta_group_rank()), meta_size_(other.meta_group_size()) {}
  __device__ __forceinline__ operator coalesced_group() const {
    return coalesced_group(cuts_mask(), meta_rank_, meta_size_);
  }
  __device__ __forceinline__ operator thread_group() const { return coalesced_group(cuts_mask()); }

  CUTS_GROUP unsigned cuts_base() { return cuts_lane() & ~(_Size - 1u) & 31u; }
  CUTS_GROUP unsigned cuts_mask() { return (CUTS_FULL_WARP >> (32 - _Size)) << cuts_base(); }
  CUTS_GROUP void sync() { __syncwarp(cuts_mask()); }
  CUTS_GROUP unsigned thread_rank() { return cuts_lane() & (_Size - 1u); }
  CUTS_GROUP constexpr unsigned size() { return _Size; }
  CUTS_GROUP constexpr unsigned num_threads() { return _Size; }
  __device__ __forceinline__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ __forceinline__ unsigned meta_group_size() const { return meta_size_; }

  template <class _Tp> CUTS_GROUP _Tp shfl(const _Tp& value, int rank) {
    return cuts_shuffle_any<CUTS_SHFL>(cuts_mask(), value, static_cast<unsigned>(rank), _Size);
  }
  template <class _Tp> CUTS_GROUP _Tp shfl_up(const _Tp& value, unsigned delta) {
    return cuts_shuffle_any<CUTS_SHFL_UP>(cuts_mask(), value, delta, _Size);
  }
  template <class _Tp> CUTS_GROUP _Tp shfl_down(const _Tp& value, unsigned delta) {
    return cuts_shuffle_any<CUTS_SHFL_DOWN>(cuts_mask(), value, delta, _Size);
  }
  template <class _Tp> CUTS_GROUP _Tp shfl_xor(const _Tp& value, unsigned lanes) {
    return cuts_shuffle_any<CUTS_SHFL_XOR>(cuts_mask(), value, lanes, _Size);
  }
  CUTS_GROUP int any(int predicate) { return __any_sync(cuts_mask(), predicate); }
  CUTS_GROUP int all(int predicate) { return __all_sync(cuts_mask(), predicate); }
  CUTS_GROUP unsigned ballot(int predicate) { return __ballot_sync(cuts_mask(), predicate) >> cuts_base(); }
  template <class _Tp> CUTS_GROUP unsigned match_any(_Tp value) {
    return __match_any_sync(cuts_mask(), value) >> cuts_base();
  }
  template <class _Tp> CUTS_GROUP unsigned match_all(_Tp value, int& predicate) {
    return __match_all_sync(cuts_mask(), value, &predicate) >> cuts_base();
  }
};

}
