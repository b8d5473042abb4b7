// Calls leave nothing behind but their results: no temporary, no view of one, and after an error nothing at all.

import { afterAll, describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { watchHandles } from "./left-behind.js";

const x = cu.array([
  [3, 1, 2],
  [1, 9, 4],
]);
const square = cu.array(
  [
    [4, 1],
    [1, 3],
  ],
  { dtype: "float64" },
);
const whole = cu.array([0, 2, 2, 1], { dtype: "int32" });
const row = cu.array([1, 2, 3], { dtype: "int32" });
const empty = cu.zeros([0, 2]);

const calls: Readonly<Record<string, () => unknown>> = {
  add: () => cu.add(x, 1.5),
  "add of two numbers": () => cu.add(1, 2),
  "add of other dtypes, broadcast": () => cu.add(x, row),
  where: () => cu.where(x, 1, 0),
  clip: () => x.clip(1, 3),
  round: () => cu.round(x, { decimals: 1 }),
  var: () => x.var({ axis: 0 }),
  softmax: () => x.softmax({ axis: 0 }),
  logsumexp: () => cu.logsumexp(x),
  norm: () => cu.norm(x, { ord: 3 }),
  cumsum: () => x.cumsum({ axis: 0 }),
  sort: () => x.sort({ axis: 0 }),
  topk: () => cu.topk(x, 2),
  unique: () => cu.unique(x),
  uniqueAll: () => cu.uniqueAll(x),
  isin: () => cu.isin(x, x),
  searchsorted: () => cu.searchsorted(whole, 1.5, { sorter: [0, 3, 1, 2] }),
  histogram: () => cu.histogram(x, { bins: [0, 1, 5], density: true }),
  bincount: () => cu.bincount(whole, { minlength: 5 }),
  quantile: () => cu.quantile(x, [0.1, 0.5], { axis: 0, method: "hazen" }),
  nonzero: () => cu.nonzero(x),
  masked: () => x.masked([true, false]),
  take: () => x.take([0, 1], { axis: 1 }),
  slice: () => x.slice([[0, 1], ":"]),
  concatenate: () => cu.concatenate([x, x], { axis: 1 }),
  pad: () => cu.pad(x, 1, { mode: "reflect" }),
  roll: () => cu.roll(x, 1),
  repeat: () => cu.repeat(x, 2),
  diff: () => cu.diff(x),
  einsum: () => cu.einsum("ij,kj->ik", x, x),
  matmul: () => square.matmul(x),
  solve: () => cu.linalg.solve(square, square),
  svd: () => cu.linalg.svd(square),
  eigh: () => cu.linalg.eigh(square),
  fft: () => cu.fft.fft(x, { n: 5, axis: 0 }),
  convolve: () => cu.convolve(whole, whole),
  meshgrid: () => cu.meshgrid(whole, whole),
  tril: () => cu.tril(x),
  fromFunction: () => cu.fromFunction((i, j) => i.add(j), [2, 2]),
};

const errors: Readonly<Record<string, () => unknown>> = {
  "full of what is no number": () => cu.full([2], "a" as unknown as number),
  "where of what is no number": () => cu.where(x, [1] as unknown as number, 2),
  "pad of nothing": () => cu.pad(empty, 1, { mode: "edge" }),
  "arange that does not fit": () => cu.arange(3, { dtype: "bool" }),
  "add that does not broadcast": () => cu.add(x, whole),
  "two operands that are none": () => cu.copysign(1, [2] as unknown as number),
};

// No result is read: what the calls have given to the device may be compiling still.
afterAll(async () => {
  await x.add(1).tolist();
});

describe("a call leaves nothing behind but its result", () => {
  it.each(Object.entries(calls))("%s", async (_, call) => {
    const leftBehind = watchHandles();
    for (const result of arraysIn(await call())) result.dispose();
    expect(leftBehind()).toEqual([]);
  });
});

describe("an error leaves nothing behind", () => {
  it.each(Object.entries(errors))("%s", (_, call) => {
    const leftBehind = watchHandles();
    expect(call).toThrow();
    expect(leftBehind()).toEqual([]);
  });
});

function arraysIn(result: unknown): readonly cu.NDArray[] {
  if (cu.isNDArray(result)) return [result];
  if (typeof result !== "object" || result === null) return [];
  return Object.values(result).flatMap(arraysIn);
}
