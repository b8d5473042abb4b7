// vmap against loops: axes, trees, nesting, gradients, rules.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { expectGradient, expectSecondGradient, randomArray, randomNumbers } from "./finite-differences.js";

const float64 = { dtype: "float64" } as const;

function codeOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return "nothing was thrown";
}

describe("vmap", () => {
  const draw = randomNumbers(4);
  const matrix = randomArray([4, 3], draw);
  const many = randomArray([5, 3, 2], draw);

  it("maps axes, and not what is the same for all", () => {
    const apply = (a: cu.NDArray, b: cu.NDArray): cu.NDArray => a.matmul(b);
    expect(cu.vmap(apply, [null, 0])(matrix, many).tolistSync()).toEqual(matrix.matmul(many).tolistSync());
    const last = cu.vmap((x: cu.NDArray) => x.sum(0), -1)(many);
    expect(last.tolistSync()).toEqual(many.sum(0).T.tolistSync());
  });

  it("takes and gives lists and objects", () => {
    const f = ({ x, c }: { x: cu.NDArray; c: number }): readonly cu.NDArray[] => [x.mul(c), x.sum()];
    const [scaled, sums] = cu.vmap(f)({ x: matrix, c: 2 }) as [cu.NDArray, cu.NDArray];
    expect(scaled.tolistSync()).toEqual(matrix.mul(2).tolistSync());
    expect([sums.shape, sums.itemSync(1)]).toEqual([[4], matrix.slice([1]).sum().itemSync()]);
  });

  it("is nested", () => {
    const outer = cu.vmap(
      cu.vmap((a: cu.NDArray, b: cu.NDArray) => a.mul(b), [null, 0]),
      [0, null],
    );
    const a = cu.array([1, 2, 3], float64);
    const b = cu.array([10, 20], float64);
    expect(outer(a, b).tolistSync()).toEqual(cu.outer(a, b).tolistSync());
  });

  it("has gradients of each sample, and of any order", () => {
    const loss = (w: cu.NDArray, x: cu.NDArray): cu.NDArray => x.matmul(w).tanh().sum();
    const w = randomArray([3], draw);
    const each = cu.vmap(cu.grad(loss), [null, 0])(w, matrix);
    expect(each.shape).toEqual([4, 3]);
    for (let k = 0; k < 4; k++)
      expect(each.slice([k]).tolistSync()).toEqual(
        cu
          .grad(loss)(w, matrix.slice([k]))
          .tolistSync(),
      );
    const f = (v: cu.NDArray, x: cu.NDArray): cu.NDArray => cu.vmap(loss, [null, 1])(v, x.T);
    expectGradient(f, [w, matrix]);
    expectSecondGradient(f, [w, matrix]);
  });

  it("asks an operator that says how", () => {
    let calls = 0;
    const dot = cu.op({
      name: "vmap::dot",
      schema: "(Tensor a, Tensor b, float c=1) -> Tensor",
      all: (a, b, c) => a.mul(b).sum().mul(c),
      batch: ({ size, inputs: [a, b, c], isBatched }) => {
        calls++;
        expect([size, isBatched]).toEqual([4, [true, false]]);
        return a
          .mul(b)
          .sum(1)
          .mul(c ?? 1);
      },
    });
    const found = cu.vmap(dot, [0, null])(matrix, cu.ones([3], float64));
    expect(found.tolistSync()).toEqual(matrix.sum(1).tolistSync());
    expect(calls).toBe(1);
    cu.unregisterOp("vmap::dot");
  });

  it("knows the shapes of nothing", () => {
    const found = cu.vmap((x: cu.NDArray) => x.matmul(many.slice([0])))(cu.zeros([0, 4, 3], float64));
    expect([found.shape, found.dtype, found.device.id]).toEqual([[0, 4, 2], "float64", many.device.id]);
  });

  it("refuses what has no samples", () => {
    const f = (...args: cu.NDArray[]): cu.NDArray => args[0] as cu.NDArray;
    expect(codeOf(() => cu.vmap(f)(cu.ones([2]), cu.ones([3])))).toBe("CUTS_VMAP");
    expect(codeOf(() => cu.vmap(f, 1)(cu.ones([2])))).toBe("CUTS_VMAP");
    expect(codeOf(() => cu.vmap(f, null)(cu.ones([2])))).toBe("CUTS_VMAP");
    expect(codeOf(() => cu.vmap((x: cu.NDArray) => x.ndim)(cu.ones([2])))).toBe("CUTS_VMAP");
  });
});
