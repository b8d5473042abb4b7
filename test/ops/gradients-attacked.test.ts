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
    await expect(async () => cu.grad((w: cu.NDArray) => lost(w))(vector(1, 2, 3))).rejects.toThrow(
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

describe("rules of users", () => {
  const x = vector(1, 2);
  const gradientOf = (gradient: (g: cu.NDArray) => unknown): (() => cu.NDArray) => {
    const f = cu.customGradient((a: cu.NDArray) => ({ value: a.mul(1), gradient: gradient as never }));
    return () => cu.grad((a: cu.NDArray) => f(a).sum())(x);
  };
  const wrong = (text: string): unknown =>
    expect.objectContaining({ code: "CUTS_GRADIENT_RULE", message: expect.stringContaining(text) as string });

  it("that give no list are refused", () => {
    expect(gradientOf((g) => g)).toThrow(wrong("NDArray"));
    expect(gradientOf(() => undefined)).toThrow(wrong("got undefined"));
    expect(gradientOf((g) => Promise.resolve([g]))).toThrow(wrong("a promise"));
    expect(gradientOf(() => Promise.reject(new Error("never seen")))).toThrow(wrong("a promise"));
  });

  it("that give other gradients than there are arguments are refused", () => {
    expect(gradientOf(() => [])).toThrow(wrong("got undefined"));
    expect(gradientOf((g) => [g, g])).toThrow(wrong("got 2 entries"));
    expect(gradientOf(() => [1])).toThrow(wrong("argument 0 (got 1)"));
    expect(gradientOf(() => [cu.array([1, 2], { dtype: "int32" })])).toThrow(wrong("of floats"));
    expect(gradientOf(() => [vector(1, 2, 3)])).toThrow(wrong("its shape [2]"));
    expect(gradientOf(() => [vector(1).reshape([])])).toThrow(wrong("its shape [2]"));
  });

  it("may give null, and gradients that are broadcast", () => {
    expect(gradientOf(() => [null])().tolistSync()).toEqual([0, 0]);
    expect(gradientOf(() => [cu.ones([3, 2], { dtype: "float64" })])().tolistSync()).toEqual([3, 3]);
  });

  it("count where a function returns its argument", () => {
    const same = cu.customGradient((a: cu.NDArray) => ({ value: a, gradient: (g) => [g.mul(10)] }));
    expect(
      cu
        .grad((a: cu.NDArray) => same(a).sum())(x)
        .tolistSync(),
    ).toEqual([10, 10]);
    const name = "attacked::same";
    const op = cu.op({
      name,
      schema: "(Tensor a) -> Tensor",
      all: (a) => a,
      backward: ({ grad }) => [grad.mul(10)],
    });
    expect(
      cu
        .grad((a: cu.NDArray) => op(a).sum())(x)
        .tolistSync(),
    ).toEqual([10, 10]);
    cu.unregisterOp(name);
  });

  it("get defaults, and the gradient of the first result", () => {
    const name = "attacked::two";
    let seen: unknown;
    const op = cu.op({
      name,
      schema: "(Tensor a, float c=3) -> (Tensor, Tensor)",
      all: (a, c) => [a.mul(c), a.mul(2)] as never,
      backward: ({ grad, grads, inputs }) => {
        seen = inputs[1];
        return [grad.mul(inputs[1]).add((grads[1] as cu.NDArray).mul(2)), null];
      },
    });
    const both = op as unknown as (a: cu.NDArray) => readonly [cu.NDArray, cu.NDArray];
    expect(
      cu
        .grad((a: cu.NDArray) => both(a)[1].sum())(x)
        .tolistSync(),
    ).toEqual([2, 2]);
    expect(seen).toBe(3);
    cu.unregisterOp(name);
  });
});

describe("hooks and replaced implementations", () => {
  it("a hook does not see what it calls itself", () => {
    const names: string[] = [];
    const x = vector(1, 2);
    {
      using _ = cu.dispatchHook(({ name, args }, run) => {
        names.push(name);
        (args[0] as cu.NDArray).sum();
        return run();
      });
      x.exp();
    }
    expect(names).toEqual(["cuts::exp"]);
  });

  it("can be taken back in any order", () => {
    const x = vector(0);
    const plus = (n: number) => (original: (...args: readonly unknown[]) => unknown) => (a: unknown) =>
      (original(a) as cu.NDArray).add(n);
    const first = cu.overrideOp("cuts::exp", plus(10));
    const second = cu.overrideOp("cuts::exp", plus(100));
    expect(x.exp().tolistSync()).toEqual([111]);
    first[Symbol.dispose]();
    expect(x.exp().tolistSync()).toEqual([101]);
    first[Symbol.dispose]();
    second[Symbol.dispose]();
    expect(x.exp().tolistSync()).toEqual([1]);
  });

  it("count in expressions and fused functions", () => {
    const x = vector(0);
    const fused = cu.fuse((a: cu.NDArray) => a.exp().add(1));
    const written = (): cu.NDArray => cu.expr`exp(${x}) + 1`;
    expect([fused(x).tolistSync(), written().tolistSync()]).toEqual([[2], [2]]);
    {
      using _ = cu.overrideOp("cuts::exp", (original) => (a) => (original(a) as cu.NDArray).mul(5));
      expect([fused(x).tolistSync(), written().tolistSync()]).toEqual([[6], [6]]);
    }
    expect([fused(x).tolistSync(), written().tolistSync()]).toEqual([[2], [2]]);
  });
});

describe("expressions", () => {
  const x = vector(1, 2);
  const wrong = (text: string): unknown =>
    expect.objectContaining({ code: "CUTS_EXPRESSION", message: expect.stringContaining(text) as string });
  const read = (...strings: string[]): cu.NDArray =>
    cu.expr(strings as unknown as TemplateStringsArray, ...strings.slice(1).map(() => x));

  it("take keepdims that are put in", () => {
    expect(cu.expr`sum(${x}, axis=0, keepdims=${true})`.shape).toEqual([1]);
    expect(cu.expr`sum(${x}, axis=0, keepdims=${0})`.shape).toEqual([]);
    expect(() => cu.expr`sum(${x}, axis=0, keepdims=${2})`).toThrow(wrong("keepdims must be true or false"));
  });

  it("refuse what touches a value", () => {
    expect(() => cu.expr`${x}1 + ${x}`).toThrow(wrong("an operator must stand here (got 1)"));
    expect(() => cu.expr`${x}.5`).toThrow(wrong("an operator must stand here"));
    expect(() => cu.expr`${x} + $0`).toThrow(wrong("no sign of an expression (got $)"));
  });

  it("refuse other numbers of values than functions take", () => {
    expect(() => cu.expr`sin(${x}, ${x})`).toThrow(wrong("sin takes 1 value (got 2)"));
    expect(() => cu.expr`maximum(${x})`).toThrow(wrong("maximum takes 2 values (got 1)"));
    expect(() => cu.expr`clip(${x}, 1, 2, 3)`).toThrow(wrong("clip takes 2 or 3 values (got 4)"));
  });

  it("are long and deep up to a limit that is told", () => {
    expect(read("", " + 1".repeat(900)).tolistSync()).toEqual([901, 902]);
    expect(read("sin(".repeat(90), ")".repeat(90)).shape).toEqual([2]);
    for (const [before, after] of [
      ["", " + 1".repeat(3000)],
      ["(".repeat(500), ")".repeat(500)],
      ["sin(".repeat(500), ")".repeat(500)],
      ["-".repeat(5000), ""],
      ["2 ** ".repeat(5000), ""],
      ["", " ? 1 : 2".repeat(1)],
      ["1 ? 1 : ".repeat(5000), ""],
    ] as const) {
      const run = (): cu.NDArray => read(before, after);
      if (before.length + after.length < 100) expect(run().shape).toEqual([2]);
      else expect(run).toThrow(wrong("more than"));
    }
  });

  it("stand before templates", () => {
    expect(() => cu.expr("x + 1" as never)).toThrow(wrong("before a template"));
  });
});

describe("where there is no derivative", () => {
  const zeros = (): cu.NDArray => vector(0, 0, 0);
  const same = (): cu.NDArray => vector(2, 2, 2);
  type Case = readonly [name: string, f: (x: cu.NDArray) => cu.NDArray, at: () => cu.NDArray];
  const cases: readonly Case[] = [
    ["std", (x) => x.std(), same],
    ["std of one number", (x) => x.slice([":1"]).std(), same],
    ["norm", (x) => cu.norm(x), zeros],
    ["norm of ord 3", (x) => cu.norm(x, { ord: 3 }), zeros],
    ["norm of ord 0.5", (x) => cu.norm(x, { ord: 0.5 }), zeros],
    ["linalg.norm", (x) => cu.linalg.norm(x), zeros],
    ["linalg.vectorNorm of ord 3", (x) => cu.linalg.vectorNorm(x, { ord: 3 }), zeros],
    ["hypot", (x) => cu.hypot(x, x.mul(2)), zeros],
    ["arctan2", (x) => cu.arctan2(x, x), zeros],
    ["pow of 0", (x) => x.pow(cu.zeros([3], { dtype: "float64" })), zeros],
    ["pow of base 0", (x) => cu.zeros([3], { dtype: "float64" }).pow(x), zeros],
    ["copysign", (x) => cu.copysign(x, 1), zeros],
    ["logsumexp", (x) => cu.logsumexp(x), () => vector(-Infinity, -Infinity, -Infinity)],
  ];

  it.each(cases)("jvp of %s is 0, as its gradient is", (_, f, at) => {
    const x = at();
    expect(
      cu
        .grad((own: cu.NDArray) => f(own).sum())(x)
        .tolistSync(),
    ).toEqual([0, 0, 0]);
    const [, tangent] = cu.jvp(f, [x], [vector(1, 2, 3)]);
    expect((tangent as cu.NDArray).abs().max().itemSync()).toBe(0);
  });

  it.each(cases)("the second derivative of %s is not NaN", (_, f, at) => {
    const slope = (own: cu.NDArray): cu.NDArray =>
      cu
        .grad((inner: cu.NDArray) => f(inner).sum())(own)
        .sum();
    expect(cu.grad(slope)(at()).tolistSync()).toEqual([0, 0, 0]);
  });

  it("elsewhere jvp goes on", () => {
    const x = vector(0, 3);
    const [, tangent] = cu.jvp((own: cu.NDArray) => cu.hypot(own, own.mul(4 / 3)), [x], [vector(1, 3)]);
    expect((tangent as cu.NDArray).tolistSync()).toEqual([0, 5]);
    const [, ofPower] = cu.jvp(
      (own: cu.NDArray) => own.pow(cu.array([0, 2], { dtype: "float64" })),
      [x],
      [vector(1, 1)],
    );
    expect((ofPower as cu.NDArray).tolistSync()).toEqual([0, 6]);
  });

  it("of complex numbers, too", () => {
    const z = cu.array(
      [
        { re: 0, im: 0 },
        { re: 3, im: 4 },
      ],
      { dtype: "complex128" },
    );
    const moved = cu.array(
      [
        { re: 1, im: 2 },
        { re: 3, im: 4 },
      ],
      { dtype: "complex128" },
    );
    const [, ofAngle] = cu.jvp((own: cu.NDArray) => cu.angle(own), [z], [moved]);
    expect((ofAngle as cu.NDArray).tolistSync()).toEqual([0, 0]);
    const [, ofSign] = cu.jvp((own: cu.NDArray) => own.sign(), [z], [moved]);
    const parts = cu.abs(ofSign).tolistSync() as number[];
    expect(parts[0]).toBe(0);
    // What is turned by nothing, but for rounding.
    expect(parts[1]).toBeLessThan(1e-15);
  });
});

describe("what is no function", () => {
  const wrong = 5 as never;
  const calls: readonly (readonly [string, () => unknown])[] = [
    ["grad", () => cu.grad(wrong)],
    ["valueAndGrad", () => cu.valueAndGrad(wrong)],
    ["vjp", () => cu.vjp(wrong, vector(1))],
    ["jvp", () => cu.jvp(wrong, [vector(1)], [vector(1)])],
    ["checkpoint", () => cu.checkpoint(wrong)],
    ["customGradient", () => cu.customGradient(wrong)],
    ["vmap", () => cu.vmap(wrong)],
  ];
  it.each(calls)("is refused by %s", (name, call) => {
    expect(call).toThrow(
      expect.objectContaining({
        code: "CUTS_FUNCTION",
        message: `Cannot compute ${name} of this: it must be a function (got 5)`,
      }),
    );
  });

  it("jvp takes lists of arguments and tangents", () => {
    const list = expect.objectContaining({ code: "CUTS_ARGUMENT_TYPE" });
    expect(() => cu.jvp((x: cu.NDArray) => x, vector(1) as never, [vector(1)] as never)).toThrow(list);
    expect(() => cu.jvp((x: cu.NDArray) => x, [vector(1)], undefined as never)).toThrow(list);
  });
});

describe("a gradient that is set", () => {
  it("is an array that can be used", () => {
    const x = vector(1, 2);
    x.requiresGrad = true;
    const gone = vector(1, 1);
    gone.dispose();
    expect(() => (x.grad = gone)).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
    expect(() => (x.grad = 5 as never)).toThrow(expect.objectContaining({ code: "CUTS_OPERAND" }));
    expect(x.grad).toBe(null);
    x.grad = vector(3, 4);
    expect(x.grad?.tolistSync()).toEqual([3, 4]);
    x.grad = null;
    expect(x.grad).toBe(null);
  });
});

describe("objects that stand for an array", () => {
  const x = (): cu.NDArray => cu.array([1, 2, 3], { device: "cpu" });

  it("a view by a class has the gradients of its array", () => {
    class Signal extends cu.NDArray {}
    expect(
      cu
        .grad((v: cu.NDArray) => new cu.NDArray(v).sum())(x())
        .tolistSync(),
    ).toEqual([1, 1, 1]);
    const twice = cu.grad((v: cu.NDArray) => new Signal(v.mul(2)).add(v).sum());
    expect(twice(x()).tolistSync()).toEqual([3, 3, 3]);
    // It is no leaf of its own: to follow it no more is the business of the array.
    const w = x();
    w.requiresGrad = true;
    new Signal(w).square().sum().backward();
    expect(w.grad?.tolistSync()).toEqual([2, 4, 6]);
    w.requiresGrad = false;
  });

  it("what checkpoint gives a function, the function may also take from around it", () => {
    const both = cu.grad((v: cu.NDArray) => cu.checkpoint((a: cu.NDArray) => a.mul(v).sum())(v));
    expect(both(x()).tolistSync()).toEqual([2, 4, 6]);
    const given = cu.grad((v: cu.NDArray) =>
      cu
        .checkpoint((a: cu.NDArray) => a)(v)
        .square()
        .sum(),
    );
    expect(given(x()).tolistSync()).toEqual([2, 4, 6]);
  });
});
