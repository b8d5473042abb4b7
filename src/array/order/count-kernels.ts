// The GPU kernels of counting (count.cuh), by dtype. They are not shipped compiled: GPUs compile them when they are needed.

import { type DType, dtypes } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import * as cuda from "./kernels.gen.js";

const real = (Object.keys(dtypes) as DType[]).filter((dtype) => dtypes[dtype].kind !== "complex");
const integers = real.filter((dtype) => dtypes[dtype].kind !== "float");

/** The kernels of this file. */
export const countGroup: () => KernelGroup = lazyGroup(() => ({
  name: "count",
  kernels: [
    ...real.map((dtype) =>
      kernelText(cuda.countBins, `count_bins_${dtype}`, { T: kernelTypes[dtype].stored }),
    ),
    ...integers.map((dtype) =>
      kernelText(cuda.countNumbers, `count_numbers_${dtype}`, { T: kernelTypes[dtype].stored }),
    ),
    ...integers.map((dtype) =>
      kernelText(cuda.countFarNumbers, `count_far_numbers_${dtype}`, { T: kernelTypes[dtype].stored }),
    ),
  ],
}));

/** Count elements in equal bins. */
export const binKernels: ReadonlyMap<DType, BuiltinKernel<cuda.CountBinsArguments>> = new Map(
  real.map((dtype) => [dtype, new BuiltinKernel(countGroup, `count_bins_${dtype}`, cuda.countBins)]),
);
/** Count how often each number occurs. */
export const numberKernels: ReadonlyMap<DType, BuiltinKernel<cuda.CountNumbersArguments>> = new Map(
  integers.map((dtype) => [
    dtype,
    new BuiltinKernel(countGroup, `count_numbers_${dtype}`, cuda.countNumbers),
  ]),
);
/** The same for more numbers than fit into shared memory. */
export const farNumberKernels: ReadonlyMap<DType, BuiltinKernel<cuda.CountFarNumbersArguments>> = new Map(
  integers.map((dtype) => [
    dtype,
    new BuiltinKernel(countGroup, `count_far_numbers_${dtype}`, cuda.countFarNumbers),
  ]),
);
