// Fused functions give what the functions give, with fewer kernels, call after call.
import { describe, expect, it, vi } from "vitest";
import * as cu from "../../../src/index.js";
import type { Backend } from "../../../src/backend/backend.js";
import { withoutAssembler } from "./without-assembler.js";

const { backend } = cu.device("cpu") as unknown as { readonly backend: Backend };

/** How many launches a function takes. */
function launchesOf(body: () => unknown): number {
  const launch = vi.spyOn(backend, "launch");
  try {
    body();
    return launch.mock.calls.length;
  } finally {
    launch.mockRestore();
  }
}

const x = cu.array([
  [0.5, -1, 2],
  [3, 0.25, -2],
]);
const y = cu.array([1, 2, 3]);

describe("fuse", () => {
  it("makes one kernel of a chain, the third time on", () => {
    const f = (a: cu.NDArray, b: cu.NDArray): cu.NDArray =>
      a.mul(b).add(a.mul(b)).mul(0.5).sub(b).sqrt().isnan();
    const fused = cu.fuse(f);
    const wanted = f(x, y).tolistSync();
    expect(fused(x, y).tolistSync()).toEqual(wanted);
    expect(fused(x, y).tolistSync()).toEqual(wanted);
    expect(launchesOf(() => fused(x, y))).toBe(1);
    expect(fused(x.mul(-1), y).tolistSync()).toEqual(f(x.mul(-1), y).tolistSync());
  });

  it("makes few kernels of a chain of thousands of operations", () => {
    const f = (a: cu.NDArray): cu.NDArray => {
      let own = a;
      for (let k = 0; k < 2000; k++) own = own.mul(0.999).add(1);
      return own;
    };
    const fused = cu.fuse(f);
    const wanted = f(x).tolistSync();
    expect(fused(x).tolistSync()).toEqual(wanted);
    expect(fused(x).tolistSync()).toEqual(wanted);
    expect(launchesOf(() => fused(x))).toBeLessThan(100);
  });

  it("gives what is returned on the way by the same kernel, and computes single numbers where they are used", () => {
    const adam = (w: cu.NDArray, m: cu.NDArray, g: cu.NDArray, rate: cu.NDArray) => {
      const first = m.mul(0.5).add(g.mul(0.25));
      const isLarge = first.greater(0.5);
      const next = w.sub(first.mul(rate.mul(2).add(1)));
      return { first, isLarge, w: cu.where(isLarge, next.mul(cu.ones([3])), w) };
    };
    const args = [x, x.mul(2), y, cu.array(0.5)] as const;
    const read = (found: ReturnType<typeof adam>): unknown =>
      Object.values(found).map((one) => one.tolistSync());
    const wanted = read(adam(...args));
    const compare = (isCompiled: boolean): void => {
      const fused = cu.fuse(adam);
      for (let round = 0; round < 3; round++) expect(read(fused(...args))).toEqual(wanted);
      // What is stretched, as g here, is computed once.
      if (!isCompiled) expect(launchesOf(() => fused(...args))).toBe(2);
      const whole = [x, x.mul(2), x, x.mul(0.25)] as const;
      for (let round = 0; round < 3; round++) expect(read(fused(...whole))).toEqual(read(adam(...whole)));
    };
    compare(false);
    // Devices that compile have CUDA C++ of the same kernel.
    withoutAssembler(() => compare(true));
  });

  it("computes all else as it is: views, reductions, products, several results, what is captured", () => {
    const weight = cu.array([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    const f = (a: cu.NDArray, { b }: { b: cu.NDArray }) => {
      const hidden = a.matmul(weight).add(b).relu();
      const turned = hidden.mul(2).T.add(1).neg();
      return { hidden, sum: turned.sum({ axis: 0 }), list: [turned.reshape([4]).abs(), a] };
    };
    const fused = cu.fuse(f);
    const read = (found: ReturnType<typeof f>): unknown[] =>
      [found.hidden, found.sum, ...found.list].map((one) => one.tolistSync());
    const b = cu.array([0.5, -1]);
    const wanted = read(f(x, { b }));
    expect(read(fused(x, { b }))).toEqual(wanted);
    expect(read(fused(x, { b }))).toEqual(wanted);
    weight.fill(1);
    expect(read(fused(x, { b }))).toEqual(read(f(x, { b })));
    expect(fused(x, { b }).list[1]).toBe(x);
  });

  it("puts gradients of parts beside each other where they make the whole", () => {
    const whole = cu.random.generator(3).random([3, 4, 5]).astype("float32");
    const one = whole.slice([0]).mul(2);
    const loss = (a: cu.NDArray): cu.NDArray => {
      const [q, k, v] = [0, 1, 2].map((part) => a.slice([part])) as [cu.NDArray, cu.NDArray, cu.NDArray];
      return q.mul(k.T.matmul(v).sum()).add(v.mul(k)).sum();
    };
    const twice = (a: cu.NDArray): cu.NDArray =>
      a
        .slice([0])
        .mul(a.slice([0]))
        .mul(a.slice([1]))
        .mul(one)
        .sum();
    for (const f of [loss, twice]) {
      const step = cu.fuse(cu.grad(f));
      const wanted = cu.grad(f)(whole).tolistSync();
      for (let call = 0; call < 3; call++) expect(step(whole).tolistSync()).toEqual(wanted);
    }
    const step = cu.fuse(
      cu.grad((a: cu.NDArray) =>
        a
          .slice([1])
          .mul(one)
          .add(a.slice([0]).sin())
          .add(a.slice([2]).exp())
          .sum(),
      ),
    );
    step(whole);
    step(whole).tolistSync();
    // The three gradients, and three copies to their places.
    expect(launchesOf(() => step(whole))).toBeLessThanOrEqual(6);
  });

  it("runs the function once for each set of shapes, dtypes and constants", () => {
    let runs = 0;
    const fused = cu.fuse((a: cu.NDArray, factor: number) => {
      runs++;
      return a.mul(factor).add(1);
    });
    for (const factor of [2, 2, 3, 3])
      expect(fused(y, factor).tolistSync()).toEqual(y.mul(factor).add(1).tolistSync());
    // Twice each: what the second run does is compared with the first.
    expect(runs).toBe(4);
    expect(fused(x, 2).shape).toEqual([2, 3]);
    expect(fused(y.astype("int32"), 2).dtype).toBe("int32");
    expect(runs).toBe(6);
  });

  it("refuses a function that does something else each time, but not one that sets something up", () => {
    let calls = 0;
    const changing = cu.fuse((a: cu.NDArray) => (calls++ % 2 === 0 ? a.add(1) : a.mul(2)));
    changing(x);
    changing(x);
    expect(() => changing(x)).toThrow("it did cuts::multiply and then cuts::add");
    let kept: cu.NDArray | undefined;
    const set = cu.fuse((a: cu.NDArray) => a.add((kept ??= cu.unscoped(() => y.mul(2)))));
    for (let round = 0; round < 4; round++) expect(set(x).tolistSync()).toEqual(x.add(y.mul(2)).tolistSync());
  });

  it("tells which argument makes it run again and again", () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const fused = cu.fuse((a: cu.NDArray, factor: number) => a.mul(factor));
    for (let factor = 0; factor < 12; factor++) fused(x, factor);
    const told = warn.mock.calls.map(([text]) => String(text));
    warn.mockRestore();
    expect(told).toEqual([expect.stringContaining("argument 2 is now number 8")]);
  });

  it("keeps the order of what is written in place", () => {
    const step = (a: cu.NDArray): cu.NDArray => {
      const before = a.mul(10);
      a.addInplace(1);
      return before.add(a);
    };
    const [own, other] = [cu.array([1, 2]), cu.array([1, 2])];
    const fused = cu.fuse(step);
    for (let round = 0; round < 3; round++) expect(fused(own).tolistSync()).toEqual(step(other).tolistSync());
    expect(own.tolistSync()).toEqual([4, 5]);
  });

  it("trains with gradients inside, as without it", () => {
    const model = () => ({
      w: cu.array([
        [0.5, -0.25],
        [0.1, 0.3],
        [-0.4, 0.2],
      ]),
      b: cu.zeros([2]),
    });
    const target = cu.array([
      [1, 0],
      [0, 1],
    ]);
    const train = (p: ReturnType<typeof model>, input: cu.NDArray) => {
      const loss = (own: typeof p) => input.matmul(own.w).add(own.b).tanh().sub(target).square().mean();
      const { value, grads } = cu.valueAndGrad(loss)(p);
      return { value, w: p.w.sub(grads.w.mul(0.5)), b: p.b.sub(grads.b.mul(0.5)) };
    };
    const fused = cu.fuse(train);
    let plain = model();
    let own = model();
    const losses: number[][] = [];
    for (let round = 0; round < 5; round++) {
      const wanted = train(plain, x);
      const found = fused(own, x);
      losses.push([Number(wanted.value.itemSync()), Number(found.value.itemSync())]);
      plain = { w: wanted.w, b: wanted.b };
      own = { w: found.w, b: found.b };
    }
    for (const [wanted = 0, found = 1] of losses) expect(found).toBeCloseTo(wanted, 6);
    expect(losses[4]?.[1]).toBeLessThan(losses[0]?.[1] ?? 0);
    expect(launchesOf(() => fused(own, x))).toBeLessThan(launchesOf(() => train(plain, x)));
  });

  it("has gradients itself, and may be called in another one", () => {
    const f = cu.fuse((a: cu.NDArray) => cu.expr`sum(${a} ** 3 + ${a})`);
    expect(cu.grad(f)(y).tolistSync()).toEqual([4, 13, 28]);
    const outer = cu.fuse((a: cu.NDArray) => f(a).mul(2));
    expect([outer(y).itemSync(), outer(y).itemSync()]).toEqual([84, 84]);
  });

  it("leaves no memory behind", () => {
    const f = cu.fuse((a: cu.NDArray) => a.mul(2).add(1).exp().sum());
    // The first two calls are those of the function, the third one makes the kernel.
    for (let round = 0; round < 3; round++) f(x).dispose();
    const before = backend.memory().liveBytes;
    const handles = cu.liveHandles().length;
    for (let round = 0; round < 1000; round++) f(x).dispose();
    expect(backend.memory().liveBytes).toBe(before);
    expect(cu.liveHandles().length).toBe(handles);
  });

  it.each([
    [
      "reads",
      (a: cu.NDArray) => a.mul(a.sum().itemSync()),
      "Cannot read an array in a function that fuse() traces",
    ],
    [
      "reads later",
      (a: cu.NDArray) => {
        a.item(0).catch(() => {});
        return a.mul(2);
      },
      "Cannot read an array",
    ],
    ["draws", (a: cu.NDArray) => a.add(cu.random.normal([3])), "Cannot draw random numbers"],
    ["is async", (async (a: cu.NDArray) => a.mul(2)) as never, "Cannot fuse an async function"],
  ] as const)("refuses a function that %s", (_, f, message) => {
    expect(() => cu.fuse(f as (a: cu.NDArray) => unknown)(y)).toThrow(message);
    // Nothing is left over.
    expect(y.mul(2).tolistSync()).toEqual([2, 4, 6]);
  });

  it.each([
    ["array", () => cu.array([0, 1, 2])],
    ["zeros", () => cu.zeros([3])],
    ["arange", () => cu.arange(3)],
    ["linspace", () => cu.linspace(0, 1, 3)],
    ["eye", () => cu.eye(3)],
    ["buffer", () => cu.buffer("float32", [4, 5, 6])],
    [
      "part of an array",
      () =>
        cu
          .array([
            [0, 1, 2],
            [3, 4, 5],
          ])
          .slice(1),
    ],
    [
      "whole of an array whose part is written",
      () => {
        const whole = cu.array([
          [0, 1, 2],
          [3, 4, 5],
        ]);
        whole.slice(0).addInplace(1);
        return whole;
      },
    ],
  ] as const)("makes an array that it writes anew at each call: %s", (_, make) => {
    const f = (a: cu.NDArray) => {
      const own = make() as cu.NDArray;
      const before = own.mul(1);
      own.addInplace(a);
      own.mulInplace(2);
      return { before, own, again: own.add(0) };
    };
    const fused = cu.fuse(f);
    const read = (found: ReturnType<typeof f>): unknown =>
      Object.values(found).map((one) => one.tolistSync());
    const wanted = read(f(y));
    const all = [1, 2, 3].map(() => fused(y));
    for (const found of all) expect(read(found)).toEqual(wanted);
  });

  it("tells one array given twice from two", () => {
    const fused = cu.fuse((a: cu.NDArray, b: cu.NDArray) => a.mul(10).add(b));
    const [one, two] = [cu.array([1]), cu.array([2])];
    expect(
      [fused(one, one), fused(one, two), fused(two, one), fused(two, two)].map((own) => own.itemSync()),
    ).toEqual([11, 12, 21, 22]);
  });

  it("tells constants apart that look alike", () => {
    const divided = cu.fuse((x: cu.NDArray, by: number) => x.div(by));
    const one = cu.array([1], { device: "cpu" });
    expect([0, -0, 0].map((by) => divided(one, by).tolistSync())).toEqual([
      [Infinity],
      [-Infinity],
      [Infinity],
    ]);
    const counted = cu.fuse((x: cu.NDArray, ...texts: string[]) => x.add(texts.length));
    expect(counted(one, 'a";"b').tolistSync()).toEqual([2]);
    expect(counted(one, "a", "b").tolistSync()).toEqual([3]);
    expect(counted(one, "a;string b").tolistSync()).toEqual([2]);
  });
});
