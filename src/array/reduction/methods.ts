// Methods that reduce an array and that run along it.

import type { DType } from "../../core/dtype.js";
import type { FloatOf, RealOf } from "../elementwise/types.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import { type ArgOptions, argmax, argmin } from "./arg.js";
import * as f from "./functions.js";
import type { Axes } from "./layout.js";
import type { ReduceOptions } from "./reduce.js";
import type { MeanOf, SumOf } from "./result-types.js";
import { cumprod, cumsum, type ScanOptions } from "./scan.js";
import { logSoftmax, logsumexp, softmax, type SoftmaxOptions } from "./softmax.js";

/** Reductions along any axes, running sums, softmax. The functions of the same names tell more. */
export interface ReductionMethods<D extends DType> {
  sum<R extends DType = SumOf<D>>(axisOrOptions?: Axes | f.TypedReduceOptions<R>): NDArray<NoInfer<R>>;
  prod<R extends DType = SumOf<D>>(axisOrOptions?: Axes | f.TypedReduceOptions<R>): NDArray<NoInfer<R>>;
  mean<R extends DType = MeanOf<D>>(axisOrOptions?: Axes | f.TypedReduceOptions<R>): NDArray<NoInfer<R>>;
  var<R extends DType = RealOf<MeanOf<D>>>(axisOrOptions?: Axes | f.VarianceOptions<R>): NDArray<NoInfer<R>>;
  std<R extends DType = RealOf<MeanOf<D>>>(axisOrOptions?: Axes | f.VarianceOptions<R>): NDArray<NoInfer<R>>;
  min(axisOrOptions?: Axes | ReduceOptions<D>): NDArray<D>;
  max(axisOrOptions?: Axes | ReduceOptions<D>): NDArray<D>;
  argmin(axisOrOptions?: number | ArgOptions): NDArray<"int64">;
  argmax(axisOrOptions?: number | ArgOptions): NDArray<"int64">;
  any(axisOrOptions?: Axes | ReduceOptions<"bool">): NDArray<"bool">;
  all(axisOrOptions?: Axes | ReduceOptions<"bool">): NDArray<"bool">;
  cumsum<R extends DType = SumOf<D>>(axisOrOptions?: number | ScanOptions<R>): NDArray<NoInfer<R>>;
  cumprod<R extends DType = SumOf<D>>(axisOrOptions?: number | ScanOptions<R>): NDArray<NoInfer<R>>;
  softmax(axisOrOptions?: number | SoftmaxOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  logSoftmax(axisOrOptions?: number | SoftmaxOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  logsumexp(axisOrOptions?: Axes | ReduceOptions<RealOf<FloatOf<D>>>): NDArray<RealOf<FloatOf<D>>>;
}

declare module "../ndarray.js" {
  interface NDArray<out D extends DType = DType> extends ReductionMethods<D> {}
}

/** The name of each method and the function it is. */
const functionOf = {
  sum: f.sum,
  prod: f.prod,
  mean: f.mean,
  var: f.variance,
  std: f.std,
  min: f.min,
  max: f.max,
  argmin,
  argmax,
  any: f.any,
  all: f.all,
  cumsum,
  cumprod,
  softmax,
  logSoftmax,
  logsumexp,
} satisfies { readonly [M in keyof ReductionMethods<DType>]: unknown };

const reductionMethods: object = Object.fromEntries(
  Object.entries(functionOf).map(([name, reduce]) => {
    const call = reduce as (x: NDArray, axisOrOptions?: unknown) => unknown;
    const method = {
      [name](this: NDArray, axisOrOptions?: unknown) {
        return call(this, axisOrOptions);
      },
    };
    return [name, method[name]];
  }),
);

addMethods(reductionMethods);
