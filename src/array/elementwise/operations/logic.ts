// Logical and bitwise operations.

import { both, integers, numbers, signless } from "../declare.js";
import { logic } from "../families.js";

/** Whether both are true; a number is true if it is not 0. */
export const logicalAnd = logic.binary(
  "logicalAnd",
  { ...numbers("cuts_true(a) && cuts_true(b)"), bool: "a && b" },
  { result: "bool", ...both },
);
/** Whether at least one is true. */
export const logicalOr = logic.binary(
  "logicalOr",
  { ...numbers("cuts_true(a) || cuts_true(b)"), bool: "a || b" },
  { result: "bool", ...both },
);
/** Whether exactly one is true. */
export const logicalXor = logic.binary(
  "logicalXor",
  { ...numbers("cuts_true(a) != cuts_true(b)"), bool: "a != b" },
  { result: "bool", ...both },
);
/** Whether the number is false or 0. */
export const logicalNot = logic.unary(
  "logicalNot",
  { ...numbers("!cuts_true(a)"), bool: "!a" },
  { result: "bool", ...signless },
);
/** Bits set in both. */
export const bitwiseAnd = logic.binary("bitwiseAnd", { ...integers("a & b"), bool: "a && b" }, both);
/** Bits set in one or both. */
export const bitwiseOr = logic.binary("bitwiseOr", { ...integers("a | b"), bool: "a || b" }, both);
/** Bits set in exactly one. */
export const bitwiseXor = logic.binary("bitwiseXor", { ...integers("a ^ b"), bool: "a != b" }, both);
/** All bits inverted; for bool, logical not. */
export const bitwiseNot = logic.unary("bitwiseNot", { ...integers("~a"), bool: "!a" }, signless);
/** a shifted left by b bits. */
export const leftShift = logic.binary("leftShift", integers("cuts_shift_left(a, b)"), signless);
/** a shifted right by b bits, keeping its sign. */
export const rightShift = logic.binary("rightShift", integers("cuts_shift_right(a, b)"));
