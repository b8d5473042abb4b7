import fc from "fast-check";
import { expect, it } from "vitest";
import { Interpreter } from "../../../../../test/ir/interpret.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { plainSums } from "./plain-sums.js";

const IR = `define i64 @f(i64 %a, i64 %b) {
entry:
  %high = and i64 %a, -256
  %low = and i64 %b, 255
  %r = or disjoint i64 %high, %low
  ret i64 %r
}`;

it("a sum is an addition, with the same result", () => {
  const before = parseModule(IR);
  const functions = before.functions.map((f) => ({ ...f, blocks: plainSums(f.blocks) }));
  const after = { ...before, functions };
  expect(functions[0]?.blocks[0]?.instructions.map(({ op }) => op)).toEqual(["and", "and", "add", "ret"]);
  const numbers = fc.bigInt(0n, 2n ** 64n - 1n);
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      expect(new Interpreter(after).call("@f", [a, b])).toBe(new Interpreter(before).call("@f", [a, b]));
    }),
    { seed: 2 },
  );
});
