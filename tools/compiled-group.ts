// A group of built-in kernels, compiled for the cpu device: from the disk cache where it is there.

import { builtinOptions } from "../src/array/kernels/builtin-kernel.js";
import type { KernelGroup } from "../src/array/kernels/kernel-group.js";
import { requestFor } from "../src/backend/cpu/compile-request.js";
import { compileSource } from "../src/backend/cpu/compile-source.js";
import type { CpuCompileOptions } from "../src/backend/cpu/cpu-object.js";
import { RELAXED_SIMD } from "../src/compiler/clang/relaxed-simd.js";
import { defaultCache, type ObjectCode } from "../src/compiler/cache.js";

/** What the compiler was given, and what it made of it. */
export interface CompiledGroup {
  readonly source: string;
  readonly options: CpuCompileOptions;
  readonly object: ObjectCode;
}

/** Compiles a group as the launch path asks for it on the cpu device, once for each kind of processor. */
export async function compiledGroup(group: KernelGroup): Promise<readonly CompiledGroup[]> {
  const all: CompiledGroup[] = [];
  for (const { source, options } of requestsOf(group)) {
    const request = requestFor(source, options);
    const object = await defaultCache().getOrCompile(request, () => compileSource(source, options));
    all.push({ source, options, object });
  }
  return all;
}

/** Whether the disk cache has a group. */
export function isCached(group: KernelGroup): boolean {
  return requestsOf(group).every(
    ({ source, options }) => defaultCache().findSync(requestFor(source, options)) !== undefined,
  );
}

function requestsOf(group: KernelGroup): readonly Pick<CompiledGroup, "source" | "options">[] {
  return (group.fuses ? [[], [RELAXED_SIMD]] : [[]]).map((fusing) => ({
    source: group.sourceOf(group.kernels.keys()),
    options: builtinOptions(group, 32, { elementsPerThread: 1, fusing }),
  }));
}
