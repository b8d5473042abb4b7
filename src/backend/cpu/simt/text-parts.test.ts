import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matching, splitTop } from "./text-parts.js";

describe("splitTop and matching", () => {
  it("split at commas outside brackets and strings", () => {
    expect(splitTop('i32 1, { i8, i8 } %a, <2 x i32> <i32 1, i32 2>, ptr @"a,b"')).toEqual([
      "i32 1",
      "{ i8, i8 } %a",
      "<2 x i32> <i32 1, i32 2>",
      'ptr @"a,b"',
    ]);
    expect(splitTop("")).toEqual([]);
  });

  it("undo a join of what has no top-level comma", () => {
    const part = fc.constantFrom("i32 %a", "[2 x i32]", "{ i8, { i16, i8 } }", "f(i32 1, (2, 3))", '"x, y"');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(splitTop(parts.join(", "))).toEqual(parts);
        const all = `(${parts.join(", ")})`;
        expect(matching(all, 0)).toBe(all.length - 1);
      }),
      { seed: 7 },
    );
  });

  it("refuse brackets that do not close", () => {
    expect(() => matching("(a, [b]", 0)).toThrow("internal: unbalanced");
  });
});
