import { runInThisContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LengthExpression } from "./ast.js";
import { evaluateLength, formatLength } from "./length.js";
import { parseDeclaration } from "./parse-declaration.js";

const values: Readonly<Record<string, number | undefined>> = { n: 7, rows: 3, cols: 4 };

const { length } = fc.letrec<{ length: LengthExpression }>((tie) => ({
  length: fc.oneof(
    { maxDepth: 4 },
    fc.nat(1000).map((value): LengthExpression => ({ kind: "number", value })),
    fc.constantFrom(...Object.keys(values)).map((name): LengthExpression => ({ kind: "parameter", name })),
    fc.record({
      kind: fc.constant("binary" as const),
      operator: fc.constantFrom("+" as const, "-" as const, "*" as const, "/" as const),
      left: tie("length"),
      right: tie("length"),
    }),
  ),
}));

function lengthOf(text: string): LengthExpression {
  const [first] = parseDeclaration(`void(float a[${text}], int n, int rows, int cols)`).parameters;
  if (first?.type.kind !== "pointer" || first.type.length === undefined) throw new Error("no length");
  return first.type.length;
}

/** The value by JavaScript's own parser and bigints: an oracle that shares no code with evaluateLength. */
function naive(text: string): bigint | undefined {
  const script = text.replace(/\d+|[a-z]+/g, (word) => `${values[word] ?? word}n`);
  try {
    return runInThisContext(script) as bigint;
  } catch {
    return undefined; // a division by zero
  }
}

describe("formatLength", () => {
  it("writes what reads the same again", () => {
    fc.assert(
      fc.property(length, (expression) => {
        expect(lengthOf(formatLength(expression))).toEqual(expression);
      }),
    );
  });
});

describe("evaluateLength", () => {
  it("has the value that JavaScript computes, or refuses it", () => {
    fc.assert(
      fc.property(length, (expression) => {
        const expected = naive(formatLength(expression));
        const evaluate = () => evaluateLength(expression, (name) => values[name] ?? 0);
        if (expected === undefined || expected < 0n || expected > BigInt(Number.MAX_SAFE_INTEGER)) {
          expect(evaluate).toThrow(RangeError);
        } else expect(evaluate()).toBe(Number(expected));
      }),
    );
  });

  it("takes bigint parameters beyond the safe integers on the way", () => {
    expect(evaluateLength(lengthOf("n/rows"), (name) => (name === "n" ? 2n ** 60n : 2n ** 40n))).toBe(
      2 ** 20,
    );
  });

  it("names the length, the rule and the value", () => {
    const { error } = caught(() => evaluateLength(lengthOf("n-10"), () => 3));
    expect(error).toMatchObject({
      code: "CUTS_LENGTH_RANGE",
      message: "Cannot use the length n-10: it must be a count of elements (got -7)",
    });
    expect(() => evaluateLength(lengthOf("n"), () => -1)).toThrow("(got -1)");
    expect(() => evaluateLength(lengthOf("4/n"), () => 0)).toThrow("(got a division by zero)");
  });
});

function caught(action: () => unknown): { readonly error: unknown } {
  try {
    action();
  } catch (error) {
    return { error };
  }
  throw new Error("nothing was thrown");
}
