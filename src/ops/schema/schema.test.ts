import { describe, expect, it } from "vitest";
import { parseSchema } from "./schema.js";

function wrong(text: string): string {
  try {
    parseSchema(text);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it was read");
}

describe("parseSchema", () => {
  it("reads all that a schema may say", () => {
    const { parameters, results, isTuple } = parseSchema(
      '(Tensor(a!) x, Tensor<int64>? index, Tensor[] xs, int n=-1, float eps=1e-5, bool flag=True, "sum"|"mean" how="mean", str s=null) -> (Tensor(a!), Tensor[] parts)'
        .replace(", str s=null", "")
        .replace("Tensor<int64>? index, Tensor[] xs", "Tensor[] xs, Tensor<int64>? index"),
    );
    expect(parameters.map(({ name, kind, default: value }) => [name, kind, value])).toEqual([
      ["x", "Tensor", undefined],
      ["xs", "Tensor", undefined],
      ["index", "Tensor", null],
      ["n", "int", -1],
      ["eps", "float", 1e-5],
      ["flag", "bool", true],
      ["how", "str", "mean"],
    ]);
    expect(parameters[0]).toMatchObject({ alias: "a", isWritten: true });
    expect(parameters[2]).toMatchObject({ dtype: "int64", isOptional: true });
    expect([results.map(({ name, isList }) => [name, isList]), isTuple]).toEqual([
      [
        [undefined, false],
        ["parts", true],
      ],
      true,
    ]);
    expect(parseSchema("() -> ()")).toMatchObject({ parameters: [], results: [], isTuple: true });
  });

  it("shows the place of a mistake", () => {
    expect(wrong("(Tensor a, flot b) -> Tensor")).toMatchInlineSnapshot(`
      "Cannot read a schema: a type must be Tensor, int, float, bool, str or strings such as "sum"|"mean" (got "flot")
        (Tensor a, flot b) -> Tensor
                   ^"
    `);
    expect(wrong("(Tensor a) Tensor")).toContain('there must be "->" between parameters and results');
    expect(wrong("(Tensor a, int n=0.5) -> Tensor")).toContain("the default must be a whole number");
    expect(wrong("(int n=1, Tensor a) -> Tensor")).toContain("a must have a default: one before it has");
    expect(wrong("(Tensor a, Tensor a) -> Tensor")).toContain(
      "names must differ from each other (got a twice)",
    );
    expect(wrong("(Tensor a -> Tensor")).toContain('there must be "," or ")" here');
    expect(wrong("(Tensor<float33> a) -> Tensor")).toContain("a Tensor's dtype must be one of CuTS");
    expect(wrong("(Tensor a) -> int")).toContain('a result must be "Tensor"');
  });
});
