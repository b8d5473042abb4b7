// Kernels that convert between dtypes, as C does: a float loses its fraction when it becomes an integer, too large integers wrap,
// complex numbers lose their imaginary part, and everything except 0 is true. A float outside the range of an integer dtype
// becomes the nearest 64-bit integer, which then wraps; NaN becomes 0. There is one group for each source dtype.

import { type DType, dtypeNames, dtypes } from "../../core/dtype.js";
import { kernelTypes } from "./c-types.js";
import { type GroupDefinition, type KernelGroup, lazyGroup } from "./kernel-group.js";
import { castSource } from "./kernels.gen.js";
import { unitKernel } from "./row-kernel.js";

/** The group of casts from each dtype: kernels `to_<dtype>_u`. */
export const castGroups = Object.fromEntries(
  dtypeNames.map((from) => [from, lazyGroup(() => castsFrom(from))]),
) as { readonly [D in DType]: () => KernelGroup };

function castsFrom(from: DType): GroupDefinition {
  const targets = dtypeNames.filter((to) => to !== from);
  return {
    name: `cast.${from}`,
    kernels: targets.map((to) =>
      unitKernel({
        name: `to_${to}`,
        source: castSource,
        output: { name: "z", stored: kernelTypes[to].stored },
        inputs: [{ name: "a", stored: kernelTypes[from].stored }],
        statement: `z = ${conversion(from, to, "cuts_load(a)")};`,
      }),
    ),
  };
}

/** The C++ that converts a computed value to the stored type. */
export function conversion(from: DType, to: DType, value: string): string {
  const { stored } = kernelTypes[to];
  const isComplex = dtypes[from].kind === "complex";
  if (dtypes[to].kind === "complex") {
    const real = to === "complex64" ? "float" : "double";
    return isComplex
      ? `cuts_make((${real})${value}.re, (${real})${value}.im)`
      : `cuts_make((${real})${value}, (${real})0)`;
  }
  if (to === "bool") return isComplex ? `${value}.re != 0 || ${value}.im != 0` : `${value} != 0`;
  const real = isComplex ? `${value}.re` : value;
  const isFloat = isComplex || dtypes[from].kind === "float";
  if (dtypes[to].kind === "float") {
    const narrow = to === "float16" || to === "bfloat16";
    return narrow ? `cuts_store<${stored}>(${isFloat ? real : `(double)${real}`})` : `(${stored})${real}`;
  }
  if (!isFloat) return `(${stored})${real}`;
  if (to === "uint64") return `cuts_to_uint64(${real})`;
  return `(${stored})${dtypes[to].byteLength === 8 || to === "uint32" ? "cuts_to_int64" : "cuts_to_int32"}(${real})`;
}
