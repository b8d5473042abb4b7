// Kernels whose lanes wait together although the threads of their blocks do not. For blocks of full warps the pass runs
// them warp by warp; the code for any size of blocks keeps a state for each thread, and both must leave the same.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "./cpu-kernels.js";
import { CpuKernels } from "./cpu-kernels.js";

const LINE: readonly Block[] = [[96, 1, 1]];
const PLANE: readonly Block[] = [[64, 2, 2]];

interface Kernel {
  readonly name: string;
  readonly blocks: readonly Block[];
  readonly body: string;
}

const KERNELS: readonly Kernel[] = [
  {
    name: "first_warp_ends",
    blocks: LINE,
    body: `int v = sum(p[t]);
      if (lane == 0) box[warp] = v;
      __syncthreads();
      if (t >= 32) return;
      v = sum(t < threads / 32 ? box[t] : 0);
      if (t == 0) p[0] = v;`,
  },
  {
    name: "first_warp_and_all_again",
    blocks: [...LINE, ...PLANE, [32, 8, 1]],
    body: `int v = sum(p[t]);
      if (lane == 0) box[warp] = v;
      __syncthreads();
      if (warp == 0) { v = sum(lane < threads / 32 ? box[lane] : 0); if (lane == 0) box[0] = v; }
      __syncthreads();
      p[t] = box[0] + v;`,
  },
  {
    name: "as_often_as_the_warp",
    blocks: LINE,
    body: `int v = p[t], base = p[warp];
      for (int i = 0; i < warp * n; i++) { v += __shfl_down_sync(~0u, v, 1) + base; base += i; }
      __syncthreads();
      box[t] = v; __syncthreads();
      p[t] = v + box[threads - 1 - t] * base;`,
  },
  {
    name: "rows_of_a_plane",
    blocks: PLANE,
    body: `int v = p[t];
      if (y == 1) v += __shfl_xor_sync(~0u, v, 16) * m;
      __syncthreads();
      if (x < 32 && y > 0) { v = __shfl_up_sync(~0u, v + n, 3, 16); p[t] = v; return; }
      box[t] = v; __syncwarp();
      p[t] = box[(t & ~31) + (lane * 5 + m) % 32];`,
  },
  {
    name: "narrow_and_wide",
    blocks: LINE,
    body: `long long w = (long long)p[t] * 1000003; double d = p[t] * 0.5; int v = p[t];
      if (warp < 2) {
        w += __shfl_xor_sync(~0u, w, 1); v += __shfl_xor_sync(~0u, v, 2); d += __shfl_down_sync(~0u, d, 4);
        v ^= (int)(w >> 7) + (int)__shfl_sync(~0u, v, 9); w -= __shfl_up_sync(~0u, w, 8, 16);
      }
      __syncthreads();
      p[t] = v + (int)w + (int)d;`,
  },
  {
    name: "same_shuffle_in_a_loop",
    blocks: LINE,
    body: `int v = p[t];
      if (warp != 1) for (int k = 0; k < n + m; k++) { v = __shfl_down_sync(~0u, v * 3 + k, 1); if (v > 5000) v -= lane; }
      p[t] = v;`,
  },
  {
    name: "lanes_from_memory",
    blocks: LINE,
    body: `int v = p[t], from = p[t] & 31;
      if (t < 64) v = __shfl_sync(~0u, v, from) + __shfl_down_sync(~0u, v, m, 8);
      if (warp == 0) v += __shfl_xor_sync(lane < 16 ? 0xffffu : 0xffff0000u, v, 3);
      p[t] = v;`,
  },
  {
    name: "votes",
    blocks: LINE,
    body: `unsigned v = p[t];
      if (warp % 2 == 0) {
        v ^= __ballot_sync(~0u, v & 1); v += __reduce_add_sync(~0u, v & 255);
        v += __any_sync(~0u, v == 7) * 3 + __all_sync(~0u, v > 2) + __match_any_sync(~0u, v & 3);
      }
      __syncthreads();
      p[t] = v;`,
  },
  {
    name: "own_memory_and_atomics",
    blocks: LINE,
    body: `int own[4] = {n, m, t, lane};
      if (warp > 0) { own[t & 3] += __shfl_xor_sync(~0u, own[lane & 3], 8); atomicAdd(&box[warp], own[1]); }
      __syncthreads();
      if (t >= 64) own[2] += box[warp] + own[m & 3];
      p[t] = own[0] + own[1] * 3 + own[2] * 5 + own[3] * 7;`,
  },
  {
    name: "lanes_leave_without_waiting",
    blocks: LINE,
    body: `int v = p[t];
      if (warp > 0) { if (lane % 3 == 0) { p[t] = v * 2; } else if (v > 0) p[t] = lane; return; }
      v = sum(v); __syncthreads(); v += sum(v); p[t] = v;`,
  },
  {
    name: "conditions_at_all_edges",
    blocks: LINE,
    body: `int v = p[t];
      if (t + 32 < 96) v += __shfl_down_sync(~0u, v, 1);
      if ((t & ~31) == 64) v += __shfl_down_sync(~0u, v, 2);
      if (t - 32u < 64u) v += __shfl_down_sync(~0u, v, 4);
      if (!(t <= 31)) v += __shfl_down_sync(~0u, v, 8);
      p[t] = v;`,
  },
  {
    name: "volatile_memory_of_the_last_warp",
    blocks: LINE,
    body: `box[t] = p[t];
      __syncthreads();
      volatile int* v = box;
      if (t < 32) for (int d = 32; d > 0; d /= 2) v[t] += v[t + d];
      __syncthreads();
      p[t] = box[t];`,
  },
  {
    name: "votes_with_other_masks",
    blocks: LINE,
    body: `unsigned v = p[t];
      if (warp == 1) v = __ballot_sync(lane < 9 ? ~0u : 0xffffff00u, v & 1) + __any_sync(lane < 16 ? ~0u : 0xffff0000u, lane < 3);
      __syncthreads();
      p[t] = v;`,
  },
  {
    name: "warps_of_a_grid",
    blocks: LINE,
    body: `int v = p[t]; const int all = blockIdx.x * blockDim.x + t;
      if (all / 32 == 1) v = sum(v) + all;
      if (all < 64) v += sum(v);
      p[t] = v;`,
  },
];

