// The element-wise operations and what they compute. Integers wrap, divide and leave remainders as NumPy's do; float16
// and bfloat16 are computed in float.

import { type FamilyGroups, familyGroups, shippedGroups } from "./operation-kernels.js";
import type { Operation, OperationFamily } from "./operation.js";
import type { KernelGroup } from "../kernels/kernel-group.js";

type Expressions = Operation["expressions"];

/** The same expression for numbers that are not bool. */
function numbers(expression: string): Expressions {
  return { int: expression, uint: expression, float: expression, complex: expression };
}

function integers(expression: string): Expressions {
  return { int: expression, uint: expression };
}

function unary(
  name: string,
  result: Operation["result"],
  expressions: Expressions,
  more: Pick<Operation, "isSignless"> = {},
): Operation {
  return { name, arity: 1, result, expressions, ...more };
}

function binary(
  name: string,
  result: Operation["result"],
  expressions: Expressions,
  more: Pick<Operation, "isCommutative" | "integersAs" | "isSignless" | "mirror"> = {},
): Operation {
  return { name, arity: 2, result, expressions, ...more };
}

const commutative = { isCommutative: true } as const;
const signless = { isSignless: true } as const;
const both = { isCommutative: true, isSignless: true } as const;

/** Sums, products, quotients. */
export const arithmetic = family({
  name: "arithmetic",
  helpers: `
template <class T> CUTS_INLINE T cuts_wrap(T x) { return x; }
CUTS_INLINE unsigned cuts_wrap(int x) { return (unsigned)x; }
CUTS_INLINE unsigned long long cuts_wrap(long long x) { return (unsigned long long)x; }
template <class T> CUTS_INLINE T cuts_floor_divide(T a, T b) {
  if (b == 0) return 0;
  if (b == (T)-1 && (T)-1 < (T)0) return (T)(0 - cuts_wrap(a));
  T q = a / b;
  return (T)(a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q);
}
template <class T> CUTS_INLINE T cuts_remainder(T a, T b) {
  if (b == 0 || (b == (T)-1 && (T)-1 < (T)0)) return 0;
  T r = a % b;
  return (T)(r != 0 && (r < 0) != (b < 0) ? r + b : r);
}
template <class F> CUTS_INLINE F cuts_float_remainder(F a, F b) {
  F r = fmod(a, b);
  if (b == 0) return r;
  return r != 0 ? ((b < 0) != (r < 0) ? r + b : r) : copysign((F)0, b);
}
template <class F> CUTS_INLINE F cuts_float_floor_divide(F a, F b) {
  if (b == 0) return a / b;
  F r = fmod(a, b), q = (a - r) / b;
  if (r != 0 && (b < 0) != (r < 0)) q -= 1;
  if (q == 0) return copysign((F)0, a / b);
  F whole = floor(q);
  return q - whole > (F)0.5 ? whole + 1 : whole;
}
`,
  operations: [
    binary(
      "add",
      "same",
      { ...numbers("a + b"), ...integers("cuts_wrap(a) + cuts_wrap(b)"), bool: "a || b" },
      both,
    ),
    binary("subtract", "same", { ...numbers("a - b"), ...integers("cuts_wrap(a) - cuts_wrap(b)") }, signless),
    binary(
      "multiply",
      "same",
      { ...numbers("a * b"), ...integers("cuts_wrap(a) * cuts_wrap(b)"), bool: "a && b" },
      both,
    ),
    binary("divide", "same", { float: "a / b", complex: "a / b" }, { integersAs: "float64" }),
    binary("floorDivide", "same", {
      ...integers("cuts_floor_divide(a, b)"),
      float: "cuts_float_floor_divide(a, b)",
    }),
    binary("remainder", "same", { ...integers("cuts_remainder(a, b)"), float: "cuts_float_remainder(a, b)" }),
    unary("negative", "same", { ...numbers("-a"), ...integers("0 - cuts_wrap(a)") }, signless),
    unary("square", "same", { ...numbers("a * a"), ...integers("cuts_wrap(a) * cuts_wrap(a)") }, signless),
    unary("reciprocal", "same", { ...integers("a == 0 ? 0 : 1 / a"), float: "1 / a" }),
  ],
});

