// Kernels of the tests' library as samples for `npm run bench:check`, picked by their names alone.

import { mismatches } from "../../test/kernels/mismatches.js";
import type { KernelCase, KernelRun } from "../../test/kernels/kernel-case.js";
import { launchAll, readBack, upload } from "../../test/kernels/launch-run.js";
import { kernelLibrary, readSource } from "../../test/kernels/library.js";
import * as cu from "../../src/index.js";
import type { Contender } from "../lib/measure.js";

/** Every so manieth of the names in their order, from the first on. */
const EVERY = 6;

/** What they are, for the results. */
export const LIBRARY = `The others are every sixth kernel of test/kernels by name, from the first on, with the run of its test that has the most threads: all launches of it and the wait for them, with the arrays on the device already.`;

/** Each sample uploads what it needs anew before it begins to count. */
export async function* librarySamples(isChecked: boolean): AsyncGenerator<Contender> {
  const picked = (await kernelLibrary()).filter((_, i) => i % EVERY === 0);
  for (const one of picked) yield* samplesOf(one, isChecked);
}

async function* samplesOf(one: KernelCase, isChecked: boolean): AsyncGenerator<Contender> {
  const run = largest([...one.cases()]);
  using module = cu.module(readSource(one), {
    options: one.options ?? [],
    nameExpressions: one.kernels.filter((name) => name.includes("<")),
    fileName: one.source,
    device: "cpu",
    check: isChecked,
  });
  const kernels = new Map(one.kernels.map((name) => [name, module.kernel(name)]));
  await module.ready();
  const setGlobals = (): void => {
    for (const [name, data] of Object.entries(run.globals ?? {})) module.global(name).set(data as never);
  };
  const sample = (): Promise<number> =>
    cu.withDevice("cpu", async () => {
      const buffers = upload(run, kernels);
      setGlobals();
      await cu.device().synchronize();
      const begin = performance.now();
      launchAll(run, kernels, buffers);
      await cu.device().synchronize();
      const spentMs = performance.now() - begin;
      const wrong = mismatches(run, await readBack(run, module, buffers));
      if (wrong.length > 0) throw new Error(`${one.name}: ${JSON.stringify(wrong)}`);
      for (const buffer of buffers.values()) buffer.dispose();
      return spentMs * 1e6;
    });
  yield { name: one.name, sample };
}

function largest(runs: readonly KernelRun[]): KernelRun {
  const sizes = runs.map(threadsOf);
  return runs[sizes.indexOf(Math.max(...sizes))] as KernelRun;
}

function threadsOf({ launches }: KernelRun): number {
  const count = (size: number | readonly number[]): number => [size].flat().reduce((a, b) => a * b, 1);
  return launches.reduce((sum, { grid, block }) => sum + count(grid) * count(block), 0);
}
