// cg::coalesced_group: any set of lanes of a warp, with ranks counted along the set; and cg::thread_group, which is
// such a set or a whole block and is decided at run time.
#pragma once
#include "groups_block.h"
#include "intrinsics_integer.h"

namespace cooperative_groups {

class coalesced_group {
  unsigned mask_, meta_rank_, meta_size_;

 public:
  __device__ __forceinline__ explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  __device__ __forceinline__ unsigned cuts_mask() const { return mask_; }
  __device__ __forceinline__ unsigned cuts_lane_of(unsigned rank) const {
    unsigned rest = mask_;
    for (; rank > 0; --rank) rest &= rest - 1;
    return static_cast<unsigned>(__builtin_ctz(rest));
  }
  // From lanes of the warp to ranks of the group.
  __device__ __forceinline__ unsigned cuts_pack(unsigned lanes) const {
    if (mask_ == CUTS_FULL_WARP) return lanes;
    unsigned packed = 0, rank = 0;
    for (unsigned rest = mask_; rest; rest &= rest - 1) packed |= (lanes >> __builtin_ctz(rest) & 1u) << rank++;
    return packed;
  }

  __device__ __forceinline__ void sync() const { __syncwarp(mask_); }
  __device__ __forceinline__ unsigned size() const { return static_cast<unsigned>(__popc(mask_)); }
  __device__ __forceinline__ unsigned num_threads() const { return size(); }
  __device__ __forceinline__ unsigned thread_rank() const {
    return static_cast<unsigned>(__popc(mask_ & cuts_lower_lanes()));
  }
  __device__ __forceinline__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ __forceinline__ unsigned meta_group_size() const { return meta_size_; }
  template <class _Tp> __device__ __forceinline__ _Tp shfl(const _Tp& value, int rank) const {
    return cuts_shuffle_any<CUTS_SHFL>(mask_, value, cuts_lane_of(static_cast<unsigned>(rank) % size()), 32);
  }
  // A thread whose partner lies outside the group keeps its own value.
  template <class _Tp> __device__ __forceinline__ _Tp shfl_up(const _Tp& value, unsigned delta) const {
    unsigned rank = thread_rank();
    return cuts_shuffle_any<CUTS_SHFL>(mask_, value, rank >= delta ? cuts_lane_of(rank - delta) : cuts_lane(), 32);
  }
  template <class _Tp> __device__ __forceinline__ _Tp shfl_down(const _Tp& value, unsigned delta) const {
    unsigned rank = thread_rank();
    return cuts_shuffle_any<CUTS_SHFL>(mask_, value, rank + delta < size() ? cuts_lane_of(rank + delta) : cuts_lane(), 32);
  }
  __device__ __forceinline__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __device__ __forceinline__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __device__ __forceinline__ unsigned ballot(int predicate) const { return cuts_pack(__ballot_sync(mask_, predicate)); }
  template <class _Tp> __device__ __forceinline__ unsigned match_any(_Tp value) const {
    return cuts_pack(__match_any_sync(mask_, value));
  }
  template <class _Tp> __device__ __forceinline__ unsigned match_all(_Tp value, int& predicate) const {
    return cuts_pack(__match_all_sync(mask_, value, &predicate));
  }
};
CUTS_GROUP coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// A group of unknown kind: a set of lanes, or the block where the mask is empty.
class thread_group {
  unsigned mask_;

 public:
  __device__ __forceinline__ thread_group(const thread_block&) : mask_(0) {}
  __device__ __forceinline__ thread_group(const coalesced_group& group) : mask_(group.cuts_mask()) {}
  __device__ __forceinline__ unsigned cuts_mask() const { return mask_; }
  __device__ __forceinline__ void sync() const {
    if (mask_ == 0) __cuts_barrier();
    else __syncwarp(mask_);
  }
  __device__ __forceinline__ unsigned size() const {
    return mask_ == 0 ? cuts_block_threads() : static_cast<unsigned>(__popc(mask_));
  }
  __device__ __forceinline__ unsigned num_threads() const { return size(); }
  __device__ __forceinline__ unsigned thread_rank() const {
    return mask_ == 0 ? cuts_thread_rank() : static_cast<unsigned>(__popc(mask_ & cuts_lower_lanes()));
  }
};

}
