import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluateConstant, integerLiteral } from "./constant-expression.js";
import { tokenize } from "./lexer.js";

const constants: Readonly<Record<string, bigint>> = { A: 5n, B: -3n };

function evaluate(text: string): bigint | undefined {
  return evaluateConstant(tokenize(text), (name) => constants[name]);
}

describe("evaluateConstant", () => {
  it.each([
    ["1 + 2 * 3", 7n],
    ["(1 + 2) * 3", 9n],
    ["1 << 4 | 2", 18n],
    ["256 >> 2 >> 1", 32n],
    ["3 >= 3 && 2 > 1", 1n],
    ["-7 / 2", -3n],
    ["-7 % 4", -3n],
    ["~0 & 0xff", 255n],
    ["!0 + !5", 1n],
    ["A * B", -15n],
    ["A > 4 ? 10 : 20", 10n],
    ["0 ? 1 : 0 ? 2 : 3", 3n],
    ["'A'", 65n],
    ["'\\n'", 10n],
    ["010", 8n],
    ["0b101", 5n],
    ["1'000ull", 1000n],
  ])("%s is %s", (text, value) => {
    expect(evaluate(text)).toBe(value);
  });

  it.each([
    "",
    "1 +",
    "(1",
    "1 2",
    "1.5",
    "09",
    "1 / 0",
    "1 % 0",
    "1 << 64",
    "9223372036854775807 + 1",
    "sizeof(int)",
    '"x"',
  ])("%j has no known value", (text) => {
    expect(evaluate(text)).toBeUndefined();
  });

  it("knows a value where the unknown cannot change it", () => {
    expect(evaluate("0 && UNKNOWN")).toBe(0n);
    expect(evaluate("UNKNOWN && 0")).toBe(0n);
    expect(evaluate("1 || UNKNOWN")).toBe(1n);
    expect(evaluate("UNKNOWN ? 4 : 4")).toBe(4n);
    expect(evaluate("UNKNOWN + 1")).toBeUndefined();
    expect(evaluate("UNKNOWN || 0")).toBeUndefined();
  });

  it("agrees with JavaScript's own arithmetic", () => {
    const truth = (value: boolean): bigint => BigInt(value);
    const operators: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
      "+": (left, right) => left + right,
      "-": (left, right) => left - right,
      "*": (left, right) => left * right,
      "&": (left, right) => left & right,
      "|": (left, right) => left | right,
      "^": (left, right) => left ^ right,
      "<": (left, right) => truth(left < right),
      ">=": (left, right) => truth(left >= right),
      "==": (left, right) => truth(left === right),
      "&&": (left, right) => truth(left !== 0n && right !== 0n),
      "||": (left, right) => truth(left !== 0n || right !== 0n),
    };
    interface Sample {
      readonly text: string;
      readonly value: bigint;
    }
    const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
      sample: fc.oneof(
        { maxDepth: 4 },
        fc.nat(99).map((value): Sample => ({ text: String(value), value: BigInt(value) })),
        fc.tuple(tie("sample"), fc.constantFrom(...Object.entries(operators)), tie("sample")).map(
          ([left, [sign, apply], right]): Sample => ({
            text: `(${left.text} ${sign} ${right.text})`,
            value: apply(left.value, right.value),
          }),
        ),
        tie("sample").map(({ text, value }): Sample => ({ text: `- ${text}`, value: -value })),
        tie("sample").map(({ text, value }): Sample => ({ text: `~${text}`, value: ~value })),
      ),
    }));
    fc.assert(
      fc.property(sample, ({ text, value }) => {
        expect(evaluate(text)).toBe(value);
      }),
    );
  });

  it("stops at deep nesting instead of overflowing the stack", () => {
    expect(evaluate("(".repeat(50_000) + "1" + ")".repeat(50_000))).toBeUndefined();
    expect(evaluate(`${"-".repeat(50_000)}1`)).toBeUndefined();
    expect(evaluate(Array.from({ length: 50_000 }, () => "1").join("+"))).toBe(50_000n);
  });
});

describe("integerLiteral", () => {
  it("reads no float and no other token", () => {
    const literal = (text: string) => tokenize(text).slice(0, 1).map(integerLiteral)[0];
    expect(literal("1.0")).toBeUndefined();
    expect(literal("1e3")).toBeUndefined();
    expect(literal("x")).toBeUndefined();
    expect(literal("42UL")).toBe(42n);
  });
});
