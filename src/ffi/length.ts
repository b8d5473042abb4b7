// Computes the length that `a[2*n+1]` requires, from the arguments of a call. For the fast path the expression is compiled once
// into closures, so a call costs an addition and not a walk over a tree. Other cases use cdecl's exact evaluation.

import type { LengthExpression, Parameter } from "../cdecl/ast.js";
import { evaluateLength, formatLength } from "../cdecl/length.js";
import { formatValue } from "../core/text.js";

/** The number of elements that a call requires, from all its arguments in order. NaN means that {@link exactLength} must decide. */
export type Length = (...args: readonly unknown[]) => number;

/** Up to this many arguments are passed one by one, because a rest parameter allocates an array in every call. */
export const FIXED_ARGUMENTS = 8;

/** Compiles a length over the parameters of its function. */
export function compileLength(expression: LengthExpression, parameters: readonly Parameter[]): Length {
  if (expression.kind === "number") {
    const { value } = expression;
    return () => value;
  }
  if (expression.kind === "parameter")
    return argumentAt(parameters.findIndex(({ name }) => name === expression.name));
  const left = compileLength(expression.left, parameters);
  const right = compileLength(expression.right, parameters);
  const apply = operations[expression.operator];
  if (parameters.length > FIXED_ARGUMENTS) return (...args) => apply(left(...args), right(...args));
  return (a, b, c, d, e, f, g, h) => apply(left(a, b, c, d, e, f, g, h), right(a, b, c, d, e, f, g, h));
}

/** The exact length; undefined if it is negative, divides by zero or depends on an argument that is not an integer. */
export function exactLength(
  expression: LengthExpression,
  parameters: readonly Parameter[],
  args: readonly unknown[],
): number | undefined {
  try {
    return evaluateLength(expression, (name) => valueOf(name, parameters, args) as number | bigint);
  } catch {
    return undefined;
  }
}

/** The rule for a message about a length: `at least rows*cols = 12 elements, with rows = 3, cols = 4`. */
export function lengthRule(
  expression: LengthExpression,
  parameters: readonly Parameter[],
  args: readonly unknown[],
): string {
  const text = formatLength(expression);
  const required = exactLength(expression, parameters, args);
  const values = [...parameterNames(expression)].map(
    (name) => `${name} = ${formatValue(valueOf(name, parameters, args))}`,
  );
  if (required === undefined) return `a length of ${text} elements, with ${values.join(", ")}, is no length`;
  const total = text === String(required) ? text : `${text} = ${required}`;
  const where = expression.kind === "binary" && values.length > 0 ? `, with ${values.join(", ")}` : "";
  return `it must have at least ${total} elements${where}`;
}

function valueOf(name: string, parameters: readonly Parameter[], args: readonly unknown[]): unknown {
  return args[parameters.findIndex((parameter) => parameter.name === name)];
}

function parameterNames(expression: LengthExpression): Set<string> {
  if (expression.kind === "parameter") return new Set([expression.name]);
  if (expression.kind === "number") return new Set();
  return new Set([...parameterNames(expression.left), ...parameterNames(expression.right)]);
}

const positions: readonly Length[] = [
  (a) => count(a),
  (_a, b) => count(b),
  (_a, _b, c) => count(c),
  (_a, _b, _c, d) => count(d),
  (_a, _b, _c, _d, e) => count(e),
  (_a, _b, _c, _d, _e, f) => count(f),
  (_a, _b, _c, _d, _e, _f, g) => count(g),
  (_a, _b, _c, _d, _e, _f, _g, h) => count(h),
];

function argumentAt(index: number): Length {
  return positions[index] ?? ((...args) => count(args[index]));
}

function count(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "bigint" ? exact(Number(value)) : Number.NaN;
}

const operations = {
  "+": (a: number, b: number) => exact(a + b),
  "-": (a: number, b: number) => exact(a - b),
  "*": (a: number, b: number) => exact(a * b),
  "/": (a: number, b: number) => exact(Math.trunc(a / b)),
} as const;

/** The value, or NaN beyond 2^53, where doubles are not exact. */
function exact(value: number): number {
  return Number.isSafeInteger(value) ? value : Number.NaN;
}
