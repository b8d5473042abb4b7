// Numbers and arrays of the closure of a fused function: where they differed between its first two calls, later calls find them anew,
// and compute with the same few kernels.
import { describe, expect, it, vi } from "vitest";
import type { Backend } from "../../../src/backend/backend.js";
import * as cu from "../../../src/index.js";
import { random } from "./random.js";

const { backend } = cu.device("cpu") as unknown as { readonly backend: Backend };

function launchesOf(body: () => unknown): number {
  const launch = vi.spyOn(backend, "launch");
  try {
    body();
    return launch.mock.calls.length;
  } finally {
    launch.mockRestore();
  }
}

function warningsOf(body: () => void): readonly string[] {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  try {
    body();
    return warn.mock.calls.map(([text]) => String(text));
  } finally {
    warn.mockRestore();
  }
}

const x = cu.array([0.5, -1, 2], { device: "cpu" });
const list = (values: readonly number[]): cu.NDArray => cu.array(values, { device: "cpu" });

describe("a number of the closure that changes", () => {
  it("is a number of the kernels", () => {
    let rate = 0.5;
    const f = (a: cu.NDArray): cu.NDArray => a.mul(rate).add(1).sub(a.mul(rate)).mul(rate);
    const fused = cu.fuse(f);
    const told = warningsOf(() => {
      for (let call = 0; call < 20; call++) {
        rate = 1 / (call + 3);
        expect(fused(x).tolistSync()).toEqual(f(x).tolistSync());
      }
    });
    expect(told).toEqual([]);
    expect(launchesOf(() => fused(x))).toBe(1);
  });

  it("is told apart from one that was equal to it", () => {
    let [a, b] = [1.5, 2.5];
    const f = (v: cu.NDArray): cu.NDArray => v.mul(a).add(b).sub(a);
    const fused = cu.fuse(f);
    for (const pair of [
      [1.5, 2.5],
      [2.5, 2.5],
      [2.5, 3.5],
      [4.5, 2.5],
    ] as const) {
      [a, b] = pair;
      expect(fused(x).tolistSync()).toEqual(f(x).tolistSync());
    }
  });

  it("may count, and be one that decides the dtype", () => {
    let count = 0;
    const whole = cu.array([1, 2, 3], { dtype: "int32", device: "cpu" });
    const f = (v: cu.NDArray): cu.NDArray => v.mul(count).sub(v).maximum(count);
    const fused = cu.fuse(f);
    warningsOf(() => {
      for (const next of [1, 2, 3, 2.5, 4, 5, -1.5, 100]) {
        count = next;
        const [own, wanted] = [fused(whole), f(whole)];
        expect([own.dtype, own.tolistSync()]).toEqual([wanted.dtype, wanted.tolistSync()]);
      }
    });
  });

  it("is one of operations that are no part of a kernel too", () => {
    let value = 0;
    const f = (v: cu.NDArray): cu.NDArray => {
      const own = v.copy();
      own.addInplace(value);
      own.slice(["1:"]).mulInplace(value + 0.5);
      return own.add(cu.full([3], value, { device: "cpu" })).add(list([value, 1, 2]));
    };
    const fused = cu.fuse(f);
    for (let call = 0; call < 6; call++) {
      value = call + 0.25;
      expect(fused(x).tolistSync()).toEqual(f(x).tolistSync());
    }
    expect(x.tolistSync()).toEqual([0.5, -1, 2]);
  });

  it("that decides what operations do has the function called as it is, with a warning", () => {
    let axis = 0;
    const square = cu.array(
      [
        [1, 2],
        [3, 4],
      ],
      { device: "cpu" },
    );
    const f = (v: cu.NDArray): cu.NDArray => v.mul(2).sum(axis);
    const fused = cu.fuse(f);
    const told = warningsOf(() => {
      for (let call = 0; call < 5; call++) {
        axis = call % 2;
        expect(fused(square).tolistSync()).toEqual(f(square).tolistSync());
      }
    });
    expect(told).toEqual([expect.stringMatching(/called as it is.* cuts::sum was given 0 and then 1/)]);
  });

  it("that is a shape has the function called as it is, and it is run once a call", () => {
    let runs = 0;
    const f = cu.fuse((v: cu.NDArray) => cu.concat([v, cu.zeros([++runs], { device: "cpu" })]));
    const told = warningsOf(() => {
      for (let call = 1; call < 6; call++)
        expect(f(x).tolistSync()).toEqual([0.5, -1, 2, ...Array<number>(call).fill(0)]);
    });
    expect(told).toEqual([expect.stringContaining("an array has the shape [1] and then [2]")]);
  });
});

