// Expressions that end in a reduction: one kernel, which gives what the operations give, for random shapes, strides, dtypes and axes.
import { expect, it } from "vitest";
import * as cu from "../../../src/index.js";
import { fusionCounts } from "../../../src/ops/fusion/fused-kernel.js";
import { random } from "./random.js";
import { makeArray, values } from "./random-expressions.js";

const ends = ["sum", "mean", "prod", "max", "min", "any", "all"] as const;

/** An expression over $0 and $1 with a reduction around it. */
function reduced(name: string, inner: string, axes: readonly number[] | undefined, keepdims: boolean) {
  const options = `${axes === undefined ? "" : `, axis=[${axes.join()}]`}${keepdims ? ", keepdims=true" : ""}`;
  const text = `${name}(${inner}${options})`;
  const order = [...text.matchAll(/\$(\d)/g)].map(([, at]) => Number(at));
  const pieces = text.split(/\$\d/) as unknown as TemplateStringsArray;
  return (...given: readonly cu.NDArray[]): cu.NDArray =>
    cu.expr(pieces, ...order.map((at) => given[at] as cu.NDArray));
}

function close(given: cu.NDArray, wanted: cu.NDArray, text: string): void {
  expect([given.dtype, given.shape], text).toEqual([wanted.dtype, wanted.shape]);
  const right = [...values(wanted)];
  for (const [at, one] of [...values(given)].entries()) {
    const other = right[at];
    if (typeof one !== "number" || typeof other !== "number" || Object.is(one, other) || one === other) {
      expect(one, text).toEqual(other);
      continue;
    }
    // Functions of vectors are rounded differently; elements are at most some hundreds.
    const scale = Math.max(Math.abs(other), 1) * (wanted.dtype === "float32" ? 3e-5 : 1e-11);
    if (!(Math.abs(one - other) <= scale)) expect(`${text}: ${one}`).toBe(`${text}: ${other}`);
  }
}

type Value = number | boolean;

/** The reductions, in JavaScript. */
const right: Readonly<Record<(typeof ends)[number], (all: readonly Value[]) => Value>> = {
  sum: (all) => all.reduce<number>((total, one) => total + Number(one), 0),
  mean: (all) => all.reduce<number>((total, one) => total + Number(one), 0) / all.length,
  prod: (all) => all.reduce<number>((total, one) => total * Number(one), 1),
  max: (all) => (typeof all[0] === "boolean" ? all.some(Boolean) : Math.max(...(all as number[]))),
  min: (all) => (typeof all[0] === "boolean" ? all.every(Boolean) : Math.min(...(all as number[]))),
  // NaN is not 0.
  any: (all) => all.some((one) => one !== 0 && one !== false),
  all: (all) => all.every((one) => one !== 0 && one !== false),
};

function dtypeOf(name: (typeof ends)[number], dtype: cu.DType): cu.DType {
  if (name === "any" || name === "all") return "bool";
  if (name === "max" || name === "min" || dtype.startsWith("float")) return dtype;
  return name === "mean" ? "float64" : "int64";
}

function flat(x: cu.NDArray, shape: readonly number[]): Value[] {
  const list = cu.broadcastTo(x, shape).tolistSync() as unknown as Value | bigint | readonly never[];
  return ([list] as readonly (Value | bigint)[])
    .flat(9 as 1)
    .map((one) => (typeof one === "bigint" ? Number(one) : one));
}

