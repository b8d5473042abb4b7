// Cooperative groups: the block's warps and quarter warps reduce in tiles of a size known to the compiler.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <typename Group>
__device__ int reduce_tile(const Group& tile, int value) {
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
  return tile.shfl(value, 0);
}

template <int TileSize>
__device__ void tile_sums(cg::thread_block block, const int* in, int* out, int n) {
  auto tile = cg::tiled_partition<TileSize>(block);
  int i = block.group_index().x * block.size() + block.thread_rank();
  int sum = reduce_tile(tile, i < n ? in[i] : 0);
  if (tile.thread_rank() == 0) {
    out[block.group_index().x * tile.meta_group_size() + tile.meta_group_rank()] = sum;
  }
}

extern "C" __global__ void reduce_tiles(const int* in, int* by_32, int* by_8, int* by_block, int n) {
  cg::thread_block block = cg::this_thread_block();
  tile_sums<32>(block, in, by_32, n);
  tile_sums<8>(block, in, by_8, n);

  __shared__ int total;
  if (block.thread_rank() == 0) total = 0;
  block.sync();
  auto pair = cg::tiled_partition<2>(block);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = i < n ? in[i] : 0;
  int both = mine + pair.shfl_xor(mine, 1);
  if (pair.thread_rank() == 0) atomicAdd(&total, both);
  block.sync();
  if (block.thread_rank() == 0) by_block[blockIdx.x] = total;
}