describe("an array of the closure that is another one", () => {
  it("is an input", () => {
    let w = list([1, 2, 3]);
    const f = (v: cu.NDArray): cu.NDArray => v.mul(w).add(w.sum()).add(1);
    const fused = cu.fuse(f);
    for (let call = 0; call < 6; call++) {
      const before = w;
      w = w.mul(2).add(call);
      before.dispose();
      expect(fused(x).tolistSync()).toEqual(f(x).tolistSync());
    }
  });

  it("must lie as before", () => {
    let w: cu.NDArray = list([1, 2, 3]);
    const fused = cu.fuse((v: cu.NDArray) => v.mul(w).add(1));
    for (let call = 0; call < 3; call++) {
      w = w.add(1);
      expect(fused(x).tolistSync()).toEqual(x.mul(w).add(1).tolistSync());
    }
    for (const [next, what] of [
      [list([2]), "an array has the shape [3] and then [1]"],
      [cu.array([1, 2, 3], { dtype: "float64", device: "cpu" }), "an array is float32 and then float64"],
    ] as const) {
      w = next;
      expect(() => fused(x)).toThrow(what);
    }
    w = list([1, 0, 1]);
    expect(fused(x).tolistSync()).toEqual([1.5, 1, 3]);
  });

  it("is written where the function writes it, and missed where it was disposed of", () => {
    let state = list([0, 0, 0]);
    const fused = cu.fuse((v: cu.NDArray) => {
      state.addInplace(v.mul(2));
      return state.add(1);
    });
    for (let call = 0; call < 5; call++) {
      if (call === 1) state = list([10, 20, 30]);
      if (call === 3) state = list([-1, -1, -1]);
      const wanted = state.add(x.mul(2)).tolistSync();
      fused(x);
      expect(state.tolistSync()).toEqual(wanted);
    }
    state.dispose();
    expect(() => fused(x)).toThrow(cu.DisposedError);
  });

  it("does not lose the gradient that it wants", () => {
    let w = list([1, 2, 3]);
    const fused = cu.fuse((v: cu.NDArray) => v.mul(w).sum());
    for (let call = 0; call < 4; call++) {
      w = list([call, 1, 1]);
      expect(fused(x).itemSync()).toBe(0.5 * call + 1);
    }
    w.requiresGrad = true;
    expect(() => fused(x)).toThrow("an array from outside wants a gradient now");
    const own = x.copy();
    own.requiresGrad = true;
    fused(own).backward();
    expect(w.grad?.tolistSync()).toEqual([0.5, -1, 2]);
  });
});

