import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { broadcastShapes, broadcastStrides } from "./broadcast.js";
import { formatShape, type Shape, shapesEqual, sizeOf, toAxis, toShape } from "./shape.js";
import {
  cStrides,
  fStrides,
  indexAt,
  isCContiguous,
  isFContiguous,
  offsetOf,
  offsetRange,
} from "./strides.js";

const shapes = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 });

/** All indices of a shape in C order, the slow and obvious way. */
function allIndices(shape: Shape): number[][] {
  const [length, ...rest] = shape;
  if (length === undefined) return [[]];
  return Array.from({ length }, (_, i) => allIndices(rest).map((tail) => [i, ...tail])).flat();
}

const increasingFromZero = (count: number) => Array.from({ length: count }, (_, i) => i);

describe("strides", () => {
  it("gives NumPy's strides", () => {
    expect(cStrides([2, 3, 4])).toEqual([12, 4, 1]);
    expect(fStrides([2, 3, 4])).toEqual([1, 2, 6]);
    expect(cStrides([])).toEqual([]);
    expect(cStrides([2, 0, 3])).toEqual([3, 3, 1]);
  });

  it("enumerates C order without gaps", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const indices = allIndices(shape);
        expect(sizeOf(shape)).toBe(indices.length);
        expect(indices.map((index) => offsetOf(index, cStrides(shape)))).toEqual(
          increasingFromZero(indices.length),
        );
        expect(increasingFromZero(indices.length).map((position) => indexAt(position, shape))).toEqual(
          indices,
        );
      }),
    );
  });

  it("enumerates Fortran order with the first axis fastest", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const indices = allIndices(shape.toReversed()).map((index) => index.toReversed());
        expect(indices.map((index) => offsetOf(index, fStrides(shape)))).toEqual(
          increasingFromZero(indices.length),
        );
      }),
    );
  });

  it("calls contiguous exactly what enumerates its memory in order", () => {
    const layouts = shapes.chain((shape) =>
      fc.record({
        shape: fc.constant(shape),
        strides: fc.oneof(
          fc.array(fc.integer({ min: -4, max: 16 }), { minLength: shape.length, maxLength: shape.length }),
          fc.constantFrom(cStrides(shape), fStrides(shape)),
        ),
      }),
    );
    fc.assert(
      fc.property(layouts, ({ shape, strides }) => {
        const offsets = allIndices(shape).map((index) => offsetOf(index, strides));
        const inOrder = offsets.every((offset, position) => offset === position);
        expect(isCContiguous(shape, strides)).toBe(inOrder);
        const reversed = allIndices(shape.toReversed()).map((index) => offsetOf(index.toReversed(), strides));
        expect(isFContiguous(shape, strides)).toBe(reversed.every((offset, position) => offset === position));
        const expected =
          offsets.length === 0 ? undefined : { min: Math.min(...offsets), max: Math.max(...offsets) };
        expect(offsetRange(shape, strides)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe("broadcasting", () => {
  it.each([
    { of: [[3, 1], [4]], is: [3, 4] },
    { of: [[], [2, 3]], is: [2, 3] },
    { of: [[8, 1, 6, 1], [7, 1, 5], [1]], is: [8, 7, 6, 5] },
    { of: [[0], [1]], is: [0] },
    {
      of: [
        [2, 0],
        [1, 1],
      ],
      is: [2, 0],
    },
    { of: [], is: [] },
  ])("stretches $of to $is", ({ of, is }) => {
    expect(broadcastShapes(of)).toEqual(is);
  });

  it.each([{ of: [[2], [3]] }, { of: [[0], [2]] }, { of: [[4, 3], [4]] }, { of: [[3], [1, 3], [2]] }])(
    "refuses $of",
    ({ of }) => {
      expect(() => broadcastShapes(of)).toThrow(expect.objectContaining({ code: "CUTS_BROADCAST" }));
    },
  );

  it("names the axis and both sizes", () => {
    expect(() => broadcastShapes([[2, 3], [4]])).toThrow(
      "Cannot broadcast [2, 3] with [4]: sizes along an axis must be equal or 1 (got 3 and 4 along axis -1)",
    );
  });

  it("reads each element of the source where the stretched index points", () => {
    const cases = shapes.chain((target) =>
      fc
        .tuple(
          fc.array(fc.boolean(), { minLength: target.length, maxLength: target.length }),
          fc.integer({ min: 0, max: target.length }),
        )
        .map(([squeezed, dropped]) => ({
          target,
          source: target.map((size, axis) => (squeezed[axis] ? 1 : size)).slice(dropped),
        })),
    );
    fc.assert(
      fc.property(cases, ({ target, source }) => {
        expect(broadcastShapes([source, target])).toEqual(target);
        const strides = broadcastStrides(source, cStrides(source), target);
        for (const index of allIndices(target)) {
          const own = index
            .slice(target.length - source.length)
            .map((i, axis) => (source[axis] === 1 ? 0 : i));
          expect(offsetOf(index, strides)).toBe(offsetOf(own, cStrides(source)));
        }
      }),
    );
  });

  it("refuses a target that the array does not stretch to", () => {
    expect(() => broadcastStrides([2, 3], [3, 1], [3])).toThrow(/as many axes or more/);
    expect(() => broadcastStrides([2], [1], [3])).toThrow(
      expect.objectContaining({ code: "CUTS_BROADCAST" }),
    );
    expect(() => broadcastStrides([2], [1], [1])).toThrow(
      expect.objectContaining({ code: "CUTS_BROADCAST" }),
    );
  });
});

describe("shapes", () => {
  it("takes a number for a vector and copies a list", () => {
    expect(toShape(3)).toEqual([3]);
    const given = [2, 3];
    const shape = toShape(given);
    given[0] = 9;
    expect(shape).toEqual([2, 3]);
    expect(formatShape(shape)).toBe("[2, 3]");
    expect(shapesEqual(shape, [2, 3])).toBe(true);
    expect(shapesEqual(shape, [2, 3, 1])).toBe(false);
  });

  it.each([[[-1]], [[1.5]], [[Number.NaN]], [[2 ** 30, 2 ** 30]]])("refuses %j", (shape) => {
    expect(() => toShape(shape)).toThrow(RangeError);
  });

  it("counts axes from the back as well", () => {
    expect([0, 1, -1, -2].map((axis) => toAxis(axis, 2))).toEqual([0, 1, 1, 0]);
    expect(() => toAxis(2, 2)).toThrow("it must be between -2 and 1 (got 2)");
    expect(() => toAxis(0, 0)).toThrow("a scalar has no axes");
    expect(() => toAxis(0.5, 2)).toThrow(expect.objectContaining({ code: "CUTS_AXIS" }));
  });
});
