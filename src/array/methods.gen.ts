// Written by `npm run generate` from the functions that method-functions.ts lists. Do not edit.

import type { ArrayData } from "./access.js";
import type { Axes } from "./core/axes.js";
import type { DiagonalViewOptions, TraceOptions } from "./creation-diagonals.js";
import type { WithDType } from "./creation-options.js";
import type { OutOf, OutOptions } from "./elementwise/apply.js";
import type { CloseOptions, IscloseOptions } from "./elementwise/isclose.js";
import type { RoundOptions } from "./elementwise/round.js";
import type { Bound } from "./elementwise/select.js";
import type { AngleOf, ClippedOf, FloatOf, FloatOfTwo, FloatResultWith, GeluOptions, NotDefinedFor, NumericOf, NumericOfTwo, NumericWith, OfDType, Operand, OutFor, QuotientOfTwo, QuotientWith, RealFloatOf, RealOf, ResultWith } from "./elementwise/types.js";
import type { IndexArray } from "./indexing/index-values.js";
import type { Mask } from "./indexing/nonzero.js";
import type { ArrayIndex } from "./indexing/selection.js";
import type { AlongAxisOptions, TakeOptions } from "./indexing/take.js";
import type { WrittenValues } from "./indexing/values.js";
import type { ConcatenateOptions } from "./joining/concatenate.js";
import type { MatmulOptions } from "./linalg/products/matmul.js";
import type { IpcHandle } from "./memory/ipc.js";
import type { NDArray } from "./ndarray.js";
import type { Nested } from "./nest.js";
import type { NestedList } from "./nested.js";
import type { SearchOptions, SortOptions } from "./order/sort.js";
import type { Promote, Scalar } from "./promotion.js";
import type { MeanOf, SumOf, VarianceOf } from "./reduction/result-types.js";
import type { ArgOptions, ReduceFor, ReduceOptions, ScanOptions, SoftmaxOptions, TypedReduceOptions, VarianceOptions } from "./reduction/types.js";
import type { AxisChoice } from "./views.js";
import type { ManagedAdvice } from "../backend/port/host-memory.js";
import type { DType, ElementOf, TypedArrayOf } from "../core/dtype.js";
import type { Shape } from "../core/shape.js";
import type { Device } from "../runtime/devices/device.js";
import type { ElementData, ElementValue } from "../runtime/memory/element-data.js";

/**
 * The methods that are the same for arrays of all dtypes: a dtype is that of `this`. So a union of arrays has them, and types of
 * arrays are compared without looking at them.
 */
