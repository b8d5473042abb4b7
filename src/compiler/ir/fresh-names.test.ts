import { describe, expect, it } from "vitest";
import { FreshNames } from "./fresh-names.js";
import { parseModule } from "./parse-module.js";

describe("FreshNames", () => {
  it("avoids the parameters, blocks and results of a function", () => {
    const [f] = parseModule(
      'define i32 @f(i32 %a) {\nb:\n  %"c d" = add i32 %a, 1\n  ret i32 %a\n}',
    ).functions;
    const names = FreshNames.of(f as NonNullable<typeof f>);
    expect(["%a", "%b", '%"c d"', "%e", "%e", "%e"].map((name) => names.name(name))).toEqual([
      "%a.1",
      "%b.1",
      '%"c d.1"',
      "%e",
      "%e.1",
      "%e.2",
    ]);
  });
});
