import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cStrides, indexAt, offsetOf } from "../../core/strides.js";
import { joinAxes } from "./axes.js";

describe("axes", () => {
  it("of arrays in C order are one", () => {
    const strides = cStrides([2, 3, 4]);
    expect(joinAxes([2, 3, 4], [strides, strides])).toEqual({ shape: [24], strides: [[1], [1]] });
  });

  it("stay apart where one array is stretched", () => {
    expect(
      joinAxes(
        [5, 3, 4],
        [
          [12, 4, 1],
          [0, 4, 1],
        ],
      ),
    ).toEqual({
      shape: [5, 12],
      strides: [
        [12, 1],
        [0, 1],
      ],
    });
  });

  it("of a single element are one of size 1", () => {
    expect(joinAxes([], [[], []])).toEqual({ shape: [1], strides: [[1], [1]] });
    expect(joinAxes([1, 1], [[7, 7]])).toEqual({ shape: [1], strides: [[1]] });
  });

  it("lead to the same pairs of elements", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
    const stretched = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(sizes, stretched, (shape, isStretched) => {
        const first = cStrides(shape);
        const second = first.map((stride, axis) => (isStretched[axis] ? 0 : stride));
        const joined = joinAxes(shape, [first, second]);
        const pairs = (axes: readonly number[], a: readonly number[], b: readonly number[]): string[] => {
          const count = axes.reduce((product, size) => product * size, 1);
          return Array.from({ length: count }, (_, at) => {
            const index = indexAt(at, axes);
            return `${offsetOf(index, a)} ${offsetOf(index, b)}`;
          }).sort();
        };
        const [a = [], b = []] = joined.strides;
        expect(pairs(joined.shape, a, b)).toEqual(pairs(shape, first, second));
      }),
    );
  });
});
