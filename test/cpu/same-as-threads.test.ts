// Each kernel twice: as the pass likes it best, and with a wait that makes it keep a state for each thread and change
// nothing else. Both must leave the same, for any size of blocks and in code made for one size.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block } from "./cpu-kernels.js";
import { CpuKernels } from "./cpu-kernels.js";

interface Kernel {
  readonly name: string;
  readonly body: string;
  readonly blocks: readonly Block[];
  readonly args: readonly (readonly [number, number])[];
}

const SQUARES: readonly Block[] = [
  [16, 16, 1],
  [8, 4, 2],
  [4, 2, 1],
  [5, 3, 1],
];

const KERNELS: readonly Kernel[] = [
  {
    name: "product_of_tiles",
    blocks: SQUARES,
    args: [
      [2, 0],
      [0, 0],
    ],
    body: `float sum = 0;
      for (int r = 0; r < n; r++) {
        f[y * 16 + x] = (t * 7 + r) % 13; g[y * 16 + x] = (t * 5 + 3 * r) % 11;
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += f[y * 16 + k] * g[k * 16 + x];
        __syncthreads();
      }
      p[t] = sum;`,
  },
  {
    name: "product_of_integers",
    blocks: SQUARES,
    args: [[3, 1]],
    body: `unsigned sum = 1;
      for (int r = 0; r < n; r++) {
        box[t] = t * 7 + r;
        __syncthreads();
        for (int k = 0; k < 8; k++) sum = sum * 3 + box[(y * 8 + k) % 512] * box[(k * 16 + x) % 512];
        __syncthreads();
      }
      p[t] = sum;`,
  },
  {
    name: "shared_loads_and_stores",
    blocks: SQUARES,
    args: [[1, 5]],
    body: `box[t] = t * n + m;
      __syncthreads();
      int a = p[512 + x], b = p[513 + x], c = p[514 + x], d = p[515 + x];
      p[t] = a + b * m + c * n + d + box[y];
      __syncthreads();
      p[t] += p[512 + x] ^ box[x];`,
  },
  {
    name: "own_store_between_shared_loads",
    blocks: SQUARES,
    args: [[1, 9]],
    body: `box[x] = 5; box[16 + x] = 6; box[32 + x] = 7; box[48 + x] = 8;
      __syncthreads();
      int a = box[x]; box[64 + t] = a + t; int b = box[16 + x]; int c = box[32 + x] + box[64 + t];
      int d = box[48 + x];
      p[t] = a + b * m + c * n + d;`,
  },
  {
    name: "rows_of_a_matrix",
    blocks: SQUARES,
    args: [[3, 2]],
    body: `__syncthreads();
      int sum = 0;
      for (int k = 0; k < 4; k++) sum = sum * m + p[512 + y * 4 + k] * p[600 + k * 16 + x];
      __syncthreads();
      p[t] = sum;`,
  },
  {
    name: "halo",
    blocks: [[12, 8, 1], ...SQUARES],
    args: [
      [10, 7],
      [40, 0],
    ],
    body: `if (t < 512) box[t] = p[t];
      if (x == 0) box[512 + y] = y < n ? p[600 + y] : 3;
      if (x + 1 == blockDim.x) box[544 + y] = x < n && y > m ? p[700 + y] : 5;
      if (y == 0) box[576 + x] = x > 1 && x < n ? p[800 + x] : 7;
      if (y + 1 == blockDim.y) box[608 + x] = x < m ? p[900 + x] : 9;
      if (y != 3) box[640 + t] = t;
      __syncthreads();
      p[t] = box[t] + box[512 + y] * 3 + box[544 + y] * 5 + box[576 + x] * 7 + box[608 + x] * 11 + box[640 + t];`,
  },
  {
    name: "swapped_each_time",
    blocks: [
      [32, 1, 1],
      [33, 2, 1],
    ],
    args: [
      [5, 1],
      [6, 2],
      [0, 3],
    ],
    body: `int a = t, b = t * t + m, c = 3;
      for (int k = 0; k < n; k++) { int old = a; a = b; b = c + old; c = old; box[t] = a; __syncthreads();
        a += box[(t + 1) % threads]; __syncthreads(); }
      p[t] = a * 10000 + b * 100 + c;`,
  },
  {
    name: "old_and_new_across_a_wait",
    blocks: [
      [32, 1, 1],
      [7, 3, 2],
    ],
    args: [
      [4, 1],
      [1, 2],
    ],
    body: `int sum = 0;
      for (int k = 0; k < n; k++) { int next = sum * 3 + t; box[t] = next; __syncthreads();
        next += sum + box[(t + m) % threads]; __syncthreads(); p[t] = sum; sum = next; }
      p[t] += sum;`,
  },
];

const kernelText = (name: string, body: string, start: string): string => `
extern "C" __global__ void ${name}(int* p, int n, int m) {
  __shared__ int box[1024];
  __shared__ float f[256], g[256];
  const int x = threadIdx.x, y = threadIdx.y, t = (threadIdx.z * blockDim.y + y) * blockDim.x + x;
  const int threads = blockDim.x * blockDim.y * blockDim.z, bx = blockIdx.x;
  for (int i = t; i < 1024; i += threads) box[i] = i * 3;
  for (int i = t; i < 256; i += threads) { f[i] = i % 7; g[i] = i % 5; }
  ${start}
  ${body}
}`;

const SOURCE = KERNELS.map(
  ({ name, body }) =>
    kernelText(name, body, "__syncthreads();") +
    kernelText(`${name}_threads`, body, "__syncthreads(); if (p == nullptr && x == n) __syncthreads();"),
).join("\n");

describe("kernels leave what the same kernel leaves with a state for each thread", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  const run = (name: string, args: readonly number[], block: Block): Promise<Int32Array> => {
    const out = Int32Array.from({ length: 2048 }, (_, i) => (Math.imul(i, 2654435761) >>> 20) - 1000);
    return kernels.run(name, out, args, { block });
  };

  it.each(KERNELS)(
    "$name",
    async ({ name, blocks, args }) => {
      expect(kernels.info(name).tier).toBe("regions");
      expect(kernels.info(`${name}_threads`).tier).toBe("threads");
      for (const block of blocks) {
        const expected = await Promise.all(args.map((a) => run(`${name}_threads`, a, block)));
        const found = await Promise.all(args.map((a) => run(name, a, block)));
        expect(found, block.join()).toEqual(expected);
      }
      const [block] = blocks as [Block];
      const expected = await Promise.all(args.map((a) => run(`${name}_threads`, a, block)));
      expect(await kernels.specialise(name, block)).toBe(true);
      const found = await Promise.all(args.map((a) => run(name, a, block)));
      expect(found, `for ${block.join()}`).toEqual(expected);
    },
    60_000,
  );
});
