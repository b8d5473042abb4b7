// cg::thread_block_tile of 64 to 1024 threads: several warps, which meet in the cg::block_tile_memory that the kernel gives to
// this_thread_block.
#pragma once
#include "groups_tile.h"

namespace cooperative_groups {

struct cuts_tile_memory {
  // By tile: the warps that have come to its barrier, and how often it has opened.
  unsigned arrived[16], opened[16];
  // What a warp has to say.
  alignas(16) unsigned char values[32][32];
};
template <unsigned _MaxThreads = 1024> struct block_tile_memory : cuts_tile_memory {};

template <unsigned _MaxThreads> CUTS_GROUP thread_block this_thread_block(block_tile_memory<_MaxThreads>& memory) {
  thread_block block;
  block.cuts_memory = &memory;
  for (unsigned tile = cuts_thread_rank(); tile < 16; tile += cuts_block_threads()) memory.arrived[tile] = memory.opened[tile] = 0;
  __cuts_barrier();
  return block;
}

template <unsigned _Size> class cuts_wide_tile {
  cuts_tile_memory* memory_;

 public:
  __device__ __forceinline__ cuts_wide_tile(const thread_block& block) : memory_(block.cuts_memory) {
    if (memory_ != nullptr) return;
    if (cuts_thread_rank() == 0)
      printf("%s\nTry: __shared__ cg::block_tile_memory<> memory; cg::this_thread_block(memory);\n",
             "not supported on the cpu device: tiles of several warps without a cg::block_tile_memory");
    __builtin_trap();
  }
  CUTS_GROUP constexpr unsigned size() { return _Size; }
  CUTS_GROUP constexpr unsigned num_threads() { return _Size; }
  CUTS_GROUP unsigned thread_rank() { return cuts_thread_rank() % _Size; }
  CUTS_GROUP unsigned meta_group_rank() { return cuts_thread_rank() / _Size; }
  CUTS_GROUP unsigned meta_group_size() { return (cuts_block_threads() + _Size - 1) / _Size; }

  __device__ __forceinline__ void sync() const {
    __syncwarp();
    if (cuts_lane() == 0) {
      const unsigned tile = meta_group_rank();
      volatile unsigned* opened = &memory_->opened[tile];
      const unsigned before = *opened;
      __threadfence_block();
      if (atomicAdd(&memory_->arrived[tile], 1u) == warps() - 1) {
        memory_->arrived[tile] = 0;
        __threadfence_block();
        atomicAdd(&memory_->opened[tile], 1u);
      } else {
        while (*opened == before) {
        }
      }
    }
    __syncwarp();
  }

  // Rank 0 of each warp speaks for it; all get what becomes of the warps' values in their order.
  template <class _Tp, class _Op> __device__ __forceinline__ _Tp cuts_over_warps(_Tp value, _Op&& op) const {
    if (cuts_lane() == 0) slot<_Tp>(cuts_thread_rank() / 32) = value;
    sync();
    _Tp result = slot<_Tp>(first_warp());
    for (unsigned warp = 1; warp < warps(); ++warp) result = op(result, slot<_Tp>(first_warp() + warp));
    sync();
    return result;
  }
  // As on a GPU, all threads name the same rank.
  template <class _Tp> __device__ __forceinline__ _Tp shfl(const _Tp& value, unsigned rank) const {
    if (thread_rank() == rank) slot<_Tp>(first_warp()) = value;
    sync();
    _Tp result = slot<_Tp>(first_warp());
    sync();
    return result;
  }
  __device__ __forceinline__ int any(int predicate) const {
    return cuts_over_warps(__any_sync(__activemask(), predicate), [](int left, int right) { return left | right; });
  }
  __device__ __forceinline__ int all(int predicate) const {
    return cuts_over_warps(__all_sync(__activemask(), predicate), [](int left, int right) { return left & right; });
  }

 private:
  CUTS_GROUP unsigned first_warp() { return meta_group_rank() * (_Size / 32); }
  // The last tile of a block may lack some.
  CUTS_GROUP unsigned warps() {
    const unsigned left = (cuts_block_threads() + 31) / 32 - first_warp();
    return left < _Size / 32 ? left : _Size / 32;
  }
  template <class _Tp> __device__ __forceinline__ _Tp& slot(unsigned warp) const {
    static_assert(sizeof(_Tp) <= sizeof memory_->values[0], "not supported on the cpu device: values of more than 32 bytes in tiles of several warps");
    return reinterpret_cast<_Tp&>(memory_->values[warp]);
  }
};

#define CUTS_WIDE_TILE(size)                                                                   \
  template <class _Parent> class thread_block_tile<size, _Parent> : public cuts_wide_tile<size> { \
   public:                                                                                     \
    using cuts_wide_tile<size>::cuts_wide_tile;                                                \
  };
CUTS_WIDE_TILE(64)
CUTS_WIDE_TILE(128)
CUTS_WIDE_TILE(256)
CUTS_WIDE_TILE(512)
CUTS_WIDE_TILE(1024)
#undef CUTS_WIDE_TILE

template <class _Group> inline constexpr bool cuts_is_wide = false;
template <unsigned _Size, class _Parent> inline constexpr bool cuts_is_wide<thread_block_tile<_Size, _Parent>> = (_Size > 32);

}
