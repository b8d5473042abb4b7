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
      return (inner[name] as (o: object) => cu.NDArray)(options);
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
    for (let call = 0; call < 2; call++) same(fused(a, b), wanted, text);
  }
});

const x = cu.random.generator(5).random([6, 20]).astype("float32");
const y = cu.random.generator(6).random([20]).astype("float32");

it("is one kernel, unless somebody else reads what is reduced", () => {
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
  for (const [f, count] of [
    [rows, 1],
    [shared, 2],
  ] as const) {
    f(x, y);
    f(x, y);
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
    a.mul(b).sub(0.1).max(1).square().sum();
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