describe("a function that is followed", () => {
  it("has gradients inside", () => {
    let rate = 0.1;
    let target = list([1, 2, 3]);
    const step = (w: cu.NDArray): { value: cu.NDArray; w: cu.NDArray } => {
      const loss = (own: cu.NDArray): cu.NDArray => own.mul(x).sigmoid().sub(target).square().mean();
      const { value, grads } = cu.valueAndGrad(loss)(w);
      return { value, w: w.sub(grads.mul(rate)) };
    };
    const fused = cu.fuse(step);
    let [own, wanted] = [list([1, 1, 1]), list([1, 1, 1])];
    for (let call = 0; call < 8; call++) {
      rate *= 0.9;
      if (call % 3 === 0) target = target.mul(0.5);
      const [a, b] = [fused(own), step(wanted)];
      [own, wanted] = [a.w, b.w];
      expect(a.value.itemSync()).toBeCloseTo(b.value.itemSync() as number, 6);
      for (const [at, one] of (own.tolistSync() as number[]).entries())
        expect(one).toBeCloseTo((wanted.tolistSync() as number[])[at] as number, 5);
    }
  });

  it("may dispose of its arguments, return them, and give one array twice", () => {
    let factor = 1;
    const fused = cu.fuse((a: cu.NDArray, b: cu.NDArray) => {
      const sum = a.add(b).mul(factor);
      b.dispose();
      return [a, sum, sum.reshape(3, 1), a] as const;
    });
    for (let call = 0; call < 5; call++) {
      factor = call + 1.5;
      const [a, b] = [list([call, 1, 2]), list([1, 1, 1])];
      const [same, sum, column, again] = fused(a, b);
      expect(same).toBe(a);
      expect(again.tolistSync()).toEqual([call, 1, 2]);
      expect(b.isDisposed).toBe(true);
      expect(sum.tolistSync()).toEqual([call + 1, 2, 3].map((one) => one * factor));
      expect(column.shape).toEqual([3, 1]);
    }
  });

  it("may dispose of what it made, and of a view that lies like its array", () => {
    let factor = 1;
    const fused = cu.fuse((a: cu.NDArray) => {
      const first = a.mul(factor);
      {
        using same = first.reshape(3);
        same.add(1).dispose();
      }
      return first.add(1);
    });
    for (let call = 0; call < 5; call++) {
      factor = call + 1.5;
      expect(fused(x).tolistSync()).toEqual([0.5 * factor + 1, 1 - factor, 2 * factor + 1]);
    }
  });

  it("calls functions of users", () => {
    let factor = 1;
    const triple = cu.elementwise("T x, T f -> T y", "y = x * 3 * f", { name: "triple_by" });
    const total = cu.reduction("T x -> T y", "x", "a + b", "y = a", 0);
    const clipped = cu.customGradient((v: cu.NDArray) => ({
      value: v.mul(factor),
      gradient: (g) => [g.mul(2)],
    }));
    const plus = cu.op({
      name: "test::plus_followed",
      schema: "(Tensor x, float by) -> Tensor",
      shape: (one) => one.shape,
      all: (one, by) => one.add(by),
    });
    const f = (a: cu.NDArray): cu.NDArray =>
      triple(a, cu.array(factor, { device: "cpu" }))
        .add(total(a))
        .add(clipped(a))
        .add(plus(a, 2))
        .add(cu.grad((v: cu.NDArray) => clipped(v).mul(a).sum())(a));
    const fused = cu.fuse(f);
    for (let call = 0; call < 6; call++) {
      factor = call + 1.5;
      expect(fused(x).tolistSync()).toEqual(f(x).tolistSync());
    }
  });

  it("refuses other operations, also where it catches the error, and what it throws is its own", () => {
    let factor = 1;
    let does: (a: cu.NDArray) => cu.NDArray = (a) => a.mul(factor).add(1);
    const fused = cu.fuse((a: cu.NDArray) => does(a));
    const call = (): cu.NDArray => {
      factor += 1;
      return fused(x);
    };
    for (let k = 0; k < 3; k++) call();
    for (const [other, what] of [
      [(a) => a.add(factor).mul(2), "cuts::multiply and then cuts::add"],
      [(a) => a.mul(factor), "cuts::add and then nothing more"],
      [(a) => a.mul(factor).add(1).sqrt(), "nothing more and then cuts::sqrt"],
      [(a) => (a.mul(factor).add(1), a), "its result with one array and then another"],
      [
        (a) => {
          try {
            return a.sub(factor);
          } catch {
            return a.mul(factor).add(1);
          }
        },
        "cuts::multiply and then cuts::subtract",
      ],
    ] as readonly [typeof does, string][]) {
      does = other;
      expect(call).toThrow(
        expect.objectContaining({ code: "CUTS_FUSE", message: expect.stringMatching(what) }),
      );
    }
    does = () => {
      throw new RangeError("own");
    };
    expect(call).toThrow(new RangeError("own"));
    does = (a) => a.mul(factor).add(1);
    expect(call().tolistSync()).toEqual([0.5 * factor + 1, 1 - factor, 2 * factor + 1]);
  });

  it("cannot read arrays", () => {
    let factor = 1;
    let reads = false;
    const fused = cu.fuse((a: cu.NDArray) => {
      const b = a.mul(factor);
      return reads ? b.add((b.tolistSync() as number[]).length) : b.add(1);
    });
    for (let call = 0; call < 3; call++) {
      factor = call;
      fused(x);
    }
    reads = true;
    expect(() => fused(x)).toThrow(/^Cannot read/);
  });

  it("finds numbers in arrays that it makes", () => {
    let rate = 1;
    const fused = cu.fuse((a: cu.NDArray) =>
      a.mul(list([rate, 1, 1])).add(cu.array(rate, { device: "cpu" })),
    );
    for (let call = 0; call < 5; call++) {
      rate = call / 4;
      expect(fused(x).tolistSync()).toEqual([1.5 * rate, rate - 1, 2 + rate]);
    }
  });

  it("leaves no memory behind", () => {
    let w = list([1, 2, 3]);
    const fused = cu.fuse((a: cu.NDArray) =>
      a
        .mul(w)
        .add(list([1, 2, 3]))
        .mul(0.5),
    );
    const used = (): number => cu.device("cpu").memory().liveBytes;
    const call = (): void => {
      const before = w;
      w = before.mul(0.5);
      before.dispose();
      fused(x).dispose();
    };
    for (let k = 0; k < 4; k++) call();
    const before = used();
    for (let k = 0; k < 20; k++) call();
    expect(used()).toBe(before);
  });
});

