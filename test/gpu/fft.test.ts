// Fourier transforms and convolutions on the GPU against the cpu device: by cuFFT, and by the kernels that run where it is not.
// NumPy's tables run in arrays.test.ts.

import { describe, expect, it } from "vitest";
import { transformAxis, transformWithKernels } from "../../src/array/fft/axis-transform.js";
import { cufftOn } from "../../src/array/fft/cufft-plans.js";
import * as cu from "../../src/index.js";
import { currentStream, toDevice } from "../../src/runtime/devices.js";
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
    expect(cufftOn(currentStream(toDevice("cuda:0")))).toBeDefined();
  });

  const engines = { cuFFT: transformAxis, "our kernels": transformWithKernels };
  for (const [engine, transform] of Object.entries(engines)) {
    for (const n of [1, 2, 3, 8, 30, 37, 100, 997, 1024, 4096, 6000, 10_007, 65_536, 98_304]) {
      it(`${engine}: ${n} numbers, rows and columns, both ways`, { timeout: 300_000 }, async () => {
        for (const precision of ["float32", "float64"] as const) {
          const complex = precision === "float32" ? "complex64" : "complex128";
          const rows = n > 5000 ? 2 : 5;
          const real = cu
            .array(numbers(rows * n), { device: "cpu" })
            .astype(precision)
            .reshape(rows, n) as cu.NDArray;
          const spectrum = transformWithKernels(real, {
            kind: "complex",
            axis: 1,
            n,
            isInverse: false,
            scale: 1,
          });
          const half = transformWithKernels(real, { kind: "real", axis: 1, n, isInverse: false, scale: 1 });
          const columns = real.transpose(1, 0).copy() as cu.NDArray;
          const cases = [
            [real.astype(complex) as cu.NDArray, "complex", 1, false, spectrum],
            [spectrum, "complex", 1, true, real.astype(complex) as cu.NDArray],
            [real, "real", 1, false, half],
            [half, "half", 1, true, real],
            [columns, "real", 0, false, half.transpose(1, 0).copy() as cu.NDArray],
            [columns, "complex", 0, false, spectrum.transpose(1, 0).copy() as cu.NDArray],
          ] as const;
          for (const [input, kind, axis, isInverse, expected] of cases) {
            const scale = isInverse ? 1 / n : 1;
            const got = transform(input.to("cuda:0"), { kind, axis, n, isInverse, scale });
            expect(await distance(got, expected)).toBeLessThan(LIMIT);
          }
          const padded = { kind: "complex", axis: 1, n: n + 3, isInverse: false, scale: 1 } as const;
          const view = spectrum.slice([":", "::-1"]);
          expect(
            await distance(
              transform(spectrum.to("cuda:0").slice([":", "::-1"]), padded),
              transformWithKernels(view, padded),
            ),
          ).toBeLessThan(LIMIT);
        }
      });
    }
  }

  it("follows the current stream, and is the same again", { timeout: 300_000 }, async () => {
    await cu.withDevice("cuda:0", async () => {
      const x = cu.array(Float32Array.from(numbers(8 * 4096))).reshape(8, 4096);
      const once = await cu.fft.rfft(x).data();
      const stream = cu.stream();
      const again = await stream.run(() => cu.fft.rfft(x)).data();
      expect(again).toEqual(once);
    });
  });

  it("convolves vectors and pictures", { timeout: 300_000 }, async () => {
    const [a, v] = [3000, 700].map((count) => cu.array(Float32Array.from(numbers(count)), { device: "cpu" }));
    if (a === undefined || v === undefined) throw new Error("internal: no operands");
    for (const method of ["direct", "fft"] as const) {
      const got = cu.convolve(a.to("cuda:0"), v.to("cuda:0"), { method, mode: "same" });
      // Sums of 700 products have errors of some tens of epsilons.
      expect(await distance(got, cu.convolve(a, v, { method: "direct", mode: "same" }))).toBeLessThan(64);
    }
    const x = cu.array(Float32Array.from(numbers(2 * 6 * 40 * 50)), { device: "cpu" }).reshape(2, 6, 40, 50);
    const w = cu.array(Float32Array.from(numbers(8 * 3 * 3 * 5)), { device: "cpu" }).reshape(8, 3, 3, 5);
    for (const options of [
      { groups: 2 },
      { groups: 2, stride: [1, 2], padding: [1, 2] },
      { groups: 2, dilation: 3 },
    ]) {
      const got = cu.conv2d(x.to("cuda:0"), w.to("cuda:0"), options);
      expect(await distance(got, cu.conv2d(x, w, options))).toBeLessThan(16);
    }
  });
});
