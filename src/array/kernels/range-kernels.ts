// The kernels of evenly spaced numbers (range.cuh), one for each dtype but bool.

import { type DType, dtypeNames } from "../../core/dtype.js";
import { BuiltinKernel } from "./builtin-kernel.js";
import { kernelTypes } from "./c-types.js";
import { kernelText } from "./kernel-definition.js";
import { lazyGroup } from "./kernel-group.js";
import { range, type RangeArguments } from "./kernels.gen.js";

/** `range_<dtype>`. */
export const rangeGroup = lazyGroup(() => ({
  name: "range",
  kernels: dtypeNames
    .filter((dtype) => dtype !== "bool")
    .map((dtype) => kernelText(range, `range_${dtype}`, { T: kernelTypes[dtype].stored })),
}));

/** The kernel of a dtype. */
export function rangeKernel(dtype: DType): BuiltinKernel<RangeArguments> {
  let kernel = kernels.get(dtype);
  if (kernel === undefined)
    kernels.set(dtype, (kernel = new BuiltinKernel(rangeGroup, `range_${dtype}`, range)));
  return kernel;
}

const kernels = new Map<DType, BuiltinKernel<RangeArguments>>();
