// Fourier transforms and convolutions on the GPU: the kernels that run where cuFFT is not, against cuFFT, which NumPy's tables
// check in arrays.test.ts; convolutions by sums against those by spectra.

import { describe, expect, it } from "vitest";
import { transformAxis, transformWithKernels } from "../../src/array/fft/axis-transform.js";
import type { AxisTransform } from "../../src/array/fft/types.js";
import * as cu from "../../src/index.js";
import { toDevice } from "../../src/runtime/devices/devices.js";
import { noGpu } from "./device.js";

const why = noGpu === undefined ? "" : ` (skipped: ${noGpu})`;

function numbers(count: number): Float64Array {
  let state = 7;
  return Float64Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 - 0.5;
  });
}

/** The root mean square of differences relative to that of the expected values, in epsilons of the dtype. */
async function distance(got: cu.NDArray, expected: cu.NDArray): Promise<number> {
  expect(got.shape).toEqual(expected.shape);
  expect(got.dtype).toBe(expected.dtype);
  const [a, b] = [await got.data(), await expected.data()] as unknown as [Float64Array, Float64Array];
  let [error, size] = [0, 0];
  for (const [i, value] of b.entries()) {
    error += ((a[i] as number) - value) ** 2;
    size += value ** 2;
  }
  const isSingle = expected.dtype === "complex64" || expected.dtype === "float32";
  return Math.sqrt(error / size) / (isSingle ? 2 ** -23 : 2 ** -52);
}

// Both sides have at most some epsilons, more where a large prime factor doubles the passes.
const LIMIT = 10;

describe.skipIf(noGpu !== undefined)(`transforms on cuda:0${why}`, () => {
  it("finds cuFFT", () => {
    expect(toDevice("cuda:0").backend.routines?.transforms?.takes("complex", 8)).toBe(true);
  });

  for (const n of [1, 2, 3, 8, 30, 37, 100, 997, 1024, 4096, 6000, 10_007, 65_536, 98_304]) {
    it(`gives the same by our kernels: ${n} numbers, rows and columns, both ways`, {
      timeout: 300_000,
    }, async () => {
      await cu.withDevice("cuda:0", async () => {
        for (const precision of ["float32", "float64"] as const) {
          const complex = precision === "float32" ? "complex64" : "complex128";
          const rows = n > 5000 ? 2 : 5;
          const real = cu
            .array(numbers(rows * n))
            .astype(precision)
            .reshape(rows, n) as cu.NDArray;
          const whole = real.astype(complex) as cu.NDArray;
          const half = transformAxis(real, { kind: "real", axis: 1, n, isInverse: false, scale: 1 });
          const columns = real.transpose(1, 0).copy();
          const cases: readonly (readonly [cu.NDArray, AxisTransform])[] = [
            [whole, { kind: "complex", axis: 1, n, isInverse: false, scale: 1 }],
            [whole, { kind: "complex", axis: 1, n, isInverse: true, scale: 1 / n }],
            [real, { kind: "complex", axis: 1, n, isInverse: false, scale: 1 }],
            [real, { kind: "real", axis: 1, n, isInverse: false, scale: 0.5 }],
            [half, { kind: "half", axis: 1, n, isInverse: true, scale: 1 / n }],
            [columns, { kind: "real", axis: 0, n, isInverse: false, scale: 1 }],
            [columns, { kind: "complex", axis: 0, n, isInverse: false, scale: 1 }],
            [whole.slice("::-1"), { kind: "complex", axis: 1, n, isInverse: false, scale: 1 }],
            [real.slice(["::-2", "::-1"]), { kind: "real", axis: 1, n, isInverse: false, scale: 1 }],
            [whole.slice([":", "::-1"]), { kind: "complex", axis: 1, n: n + 3, isInverse: false, scale: 1 }],
          ];
          for (const [input, how] of cases) {
            expect(await distance(transformWithKernels(input, how), transformAxis(input, how))).toBeLessThan(
              LIMIT,
            );
          }
          const back = transformAxis(half, { kind: "half", axis: 1, n, isInverse: true, scale: 1 / n });
          expect(await distance(back, real)).toBeLessThan(LIMIT);
        }
      });
    });
  }

  it("gives along several axes at once what it gives axis by axis", { timeout: 300_000 }, async () => {
    await cu.withDevice("cuda:0", async () => {
      for (const dtype of ["complex64", "complex128"] as const) {
        for (const shape of [
          [1, 1],
          [2, 3],
          [4, 100, 33],
          [1, 64, 128],
          [3, 10, 12, 14],
        ]) {
          const values = numbers(shape.reduce((all, size) => all * size, 2));
          const typed = dtype === "complex64" ? Float32Array.from(values) : values;
          const x = cu.buffer(dtype, typed).reshape(shape) as cu.NDArray as cu.NDArray<"complex64">;
          const axes = [-3, -2, -1].slice(-Math.min(3, shape.length));
          for (const own of [axes, axes.slice(-2)]) {
            for (const isInverse of [false, true]) {
              let each: cu.NDArray<"complex64"> = x;
              for (const axis of own)
                each = isInverse ? cu.fft.ifft(each, { axis }) : cu.fft.fft(each, { axis });
              const all = isInverse ? cu.fft.ifftn(x, { axes: own }) : cu.fft.fftn(x, { axes: own });
              expect(await distance(all, each), `${dtype} ${shape.join()}`).toBeLessThan(LIMIT);
            }
          }
        }
      }
    });
  });

  it("follows the current stream, and is the same again", { timeout: 300_000 }, async () => {
    await cu.withDevice("cuda:0", async () => {
      const x = cu.array(Float32Array.from(numbers(8 * 4096))).reshape(8, 4096);
      const once = await cu.fft.rfft(x).data();
      const stream = cu.stream();
      const again = await (await stream.run(async () => cu.fft.rfft(x))).data();
      expect(again).toEqual(once);
    });
  });

  it("convolves vectors by sums and by spectra", { timeout: 300_000 }, async () => {
    await cu.withDevice("cuda:0", async () => {
      const [a, v] = [cu.array(Float32Array.from(numbers(3000))), cu.array(Float32Array.from(numbers(700)))];
      for (const mode of ["full", "same", "valid"] as const) {
        const sums = cu.convolve(a, v, { method: "direct", mode });
        // Sums of 700 products have errors of some tens of epsilons.
        expect(await distance(cu.convolve(a, v, { mode }), sums)).toBeLessThan(64);
      }
    });
  });
});
