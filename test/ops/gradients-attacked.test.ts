// What an attack on gradients found: wrong or missing ones without an error, and gradients in memory that others hold too.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const vector = (...values: number[]): cu.NDArray<"float64"> => cu.array(values, { dtype: "float64" });

describe("checkpoint", () => {
  it("has second derivatives", () => {
    const f = cu.checkpoint((x: cu.NDArray) => x.mul(x).mul(x));
    const second = cu.grad((x: cu.NDArray) =>
      cu
        .grad((y: cu.NDArray) => f(y).sum())(x)
        .sum(),
    )(vector(1, 2));
    expect(second.tolistSync()).toEqual([6, 12]);
  });

  it("has them for what it takes from around it", () => {
    const second = cu.grad((w: cu.NDArray) => {
      const f = cu.checkpoint((x: cu.NDArray) => x.mul(w).mul(w));
      return cu
        .grad((x: cu.NDArray) => f(x).sum())(vector(1, 1))
        .sum();
    })(vector(3, 4));
    expect(second.tolistSync()).toEqual([6, 8]);
  });

  it("recorded by createGraph, too", () => {
    const x = vector(2);
    x.requiresGrad = true;
    const f = cu.checkpoint((own: cu.NDArray) => own.mul(own).mul(own));
    f(x).sum().backward(null, { createGraph: true });
    const first = x.grad as cu.NDArray;
    x.grad = null;
    first.sum().backward();
    expect(x.grad).not.toBeNull();
    expect((x.grad as unknown as cu.NDArray).tolistSync()).toEqual([12]);
    x.requiresGrad = false;
  });
});

describe("the same array again", () => {
  it("asarray lets gradients through", () => {
    expect(
      cu
        .grad((x: cu.NDArray) => cu.asarray(x).square().sum())(vector(1, 2))
        .tolistSync(),
    ).toEqual([2, 4]);
    expect(
      cu
        .grad((x: cu.NDArray) => cu.asarray(x, { dtype: "float32" }).square().sum())(vector(1, 2))
        .tolistSync(),
    ).toEqual([2, 4]);
  });

  it("a function may return its argument", () => {
    expect(
      cu
        .grad((x: cu.NDArray) => x)(vector(3))
        .tolistSync(),
    ).toEqual([1]);
    const [, pullback] = cu.vjp(
      (a: cu.NDArray, b: cu.NDArray) => [a, b.mul(2)] as const,
      vector(1),
      vector(2),
    );
    const [ga, gb] = pullback([vector(5), vector(7)]);
    expect(ga.tolistSync()).toEqual([5]);
    expect(gb.tolistSync()).toEqual([14]);
  });
});

describe("gradients are arrays of their own", () => {
  it("of each other", () => {
    const { grads } = cu.valueAndGrad(({ a, b }: { a: cu.NDArray; b: cu.NDArray }) => a.add(b).sum())({
      a: vector(1, 2),
      b: vector(3, 4),
    });
    grads.a.mulInplace(5);
    expect(grads.b.tolistSync()).toEqual([1, 1]);
    expect(grads.a.tolistSync()).toEqual([5, 5]);
  });

  it("of the cotangent, and of what the function used", () => {
    const given = vector(1, 2);
    const [, pullback] = cu.vjp((x: cu.NDArray) => x.add(1), vector(0, 0));
    const [grad] = pullback(given);
    grad.mulInplace(9);
    expect(given.tolistSync()).toEqual([1, 2]);
    const weights = vector(3, 4);
    const own = cu.grad((x: cu.NDArray) => x.mul(weights).sum())(vector(0, 0));
    own.mulInplace(9);
    expect(weights.tolistSync()).toEqual([3, 4]);
  });

  it("that can be written, by backward() too", () => {
    const x = vector(1, 2);
    x.requiresGrad = true;
    x.sum().backward();
    (x.grad as cu.NDArray).mulInplace(2);
    expect((x.grad as cu.NDArray).tolistSync()).toEqual([2, 2]);
    x.requiresGrad = false;
    const y = vector(1, 2);
    y.requiresGrad = true;
    const seed = vector(1, 1);
    y.add(0).backward(seed);
    (y.grad as cu.NDArray).mulInplace(7);
    expect(seed.tolistSync()).toEqual([1, 1]);
    y.requiresGrad = false;
  });

  it("where they have gradients", () => {
    const third = cu.grad((x: cu.NDArray) =>
      cu
        .grad(({ a, b }: { a: cu.NDArray; b: cu.NDArray }) => a.add(b).mul(x).sum())({
          a: vector(1),
          b: vector(2),
        })
        .a.square()
        .sum(),
    )(vector(3));
    expect(third.tolistSync()).toEqual([6]);
  });
});

describe("arguments", () => {
  it("that are changed after the call do not change the gradient", () => {
    const places = new Int32Array([0, 1]);
    const grad = cu.grad((x: cu.NDArray) => {
      const taken = x.take(places).sum();
      places.fill(2);
      return taken;
    })(vector(1, 2, 3));
    expect(grad.tolistSync()).toEqual([1, 1, 0]);
    const list = [0, 1];
    const other = cu.grad((x: cu.NDArray) => {
      const taken = x.take(list).sum();
      list.fill(2);
      return taken;
    })(vector(1, 2, 3));
    expect(other.tolistSync()).toEqual([1, 1, 0]);
  });

  it("that gradients do not go to are refused", async () => {
    const numbers = cu.array([0, 1, 1], { dtype: "int32" });
    const lost = (weights: cu.NDArray): cu.NDArray =>
      cu.bincount(numbers, { weights }) as unknown as cu.NDArray;
    await expect(async () =>
      cu.grad(async (w: cu.NDArray) => (await lost(w)).sum())(vector(1, 2, 3)),
    ).rejects.toThrow(
      expect.objectContaining({
        code: "CUTS_GRADIENT_REFUSED",
        message: expect.stringContaining("`weights`") as string,
      }),
    );
  });

  it("masks choose what gradients go to", async () => {
    const mask = cu.array([true, false, true]);
    const square = async (x: cu.NDArray): Promise<cu.NDArray> => (await x.masked(mask)).square().sum();
    expect((await cu.grad(square)(vector(1, 2, 3))).tolistSync()).toEqual([2, 0, 6]);
    const compressed = async (x: cu.NDArray): Promise<cu.NDArray> =>
      (await cu.compress(mask, x)).square().sum();
    expect((await cu.grad(compressed)(vector(1, 2, 3))).tolistSync()).toEqual([2, 0, 6]);
    const extracted = async (x: cu.NDArray): Promise<cu.NDArray> =>
      (await cu.extract(mask, x)).square().sum();
    expect((await cu.grad(extracted)(vector(1, 2, 3))).tolistSync()).toEqual([2, 0, 6]);
  });
});
