// The pass turns conditions on threadIdx.x into loop limits and strided loops inside out. Random kernels made of just
// those, with bounds where 32-bit sums wrap, must leave what running each thread by itself leaves.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Random } from "../kernels/random.js";
import { CpuKernels } from "./cpu-kernels.js";
import type { Launch, Program } from "./thread-program.js";
import { EDGES, interpret, NotARun, printKernel, randomProgram } from "./thread-program.js";

const KERNELS = Number(process.env.CUTS_TEST_KERNELS ?? 20);
const SEED = Number(process.env.CUTS_TEST_SEED ?? 1);
const LAUNCHES = 24;
const BLOCKS = [
  [32, 1, 1],
  [33, 1, 1],
  [1, 1, 1],
  [17, 3, 1],
  [64, 1, 1],
  [5, 4, 3],
  [1, 8, 2],
  [6, 9, 1],
] as const;

describe("conditions on threadIdx.x", () => {
  const random = new Random(SEED);
  const cases = Array.from({ length: KERNELS }, (_, i) => randomCase(random, i % 2 === 1));
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(cases.map((c, i) => printKernel(`program_${i}`, c.program)).join("\n"));
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  const check = async (i: number, { program, runs }: Case): Promise<void> => {
    const name = `program_${i}`;
    for (const { launch, expected } of runs) {
      const { block, grid, a, b, c } = launch;
      const found = await kernels.run(name, new Int32Array(expected.length), [a, b, c], { block, grid });
      expect(found, `${JSON.stringify(launch)}\n${printKernel(name, program)}`).toEqual(expected);
    }
  };

  it.each(cases.map((c, i) => ({ i, ...c })))("program $i", ({ i, ...c }) => check(i, c));

  const WAITING = cases.flatMap((c, i) => (i % 2 === 1 ? [{ i, ...c }] : []));
  it.each(WAITING)(
    "program $i for one size of blocks",
    async ({ i, program, runs }) => {
      const block = runs[0]?.launch.block ?? [1, 1, 1];
      await kernels.specialise(`program_${i}`, block);
      await check(i, { program, runs: runs.filter((r) => r.launch.block === block) });
    },
    60_000,
  );
});

interface Case {
  readonly program: Program;
  readonly runs: readonly { readonly launch: Launch; readonly expected: Int32Array }[];
}

// A program that most launches leave undefined or busy for long tests little; another one is drawn.
function randomCase(random: Random, waits: boolean): Case {
  for (;;) {
    const program = randomProgram(random, waits);
    const runs = Array.from({ length: LAUNCHES }, () => randomLaunch(random)).flatMap((launch) => {
      const expected = tryInterpret(program, launch);
      return expected ? [{ launch, expected }] : [];
    });
    if (runs.length > LAUNCHES / 4) return { program, runs };
  }
}

function tryInterpret(program: Program, launch: Launch): Int32Array | undefined {
  try {
    return interpret(program, launch);
  } catch (error) {
    if (error instanceof NotARun) return undefined;
    throw error;
  }
}

function randomLaunch(random: Random): Launch {
  const edge = (): number => EDGES[random.integer(0, EDGES.length)] as number;
  const small = (): number => random.integer(0, 70);
  const any = (): number => (random.uniform() < 0.5 ? small() : edge());
  return {
    block: BLOCKS[random.integer(0, BLOCKS.length)] as (typeof BLOCKS)[number],
    grid: random.integer(1, 4),
    a: any(),
    b: random.uniform() < 0.7 ? random.integer(1, 40) : edge(),
    c: any(),
  };
}
