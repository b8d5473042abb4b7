// Cooperative groups: tiles, a reduction that works for any group, coalesced threads, cg::reduce and scans.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;

__device__ int sumOfGroup(cg::thread_group g, int* shared, int value) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    shared[lane] = value;
    g.sync();
    if (lane < i) value += shared[lane + i];
    g.sync();
  }
  return value;
}
__global__ void sums(int* out) {
  __shared__ int workspace[64];
  cg::thread_block block = cg::this_thread_block();
  int whole = sumOfGroup(block, workspace, block.thread_rank());
  if (block.thread_rank() == 0) out[0] = whole;
  block.sync();
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  int part = sumOfGroup(tile, workspace + 16 * tile.meta_group_rank(), tile.thread_rank());
  if (tile.thread_rank() == 0) out[1 + tile.meta_group_rank()] = part;
  block.sync();
  auto warp = cg::tiled_partition<32>(block);
  int reduced = cg::reduce(warp, (int)block.thread_rank(), cg::plus<int>());
  int largest = cg::reduce(warp, (int)block.thread_rank() % 13, cg::greater<int>());
  int before = cg::exclusive_scan(warp, 2);
  if (block.thread_rank() == 40) {
    out[5] = reduced;
    out[6] = largest;
    out[7] = before;
  }
  if (block.thread_rank() % 3 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(&out[8], active.size());
  }
  block.sync();
  if (block.thread_rank() == 0) {
    out[9] = block.group_dim().x;
    out[10] = tile.meta_group_size();
  }
}

// Tiles of several warps.
__global__ void wide_tiles(int* out) {
  __shared__ cg::block_tile_memory<128> memory;
  cg::thread_block block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
  for (int round = 0; round < 3; round++) {
    int sum = cg::reduce(tile, (int)block.thread_rank() + round, cg::plus<int>());
    if (tile.thread_rank() == 0) out[4 * round + tile.meta_group_rank()] = sum;
  }
  int from = tile.shfl((int)block.thread_rank(), 5), any = tile.any(block.thread_rank() == 70), all = tile.all(block.thread_rank() > 63);
  if (tile.thread_rank() == 31) out[12 + tile.meta_group_rank()] = 1000 * from + 10 * any + all;
  if (block.thread_rank() == 0) out[15] = 10000 * tile.meta_group_size() + tile.num_threads();
}

int main() {
  int h[11] = {0}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  sums<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("block %d, tiles %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]);
  printf("reduce %d, max %d, scan %d, coalesced %d\n", h[5], h[6], h[7], h[8]);
  printf("dim %d, groups %d\n", h[9], h[10]);
  int* wide;
  cudaMallocManaged(&wide, 16 * sizeof(int));
  wide_tiles<<<1, 128>>>(wide);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int row = 0; row < 4; row++) printf("%d %d\n", wide[4 * row], wide[4 * row + 1]);
  printf("%d\n", wide[15]);
  cudaFree(d);
  cudaFree(wide);
  return 0;
}
