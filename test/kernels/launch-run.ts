// The launches of one run of the kernel library, on the current device.

import type { Parameter } from "../../src/cdecl/ast.js";
import { dtypeOf, type DType } from "../../src/core/dtype.js";
import { buffer, type NDArray } from "../../src/array/array.js";
import type { Kernel } from "../../src/runtime/kernels/kernel.js";
import { hostDType, pointeeRule } from "../../src/runtime/parameters/pointer-parameter.js";
import type { Module } from "../../src/runtime/modules/module.js";
import type { KernelRun } from "./kernel-case.js";
import type { KernelData } from "./kernel-data.js";

/** Performs the launches of a run, in their order. */
export function launchAll(
  run: KernelRun,
  kernels: ReadonlyMap<string, Kernel>,
  buffers: ReadonlyMap<string, NDArray>,
): void {
  for (const { kernel, grid, block, shared = 0, cooperative = false, args } of run.launches) {
    const values = args.map((arg) => (typeof arg === "string" ? buffers.get(arg) : arg));
    const launch = kernels.get(kernel) as Kernel;
    launch({ grid: [grid].flat(), block: [block].flat(), shared, cooperative }, ...(values as never[]));
  }
}

// A buffer has the dtype of the parameter it is first passed to: bits of halves are float16, and so on.
/** Puts the buffers of a run on the current device. */
export function upload(run: KernelRun, kernels: ReadonlyMap<string, Kernel>): Map<string, NDArray> {
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

/** What buffers and globals hold now, as `mismatches` takes it. */
export async function readBack(
  run: KernelRun,
  compiled: Pick<Module, "global">,
  buffers: ReadonlyMap<string, NDArray>,
): Promise<Record<string, KernelData>> {
  const actual: Record<string, KernelData> = {};
  for (const [name, b] of buffers) actual[name] = sameType(await b.data(), run.buffers[name] as KernelData);
  for (const [name, data] of Object.entries(run.globals ?? {})) {
    actual[name] = sameType(await compiled.global(name).data(), data);
  }
  return actual;
}

// What comes back has the storage of its dtype; the oracle's data may call the same bytes otherwise (structs).
function sameType(
  bytes: { readonly buffer: ArrayBufferLike; readonly byteLength: number },
  like: KernelData,
): KernelData {
  const Typed = like.constructor as new (b: ArrayBufferLike) => KernelData;
  return new Typed(bytes.buffer);
}
