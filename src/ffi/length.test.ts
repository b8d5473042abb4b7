import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LengthExpression, Parameter } from "../cdecl/ast.js";
import { compileLength, exactLength, lengthRule } from "./length.js";

const int = { kind: "scalar", name: "int32" } as const;
const parameters: readonly Parameter[] = ["a", "b", "c"].map((name) => ({ name, type: int }));
const many: readonly Parameter[] = Array.from({ length: 12 }, (_, index) => ({
  name: `p${index}`,
  type: int,
}));

const { expression } = fc.letrec<{ expression: LengthExpression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small" },
    fc.record({ kind: fc.constant("number" as const), value: fc.nat(9) }),
    fc.record({ kind: fc.constant("parameter" as const), name: fc.constantFrom("a", "b", "c") }),
    fc.record({
      kind: fc.constant("binary" as const),
      operator: fc.constantFrom("+" as const, "-" as const, "*" as const, "/" as const),
      left: tie("expression"),
      right: tie("expression"),
    }),
  ),
}));

describe("compileLength", () => {
  it("agrees with the exact evaluation wherever it gives a length", () => {
    const value = fc.oneof(fc.nat(1000), fc.bigInt(0n, 1000n));
    fc.assert(
      fc.property(expression, fc.tuple(value, value, value), (length, args) => {
        const fast = compileLength(length, parameters)(...args);
        const exact = exactLength(length, parameters, args);
        return fast >= 0 ? fast === exact : exact === undefined || Number.isNaN(fast);
      }),
    );
  });

  it("finds parameters at any position", () => {
    for (const index of many.keys()) {
      const args = many.map((_, position) => position * 10);
      expect(compileLength({ kind: "parameter", name: `p${index}` }, many)(...args)).toBe(index * 10);
    }
  });

  it("gives up on what is no integer or beyond 2^53, where the exact evaluation decides", () => {
    const product: LengthExpression = {
      kind: "binary",
      operator: "/",
      left: {
        kind: "binary",
        operator: "*",
        left: { kind: "parameter", name: "a" },
        right: { kind: "parameter", name: "b" },
      },
      right: { kind: "parameter", name: "c" },
    };
    const args = [2 ** 31, 2 ** 31 - 1, 2 ** 40];
    expect(compileLength(product, parameters)(...args)).toBeNaN();
    expect(exactLength(product, parameters, args)).toBe(2 ** 22 - 1);
    expect(compileLength(product, parameters)(1, "2", 3)).toBeNaN();
    expect(exactLength(product, parameters, [1, 2, 0])).toBeUndefined();
    expect(exactLength({ kind: "parameter", name: "a" }, parameters, [-1])).toBeUndefined();
  });
});

describe("lengthRule", () => {
  it("names the length, its value and the arguments it comes from", () => {
    expect(lengthRule({ kind: "number", value: 16 }, parameters, [])).toBe(
      "it must have at least 16 elements",
    );
    expect(lengthRule({ kind: "parameter", name: "b" }, parameters, [1, 5])).toBe(
      "it must have at least b = 5 elements",
    );
    const sum: LengthExpression = {
      kind: "binary",
      operator: "+",
      left: { kind: "parameter", name: "a" },
      right: { kind: "number", value: 1 },
    };
    expect(lengthRule(sum, parameters, [4])).toBe("it must have at least a+1 = 5 elements, with a = 4");
    expect(lengthRule(sum, parameters, [-4])).toBe("a length of a+1 elements, with a = -4, is no length");
  });
});
