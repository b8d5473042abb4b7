// The element-wise operations and what they compute. Integers wrap, divide and leave remainders as NumPy's do; float16
// and bfloat16 are computed in float.

import { arithmeticSource, comparisonSource, functionsSource, logicSource } from "./kernels.gen.js";
import { binary, both, commutative, family, integers, numbers, signless, unary } from "./define.js";

/** Sums, products, quotients. */
export const arithmetic = family({
  name: "arithmetic",
  source: arithmeticSource,
  operations: [
    binary(
      "add",
      "same",
      { ...numbers("a + b"), ...integers("cuts_wrap(a) + cuts_wrap(b)"), bool: "a || b" },
      both,
    ),
    binary(
      "subtract",
      "same",
      { ...numbers("a - b"), ...integers("cuts_wrap(a) - cuts_wrap(b)") },
      { isSignless: true, refusesBool: true },
    ),
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
    unary(
      "negative",
      "same",
      { ...numbers("-a"), ...integers("0 - cuts_wrap(a)") },
      { isSignless: true, refusesBool: true },
    ),
    unary("square", "same", { ...numbers("a * a"), ...integers("cuts_wrap(a) * cuts_wrap(a)") }, signless),
    unary("reciprocal", "same", {
      ...integers("a == 0 ? 0 : 1 / a"),
      float: "1 / a",
      complex: "cuts_reciprocal(a)",
    }),
  ],
});

/** Comparisons, and what is largest and smallest. */
export const comparison = family({
  name: "comparison",
  source: comparisonSource,
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
    unary("isnan", "bool", { float: "a != a", complex: "a != a" }),
    unary(
      "sign",
      "same",
      {
        int: "a > 0 ? 1 : a < 0 ? -1 : 0",
        uint: "a > 0 ? 1 : 0",
        float: "a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a",
      },
      { refusesBool: true },
    ),
    unary("absolute", "real", {
      int: "a < 0 ? 0 - cuts_wrap(a) : cuts_wrap(a)",
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
  source: logicSource,
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

/** The functions that are used most: each float dtype has a kernel of its own. */
export const functions = family({
  name: "functions",
  source: functionsSource,
  operations: [
    unary("sqrt", "same", { float: "sqrt(a)" }),
    unary("exp", "same", { float: "exp(a)" }),
    unary("log", "same", { float: "log(a)" }),
    unary("sin", "same", { float: "sin(a)" }),
    unary("cos", "same", { float: "cos(a)" }),
    unary("tanh", "same", { float: "tanh(a)" }),
    unary("floor", "same", { float: "floor(a)" }),
    unary("ceil", "same", { float: "ceil(a)" }),
    unary("sigmoid", "same", { float: "cuts_sigmoid(a)" }),
    unary("relu", "same", { float: "a > 0 || a != a ? a : 0" }, { refusesBool: true }),
    unary("silu", "same", { float: "cuts_times(a, cuts_sigmoid(a))" }),
    unary("gelu", "same", { float: "cuts_gelu(a)" }),
    unary("conjugate", "same", { complex: "cuts_make(a.re, -a.im)" }),
    binary("power", "same", { float: "pow(a, b)" }),
  ],
});
