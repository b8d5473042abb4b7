// In which order the elements of results lie: functions along one axis give C order for operands in C order, whichever axis it is.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

type Along = (x: cu.NDArray, axis: number) => cu.NDArray;

const functions: readonly (readonly [name: string, f: Along])[] = [
  ["cumsum", (x, axis) => x.cumsum({ axis })],
  ["cumsum of another dtype", (x, axis) => x.cumsum({ axis, dtype: "float16" })],
  ["cumprod", (x, axis) => x.cumprod({ axis })],
  ["sort", (x, axis) => x.sort({ axis })],
  ["argsort", (x, axis) => x.argsort({ axis })],
  ["softmax", (x, axis) => x.softmax({ axis })],
  ["logSoftmax", (x, axis) => cu.logSoftmax(x, { axis })],
  ["topk values", (x, axis) => cu.topk(x, 2, { axis }).values],
  ["topk indices", (x, axis) => cu.topk(x, 2, { axis }).indices],
];

/** 24 numbers in no order. */
const numbers = Array.from({ length: 24 }, (_, at) => ((at * 7) % 24) / 8);
const cube = (): cu.NDArray => cu.array(numbers).reshape(2, 3, 4);

describe.each(functions)("%s", (_, f) => {
  it.each([0, 1, 2])("gives C order along axis %d", (axis) => {
    const x = cube();
    const result = f(x, axis);
    expect(result.isContiguous).toBe(true);
    const last = cu.moveaxis(f(cu.moveaxis(x, axis, -1).copy(), 2), -1, axis);
    expect(result.tolistSync()).toEqual(last.tolistSync());
  });

  it("gives C order for a part of an array, too", () => {
    const part = cube().slice([":", ":", "1:"]);
    const result = f(part, 1);
    expect(result.isContiguous).toBe(true);
    expect(result.tolistSync()).toEqual(f(part.copy(), 1).tolistSync());
  });

  it("keeps the order of an operand whose rows lie one after the other", () => {
    const x = cube().transpose([2, 0, 1]);
    const result = f(x, 0);
    expect(result.shape.slice(1)).toEqual([2, 3]);
    expect(cu.moveaxis(result, 0, -1).isContiguous).toBe(true);
    expect(result.tolistSync()).toEqual(f(x.copy(), 0).tolistSync());
  });
});

it("a result is taken by kernels, and reshape is a view of it", () => {
  const sums = cube().cumsum({ axis: 0 });
  sums.reshape(-1).fill(0);
  expect(sums.sum().itemSync()).toBe(0);
});

it("out is written in its own order", () => {
  const out = cu.zeros([2, 3, 4]);
  cube().cumsum({ axis: 0, out });
  expect(out.tolistSync()).toEqual(cube().cumsum({ axis: 0 }).tolistSync());
  const turned = cu.zeros([4, 3, 2]).transpose();
  cu.softmax(cube(), { axis: 1, out: turned });
  expect(turned.tolistSync()).toEqual(cube().softmax({ axis: 1 }).tolistSync());
});