describe("what a fused function returns is the caller's", () => {
  const functions: readonly [string, (a: cu.NDArray) => cu.NDArray][] = [
    ["zeros that it writes", (a) => cu.zeros([3], { device: "cpu" }).addInplace(a)],
    ["a view of them", (a) => cu.zeros([3], { device: "cpu" }).addInplace(a).reshape(3, 1)],
    ["`out`", (a) => cu.add(a, 1, { out: cu.empty([3], { device: "cpu" }) })],
    [
      "an array that it fills",
      (a) => ((own) => (own.fill(2), own.mulInplace(a)))(cu.empty([3], { device: "cpu" })),
    ],
    ["zeros", () => cu.zeros([3], { device: "cpu" })],
    ["a view of zeros", () => cu.zeros([3], { device: "cpu" }).reshape(3, 1)],
    ["an array of values", () => list([1, 2, 3])],
    [
      "the gradient of what is not used",
      (a) => cu.grad((p: { a: cu.NDArray; b: cu.NDArray }) => p.a.sum())({ a, b: a.add(1) }).b,
    ],
  ];
  it.each(functions)("%s", (_, f) => {
    const fused = cu.fuse(f);
    const wanted: unknown[] = [];
    const results = Array.from({ length: 5 }, (_unused, call) => {
      const result = fused(list([call, 1, 2]));
      result.addInplace(call);
      wanted.push(
        f(list([call, 1, 2]))
          .add(call)
          .tolistSync(),
      );
      return result;
    });
    expect(results.map((one) => one.tolistSync())).toEqual(wanted);
  });

  it("an array from outside is itself", () => {
    const [w, v] = [list([1, 2, 3]), list([4, 5, 6])];
    const fused = cu.fuse((a: cu.NDArray) => [w, v.reshape(3, 1), a.add(w)] as const);
    for (let call = 0; call < 5; call++) {
      const [same, column] = fused(x);
      expect(same).toBe(w);
      column.addInplace(1);
      expect(v.tolistSync()).toEqual([5 + call, 6 + call, 7 + call]);
    }
  });

  it.each([
    ["a map", (a: cu.NDArray) => new Map([["y", a.mul(2)]])],
    [
      "a class",
      (a: cu.NDArray) => ({
        y: [
          new (class Own {
            y = a.mul(2);
          })(),
        ],
      }),
    ],
    ["a function", (a: cu.NDArray) => [a, () => 1]],
  ])("%s is refused", (_, f) => {
    expect(() => cu.fuse(f as (a: cu.NDArray) => unknown)(x)).toThrow(
      /^Cannot fuse a function that returns this: its result must be .*\nTry: return a list or a plain object$/s,
    );
  });
});

