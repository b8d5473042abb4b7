// The kernels of a user-defined reduction. On a GPU, the threads of a block share a row of elements or a part of it, and a second
// kernel combines the parts. On the cpu device one thread computes a row or part.

import type { DType } from "../../core/dtype.js";
import { kernelTypes } from "../kernels/c-types.js";
import { listSignature } from "../kernels/kernel-definition.js";
import type { KernelGroup } from "../kernels/kernel-group.js";
import type { BoundCall } from "./bind.js";
import type { CustomSignature } from "./signature.js";
import { type CodeOrigin, type Seen, userFunction, userGroup } from "./source.js";

/** The user's code of a reduction. */
export interface ReductionCode {
  /** What is taken of the inputs: "x * x". */
  readonly map: string;
  /** Two of those as one: "a + b". */
  readonly reduce: string;
  /** What becomes of all as one, `a`: "y = sqrt(a)". */
  readonly post: string;
  /** What changes nothing: "0". */
  readonly identity: string;
  readonly preamble: string;
}

/** The signature of `custom_reduce` with this many inputs, `p0`, `p1` and so on. */
export function reduceSignature(inputs: number): CustomKernelSignature {
  const pointers = Array.from({ length: inputs }, (_, k) => [`p${k}`, "pointer"] as const);
  return listSignature([
    ["out", "pointer"],
    ["totals", "pointer"],
    ...pointers,
    ["n", "size"],
    ["chunk", "size"],
    ["rows", "size"],
  ]);
}

/** The signature of `custom_join`. */
export const joinSignature: CustomKernelSignature = listSignature([
  ["out", "pointer"],
  ["totals", "pointer"],
  ["parts", "size"],
  ["rows", "size"],
]);

/** A signature whose parameters are named in this file. */
export type CustomKernelSignature = ReturnType<typeof listSignature>;

/** The group of kernels `custom_reduce` and `custom_join` for the dtypes of a call. */
export function reductionGroup(
  origin: CodeOrigin,
  signature: CustomSignature,
  bound: BoundCall,
  total: DType,
  code: ReductionCode,
): () => KernelGroup {
  const { name } = origin;
  return userGroup(origin, () => {
    const result = bound.outputs[0] as DType;
    const { stored: resultStored, computed: resultType } = kernelTypes[result];
    const { computed: totalType } = kernelTypes[total];
    const inputs = bound.inputs.map(
      ({ parameter, dtype }): Seen => ({ name: parameter.name, dtype, role: "value" }),
    );
    const value = (one: string, as: "value" | "output"): Seen => ({ name: one, dtype: total, role: as });
    const own = (text: string): string => (/;\s*$/.test(text) ? text.replace(/;\s*$/, "") : text);
    const pointers = inputs.map(({ dtype }, k) => `const ${kernelTypes[dtype].stored}* p${k}`);
    const loads = inputs.map((_, k) => `cuts_load(p${k}[cuts_at])`);
    const finish = `{ ${resultType} value = {}; user_post(all, value, row, rows); out[row] = cuts_store<${resultStored}>(value); }`;
    return {
      helpers: [
        code.preamble,
        userFunction(
          "user_identity",
          [value("cuts_value", "output")],
          bound.letters,
          `cuts_value = ${own(code.identity)}`,
          `${name} (identity)`,
        ),
        userFunction(
          "user_map",
          [...inputs, value("cuts_value", "output")],
          bound.letters,
          `cuts_value = ${own(code.map)}`,
          `${name} (map)`,
        ),
        userFunction(
          "user_reduce",
          [value("a", "value"), value("b", "value"), value("cuts_value", "output")],
          bound.letters,
          `cuts_value = ${own(code.reduce)}`,
          `${name} (reduce)`,
        ),
        userFunction(
          "user_post",
          [value("a", "value"), { name: signature.outputs[0]?.name ?? "y", dtype: result, role: "output" }],
          bound.letters,
          code.post,
          `${name} (post)`,
        ),
      ].join("\n"),
      kernels: [
        {
          name: "custom_reduce",
          signature: reduceSignature(pointers.length),
          text: `extern "C" __global__ void custom_reduce(${resultStored}* out, ${totalType}* totals, ${pointers.join(", ")}, cuts_size n, cuts_size chunk, cuts_size rows) {
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y, from = blockIdx.y * chunk;
  const cuts_size end = n - from < chunk ? n : from + chunk;
  ${totalType} all;
  user_identity(all, row, rows);
  if (row < rows)
    for (cuts_size k = from + threadIdx.x; k < end; k += blockDim.x) {
      const cuts_size cuts_at = row * n + k;
      ${totalType} mapped;
      user_map(${loads.join(", ")}, mapped, k, n);
      user_reduce(all, mapped, all, k, n);
    }
#ifndef __CUTS_CPU__
  __shared__ ${totalType} shared[256];
  const unsigned own = threadIdx.y * blockDim.x + threadIdx.x;
  shared[own] = all;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) { user_reduce(all, shared[own + half], all, 0, n); shared[own] = all; }
  }
#endif
  if (row >= rows || threadIdx.x != 0) return;
  if (gridDim.y > 1) totals[row * gridDim.y + blockIdx.y] = all;
  else ${finish}
}`,
        },
        {
          name: "custom_join",
          signature: joinSignature,
          text: `extern "C" __global__ void custom_join(${resultStored}* out, const ${totalType}* totals, cuts_size parts, cuts_size rows) {
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  ${totalType} all;
  user_identity(all, row, rows);
  for (cuts_size k = 0; k < parts; k++) user_reduce(all, totals[row * parts + k], all, k, parts);
  ${finish}
}`,
        },
      ],
    };
  });
}
