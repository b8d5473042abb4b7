// Kernels that fail in ways of the cpu device: stacks, waits that never end and addresses of WebAssembly's memory. Each
// gives an error, changes nothing it does not own, and leaves a device that works. test/conformance/faults.ts has the
// failures all devices share.

import { unwatched } from "../../src/backend/work.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CpuKernels } from "./cpu-kernels.js";

const SOURCE = `
#define KERNEL extern "C" __global__ void
__device__ __noinline__ int down(int n) { return n == -1 ? 0 : down(n + 1) * 3 + n; }
__device__ __noinline__ int heavy(volatile int* from, int n) {
  volatile int own[4096];
  for (int i = 0; i < 4096; i += 64) own[i] = 0x5a5a5a5a;
  if (n == 0) return from[0] + own[64];
  return heavy(own, n - 1) + own[n & 63];
}
KERNEL fine(int* out, int a) { out[threadIdx.x] = a; }
KERNEL endless_recursion(int* out, int a) { out[0] = down(a); }
KERNEL heavy_recursion(int* out, int depth) { out[1] = heavy(out, depth); }
KERNEL deadlock(int* out, int a) {
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < a) { while (flag == 0) __syncwarp(1u << threadIdx.x); }
  __syncthreads();
  flag = 1;
}
KERNEL missing_lane(int* out, int a) {
  if (threadIdx.x != 3) out[threadIdx.x] = __shfl_sync(0xffffffffu, a, 3);
  else __syncwarp(8u), __syncthreads();
}
KERNEL unaligned_atomic(int* out, int offset) { atomicAdd((int*)((char*)out + offset), 1); }
KERNEL clear(int* out, int bytes) { memset(out, threadIdx.x, bytes); }
KERNEL far_load(int* out, int a) { out[0] = *(int*)(unsigned)a; }
KERNEL far_store(int* out, int a) { *(volatile int*)(unsigned)a = 1; }
`;

const UNTOUCHED = Buffer.alloc(1 << 20, 1);
const ONE = { block: [1, 1, 1], timeoutMs: 300_000 } as const;

describe("faults of the cpu device", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  /** Memory all around what the kernel is given, which must not change. */
  async function expectFault(kernel: string, arg: number, message: RegExp, options = ONE as Options) {
    const { backend } = kernels;
    const stream = backend.defaultStream;
    const guards = Array.from({ length: 24 }, () => backend.allocate(1 << 20, stream));
    for (const g of guards) backend.fill(g.address, Uint8Array.of(1), 1 << 20, stream, unwatched);
    await expect(kernels.run(kernel, new Int32Array(64), [arg], options)).rejects.toThrow(message);
    for (const g of guards) {
      const bytes = new Uint8Array(g.byteLength);
      await backend.read(g.address, bytes, stream, unwatched);
      // Many times quicker than to look at each byte from JavaScript.
      expect(UNTOUCHED.equals(bytes), "memory of others has changed").toBe(true);
      backend.free(g, stream);
    }
    const after = await kernels.run("fine", new Int32Array(2), [9], { block: [2, 1, 1] });
    expect(after).toEqual(Int32Array.of(9, 9));
  }
  type Options = { readonly block: readonly [number, number, number]; readonly timeoutMs: number };

  it("recursion without end fills the stack", async () => {
    await expectFault("endless_recursion", 0, /endless_recursion.*(stack|cudaError)/s);
  });

  it("recursion with large locals stays within its stack", async () => {
    await expectFault("heavy_recursion", 4000, /heavy_recursion.*(stack|cudaError)/s);
  });

  it("recursion with large locals that fits works", async () => {
    expect((await kernels.run("heavy_recursion", new Int32Array(64), [100], ONE))[1]).not.toBe(0);
  });

  it("a kernel whose only loop is within memset keeps its time limit", async () => {
    const own = new CpuKernels(SOURCE);
    try {
      await own.ready;
      const bytes = 1 << 24;
      const launch = own.run("clear", new Int32Array(bytes / 4), [bytes], {
        block: [1024, 1, 1],
        timeoutMs: 50,
      });
      await expect(launch).rejects.toThrow("cudaErrorLaunchTimeout");
    } finally {
      own.dispose();
    }
  });

  it("a kernel with more locals than a thread may have is refused", async () => {
    const large = new CpuKernels(`extern "C" __global__ void large(int* out, int n) {
      volatile int own[1 << 18];
      for (int i = 0; i < n; i += 64) own[i] = i;
      out[0] = own[n / 2];
    }`);
    await expect(large.ready).rejects.toThrow(/Cannot compile large: .* 524288 bytes .*got 1048576/);
    large.dispose();
  });

  it("threads that wait for each other at different places are told", async () => {
    await expectFault("missing_lane", 1, /missing_lane/, { block: [32, 1, 1], timeoutMs: 3000 });
  });

  it("a spin at a warp barrier that nobody ends is stopped", async () => {
    await expectFault("deadlock", 2, /deadlock/, { block: [32, 1, 1], timeoutMs: 1000 });
  });

  it("an atomic at an odd address is an error", async () => {
    await expectFault("unaligned_atomic", 2, /unaligned_atomic.*cudaErrorMisalignedAddress/s);
  });

  it.each(["far_load", "far_store"])("%s is an illegal address", async (kernel) => {
    await expectFault(kernel, -16, new RegExp(`${kernel}.*cudaErrorIllegalAddress`, "s"));
  });

  it("kernels that may not end are kept off the main thread", () => {
    const free = (name: string): boolean => kernels.info(name).loopFree;
    expect(["endless_recursion", "heavy_recursion", "deadlock"].map(free)).toEqual([false, false, false]);
    expect(free("fine")).toBe(true);
  });
});
