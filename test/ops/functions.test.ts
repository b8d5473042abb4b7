// Gradients as users ask for them: of functions and by backward(), of higher order, with their refusals; and what stays of memory.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const float64 = { dtype: "float64" } as const;

function codeOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
  return undefined;
}

describe("grad", () => {
  it("gives the gradient of the first argument, in its form", () => {
    const w = { layers: [cu.array([1, 2]), cu.array([3, 4])], scale: cu.array(2), steps: 3 };
    const loss = (p: typeof w, x: cu.NDArray): cu.NDArray =>
      (p.layers[0] as cu.NDArray)
        .mul(x)
        .add(p.layers[1] as cu.NDArray)
        .mul(p.scale)
        .sum();
    const x = cu.array([10, 20]);
    const { value, grads } = cu.valueAndGrad(loss)(w, x);
    expect(value.itemSync()).toBe(114);
    expect(grads.layers.map((one) => one.tolistSync())).toEqual([
      [20, 40],
      [2, 2],
    ]);
    expect([grads.scale.itemSync(), grads.steps]).toEqual([57, null]);
    expect([value.requiresGrad, x.requiresGrad]).toEqual([false, false]);
  });

  it("goes through async functions", async () => {
    const x = cu.array([3, 4]);
    const { value, grads } = await cu.valueAndGrad(async (p: cu.NDArray) => {
      const squares = p.square();
      await squares.data();
      return squares.sum();
    })(x);
    expect([await value.item(), await grads.tolist()]).toEqual([25, [6, 8]]);
  });

  it("is a function like any other: of higher order, also beside what it closes over", () => {
    const x = cu.array(2, float64);
    const f = (a: cu.NDArray): cu.NDArray => a.pow(4);
    expect(
      cu
        .grad(cu.grad(cu.grad(f)))(x)
        .itemSync(),
    ).toBe(48);
    const w = cu.array(3, float64);
    // d/dw of d/dx (w² x³) at x = 2: 2w · 3x² = 72.
    const mixed = cu.grad(
      (v: cu.NDArray) => cu.grad((a: cu.NDArray) => a.pow(3).mul(v.square()))(x) as cu.NDArray,
    );
    expect(mixed(w).itemSync()).toBe(72);
  });

  it("is zeros for what the value does not depend on", () => {
    expect(
      cu
        .grad((p: readonly cu.NDArray[]) => (p[0] as cu.NDArray).sum())([cu.ones([2]), cu.ones([3])])
        .map((one) => one.tolistSync()),
    ).toEqual([
      [1, 1],
      [0, 0, 0],
    ]);
  });

  it("refuses values that are not one real number", () => {
    const x = cu.ones([2]);
    expect(codeOf(() => cu.grad((p: cu.NDArray) => p.mul(2))(x))).toBe("CUTS_GRADIENT_VALUE");
    expect(codeOf(() => cu.grad((p: cu.NDArray) => p.astype("int32").sum())(x))).toBe("CUTS_GRADIENT_VALUE");
  });

  it("frees all that is made on the way", () => {
    const x = cu.ones([8, 8]);
    const step = cu.valueAndGrad((p: cu.NDArray) => p.matmul(p).sin().softmax().square().mean());
    const run = (): void => {
      const { value, grads } = step(x);
      value.dispose();
      grads.dispose();
    };
    run();
    const before = cu.liveHandles().length;
    for (let k = 0; k < 5; k++) run();
    expect(cu.liveHandles().length).toBe(before);
  });
});

