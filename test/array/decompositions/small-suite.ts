// Many small matrices at a time on one device: each is decomposed as if it were alone, and the codes of those that cannot be
// are told with their place.

import { describe, expect, it } from "vitest";
import * as cu from "../../../src/array/array.js";
import { withDevice } from "../../../src/runtime/devices/devices.js";
import {
  adjoint,
  distance,
  elementsOf,
  largest,
  type Matrix,
  randomMatrix,
  readMatrices,
  times,
} from "./reference.js";

const { linalg } = cu;

/** Epsilons times n that an error may have, as in suite.ts. */
const allowed = 8;

/** Defines the tests: `count` matrices of each of the sizes. */
export function testSmallBatches(id: string, sizes: readonly number[], count: number): void {
  const dtypes = ["float32", "float64", "complex64", "complex128"] as const;
  for (const dtype of dtypes) {
    const isComplex = dtype.startsWith("complex");
    const isSingle = dtype === "float32" || dtype === "complex64";
    const epsilon = isSingle ? 2 ** -23 : 2 ** -52;
    const batchOf = (matrices: readonly Matrix[]): cu.NDArray<typeof dtype> => {
      const [{ rows, columns }] = matrices as [Matrix];
      const elements = elementsOf(matrices, isComplex);
      const typed = isSingle ? Float32Array.from(elements) : elements;
      return withDevice(id, () => cu.buffer(dtype, typed as never).reshape(matrices.length, rows, columns));
    };
    const near = (got: Matrix, expected: Matrix, scale?: number): void => {
      const apart = distance(got, expected, scale) / (epsilon * Math.max(got.rows, got.columns));
      expect(apart).toBeLessThan(allowed);
    };

    describe(`${count} matrices of ${dtype} at a time on ${id}`, () => {
      for (const n of sizes) {
        it(`${n} x ${n}: systems with 1, 3 and 40 right sides, inverses, determinants`, {
          timeout: 600_000,
        }, async () => {
          const a = Array.from({ length: count }, (_, seed) => randomMatrix(n, n, isComplex, seed + 1));
          for (const columns of [1, 3, 40]) {
            const b = a.map((_, seed) => randomMatrix(n, columns, isComplex, seed + 1000));
            const x = await readMatrices(linalg.solve(batchOf(a), batchOf(b)));
            for (const [index, own] of x.entries())
              near(times(a[index] as Matrix, own), b[index] as Matrix, largest(own) * n);
          }
          const inverses = await readMatrices(linalg.inv(batchOf(a)));
          const identity = randomMatrix(n, n, false).re.map((_, at) => (at % (n + 1) === 0 ? 1 : 0));
          for (const [index, own] of inverses.entries()) {
            const unit = { rows: n, columns: n, re: identity, im: new Float64Array(n * n) };
            near(times(a[index] as Matrix, own), unit, largest(own) * n);
          }
          // The determinants of A and of its inverse are inverses too, up to the condition of A.
          const [own, inverse] = [linalg.slogdet(batchOf(a)), linalg.slogdet(batchOf(inverses))];
          const signs = await readMatrices(own.sign.mul(inverse.sign).reshape(count, 1, 1));
          const sums = await readMatrices(own.logabsdet.add(inverse.logabsdet).reshape(count, 1, 1));
          for (const [index, { re, im }] of signs.entries()) {
            const condition = n * n * largest(a[index] as Matrix) * largest(inverses[index] as Matrix);
            const limit = allowed * epsilon * n * condition;
            expect(Math.hypot((re[0] as number) - 1, im[0] as number)).toBeLessThan(limit);
            expect(Math.abs(sums[index]?.re[0] as number)).toBeLessThan(limit);
          }
        });

        it(`${n} x ${n}: Cholesky and eigenvalues`, { timeout: 600_000 }, async () => {
          const roots = Array.from({ length: count }, (_, seed) => randomMatrix(n, n, isComplex, seed + 5));
          const a = roots.map((one) => times(one, adjoint(one)));
          const positive = batchOf(a).add(cu.eye(n, n, { dtype: "float32", device: id }).astype(dtype));
          const [given, lower] = [
            await readMatrices(positive),
            await readMatrices(linalg.cholesky(positive)),
          ];
          for (const [index, l] of lower.entries()) near(times(l, adjoint(l)), given[index] as Matrix);
          const { eigenvalues, eigenvectors } = linalg.eigh(batchOf(a));
          const [values, vectors] = [
            await readMatrices(eigenvalues.reshape(count, 1, n)),
            await readMatrices(eigenvectors),
          ];
          const alone = await readMatrices(linalg.eigvalsh(batchOf(a)).reshape(count, 1, n));
          for (const [index, z] of vectors.entries()) {
            const own = values[index] as Matrix;
            for (let k = 1; k < n; k++) expect(own.re[k]).toBeGreaterThanOrEqual(own.re[k - 1] as number);
            expect(alone[index]?.re).toEqual(own.re);
            const re = z.re.map((value, at) => value * (own.re[at % n] as number));
            const im = z.im.map((value, at) => value * (own.re[at % n] as number));
            near(times({ ...z, re, im }, adjoint(z)), a[index] as Matrix);
            const square = times(adjoint(z), z);
            const unit = square.re.map((_, at) => (at % (n + 1) === 0 ? 1 : 0));
            near(square, { ...square, re: unit, im: new Float64Array(n * n) });
          }
        });
      }
    });
  }

  describe(`small matrices without a result on ${id}`, () => {
    const batch = (change: (values: Float64Array) => void): cu.NDArray<"float64"> => {
      const values = Float64Array.from({ length: 20 * 9 }, (_, at) => ((at % 9) % 4 === 0 ? 2 : 0));
      change(values);
      return withDevice(id, () => cu.array(values, { dtype: "float64" }).reshape(4, 5, 3, 3));
    };

    it("are told with their place", async () => {
      const singular = batch((values) => values.fill(0, 7 * 9, 7 * 9 + 3));
      await expect(linalg.inv(singular).data()).rejects.toThrow(
        "Cannot invert a matrix: matrix [1, 2] is singular (got a zero pivot in row 0)",
      );
      const indefinite = batch((values) => (values[19 * 9 + 4] = -1));
      await expect(linalg.cholesky(indefinite).data()).rejects.toThrow(
        "matrix [3, 4] must be positive definite (got a pivot in row 1",
      );
      const infinite = batch((values) => (values[2 * 9] = Number.NaN));
      await expect(linalg.eigh(infinite).eigenvalues.data()).rejects.toThrow(
        "all elements must be finite (got NaN or infinity in matrix [0, 2])",
      );
      const codes = await linalg.det(singular).data();
      expect(codes[7]).toBe(0);
      expect(codes[8]).toBe(8);
    });

    it("are nothing where there are none", async () => {
      const none = withDevice(id, () => cu.zeros([0, 3, 3], { dtype: "float64" }));
      expect(linalg.inv(none).shape).toEqual([0, 3, 3]);
      expect(linalg.cholesky(none).shape).toEqual([0, 3, 3]);
      expect(linalg.eigh(none).eigenvalues.shape).toEqual([0, 3]);
      expect(linalg.det(none).shape).toEqual([0]);
    });
  });
}
