// `toEqual` of vitest and Jest on arrays and vectors: by their elements.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

describe("toEqual", () => {
  it("is true for arrays of equal shapes and elements", () => {
    const x = cu.array([
      [1, Number.NaN],
      [3, 4],
    ]);
    expect(x).toEqual(x.copy());
    expect(x.T).toEqual(x.T.copy());
    expect({ x: [x] }).toEqual({ x: [x.copy()] });
    expect(cu.array(2n)).toEqual(cu.array(2n));
    expect(cu.array([{ re: 1, im: 2 }])).toEqual(cu.array([{ re: 1, im: 2 }]));
    expect(cu.vec("int32", [1, 2])).toEqual(cu.vec("int32", [1, 2], { capacity: 9 }));
  });

  it("is false for others", () => {
    expect(cu.array([1, 2])).not.toEqual(cu.array([1, 3]));
    expect(cu.array([1, 2])).not.toEqual(cu.array([1, 2, 3]));
    expect(cu.zeros([2, 3])).not.toEqual(cu.zeros([3, 2]));
    expect(cu.array(1)).not.toEqual(cu.array(2));
    expect(cu.vec("int32", [1, 2])).not.toEqual(cu.vec("int32", [1, 4]));
  });

  it("fails with the elements, as toBe does", () => {
    const [x, y] = [cu.array([1, 2]), cu.array([1, 3])];
    expect(() => expect(x).toEqual(y)).toThrow("to deeply equal");
    expect(() => expect(x).toBe(x.copy())).toThrow(/Object\.is/);
  });
});
