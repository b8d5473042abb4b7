// Runs the kernel library on a device, one test a case: compiles the source, uploads, launches, reads back and asks
// the oracle. A shard is every n-th case, so that several test files share the work.

import { describe, expect, it } from "vitest";
import { withDevice } from "../../src/runtime/devices/devices.js";
import { module } from "../../src/runtime/modules/module.js";
import { launchAll, readBack, upload } from "./launch-run.js";
import { mismatches } from "./mismatches.js";
import type { KernelCase } from "./kernel-case.js";
import { kernelLibrary, readSource } from "./library.js";

export interface LibraryRun {
  readonly device: string;
  readonly shard: { readonly index: number; readonly count: number };
  /** Cases that cannot run there, with the reason. */
  readonly skip?: readonly { readonly name: string; readonly reason: string }[];
}

/** Registers a test for each case of the shard. */
export async function runLibrary({ device, shard, skip = [] }: LibraryRun): Promise<void> {
  const cases = (await kernelLibrary()).filter((_, i) => i % shard.count === shard.index);
  describe(`kernel library on ${device}`, () => {
    for (const kernelCase of cases) {
      const skipped = skip.find((s) => s.name === kernelCase.name);
      const title = skipped ? `${kernelCase.name} (${skipped.reason})` : kernelCase.name;
      it.skipIf(skipped !== undefined)(title, () => withDevice(device, () => runCase(kernelCase)), 300_000);
    }
  });
}

async function runCase(kernelCase: KernelCase): Promise<void> {
  using compiled = module(readSource(kernelCase), {
    options: kernelCase.options ?? [],
    nameExpressions: kernelCase.kernels.filter((name) => name.includes("<")),
    fileName: kernelCase.source,
  });
  const kernels = new Map(kernelCase.kernels.map((name) => [name, compiled.kernel(name)]));
  await compiled.ready();
  for (const run of kernelCase.cases()) {
    const buffers = upload(run, kernels);
    try {
      for (const [name, data] of Object.entries(run.globals ?? {})) compiled.global(name).set(data as never);
      launchAll(run, kernels, buffers);
      const actual = await readBack(run, compiled, buffers);
      expect(mismatches(run, actual), run.label).toEqual([]);
    } finally {
      for (const b of buffers.values()) b.dispose();
    }
  }
}
