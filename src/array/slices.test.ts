import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pickIndex, readRange, sliceRegion } from "./slices.js";

/** The indices a range selects, counted one by one as Python defines it. */
function naive(size: number, start: number | undefined, stop: number | undefined, step: number): number[] {
  const clamp = (value: number): number => {
    const low = step > 0 ? 0 : -1;
    const high = step > 0 ? size : size - 1;
    const own = value < 0 ? value + size : value;
    return own < low ? low : own > high ? high : own;
  };
  const from = start === undefined ? (step > 0 ? 0 : size - 1) : clamp(start);
  const to = stop === undefined ? (step > 0 ? size : -1) : clamp(stop);
  const found: number[] = [];
  for (let index = from; step > 0 ? index < to : index > to; index += step) found.push(index);
  return found;
}

const bound = fc.option(fc.integer({ min: -12, max: 12 }), { nil: undefined });

describe("ranges", () => {
  it("select what Python's do", () => {
    fc.assert(
      fc.property(
        fc.nat(9),
        bound,
        bound,
        fc.integer({ min: -4, max: 4 }).filter((step) => step !== 0),
        (size, start, stop, step) => {
          const range = readRange(`${start ?? ""}:${stop ?? ""}:${step}`, size);
          const selected = Array.from({ length: range.length }, (_, k) => range.start + k * range.step);
          expect(selected).toEqual(naive(size, start, stop, step));
        },
      ),
    );
  });

  it("refuse what is none", () => {
    for (const text of ["", "1", "a:b", "1:2:3:4", "1.5:", "-:", "::0"]) {
      expect(() => readRange(text, 4), text).toThrow(/Cannot use (a|the) range/);
    }
  });
});

describe("indices", () => {
  it("count from the end where negative", () => {
    expect(pickIndex(-1, 4, 0)).toBe(3);
    expect(() => pickIndex(4, 4, 1)).toThrow("between -4 and 3 (got 4)");
    expect(() => pickIndex(0, 0, 1)).toThrow("the axis is empty");
  });

  it("become shape, strides and offset", () => {
    expect(sliceRegion([4, 6], [6, 1], ["1:3", -1])).toEqual({ shape: [2], strides: [6], offset: 11 });
    expect(sliceRegion([4, 6], [6, 1], ["...", "::-2"])).toEqual({
      shape: [4, 3],
      strides: [6, -2],
      offset: 5,
    });
    expect(sliceRegion([4, 6], [6, 1], [null, 2])).toEqual({ shape: [1, 6], strides: [0, 1], offset: 12 });
    expect(sliceRegion([4], [1], ["9:"])).toEqual({ shape: [0], strides: [1], offset: 0 });
  });

  it("are refused where there are too many, or two ellipses", () => {
    expect(() => sliceRegion([4], [1], [0, 0])).toThrow("there are more than axes");
    expect(() => sliceRegion([4], [1], ["...", "..."])).toThrow('"..." may be there once');
  });
});
