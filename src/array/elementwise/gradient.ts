// How declarations state their gradients. Rules follow PyTorch where there is no derivative, and for complex numbers: the gradient
// is dL/dx + i dL/dy, so for a holomorphic function it is g times the conjugate of the derivative. Summing over broadcast axes and
// conversion to the operand's dtype are automatic.

import type { Complex, DType } from "../../core/dtype.js";
import { isComplex } from "../../core/dtype-value.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import type { Scalar } from "../promotion.js";
import { deferred } from "../operators/deferred.js";
import type { GradientOf } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";

/** The gradient of a declaration. */
export interface Differentiable {
  readonly gradient: GradientOf;
}

/** What stands beside an array in a rule. */
type Beside = Value | Scalar;

/**
 * An array in a rule. Its methods have no dtypes in their types, because the types of functions are inferred from declarations and
 * cannot be used inside them.
 */
export interface Value extends UnaryMethods, BinaryMethods {
  readonly dtype: DType;
  readonly real: Value;
}

type UnaryMethods = {
  readonly [N in
    | "abs"
    | "arctan"
    | "conjugate"
    | "cos"
    | "cosh"
    | "degrees"
    | "erfc"
    | "exp"
    | "exp2"
    | "gamma"
    | "log"
    | "logicalNot"
    | "neg"
    | "radians"
    | "reciprocal"
    | "sigmoid"
    | "sign"
    | "sin"
    | "sinh"
    | "sqrt"
    | "square"
    | "tan"
    | "tanh"
    | "trunc"]: () => Value;
};

type BinaryMethods = {
  readonly [N in
    | "add"
    | "div"
    | "equal"
    | "floorDivide"
    | "greater"
    | "greaterEqual"
    | "less"
    | "lessEqual"
    | "logicalAnd"
    | "logicalOr"
    | "mul"
    | "notEqual"
    | "pow"
    | "sub"]: (b: Beside) => Value;
};

/** The gradient is zero: the result is constant almost everywhere, or is no float. */
export const flat = { gradient: "zero" } as const;

/** The operation has no gradient. */
export function noGradient(why: string): Differentiable {
  return { gradient: { refused: why } };
}

/** A gradient that needs only the gradient of the result. */
export function linear(of: (g: Value) => Value): Differentiable {
  return { gradient: { gradient: ({ grad }) => [of(grad as Value) as NDArray] } };
}

/** A gradient that also needs the operand. */
export function fromInput(of: (g: Value, a: Value) => Value | null): Differentiable {
  return {
    gradient: {
      saves: [0],
      gradient: ({ grad, args: [a] }: GradientCall<readonly [NDArray]>) => [
        of(grad as Value, a as Value) as NDArray | null,
      ],
    },
  };
}

/** A gradient that also needs the result. */
export function fromResult(of: (g: Value, y: Value) => Value): Differentiable {
  return {
    gradient: {
      saves: ["result"],
      gradient: ({ grad, result }) => [of(grad as Value, result as Value) as NDArray],
    },
  };
}

type Side = (g: Value, a: Value, b: Value, y: Value) => Value | null;

/**
 * The gradients of two operands, which need some of `a`, `b` and the result `y`. The operand being differentiated is an array; the
 * other may be a number, which {@link lift} makes an array.
 */
export function ofTwo(needed: "" | "a" | "b" | "ab" | "by" | "aby", left: Side, right: Side): Differentiable {
  const saves = needed.split("").map((letter) => saved[letter] as 0 | 1 | "result");
  return {
    gradient: {
      saves,
      gradient: ({ grad, args: [a, b], result, needs }: GradientCall<readonly [NDArray, NDArray]>) => {
        const values = [grad, a, b, result] as unknown as [Value, Value, Value, Value];
        return [needs(0) ? left(...values) : null, needs(1) ? right(...values) : null] as (NDArray | null)[];
      },
    },
  };
}

const saved: Readonly<Record<string, 0 | 1 | "result">> = { a: 0, b: 1, y: "result" };

/** An operand as an array, if it is a number. */
export function lift(x: Value, beside: Value): Value {
  if (isNDArray(x)) return x;
  const { dtype, device } = beside as NDArray;
  return deferred.full([], x as unknown as number, { dtype, device }) as Value;
}

/** The complex conjugate; real arrays are returned as they are. */
export function conj(x: Value): Value {
  if (isNDArray(x)) return isComplexArray(x) ? x.conjugate() : x;
  const plain = x as unknown;
  return (isComplex(plain) ? { re: plain.re, im: -plain.im } : plain) as Value;
}

/** Whether an array is of complex numbers. */
export function isComplexArray({ dtype }: { readonly dtype: DType }): boolean {
  return dtype === "complex64" || dtype === "complex128";
}

/** One value where a condition is true, another one elsewhere. */
export function choose(condition: Value, a: Value | number | Complex, b: Value | number | Complex): Value {
  return deferred.where(condition as NDArray, a as NDArray, b as NDArray) as Value;
}

/**
 * The operand of a rule, with 1 where {@link only} gives 0. An infinite or NaN slope there would otherwise come back as 0 times
 * infinity in second derivatives and in jvp().
 */
export function orOne(condition: Value, x: Value): Value {
  return choose(condition, x, 1);
}

/**
 * The gradient where a condition is true, else 0. It selects instead of multiplying by 0, because that gives NaN for infinities.
 */
export function only(condition: Value, g: Value): Value {
  return choose(condition, g, 0);
}