/** Kernels that only look like those: their lanes part. */
const DIVERGENT: readonly Kernel[] = [
  {
    name: "half_a_warp",
    blocks: LINE,
    body: "int v = p[t]; if (t < 48) v = __shfl_xor_sync(__activemask(), v, 1); p[t] = v;",
  },
  {
    name: "some_lanes",
    blocks: LINE,
    body: "int v = p[t]; if (v & 1) v += __popc(__activemask()); p[t] = v;",
  },
  {
    name: "shifted",
    blocks: LINE,
    body: "int v = p[t]; if ((t + 1) / 32 == 1) v += __popc(__activemask()); p[t] = v;",
  },
  {
    name: "moved_by_n",
    blocks: LINE,
    body: "int v = p[t]; if ((t + n) / 32 == 1) v += __popc(__activemask()); p[t] = v;",
  },
];

const SOURCE = `
__device__ int sum(int v) { for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d); return v; }
${[...KERNELS, ...DIVERGENT]
  .map(
    ({ name, body }) => `extern "C" __global__ void ${name}(int* p, int n, int m) {
  __shared__ int box[1024];
  const int x = threadIdx.x, y = threadIdx.y, t = (threadIdx.z * blockDim.y + y) * blockDim.x + x;
  const int threads = blockDim.x * blockDim.y * blockDim.z, lane = t % 32, warp = t / 32;
  if (t < 32) { box[t] = t; box[threads - 1 - t] = t * 3; }
  __syncthreads();
  ${body}
}`,
  )
  .join("\n")}`;

describe("warps", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  const values = (): Int32Array =>
    Int32Array.from({ length: 1024 }, (_, i) => (Math.imul(i, 2654435761) >>> 20) - 1000);
  const run = (name: string, block: Block): Promise<Int32Array> =>
    kernels.run(name, values(), [3, 2], { block, grid: 1 });

  const same = async (name: string, block: Block): Promise<void> => {
    const expected = await run(name, block);
    expect(await kernels.specialise(name, block)).toBe(true);
    expect(await run(name, block), block.join()).toEqual(expected);
  };

  it.each(KERNELS)(
    "$name",
    async ({ name, blocks }) => {
      expect(kernels.info(name).tier).toBe("threads");
      for (const block of blocks) {
        await same(name, block);
        expect(kernels.info(name, block).tier).toBe("warps");
      }
    },
    60_000,
  );

  it.each(DIVERGENT)(
    "$name keeps a state for each thread",
    async ({ name, blocks: [block] }) => {
      await same(name, block as Block);
      expect(kernels.info(name, block).tier).toBe("threads");
    },
    60_000,
  );

  it("a block with a part of a warp keeps a state for each thread", async () => {
    await same("first_warp_and_all_again", [80, 1, 1]);
    expect(kernels.info("first_warp_and_all_again", [80, 1, 1]).tier).toBe("threads");
  });

  it("lanes that a block has no threads for add nothing to a sum", async () => {
    const given = values();
    const sums = await run("first_warp_and_all_again", [80, 1, 1]);
    // All threads add the same to the sum of their own value and those behind it in the last warp.
    const steps = sums.slice(64, 79).map((sum, i) => sum - (sums[65 + i] as number));
    expect(steps).toEqual(given.slice(64, 79));
  });
});