it("gives what its elements are reduced to", () => {
  const rng = random(77);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(rng() * list.length)] as T;
  const shapes = [[], [1], [7], [64], [1031], [3, 5], [5, 33], [33, 5], [2, 1, 13], [4, 6, 5], [3, 2, 4, 9]];
  for (let round = 0; round < 250; round++) {
    const shape = pick(shapes);
    const dtype = pick(["bool", "int32", "int64", "float32", "float64"] as const);
    const [a, b] = [makeArray(rng, shape, "whole", dtype), makeArray(rng, shape, "any", dtype)];
    const name = pick(ends);
    const axes = rng() < 0.3 ? undefined : [...shape.keys()].filter(() => rng() < 0.5);
    const keepdims = rng() < 0.3;
    const told = ({ shape: own, strides }: cu.NDArray): string => `[${own.join()}] by ${strides.join()}`;
    const text = `${name} of ${dtype}[${shape.join()}] along ${axes?.join()} of ${told(a)} and ${told(b)}`;
    const isProduct = name === "prod";
    const inner = isProduct
      ? dtype === "bool"
        ? "$0 && $0"
        : "$0 * 1"
      : dtype === "bool"
        ? "$0 || $1"
        : "$0 - $1";
    const other = flat(b, shape);
    const elements = flat(a, shape).map((one, at): Value => {
      if (isProduct) return one;
      const second = other[at] as Value;
      if (typeof one === "boolean") return one || Boolean(second);
      return dtype === "float32" ? Math.fround(one - Number(second)) : one - Number(second);
    });
    const isReduced = (axis: number): boolean => axes === undefined || axes.includes(axis);
    const groups = new Map<string, Value[]>();
    for (const [at, one] of elements.entries()) {
      let rest = at;
      const place = shape.map(() => 0);
      for (let axis = shape.length - 1; axis >= 0; axis--) {
        place[axis] = isReduced(axis) ? 0 : rest % (shape[axis] as number);
        rest = Math.floor(rest / (shape[axis] as number));
      }
      groups.set(place.join(), [...(groups.get(place.join()) ?? []), one]);
    }
    const given = reduced(name, inner, axes, keepdims)(a, b);
    const kept = shape.flatMap((size, axis) => (isReduced(axis) ? (keepdims ? [1] : []) : [size]));
    expect([given.dtype, given.shape], text).toEqual([dtypeOf(name, dtype), kept]);
    for (const [at, one] of flat(given, given.shape).entries()) {
      const all = [...groups.values()][at] as Value[];
      const exact = right[name](all);
      const wanted = dtype === "float32" && typeof exact === "number" ? Math.fround(exact) : exact;
      if (typeof one === "boolean" || Object.is(one, wanted)) expect(one, text).toBe(wanted);
      else {
        // The rounding of float32, of a sum in another order else; integers beyond 2^53 wrap, or are rounded here.
        const size =
          name === "prod" ? Math.abs(Number(wanted)) : right.sum(all.map((x) => Math.abs(Number(x))));
        const scale = Math.max(Number(size), 1) * (dtype === "float32" ? 1e-6 : 1e-12);
        if (Math.abs(Number(wanted)) > 2 ** 53 && !dtype.startsWith("float")) continue;
        if (!(Math.abs(one - Number(wanted)) <= scale))
          expect(`${text}: ${one}`).toBe(`${text}: ${String(wanted)}`);
      }
    }
  }
});

it("is one kernel where elements that become one are side by side", () => {
  const x = cu.arange(0, 40 * 50, 1, { dtype: "float32" }).reshape([40, 50]);
  const rows = (): cu.NDArray => cu.expr`sum(sin(${x}) * 2, axis=1)`;
  const columns = (): cu.NDArray => cu.expr`mean(cos(${x.transpose()}) * 2, axis=0)`;
  for (const compute of [rows, columns]) {
    const before = fusionCounts.made;
    compute();
    expect(fusionCounts.made - before).toBe(1);
    compute();
    expect(fusionCounts.made - before).toBe(1);
  }
  close(rows(), x.sin().mul(2).sum(1), "rows");
  close(columns(), x.cos().mul(2).mean(1), "columns");
  const across = cu.expr`mean(sin(${x}) * 2, axis=0)`;
  close(across, x.sin().mul(2).mean(0), "across");
});

it("cuts few large results into parts", () => {
  const x = cu.random.generator(3).random([640, 1000]);
  close(cu.expr`mean(${x} * ${x})`, x.mul(x).mean(), "all");
  close(cu.expr`max(${x} - 0.5)`, x.sub(0.5).max(), "largest");
  close(cu.expr`sum(${x} + 1, axis=1, keepdims=true)`, x.add(1).sum({ axis: 1, keepdims: true }), "rows");
  close(cu.expr`sum(${x} + 1, axis=0)`, x.add(1).sum(0), "columns");
  close(cu.expr`all(${x} < 2)`, x.less(2).all(), "all");
});

it("knows NaN, and elements that a short form is not for", () => {
  const x = cu.array([
    [1, 1e30, 3, Number.NaN],
    [4, 5, 6, 7],
  ]);
  expect(cu.expr`max(${x} * 2, axis=1)`.tolistSync()).toEqual([Number.NaN, 14]);
  const large = cu.array(Float32Array.from({ length: 30 }, (_, at) => (at % 7 === 3 ? 1e6 : at)));
  close(cu.expr`sum(sin(${large}))`, large.sin().sum(), "sum of sines");
});
