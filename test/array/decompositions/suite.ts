// Decompositions on one device, by what they promise: factors that multiply to the matrix, orthonormal vectors, values in
// order; failures that are told to whoever awaits, and inputs that are hard. Errors are counted in epsilons of the dtype
// times the size of the matrix, which is what backward stable algorithms keep below a small number.

import { afterAll, describe, expect, it } from "vitest";
import * as cu from "../../../src/array/array.js";
import { device as deviceOf, withDevice } from "../../../src/runtime/devices/devices.js";
import { graph } from "../../../src/runtime/graphs/graph.js";
import {
  adjoint,
  diagonal,
  distance,
  elementsOf,
  largest,
  type Matrix,
  matrixOf,
  randomMatrix,
  readMatrices,
  times,
  triangle,
  unit,
} from "./reference.js";

const { linalg } = cu;

type MatrixDType = "float32" | "float64" | "complex64" | "complex128";
const matrixDTypes: readonly MatrixDType[] = ["float32", "float64", "complex64", "complex128"];

const limitMs = 600_000;
/** Epsilons times n that an error may have; measured are up to 2.8, for the smallest matrices. */
const allowed = 8;

/** Defines the tests. `sizes` are those of square matrices: below and above the blocks of the algorithms. */
export function testDecompositions(id: string, sizes: readonly number[]): void {
  const on = <T>(body: () => T): T => withDevice(id, body);
  const arrayOf = (matrices: readonly Matrix[], dtype: MatrixDType): cu.NDArray<MatrixDType> => {
    const isComplex = dtype.startsWith("complex");
    const elements = elementsOf(matrices, isComplex);
    const typed = dtype === "float32" || dtype === "complex64" ? Float32Array.from(elements) : elements;
    const [first] = matrices as [Matrix];
    return on(() => cu.buffer(dtype, typed as never).reshape(matrices.length, first.rows, first.columns));
  };

  for (const dtype of matrixDTypes) {
    const isComplex = dtype.startsWith("complex");
    const epsilon = dtype === "float32" || dtype === "complex64" ? 2 ** -23 : 2 ** -52;
    const pair = (m: number, n: number, seed: number): [Matrix, Matrix] => [
      randomMatrix(m, n, isComplex, seed),
      randomMatrix(m, n, isComplex, seed + 1),
    ];
    /** Expects matrices to be near, each to its own. */
    const near = (got: readonly Matrix[], expected: readonly Matrix[], scale?: number): void => {
      expect(got).toHaveLength(expected.length);
      for (const [index, one] of got.entries()) {
        const apart = distance(one, expected[index] as Matrix, scale);
        expect(apart / (epsilon * Math.max(one.rows, one.columns))).toBeLessThan(allowed);
      }
    };
    const orthonormal = (columns: readonly Matrix[]): void =>
      near(
        columns.map((one) => times(adjoint(one), one)),
        columns.map((one) => unit(one.columns)),
      );

    describe(`decompositions of ${dtype} on ${id}`, () => {
      for (const n of sizes) {
        it(`solves and inverts ${n} x ${n}`, { timeout: limitMs }, async () => {
          const a = pair(n, n, 1);
          const b = pair(n, 3, 3);
          const x = await readMatrices(linalg.solve(arrayOf(a, dtype), arrayOf(b, dtype)));
          for (const [index, own] of x.entries()) {
            const scale = largest(own) * n;
            near([times(a[index] as Matrix, own)], [b[index] as Matrix], scale);
          }
          const inverse = await readMatrices(linalg.inv(arrayOf(a, dtype)));
          for (const [index, own] of inverse.entries())
            near([times(a[index] as Matrix, own)], [unit(n)], largest(own) * n);
        });

        it(`factors ${n} x ${n} positive definite matrices`, { timeout: limitMs }, async () => {
          const a = pair(n, n, 1).map((one) => {
            const square = times(one, adjoint(one));
            return matrixOf(n, n, (i, j) => [
              (square.re[i * n + j] as number) + (i === j ? n : 0),
              square.im[i * n + j] as number,
            ]);
          });
          const l = await readMatrices(linalg.cholesky(arrayOf(a, dtype)));
          near(
            l.map((one) => times(one, adjoint(one))),
            a,
          );
          for (const one of l) expect(distance(one, triangle(one, "lower"))).toBe(0);
          const lower = a.map((one) => triangle(one, "lower"));
          const again = await readMatrices(linalg.cholesky(arrayOf(lower, dtype)));
          for (const [index, one] of again.entries()) expect(distance(one, l[index] as Matrix)).toBe(0);
        });

        it(`computes eigenvalues of ${n} x ${n}`, { timeout: limitMs }, async () => {
          const a = pair(n, n, 1).map((one) =>
            matrixOf(n, n, (i, j) => [
              (one.re[i * n + j] as number) + (one.re[j * n + i] as number),
              (one.im[i * n + j] as number) - (one.im[j * n + i] as number),
            ]),
          );
          const given = arrayOf(a, dtype);
          const { eigenvalues, eigenvectors } = linalg.eigh(given);
          const values = await eigenvalues.data();
          const vectors = await readMatrices(eigenvectors);
          orthonormal(vectors);
          for (const [index, own] of vectors.entries()) {
            const some = values.slice(index * n, index * n + n);
            near([times(a[index] as Matrix, own)], [times(own, diagonal(some))]);
            expect([...some]).toEqual([...some].sort((x, y) => x - y));
          }
          const alone = await linalg.eigvalsh(given, { uplo: "U" }).data();
          const size = Math.max(...values.map(Math.abs));
          for (const [index, value] of values.entries())
            expect(Math.abs(value - (alone[index] as number))).toBeLessThan(allowed * epsilon * n * size);
        });

        // One thread of a GPU has a matrix there: small ones.
        it.skipIf(n > 64 && id !== "cpu")(
          `computes eigenvalues of any ${n} x ${n}`,
          { timeout: limitMs },
          async () => {
            const a = pair(n, n, 7);
            const given = arrayOf(a, dtype);
            const { eigenvalues, eigenvectors } = linalg.eig(given);
            const vectors = await readMatrices(eigenvectors);
            const values = await readMatrices(eigenvalues.reshape(2, 1, n));
            const alone = await readMatrices(linalg.eigvals(given).reshape(2, 1, n));
            for (const [index, own] of vectors.entries()) {
              const { re, im } = values[index] as Matrix;
              const roots = matrixOf(n, n, (i, j) => (i === j ? [re[i] as number, im[i] as number] : [0, 0]));
              near([times(a[index] as Matrix, own)], [times(own, roots)]);
              near([diagonal(lengthsOf(own))], [unit(n)]);
              expect(sumOf(alone[index] as Matrix)).toBeCloseTo(
                sumOf({ re, im } as Matrix),
                dtype.endsWith("128") || dtype === "float64" ? 9 : 2,
              );
            }
          },
        );

        for (const m of [n, n + 5, Math.max(1, n - 5)]) {
          it(`computes QR and singular values of ${m} x ${n}`, { timeout: limitMs }, async () => {
            const a = pair(m, n, 5);
            const given = arrayOf(a, dtype);
            const k = Math.min(m, n);
            const alone = await linalg.svdvals(given).data();
            for (const isFull of [true, false]) {
              const { q, r } = linalg.qr(given, { mode: isFull ? "complete" : "reduced" });
              const [qs, rs] = [await readMatrices(q), await readMatrices(r)];
              near(
                qs.map((one, index) => times(one, rs[index] as Matrix)),
                a,
              );
              orthonormal(qs);
              for (const one of rs) expect(distance(one, triangle(one, "upper"))).toBe(0);
              const { u, s, vh } = linalg.svd(given, { fullMatrices: isFull });
              const [us, vs] = [await readMatrices(u), await readMatrices(vh)];
              const values = await s.data();
              orthonormal(us);
              orthonormal(vs.map(adjoint));
              for (const [index, own] of us.entries()) {
                const some = values.slice(index * k, index * k + k);
                expect([...some]).toEqual([...some].sort((x, y) => y - x));
                near(
                  [put(own, some, vs[index] as Matrix)],
                  [a[index] as Matrix],
                  largest(a[index] as Matrix),
                );
              }
              for (const [index, value] of values.entries())
                expect(Math.abs(value - (alone[index] as number))).toBeLessThan(
                  allowed * epsilon * n * (values[0] as number),
                );
            }
          });
        }
      }

      it("decomposes what is hard: low rank, equal values, zeros, very small and large numbers", {
        timeout: limitMs,
      }, async () => {
        const n = 12;
        const thin = randomMatrix(n, 3, isComplex, 9);
        const low = times(thin, adjoint(thin));
        const graded = matrixOf(n, n, (i, j) => [10 ** (-(i + j) / 2), 0]);
        const tiny = dtype === "float32" || dtype === "complex64" ? 2 ** -110 : 2 ** -990;
        const scaledBy = (factor: number): Matrix =>
          matrixOf(n, n, (i, j) => [
            (low.re[i * n + j] as number) * factor,
            (low.im[i * n + j] as number) * factor,
          ]);
        const all = [low, unit(n), diagonal(new Float64Array(n)), graded, scaledBy(tiny), scaledBy(1 / tiny)];
        const given = arrayOf(all, dtype);
        const rounded = await readMatrices(given);
        const { u, s, vh } = linalg.svd(given);
        const [us, vs, values] = [await readMatrices(u), await readMatrices(vh), await s.data()];
        orthonormal(us);
        orthonormal(vs);
        const { eigenvalues, eigenvectors } = linalg.eigh(given);
        const [zs, roots] = [await readMatrices(eigenvectors), await eigenvalues.data()];
        orthonormal(zs);
        for (const [index, one] of rounded.entries()) {
          const scale = Math.max(largest(one), Number.MIN_VALUE);
          near(
            [put(us[index] as Matrix, values.slice(index * n, index * n + n), vs[index] as Matrix)],
            [one],
            scale,
          );
          const z = zs[index] as Matrix;
          near([put(z, roots.slice(index * n, index * n + n), adjoint(z))], [one], scale);
        }
        expect(((await linalg.matrixRank(given).tolist()) as bigint[]).slice(0, 3)).toEqual([3n, 12n, 0n]);
      });
    });
  }

  it(`takes one rtol for each matrix on ${id}`, async () => {
    const matrices = on(() =>
      cu.array(
        [1, 1].map(() => [
          [3, 0],
          [0, 1],
        ]),
      ),
    );
    const rtol = on(() => cu.array([0.5, 0.1]));
    expect(await linalg.matrixRank(matrices, { rtol }).tolist()).toEqual([1n, 2n]);
    const inverses = await linalg.pinv(matrices, { rtol }).slice([":", 1, 1]).tolist();
    expect(inverses).toEqual([0, expect.closeTo(1)]);
  });

  describe(`failures of decompositions on ${id}`, () => {
    const singular = (): cu.NDArray<"float64"> =>
      on(() =>
        cu.array(
          [
            [1, 2],
            [2, 4],
          ],
          { dtype: "float64" },
        ),
      );

    it("tells of a singular matrix when the result is awaited, and goes on after", async () => {
      const inverse = linalg.inv(singular());
      await expect(inverse.data()).rejects.toMatchObject({ name: "LinAlgError", code: "CUTS_SINGULAR" });
      const a = on(() =>
        cu.array(
          [
            [2, 0],
            [0, 4],
          ],
          { dtype: "float64" },
        ),
      );
      expect(await linalg.inv(a).tolist()).toEqual([
        [0.5, 0],
        [0, 0.25],
      ]);
    });

    it("tells of it in blocking reads too", () => {
      expect(() => linalg.solve(singular(), singular()).dataSync()).toThrowError(
        expect.objectContaining({ code: "CUTS_SINGULAR" }),
      );
    });

    it("stops what was to use the result", async () => {
      const before = on(() => cu.zeros([2, 2], { dtype: "float64" }));
      const sum = linalg.inv(singular()).add(1);
      await expect(sum.data()).rejects.toMatchObject({ code: "CUTS_SINGULAR" });
      expect(await before.tolist()).toEqual([
        [0, 0],
        [0, 0],
      ]);
    });

    it("names the matrix of a batch", async () => {
      const a = on(() =>
        cu.stack([cu.stack([cu.eye(2), cu.eye(2)]), cu.stack([cu.eye(2), cu.zeros([2, 2])])]),
      );
      await expect(linalg.inv(a).data()).rejects.toThrow(/matrix \[1, 1\] is singular/);
    });

    it("computes without a word where it is told not to check", async () => {
      const x = await linalg.inv(singular(), { check: false }).data();
      expect(x.every((one) => !Number.isFinite(one))).toBe(true);
      const a = on(() =>
        cu.array([
          [Number.NaN, 1],
          [1, 2],
        ]),
      );
      await linalg.svdvals(a, { check: false }).data();
      await linalg.eigh(a, { check: false }).eigenvectors.data();
    });

    it("finds eigenvalues of rotations, triangles and what has too few vectors", async () => {
      const values = async (rows: number[][]): Promise<number[]> => {
        const found = await linalg.eigvals(on(() => cu.array(rows, { dtype: "float64" }))).data();
        return [...found].map((one) => Math.round(one * 1e6) / 1e6 + 0).sort((x, y) => x - y);
      };
      expect(
        await values([
          [0, -1],
          [1, 0],
        ]),
      ).toEqual([-1, 0, 0, 1]);
      expect(
        await values([
          [1, 2, 3],
          [0, 4, 5],
          [0, 0, 6],
        ]),
      ).toEqual([0, 0, 0, 1, 4, 6]);
      expect(
        await values([
          [2, 1],
          [0, 2],
        ]),
      ).toEqual([0, 0, 2, 2]);
      expect(
        await values([
          [0, 0, 1],
          [1, 0, 0],
          [0, 1, 0],
        ]),
      ).toEqual([-0.866025, -0.5, -0.5, 0, 0.866025, 1]);
    });

    it("refuses what is not positive definite", async () => {
      for (const rows of [
        [
          [1, 2],
          [2, 1],
        ],
        [
          [0, 0],
          [0, 1],
        ],
        [
          [Number.NaN, 0],
          [0, 1],
        ],
      ]) {
        const a = on(() => cu.array(rows));
        await expect(linalg.cholesky(a).data()).rejects.toMatchObject({ code: "CUTS_NOT_POSITIVE_DEFINITE" });
      }
    });

    it("ends for NaN and infinity", { timeout: limitMs }, async () => {
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const rows = Array.from({ length: 40 }, (_, i) =>
          Array.from({ length: 40 }, (_, j) => (i === 3 && j === 2 ? bad : 1 / (1 + i + j))),
        );
        const a = on(() => cu.array(rows));
        await expect(linalg.svd(a).s.data()).rejects.toMatchObject({ code: "CUTS_NOT_FINITE" });
        await expect(linalg.eigvalsh(a).data()).rejects.toMatchObject({ code: "CUTS_NOT_FINITE" });
        await expect(linalg.eigvals(a).data()).rejects.toMatchObject({ code: "CUTS_NOT_FINITE" });
        await expect(linalg.lstsq(a, a).x.data()).rejects.toMatchObject({ code: "CUTS_NOT_FINITE" });
        await linalg.qr(a).q.data();
        await linalg.det(a).data();
      }
    });

    it("refuses 16-bit floats, vectors and matrices that are not square", () => {
      const half = on(() => cu.eye(2, 2, { dtype: "float16" }));
      expect(() => linalg.inv(half)).toThrow(/16-bit floats/);
      expect(() => linalg.inv(on(() => cu.ones([3])))).toThrow(/at least two axes/);
      expect(() => linalg.det(on(() => cu.ones([2, 3])))).toThrow(/must be square/);
      expect(() =>
        linalg.solve(
          on(() => cu.eye(2)),
          on(() => cu.ones([3])),
        ),
      ).toThrow(/as many rows/);
    });

    it("refuses to check inside a graph", () => {
      const a = on(() => cu.eye(2));
      expect(() => on(() => graph(() => void linalg.inv(a)))).toThrowError(
        expect.objectContaining({ code: "CUTS_IN_GRAPH" }),
      );
    });

    it("keeps no memory but its results", { timeout: limitMs }, async () => {
      const own = deviceOf(id);
      const a = on(() => cu.eye(70).add(0.25));
      const vector = on(() => cu.ones([70]));
      const run = async (): Promise<void> => {
        const results = [
          linalg.solve(a, vector),
          linalg.inv(a),
          linalg.det(a),
          linalg.cholesky(a, { upper: true }),
        ];
        const more = [
          linalg.slogdet(a),
          linalg.qr(a),
          linalg.eigh(a),
          linalg.svd(a.slice([":", "0:50"])),
          linalg.lstsq(a, vector),
        ];
        results.push(
          linalg.pinv(a, { rtol: 1e-6 }),
          linalg.matrixRank(a, { rtol: 1e-6 }) as never,
          linalg.cond(a),
          linalg.cond(a, { p: 1 }),
        );
        for (const one of [...results, ...more.flatMap((some) => Object.values(some) as cu.NDArray[])]) {
          await one.data();
          one.dispose();
        }
        await own.synchronize();
      };
      // Code is loaded at first, which stays.
      for (let warm = 0; warm < 3; warm++) await run();
      const before = own.memory().liveBytes;
      await run();
      // Less, where garbage of other tests was collected meanwhile.
      expect(own.memory().liveBytes).toBeLessThanOrEqual(before);
    });

    afterAll(async () => {
      await deviceOf(id).synchronize();
    });
  });
}

/** The lengths of columns. */
function lengthsOf(a: Matrix): Float64Array {
  return Float64Array.from({ length: a.columns }, (_, j) =>
    Math.hypot(
      ...Array.from({ length: a.rows }, (_, i) =>
        Math.hypot(a.re[i * a.columns + j] as number, a.im[i * a.columns + j] as number),
      ),
    ),
  );
}

/** The sum of all real parts. */
function sumOf({ re }: Matrix): number {
  return re.reduce((sum, one) => sum + one, 0);
}

/** U diag(s) V^H. */
function put(u: Matrix, s: ArrayLike<number>, vh: Matrix): Matrix {
  const k = s.length;
  const left = matrixOf(u.rows, k, (i, j) => [
    (u.re[i * u.columns + j] as number) * (s[j] as number),
    (u.im[i * u.columns + j] as number) * (s[j] as number),
  ]);
  const right = matrixOf(k, vh.columns, (i, j) => [
    vh.re[i * vh.columns + j] as number,
    vh.im[i * vh.columns + j] as number,
  ]);
  return times(left, right);
}
