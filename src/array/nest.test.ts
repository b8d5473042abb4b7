import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { turnsUntil } from "../../test/turns.js";
import { decodeElement, nest, type Nested, nestInPieces } from "./nest.js";
import { readNested, valuesOf } from "./nested.js";

/** Lists of a shape, from the elements in C order. */
function naive(shape: readonly number[], elements: readonly number[]): Nested<number> {
  const [length, ...rest] = shape;
  if (length === undefined) return elements[0] as number;
  const size = rest.reduce((product, one) => product * one, 1);
  return Array.from({ length }, (_, index) => naive(rest, elements.slice(index * size, (index + 1) * size)));
}

const shapes = fc.array(fc.nat(4), { maxLength: 5 });

describe("elements as lists", () => {
  it("have the shape, and are read back with it", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        const size = shape.reduce((product, one) => product * one, 1);
        const elements = Float64Array.from({ length: size }, (_, index) => index + 0.5);
        const lists = nest("float64", shape, elements);
        expect(lists).toEqual(naive(shape, [...elements]));
        expect(await nestInPieces("float64", shape, elements)).toEqual(lists);
        if (size === 0) return;
        const read = readNested(lists, "x");
        expect(read.shape).toEqual(shape);
        expect(valuesOf(read)).toEqual([...elements]);
      }),
    );
  });

  it("are what the dtype says", () => {
    expect(nest("complex64", [1], Float32Array.of(1, 2))).toEqual([{ re: 1, im: 2 }]);
    expect(nest("bool", [2], Uint8Array.of(0, 1))).toEqual([false, true]);
    expect(nest("float16", [1], Uint16Array.of(0x3c00))).toEqual([1]);
    expect(nest("bfloat16", [], Uint16Array.of(0x3f80))).toBe(1);
    expect(nest("int64", [1], BigInt64Array.of(-1n))).toEqual([-1n]);
    expect(decodeElement("complex128", Float64Array.of(1, 2, 3, 4), 1)).toEqual({ re: 3, im: 4 });
  });

  it.each([
    ["one long list", [1 << 20]],
    ["few long lists", [2, 1 << 19]],
    ["many short lists", [1 << 18, 4]],
    ["lists in lists", [4, 1 << 10, 1 << 8]],
  ])("let the event loop turn: %s", async (_, shape) => {
    const elements = Int32Array.from({ length: 1 << 20 }, (_, index) => index);
    const converting = nestInPieces("int32", shape, elements);
    expect(await turnsUntil(converting)).toBeGreaterThanOrEqual(6);
    let last: unknown = await converting;
    expect((last as unknown[]).length).toBe(shape[0]);
    while (Array.isArray(last)) last = last.at(-1);
    expect(last).toBe((1 << 20) - 1);
  });
});

describe("nested lists", () => {
  it.each([
    [[[1, 2], [3]], "x[1] must be a list of length 2 (got [3])"],
    [[[1, 2], 3], "x[1] must be a list of length 2 (got 3)"],
    [[1, [2]], "x[1] must be a value (got [2])"],
    [
      [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, Uint8Array.of(8)],
        ],
      ],
      "x[1][1][1] must be a value",
    ],
    [[[], [1]], "x[1] must be a list of length 0 (got [1])"],
  ])("of unequal length are refused, with the place: %j", (list, message) => {
    expect(() => readNested(list as never, "x")).toThrow(message);
  });

  it("that hold themselves are refused", () => {
    const list: unknown[] = [];
    list.push(list);
    expect(() => readNested(list as never, "x")).toThrow("at most 64 lists in one another");
  });

  it("are taken as they are, typed arrays among them", () => {
    const row = Float32Array.of(1, 2);
    const { lists, shape } = readNested([row, [3, 4]] as never, "x");
    expect(shape).toEqual([2, 2]);
    expect(lists[0]).toBe(row);
    expect(valuesOf({ lists, shape })).toEqual([1, 2, 3, 4]);
  });
});
