// The types of reductions: their result dtypes. With the option `dtype`, the result has that dtype; if the option may be
// undefined, the type is a union with NumPy's choice.

import type { DType } from "../../core/dtype.js";
import type { WithDType } from "../creation-options.js";
import type { OutOf } from "../elementwise/apply.js";
import type { FloatOf, RealFloatOf, RealOf } from "../elementwise/types.js";
import type { NDArray } from "../ndarray.js";
import type { Axes } from "../core/axes.js";
import type { MeanOf, SumOf, VarianceOf } from "./result-types.js";

/** The last argument of every reduction. */
export interface ReduceOptions<D extends DType = DType> {
  /** The axis or axes that are reduced, negative ones from the end; all by default. */
  readonly axis?: Axes | undefined;
  /** Whether reduced axes stay, with size 1. */
  readonly keepdims?: boolean | undefined;
  /** An array of the result's shape and dtype, into which the result is written; it is returned. */
  readonly out?: NDArray<D> | undefined;
}

/** Options of a reduction whose result has dtype `D`. They do not take part in inferring `D`. */
export type ReduceFor<D extends DType> = ReduceOptions<NoInfer<OutOf<D>>>;

/** Options of a reduction with a `dtype` option; without it, the result has dtype `Default`. */
export interface TypedReduceOptions<R extends DType = DType, Default extends DType = never>
  extends ReduceFor<R | Default> {
  /** The dtype of the computation and the result; NumPy's choice by default. */
  readonly dtype?: R | undefined;
}

/** Options of variance and std. */
export interface VarianceOptions<R extends DType = DType, Default extends DType = never>
  extends ReduceFor<RealOf<R> | Default> {
  /** The dtype of the computation, whose real dtype the result has; NumPy's choice by default. */
  readonly dtype?: R | undefined;
  /** Subtracted from the number of elements in the divisor; 0 by default. */
  readonly ddof?: number | undefined;
  /** The same, under the array API standard's name. */
  readonly correction?: number | undefined;
}

/** Options of running sums and products. */
export interface ScanOptions<R extends DType = DType, Default extends DType = never> {
  /** The axis along which to accumulate; without it, the flattened array. */
  readonly axis?: number | undefined;
  /** The dtype of the computation and the result; NumPy's choice by default. */
  readonly dtype?: R | undefined;
  /** An array of the result's shape and dtype, into which the result is written; it is returned. */
  readonly out?: NDArray<NoInfer<OutOf<R | Default>>> | undefined;
}

/** Options of argmin and argmax. */
export interface ArgOptions {
  /** The axis along which to search; without it, the index is that of the flattened array. */
  readonly axis?: number | undefined;
  /** Whether the axis stays, with size 1. */
  readonly keepdims?: boolean | undefined;
  /** An array of the result's shape, into which the result is written; it is returned. */
  readonly out?: NDArray<"int64"> | undefined;
}

/** Options of softmax. */
export interface SoftmaxOptions<D extends DType = DType> {
  /** The axis along which results add up to 1; the last one by default. */
  readonly axis?: number | undefined;
  /** An array of the result's shape and dtype that gets the result; it is returned. It may be the operand. */
  readonly out?: NDArray<D> | undefined;
}

// Methods are written from these signatures (`npm run generate`).

/** Sums and products. */
export interface SumFunction {
  <R extends DType>(x: NDArray, options: WithDType<R, TypedReduceOptions<R>>): NDArray<NoInfer<R>>;
  <D extends DType, R extends DType = never>(
    x: NDArray<D>,
    axisOrOptions?: TypedReduceOptions<R, SumOf<D>> | Axes,
  ): NDArray<SumOf<D> | NoInfer<R>>;
}

/** Means. */
export interface MeanFunction {
  <R extends DType>(x: NDArray, options: WithDType<R, TypedReduceOptions<R>>): NDArray<NoInfer<R>>;
  <D extends DType, R extends DType = never>(
    x: NDArray<D>,
    axisOrOptions?: TypedReduceOptions<R, MeanOf<D>> | Axes,
  ): NDArray<MeanOf<D> | NoInfer<R>>;
}

/** Variances, which are real numbers. */
export interface VarianceFunction {
  <R extends DType>(x: NDArray, options: WithDType<R, VarianceOptions<R>>): NDArray<RealOf<NoInfer<R>>>;
  <D extends DType, R extends DType = never>(
    x: NDArray<D>,
    axisOrOptions?: VarianceOptions<R, VarianceOf<D>> | Axes,
  ): NDArray<VarianceOf<D> | RealOf<NoInfer<R>>>;
}

/** Running sums and products. */
export interface ScanFunction {
  <R extends DType>(x: NDArray, options: WithDType<R, ScanOptions<R>>): NDArray<NoInfer<R>>;
  <D extends DType, R extends DType = never>(
    x: NDArray<D>,
    axisOrOptions?: ScanOptions<R, SumOf<D>> | number,
  ): NDArray<SumOf<D> | NoInfer<R>>;
}

/** A reduction that keeps the dtype. */
export type SameReduction = <D extends DType>(
  x: NDArray<D>,
  axisOrOptions?: ReduceFor<D> | Axes,
) => NDArray<D>;

/** A reduction with a bool result. */
export type BooleanReduction = (x: NDArray, axisOrOptions?: ReduceOptions<"bool"> | Axes) => NDArray<"bool">;

/** A reduction that counts elements. */
export type CountFunction = (x: NDArray, axisOrOptions?: ReduceOptions<"int64"> | Axes) => NDArray<"int64">;

/** A reduction that returns an index. */
export type ArgFunction = (x: NDArray, axisOrOptions?: ArgOptions | number) => NDArray<"int64">;

/** A function from numbers to floats along an axis. */
export type SoftmaxFunction = <D extends DType>(
  x: NDArray<D>,
  axisOrOptions?: SoftmaxOptions<NoInfer<OutOf<FloatOf<D>>>> | number,
) => NDArray<FloatOf<D>>;

/** A reduction to real floats. */
export type FloatReduction = <D extends DType>(
  x: NDArray<D>,
  axisOrOptions?: ReduceFor<RealFloatOf<D>> | Axes,
) => NDArray<RealFloatOf<D>>;
