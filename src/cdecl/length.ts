// Array lengths such as `n`, `rows*cols` or `2*n+1`: parsing them, checking their names, and evaluating them for a call.

import { ArgumentRangeError } from "../core/errors.js";
import type { LengthExpression } from "./ast.js";
import { integerLiteral } from "./constant-expression.js";
import type { Token } from "./lexer.js";
import { maximumNesting, type Reader } from "./reader.js";

/** A parsed length whose names are not checked yet, because later parameters may define them. */
export interface WrittenLength {
  readonly expression: LengthExpression;
  /** The first token of each name in it. */
  readonly names: ReadonlyMap<string, Token>;
}

/** Reads a length up to, not including, the `]`. */
export function parseLength(reader: Reader): WrittenLength {
  const names = new Map<string, Token>();
  let operators = 0;
  const binary = (signs: string, operand: () => LengthExpression): LengthExpression => {
    let left = operand();
    for (;;) {
      const sign = reader.peek();
      if (sign.kind !== "punctuator" || !signs.includes(sign.text)) return left;
      // A long chain makes a deep tree, and functions that walk it recurse.
      if (++operators > maximumNesting) throw reader.tooDeep(sign);
      reader.next();
      left = { kind: "binary", operator: sign.text as "+" | "-" | "*" | "/", left, right: operand() };
    }
  };
  const sum = (): LengthExpression => reader.nest(() => binary("+-", product));
  const product = (): LengthExpression => binary("*/", operand);
  const operand = (): LengthExpression => {
    const token = reader.peek();
    if (token.kind === "identifier") {
      reader.next();
      if (!names.has(token.text)) names.set(token.text, token);
      return { kind: "parameter", name: token.text };
    }
    const value = token.kind === "number" ? integerLiteral(token) : undefined;
    if (value !== undefined && value <= Number.MAX_SAFE_INTEGER) {
      reader.next();
      return { kind: "number", value: Number(value) };
    }
    if (!reader.accept("(")) throw reader.unexpected("a number, a parameter or a parenthesis");
    const inner = sum();
    reader.expect(")");
    return inner;
  };
  return { expression: sum(), names };
}

/** Replaces the names that are constants; the others stay. */
export function substituteConstants(
  length: LengthExpression,
  constants: ReadonlyMap<string, number>,
): LengthExpression {
  if (length.kind === "number") return length;
  if (length.kind === "binary") {
    const left = substituteConstants(length.left, constants);
    const right = substituteConstants(length.right, constants);
    return { ...length, left, right };
  }
  const value = constants.get(length.name);
  return value === undefined ? length : { kind: "number", value };
}

/**
 * The number of elements that a length requires, given the values of its parameters. Division truncates, as in C. Throws a
 * RangeError if it divides by zero, is negative or exceeds the safe integers.
 */
export function evaluateLength(length: LengthExpression, valueOf: (name: string) => number | bigint): number {
  if (length.kind === "number") return length.value;
  if (length.kind === "parameter") {
    const value = valueOf(length.name);
    // The common case allocates nothing and needs no bigint.
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  }
  const total = exactLength(length, valueOf);
  if (total !== undefined && total >= 0n && total <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(total);
  const got = total === undefined ? "a division by zero" : String(total);
  const message = `Cannot use the length ${formatLength(length)}: it must be a count of elements (got ${got})`;
  throw new ArgumentRangeError("CUTS_LENGTH_RANGE", message);
}

/** The value of a length, which may be negative or very large; undefined if it divides by zero. */
export function exactLength(
  length: LengthExpression,
  valueOf: (name: string) => number | bigint,
): bigint | undefined {
  if (length.kind === "number") return BigInt(length.value);
  if (length.kind === "parameter") return BigInt(valueOf(length.name));
  const left = exactLength(length.left, valueOf);
  const right = exactLength(length.right, valueOf);
  if (left === undefined || right === undefined) return undefined;
  switch (length.operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    default:
      return right === 0n ? undefined : left / right;
  }
}

/** A length as C text, with no more parentheses than it needs: `2*n+1`. */
export function formatLength(length: LengthExpression): string {
  if (length.kind === "number") return String(length.value);
  if (length.kind === "parameter") return length.name;
  const level = levelOf(length);
  const left = levelOf(length.left) < level ? `(${formatLength(length.left)})` : formatLength(length.left);
  const right =
    levelOf(length.right) <= level ? `(${formatLength(length.right)})` : formatLength(length.right);
  return `${left}${length.operator}${right}`;
}

function levelOf(length: LengthExpression): number {
  if (length.kind !== "binary") return 3;
  return length.operator === "+" || length.operator === "-" ? 1 : 2;
}
