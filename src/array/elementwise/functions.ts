// The element-wise functions that users call: thin, typed, one line each. NumPy's names in camelCase.

import type { DType } from "../../core/dtype.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { astype } from "../copy.js";
import type { OutOptions } from "./apply.js";
import { binary, copyOf, predicate, unary } from "./bind.js";
import { comparison as compare } from "./compare.js";
import { arithmetic, comparison, functions, logic } from "./families.js";
import { special, special2 } from "./special-families.js";
import type {
  BinaryFunction,
  FloatFunction,
  FloatOf,
  FloatBinaryFunction,
  LooseBinaryFunction,
  Operand,
  PowerFunction,
  QuotientFunction,
  PredicateFunction,
  QuestionFunction,
  SameFunction,
  SizeFunction,
} from "./types.js";

/** Sums; for bool, logical or. */
export const add: BinaryFunction = binary(arithmetic, "add");
/** Differences. */
export const subtract: BinaryFunction = binary(arithmetic, "subtract");
/** Products; for bool, logical and. */
export const multiply: BinaryFunction = binary(arithmetic, "multiply");
/** Quotients; integers give float64. */
export const divide: QuotientFunction = binary(arithmetic, "divide");
/** Quotients rounded down; an integer divided by 0 gives 0. */
export const floorDivide: BinaryFunction = binary(arithmetic, "floorDivide");
/** Remainders with the sign of the divisor; for an integer divided by 0 it is 0. */
export const remainder: BinaryFunction = binary(arithmetic, "remainder");
/** Remainders with the sign of the dividend, as C's. */
export const fmod: BinaryFunction = binary(special2, "fmod");
/** The larger of two; NaN where one is NaN. */
export const maximum: BinaryFunction = binary(comparison, "maximum");
/** The smaller of two; NaN where one is NaN. */
export const minimum: BinaryFunction = binary(comparison, "minimum");
const sameMaximum = { int: maximum, uint: maximum, bool: maximum };
const sameMinimum = { int: minimum, uint: minimum, bool: minimum };
/** The larger of two; where one is NaN, the other. */
export const fmax: BinaryFunction = binary(special2, "fmax", sameMaximum);
/** The smaller of two; where one is NaN, the other. */
export const fmin: BinaryFunction = binary(special2, "fmin", sameMinimum);
/** The greatest common divisor of integers. */
export const gcd: BinaryFunction = binary(special2, "gcd");
/** The lowest common multiple of integers. */
export const lcm: BinaryFunction = binary(special2, "lcm");
/** The root of a² + b², without overflow on the way. */
export const hypot: FloatBinaryFunction = binary(special2, "hypot");
/** The angle of the point (b, a), between -π and π. */
export const arctan2: FloatBinaryFunction = binary(special2, "arctan2");
/** log(exp(a) + exp(b)). */
export const logaddexp: FloatBinaryFunction = binary(special2, "logaddexp");
/** log2(2^a + 2^b). */
export const logaddexp2: FloatBinaryFunction = binary(special2, "logaddexp2");
/** The size of a with the sign of b. */
export const copysign: FloatBinaryFunction = binary(special2, "copysign");
/** The number of the dtype that follows a towards b. */
export const nextafter: FloatBinaryFunction = binary(special2, "nextafter");
/** 0 where a is negative, b where it is 0, 1 where it is positive. */
export const heaviside: FloatBinaryFunction = binary(special2, "heaviside");

const integerPower = binary(special2, "integerPower");
const anyPower: LooseBinaryFunction = binary(functions, "power", {
  bool: integerPower,
  int: integerPower,
  uint: integerPower,
  complex: binary(special2, "complexPower"),
});

/**
 * a to the power of b. Integers stay integers and wrap; a negative power of one is 0, but for those of 1 and -1.
 * @throws RangeError `CUTS_NEGATIVE_POWER` for integers and a plain exponent below 0.
 */
export const power: PowerFunction = ((a: Operand, b: Operand, options?: OutOptions) => {
  if (isNDArray(a) && (typeof b === "number" || typeof b === "bigint")) {
    if (b < 0 && Number.isInteger(Number(b)) && isInteger(a)) throw negativePower(a, b);
    if (b === 2 && a.dtype !== "bool") return square(a, options);
  }
  return anyPower(a, b, options);
}) as PowerFunction;

