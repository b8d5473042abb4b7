// Arrays on the cpu device, from the outside: what they hold, share, print and refuse. Element-wise results over all
// dtypes are compared with NumPy elsewhere; here is what no table shows.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { formatValue } from "../../src/core/text.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";

describe("creation", () => {
  it("takes nested lists, typed arrays and values", async () => {
    const x = cu.array([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect([x.dtype, x.shape, x.strides, x.size, x.ndim]).toEqual(["float32", [2, 3], [3, 1], 6, 2]);
    expect(await x.data()).toEqual(Float32Array.of(1, 2, 3, 4, 5, 6));
    expect(cu.array(Int32Array.of(1, 2)).dtype).toBe("int32");
    expect(cu.array([1n, 2n]).dtype).toBe("int64");
    expect(cu.array([true]).dtype).toBe("bool");
    expect(await cu.array(7).item()).toBe(7);
    expect(cu.array([]).shape).toEqual([0]);
  });

  it("takes typed arrays in lists, and their dtype", async () => {
    using rows = cu.array([new Float64Array([0.1, 0.2]), new Float64Array([0.3, 0.4])]);
    expect([rows.dtype, rows.shape]).toEqual(["float64", [2, 2]]);
    expect(await rows.tolist()).toEqual([
      [0.1, 0.2],
      [0.3, 0.4],
    ]);
    using converted = cu.array([new Uint8Array([1, 2]), [3, 4]], { dtype: "int32" });
    expect(await converted.tolist()).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("refuses lists of unequal length and values of several kinds", () => {
    expect(() => cu.array([[1, 2], [3]])).toThrow("the values[1] must be a list of length 2 (got [3])");
    expect(() => cu.array([1, 2n])).toThrow("the values must be of one kind");
    expect(() => cu.array([300], { dtype: "uint8" })).toThrow("between 0 and 255");
  });

  it("makes what messages call an NDArray of a dtype and shape", () => {
    expect(formatValue(cu.ones([1]))).toBe("NDArray float32[1]");
  });

  it("makes ranges and fillings", async () => {
    expect(await cu.arange(1, 8, 3, { dtype: "int64" }).tolist()).toEqual([1n, 4n, 7n]);
    expect(await cu.arange(3, 0, -1).tolist()).toEqual([3, 2, 1]);
    expect(await cu.linspace(0, 1, 5, { dtype: "float64" }).tolist()).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(await cu.eye(2, 3, { k: 1 }).tolist()).toEqual([
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect(await cu.full([2], { re: 1, im: 2 }, { dtype: "complex64" }).tolist()).toEqual([
      { re: 1, im: 2 },
      { re: 1, im: 2 },
    ]);
    expect(await cu.onesLike(cu.zeros([2], { dtype: "bool" })).tolist()).toEqual([true, true]);
  });
});

describe("creation of what NumPy infers", () => {
  it("keeps bigints exact in ranges", async () => {
    const far = 2n ** 60n;
    expect(await cu.arange(far, far + 5n, 2n).tolist()).toEqual([far, far + 2n, far + 4n]);
    expect(cu.arange(3n).dtype).toBe("int64");
    const halves = cu.arange(0n, 2n, 0.5);
    expect([halves.dtype, await halves.tolist()]).toEqual(["float32", [0, 0.5, 1, 1.5]]);
    expect(await cu.arange(5n, 0n, -2n, { dtype: "float16" }).tolist()).toEqual([5, 3, 1]);
  });

  it("writes long ranges in pieces", async () => {
    const long = cu.arange(2 ** 20 + 2, { dtype: "int32" });
    expect(await long.slice("-4:").tolist()).toEqual([2 ** 20 - 2, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1]);
  });

  it("takes the dtype of the value", () => {
    const dtypes = [cu.full(2, 7n), cu.full(2, true), cu.full(2, { re: 1, im: 2 }), cu.full(2, 1)].map(
      (x) => x.dtype,
    );
    expect(dtypes).toEqual(["int64", "bool", "complex64", "float32"]);
  });

  it("takes options in the place of columns", async () => {
    expect(await cu.eye(2, { k: 1 }).tolist()).toEqual([
      [0, 1],
      [0, 0],
    ]);
    expect(await cu.tri(2, { k: -1, dtype: "int32" }).tolist()).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  it("refuses what is no number, too many, or between elements", () => {
    const coded = (code: string): unknown => expect.objectContaining({ code });
    const call =
      (f: (...args: never[]) => unknown, ...args: unknown[]): (() => unknown) =>
      () =>
        f(...(args as never[]));
    expect(call(cu.arange, "a")).toThrow(coded("CUTS_ARANGE"));
    expect(call(cu.arange, 1e15, { dtype: "float64" })).toThrow(coded("CUTS_OUT_OF_MEMORY"));
    expect(call(cu.arange, 0n, 2n ** 53n + 1n, 0.5)).toThrow(coded("CUTS_ARANGE"));
    expect(call(cu.eye, 3, { k: 0.5 })).toThrow(coded("CUTS_DIAGONAL"));
    expect(call(cu.array, [cu.ones(2), cu.ones(2)])).toThrow("Try: cu.stack(arrays)");
  });
});

describe("views", () => {
  const x = cu.arange(24).reshape(2, 3, 4);

  it("share memory, and writing through them writes the array", async () => {
    using own = cu.zeros([2, 3]);
    own.T.slice([1]).fill(5);
    own.slice(["1:", "::-1"]).set([[1, 2, 3]]);
    expect(await own.tolist()).toEqual([
      [0, 5, 0],
      [3, 2, 1],
    ]);
  });

  it("transpose, slice, flip, squeeze and expand", async () => {
    expect(x.transpose(2, 0, 1).shape).toEqual([4, 2, 3]);
    expect(await x.slice([1, "...", -1]).tolist()).toEqual([15, 19, 23]);
    expect(await x.slice(["::-1", 0, "1:3"]).tolist()).toEqual([
      [13, 14],
      [1, 2],
    ]);
    expect(x.expandDims(1).shape).toEqual([2, 1, 3, 4]);
    expect(x.expandDims(1).squeeze().shape).toEqual([2, 3, 4]);
    expect(await x.flip(2).slice([0, 0]).tolist()).toEqual([3, 2, 1, 0]);
    expect(x.moveaxis(0, -1).shape).toEqual([3, 4, 2]);
  });

  it("name axes one by one, in lists and as the option", async () => {
    expect(await cu.flip(cu.arange(3), { axis: 0 }).tolist()).toEqual([2, 1, 0]);
    expect(cu.ones([2, 1, 1]).squeeze({ axis: -1 }).shape).toEqual([2, 1]);
    expect(cu.expandDims(cu.ones(2), { axis: [0, -1] }).shape).toEqual([1, 2, 1]);
    expect(cu.expandDims(cu.ones(2)).shape).toEqual([1, 2]);
    expect(() => cu.expandDims(cu.ones(2), [0, -3])).toThrow("a place must be named once");
    expect(cu.moveaxis(x, [0, 1], [-1, -2]).shape).toEqual([4, 3, 2]);
    expect(() => cu.moveaxis(x, [0, 1], 0)).toThrow("a place for each");
  });

  it("take indices as they come out of arrays", async () => {
    const best = await x.slice([0, 0]).argmax().item();
    expect([best, await x.slice([0n, -1n, best]).item(), await x.item(1, 0n, 2)]).toEqual([3n, 11, 14]);
    expect(await x.slice([0n, [0, 1], best]).tolist()).toEqual([3, 7]);
    expect(await cu.arange(5).take(-1n).item()).toBe(4);
    expect(() => x.slice([2n])).toThrow("between -2 and 1 (got 2n)");
  });

  it("reshape without a copy where the order allows it", async () => {
    const columns = x.slice([":", ":", "0:2"]);
    expect(columns.reshape(6, 2).strides).toEqual([4, 1]);
    expect(await columns.reshape(-1).tolist()).toEqual([0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21]);
    expect(() => x.reshape(5, -1)).toThrow("must have 24 elements too (got [5, -1])");
  });

  it("outlive the array they were taken from", async () => {
    const whole = cu.arange(4);
    const part = whole.slice("2:");
    whole.dispose();
    expect(await part.tolist()).toEqual([2, 3]);
    expect(() => whole.slice("0:1")).toThrow(
      "Cannot slice an array: the array was disposed (float32[4] on cpu",
    );
  });

  it("that are stretched are read-only", () => {
    const row = cu.arange(3).broadcastTo([2, 3]);
    expect(row.strides).toEqual([0, 1]);
    expect(() => row.fill(1)).toThrow("which shows one element in many places");
  });

  it("are what iteration gives", async () => {
    const rows: unknown[] = [];
    for (const row of cu.arange(4).reshape(2, 2)) rows.push(row.tolistSync());
    expect(rows).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });
});

it("what is a method is a function too", async () => {
  const x = cu.arange(4).reshape(2, 2);
  expect(await cu.copy(x.T).tolist()).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(await cu.ravel(cu.permute(x, 1, 0)).tolist()).toEqual([0, 2, 1, 3]);
  expect(
    await cu
      .sub(cu.mul(x, 4), cu.div(cu.neg(x), 2))
      .sum()
      .item(),
  ).toBe(27);
});

describe("element-wise operations", () => {
  const a = cu.array([
    [1, 2, 3],
    [4, 5, 6],
  ]);

  it("broadcast", async () => {
    expect(await a.add(cu.array([10, 20, 30])).tolist()).toEqual([
      [11, 22, 33],
      [14, 25, 36],
    ]);
    expect(await a.mul(cu.array([[2], [3]])).tolist()).toEqual([
      [2, 4, 6],
      [12, 15, 18],
    ]);
    expect(() => a.add(cu.array([1, 2]))).toThrow("Cannot broadcast [2, 3] with [2]");
  });

  it("take long rows, columns and reversed axes", async () => {
    const wide = cu.arange(4 * 100).reshape(4, 100);
    const result = wide
      .sub(wide.slice([0]))
      .sub(wide.slice([":", ":1"]))
      .slice([2, "::-50"]);
    expect(await result.tolist()).toEqual([0, 0]);
    const flipped = await wide.sub(wide.flip(1)).slice([0, ":3"]).tolist();
    expect(flipped).toEqual([-99, -97, -95]);
  });

  it("take numbers on both sides, weakly typed", async () => {
    expect(await cu.subtract(10, a).slice([0]).tolist()).toEqual([9, 8, 7]);
    expect(await a.T.sub(1).tolist()).toEqual([
      [0, 3],
      [1, 4],
      [2, 5],
    ]);
    const whole = a.astype("int32");
    expect([whole.add(1).dtype, whole.add(1.5).dtype, whole.div(2).dtype]).toEqual([
      "int32",
      "float64",
      "float64",
    ]);
    expect(() => cu.ones([2], { dtype: "uint8" }).add(256)).toThrow("between 0 and 255 (got 256)");
  });

  it("write into `out`, which may be an operand", async () => {
    const x = cu.arange(5);
    expect(x.add(1, { out: x })).toBe(x);
    const shifted = x.slice("1:");
    cu.add(shifted, x.slice(":4"), { out: shifted });
    expect(await x.tolist()).toEqual([1, 3, 5, 7, 9]);
    expect(() => x.add(1, { out: cu.zeros([4]) })).toThrow(
      "`out` must be float32[5] (got float32[4] on cpu)",
    );
  });

  it("of empty and 0-d arrays", async () => {
    expect((await cu.zeros([0, 3]).add(1).data()).length).toBe(0);
    expect(await cu.array(2).mul(cu.array(3)).item()).toBe(6);
  });

  it("keep the order of operands that are not in C order", () => {
    expect(a.T.add(a.T).strides).toEqual([1, 3]);
  });
});

describe("arrays elsewhere", () => {
  it("are arguments of kernels", async () => {
    const double = kernel(`extern "C" __global__ void twice(const float* x, float* y, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) y[i] = 2 * x[i];
    }`);
    const x = cu.arange(4);
    const y = cu.empty([4]);
    double({ threads: 4 }, x, y, 4);
    expect(await y.tolist()).toEqual([0, 2, 4, 6]);
    expect(() => double({ threads: 2 }, x.slice("::2"), y, 2)).toThrow("C order without gaps");
  });

  it("end with their scope, but for what is returned", async () => {
    const made: cu.NDArray[] = [];
    const kept = scope(() => {
      const x = cu.arange(3);
      made.push(x);
      return x.add(1);
    });
    expect(made[0]?.isDisposed).toBe(true);
    expect(await kept.tolist()).toEqual([1, 2, 3]);
  });

  it("are nested lists in JSON", () => {
    const x = cu.array([
      [1, Number.NaN],
      [Number.POSITIVE_INFINITY, -0.5],
    ]);
    expect(JSON.stringify({ x, y: x.T.slice(1) })).toBe('{"x":[[1,null],[null,-0.5]],"y":[null,-0.5]}');
    expect(JSON.stringify(cu.array(true))).toBe("true");
    expect(JSON.stringify(cu.array([{ re: 1, im: -2 }]))).toBe('[{"re":1,"im":-2}]');
    expect(JSON.stringify(cu.zeros([2, 0]))).toBe("[[],[]]");
    expect(() => JSON.stringify(cu.array([1n]))).toThrow(
      expect.objectContaining({
        code: "CUTS_JSON",
        message: expect.stringContaining('Try: x.astype("float64")'),
      }),
    );
    x.dispose();
    expect(() => JSON.stringify(x)).toThrow("disposed");
  });

  it("print as NumPy's do", () => {
    expect(
      inspect(
        cu.array([
          [1, 2.5],
          [-3, 4],
        ]),
      ),
    ).toBe("NDArray float32[2, 2] on cpu\n[[ 1.   2.5]\n [-3.   4. ]]");
    expect(String(cu.array([1n, 20n]))).toBe("[ 1 20]");
    expect(String(cu.ones([1200]))).toBe("[1. 1. 1. ... 1. 1. 1.]");
    expect(String(cu.array([Number.NaN, Number.POSITIVE_INFINITY, 1]))).toBe("[nan inf  1.]");
    expect(String(cu.array([-0, 0]))).toBe("[-0.  0.]");
    expect(String(cu.array([0.1, 1 / 3], { dtype: "float16" }))).toBe("[0.1    0.3333]");
    expect(String(cu.array([123456789.5, 0.1], { dtype: "float64" }))).toBe("[1.2345679e+08 1.0000000e-01]");
    expect(String(cu.array([5e-324], { dtype: "float64" }))).toBe("[5.e-324]");
    expect(
      String(
        cu.array([
          { re: 1e10, im: -2 },
          { re: Number.NaN, im: Number.POSITIVE_INFINITY },
        ]),
      ),
    ).toBe("[1.e+10 -2.j    nan+infj]");
    const lines = String(cu.arange(30, { dtype: "float64" }).mul(1.1)).split("\n");
    expect(lines.map((line) => line.length)).toEqual([70, 70, 11]);
  });

  it("print single values with all their digits", () => {
    const texts = [3, 0.1, 1e-5, 1e16, -0].map((value) => String(cu.array(value, { dtype: "float64" })));
    expect(texts).toEqual(["3.0", "0.1", "1e-05", "1e+16", "-0.0"]);
    expect(String(cu.array(1 / 3))).toBe("0.33333334");
    expect(String(cu.array({ re: 1.5, im: -2 }))).toBe("(1.5-2j)");
    expect(inspect(cu.array(true))).toBe("NDArray bool[] on cpu true");
  });
});
