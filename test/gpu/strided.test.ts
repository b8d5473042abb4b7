// Element-wise functions over arrays of any strides on the GPU, which computes them without a copy: every kind of layout
// against the same on arrays in C order.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { noGpu } from "./device.js";

type Pair = readonly [a: cu.NDArray, b: cu.NDArray];
const device = "cuda:0";
const numbers = (shape: readonly number[]): cu.NDArray =>
  cu
    .arange(
      shape.reduce((a, b) => a * b, 1),
      { dtype: "float32", device },
    )
    .reshape(shape);

const layouts: Readonly<Record<string, () => Pair>> = {
  "a column": () => [numbers([300, 2000]), numbers([300, 1])],
  "a row": () => [numbers([300, 2001]), numbers([2001])],
  "a column and a row": () => [numbers([700, 1]), numbers([1, 1100])],
  "short rows": () => [numbers([50_000, 3]), numbers([50_000, 1])],
  "in the middle": () => [numbers([40, 1, 33]), numbers([17, 1])],
  "four axes": () => [numbers([3, 1, 5, 70]), numbers([3, 4, 1, 70])],
  "every second": () => [numbers([20_001]).slice("::2"), numbers([10_001])],
  backwards: () => [numbers([5000]).slice("::-1"), numbers([5000])],
  transposed: () => [numbers([200, 300]).T, numbers([300, 200])],
  "a window that starts between vectors": () => [
    numbers([300, 2050]).slice([":", "3:2000"]),
    numbers([300, 2050]).slice([":", "1:1998"]),
  ],
  "more rows than a grid has": () => [numbers([300_000, 2]), numbers([2])],
  "one number": () => [numbers([3, 5000]).slice([":", "::3"]), cu.full([1], 2, { dtype: "float32", device })],
};

describe.skipIf(noGpu !== undefined)(
  `any strides on cuda:0${noGpu === undefined ? "" : ` (${noGpu})`}`,
  () => {
    for (const [name, make] of Object.entries(layouts)) {
      it(`${name}: sums, comparisons, choices, numbers, other dtypes`, async () => {
        const [a, b] = make();
        const shape = cu.broadcastShapes(a.shape, b.shape);
        const [x, y] = [a, b].map((one) => cu.broadcastTo(one, shape).copy()) as [cu.NDArray, cu.NDArray];
        await same(a.add(b), x.add(y));
        await same(a.less(b), x.less(y));
        await same(cu.where(a.less(b), a, 7), cu.where(x.less(y), x, 7));
        await same(cu.subtract(3, a), cu.subtract(3, a.copy()));
        for (const dtype of ["float16", "bfloat16", "float64", "uint8", "complex64"] as const) {
          const [p, q] = [a, b].map((one) => viewAs(one, dtype)) as [cu.NDArray, cu.NDArray];
          const [r, s] = [p, q].map((one) => cu.broadcastTo(one, shape).copy()) as [cu.NDArray, cu.NDArray];
          await same(p.mul(q), r.mul(s));
        }
      });
    }

    it("results written to views, which may overlap operands", async () => {
      const base = numbers([4000]);
      const expected = base.slice("0:3000").copy().add(base.slice("1:3001").copy());
      cu.add(base.slice("0:3000"), base.slice("1:3001"), {
        out: base.slice("500:3500"),
      });
      await same(base.slice("500:3500"), expected);
      const wide = cu.zeros([64, 130], { dtype: "float32", device });
      const column = numbers([64, 1]);
      cu.add(column, numbers([65]), { out: wide.slice([":", "::2"]) });
      await same(wide.slice([":", "::2"]), column.add(numbers([65])));
      await same(wide.slice([":", "1::2"]), cu.zeros([64, 65], { dtype: "float32", device }));
    });
  },
);

/** The same layout in another dtype: conversions make arrays in C order, so the whole is converted and viewed again. */
function viewAs(array: cu.NDArray, dtype: cu.DType): cu.NDArray {
  const twice = cu.repeat(array.astype(dtype), 2, { axis: -1 });
  return array.ndim === 0 ? array.astype(dtype) : twice.slice(["...", "::2"]);
}

async function same(found: cu.NDArray, expected: cu.NDArray): Promise<void> {
  expect(found.shape).toEqual(expected.shape);
  expect(found.dtype).toBe(expected.dtype);
  expect(await found.data()).toEqual(await expected.data());
}