/** Comparisons, and what is largest and smallest. */
export const comparison = family({
  name: "comparison",
  helpers: `
template <class T> CUTS_INLINE bool cuts_is_nan(T x) { return x != x; }
`,
  operations: [
    binary("equal", "bool", { ...numbers("a == b"), bool: "a == b" }, both),
    binary("notEqual", "bool", { ...numbers("a != b"), bool: "a != b" }, both),
    binary("less", "bool", { ...numbers("a < b"), bool: "a < b" }, { mirror: "greater" }),
    binary("lessEqual", "bool", { ...numbers("a <= b"), bool: "a <= b" }, { mirror: "greaterEqual" }),
    binary("greater", "bool", { ...numbers("a > b"), bool: "a > b" }, { mirror: "less" }),
    binary("greaterEqual", "bool", { ...numbers("a >= b"), bool: "a >= b" }, { mirror: "lessEqual" }),
    binary(
      "maximum",
      "same",
      {
        ...numbers("a >= b || cuts_is_nan(a) ? a : b"),
        ...integers("a > b ? a : b"),
        bool: "a || b",
      },
      commutative,
    ),
    binary(
      "minimum",
      "same",
      {
        ...numbers("a <= b || cuts_is_nan(a) ? a : b"),
        ...integers("a < b ? a : b"),
        bool: "a && b",
      },
      commutative,
    ),
    unary(
      "isnan",
      "bool",
      {
        float: "a != a",
        complex: "a != a",
        int: "false",
        uint: "false",
        bool: "false",
      },
      signless,
    ),
    unary("sign", "same", {
      int: "a > 0 ? 1 : a < 0 ? -1 : 0",
      uint: "a > 0 ? 1 : 0",
      float: "a > 0 ? 1 : a < 0 ? -1 : a",
    }),
    unary("absolute", "real", {
      int: "a < 0 ? 0 - a : a",
      uint: "a",
      bool: "a",
      float: "fabs(a)",
      complex: "hypot(a.re, a.im)",
    }),
  ],
});

/** Logic and bits. */
export const logic = family({
  name: "logic",
  helpers: `
template <class T> CUTS_INLINE bool cuts_true(T x) { return x != 0; }
template <class T> CUTS_INLINE bool cuts_true(cuts_complex<T> x) { return x.re != 0 || x.im != 0; }
template <class T> CUTS_INLINE T cuts_shift_left(T a, T b) { return (unsigned long long)b < 8 * sizeof(T) ? (T)((unsigned long long)a << b) : (T)0; }
template <class T> CUTS_INLINE T cuts_shift_right(T a, T b) { return (unsigned long long)b < 8 * sizeof(T) ? (T)(a >> b) : (T)(a < 0 ? -1 : 0); }
`,
  operations: [
    binary("logicalAnd", "bool", { ...numbers("cuts_true(a) && cuts_true(b)"), bool: "a && b" }, both),
    binary("logicalOr", "bool", { ...numbers("cuts_true(a) || cuts_true(b)"), bool: "a || b" }, both),
    binary("logicalXor", "bool", { ...numbers("cuts_true(a) != cuts_true(b)"), bool: "a != b" }, both),
    unary("logicalNot", "bool", { ...numbers("!cuts_true(a)"), bool: "!a" }, signless),
    binary("bitwiseAnd", "same", { ...integers("a & b"), bool: "a && b" }, both),
    binary("bitwiseOr", "same", { ...integers("a | b"), bool: "a || b" }, both),
    binary("bitwiseXor", "same", { ...integers("a ^ b"), bool: "a != b" }, both),
    unary("bitwiseNot", "same", { ...integers("~a"), bool: "!a" }, signless),
    binary("leftShift", "same", integers("cuts_shift_left(a, b)"), signless),
    binary("rightShift", "same", integers("cuts_shift_right(a, b)")),
  ],
});

/** Roots, exponentials, logarithms, and the first functions of angles. */
export const functions = family({
  name: "functions",
  helpers: "",
  operations: [
    unary("sqrt", "same", { float: "sqrt(a)" }),
    unary("exp", "same", { float: "exp(a)" }),
    unary("log", "same", { float: "log(a)" }),
    unary("sin", "same", { float: "sin(a)" }),
    unary("cos", "same", { float: "cos(a)" }),
    unary("tanh", "same", { float: "tanh(a)" }),
    unary("floor", "same", { ...integers("a"), bool: "a", float: "floor(a)" }, signless),
    unary("ceil", "same", { ...integers("a"), bool: "a", float: "ceil(a)" }, signless),
    binary("power", "same", { float: "pow(a, b)" }),
  ],
});

/** A family with its groups. */
export interface Family extends OperationFamily {
  readonly groups: FamilyGroups;
}

/** The groups of all element-wise operations, for the catalogue. */
export function elementwiseGroups(): readonly (() => KernelGroup)[] {
  return [arithmetic, comparison, logic, functions].flatMap((one) => shippedGroups(one, one.groups));
}

function family(definition: OperationFamily): Family {
  return { ...definition, groups: familyGroups(definition) };
}
