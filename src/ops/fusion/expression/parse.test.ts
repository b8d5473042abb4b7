import { describe, expect, it } from "vitest";
import { parseExpression } from "./parse.js";

function parse(text: string): unknown {
  return parseExpression(
    text,
    () => false,
    () => [],
  );
}

describe("parseExpression", () => {
  it("limits choices inside each other, on either side of the colon", () => {
    for (const text of [`${"1 ? ".repeat(5000)}1${": 1".repeat(5000)}`, `${"1 ? 1 : ".repeat(5000)}1`])
      expect(() => parse(text)).toThrow("there are more than 100 levels inside each other");
    expect(parse(`${"1 ? ".repeat(90)}1${": 1".repeat(90)}`)).toMatchObject({ name: "where" });
  });
});
