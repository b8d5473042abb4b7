// Functions that are fused and begin by taking elements at places: one kernel, which gives what the function gives, reports wrong
// places as `take` does, and has gradients, inside and around.
import { expect, it, vi } from "vitest";
import * as cu from "../../../src/index.js";
import type { Backend } from "../../../src/backend/backend.js";
import { random } from "./random.js";
import { values } from "./random-expressions.js";

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

function same(given: cu.NDArray, wanted: cu.NDArray, text: string): void {
  expect([given.dtype, given.shape], text).toEqual([wanted.dtype, wanted.shape]);
  expect([...values(given)], text).toEqual([...values(wanted)]);
}

it("gives what the function gives, for any axis, dtype and mode", () => {
  const rng = random(91);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(rng() * list.length)] as T;
  const generator = cu.random.generator(4);
  for (let round = 0; round < 80; round++) {
    const shape = pick([[9], [1], [5, 7], [7, 40], [3, 4, 5], [2, 33, 3]]);
    const axis = Math.floor(rng() * shape.length);
    const dtype = pick(["float32", "float64", "int64"] as const);
    const places = pick([[11], [2, 3], [1], [37], []]);
    const mode = pick(["raise", "wrap", "clip"] as const);
    const size = shape[axis] as number;
    const bound = mode === "raise" ? size : 3 * size;
    let x: cu.NDArray = generator.integers(0, 100, shape).astype(dtype);
    if (rng() < 0.3) x = x.transpose().copy().transpose();
    const index = generator.integers(-bound, bound, places, { dtype: pick(["int32", "int64"] as const) });
    const f = (a: cu.NDArray, i: cu.NDArray): cu.NDArray => {
      const taken = a.take(i, { axis, mode }).astype("float64");
      return taken.mul(2).add(taken.square());
    };
    const fused = cu.fuse(f);
    fused(x, index);
    const text = `${dtype}[${shape.join()}] along ${axis} at [${places.join()}], ${mode}`;
    same(fused(x, index), f(x, index), text);
  }
});

const table = cu.random.generator(5).random([50, 24]).astype("float32");
const ids = cu.random.generator(6).integers(-50, 50, [6, 20]);
const bias = cu.random.generator(7).random([24]).astype("float32");

it("is one kernel, with a reduction at its end too", async () => {
  const embed = (a: cu.NDArray, i: cu.NDArray, b: cu.NDArray): cu.NDArray =>
    a.take(i, { axis: 0 }).add(b).relu();
  const pooled = (a: cu.NDArray, i: cu.NDArray, b: cu.NDArray): cu.NDArray =>
    embed(a, i, b).mean({ axis: 1 });
  const largest = (a: cu.NDArray, i: cu.NDArray, b: cu.NDArray): cu.NDArray =>
    embed(a, i, b).max({ axis: -1 });
  for (const f of [embed, pooled, largest]) {
    const fused = cu.fuse(f);
    fused(table, ids, bias);
    // Nothing is compiled any more, which later launches would wait for.
    await fused(table, ids, bias).tolist();
    expect(launchesOf(() => fused(table, ids, bias))).toBe(1);
    same(fused(table, ids, bias), f(table, ids, bias), f.name);
  }
});

it("reads what the function has computed before, and what it takes twice", () => {
  const f = (a: cu.NDArray, i: cu.NDArray): cu.NDArray => {
    const own = a.mul(2);
    const moved = i.add(1);
    const taken = own.take(moved, { axis: 0 });
    return taken.add(own.take(moved.sub(1), { axis: 0 })).sub(taken.square());
  };
  const [a, i] = [cu.arange(12).astype("float64"), cu.array([3, 0, 10, 7, 7]).astype("int64")] as const;
  const fused = cu.fuse(f);
  for (let call = 0; call < 3; call++) same(fused(a, i), f(a, i), "both");
});

it("reports a place that is not there as take does", async () => {
  const f = cu.fuse((a: cu.NDArray, i: cu.NDArray) => a.take(i, { axis: 0 }).mul(2));
  const a = cu.arange(5).astype("float32");
  await f(a, cu.array([0, 1, 4]).astype("int64")).tolist();
  const wrong = cu.array([0, 5, 4]).astype("int64");
  const plain = a.take(wrong, { axis: 0 });
  const told = await plain.tolist().then(
    () => "",
    (error: unknown) => (error as Error).message.split("\n")[0] ?? "",
  );
  expect(told).toContain("5");
  await expect(f(a, wrong).tolist()).rejects.toThrow(told);
  await expect(f(a, wrong).tolist()).rejects.toThrow("fuse-gathers.test.ts");
  expect(await f(a, cu.array([-5, -1, 0]).astype("int64")).tolist()).toEqual([0, 8, 0]);
});

it("has gradients, inside and around", () => {
  const loss = (a: cu.NDArray): cu.NDArray => a.take(ids, { axis: 0 }).mul(bias).square().sum(-1).mean();
  const plain = cu.valueAndGrad(loss)(table);
  const inside = cu.fuse(cu.valueAndGrad(loss));
  for (const f of [inside, inside, cu.valueAndGrad(cu.fuse(loss))]) {
    const { value, grads } = f(table);
    same(value, plain.value, "value");
    same(grads, plain.grads, "gradient");
  }
});
