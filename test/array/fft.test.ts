// Fourier transforms by their definition, and what NumPy's tables (numpy/families/fft.py) are too short for: long
// transforms in passes, lengths with large prime factors, batches in every layout.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { liveHandles } from "../../src/runtime/lifetimes/handle.js";

type Complex = "complex64" | "complex128";

/** Random numbers that a seed repeats. */
function numbers(count: number, seed: number): Float64Array {
  let state = seed * 2 + 1;
  return Float64Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  });
}

/** Interleaved complex numbers as an array. */
function complexArray(data: Float64Array, shape: readonly number[], dtype: Complex): cu.NDArray {
  const flat = cu.array(data).reshape([...shape, 2]);
  const parts = [0, 1].map((part) => flat.slice(["...", part]).astype(dtype) as cu.NDArray);
  return (parts[0] as cu.NDArray).add((parts[1] as cu.NDArray).mul({ re: 0, im: 1 }));
}

/** Some elements of the transform of interleaved complex numbers, by its definition. */
function definition(data: Float64Array, at: readonly number[]): number[] {
  const n = data.length / 2;
  const angles = Array.from({ length: n }, (_, turn) => (-2 * Math.PI * turn) / n);
  const [cosines, sines] = [Float64Array.from(angles, Math.cos), Float64Array.from(angles, Math.sin)];
  return at.flatMap((k) => {
    let [re, im] = [0, 0];
    for (let j = 0; j < n; j++) {
      const turn = (j * k) % n;
      const [a, b] = [data[2 * j] as number, data[2 * j + 1] as number];
      const [cosine, sine] = [cosines[turn] as number, sines[turn] as number];
      re += a * cosine - b * sine;
      im += a * sine + b * cosine;
    }
    return [re, im];
  });
}

/** The root mean square of differences, relative to that of the expected values, in units of the dtype's epsilon. */
function distance(got: ArrayLike<number>, expected: ArrayLike<number>, dtype: Complex): number {
  let [error, size] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    error += ((got[i] as number) - (expected[i] as number)) ** 2;
    size += (expected[i] as number) ** 2;
  }
  return Math.sqrt(error / size) / (dtype === "complex64" ? 2 ** -23 : 2 ** -52);
}

// Errors of each pass are independent: their root mean square grows slower than the logarithm of the length, and was at
// most 4 epsilons for all lengths up to 2^20. The definition itself, summed in float64, has more for long ones.
const LIMIT = 6;

describe("fft", () => {
  it("is what its definition says, for any length, and goes back", async () => {
    const property = fc.asyncProperty(
      fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(997, 1000, 1024, 1536)),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom<Complex>("complex64", "complex128"),
      fc.integer({ min: 0, max: 1000 }),
      async (n, rows, dtype, seed) => {
        const data = numbers(2 * n * rows, seed);
        const x = complexArray(data, [rows, n], dtype);
        const y = cu.fft.fft(x);
        const back = cu.fft.ifft(y);
        const limit = dtype === "complex64" ? LIMIT : 64;
        const got = (await y.data()) as unknown as Float64Array;
        const all = Array.from({ length: n }, (_, k) => k);
        for (let row = 0; row < rows; row++) {
          const [from, to] = [2 * n * row, 2 * n * (row + 1)];
          expect(
            distance(got.subarray(from, to), definition(data.subarray(from, to), all), dtype),
          ).toBeLessThan(limit);
        }
        expect(distance((await back.data()) as unknown as Float64Array, data, dtype)).toBeLessThan(LIMIT);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  it.each([4096, 7500, 16_384, 10_007, 20_014, 98_304, 19_683, 2 ** 17])(
    "of %i numbers, long ones in passes",
    async (n) => {
      const data = numbers(2 * n, n);
      const at = [0, 1, 2, Math.floor(n / 3), Math.floor(n / 2), n - 1];
      const right = definition(data, at);
      const x = complexArray(data, [n], "complex64");
      const y = cu.fft.fft(x);
      const all = (await y.data()) as unknown as Float32Array;
      // Six elements say little of an average: twice the limit.
      expect(
        distance(
          at.flatMap((k) => [all[2 * k] as number, all[2 * k + 1] as number]),
          right,
          "complex64",
        ),
      ).toBeLessThan(2 * LIMIT);
      expect(
        distance((await cu.fft.ifft(y).data()) as unknown as Float32Array, data, "complex64"),
      ).toBeLessThan(LIMIT);
      const signal = cu.array(Float32Array.from(data.subarray(0, n)));
      const half = cu.fft.rfft(signal);
      expect(half.shape).toEqual([Math.floor(n / 2) + 1]);
      const again = cu.fft.irfft(half, { n });
      expect(distance(await again.data(), data.subarray(0, n), "complex64")).toBeLessThan(LIMIT);
      const whole = await cu.fft.fft(signal).data();
      const part = await half.data();
      expect(distance(part, whole.subarray(0, part.length), "complex64")).toBeLessThan(LIMIT);
    },
  );

  it("transforms columns, parts and padded rows as they lie", async () => {
    const x = complexArray(numbers(2 * 5 * 48 * 7, 3), [5, 48, 7], "complex128");
    const rows = cu.fft.fft(x.transpose(0, 2, 1).copy());
    const expected = (await rows.transpose(0, 2, 1).copy().data()) as unknown as Float64Array;
    expect(
      distance((await cu.fft.fft(x, { axis: 1 }).data()) as unknown as Float64Array, expected, "complex128"),
    ).toBeLessThan(1);
    const wide = cu.fft.fft(x.slice([":", "::-2", "1:6"]), { axis: 1, n: 5000 });
    const packed = cu.fft.fft(x.slice([":", "::-2", "1:6"]).copy(), { axis: 1, n: 5000 });
    expect(wide.shape).toEqual([5, 5000, 5]);
    expect(await wide.data()).toEqual(await packed.data());
  });

  it("leaves nothing behind but its result", () => {
    using x = cu.ones([8, 30]);
    // Nothing is garbage collected while this runs.
    const before = liveHandles().length;
    for (const n of [30, 31, 37, 20_011, 32_768]) {
      using half = cu.fft.rfftn(x, { s: [4, n] });
      cu.fft.irfftn(half, { s: [4, n] }).dispose();
      cu.fft.hfft(half).dispose();
      cu.fft.fft(x, { n, axis: 0 }).dispose();
      cu.fft.fftshift(x).dispose();
    }
    expect(liveHandles().length).toBe(before);
  });

  it("says what is wrong", () => {
    const x = cu.ones([4, 4]);
    expect(() => cu.fft.fft(x, { n: 0 })).toThrow(expect.objectContaining({ code: "CUTS_FFT_LENGTH" }));
    expect(() => cu.fft.fft(x, { norm: "orto" as never })).toThrow(/Try: ortho/);
    expect(() => cu.fft.fft(x, { axis: 2 })).toThrow(expect.objectContaining({ code: "CUTS_AXIS" }));
    expect(() => cu.fft.rfft(x.astype("complex64") as never)).toThrow(
      /it is for real numbers \(got complex64\)\nTry: fft/,
    );
    expect(() => cu.fft.fftn(x, { s: [2], axes: [0, 1] })).toThrow(
      expect.objectContaining({ code: "CUTS_AXES" }),
    );
    expect(() => cu.fft.fftfreq(0)).toThrow(expect.objectContaining({ code: "CUTS_FFT_LENGTH" }));
  });
});
