// Kernels of graphs that end in a reduction, as WebAssembly or CUDA C++. They are compiled when first needed, and the most
// recently used are kept.

import {
  type Along,
  FUSED_KERNEL,
  type GraphKernel,
  parametersOf,
} from "../../../compiler/elements/kernels.js";
import { digestOf } from "../../../compiler/cache/digest.js";
import { type DType, dtypes } from "../../../core/dtype.js";
import { RecentMap } from "../../../core/recent-map.js";
import { BuiltinKernel } from "../../../array/kernels/builtin-kernel.js";
import type { KernelSignature } from "../../../array/kernels/kernel-definition.js";
import { type GroupDefinition, lazyGroup } from "../../../array/kernels/kernel-group.js";
import type { ParameterKind } from "../../../compiler/elements/parameters.js";
import type { ParameterValue } from "../../../array/kernels/trusted-writer.js";
import { TEAM_KERNEL } from "../cuda/reduce-source.js";
import { fusionCounts } from "../fused-kernel.js";

/** Kernels that are kept. */
const MOST_KERNELS = 128;

/** A kernel whose arguments are passed in order. */
export type ListKernel = BuiltinKernel<readonly ParameterValue[]>;

const kernels = new RecentMap<string, ListKernel>(MOST_KERNELS, (one) => {
  fusionCounts.unloaded++;
  one.unload();
});

/** The WebAssembly kernel for a key, from the cache or made now. */
export function reductionKernel(key: string, graphKernel: GraphKernel): ListKernel {
  const known = kernels.get(key);
  if (known !== undefined) {
    fusionCounts.found++;
    return known;
  }
  fusionCounts.made++;
  const parameters = parametersOf(graphKernel);
  const signature = { parameters, write: writerOf(parameters) };
  const group = lazyGroup(() => ({
    name: `fused.${digestOf(key).slice(0, 16)}`,
    graphKernel,
    kernels: [{ name: FUSED_KERNEL, signature, text: "" }],
  }));
  const made = new BuiltinKernel(group, FUSED_KERNEL, signature);
  kernels.set(key, made);
  return made;
}

/** How elements with this stride lie: side by side, all the same, or at any distance. */
export function alongOf(step: number): Along {
  return step === 1 ? "unit" : step === 0 ? "same" : "any";
}

/** A CUDA C++ kernel, whose arguments are passed by name. */
export type TeamKernel = BuiltinKernel<Readonly<Record<string, ParameterValue>>>;

const teamKernels = new RecentMap<string, TeamKernel>(MOST_KERNELS, (one) => {
  fusionCounts.unloaded++;
  one.unload();
});

/** The CUDA C++ kernel for a key, from the cache or made now. */
export function teamKernel(
  key: string,
  signature: KernelSignature<Readonly<Record<string, ParameterValue>>>,
  define: () => GroupDefinition,
): TeamKernel {
  const known = teamKernels.get(key);
  if (known !== undefined) {
    fusionCounts.found++;
    return known;
  }
  fusionCounts.made++;
  const made: TeamKernel = new BuiltinKernel(lazyGroup(define), TEAM_KERNEL, signature);
  teamKernels.set(key, made);
  return made;
}

/** Strides in bytes. */
export function inBytes(dtype: DType, strides: readonly number[]): readonly number[] {
  return strides.map((stride) => stride * dtypes[dtype].byteLength);
}

function writerOf(kinds: readonly ParameterKind[]) {
  return (
    block: { setValue(index: number, kind: ParameterKind, value: ParameterValue): void },
    values: readonly ParameterValue[],
  ): void => {
    for (const [index, value] of values.entries())
      block.setValue(index, kinds[index] as ParameterKind, value);
  };
}