describe("random functions of numbers and arrays of the closure", () => {
  it.each(Array.from({ length: 120 }, (_, seed) => seed))("seed %i", (seed) => {
    const next = random(seed);
    const below = (n: number): number => Math.floor(next() * n);
    let numbers = Array.from({ length: 3 }, () => below(40) / 8 - 2);
    let outside = [0, 1].map(() =>
      list([below(9), below(9) / 2, -below(9)]).reshape(...(below(2) ? [1, 3] : [3])),
    );
    const number = (at: number): number => numbers[at % 3] as number;
    const array = (at: number): cu.NDArray => outside[at % 2] as cu.NDArray;
    type Step = (a: cu.NDArray, b: cu.NDArray) => cu.NDArray;
    const kinds: readonly ((at: number) => Step)[] = [
      (at) => (a) => a.mul(number(at)),
      (at) => (a) => cu.subtract(number(at), a),
      (at) => (a) => a.add(array(at)),
      (at) => (a) => cu.where(a.greater(number(at)), a, array(at)),
      (at) => (a) => a.clip(-Math.abs(number(at)), 5),
      () => (a, b) => a.maximum(b),
      () => (a, b) => a.sub(b),
      () => (a) => a.abs().sqrt(),
      () => (a) => a.sum({ axis: -1, keepdims: true }).add(a),
      () => (a) => a.reshape(3),
      () => (a) => a.reshape(1, 3).T.reshape(3),
      () => (a) => cu.flip(a),
      (at) => (a) => a.add(list([number(at), 1, 2])),
      (at) => (a) => a.add(cu.full([3], number(at), { device: "cpu" })),
      (at) => (a) => {
        const own = a.copy();
        own.reshape(3).slice(["1:"]).mulInplace(number(at));
        return own;
      },
      (at) => (a) => {
        const own = list([1, 2, number(at)]);
        own.addInplace(a.reshape(3));
        return own.addInplace(number(at + 1));
      },
    ];
    const steps = Array.from({ length: 2 + below(10) }, () =>
      (kinds[below(kinds.length)] as (typeof kinds)[0])(below(6)),
    );
    const f = (a: cu.NDArray): readonly cu.NDArray[] => {
      const made = [a];
      for (const step of steps) made.push(step(made.at(-1) as cu.NDArray, made.at(-2) ?? a));
      return [made.at(-1) as cu.NDArray, made[made.length >> 1] as cu.NDArray];
    };
    const fused = cu.fuse(f);
    const read = (arrays: readonly cu.NDArray[]): unknown =>
      arrays.map((one) => [one.dtype, one.shape, one.tolistSync()]);
    warningsOf(() => {
      for (let call = 0; call < 6; call++) {
        const a = list([below(16) / 4, -below(16), below(16) / 8]);
        expect(read(fused(a))).toEqual(read(f(a)));
        numbers = numbers.map((one) => (call === 0 || below(2) === 0 ? below(40) / 8 - 2 : one));
        outside = outside.map((one) => (call === 0 || below(2) === 0 ? one.mul(0.5) : one));
      }
    });
  });
});
