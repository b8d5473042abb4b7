// Threads that wait for each other by spinning, with one worker, with two and with four: what progress.cu leaves does not
// depend on it. Blocks may wait for blocks before them, and in a cooperative launch for all.

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import type { ProgressCase } from "../conformance/progress-cases.js";
import { blocksOf, expectedWords, progressSources } from "../conformance/progress-cases.js";
import type { Block } from "./cpu-kernels.js";
import { CpuKernels } from "./cpu-kernels.js";

const SOURCES = progressSources();
const CASES = SOURCES.flatMap((s) => s.cases);
const WORDS = 4096;

/** A device with so many workers, and the kernels of each source on it. */
async function open(workers: number, sources: readonly string[]): Promise<CpuKernels[]> {
  vi.stubEnv("CUTS_CPU_THREADS", String(workers));
  const backend = createCpuBackend();
  vi.unstubAllEnvs();
  const all: CpuKernels[] = [];
  for (const source of sources) {
    const kernels = new CpuKernels(source, backend);
    await kernels.ready;
    all.push(kernels);
  }
  return all;
}

describe.each([1, 2, 4])("with %i workers", (workers) => {
  let all: CpuKernels[] = [];
  beforeAll(async () => {
    all = await open(
      workers,
      SOURCES.map((s) => s.source),
    );
  });
  afterAll(() => all.forEach((kernels) => kernels.dispose()));

  const kernelsOf = (c: ProgressCase): CpuKernels =>
    all[SOURCES.findIndex((s) => s.cases.includes(c))] as CpuKernels;
  const caseOf = (kernel: string): ProgressCase => CASES.find((c) => c.kernel === kernel) as ProgressCase;

  const expectLeft = async (c: ProgressCase, block: Block): Promise<void> => {
    const out = await kernelsOf(c).run(c.kernel, new Int32Array(WORDS), [c.n], {
      block,
      grid: c.grid ?? 1,
      cooperative: c.cooperative ?? false,
      timeoutMs: 300_000,
    });
    const words = c.seen?.([...out]) ?? [...out];
    expect(words, block.join()).toEqual(expectedWords(c, block[0] * block[1] * block[2], WORDS));
  };

  it.each(CASES)("$kernel", async (c) => {
    for (const threads of blocksOf(c)) await expectLeft(c, [threads, 1, 1]);
  });

  it("in blocks of any shape", async () => {
    for (const c of ["one_before_another", "between_barriers", "own_barrier", "after_some_have_returned"]) {
      for (const block of [
        [8, 4, 2],
        [3, 5, 7],
        [1, 1, 64],
      ] as const) {
        await expectLeft(caseOf(c), block);
      }
    }
  });

  it.each(["rank_by_lock", "between_barriers", "in_a_loop_with_barriers", "lock_of_a_warp", "look_back"])(
    "%s in code for one size of blocks",
    async (kernel) => {
      const block: Block = [64, 1, 1];
      expect(await kernelsOf(caseOf(kernel)).specialise(kernel, block)).toBe(true);
      await expectLeft(caseOf(kernel), block);
    },
  );

  it("blocks of a small grid may wait for later ones without a cooperative launch", async () => {
    const c = caseOf("all_blocks_wait_for_last");
    const run = (cooperative: boolean): Promise<Int32Array> =>
      kernelsOf(c).run(c.kernel, new Int32Array(WORDS), [c.n], {
        block: [32, 1, 1],
        grid: c.grid ?? 1,
        cooperative,
        timeoutMs: 300_000,
      });
    expect(await run(false)).toEqual(await run(true));
  });

  it("a block that waits for one that cannot begin is stopped by its time limit", async () => {
    // CUDA promises nothing here without a cooperative launch. There is no room for the block that would answer.
    const c = caseOf("all_blocks_wait_for_last");
    const launch = kernelsOf(c).run(c.kernel, new Int32Array(8), [1], {
      block: [32, 1, 1],
      grid: 100_000,
      timeoutMs: 200,
    });
    await expect(launch).rejects.toThrow("cudaErrorLaunchTimeout");
  });
});

const ATOMICS = `
#include <cuda/atomic>
#define KERNEL extern "C" __global__ void
KERNEL by_load(int* out, int n) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
  const int t = threadIdx.x, last = blockDim.x - 1;
  if (t == 0) flag.store(0);
  __syncthreads();
  if (t == 0 && last > 0) {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    out[1] = out[0] + 1;
  } else if (t == last) {
    out[0] = n;
    flag.store(1, cuda::memory_order_release);
  }
}
KERNEL by_wait(int* out, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(out[2]);
  const int t = threadIdx.x, last = blockDim.x - 1;
  if (t == 0 && last > 0) {
    flag.wait(0, cuda::memory_order_acquire);
    out[1] = out[0] + 1;
    flag.store(0);
  } else if (t == last) {
    out[0] = n;
    if (last > 0) flag.store(1, cuda::memory_order_release);
    flag.notify_all();
  }
}
KERNEL by_exchange(int* out, int n) {
  cuda::atomic_ref<int> lock(out[2]);
  while (lock.exchange(1, cuda::memory_order_acquire) != 0) {
  }
  out[0] += n;
  lock.store(0, cuda::memory_order_release);
}
KERNEL by_compare_exchange(int* out, int n) {
  cuda::atomic_ref<int> lock(out[2]);
  int expected = 0;
  while (!lock.compare_exchange_weak(expected, 1)) expected = 0;
  out[0] += n;
  lock = 0;
}
`;

describe("threads that wait for a cuda::atomic", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    [kernels] = (await open(1, [ATOMICS])) as [CpuKernels];
  });
  afterAll(() => kernels.dispose());

  const run = async (kernel: string, threads: number): Promise<number[]> => [
    ...(await kernels.run(kernel, new Int32Array(3), [7], { block: [threads, 1, 1], timeoutMs: 300_000 })),
  ];

  it.each(["by_load", "by_wait"])("%s", async (kernel) => {
    for (const threads of [2, 32, 96, 1024]) expect(await run(kernel, threads)).toEqual([7, 8, 0]);
    expect(await run(kernel, 1)).toEqual([7, 0, 0]);
  });

  it.each(["by_exchange", "by_compare_exchange"])("%s", async (kernel) => {
    for (const threads of [1, 2, 32, 96, 1024])
      expect(await run(kernel, threads)).toEqual([7 * threads, 0, 0]);
  });
});
