// Fused functions that begin with gathers and end in reductions, as one kernel of a GPU: they give what the functions give there.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { noGpu } from "./device.js";

/** A fused function of any arrays. */
type Function = (...args: cu.NDArray[]) => cu.NDArray;
/** How far sums may be apart that were added in another order, in parts of the sum of their terms' sizes. */
const tolerances: Readonly<Record<string, number>> = { float16: 2e-3, float32: 2e-6, float64: 1e-14 };

describe.skipIf(noGpu !== undefined)("fused reductions on a GPU", () => {
  const generator = (): ReturnType<typeof cu.random.generator> => cu.random.generator(3);
  const numbers = (values: cu.NDArray): number[] =>
    (values.astype("float64").ravel().tolistSync() as number[]) ?? [];

  /** `sizes`: of what was added up to each element, where that is more than the element itself. */
  function same(found: cu.NDArray, wanted: cu.NDArray, text: string, sizes: cu.NDArray = wanted): void {
    expect([found.dtype, found.shape], text).toEqual([wanted.dtype, wanted.shape]);
    const [a, b, terms] = [numbers(found), numbers(wanted), numbers(sizes)];
    const tolerance = tolerances[wanted.dtype] ?? 0;
    for (const [at, one] of b.entries()) {
      const own = a[at] as number;
      if (Object.is(own, one) || own === one) continue;
      expect(Math.abs(own - one), `${text} at ${at}`).toBeLessThanOrEqual(
        tolerance * Math.max(1, Math.abs(terms[at] as number)),
      );
    }
  }

  it("add up rows, columns and all of it, of every size", () => {
    const random = generator();
    const shapes = [
      [1],
      [7],
      [2049],
      [300_001],
      [3, 70_000],
      [70_000, 3],
      [4096, 33],
      [33, 4096],
      [3, 130, 17],
      [128, 10],
    ];
    for (const dtype of ["float32", "float64", "float16", "int32"] as const)
      for (const shape of shapes) {
        const x = random.random(shape).sub(0.5).mul(20).astype(dtype);
        const y = random.random(shape.slice(-1)).mul(4).astype(dtype);
        for (const axis of [undefined, ...shape.keys()])
          for (const name of ["sum", "max"] as const) {
            const along = axis === undefined ? {} : { axis };
            const f = (a: cu.NDArray, b: cu.NDArray): cu.NDArray => {
              const values = a.mul(b).add(1);
              return name === "sum" ? values.sum(along) : values.max(along);
            };
            const fused = cu.fuse(f);
            const wanted = f(x, y);
            const sizes = name === "sum" ? cu.abs(x.mul(y).astype("float64")).add(1).sum(along) : wanted;
            for (let call = 0; call < 4; call++) {
              const text = `${name} of ${dtype}[${shape.join()}] along ${axis}, call ${call}`;
              same(fused(x, y), wanted, text, sizes);
            }
          }
      }
  });

  it("take rows at places, and report those that are not there", async () => {
    const random = generator();
    const table = random.normal([50, 64]);
    const ids = random.integers(-50, 50, [32, 20], { dtype: "int64" });
    const bias = random.normal([64]);
    const functions: readonly Function[] = [
      (a, i, b) => a.take(i, { axis: 0 }).add(b).relu(),
      (a, i, b) => a.take(i, { axis: 0 }).add(b).mean(1),
      (a, i, b) => a.take(i, { axis: 0 }).sub(b).square().sum(-1),
    ];
    for (const f of functions) {
      const fused = cu.fuse(f);
      const wanted = f(table, ids, bias);
      for (let call = 0; call < 4; call++)
        same(fused(table, ids, bias), wanted, `${f.toString()}, call ${call}`);
      const wrong = ids.copy();
      wrong.setAt([[3], [4]], 50);
      for (let call = 0; call < 3; call++)
        await expect(fused(table, wrong, bias).data()).rejects.toMatchObject({ code: "CUTS_INDEX" });
      same(fused(table, ids, bias), wanted, `${f.toString()}, again`);
    }
  });

  it("compute softmax, a norm and its gradient", () => {
    const random = generator();
    const [x, scale] = [random.normal([130, 260]), random.normal([260])];
    const softmax: Function = (a) => {
      const raised = a.sub(a.max({ axis: -1, keepdims: true })).exp();
      return raised.div(raised.sum({ axis: -1, keepdims: true }));
    };
    const norm: Function = (a, s) => {
      const apart = a.sub(a.mean({ axis: -1, keepdims: true }));
      return apart.div(apart.square().mean({ axis: -1, keepdims: true }).add(1e-6).sqrt()).mul(s);
    };
    const slopes: Function = (a, s) =>
      cu.grad((own: cu.NDArray) => softmax(norm(own, s)).square().sum(-1).mean())(a);
    for (const f of [softmax, norm, slopes]) {
      const fused = cu.fuse(f);
      const wanted = f(x, scale);
      for (let call = 0; call < 4; call++) {
        const apart = cu.abs(fused(x, scale).sub(wanted)).max().itemSync() as number;
        // Functions that are fused round less often, and a sum of 260 has another order.
        expect(apart, `${f.toString()}, call ${call}`).toBeLessThan(1e-5);
      }
    }
  });
});
