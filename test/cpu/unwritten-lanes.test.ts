// What lanes give to a warp operation although nobody has written it: C++ calls it undefined, every GPU passes it on. The
// condition around the write must stay.

import { expect, it } from "vitest";
import { module } from "../../src/index.js";

const k = module(`
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void broadcast(int* count, int* out) {
  int v;
  if (threadIdx.x % 32 == 0) v = atomicAdd(count, 1);
  v = __shfl_sync(~0u, v, 0);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

extern "C" __global__ void aggregated(int* count, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || i % 3 != 0) return;
  const unsigned active = __activemask();
  const int leader = __ffs(active) - 1, lane = threadIdx.x % 32;
  int base;
  if (lane == leader) base = atomicAdd(count, __popc(active));
  base = __shfl_sync(active, base, leader);
  out[base + __popc(active & ((1u << lane) - 1))] = i;
}

extern "C" __global__ void aggregated_by_groups(int* count, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || i % 3 != 0) return;
  cg::coalesced_group active = cg::coalesced_threads();
  int base;
  if (active.thread_rank() == 0) base = atomicAdd(count, active.size());
  out[active.shfl(base, 0) + active.thread_rank()] = i;
}

extern "C" __global__ void broadcast_in_tiles(int* count, int* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int v;
  if (tile.thread_rank() == 0) v = atomicAdd(count, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile.shfl(v, 0);
}`);

it.each([
  { name: "broadcast", grid: 1, block: 32 },
  { name: "broadcast", grid: 3, block: 64 },
  { name: "broadcast_in_tiles", grid: 3, block: 64 },
] as const)("one lane of a warp adds, all get its value: $name, $block", async ({ name, grid, block }) => {
  const count = new Int32Array(1);
  const out = new Int32Array(grid * block);
  await k.kernel(name).run({ grid, block }, count, out);
  const warps = out.length / 32;
  expect(count[0]).toBe(warps);
  const perWarp = Array.from(
    { length: warps },
    (_, warp) => new Set(out.subarray(32 * warp, 32 * warp + 32)),
  );
  expect(perWarp.every((values) => values.size === 1)).toBe(true);
  expect(perWarp.map(([value]) => value).toSorted((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: warps }, (_, i) => i),
  );
});

it.each([
  { name: "aggregated", grid: 4, block: 32 },
  { name: "aggregated", grid: 2, block: 64 },
  { name: "aggregated_by_groups", grid: 2, block: 64 },
] as const)("the first active lane adds for all of them: $name, $block", async ({ name, grid, block }) => {
  const count = new Int32Array(1);
  const out = new Int32Array(64).fill(-1);
  await k.kernel(name).run({ grid, block }, count, out, 120);
  expect(count[0]).toBe(40);
  expect([...out.subarray(0, 40)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, i) => 3 * i),
  );
});