describe("gradients that are added up", () => {
  it("take no memory besides that of one of them", () => {
    const allocated = (terms: number): number => {
      const before = cu.device().memory().allocations;
      const [, pullback] = cu.vjp(
        (p: cu.NDArray) => {
          let sum: cu.NDArray = p.mul(2);
          for (let k = 1; k < terms; k++) sum = sum.add(p.mul(k));
          return sum;
        },
        cu.ones([64]),
      );
      pullback(cu.ones([64]));
      return cu.device().memory().allocations - before;
    };
    // For each: its product and sum forwards, its product backwards.
    expect(allocated(6) - allocated(5)).toBe(3);
  });

  it("are never arrays that the user has", () => {
    const x = cu.array([1, 2]);
    const held: cu.NDArray[] = [];
    const own = cu.customGradient((a: cu.NDArray) => ({
      value: a.copy(),
      gradient: (g) => {
        const made = g.mul(10);
        held.push(made);
        return [made];
      },
    }));
    const [, pullback] = cu.vjp((a: cu.NDArray) => own(a).add(own(a)).add(a), x);
    const cotangent = cu.ones([2]);
    const [found] = pullback(cotangent);
    expect(found.tolistSync()).toEqual([21, 21]);
    expect(cotangent.tolistSync()).toEqual([1, 1]);
    // What a rule makes ends with it, whoever has it.
    expect(held.map((one) => one.isDisposed)).toEqual([true, true]);
    expect(pullback(cotangent)[0].tolistSync()).toEqual([21, 21]);
  });

  it("that are one array for two operands stay two", () => {
    const [a, b] = [cu.array([1, 2]), cu.array([3, 4])];
    const same = cu.customGradient((x: cu.NDArray, y: cu.NDArray) => ({
      value: x.add(y),
      gradient: (g) => [g, g],
    }));
    const [ga, gb] = cu.vjp((x: cu.NDArray, y: cu.NDArray) => same(x, y).add(x), a, b)[1](cu.ones([2]));
    expect([ga.tolistSync(), gb.tolistSync()]).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });
});

describe("vjp and jvp", () => {
  it("pull back several times, and push forwards", () => {
    const x = cu.array([1, 2], float64);
    const w = cu.array([3, 5], float64);
    const [y, pullback] = cu.vjp((a: cu.NDArray, b: cu.NDArray) => a.mul(b), x, w);
    expect(y.tolistSync()).toEqual([3, 10]);
    for (const scale of [1, 2]) {
      const [gx, gw] = pullback(cu.full([2], scale, float64));
      expect([gx?.tolistSync(), gw?.tolistSync()]).toEqual([
        [3 * scale, 5 * scale],
        [scale, 2 * scale],
      ]);
    }
    expect(codeOf(() => pullback(cu.ones([3]) as never))).toBe("CUTS_COTANGENT");
    const [value, tangent] = cu.jvp((a: cu.NDArray) => a.square(), [x], [
      cu.array([10, 1], float64),
    ] as never);
    expect([value.tolistSync(), (tangent as cu.NDArray).tolistSync()]).toEqual([
      [1, 4],
      [20, 4],
    ]);
  });
});

describe("backward", () => {
  it("adds to grad of arrays that want it", () => {
    const w = cu.array([1, 2], float64);
    w.requiresGrad = true;
    const loss = (): cu.NDArray => w.mul(w).sum();
    loss().backward();
    loss().backward();
    expect(w.grad?.tolistSync()).toEqual([4, 8]);
    w.grad = null;
    cu.noGrad(() => w.subInplace(1));
    loss().backward();
    expect(w.grad).not.toBeNull();
    expect((w.grad as unknown as cu.NDArray).tolistSync()).toEqual([0, 2]);
    expect(w.detach().requiresGrad).toBe(false);
    w.requiresGrad = false;
    expect(w.mul(2).requiresGrad).toBe(false);
  });

  it("frees what it needs, unless it is retained", () => {
    const w = cu.array(3, float64);
    w.requiresGrad = true;
    const once = w.square();
    once.backward();
    expect(codeOf(() => once.backward())).toBe("CUTS_GRADIENT_FREED");
    const twice = w.square();
    twice.backward(undefined, { retainGraph: true });
    twice.backward();
    expect(w.grad?.itemSync()).toBe(18);
    w.grad = null;
    w.pow(3).backward(undefined, { createGraph: true });
    (w.grad as unknown as cu.NDArray).backward();
    expect((w.grad as unknown as cu.NDArray).itemSync()).toBe(27 + 18);
    w.requiresGrad = false;
  });

  it("refuses what has no gradient", () => {
    expect(codeOf(() => cu.ones([]).backward())).toBe("CUTS_GRADIENT_VALUE");
    expect(
      codeOf(() => {
        cu.ones([2], { dtype: "int32" }).requiresGrad = true;
      }),
    ).toBe("CUTS_GRADIENT_VALUE");
  });

  it("lives longer than the scope it was recorded in, and than the arrays", () => {
    const w = cu.array([1, 2], float64);
    w.requiresGrad = true;
    const loss = cu.scope(() => {
      using middle = w.exp();
      return middle.mul(middle).sum();
    });
    loss.backward();
    // Two roundings apart: the rule multiplies in another order.
    for (const [at, one] of ((w.grad as unknown as cu.NDArray).tolistSync() as number[]).entries())
      expect(one / (2 * Math.exp(2 * (at + 1)))).toBeCloseTo(1, 14);
    w.requiresGrad = false;
  });
});

