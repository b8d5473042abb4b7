import { describe, expect, it } from "vitest";
import { readSubscripts } from "./einsum-subscripts.js";

describe("subscripts", () => {
  it("name the axes of operands and of the result", () => {
    const { inputs, output, sizes } = readSubscripts("ij, jk -> ik", [
      [2, 3],
      [3, 4],
    ]);
    expect(inputs).toEqual([
      ["i", "j"],
      ["j", "k"],
    ]);
    expect(output).toEqual(["i", "k"]);
    expect(Object.fromEntries(sizes)).toEqual({ i: 2, j: 3, k: 4 });
  });

  it("imply the result: axes that occur once, by the alphabet, after those without a name", () => {
    expect(readSubscripts("ba", [[2, 3]]).output).toEqual(["a", "b"]);
    expect(readSubscripts("ii", [[2, 2]]).output).toEqual([]);
    expect(
      readSubscripts("z...a,...a", [
        [5, 2, 3, 4],
        [3, 4],
      ]).output,
    ).toEqual(["1", "0", "z"]);
  });

  it("count axes without a name from the last", () => {
    const { inputs, sizes } = readSubscripts("...i,...->...i", [[2, 1, 5], [3]]);
    expect(inputs).toEqual([["1", "0", "i"], ["0"]]);
    expect(Object.fromEntries(sizes)).toEqual({ 0: 3, 1: 2, i: 5 });
  });

  it("are refused with the reason", () => {
    const refused = (text: string, ...shapes: number[][]): string => {
      try {
        readSubscripts(text, shapes);
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    expect(refused("ij,jk", [2, 2])).toBe(
      'Cannot compute einsum("ij,jk"): there must be a term for each operand (got 2 for 1 operands)',
    );
    expect(refused("ij->k", [2, 2])).toContain('axes of operands (got "k")');
    expect(refused("ijk", [2, 2])).toContain('names every axis of its operand (got "ijk" for 2 axes)');
    expect(refused("i.j", [2, 2])).toContain('letters and one "..." at most');
    expect(refused("ij->ii", [2, 2])).toContain("names an axis once");
    expect(refused("i->i->i", [2])).toContain("one -> at most");
    expect(refused("i...->i", [2, 3])).toContain('must have the axes of "..."');
    expect(refused("ij,jk", [2, 3], [4, 5])).toContain("got 3 and 4 for j, in shapes [2, 3] and [4, 5]");
  });
});
