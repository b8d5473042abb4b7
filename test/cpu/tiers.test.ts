// The tier each kind of kernel must get: a change of the pass that loses the fast one for a kernel still computes the
// right thing, only many times slower, and no other test would see it.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { KernelInfo } from "../../src/backend/cpu/passes/simt/lower-kernel.js";
import { CpuKernels } from "./cpu-kernels.js";

interface Expected {
  readonly name: string;
  readonly body: string;
  readonly tier: KernelInfo["tier"];
  /** False unless said: only kernels without loops, calls and large copies may run on the main thread. */
  readonly loopFree?: boolean;
  readonly gridSync?: boolean;
  /** False unless said: a loop that may wait for another thread costs a count each turn, and some of what is fast. */
  readonly mayYield?: boolean;
}

const CASES: readonly Expected[] = [
  { name: "element", tier: "loop", loopFree: true, body: "if (t < n) p[t] += 1;" },
  { name: "early_return", tier: "loop", loopFree: true, body: "if (t >= n) return; p[t] += 1;" },
  {
    name: "thread_loop",
    tier: "loop",
    body: "int s = 0; for (int i = 0; i < n + t; i++) s += p[i]; p[t] = s;",
  },
  { name: "endless", tier: "loop", mayYield: true, body: "while (*(volatile int*)p == 0) {}" },
  {
    name: "spin",
    tier: "loop",
    mayYield: true,
    body: "while (atomicCAS(p, 0, 1) != 0) {} atomicExch(p, 0);",
  },
  { name: "fenced", tier: "loop", mayYield: true, body: "while (p[0] == 0) __threadfence(); p[1] = t;" },
  { name: "sleeping", tier: "loop", mayYield: true, body: "while (p[0] == 0) __nanosleep(9); p[1] = t;" },
  { name: "by_function", tier: "loop", mayYield: true, body: "while (peek(p, n) == 0) {} p[1] = t;" },
  {
    name: "open_addresses",
    tier: "loop",
    mayYield: true,
    body: "int i = t; while (atomicCAS(p + i, 0, t) != 0) i = (i + 1) % n;",
  },
  {
    name: "until_not_locked",
    tier: "loop",
    mayYield: true,
    body: "int old; do { do { old = *(volatile int*)p; } while (old & 1); } while (atomicCAS(p, old, old + 1) != old);",
  },
  {
    name: "spin_between_barriers",
    tier: "regions",
    mayYield: true,
    body: "box[t] = p[t]; __syncthreads(); while (*(volatile int*)p == 0) {} __syncthreads(); p[t] = box[255 - t];",
  },
  {
    name: "spin_before_shuffle",
    tier: "threads",
    mayYield: true,
    body: "while (*(volatile int*)p == 0) {} p[t] = __shfl_xor_sync(~0u, p[t], 1);",
  },
  {
    name: "vote_until_seen",
    tier: "threads",
    mayYield: true,
    body: "while (!__any_sync(~0u, *(volatile int*)p)) {}",
  },
  {
    name: "swap_what_was_read",
    tier: "loop",
    body: "int old = p[t % 4], seen; do { seen = old; old = atomicCAS(p + t % 4, seen, seen * n); } while (old != seen);",
  },
  {
    name: "swap_what_is_read_again",
    tier: "loop",
    body: "int old; do { old = *(volatile int*)p; p[t + 1] = old; } while (atomicCAS(p, old, t) != old);",
  },
  {
    name: "swap_unless_larger",
    tier: "loop",
    body: "int old = *p; while (old < t) { int seen = old; old = atomicCAS(p, seen, t); if (old == seen) break; }",
  },
  {
    name: "double_by_swap",
    tier: "loop",
    body: `unsigned long long* q = (unsigned long long*)p; unsigned long long old = *q, seen;
      do { seen = old; old = atomicCAS(q, seen, (unsigned long long)__double_as_longlong(__longlong_as_double(seen) + n)); } while (old != seen);`,
  },
  { name: "half_add", tier: "loop", body: "atomicAdd((__half*)p + t, __half(1.0f));" },
  {
    name: "pop",
    tier: "loop",
    body: `int head; do { head = *(volatile int*)p; if (head == 0) return; } while (atomicCAS(p, head, p[head]) != head); p[n] = head;`,
  },
  {
    name: "neighbors",
    tier: "loop",
    body: "for (int i = p[t]; i < p[t + 1]; i++) if (atomicCAS(p + i + n, -1, t) == -1) p[atomicAdd(p, 1)] = i;",
  },
  {
    name: "volatile_sum",
    tier: "loop",
    body: "int s = 0; for (int i = 0; i < n; i++) if (((volatile int*)p)[i] > 3) s += i; p[t] = s;",
  },
  { name: "until_the_end", tier: "loop", body: "int i = t; while (p[i] != 0) i = p[i]; p[t] = i;" },
  {
    name: "own_volatile",
    tier: "loop",
    body: "volatile int own[4] = {t, n, 2, 3}; while (own[t & 3] < n) own[t & 3] = own[t & 3] * 2 + 1; p[t] = own[0];",
  },
  {
    name: "until_late",
    tier: "loop",
    body: "long long end = clock64() + n; while (clock64() < end) {} p[t] = t;",
  },
  {
    name: "until_all_have_seen",
    tier: "regions",
    body: "while (!__syncthreads_and(((volatile int*)p)[t])) {} p[t] = t;",
  },
  {
    name: "rounds",
    tier: "regions",
    body: "for (;;) { if (t == 0) box[0] = atomicAdd(p, 1); __syncthreads(); int i = box[0]; __syncthreads(); if (i >= n) break; p[i * 256 + t] += 1; }",
  },
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
#include <cuda_fp16.h>
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ int other(int n) { return n * 3; }
__device__ __noinline__ void wait_for_all() { __syncthreads(); }
__device__ __noinline__ int peek(volatile int* p, int depth) { return depth > 0 ? peek(p, depth - 1) * 2 + *p : *p; }
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
  });
  afterAll(() => kernels.dispose());

  it.each(CASES)("$name is $tier", ({ name, tier, loopFree = false, gridSync = false, mayYield = false }) => {
    const info = kernels.info(name);
    expect({
      tier: info.tier,
      loopFree: info.loopFree,
      gridSync: info.gridSync,
      mayYield: info.mayYield,
    }).toEqual({ tier, loopFree, gridSync, mayYield });
  });
});
