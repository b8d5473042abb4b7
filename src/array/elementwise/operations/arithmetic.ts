// Arithmetic.

import type { Complex } from "../../../core/dtype.js";
import { isComplex } from "../../../core/dtype-value.js";
import { ArgumentRangeError } from "../../../core/errors.js";
import { formatValue } from "../../../core/text.js";
import { isNDArray, type NDArray } from "../../ndarray.js";
import { copyOf } from "../copy-of.js";
import { both, integers, numbers, rare, signless } from "../declare.js";
import { arithmetic, comparison, functions, special2 } from "../families.js";
import {
  choose,
  conj,
  flat,
  fromInput,
  fromResult,
  isComplexArray,
  lift,
  linear,
  ofTwo,
  only,
  orOne,
  type Value,
} from "../gradient.js";
import { close, closeComplex } from "../tolerance.js";
import type { LooseBinaryFunction, NumericBinaryFunction, Operand } from "../types.js";
import type { OutOptions } from "../apply.js";

/** Sums; for bool, logical or. */
export const add = arithmetic.binary(
  "add",
  { ...numbers("a + b"), ...integers("cuts_wrap(a) + cuts_wrap(b)"), bool: "a || b" },
  { ...both, ...ofTwo("", same, same) },
);
/** Differences. */
export const subtract = arithmetic.binary(
  "subtract",
  { ...numbers("a - b"), ...integers("cuts_wrap(a) - cuts_wrap(b)") },
  { ...signless, refusesBool: true, ...ofTwo("", same, (g) => g.neg()) },
);
/** Products; for bool, logical and. */
export const multiply = arithmetic.binary(
  "multiply",
  { ...numbers("a * b"), ...integers("cuts_wrap(a) * cuts_wrap(b)"), bool: "a && b" },
  {
    ...both,
    ...ofTwo(
      "ab",
      (g, _a, b) => g.mul(conj(b)),
      (g, a) => g.mul(conj(a)),
    ),
  },
);
/** Quotients; integers give float64. */
export const divide = arithmetic.binary(
  "divide",
  { float: "a / b", complex: "cuts_quotient(a, b)" },
  // One part of a quotient may cancel to 0, or almost.
  {
    integersAs: "float64",
    tolerance: { complex64: { scaled: 4 }, complex128: { scaled: 4 } },
    ...ofTwo(
      "by",
      (g, _a, b) => g.div(conj(b)),
      // Divided twice: the square of b might overflow.
      (g, _a, b, y) => g.mul(conj(y.div(b))).neg(),
    ),
  },
);
/** Quotients rounded down; an integer divided by 0 gives 0. */
export const floorDivide = arithmetic.binary(
  "floorDivide",
  { ...integers("cuts_floor_divide(a, b)"), float: "cuts_float_floor_divide(a, b)" },
  flat,
);
/** Remainders with the sign of the divisor; for an integer divided by 0 the remainder is 0. */
export const remainder = arithmetic.binary(
  "remainder",
  { ...integers("cuts_remainder(a, b)"), float: "cuts_float_remainder(a, b)" },
  ofTwo("ab", same, (g, a, b) => g.mul(lift(a, g).floorDivide(b)).neg()),
);
/** Remainders with the sign of the dividend, as in C. */
export const fmod = special2.binary(
  "fmod",
  { ...integers("cuts_fmod(a, b)"), float: "cuts_fmod(a, b)" },
  ofTwo("ab", same, (g, a, b) => g.mul(lift(a, g).div(b).trunc()).neg()),
);

const anyPower: LooseBinaryFunction = functions.binary(
  "power",
  { float: "cuts_pow(a, b)", ...integers(rare("cuts_power(a, b)")), complex: rare("cuts_pow(a, b)") },
  {
    tolerance: { ...close.tolerance, complex64: { scaled: 16 }, complex128: { scaled: 16 } },
    ...ofTwo("aby", ofBase, ofExponent),
  },
);
/**
 * a to the power of b. Integers stay integers and wrap; a negative power of an integer is 0, except of 1 and -1.
 * @throws RangeError `CUTS_NEGATIVE_POWER` for integers and a plain exponent below 0.
 */
export const power = ((a: Operand, b: Operand, options?: OutOptions) => {
  if (isNDArray(a) && (typeof b === "number" || typeof b === "bigint")) {
    if (b < 0 && Number.isInteger(Number(b)) && isInteger(a)) throw negativePower(a, b);
    if (b === 2 && a.dtype !== "bool") return square(a, options);
  }
  return anyPower(a, b, options);
}) as NumericBinaryFunction;