/** a == b. Integers of any dtypes and sizes are compared exactly. */
export const equal: PredicateFunction = compare("equal");
/** a != b. */
export const notEqual: PredicateFunction = compare("notEqual");
/** a < b. */
export const less: PredicateFunction = compare("less");
/** a <= b. */
export const lessEqual: PredicateFunction = compare("lessEqual");
/** a > b. */
export const greater: PredicateFunction = compare("greater");
/** a >= b. */
export const greaterEqual: PredicateFunction = compare("greaterEqual");

/** Whether both are true; what is not 0 is. */
export const logicalAnd: PredicateFunction = predicate(logic, "logicalAnd");
/** Whether one is true. */
export const logicalOr: PredicateFunction = predicate(logic, "logicalOr");
/** Whether exactly one is true. */
export const logicalXor: PredicateFunction = predicate(logic, "logicalXor");
/** Bits set in both. */
export const bitwiseAnd: BinaryFunction = binary(logic, "bitwiseAnd");
/** Bits set in one or both. */
export const bitwiseOr: BinaryFunction = binary(logic, "bitwiseOr");
/** Bits set in exactly one. */
export const bitwiseXor: BinaryFunction = binary(logic, "bitwiseXor");
/** a shifted left by b bits. */
export const leftShift: BinaryFunction = binary(logic, "leftShift");
/** a shifted right by b bits, keeping its sign. */
export const rightShift: BinaryFunction = binary(logic, "rightShift");

/** The opposite number. */
export const negative: SameFunction = unary(arithmetic, "negative");
/** A copy: +a. */
export const positive: SameFunction = unary(arithmetic, "negative", {
  int: copyOf,
  uint: copyOf,
  float: copyOf,
  complex: copyOf,
});
/** The product of a number with itself. */
export const square: SameFunction = unary(arithmetic, "square");
/** 1 / a; for integers rounded towards 0. */
export const reciprocal: SameFunction = unary(arithmetic, "reciprocal");
/** 1, 0 or -1; NaN where the number is NaN; z / |z| for complex numbers. */
export const sign: SameFunction = unary(comparison, "sign", {
  complex: unary(special, "complexSign"),
});
/** The size of a number without its sign, or of a complex number. */
export const absolute: SizeFunction = unary(comparison, "absolute");

const unchanged = { bool: copyOf, int: copyOf, uint: copyOf };
/** The nearest whole number that is not larger. */
export const floor: SameFunction = unary(functions, "floor", unchanged);
/** The nearest whole number that is not smaller. */
export const ceil: SameFunction = unary(functions, "ceil", unchanged);
/** The number without its fraction. */
export const trunc: SameFunction = unary(special, "trunc", unchanged);
/** The nearest whole number, the even one of two. */
export const rint: FloatFunction = unary(special, "rint");

/** The square root. */
export const sqrt: FloatFunction = unary(functions, "sqrt", { complex: unary(special, "complexSqrt") });
/** The cube root. */
export const cbrt: FloatFunction = unary(special, "cbrt");
/** e to the power of a. */
export const exp: FloatFunction = unary(functions, "exp", { complex: unary(special, "complexExp") });
/** 2 to the power of a. */
export const exp2: FloatFunction = unary(special, "exp2");
/** exp(a) - 1, exact for small a. */
export const expm1: FloatFunction = unary(special, "expm1");
/** The natural logarithm. */
export const log: FloatFunction = unary(functions, "log", { complex: unary(special, "complexLog") });
/** The logarithm to base 2. */
export const log2: FloatFunction = unary(special, "log2");
/** The logarithm to base 10. */
export const log10: FloatFunction = unary(special, "log10");
/** log(1 + a), exact for small a. */
export const log1p: FloatFunction = unary(special, "log1p");