export interface ArrayMethods {
  /** The absolute value; the magnitude of a complex number. */
  abs<D extends DType>(this: OfDType<D>, options?: OutFor<RealOf<D>>): NDArray<RealOf<D>>;
  /** The absolute value; the magnitude of a complex number. */
  absolute<D extends DType>(this: OfDType<D>, options?: OutFor<RealOf<D>>): NDArray<RealOf<D>>;
  /** Sums; for bool, logical or. */
  add<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** Sums; for bool, logical or. */
  add<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /** Tells the driver how managed memory will be used; it has no effect on results. */
  advise(advice: ManagedAdvice): void;
  /** Whether all elements are not 0. */
  all(axisOrOptions?: ReduceOptions<"bool"> | Axes): NDArray<"bool">;
  /**
   * Whether all numbers are close, as by {@link isclose}; true for two empty arrays.
   * @example if (await x.allclose(y)) console.log("the same");
   */
  allclose(b: Operand, options?: CloseOptions): Promise<boolean>;
  /** Like {@link allclose}, but blocks the event loop. */
  allcloseSync(b: Operand, options?: CloseOptions): boolean;
  /** The angle of a complex number in radians; 0 or π for other dtypes. */
  angle<D extends DType>(this: OfDType<D>, options?: OutFor<AngleOf<D>>): NDArray<AngleOf<D>>;
  /** Whether any element is not 0. */
  any(axisOrOptions?: ReduceOptions<"bool"> | Axes): NDArray<"bool">;
  /** The angle with this cosine. */
  arccos<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The number with this hyperbolic cosine. */
  arccosh<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The angle with this sine. */
  arcsin<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The number with this hyperbolic sine. */
  arcsinh<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The angle with this tangent. */
  arctan<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /**
   * The angle of the point (b, a), between -π and π.
   * @deprecated It is not defined for this dtype, and throws.
   */
  arctan2(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The angle of the point (b, a), between -π and π. */
  arctan2<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<FloatOfTwo<D, E>>;
  /** The angle of the point (b, a), between -π and π. */
  arctan2<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<FloatResultWith<D, B>>;
  /** The number with this hyperbolic tangent. */
  arctanh<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The index of the largest element, the first of equal ones; NaN counts as largest. @throws RangeError `CUTS_EMPTY`. */
  argmax(axisOrOptions?: ArgOptions | number): NDArray<"int64">;
  /** The index of the smallest element, the first of equal ones; NaN counts as smallest. @throws RangeError `CUTS_EMPTY`. */
  argmin(axisOrOptions?: ArgOptions | number): NDArray<"int64">;
  /** The indices that sort an array along an axis; equal elements keep their order. */
  argsort(axisOrOptions?: SortOptions | number | null): NDArray<"int64">;
  /** The indices of nonzero elements, as one row for each element. */
  argwhere(): Promise<NDArray<"int64">>;
  /**
   * The elements as another dtype, always a new array. Floats lose their fraction on the way to integers, integers wrap,
   * complex numbers lose their imaginary part.
   */
  astype<E extends DType>(dtype: E): NDArray<E>;
  /**
   * Bits set in both.
   * @deprecated It is not defined for this dtype, and throws.
   */
  bitwiseAnd(this: OfDType<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">, ...rest: readonly unknown[]): NotDefinedFor<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">;
  /** Bits set in both. */
  bitwiseAnd<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** Bits set in both. */
  bitwiseAnd<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /**
   * All bits inverted; for bool, logical not.
   * @deprecated It is not defined for this dtype, and throws.
   */
  bitwiseNot(this: OfDType<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">, ...rest: readonly unknown[]): NotDefinedFor<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">;
  /** All bits inverted; for bool, logical not. */
  bitwiseNot<D extends DType>(this: OfDType<D>, options?: OutFor<D>): NDArray<D>;
  /**
   * Bits set in one or both.
   * @deprecated It is not defined for this dtype, and throws.
   */
  bitwiseOr(this: OfDType<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">, ...rest: readonly unknown[]): NotDefinedFor<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">;
  /** Bits set in one or both. */
  bitwiseOr<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** Bits set in one or both. */
  bitwiseOr<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /**
   * Bits set in exactly one.
   * @deprecated It is not defined for this dtype, and throws.
   */
  bitwiseXor(this: OfDType<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">, ...rest: readonly unknown[]): NotDefinedFor<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">;
  /** Bits set in exactly one. */
  bitwiseXor<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** Bits set in exactly one. */
  bitwiseXor<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /**
   * The cube root.
   * @deprecated It is not defined for this dtype, and throws.
   */
  cbrt(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The cube root. */
  cbrt<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /**
   * The smallest integer that is not smaller.
   * @deprecated It is not defined for this dtype, and throws.
   */
  ceil(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The smallest integer that is not smaller. */
  ceil<D extends DType>(this: OfDType<D>, options?: OutFor<D>): NDArray<D>;
  /** Numbers below `min` become `min`, and those above `max` become `max`; NaN stays. Without bounds it is a copy. */
  clip<D extends DType, A extends Bound = undefined, B extends Bound = undefined>(this: OfDType<D>, min?: A, max?: B, options?: OutOptions): NDArray<ClippedOf<D, A, B>>;
  /** The complex conjugate; for other dtypes a copy, and int8 for bool. */
  conj<D extends DType>(this: OfDType<D>, options?: OutFor<NumericOf<D>>): NDArray<NumericOf<D>>;
  /** The complex conjugate; for other dtypes a copy, and int8 for bool. */
  conjugate<D extends DType>(this: OfDType<D>, options?: OutFor<NumericOf<D>>): NDArray<NumericOf<D>>;
  /**
   * The magnitude of a with the sign of b.
   * @deprecated It is not defined for this dtype, and throws.
   */
  copysign(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The magnitude of a with the sign of b. */
  copysign<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<FloatOfTwo<D, E>>;
  /** The magnitude of a with the sign of b. */
  copysign<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<FloatResultWith<D, B>>;
  /** The cosine. */
  cos<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The hyperbolic cosine. */
  cosh<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The number of elements that are not 0. */
  countNonzero(axisOrOptions?: ReduceOptions<"int64"> | Axes): NDArray<"int64">;
  /** Running products. */
  cumprod<R extends DType>(options: WithDType<R, ScanOptions<R>>): NDArray<NoInfer<R>>;
  /** Running products. */
  cumprod<D extends DType, R extends DType = never>(this: OfDType<D>, axisOrOptions?: ScanOptions<R, SumOf<D>> | number): NDArray<SumOf<D> | NoInfer<R>>;
  /** Running sums. */
  cumsum<R extends DType>(options: WithDType<R, ScanOptions<R>>): NDArray<NoInfer<R>>;
  /** Running sums. */
  cumsum<D extends DType, R extends DType = never>(this: OfDType<D>, axisOrOptions?: ScanOptions<R, SumOf<D>> | number): NDArray<SumOf<D> | NoInfer<R>>;
  /**
   * Radians as degrees.
   * @deprecated It is not defined for this dtype, and throws.
   */
  degrees(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** Radians as degrees. */
  degrees<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** Quotients; integers give float64. */
  div<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<QuotientOfTwo<D, E>>;
  /** Quotients; integers give float64. */
  div<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<QuotientWith<D, B>>;
  /** Quotients; integers give float64. */
  divide<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<QuotientOfTwo<D, E>>;
  /** Quotients; integers give float64. */
  divide<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<QuotientWith<D, B>>;
  /**
   * NumPy's dot: the inner product of vectors, the matmul of matrices, the element-wise product with a 0-d array; else the sum over
   * the last axis of `a` and the last but one of `b`.
   * @throws RangeError `CUTS_TENSORDOT`.
   */
  dot<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: MatmulOptions<Promote<D, E>>): NDArray<Promote<D, E>>;
  /** a == b. Integers of any dtype and size are compared exactly. */
  equal(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  /**
   * The error function.
   * @deprecated It is not defined for this dtype, and throws.
   */
  erf(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The error function. */
  erf<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /**
   * 1 - erf(a), accurate where erf(a) is close to 1.
   * @deprecated It is not defined for this dtype, and throws.
   */
  erfc(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** 1 - erf(a), accurate where erf(a) is close to 1. */
  erfc<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** e to the power of a. */
  exp<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** 2 to the power of a. */
  exp2<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** exp(a) - 1, accurate for small a. */
  expm1<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /**
   * The largest integer that is not larger.
   * @deprecated It is not defined for this dtype, and throws.
   */
  floor(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The largest integer that is not larger. */
  floor<D extends DType>(this: OfDType<D>, options?: OutFor<D>): NDArray<D>;
  /**
   * Quotients rounded down; an integer divided by 0 gives 0.
   * @deprecated It is not defined for this dtype, and throws.
   */
  floorDivide(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** Quotients rounded down; an integer divided by 0 gives 0. */
  floorDivide<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<NumericOfTwo<D, E>>;
  /** Quotients rounded down; an integer divided by 0 gives 0. */
  floorDivide<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<NumericWith<D, B>>;
  /** The larger of two; where one is NaN, the other. */
  fmax<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** The larger of two; where one is NaN, the other. */
  fmax<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /** The smaller of two; where one is NaN, the other. */
  fmin<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** The smaller of two; where one is NaN, the other. */
  fmin<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /**
   * Remainders with the sign of the dividend, as in C.
   * @deprecated It is not defined for this dtype, and throws.
   */
  fmod(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** Remainders with the sign of the dividend, as in C. */
  fmod<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<NumericOfTwo<D, E>>;
  /** Remainders with the sign of the dividend, as in C. */
  fmod<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<NumericWith<D, B>>;
  /**
   * The gamma function; NaN at the negative integers.
   * @deprecated It is not defined for this dtype, and throws.
   */
  gamma(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The gamma function; NaN at the negative integers. */
  gamma<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /**
   * The greatest common divisor of integers.
   * @deprecated It is not defined for this dtype, and throws.
   */
  gcd(this: OfDType<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">, ...rest: readonly unknown[]): NotDefinedFor<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">;
  /** The greatest common divisor of integers. */
  gcd<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** The greatest common divisor of integers. */
  gcd<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /**
   * a Φ(a), where Φ is the distribution function of the normal distribution.
   * @deprecated It is not defined for this dtype, and throws.
   */
  gelu(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** a Φ(a), where Φ is the distribution function of the normal distribution. */
  gelu<D extends DType>(this: OfDType<D>, options?: GeluOptions<NoInfer<OutOf<FloatOf<D>>>>): NDArray<FloatOf<D>>;
  /** a > b. */
  greater(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  /** a >= b. */
  greaterEqual(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  /**
   * 0 where a is negative, b where it is 0, 1 where it is positive.
   * @deprecated It is not defined for this dtype, and throws.
   */
  heaviside(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** 0 where a is negative, b where it is 0, 1 where it is positive. */
  heaviside<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<FloatOfTwo<D, E>>;
  /** 0 where a is negative, b where it is 0, 1 where it is positive. */
  heaviside<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<FloatResultWith<D, B>>;
  /**
   * The square root of a² + b², without intermediate overflow.
   * @deprecated It is not defined for this dtype, and throws.
   */
  hypot(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The square root of a² + b², without intermediate overflow. */
  hypot<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<FloatOfTwo<D, E>>;
  /** The square root of a² + b², without intermediate overflow. */
  hypot<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<FloatResultWith<D, B>>;
  /**
   * Whether numbers are close: |a - b| <= atol + rtol * |b|. An infinity is close only to itself, and NaN to nothing by default.
   * Integers are compared as float64, 16-bit floats as float32.
   * @throws RangeError `CUTS_TOLERANCE`.
   * @example x.isclose(y, { rtol: 1e-3 })
   */
  isclose(b: Operand, options?: IscloseOptions): NDArray<"bool">;
  /** Whether the number is neither infinite nor NaN. */
  isfinite(options?: OutOptions<"bool">): NDArray<"bool">;
  /** Whether the number is infinite. */
  isinf(options?: OutOptions<"bool">): NDArray<"bool">;
  /** Whether the number is NaN. */
  isnan(options?: OutOptions<"bool">): NDArray<"bool">;
  /**
   * Whether the number is negative infinity.
   * @deprecated It is not defined for this dtype, and throws.
   */
  isneginf(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** Whether the number is negative infinity. */
  isneginf(options?: OutOptions<"bool">): NDArray<"bool">;
  /**
   * Whether the number is positive infinity.
   * @deprecated It is not defined for this dtype, and throws.
   */
  isposinf(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** Whether the number is positive infinity. */
  isposinf(options?: OutOptions<"bool">): NDArray<"bool">;
  /**
   * The least common multiple of integers.
   * @deprecated It is not defined for this dtype, and throws.
   */
  lcm(this: OfDType<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">, ...rest: readonly unknown[]): NotDefinedFor<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">;
  /** The least common multiple of integers. */
  lcm<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** The least common multiple of integers. */
  lcm<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /**
   * a shifted left by b bits.
   * @deprecated It is not defined for this dtype, and throws.
   */
  leftShift(this: OfDType<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">, ...rest: readonly unknown[]): NotDefinedFor<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">;
  /** a shifted left by b bits. */
  leftShift<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<NumericOfTwo<D, E>>;
  /** a shifted left by b bits. */
  leftShift<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<NumericWith<D, B>>;
  /** a < b. */
  less(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  /** a <= b. */
  lessEqual(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  /**
   * The logarithm of the absolute value of the gamma function.
   * @deprecated It is not defined for this dtype, and throws.
   */
  lgamma(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The logarithm of the absolute value of the gamma function. */
  lgamma<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The natural logarithm. */
  log<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The logarithm to base 10. */
  log10<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** log(1 + a), accurate for small a. */
  log1p<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The logarithm to base 2. */
  log2<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The logarithm of {@link softmax}, more accurate than taking the logarithm afterwards. */
  logSoftmax<D extends DType>(this: OfDType<D>, axisOrOptions?: SoftmaxOptions<NoInfer<OutOf<FloatOf<D>>>> | number): NDArray<FloatOf<D>>;
  /**
   * log(exp(a) + exp(b)).
   * @deprecated It is not defined for this dtype, and throws.
   */
  logaddexp(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** log(exp(a) + exp(b)). */
  logaddexp<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<FloatOfTwo<D, E>>;
  /** log(exp(a) + exp(b)). */
  logaddexp<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<FloatResultWith<D, B>>;
  /**
   * log2(2^a + 2^b).
   * @deprecated It is not defined for this dtype, and throws.
   */
  logaddexp2(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** log2(2^a + 2^b). */
  logaddexp2<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<FloatOfTwo<D, E>>;
  /** log2(2^a + 2^b). */
  logaddexp2<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<FloatResultWith<D, B>>;
  /** Whether both are true; a number is true if it is not 0. */
  logicalAnd(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  /** Whether the number is false or 0. */
  logicalNot(options?: OutOptions<"bool">): NDArray<"bool">;
  /** Whether at least one is true. */
  logicalOr(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  /** Whether exactly one is true. */
  logicalXor(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  /** The logarithm of the sum of exponentials. @throws RangeError `CUTS_EMPTY` where there are no elements. */
  logsumexp<D extends DType>(this: OfDType<D>, axisOrOptions?: ReduceFor<RealFloatOf<D>> | Axes): NDArray<RealFloatOf<D>>;
  /**
   * The product of two matrices, or of matrices in the last two axes, with the other axes broadcast. A vector on the left is a row
   * and one on the right a column, and the result has no axis for it. Integers wrap; 16-bit floats are accumulated in float32.
   * @throws RangeError `CUTS_MATMUL`, `CUTS_BROADCAST`; TypeError `CUTS_MATMUL`, `CUTS_OUT`.
   * @example cu.matmul(cu.ones([2, 3]), cu.ones([3, 4])).shape // [2, 4]
   */
  matmul<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: MatmulOptions<Promote<D, E>>): NDArray<Promote<D, E>>;
  /** The largest element; NaN if an element is NaN. @throws RangeError `CUTS_EMPTY` where there are no elements. */
  max<D extends DType>(this: OfDType<D>, axisOrOptions?: ReduceFor<D> | Axes): NDArray<D>;
  /** The larger of two; NaN where one is NaN. */
  maximum<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** The larger of two; NaN where one is NaN. */
  maximum<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /** The arithmetic mean; float64 for integers. NaN if there are no elements. */
  mean<R extends DType>(options: WithDType<R, TypedReduceOptions<R>>): NDArray<NoInfer<R>>;
  /** The arithmetic mean; float64 for integers. NaN if there are no elements. */
  mean<D extends DType, R extends DType = never>(this: OfDType<D>, axisOrOptions?: TypedReduceOptions<R, MeanOf<D>> | Axes): NDArray<MeanOf<D> | NoInfer<R>>;
  /** The smallest element; NaN if an element is NaN. @throws RangeError `CUTS_EMPTY` where there are no elements. */
  min<D extends DType>(this: OfDType<D>, axisOrOptions?: ReduceFor<D> | Axes): NDArray<D>;
  /** The smaller of two; NaN where one is NaN. */
  minimum<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** The smaller of two; NaN where one is NaN. */
  minimum<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /**
   * Remainders with the sign of the divisor; for an integer divided by 0 the remainder is 0.
   * @deprecated It is not defined for this dtype, and throws.
   */
  mod(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** Remainders with the sign of the divisor; for an integer divided by 0 the remainder is 0. */
  mod<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<NumericOfTwo<D, E>>;
  /** Remainders with the sign of the divisor; for an integer divided by 0 the remainder is 0. */
  mod<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<NumericWith<D, B>>;
  /** Products; for bool, logical and. */
  mul<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** Products; for bool, logical and. */
  mul<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /** Products; for bool, logical and. */
  multiply<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** Products; for bool, logical and. */
  multiply<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /**
   * The negation: -a.
   * @deprecated It is not defined for this dtype, and throws.
   */
  neg(this: OfDType<"bool">, ...rest: readonly unknown[]): NotDefinedFor<"bool">;
  /** The negation: -a. */
  neg<D extends DType>(this: OfDType<D>, options?: OutFor<D>): NDArray<D>;
  /**
   * The negation: -a.
   * @deprecated It is not defined for this dtype, and throws.
   */
  negative(this: OfDType<"bool">, ...rest: readonly unknown[]): NotDefinedFor<"bool">;
  /** The negation: -a. */
  negative<D extends DType>(this: OfDType<D>, options?: OutFor<D>): NDArray<D>;
  /**
   * The next number of the dtype after a, towards b.
   * @deprecated It is not defined for this dtype, and throws.
   */
  nextafter(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The next number of the dtype after a, towards b. */
  nextafter<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<FloatOfTwo<D, E>>;
  /** The next number of the dtype after a, towards b. */
  nextafter<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<FloatResultWith<D, B>>;
  /**
   * The indices of nonzero elements in C order, one array for each axis.
   * @throws TypeError `CUTS_NONZERO` for a 0-d array.
   * @example const [rows, columns] = await cu.nonzero(x.greater(0));
   */
  nonzero(): Promise<NDArray<"int64">[]>;
  /** a != b. */
  notEqual(b: Operand, options?: OutOptions<"bool">): NDArray<"bool">;
  /**
   * A copy: +a.
   * @deprecated It is not defined for this dtype, and throws.
   */
  positive(this: OfDType<"bool">, ...rest: readonly unknown[]): NotDefinedFor<"bool">;
  /** A copy: +a. */
  positive<D extends DType>(this: OfDType<D>, options?: OutFor<D>): NDArray<D>;
  /**
   * a to the power of b. Integers stay integers and wrap; a negative power of an integer is 0, except of 1 and -1.
   * @throws RangeError `CUTS_NEGATIVE_POWER` for integers and a plain exponent below 0.
   */
  pow<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<NumericOfTwo<D, E>>;
  /**
   * a to the power of b. Integers stay integers and wrap; a negative power of an integer is 0, except of 1 and -1.
   * @throws RangeError `CUTS_NEGATIVE_POWER` for integers and a plain exponent below 0.
   */
  pow<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<NumericWith<D, B>>;
  /**
   * a to the power of b. Integers stay integers and wrap; a negative power of an integer is 0, except of 1 and -1.
   * @throws RangeError `CUTS_NEGATIVE_POWER` for integers and a plain exponent below 0.
   */
  power<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<NumericOfTwo<D, E>>;
  /**
   * a to the power of b. Integers stay integers and wrap; a negative power of an integer is 0, except of 1 and -1.
   * @throws RangeError `CUTS_NEGATIVE_POWER` for integers and a plain exponent below 0.
   */
  power<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<NumericWith<D, B>>;
  /** Moves managed memory to one side ahead of its use, on the current stream. */
  prefetch(to: "host" | "device"): void;
  /** The product of the elements; integers are multiplied in 64 bits, and wrap. */
  prod<R extends DType>(options: WithDType<R, TypedReduceOptions<R>>): NDArray<NoInfer<R>>;
  /** The product of the elements; integers are multiplied in 64 bits, and wrap. */
  prod<D extends DType, R extends DType = never>(this: OfDType<D>, axisOrOptions?: TypedReduceOptions<R, SumOf<D>> | Axes): NDArray<SumOf<D> | NoInfer<R>>;
  /** The largest element minus the smallest. @throws RangeError `CUTS_EMPTY` where there are no elements. */
  ptp<D extends DType>(this: OfDType<D>, axisOrOptions?: ReduceFor<D> | Axes): NDArray<D>;
  /**
   * Degrees as radians.
   * @deprecated It is not defined for this dtype, and throws.
   */
  radians(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** Degrees as radians. */
  radians<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** 1 / a; for integers rounded towards 0. */
  reciprocal<D extends DType>(this: OfDType<D>, options?: OutFor<NumericOf<D>>): NDArray<NumericOf<D>>;
  /**
   * a where it is positive, else 0.
   * @deprecated It is not defined for this dtype, and throws.
   */
  relu(this: OfDType<"bool" | "complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"bool" | "complex128" | "complex64">;
  /** a where it is positive, else 0. */
  relu<D extends DType>(this: OfDType<D>, options?: OutFor<D>): NDArray<D>;
  /**
   * Remainders with the sign of the divisor; for an integer divided by 0 the remainder is 0.
   * @deprecated It is not defined for this dtype, and throws.
   */
  remainder(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** Remainders with the sign of the divisor; for an integer divided by 0 the remainder is 0. */
  remainder<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<NumericOfTwo<D, E>>;
  /** Remainders with the sign of the divisor; for an integer divided by 0 the remainder is 0. */
  remainder<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<NumericWith<D, B>>;
  /**
   * a shifted right by b bits, keeping its sign.
   * @deprecated It is not defined for this dtype, and throws.
   */
  rightShift(this: OfDType<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">, ...rest: readonly unknown[]): NotDefinedFor<"bfloat16" | "complex128" | "complex64" | "float16" | "float32" | "float64">;
  /** a shifted right by b bits, keeping its sign. */
  rightShift<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<NumericOfTwo<D, E>>;
  /** a shifted right by b bits, keeping its sign. */
  rightShift<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<NumericWith<D, B>>;
  /** The nearest integer; halves are rounded to the even neighbor. */
  rint<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /**
   * Rounds numbers to decimals, halves to the even neighbor. Like NumPy, it scales, rounds and scales back.
   * @example x.round({ decimals: 2 })
   */
  round<D extends DType>(this: OfDType<D>, options?: RoundOptions<D>): NDArray<D>;
  /**
   * The index where each value belongs in a sorted vector: how many of its elements come before.
   * @throws TypeError `CUTS_SORTED_VECTOR`, `CUTS_SIDE`.
   */
  searchsorted(values: NDArray | Scalar, options?: SearchOptions): NDArray<"int64">;
  /**
   * 1 / (1 + exp(-a)).
   * @deprecated It is not defined for this dtype, and throws.
   */
  sigmoid(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** 1 / (1 + exp(-a)). */
  sigmoid<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /**
   * 1, 0 or -1; NaN where the number is NaN; z / |z| for complex numbers.
   * @deprecated It is not defined for this dtype, and throws.
   */
  sign(this: OfDType<"bool">, ...rest: readonly unknown[]): NotDefinedFor<"bool">;
  /** 1, 0 or -1; NaN where the number is NaN; z / |z| for complex numbers. */
  sign<D extends DType>(this: OfDType<D>, options?: OutFor<D>): NDArray<D>;
  /**
   * Whether the number has a minus sign; true for -0.
   * @deprecated It is not defined for this dtype, and throws.
   */
  signbit(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** Whether the number has a minus sign; true for -0. */
  signbit(options?: OutOptions<"bool">): NDArray<"bool">;
  /**
   * a sigmoid(a).
   * @deprecated It is not defined for this dtype, and throws.
   */
  silu(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** a sigmoid(a). */
  silu<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The sine. */
  sin<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The hyperbolic sine. */
  sinh<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** Exponentials divided by their sum along an axis. */
  softmax<D extends DType>(this: OfDType<D>, axisOrOptions?: SoftmaxOptions<NoInfer<OutOf<FloatOf<D>>>> | number): NDArray<FloatOf<D>>;
  /**
   * log(1 + exp(a)).
   * @deprecated It is not defined for this dtype, and throws.
   */
  softplus(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** log(1 + exp(a)). */
  softplus<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The square root. */
  sqrt<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The product of a number with itself. */
  square<D extends DType>(this: OfDType<D>, options?: OutFor<NumericOf<D>>): NDArray<NumericOf<D>>;
  /** The standard deviation: the square root of the variance. */
  std<R extends DType>(options: WithDType<R, VarianceOptions<R>>): NDArray<RealOf<NoInfer<R>>>;
  /** The standard deviation: the square root of the variance. */
  std<D extends DType, R extends DType = never>(this: OfDType<D>, axisOrOptions?: VarianceOptions<R, VarianceOf<D>> | Axes): NDArray<VarianceOf<D> | RealOf<NoInfer<R>>>;
  /** Differences. */
  sub<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** Differences. */
  sub<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /** Differences. */
  subtract<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<Promote<D, E>>;
  /** Differences. */
  subtract<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<ResultWith<D, B>>;
  /** The sum of the elements; integers are added up in 64 bits, and wrap. */
  sum<R extends DType>(options: WithDType<R, TypedReduceOptions<R>>): NDArray<NoInfer<R>>;
  /** The sum of the elements; integers are added up in 64 bits, and wrap. */
  sum<D extends DType, R extends DType = never>(this: OfDType<D>, axisOrOptions?: TypedReduceOptions<R, SumOf<D>> | Axes): NDArray<SumOf<D> | NoInfer<R>>;
  /** The tangent. */
  tan<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /** The hyperbolic tangent. */
  tanh<D extends DType>(this: OfDType<D>, options?: OutFor<FloatOf<D>>): NDArray<FloatOf<D>>;
  /**
   * The number without its fraction.
   * @deprecated It is not defined for this dtype, and throws.
   */
  trunc(this: OfDType<"complex128" | "complex64">, ...rest: readonly unknown[]): NotDefinedFor<"complex128" | "complex64">;
  /** The number without its fraction. */
  trunc<D extends DType>(this: OfDType<D>, options?: OutFor<D>): NDArray<D>;
  /** The variance: the mean of squared distances from the mean. NaN if there are no more elements than `ddof`. */
  var<R extends DType>(options: WithDType<R, VarianceOptions<R>>): NDArray<RealOf<NoInfer<R>>>;
  /** The variance: the mean of squared distances from the mean. NaN if there are no more elements than `ddof`. */
  var<D extends DType, R extends DType = never>(this: OfDType<D>, axisOrOptions?: VarianceOptions<R, VarianceOf<D>> | Axes): NDArray<VarianceOf<D> | RealOf<NoInfer<R>>>;
  /** NumPy's `x += b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  addInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x -= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  subInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x *= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  mulInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x /= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  divInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x //= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  floorDivideInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x %= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  modInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x **= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  powInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x &= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  bitwiseAndInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x |= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  bitwiseOrInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x ^= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  bitwiseXorInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x <<= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  leftShiftInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
  /** NumPy's `x >>= b`. The dtype stays: what does not fit it is a TypeError `CUTS_INPLACE`. */
  rightShiftInplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;
}

/** The methods that functions of arrays become: the array is the first operand. */
export interface ArrayMethodsOf<D extends DType> extends ArrayMethods {
  /** The array broadcast to another shape, as a read-only view. @throws RangeError `CUTS_BROADCAST`. */
  broadcastTo(shape: number | Shape): NDArray<D>;
  /** A new array in C order with the same elements. */
  copy(): NDArray<D>;
  /**
   * Copies the elements to another array, which may be on another device, or to the beginning of {@link pinned} memory, on the
   * current stream. It returns at once; read pinned memory after awaiting the stream.
   */
  copyTo(target: NDArray<D> | TypedArrayOf<D>): void;
  /** A copy of the elements in C order, once all work that writes them is done. 16-bit floats are returned as their bits. */
  data(): Promise<TypedArrayOf<D>>;
  /**
   * Copies the elements in C order to the beginning of `target`, and returns it; from a GPU, {@link pinned} memory is fastest.
   * @throws RangeError `CUTS_DATA_LENGTH` where there is no room.
   */
  dataInto<T extends TypedArrayOf<D>>(target: T): Promise<T>;
  /** Like {@link data}, but blocks the event loop. */
  dataSync(): TypedArrayOf<D>;
  /** A diagonal of two axes, as the last axis of a view. @throws TypeError `CUTS_AXES`, `CUTS_DIAGONAL`; RangeError `CUTS_AXIS`. */
  diagonal(options?: DiagonalViewOptions): NDArray<D>;
  /**
   * Inserts axes of size 1 at the given positions of the result, by default at the front.
   * @throws RangeError `CUTS_AXIS`; TypeError `CUTS_AXES`.
   */
  expandDims(axis?: AxisChoice): NDArray<D>;
  /** Sets all elements to one value, on the current stream. */
  fill(value: ElementValue<D>): void;
  /** Reverses the order of elements along the given axes, or along all. @throws RangeError `CUTS_AXIS`. */
  flip(axis?: AxisChoice): NDArray<D>;
  /**
   * The memory itself as a typed array, if the host can access it and the elements lie in C order without gaps. It shows the current
   * contents, so first await the work that writes it, and do not use it after `dispose()`. It keeps the array alive, but a
   * `subarray()` of it does not. Bytes of booleans must be 0 or 1. A new array of the cpu device may reuse the memory of an array
   * that was just disposed or dropped; then this blocks until the work on that memory is done.
   * @throws CutsError `CUTS_HOST_VIEW` for other arrays; `CUTS_MANAGED_BUSY` where the device must be idle for that (managed
   * memory on Windows and of older GPUs): take it anew after each await there.
   * @example
   * using x = cu.zeros(3, { memory: "managed" });
   * await x.device.synchronize();
   * x.hostView()[0] = 5;
   */
  hostView(): TypedArrayOf<D>;
  /**
   * A handle with which another process can use the same memory. The array must have been made with `{ ipc: true }`, and must stay
   * alive as long as the other process uses it. The handle is plain data, which can be sent in any way, such as `child.send`.
   * @throws UnsupportedError `CUTS_IPC` for other arrays and on the cpu; TypeError where the elements do not lie in C order.
   */
  ipcHandle(): IpcHandle<D>;
  /**
   * A copy of the elements where a mask is true, NumPy's `x[mask]`. The mask has the shape of the array or of its first axes.
   * @throws RangeError `CUTS_INDEX` for a mask of another shape.
   * @example await x.masked(x.greater(0))
   */
  masked(mask: Mask): Promise<NDArray<D>>;
  /** Moves axes to other positions; the other axes keep their order. @throws RangeError `CUTS_AXIS`; TypeError `CUTS_AXES`. */
  moveaxis(from: number | readonly number[], to: number | readonly number[]): NDArray<D>;
  /**
   * An array in which the elements at the given positions along the axis are those of the sorted array, with smaller ones before and
   * larger ones after them. Here all other elements are sorted too.
   * @throws RangeError `CUTS_K`.
   */
  partition(kth: number | readonly number[], axisOrOptions?: Pick<SortOptions, "axis"> | number | null): NDArray<D>;
  /**
   * Writes values at indices of the flattened array, in C order; if there are fewer values than indices, they are repeated.
   * @throws as {@link take}; TypeError `CUTS_READONLY`.
   */
  put(indices: IndexArray | number | bigint, values: WrittenValues<D>, options?: Pick<TakeOptions, "mode">): void;
  /** Writes `values` where {@link takeAlongAxis} reads. If a position is named twice, one of its values remains. */
  putAlongAxis(indices: IndexArray, values: WrittenValues<D>, axisOrOptions?: AlongAxisOptions | number): void;
  /** All elements along one axis: a view if their order in memory allows it, else a copy. */
  ravel(): NDArray<D>;
  /**
   * Repeats each element along an axis, or each element of the flattened array; a list gives a count for each element of the axis.
   * With an array of counts it returns a promise, because the shape depends on values.
   * @throws RangeError `CUTS_REPEAT`, `CUTS_AXIS`.
   */
  repeat(times: number | readonly number[], axisOrOptions?: ConcatenateOptions | number | null): NDArray<D>;
  /**
   * Repeats each element along an axis, or each element of the flattened array; a list gives a count for each element of the axis.
   * With an array of counts it returns a promise, because the shape depends on values.
   * @throws RangeError `CUTS_REPEAT`, `CUTS_AXIS`.
   */
  repeat(times: NDArray, axisOrOptions?: ConcatenateOptions | number | null): Promise<NDArray<D>>;
  /**
   * Writes elements, on the current stream; an array, one value or nested lists are broadcast. A typed array, which is what the
   * dtype stores (bits of 16-bit floats, pairs of complex numbers), and one list of as many values as there are elements go in C
   * order. Data of the host is copied in the call, but for that in {@link pinned} memory, which the device reads when its turn
   * comes. With `start` as many elements of a one-dimensional array are written as there are values, from there on.
   * @throws RangeError `CUTS_DATA_LENGTH`, `CUTS_BROADCAST`.
   */
  set(values: ArrayData<D>, start?: number): void;
  /**
   * Writes the elements that indices select: those of `slice`, or one mask on the device. Values are broadcast to the selection; for
   * a mask there may also be one value for each true position. If a position is selected twice, one of its values remains.
   * @throws RangeError `CUTS_INDEX`, `CUTS_BROADCAST`; TypeError `CUTS_READONLY`. A wrong index in an array on the device,
   * and a wrong number of values for a mask, are errors when the array is awaited.
   * @example x.setAt([[0, 2], ":"], 1); x.setAt(x.less(0), 0);
   */
  setAt(indices: readonly ArrayIndex[] | ArrayIndex, values: WrittenValues<D>): void;
  /**
   * Writes all elements, in C order or as nested lists of the array's shape, without blocking the event loop: a large source is read
   * piece by piece, with turns of the event loop between. Do not change the source until the promise settles. Work submitted to the
   * stream meanwhile runs afterwards. With `start`, writes as many elements of a one-dimensional array as there are values, from
   * there on.
   * @throws TypeError `CUTS_ARGUMENT_DETACHED` where a typed array was transferred away before.
   * @example
   * using x = cu.empty([rows, columns]);
   * await x.setFrom(host);
   */
  setFrom(values: ElementData<D> | readonly NestedList[], start?: number): Promise<void>;
  /**
   * The elements sorted along an axis, as a new array. Complex numbers are sorted by their real parts, then by their imaginary
   * parts.
   */
  sort(axisOrOptions?: SortOptions | number | null): NDArray<D>;
  /** Removes axes of size 1: the given ones, or all of them. @throws RangeError `CUTS_SQUEEZE`, `CUTS_AXIS`. */
  squeeze(axis?: AxisChoice): NDArray<D>;
  /**
   * The rows from `begin` up to `end`, as a view along the first axis. As in typed arrays, negative numbers count from the end.
   * @throws RangeError `CUTS_INDEX` for an array without axes.
   */
  subarray(begin?: number | bigint, end?: number | bigint): NDArray<D>;
  /** The array with two axes swapped. @throws RangeError `CUTS_AXIS`. */
  swapaxes(first: number, second: number): NDArray<D>;
  /**
   * Elements along an axis at the given indices, as a new array. Indices in a list are checked at once; those in an array on the
   * device are checked there, and a wrong one is an error when the result is awaited.
   * @throws RangeError `CUTS_INDEX`, `CUTS_AXIS`; TypeError `CUTS_INDEX`.
   * @example x.take([2, 0, -1], { axis: 1 })
   */
  take(indices: IndexArray | number | bigint, axisOrOptions?: TakeOptions | number): NDArray<D>;
  /**
   * For each position of `indices`, the element of `x` at the same position, except along one axis, where the index is used: applies
   * the result of `argsort` or `argmax`.
   * @throws as {@link take}; RangeError `CUTS_BROADCAST`.
   */
  takeAlongAxis(indices: IndexArray, axisOrOptions?: AlongAxisOptions | number): NDArray<D>;
  /** The same elements on a device: a copy, or a view if they are already there. Returns at once. */
  to(device: string | Device): NDArray<D>;
  /**
   * For JSON.stringify: the elements as nested lists; blocks until they are computed. JSON writes NaN and infinities as null.
   * @throws TypeError `CUTS_JSON` for 64-bit integers.
   */
  toJSON(): Nested<ElementOf<D>>;
  /** The elements as nested lists; 64-bit integers are bigints. */
  tolist(): Promise<Nested<ElementOf<D>>>;
  /** Like {@link tolist}, but blocks the event loop. */
  tolistSync(): Nested<ElementOf<D>>;
  /** The sum of a diagonal. */
  trace<R extends DType>(options: WithDType<R, TraceOptions<R>>): NDArray<NoInfer<R>>;
  /** The sum of a diagonal. */
  trace<R extends DType = never>(options?: TraceOptions<R>): NDArray<SumOf<D> | NoInfer<R>>;
}
