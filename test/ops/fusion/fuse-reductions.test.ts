// Functions that are fused and reduce what they computed: one kernel, which gives what the function gives, for random shapes, strides,
// dtypes and axes; and their gradients, both ways.
import { expect, it, vi } from "vitest";
import * as cu from "../../../src/index.js";
import type { Backend } from "../../../src/backend/backend.js";
import { random } from "./random.js";
import { makeArray, values } from "./random-expressions.js";

const { backend } = cu.device("cpu") as unknown as { readonly backend: Backend };
const ends = ["sum", "mean", "prod", "max", "min", "any", "all"] as const;

function launchesOf(body: () => unknown): number {
  const launch = vi.spyOn(backend, "launch");
  try {
    body();
    return launch.mock.calls.length;
  } finally {
    launch.mockRestore();
  }
}

function same(given: cu.NDArray, wanted: cu.NDArray, text: string): void {
  expect([given.dtype, given.shape], text).toEqual([wanted.dtype, wanted.shape]);
  expect([...values(given)], text).toEqual([...values(wanted)]);
}

it("gives what the function gives", () => {
  const rng = random(78);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(rng() * list.length)] as T;
  const shapes = [
    [],
    [1],
    [7],
    [0],
    [0, 3],
    [3, 0],
    [64],
    [3, 5],
    [5, 33],
    [33, 5],
    [2, 1, 13],
    [4, 6, 5],
    [1, 1],
  ];
  for (let round = 0; round < 120; round++) {
    const shape = pick(shapes);
    const dtype = pick(["int32", "int64", "float32", "float64"] as const);
    const [a, b] = [makeArray(rng, shape, "whole", dtype), makeArray(rng, shape, "any", dtype)];
    const name = pick(ends);
    const axis = rng() < 0.3 ? undefined : [...shape.keys()].filter(() => rng() < 0.5);
    const options = { ...(axis && { axis }), ...(rng() < 0.3 ? { keepdims: true } : {}) };
    const f = (x: cu.NDArray, y: cu.NDArray): cu.NDArray => {
      const inner = name === "prod" ? x.mul(x).sub(x.mul(x)).add(1) : x.mul(2).sub(y);
      return (inner as unknown as Record<typeof name, (o: object) => cu.NDArray>)[name](options);
    };
    const text = `${name} of ${dtype}[${shape.join()}] along ${axis?.join()}`;
    let wanted: cu.NDArray;
    try {
      wanted = f(a, b);
    } catch (error) {
      expect(() => cu.fuse(f)(a, b), text).toThrow((error as Error).message);
      continue;
    }
    const fused = cu.fuse(f);
    for (let call = 0; call < 3; call++) same(fused(a, b), wanted, text);
  }
});

it("adds and multiplies floats in the order of reductions, whatever the shape", () => {
  // Ends of vectors, of runs and of parts; rows, columns, and axes between others.
  const shapes = [[1], [17], [2047], [2049], [300_001], [40, 700], [700, 40], [3, 130, 17], [300, 1000]];
  const generator = cu.random.generator(7);
  for (const shape of shapes)
    for (const dtype of ["float32", "float64"] as const) {
      const a = generator.random(shape).astype(dtype).sub(0.5);
      const b = generator.random([shape.at(-1) as number]).astype(dtype);
      const axes = [undefined, 0, shape.length - 1, shape.length > 2 ? 1 : 0];
      for (const axis of new Set(axes))
        for (const [name, shift] of [
          ["sum", 0.25],
          ["mean", 0.25],
          ["prod", 1],
        ] as const) {
          const f = (one: cu.NDArray, other: cu.NDArray): cu.NDArray => {
            const inner = one.mul(other).add(shift);
            return (inner[name] as (along?: number) => cu.NDArray)(axis);
          };
          const fused = cu.fuse(f);
          fused(a, b);
          same(fused(a, b), f(a, b), `${name} of ${dtype}[${shape.join()}] along ${axis}`);
        }
    }
});

it("adds floats that lie in another order, or are broadcast", () => {
  const generator = cu.random.generator(8);
  const wide = generator.random([60, 50]).transpose();
  const deep = generator.random([6, 7, 40]).transpose(1, 0, 2);
  const row = generator.random([1, 60]);
  const cases: readonly (readonly [cu.NDArray, cu.NDArray])[] = [
    [wide, wide],
    [wide, row],
    [deep, deep],
    [generator.random([50, 1]), row],
    [generator.random([100]).slice(["::3"]), cu.array(2)],
  ];
  for (const [a, b] of cases)
    for (let axis = 0; axis < a.ndim; axis++) {
      const f = (one: cu.NDArray, other: cu.NDArray): cu.NDArray => one.mul(other).sub(0.5).sum(axis);
      const fused = cu.fuse(f);
      fused(a, b);
      same(fused(a, b), f(a, b), `[${a.shape.join()}] by ${a.strides.join()} along ${axis}`);
    }
});