describe("what was saved and is written since", () => {
  const writes: readonly (readonly [string, (x: cu.NDArray) => unknown])[] = [
    ["addInplace", (x) => x.addInplace(1)],
    ["set", (x) => x.set([1, 2, 3])],
    ["fill", (x) => x.fill(1)],
    ["setAt", (x) => x.setAt(0, 5)],
    ["put", (x) => x.put([1], 5)],
    ["a view", (x) => x.slice("1:").mulInplace(2)],
    ["out", (x) => cu.add(x, 1, { out: x })],
  ];
  it.each(writes)("is an error: %s", (_, write) => {
    const x = cu.array([1, 2, 3], float64);
    const w = cu.array([1, 1, 1], float64);
    w.requiresGrad = true;
    const loss = w.mul(x).sum();
    write(x);
    expect(codeOf(() => loss.backward())).toBe("CUTS_GRADIENT_CHANGED");
    w.requiresGrad = false;
  });

  it("is none where the gradient does not need it", () => {
    const x = cu.array([1, 2, 3], float64);
    const w = cu.array([1, 1, 1], float64);
    w.requiresGrad = true;
    const loss = w.add(x).sum();
    x.fill(0);
    loss.backward();
    expect(w.grad?.tolistSync()).toEqual([1, 1, 1]);
    w.requiresGrad = false;
  });

  it("cannot happen to arrays that are followed: writing them is refused", () => {
    const f = (write: (x: cu.NDArray) => unknown) => () =>
      cu.grad((x: cu.NDArray) => {
        write(x);
        return x.sum();
      })(cu.ones([3]));
    expect(codeOf(f((x) => x.fill(1)))).toBe("CUTS_GRADIENT_REFUSED");
    expect(codeOf(f((x) => cu.zeros([3]).set(x)))).toBe("CUTS_GRADIENT_REFUSED");
    expect(codeOf(f((x) => cu.zeros([3]).setAt("0:1", x.slice("0:1"))))).toBe("CUTS_GRADIENT_REFUSED");
    expect(codeOf(f((x) => cu.add(x, 1, { out: cu.zeros([3]) })))).toBe("CUTS_GRADIENT_OUT");
    expect(codeOf(f((x) => x.addInplace(1)))).toBe("CUTS_GRADIENT_OUT");
  });
});

describe("control", () => {
  it("stops gradients", () => {
    const g = cu.grad((x: cu.NDArray) => x.mul(cu.stopGradient(x)).sum())(cu.array([2, 3]));
    expect(g.tolistSync()).toEqual([2, 3]);
    const h = cu.grad((x: cu.NDArray) => x.mul(cu.noGrad(() => x.square())).sum())(cu.array([2, 3]));
    expect(h.tolistSync()).toEqual([4, 9]);
  });

  it("takes gradients of users", () => {
    const bounded = cu.customGradient((x: cu.NDArray) => ({
      value: x.mul(100),
      gradient: (g) => [g.mul(100).clip(-1, 1)],
    }));
    expect(
      cu
        .grad((x: cu.NDArray) => bounded(x).sum())(cu.array([2, 3]))
        .tolistSync(),
    ).toEqual([1, 1]);
  });

  it("computes again what is checkpointed, with what it closes over, of any order", () => {
    const x = cu.array([0.5, 1.5], float64);
    const w = cu.array([2, 3], float64);
    let calls = 0;
    const plain = (
      p: { w: cu.NDArray; x: cu.NDArray },
      wrap: typeof cu.checkpoint | undefined,
    ): cu.NDArray => {
      const block = (a: cu.NDArray): cu.NDArray => {
        calls++;
        return a.mul(p.w).sin().mul(a);
      };
      return (wrap === undefined ? block(p.x) : wrap(block)(p.x)).sum();
    };
    const gradsOf = (wrap?: typeof cu.checkpoint): unknown => {
      const grads = cu.grad((p: { w: cu.NDArray; x: cu.NDArray }) => plain(p, wrap))({ w, x });
      return [grads.w.tolistSync(), grads.x.tolistSync()];
    };
    const expected = gradsOf();
    calls = 0;
    expect(gradsOf(cu.checkpoint)).toEqual(expected);
    expect(calls).toBe(2);
  });
});
