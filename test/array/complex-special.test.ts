// Complex functions where exponentials overflow, at infinities and at NaN: as C99's annex G has them, and NumPy.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import type { Complex } from "../../src/core/dtype.js";

const [inf, nan] = [Infinity, Number.NaN];
const pi = Math.PI;
const calls: Readonly<Record<string, unknown>> = cu;

/** Real and imaginary part of the argument, then of the result. */
type Row = readonly [re: number, im: number, re: number, im: number];

const functions: { readonly [name: string]: readonly Row[] } = {
  exp: [
    [710, 1, 1.2070325234545283e308, inf],
    [-inf, inf, 0, 0],
    [nan, 0, nan, 0],
  ],
  expm1: [
    [1000, 0, inf, 0],
    [-inf, inf, -1, 0],
    [-inf, 1, -1, 0],
    [nan, 0, nan, 0],
  ],
  sinh: [
    [1000, 0, inf, 0],
    [-800, 0, -inf, 0],
    [800, 1e-300, inf, 1.3631872860562834e47],
    [inf, 0, inf, 0],
    [inf, inf, inf, nan],
    [0, inf, 0, nan],
  ],
  cosh: [
    [1000, 0, inf, 0],
    [-1000, 0, inf, -0],
    [inf, 0, inf, 0],
    [inf, nan, inf, nan],
    [nan, 0, nan, 0],
  ],
  tanh: [
    [inf, inf, 1, 0],
    [-inf, 2, -1, -0],
    [nan, 0, nan, 0],
    [0, inf, 0, nan],
    [30, inf, nan, nan],
  ],
  sin: [
    [0, 1000, 0, inf],
    [inf, 0, nan, 0],
    [0, nan, 0, nan],
  ],
  cos: [
    [0, 800, inf, -0],
    [0, inf, inf, -0],
  ],
  tan: [
    [inf, inf, 0, 1],
    [2, inf, -0, 1],
  ],
  arcsin: [
    [inf, 1, pi / 2, inf],
    [1, inf, 0, inf],
    [0, nan, 0, nan],
    [1e300, 1e300, pi / 4, 691.8152486690535],
  ],
  arccos: [
    [inf, inf, pi / 4, -inf],
    [-inf, 1, pi, -inf],
    [-inf, inf, (3 * pi) / 4, -inf],
    [0, nan, pi / 2, nan],
  ],
  arcsinh: [
    [1, inf, inf, pi / 2],
    [inf, nan, inf, nan],
    [nan, 0, nan, 0],
    [-inf, inf, -inf, pi / 4],
  ],
  arccosh: [
    [-inf, 1, inf, pi],
    [inf, inf, inf, pi / 4],
    [0, nan, nan, pi / 2],
  ],
  arctanh: [
    [inf, 1, 0, pi / 2],
    [1, 0, inf, 0],
    [1, 1e-300, 345.73433753938679, pi / 4],
    [nan, inf, 0, pi / 2],
    [0, nan, 0, nan],
  ],
  arctan: [
    [1e300, inf, pi / 2, 0],
    [inf, nan, pi / 2, 0],
  ],
  reciprocal: [
    [0, 0, nan, nan],
    [inf, inf, 0, -0],
    [1e308, 1e308, 5e-309, -5e-309],
  ],
};

const operations: {
  readonly [name: string]: readonly (readonly [a: Complex, b: Complex, is: Complex])[];
} = {
  power: [
    [of(0, 0), of(1, 1), of(0, 0)],
    [of(0, 0), of(-1, 1), of(nan, nan)],
    [of(1e200, 0), of(4, 0), of(inf, 0)],
    [of(1e200, 0), of(-4, 0), of(0, 0)],
  ],
  divide: [
    [of(-1, 1), of(-0, 0), of(-inf, inf)],
    [of(1e308, 1e308), of(1e308, 1e308), of(1, 0)],
    [of(1, 1), of(inf, inf), of(0, 0)],
    [of(inf, 1), of(1, 1), of(inf, -inf)],
    [of(1e-310, 1e-310), of(1e-310, 1e-310), of(1, 0)],
  ],
};

describe("complex functions", () => {
  it.each(Object.keys(functions))("%s", async (name) => {
    const rows = functions[name] as readonly Row[];
    const x = cu.array(
      rows.map(([re, im]) => of(re, im)),
      { dtype: "complex128" },
    );
    const found = await (calls[name] as typeof cu.exp)(x).tolist();
    expect(found).toEqual(rows.map(([, , re, im]) => of(near(re), near(im))));
  });

  it.each(Object.keys(operations))("%s", async (name) => {
    const rows = operations[name] as (typeof operations)[string];
    const [a, b] = [0, 1].map((at) =>
      cu.array(
        rows.map((row) => row[at] as Complex),
        { dtype: "complex128" },
      ),
    ) as [cu.NDArray<"complex128">, cu.NDArray<"complex128">];
    const found = await (calls[name] as typeof cu.divide)(a, b).tolist();
    expect(found).toEqual(rows.map(([, , is]) => is));
  });

  it("of complex64 overflow to infinity as well", async () => {
    expect(await cu.sinh(cu.array([of(1000, 0)])).item(0)).toEqual(of(inf, 0));
  });
});

function of(re: number, im: number): Complex {
  return { re, im };
}

/** Some units in the last place; what is not finite and zeros of either sign are compared as they are. */
function near(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  return expect.toSatisfy((found: number) => Math.abs(found / value - 1) < 1e-14) as number;
}
