// The gradient of relu, which is one launch where nobody sees what it is made of, and operations elsewhere: both are the same.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const values = [-2, -0, 0, 1e-7, 3, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const weights = [1, 2, 3, Number.POSITIVE_INFINITY, 5, 6, Number.NaN, Number.NaN];
const expected = [0, 0, 0, Number.POSITIVE_INFINITY, 5, 0, Number.NaN, 0];

describe.each(["float16", "bfloat16", "float32", "float64"] as const)(
  "the gradient of relu in %s",
  (dtype) => {
    const x = cu.array(values, { dtype });
    const w = cu.array(weights, { dtype });
    const numbers = (array: cu.NDArray): unknown => array.astype("float64").tolistSync();
    const gradient = (own: cu.NDArray, g: cu.NDArray): cu.NDArray =>
      cu.vjp((y: cu.NDArray) => y.relu(), own)[1](g as never)[0];

    it("is that of the result where it is above 0, and 0 elsewhere", () => {
      expect(numbers(gradient(x, w))).toEqual(expected);
    });

    it("is the same made of operations: recorded, seen by a hook, or with one of them replaced", () => {
      x.requiresGrad = true;
      x.relu().backward(w, { createGraph: true });
      expect(numbers(x.grad as cu.NDArray)).toEqual(expected);
      x.requiresGrad = false;
      x.grad = null;
      let count = 0;
      using _counted = cu.overrideOp("cuts::greater", (original) => (...args) => {
        count++;
        return original(...args);
      });
      expect(numbers(gradient(x, w))).toEqual(expected);
      expect(count).toBe(1);
    });

    it("goes through arrays that lie in another order, or are stretched", () => {
      const matrix = cu.array([values, values], { dtype });
      const g = cu.array([weights, weights], { dtype });
      expect(numbers(gradient(matrix.T, g.T).T)).toEqual([expected, expected]);
      expect(numbers(gradient(matrix.T, g.T.copy()).T)).toEqual([expected, expected]);
      const one = cu.array([[2]], { dtype }).broadcastTo([2, 8]);
      expect(numbers(gradient(matrix, one))).toEqual([0, 1].map(() => [0, 0, 0, 2, 2, 0, 2, 0]));
    });
  },
);
