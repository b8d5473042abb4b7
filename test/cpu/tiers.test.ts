// The tier each kind of kernel must get: a change of the pass that loses the fast one for a kernel still computes the
// right thing, only many times slower, and no other test would see it.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KernelInfo } from "../../src/backend/cpu/simt/lower-kernel.js";
import { CpuKernels } from "./cpu-kernels.js";

interface Expected {
  readonly name: string;
  readonly body: string;
  readonly tier: KernelInfo["tier"];
  /** False unless said: only kernels without loops, calls and large copies may run on the main thread. */
  readonly loopFree?: boolean;
  readonly gridSync?: boolean;
}

const CASES: readonly Expected[] = [
  { name: "element", tier: "loop", loopFree: true, body: "if (t < n) p[t] += 1;" },
  { name: "early_return", tier: "loop", loopFree: true, body: "if (t >= n) return; p[t] += 1;" },
  {
    name: "thread_loop",
    tier: "loop",
    body: "int s = 0; for (int i = 0; i < n + t; i++) s += p[i]; p[t] = s;",
  },
  { name: "endless", tier: "loop", body: "while (*(volatile int*)p == 0) {}" },
  { name: "spin", tier: "loop", body: "while (atomicCAS(p, 0, 1) != 0) {} atomicExch(p, 0);" },
  { name: "recursive", tier: "loop", body: "p[t] = fib(n);" },
  { name: "through_pointer", tier: "loop", body: "int (*f)(int) = n > t ? fib : other; p[t] = f(n);" },
  { name: "atomic", tier: "loop", loopFree: true, body: "atomicAdd(p, t);" },
  { name: "clear", tier: "loop", body: "memset(p, t, n);" },
  { name: "move", tier: "loop", body: "memmove(p, p + t, n);" },
  { name: "clear_much", tier: "loop", body: "memset(p + t * 4096, 1, 4096);" },
  { name: "clear_little", tier: "loop", loopFree: true, body: "memset(p + t * 16, n, 64);" },
  {
    name: "unrolled",
    tier: "loop",
    body: "unsigned s = n;\n#pragma unroll\nfor (int i = 0; i < 300; i++) s = s * (t + i) ^ s >> i % 31; p[t] = s;",
  },
  { name: "barrier", tier: "regions", body: "box[t] = p[t]; __syncthreads(); p[t] = box[255 - t];" },
  {
    name: "barrier_in_uniform_loop",
    tier: "regions",
    body: "for (int i = 0; i < n; i++) { box[t] = p[t]; __syncthreads(); p[t] = box[255 - t]; __syncthreads(); }",
  },
  {
    name: "barrier_in_uniform_branch",
    tier: "regions",
    body: "if (blockIdx.x < n) { box[t] = p[t]; __syncthreads(); p[t] = box[255 - t]; }",
  },
  {
    name: "tree",
    tier: "regions",
    body: "box[t] = p[t]; __syncthreads(); for (int s = blockDim.x / 2; s > 0; s /= 2) { if (t < s) box[t] += box[t + s]; __syncthreads(); } if (t == 0) p[0] = box[0];",
  },
  {
    name: "bound_from_memory",
    tier: "regions",
    body: "int m = p[blockIdx.x]; for (int i = 0; i < m; i++) { box[t] += i; __syncthreads(); } p[t] = box[255 - t];",
  },
  {
    name: "loop_until_none",
    tier: "regions",
    body: "int v = p[t]; while (__syncthreads_or(v > 0)) v -= n; p[t] = v;",
  },
  {
    name: "helper",
    tier: "regions",
    body: "box[t] = p[t]; wait_for_all(); p[t] = box[255 - t];",
  },
  {
    name: "local_array",
    tier: "regions",
    body: "int own[8]; for (int i = 0; i < 8; i++) own[i] = p[i * n]; __syncthreads(); p[t] = own[t & 7];",
  },
  { name: "strided", tier: "regions", body: "for (int i = t; i < n; i += blockDim.x) p[i] += 1;" },
  { name: "shuffle", tier: "regions", body: "p[t] = __shfl_xor_sync(~0u, p[t], 1);" },
  {
    name: "warp_sum",
    tier: "regions",
    body: "int v = p[t]; for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d); if (t % 32 == 0) p[t / 32] = v;",
  },
  {
    name: "return_before_barrier",
    tier: "threads",
    body: "if (t >= n) return; box[t] = p[t]; __syncthreads(); p[t] = box[0];",
  },
  {
    name: "divergent_shuffle",
    tier: "threads",
    body: "if (t < 16) p[t] = __shfl_xor_sync(0xffffu, p[t], 1);",
  },
  {
    name: "divergent_loop",
    tier: "threads",
    body: "for (int i = 0; i < t; i++) { box[i] = i; __syncwarp(); } p[t] = box[t];",
  },
  {
    name: "grid_wait",
    tier: "threads",
    gridSync: true,
    body: "p[t] = n; cooperative_groups::this_grid().sync(); p[t] += p[0];",
  },
];

const SOURCE = `#include <cooperative_groups.h>
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ int other(int n) { return n * 3; }
__device__ __noinline__ void wait_for_all() { __syncthreads(); }
${CASES.map(
  (c) => `extern "C" __global__ void ${c.name}(int* p, int n) {
  __shared__ int box[256];
  const int t = threadIdx.x;
  ${c.body}
}`,
).join("\n")}
`;

describe("tiers", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
  }, 120_000);
  afterAll(() => kernels.dispose());

  it.each(CASES)("$name is $tier", ({ name, tier, loopFree = false, gridSync = false }) => {
    const info = kernels.info(name);
    expect({ tier: info.tier, loopFree: info.loopFree, gridSync: info.gridSync }).toEqual({
      tier,
      loopFree,
      gridSync,
    });
  });
});
