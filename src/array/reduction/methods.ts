// Methods that reduce an array and that run along it.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import type { FloatOf, RealOf } from "../elementwise/types.js";
import { addMethods } from "../add-methods.js";
import type { NDArray } from "../ndarray.js";
import { type ArgOptions, argmax, argmin } from "./arg.js";
import * as f from "./functions.js";
import type { ReduceOptions } from "./reduce.js";
import type { MeanOf, SumOf } from "./result-types.js";
import { cumprod, cumsum, type ScanOptions } from "./scan.js";
import { logSoftmax, logsumexp, softmax, type SoftmaxOptions } from "./softmax.js";

/** Reductions along any axes, running sums, softmax. The functions of the same names tell more. */
export interface ReductionMethods<D extends DType> {
  sum<R extends DType = SumOf<D>>(options?: f.TypedReduceOptions<R>): NDArray<R>;
  prod<R extends DType = SumOf<D>>(options?: f.TypedReduceOptions<R>): NDArray<R>;
  mean<R extends DType = MeanOf<D>>(options?: f.TypedReduceOptions<R>): NDArray<R>;
  var<R extends DType = RealOf<MeanOf<D>>>(options?: f.VarianceOptions<R>): NDArray<R>;
  std<R extends DType = RealOf<MeanOf<D>>>(options?: f.VarianceOptions<R>): NDArray<R>;
  min(options?: ReduceOptions<D>): NDArray<D>;
  max(options?: ReduceOptions<D>): NDArray<D>;
  argmin(options?: ArgOptions): NDArray<"int64">;
  argmax(options?: ArgOptions): NDArray<"int64">;
  any(options?: ReduceOptions<"bool">): NDArray<"bool">;
  all(options?: ReduceOptions<"bool">): NDArray<"bool">;
  cumsum<R extends DType = SumOf<D>>(options?: ScanOptions<R>): NDArray<R>;
  cumprod<R extends DType = SumOf<D>>(options?: ScanOptions<R>): NDArray<R>;
  softmax(options?: SoftmaxOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  logSoftmax(options?: SoftmaxOptions<FloatOf<D>>): NDArray<FloatOf<D>>;
  logsumexp(options?: ReduceOptions<RealOf<FloatOf<D>>>): NDArray<RealOf<FloatOf<D>>>;
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
    const call = reduce as (x: NDArray, options?: object) => unknown;
    const method = {
      [name](this: NDArray, options?: object) {
        if (options !== undefined && (typeof options !== "object" || options === null)) {
          throw noOptions(name, options);
        }
        return call(this, options);
      },
    };
    return [name, method[name]];
  }),
);

/** For JavaScript, where `x.sum(0)` would quietly sum everything. */
function noOptions(name: string, got: unknown): ArgumentTypeError {
  const axis = typeof got === "number" ? got : 0;
  return new ArgumentTypeError(
    "CUTS_OPTIONS",
    `Cannot compute ${name}: its options must be an object (got ${formatValue(got)})\nTry: x.${name}({ axis: ${axis} })`,
  );
}

addMethods(reductionMethods);
