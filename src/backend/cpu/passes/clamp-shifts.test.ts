import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Interpreter } from "../../../../test/ir/interpret.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { verify } from "../../../compiler/ir/verify.js";
import { clampShifts } from "./clamp-shifts.js";

/** The instructions of a function after the pass. */
const clamped = (...lines: string[]): string[] =>
  printModule(clampShifts(parseModule(`define void @f() {\nentry:\n${lines.join("\n")}\n}`)))
    .trim()
    .split("\n")
    .slice(2, -1)
    .map((line) => line.trim());

/** What shl.b32 and its like give. */
const SHIFTED = {
  shl: (value: bigint, count: number, bits: number): bigint => (count >= bits ? 0n : value << BigInt(count)),
  lshr: (value: bigint, count: number, bits: number): bigint => (count >= bits ? 0n : value >> BigInt(count)),
  ashr: (value: bigint, count: number, bits: number): bigint =>
    BigInt.asIntN(bits, value) >> BigInt(Math.min(count, bits - 1)),
};

describe("clampShifts", () => {
  it.each(["shl", "lshr", "ashr"] as const)("gives what a GPU gives for %s, whatever the count", (op) => {
    for (const bits of [8, 16, 32, 64]) {
      const ir = `define i${bits} @f(i${bits} %a, i${bits} %n) {\nentry:\n  %r = ${op} i${bits} %a, %n\n  ret i${bits} %r\n}`;
      const after = clampShifts(parseModule(ir));
      verify(after, "clamp-shifts");
      const counts = fc.oneof(fc.bigInt(0n, BigInt(bits) + 2n), fc.bigInt(0n, 2n ** BigInt(bits) - 1n));
      fc.assert(
        fc.property(fc.bigInt(0n, 2n ** BigInt(bits) - 1n), counts, (value, count) => {
          const shifted = new Interpreter(after).call("@f", [value, count]);
          expect(shifted).toBe(BigInt.asUintN(bits, SHIFTED[op](value, Number(count), bits)));
        }),
        { seed: 1, numRuns: 50 },
      );
    }
  });

  it("leaves counts that are small, and clamps constants that are not", () => {
    const small = ["%r = shl nuw i32 %a, 31", "%s = lshr i64 %a, 32", "%t = ashr <4 x i32> %v, %n"];
    expect(clamped(...small)).toEqual(small);
    expect(clamped("%r = lshr i32 %a, 32")).toHaveLength(3);
    expect(clamped("%r = shl i32 %a, -1")).toHaveLength(3);
  });
});
