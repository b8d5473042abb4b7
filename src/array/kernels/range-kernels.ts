// Kernels for evenly spaced numbers: each is start + index * step, computed as a double with two roundings and converted as a
// typed array of JavaScript does it, so that it does not matter which side computes them.

import { type DType, dtypeNames, dtypes } from "../../core/dtype.js";
import { kernelTypes } from "./c-types.js";
import { type KernelText, lazyGroup } from "./kernel-group.js";

/** `range_<dtype>`: z[i] = start + i * step, rounded down before where `floors` is not 0. */
export const rangeGroup = lazyGroup(() => ({
  name: "range",
  helpers: `
CUTS_INLINE long long cuts_whole(double x) { return (long long)x; }
CUTS_INLINE double cuts_even(double start, double step, cuts_size i, int floors) {
  const double x = __dadd_rn(start, __dmul_rn((double)i, step));
  return floors ? floor(x) : x;
}
`,
  kernels: dtypeNames.filter((dtype) => dtype !== "bool").map(rangeKernel),
}));

function rangeKernel(dtype: DType): KernelText {
  const { stored } = kernelTypes[dtype];
  const value = "cuts_even(start, step, cuts_i, floors)";
  return {
    name: `range_${dtype}`,
    parameters: ["pointer", "size", "stride", "stride", "float64", "float64", "int32"],
    text: `extern "C" __global__ void range_${dtype}(${stored}* z_p, cuts_size cuts_n, cuts_stride, cuts_stride, double start, double step, int floors) {
  CUTS_EACH(cuts_i, cuts_n, z_p[cuts_i] = ${conversion(dtype, value)})
}`,
  };
}

function conversion(dtype: DType, value: string): string {
  const { stored } = kernelTypes[dtype];
  const { kind, byteLength } = dtypes[dtype];
  if (kind === "complex") {
    const real = byteLength === 8 ? "float" : "double";
    return `cuts_make((${real})${value}, (${real})0)`;
  }
  return kind === "float" ? `cuts_store<${stored}>(${value})` : `(${stored})cuts_whole(${value})`;
}