/** The negation: -a. */
export const negative = arithmetic.unary(
  "negative",
  { ...numbers("-a"), ...integers("0 - cuts_wrap(a)") },
  { ...signless, refusesBool: true, ...linear((g) => g.neg()) },
);
/** A copy: +a. */
export const positive = arithmetic.unary(
  "positive",
  { ...integers(copyOf), float: copyOf, complex: copyOf },
  { refusesBool: true, ...linear((g) => g) },
);
/** The product of a number with itself. */
export const square = arithmetic.unary(
  "square",
  { ...numbers("a * a"), ...integers("cuts_wrap(a) * cuts_wrap(a)") },
  { ...signless, ...fromInput((g, a) => g.mul(conj(a)).mul(2)) },
);
/** 1 / a; for integers rounded towards 0. */
export const reciprocal = arithmetic.unary(
  "reciprocal",
  { ...integers("a == 0 ? 0 : 1 / a"), float: "1 / a", complex: "cuts_reciprocal(a)" },
  { ...closeComplex, ...fromResult((g, y) => g.mul(conj(y.square())).neg()) },
);
/** 1, 0 or -1; NaN where the number is NaN; z / |z| for complex numbers. */
export const sign = comparison.unary(
  "sign",
  {
    int: "a > 0 ? 1 : a < 0 ? -1 : 0",
    uint: "a > 0 ? 1 : 0",
    float: "a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a",
    complex: rare("cuts_sign(a)"),
  },
  { refusesBool: true, ...closeComplex, ...fromInput(ofSign) },
);
/** The absolute value; the magnitude of a complex number. */
export const absolute = comparison.unary(
  "absolute",
  {
    int: "a < 0 ? 0 - cuts_wrap(a) : cuts_wrap(a)",
    uint: "a",
    bool: "a",
    float: "fabs(a)",
    complex: "hypot(a.re, a.im)",
  },
  { result: "real", ...close, ...fromInput((g, a) => g.mul(a.sign())) },
);
/** The greatest common divisor of integers. */
export const gcd = special2.binary("gcd", integers("cuts_gcd(cuts_size_of(a), cuts_size_of(b))"), {
  refusesBool: true,
  ...flat,
});
/** The least common multiple of integers. */
export const lcm = special2.binary("lcm", integers("cuts_lcm(cuts_size_of(a), cuts_size_of(b))"), {
  refusesBool: true,
  ...flat,
});

export {
  absolute as abs,
  divide as div,
  multiply as mul,
  negative as neg,
  power as pow,
  remainder as mod,
  subtract as sub,
};

function isInteger({ dtype }: NDArray): boolean {
  return dtype.startsWith("int") || dtype.startsWith("uint");
}

function negativePower(a: NDArray, b: number | bigint): ArgumentRangeError {
  return new ArgumentRangeError(
    "CUTS_NEGATIVE_POWER",
    `Cannot compute power: an integer has no negative power that is one (got ${a.dtype} and ${formatValue(b)})` +
      '\nTry: x.astype("float64")',
  );
}

function same(g: Value): Value {
  return g;
}

/** That of the base: 0 where the exponent is 0, whatever the base. */
function ofBase(g: Value, a: Value, b: Value): Value {
  if (isNDArray(b)) {
    const isSloped = b.notEqual(0);
    const exponent = orOne(isSloped, b);
    return only(isSloped, g.mul(conj(a.pow(exponent.sub(1)).mul(exponent))));
  }
  return (b as unknown) === 0 ? g.mul(0) : g.mul(conj(a.pow(lessOne(b)).mul(b)));
}

/** That of the exponent: 0 where the base is 0, unless the exponent is negative. */
function ofExponent(g: Value, a: Value, b: Value, y: Value): Value {
  const base = lift(a, y);
  const isFlat = base.equal(0).logicalAnd(isComplexArray(b) ? true : b.greaterEqual(0));
  return choose(isFlat, 0, g.mul(conj(y.mul(choose(isFlat, 1, base).log()))));
}

/** That of z / |z|: what turns it. */
function ofSign(g: Value, a: Value): Value | null {
  if (!isComplexArray(a)) return null;
  const isSloped = a.notEqual(0);
  const own = orOne(isSloped, a);
  const turn = g.div(own.abs()).sub(own.sign().mul(g.div(own).real));
  return only(isSloped, turn);
}

function lessOne(b: unknown): number | Complex {
  return isComplex(b) ? { re: b.re - 1, im: b.im } : Number(b) - 1;
}
