// Where gradients of decompositions and convolutions have limits, and the two ways to the gradient of windows.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { convolution } from "../../src/array/convolution/convolution.js";
import { windowsByConvolution, windowsByProducts } from "../../src/array/convolution/conv-gradient.js";
import { randomArray, randomNumbers } from "./finite-differences.js";

const float64 = { dtype: "float64" } as const;
const { linalg } = cu;

function codeOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return "nothing was thrown";
}

describe("the gradient of a determinant", () => {
  const gradient = cu.grad((a: cu.NDArray) => linalg.det(a));

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("of a matrix with %d is not a number", (value) => {
    const found = gradient(
      cu.array(
        [
          [value, 1],
          [1, 1],
        ],
        float64,
      ),
    ).tolistSync() as number[][];
    expect(found.flat().every(Number.isNaN)).toBe(true);
  });

  it("of a singular matrix is its cofactors, whatever its rank and the sizes of its elements", () => {
    for (const dtype of ["float32", "float64"] as const) {
      for (const numbers of [
        [0, 2, 3],
        [0, 0, 3],
        [0, 1e6, 1e-6],
      ]) {
        const found = gradient(cu.diag(cu.array(numbers, { dtype })));
        const wanted = cu.diag(cu.array([(numbers[1] as number) * (numbers[2] as number), 0, 0], { dtype }));
        expect(found.tolistSync()).toEqual(wanted.tolistSync());
      }
    }
    const twice = gradient(
      cu.array(
        [
          [1, 2],
          [2, 4],
        ],
        float64,
      ),
    ).tolistSync() as number[][];
    // Sums of a few products below 5: 50 units of the last place at most.
    for (const [at, wanted] of [4, -2, -2, 1].entries()) expect(twice.flat()[at]).toBeCloseTo(wanted, 13);
  });

  it("has a gradient for singular matrices and equal singular values too", () => {
    // The determinant of 3 x 3 is e i - f h and the like times a, b, c.
    const ofFirst = cu.grad((a: cu.NDArray) => gradient(a).slice([0, 0]));
    for (const [numbers, wanted] of [
      [
        [0, 2, 3],
        [0, 3, 2],
      ],
      [
        [1, 1, 1],
        [0, 1, 1],
      ],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ] as const)
      expect(ofFirst(cu.diag(cu.array(numbers, float64))).tolistSync()).toEqual(
        cu.diag(cu.array(wanted, float64)).tolistSync(),
      );
  });

  it("of many matrices is that of each", () => {
    const many = cu.array([[[2]], [[0]]], float64);
    expect(
      cu
        .grad((a: cu.NDArray) => linalg.det(a).sum())(many)
        .tolistSync(),
    ).toEqual([[[1]], [[1]]]);
  });
});

describe("gradients that do not exist", () => {
  it("are refused where vectors are any", () => {
    const a = cu.array([[1], [2], [3]], float64);
    const of = (f: (a: cu.NDArray) => cu.NDArray) => (): unknown => cu.grad((x: cu.NDArray) => f(x).sum())(a);
    expect(codeOf(of((x) => linalg.svd(x).u))).toBe("CUTS_GRADIENT_REFUSED");
    expect(codeOf(of((x) => linalg.qr(x, { mode: "complete" }).q))).toBe("CUTS_GRADIENT_REFUSED");
    expect(() => of((x) => linalg.svd(x).s)()).not.toThrow();
  });

  it("are those of vectors of equal values; the values have one", () => {
    const a = cu.eye(2, undefined, float64);
    const values = cu.grad((x: cu.NDArray) => linalg.eigh(x).eigenvalues.sum())(a);
    expect(values.tolistSync()).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const vectors = cu.grad((x: cu.NDArray) =>
      linalg
        .eigh(x)
        .eigenvectors.slice([0, 0])
        .add(x.slice([0, 1])),
    )(a);
    expect(vectors.isnan().any().itemSync()).toBe(true);
  });
});

describe("the gradient of windows", () => {
  it("is the same by products and by a convolution", () => {
    const draw = randomNumbers(5);
    const number = (): number => draw() - 0.5;
    const sizes = {
      batch: 3,
      groups: 2,
      channels: 2,
      outs: 3,
      picture: [8, 9],
      window: [3, 2],
      stride: [2, 1],
      dilation: [1, 3],
      before: [1, 0],
      after: [2, 1],
      result: [5, 7],
    } as const;
    const input = randomArray([3, 4, 8, 9], number);
    const grad = randomArray([3, 6, 5, 7], number);
    const one = windowsByProducts(convolution, input, grad, sizes);
    const other = windowsByConvolution(convolution, input, grad, sizes);
    expect(one.shape).toEqual([6, 2, 3, 2]);
    // Sums of 105 products below 1/4 in another order.
    expect(one.sub(other).abs().max().itemSync()).toBeLessThan(1e-14 * 105);
  });
});
