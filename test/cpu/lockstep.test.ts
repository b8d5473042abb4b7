// Lanes that rely on lockstep, in the code for blocks of any size and in that for one: both leave what lanes that run in lockstep would.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "./cpu-kernels.js";
import { CpuKernels } from "./cpu-kernels.js";

type Lanes = readonly number[];

interface Kernel {
  readonly name: string;
  readonly block: Block;
  readonly body: string;
  /** What the lanes of a warp leave, from what they had. */
  readonly leaves: (values: Lanes) => Lanes;
}

const LINE: Block = [96, 1, 1];

/** What each lane leaves after the others and itself have had these values. */
const eachOf = (of: (values: Lanes, lane: number) => number) => (values: Lanes) =>
  values.map((_, lane) => of(values, lane));
const total = (values: Lanes): number => values.reduce((sum, v) => sum + v, 0);

const KERNELS: readonly Kernel[] = [
  {
    name: "neighbour",
    block: LINE,
    body: "s[t] = v; v = s[first + (lane + 1) % 32]; p[t] = v;",
    leaves: eachOf((values, lane) => values[(lane + 1) % 32] as number),
  },
  {
    name: "part_of_a_warp_returns",
    block: LINE,
    body: "if (lane >= n) return; s[t] = v; p[t] = s[first + n - 1 - lane];",
    leaves: eachOf((values, lane) => values[lane < 20 ? 19 - lane : lane] as number),
  },
  {
    name: "shifted_in_place",
    block: LINE,
    body: "s[t] = v; if (lane > 0) s[t] = s[t - 1]; p[t] = s[t];",
    leaves: eachOf((values, lane) => values[Math.max(0, lane - 1)] as number),
  },
  {
    name: "tree",
    block: LINE,
    body: "s[t] = v; if (lane < 16) { s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; } p[t] = s[first];",
    leaves: (values) => values.map(() => total(values)),
  },
  {
    name: "doubling_scan",
    block: LINE,
    body: "s[t] = v; for (int d = 1; d < 32; d *= 2) if (lane >= d) s[t] += s[t - d]; p[t] = s[t];",
    leaves: eachOf((values, lane) => total(values.slice(0, lane + 1))),
  },
  {
    name: "doubling_scan_up_to_m",
    block: LINE,
    body: "s[t] = v; for (int d = 1; d < m; d *= 2) if (lane >= d) s[t] += s[t - d]; p[t] = s[t];",
    leaves: eachOf((values, lane) => total(values.slice(Math.max(0, lane - 7), lane + 1))),
  },
  {
    name: "first_for_all",
    block: LINE,
    body: "if (lane == 0) s[warp] = v; p[t] = v - s[warp];",
    leaves: eachOf((values, lane) => (values[lane] as number) - (values[0] as number)),
  },
  {
    name: "pairs_of_a_plane",
    block: [8, 8, 1],
    body: "plane[y][x] = v; p[t] = plane[y ^ 1][x ^ 1];",
    leaves: eachOf((values, lane) => values[lane ^ 9] as number),
  },
  {
    name: "within_a_loop_with_barriers",
    block: LINE,
    body: "for (int i = 0; i < n; i++) { s[t] = v; v = s[t ^ 1] + 1; __syncthreads(); } p[t] = v;",
    leaves: eachOf((values, lane) => (values[lane] as number) + 20),
  },
  {
    name: "shuffles_without_sync",
    block: LINE,
    body: "for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d); p[t] = v + __shfl(lane, 5) + __popc(__ballot(lane < 7));",
    leaves: (values) => values.map(() => total(values) + 12),
  },
  {
    name: "votes_of_those_that_come",
    block: LINE,
    body: "if (lane & 1) v = __ballot_sync(lane < 16 ? 0xaaaau : 0xaaaa0000u, lane % 3 == 0); p[t] = v;",
    leaves: eachOf((values, lane) => {
      if (lane % 2 === 0) return values[lane] as number;
      const named = Array.from({ length: 16 }, (_, i) => (lane < 16 ? i : i + 16));
      return named.reduce((sum, i) => sum | (i % 2 === 1 && i % 3 === 0 ? 1 << i : 0), 0);
    }),
  },
];

const SOURCE = KERNELS.map(
  ({ name, body }) => `extern "C" __global__ void ${name}(int* p, int n, int m) {
  __shared__ int s[256], plane[8][8];
  const int x = threadIdx.x, y = threadIdx.y, t = y * blockDim.x + x, lane = t % 32, warp = t / 32, first = t - lane;
  int v = p[t];
  ${body}
}`,
).join("\n");

describe("lockstep", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  it.each(KERNELS)(
    "$name",
    async ({ name, block, leaves }) => {
      const count = block[0] * block[1];
      const values = Array.from({ length: count }, (_, i) => ((i * 37) % 101) - 50);
      const expected = Array.from({ length: count / 32 }, (_, warp) =>
        leaves(values.slice(32 * warp, 32 * warp + 32)),
      ).flat();
      const run = async (): Promise<readonly number[]> =>
        Array.from(await kernels.run(name, Int32Array.from(values), [20, 8], { block }));
      expect(await run()).toEqual(expected);
      expect(await kernels.specialise(name, block)).toBe(true);
      expect(await run(), "for one size of blocks").toEqual(expected);
    },
    60_000,
  );
});