it("keeps what is infinite or no number", () => {
  const values = Float32Array.from({ length: 70 }, (_, at) => (at === 9 ? Infinity : at === 40 ? 3e38 : at));
  const big = cu.array(values).reshape([7, 10]);
  const f = (a: cu.NDArray): cu.NDArray => a.mul(2).sum(1);
  const fused = cu.fuse(f);
  for (let call = 0; call < 3; call++)
    expect(fused(big).tolistSync()).toEqual([Infinity, 290, 490, 690, Infinity, 1090, 1290]);
  const nan = cu.fuse((a: cu.NDArray) => a.sub(Infinity).mean(1));
  for (let call = 0; call < 3; call++) expect((nan(big).tolistSync() as number[])[0]).toBeNaN();
});

const x = cu.random.generator(5).random([6, 20]).astype("float32");
const y = cu.random.generator(6).random([20]).astype("float32");

it("is one kernel, unless somebody else reads what is reduced", async () => {
  const rows = cu.fuse((a: cu.NDArray, b: cu.NDArray) => a.sub(b).square().max(1));
  const shared = cu.fuse((a: cu.NDArray, b: cu.NDArray) => {
    const far = a.sub(b).square();
    return { far, most: far.max({ axis: 1, keepdims: true }) };
  });
  const written = cu.fuse((a: cu.NDArray, b: cu.NDArray) => {
    const far = a.sub(b).square();
    const kept = a.add(0);
    kept.fill(2);
    return far.max(1).add(kept.max(1));
  });
  const added = cu.fuse((a: cu.NDArray, b: cu.NDArray) => a.sub(b).square().sum(1));
  const columns = cu.fuse((a: cu.NDArray, b: cu.NDArray) => a.sub(b).square().mean({ axis: 0 }));
  for (const [f, count] of [
    [rows, 1],
    [shared, 2],
    [added, 1],
    [columns, 1],
  ] as const) {
    f(x, y);
    f(x, y);
    // Nothing is compiled any more, which later launches would wait for.
    await cu.device("cpu").synchronize();
    expect(launchesOf(() => f(x, y))).toBe(count);
  }
  const wanted = x.sub(y).square();
  for (let call = 0; call < 3; call++) {
    same(rows(x, y), wanted.max(1), "rows");
    same(shared(x, y).most, wanted.max({ axis: 1, keepdims: true }), "most");
    same(shared(x, y).far, wanted, "far");
    same(written(x, y), wanted.max(1).add(2), "written");
  }
});

it("has gradients, inside and around", () => {
  const loss = ([a, b]: readonly [cu.NDArray, cu.NDArray]): cu.NDArray =>
    a.mul(b).sub(0.1).max(1).square().sum().add(a.mul(b).sub(a).sum(0).square().mean());
  const both = [x, y] as const;
  const plain = cu.valueAndGrad(loss)(both);
  const inside = cu.fuse(cu.valueAndGrad(loss));
  const around = cu.valueAndGrad(cu.fuse(loss));
  for (const f of [inside, inside, around]) {
    const { value, grads } = f(both);
    same(value, plain.value, "value");
    same(grads[0], plain.grads[0], "first gradient");
    same(grads[1], plain.grads[1], "second gradient");
  }
});

it("has gradients that finite differences have", () => {
  const [a, b] = [x.astype("float64"), y.astype("float64")] as const;
  const loss = (own: cu.NDArray): cu.NDArray => own.mul(b).exp().sum(1).square().mean();
  const step = cu.fuse(cu.valueAndGrad(loss));
  step(a);
  const { grads } = step(a);
  const found = grads.dataSync() as Float64Array;
  for (const at of [0, 33, 119]) {
    const h = 1e-6;
    const moved = (by: number): number => {
      const own = a.copy();
      const data = own.reshape([-1]);
      data.set([data.itemSync(at) + by], at);
      return loss(own).itemSync() as number;
    };
    const wanted = (moved(h) - moved(-h)) / (2 * h);
    // The error of a central difference: h² times the third derivative, and rounding over h.
    expect(Math.abs((found[at] as number) - wanted)).toBeLessThan(1e-6 * Math.max(1, Math.abs(wanted)));
  }
});