/** The sine. */
export const sin: FloatFunction = unary(functions, "sin", { complex: unary(special, "complexSin") });
/** The cosine. */
export const cos: FloatFunction = unary(functions, "cos", { complex: unary(special, "complexCos") });
/** The tangent. */
export const tan: FloatFunction = unary(special, "tan");
/** The angle whose sine it is. */
export const arcsin: FloatFunction = unary(special, "arcsin");
/** The angle whose cosine it is. */
export const arccos: FloatFunction = unary(special, "arccos");
/** The angle whose tangent it is. */
export const arctan: FloatFunction = unary(special, "arctan");
/** The hyperbolic sine. */
export const sinh: FloatFunction = unary(special, "sinh");
/** The hyperbolic cosine. */
export const cosh: FloatFunction = unary(special, "cosh");
/** The hyperbolic tangent. */
export const tanh: FloatFunction = unary(functions, "tanh", { complex: unary(special, "complexTanh") });
/** The number whose hyperbolic sine it is. */
export const arcsinh: FloatFunction = unary(special, "arcsinh");
/** The number whose hyperbolic cosine it is. */
export const arccosh: FloatFunction = unary(special, "arccosh");
/** The number whose hyperbolic tangent it is. */
export const arctanh: FloatFunction = unary(special, "arctanh");
/** Radians as degrees. */
export const degrees: FloatFunction = unary(special, "degrees");
/** Degrees as radians. */
export const radians: FloatFunction = unary(special, "radians");

/** The error function. */
export const erf: FloatFunction = unary(special, "erf");
/** 1 - erf(a), exact where erf(a) is close to 1. */
export const erfc: FloatFunction = unary(special, "erfc");
/** The gamma function; NaN at the negative integers. */
export const gamma: FloatFunction = unary(special, "gamma");
/** The logarithm of the size of the gamma function. */
export const lgamma: FloatFunction = unary(special, "lgamma");
/** 1 / (1 + exp(-a)). */
export const sigmoid: FloatFunction = unary(functions, "sigmoid");
/** a where it is positive, else 0. */
export const relu: SameFunction = unary(functions, "relu", {
  int: (a, options) => maximum(a, 0, options),
  uint: copyOf,
});
/** a sigmoid(a). */
export const silu: FloatFunction = unary(functions, "silu");
/** log(1 + exp(a)). */
export const softplus: FloatFunction = unary(special, "softplus");

/** How gelu is computed. */
export interface GeluOptions<D extends DType = DType> extends OutOptions<D> {
  /** "tanh" for the approximation that some models were trained with. */
  readonly approximate?: "tanh";
}
const exactGelu: FloatFunction = unary(functions, "gelu");
const geluTanh: FloatFunction = unary(special, "geluTanh");
/** a Φ(a), where Φ is the distribution function of the normal distribution. */
export function gelu<D extends DType>(a: NDArray<D>, options?: GeluOptions<FloatOf<D>>): NDArray<FloatOf<D>> {
  return options?.approximate === "tanh" ? geluTanh(a, options) : exactGelu(a, options);
}

/** The complex conjugate; a copy of what is not complex; int8 of bool. */
export const conjugate: SameFunction = unary(functions, "conjugate", {
  bool: (a, options) => converted(a, "int8", copyOf, options),
  int: copyOf,
  uint: copyOf,
  float: copyOf,
});
/** The angle of a complex number in radians; 0 or π for what is not complex. */
export const angle: (a: NDArray, options?: OutOptions) => NDArray = unary(special, "angle", {
  bool: (a, options) => converted(a, "int64", angle, options),
});

/** All bits turned round; for bool, not. */
export const bitwiseNot: SameFunction = unary(logic, "bitwiseNot");
/** Whether it is false, or 0. */
export const logicalNot: QuestionFunction = unary(logic, "logicalNot");
/** Whether it is not a number. */
export const isnan: QuestionFunction = unary(comparison, "isnan");
/** Whether it is infinite. */
export const isinf: QuestionFunction = unary(special, "isinf");
/** Whether it is neither infinite nor NaN. */
export const isfinite: QuestionFunction = unary(special, "isfinite");
/** Whether its sign is minus, that of -0 too. */
export const signbit: QuestionFunction = unary(special, "signbit");

type Unary = (a: NDArray, options?: OutOptions) => NDArray;

function converted(a: NDArray, dtype: DType, apply: Unary, options: OutOptions | undefined): NDArray {
  using temporary = astype(a, dtype);
  return apply(temporary, options);
}

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
