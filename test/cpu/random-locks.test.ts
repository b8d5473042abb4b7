// Random programs that lock, hand over and wait by spinning leave what a model leaves that runs one statement after the
// other; with any number of workers, in code for any size of blocks and for one.

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { Random } from "../kernels/random.js";
import type { Block } from "./cpu-kernels.js";
import { CpuKernels } from "./cpu-kernels.js";
import {
  interpretLocks,
  OUT_WORDS,
  PRELUDE,
  printLockKernel,
  randomLockProgram,
  type LockProgram,
} from "./lock-program.js";

const KERNELS = Number(process.env.CUTS_TEST_KERNELS ?? 12);
const SEED = Number(process.env.CUTS_TEST_SEED ?? 1);

/** Programs of one source: a compiler takes longer than it should for many. */
const AT_ONCE = 4;

describe("random programs with locks", () => {
  const random = new Random(SEED);
  const programs = Array.from({ length: KERNELS }, (_, i) => randomLockProgram(random, i % 3 === 2));
  /** By number of workers, the kernels of each source. */
  const devices = new Map<number, CpuKernels[]>();
  beforeAll(async () => {
    for (const workers of [1, 3]) {
      vi.stubEnv("CUTS_CPU_THREADS", String(workers));
      const backend = createCpuBackend();
      vi.unstubAllEnvs();
      const all: CpuKernels[] = [];
      for (let from = 0; from < KERNELS; from += AT_ONCE) {
        const some = programs.slice(from, from + AT_ONCE);
        const source = PRELUDE + some.map((p, i) => printLockKernel(`program_${from + i}`, p)).join("\n");
        const kernels = new CpuKernels(source, backend);
        await kernels.ready;
        all.push(kernels);
      }
      devices.set(workers, all);
    }
  });
  afterAll(() => {
    for (const kernels of [...devices.values()].flat()) kernels.dispose();
  });

  const check = async (kernels: CpuKernels, i: number, program: LockProgram, block: Block): Promise<void> => {
    const grid = block[0] % 3 === 1 ? 1 : 3;
    const name = `program_${i}`;
    const options = { block, grid, timeoutMs: 300_000 };
    const out = await kernels.run(name, new Int32Array(OUT_WORDS), [], options);
    const expected = interpretLocks(program, block[0], grid);
    const found = new Map([...expected.keys()].map((at) => [at, out[at]]));
    expect(found, `seed ${SEED}, blocks ${block.join()}\n${printLockKernel(name, program)}`).toEqual(
      expected,
    );
  };

  it.each(programs.map((program, i) => ({ program, i })))("program $i", async ({ program, i }) => {
    for (const all of devices.values()) {
      const kernels = all[Math.floor(i / AT_ONCE)] as CpuKernels;
      for (const threads of program.hasShuffles ? [32, 64, 96, 128] : [1, 5, 33, 64, 100, 128]) {
        await check(kernels, i, program, [threads, 1, 1]);
      }
    }
  });

  it.each([0, 1, 2].filter((i) => i < KERNELS))("program %i in code for one size of blocks", async (i) => {
    const [kernels] = devices.get(3) as [CpuKernels];
    const block: Block = [96, 1, 1];
    await kernels.specialise(`program_${i}`, block);
    await check(kernels, i, programs[i] as LockProgram, block);
  });
});
