// The kernels of histograms and quantiles (histogram.cuh).

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import * as cuda from "./kernels.gen.js";

/** The kernels of this file. */
export const histogramGroup: () => KernelGroup = lazyGroup(() => ({
  name: "histogram",
  kernels: [
    kernelText(cuda.histogramEdges, "histogram_edges", {}),
    kernelText(cuda.histogram, "histogram", {}),
    kernelText(cuda.bincount, "bincount", {}),
    kernelText(cuda.quantile, "quantile_float32", { T: "float" }),
    kernelText(cuda.quantile, "quantile_float64", { T: "double" }),
  ],
}));

/** Computes the edges of equal bins between two values. */
export const edgesKernel = new BuiltinKernel(histogramGroup, "histogram_edges", cuda.histogramEdges);
/** Counts elements in bins. */
export const histogramKernel = new BuiltinKernel(histogramGroup, "histogram", cuda.histogram);
/** Counts integers. */
export const bincountKernel = new BuiltinKernel(histogramGroup, "bincount", cuda.bincount);
/** Interpolate between neighbors of sorted rows. */
export const quantileKernels = {
  float32: new BuiltinKernel(histogramGroup, "quantile_float32", cuda.quantile),
  float64: new BuiltinKernel(histogramGroup, "quantile_float64", cuda.quantile),
} as const;
