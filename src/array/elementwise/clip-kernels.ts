// Kernels that limit numbers to an interval, whose bounds are passed by value: one for each dtype.

import { type DType, dtypeNames, dtypes } from "../../core/dtype.js";
import { kernelTypes } from "../kernels/c-types.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import type { KernelText } from "../kernels/kernel-definition.js";
import { type UnitKernel, unitKernelOf } from "../kernels/launch-rows.js";
import { unitKernel } from "../kernels/row-kernel.js";

type ClipKernel = UnitKernel<"low_value" | "high_value">;

/** The kernel of a dtype; undefined for bool and complex numbers, which have none. */
export function clipKernel(dtype: DType): ClipKernel | undefined {
  let kernel = kernels.get(dtype);
  if (kernel === undefined && isClipped(dtype)) {
    const { parameter } = kernelTypes[dtype];
    kernel = unitKernelOf(clipGroup, `clip_${dtype}`, 2, { low_value: parameter, high_value: parameter });
    kernels.set(dtype, kernel);
  }
  return kernel;
}

/** `clip_<dtype>`: z = min(high, max(low, a)); NaN stays. */
export const clipGroup: () => KernelGroup = lazyGroup(() => ({
  name: "clip",
  kernels: dtypeNames.filter(isClipped).map(textOf),
}));

const kernels = new Map<DType, ClipKernel>();

function isClipped(dtype: DType): boolean {
  const { kind } = dtypes[dtype];
  return kind === "int" || kind === "uint" || kind === "float";
}

function textOf(dtype: DType): KernelText {
  const { stored, computed, parameter } = kernelTypes[dtype];
  const isFloat = dtypes[dtype].kind === "float";
  const choice = (a: string, sign: string, b: string): string =>
    `${a} ${sign} ${b}${isFloat ? ` || ${a} != ${a}` : ""} ? ${a} : ${b}`;
  return unitKernel({
    name: `clip_${dtype}`,
    output: { name: "z", stored },
    inputs: [{ name: "a_in", stored }],
    scalars: { low_value: parameter, high_value: parameter },
    statement: `const ${computed} a = cuts_load(a_in), low = (${computed})low_value, high = (${computed})high_value; const ${computed} raised = ${choice("a", ">=", "low")}; z = cuts_store<${stored}>(${choice("raised", "<=", "high")});`,
  });
}
