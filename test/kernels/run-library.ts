// Runs the kernel library on a device, one test a case: compiles the source, uploads, launches, reads back and asks
// the oracle. A shard is every n-th case, so that several test files share the work.

import { describe, expect, it } from "vitest";
import type { Parameter } from "../../src/cdecl/ast.js";
import { dtypeOf, type DType } from "../../src/core/dtype.js";
import { buffer, type NDArray } from "../../src/array/array.js";
import { withDevice } from "../../src/runtime/devices.js";
import type { Kernel } from "../../src/runtime/kernel.js";
import { module } from "../../src/runtime/module.js";
import { hostDType, pointeeRule } from "../../src/runtime/pointer-parameter.js";
import { mismatches } from "./mismatches.js";
import type { KernelCase, KernelRun } from "./kernel-case.js";
import type { KernelData } from "./kernel-data.js";
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
      for (const { kernel, grid, block, shared = 0, cooperative = false, args } of run.launches) {
        const values = args.map((arg) => (typeof arg === "string" ? buffers.get(arg) : arg));
        const launch = kernels.get(kernel) as Kernel;
        launch({ grid: [grid].flat(), block: [block].flat(), shared, cooperative }, ...(values as never[]));
      }
      const actual: Record<string, KernelData> = {};
      for (const [name, b] of buffers)
        actual[name] = sameType(await b.data(), run.buffers[name] as KernelData);
      for (const [name, data] of Object.entries(run.globals ?? {})) {
        actual[name] = sameType(await compiled.global(name).data(), data);
      }
      expect(mismatches(run, actual), run.label).toEqual([]);
    } finally {
      for (const b of buffers.values()) b.dispose();
    }
  }
}

// A buffer has the dtype of the parameter it is first passed to: bits of halves are float16, and so on.
function upload(run: KernelRun, kernels: ReadonlyMap<string, Kernel>): Map<string, NDArray> {
  const parameters = new Map<string, Parameter>();
  for (const { kernel, args } of run.launches) {
    args.forEach((arg, i) => {
      const parameter = kernels.get(kernel)?.signature.parameters[i];
      if (typeof arg === "string" && parameter && !parameters.has(arg)) parameters.set(arg, parameter);
    });
  }
  return new Map(
    Object.entries(run.buffers).map(([name, data]) => {
      const type = parameters.get(name)?.type;
      const dtype: DType =
        type?.kind === "pointer"
          ? hostDType(pointeeRule(type, "LP64"), data, { what: `buffer ${name}`, type: "" })
          : dtypeOf(data);
      return [name, buffer(dtype, data as never)];
    }),
  );
}

// What comes back has the storage of its dtype; the oracle's data may call the same bytes otherwise (structs).
function sameType(
  bytes: { readonly buffer: ArrayBufferLike; readonly byteLength: number },
  like: KernelData,
): KernelData {
  const Typed = like.constructor as new (b: ArrayBufferLike) => KernelData;
  return new Typed(bytes.buffer);
}
