// The examples that make pictures, small, against what plain TypeScript computes.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { filtered, filters, gauss } from "../../examples/image-filters/main.js";
import { coloured, escapeTimes } from "../../examples/mandelbrot/main.js";
import { advance, frame, type Stars, twoDiscs } from "../../examples/n-body/main.js";

describe("mandelbrot", () => {
  const view = { width: 12, height: 9, x: -0.6, y: 0.1, span: 3, limit: 60 };

  it("counts steps until escape", async () => {
    using times = escapeTimes(view);
    const found = await times.data();
    for (let row = 0; row < 9; row++)
      for (let column = 0; column < 12; column++) {
        const [re, im] = [view.x + (column - 5.5) / 4, view.y + (row - 4) / 4];
        let [a, b, step] = [0, 0, 0];
        for (; step < 60 && a * a + b * b <= 256; step++) [a, b] = [a * a - b * b + re, 2 * a * b + im];
        const size = a * a + b * b;
        const expected = size <= 256 ? 0 : step + 1 - Math.log2(0.5 * Math.log2(size));
        // Two logarithms of float32.
        expect(found[row * 12 + column]).toBeCloseTo(expected, 4);
      }
  });

  it("leaves the set black, and nothing else", async () => {
    using times = cu.array([[0, 3.5, 20]]);
    using picture = coloured(times);
    expect(picture.shape).toEqual([1, 3, 3]);
    const [[inside, ...outside] = []] = (await picture.tolist()) as number[][][];
    expect(inside).toEqual([0, 0, 0]);
    for (const pixel of outside) expect(Math.max(...pixel)).toBeGreaterThan(0);
  });
});

describe("image-filters", () => {
  it("weighs the neighbours of each pixel, edges included", async () => {
    const [height, width] = [19, 21];
    using picture = cu.random.generator(3).random([2, height, width]);
    const pixels = await picture.data();
    for (const weights of [filters.sharpen, gauss(5, 1), gauss(15, 4)]) {
      using result = filtered(picture, weights);
      const found = await result.data();
      const size = Math.sqrt(weights.length);
      const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most - 1);
      for (const [channel, y, x] of [
        [0, 0, 0],
        [1, 18, 20],
        [0, 9, 16],
        [1, 15, 15],
        [1, 16, 3],
      ] as const) {
        let sum = 0;
        for (const [k, weight] of weights.entries()) {
          const row = clamp(y + Math.floor(k / size) - (size - 1) / 2, height);
          const column = clamp(x + (k % size) - (size - 1) / 2, width);
          sum += weight * (pixels[(channel * height + row) * width + column] ?? 0);
        }
        // 225 products of float32 at most.
        expect(found[(channel * height + y) * width + x]).toBeCloseTo(sum, 5);
      }
    }
  });

  it("refuses weights that are no square of odd size", () => {
    using picture = cu.zeros([1, 4, 4]);
    for (const count of [4, 5, 289])
      expect(() =>
        filtered(
          picture,
          Array.from({ length: count }, () => 0),
        ),
      ).toThrow(RangeError);
  });
});

describe("n-body", () => {
  const momentum = async ({ places, speeds }: Stars): Promise<readonly number[]> => {
    const [mass, speed] = [await places.data(), await speeds.data()];
    return [0, 1, 2].map((axis) => {
      let sum = 0;
      for (let i = 0; i < mass.length; i += 4) sum += (mass[i + 3] ?? 0) * (speed[i + axis] ?? 0);
      return sum;
    });
  };

  it("pulls every star as all others do", async () => {
    const stars = twoDiscs(150, 2);
    const [places, before] = [await stars.places.data(), await stars.speeds.data()];
    advance(stars, 1, 0.5);
    const after = await stars.speeds.data();
    for (const i of [0, 1, 75, 149])
      for (const axis of [0, 1, 2]) {
        let pull = 0;
        for (let j = 0; j < 150; j++) {
          const far = [0, 1, 2].map((k) => (places[4 * j + k] ?? 0) - (places[4 * i + k] ?? 0));
          const size = far.reduce((sum, one) => sum + one * one, 0.02);
          pull += ((places[4 * j + 3] ?? 0) * (far[axis] ?? 0)) / size ** 1.5;
        }
        expect((after[4 * i + axis] ?? 0) - (before[4 * i + axis] ?? 0)).toBeCloseTo(0.5 * pull, 4);
      }
  });

  it("keeps the momentum of all together, and shows every star", async () => {
    const stars = twoDiscs(150, 2);
    const before = await momentum(stars);
    advance(stars, 20, 0.02);
    for (const [axis, value] of (await momentum(stars)).entries())
      expect(value).toBeCloseTo(before[axis] ?? 0, 4);
    using picture = frame(stars, 64, 1000);
    // From far away all are in the pixels in the middle.
    expect(picture.shape).toEqual([64, 64, 3]);
    using sky = picture.slice(["0:28"]);
    expect(await sky.max().item()).toBe(0);
    expect(await picture.max().item()).toBe(255);
  });
});
