// elementwise() and reduction(): functions of users, compiled at run time on the cpu device.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { watchHandles } from "./left-behind.js";

const squaredDifference = cu.elementwise("T x, T y -> T z", "z = (x - y) * (x - y)");

describe("elementwise", () => {
  it("computes with letters for any dtype, arrays and numbers, broadcast", async () => {
    const x = cu.arange(6).reshape(2, 3);
    expect(await squaredDifference(x, cu.array([1, 2, 3])).tolist()).toEqual([
      [1, 1, 1],
      [4, 4, 4],
    ]);
    expect(await squaredDifference(x, 2).tolist()).toEqual([
      [4, 1, 0],
      [1, 4, 9],
    ]);
    const whole = squaredDifference(5, cu.array([1n, 2n]));
    expect([whole.dtype, await whole.tolist()]).toEqual(["int64", [16n, 9n]]);
    const half = squaredDifference(
      cu.array([0.5], { dtype: "float16" }),
      cu.array([2], { dtype: "float16" }),
    );
    expect([half.dtype, await half.tolist()]).toEqual(["float16", [2.25]]);
    const complex = squaredDifference(cu.array([{ re: 1, im: 1 }]), { re: 0, im: 0 });
    expect(await complex.tolist()).toEqual([{ re: 0, im: 2 }]);
    expect(await squaredDifference(3, 5).item()).toBe(4);
  });

  it("walks through views of any strides, and writes to `out`", async () => {
    const x = cu.arange(24).reshape(4, 6);
    const own = cu.elementwise("float x, float y -> float z", "z = x - y;");
    const views = [x.slice(["::-1", "1:6:2"]), x.T.slice(["0:3", ":"]).T];
    const [a, b] = views as [cu.NDArray<"float32">, cu.NDArray<"float32">];
    expect(await own(a, b).tolist()).toEqual(await a.sub(b).tolist());
    const target = cu.zeros([3, 4]).T;
    expect(own(a, b, { out: target })).toBe(target);
    expect(await target.tolist()).toEqual(await a.sub(b).tolist());
    const row = cu.arange(4);
    own(row.slice("1:"), 1, { out: row.slice(":3") });
    expect(await row.tolist()).toEqual([0, 1, 2, 3]);
    own(row, row, { out: row });
    expect(await row.tolist()).toEqual([0, 0, 0, 0]);
  });

  it("gives several outputs", async () => {
    const both = cu.elementwise(
      "int32 a, int32 b -> int32 quotient, int32 remainder, bool isEven",
      "quotient = a / b; remainder = a % b; isEven = a % 2 == 0",
    );
    const [q, r, e] = both(cu.array([7, 8, -9], { dtype: "int32" }), 2);
    expect([await q.tolist(), await r.tolist(), await e.tolist()]).toEqual([
      [3, 4, -4],
      [1, 0, -1],
      [false, true, false],
    ]);
  });

  it("indexes raw arrays by i, of n", async () => {
    const reversed = cu.elementwise("raw T x, int32 shift -> T y", "y = x[(n - 1 - i + shift) % n]");
    const x = cu.arange(5);
    expect(await reversed(x, cu.zeros([5], { dtype: "int32" })).tolist()).toEqual([4, 3, 2, 1, 0]);
    expect(await reversed(x, 1, { shape: [5] }).tolist()).toEqual([0, 4, 3, 2, 1]);
    const places = cu.elementwise("float x -> int32 y", "y = i * 100 + n");
    expect(await places(cu.zeros([2, 2]).T).tolist()).toEqual([
      [4, 104],
      [204, 304],
    ]);
    const stretched = cu.elementwise("float x, float y -> float z", "z = x + y + i");
    expect(await stretched(cu.array([[10], [20]], { dtype: "float32" }), cu.array([1, 2])).tolist()).toEqual([
      [11, 13],
      [23, 25],
    ]);
  });

  it("uses functions of a preamble", async () => {
    const own = cu.elementwise("T x -> T y", "y = twice(x)", {
      preamble: "template <class T> __device__ T twice(T x) { return x + x; }",
      name: "doubled",
    });
    expect(await own(cu.array([1, 2])).tolist()).toEqual([2, 4]);
  });

  it("agrees with what is built in", async () => {
    const muladd = cu.elementwise("double x, double y, double z -> double w", "w = x * y + z");
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(7), fc.nat(5), async (shape, stretched, order) => {
        const perms = [
          [0, 1, 2],
          [0, 2, 1],
          [1, 0, 2],
          [1, 2, 0],
          [2, 0, 1],
          [2, 1, 0],
        ];
        const size = shape.reduce((product, one) => product * one, 1);
        const x = cu.arange(size, { dtype: "float64" }).reshape(...shape);
        const y = cu
          .ones(
            shape.map((one, axis) => ((stretched >> axis) & 1 ? 1 : one)),
            { dtype: "float64" },
          )
          .mul(3);
        const z = x
          .transpose(...(perms[order] as number[]))
          .copy()
          .transpose(...inverse(perms[order] as number[]));
        expect(await muladd(x, y, z).data()).toEqual(await x.mul(y).add(z).data());
      }),
      { numRuns: 30 },
    );
  });

  it("leaves nothing behind", async () => {
    using x = cu.arange(6).reshape(2, 3);
    using flipped = x.T;
    const leftBehind = watchHandles();
    const own = cu.elementwise("raw float x, float y -> float z", "z = x[i] + y");
    for (let round = 0; round < 2; round++) {
      using made = own(flipped, flipped);
      await made.data();
    }
    expect(leftBehind()).toEqual([]);
  });
});

describe("elementwise reads", () => {
  it("every spelling of C's numbers, as declarations do", async () => {
    const own = cu.elementwise(
      "long unsigned int long x, _Float64 y -> uint z",
      "z = x + (unsigned long long)y",
    );
    using x = cu.array([1n, 2n], { dtype: "uint64" });
    using y = cu.array([10, 20], { dtype: "float64" });
    using z = own(x, y);
    expect(z.dtype).toBe("uint32");
    expect(Array.from(await z.data())).toEqual([11, 22]);
  });
});

describe("elementwise refuses", () => {
  it("signatures that cannot be read, with a caret", () => {
    expect(() => cu.elementwise("float x", "")).toThrow('there must be "->"');
    expect(() => cu.elementwise("float x, flot y -> float z", "")).toThrow(
      'got "flot")\n  float x, flot y -> float z\n           ^',
    );
    expect(() => cu.elementwise("long x -> float y", "")).toThrow(
      'the same on every machine, such as int8_t or int64_t (got "long")\n  long x -> float y\n  ^',
    );
    expect(() => cu.elementwise("unsigned int -> float y", "")).toThrow("a type and a name");
    expect(() => cu.elementwise("float x, , float y -> float z", "")).toThrow("a type and a name");
    expect(() => cu.elementwise("float x -> T y", "")).toThrow("an input must have the type T too");
    expect(() => cu.elementwise("float x -> float x", "")).toThrow("names must differ");
    expect(() => cu.elementwise("float i -> float y", "")).toThrow("from i and n");
    expect(() => cu.elementwise("float -> float y", "")).toThrow("a type and a name");
    expect(() => cu.elementwise("float x ->", "")).toThrow("there must be an output");
    expect(() => cu.elementwise("float x -> raw float y", "")).toThrow("outputs must not be raw");
  });

  it("arguments that do not fit", () => {
    const own = cu.elementwise("float x, raw T y, T z -> T w", "w = z") as unknown as (
      ...args: unknown[]
    ) => unknown;
    const [x, y] = [cu.zeros(3), cu.zeros(3, { dtype: "int32" })];
    expect(() => own(x, y)).toThrow("it takes 3 inputs (got 2)");
    expect(() => own(y, y, y)).toThrow('x must be float32 (got int32[3] on cpu)\nTry: x.astype("float32")');
    expect(() => own(x, y, x)).toThrow("z must be int32, as T is (got float32[3] on cpu)");
    expect(() => own(x, 1, y)).toThrow("y must be an array (got 1)");
    expect(() => own(x, y, "1")).toThrow("z must be an array or a number");
    expect(() => own(x, y, 1.5)).toThrow("it must be a whole number (got 1.5)");
    expect(() => own(x, y, cu.zeros(4, { dtype: "int32" }))).toThrow("Cannot broadcast");
    expect(() => own(x, y, y, { out: cu.zeros(3) })).toThrow(
      "`out` must be int32[3] on cpu (got float32[3] on cpu)",
    );
    expect(() => own(x, y, y, 5)).toThrow("only options may follow");
    const raw = cu.elementwise("raw float x -> float y", "y = x[i]");
    expect(() => raw(x)).toThrow("Try: { shape: [n] }");
  });

  it("code that does not compile, with the user's line and a caret", async () => {
    const own = cu.elementwise("float x -> float y", "float t = x * 2;\ny = t + oops;", { name: "broken" });
    const error = await own(cu.ones(3))
      .data()
      .then(
        () => undefined,
        (reason: unknown) => reason as { message: string; code: string },
      );
    expect(error?.code).toBe("CUTS_COMPILE");
    expect(error?.message).toContain("broken:2:9");
    expect(error?.message).toContain("y = t + oops;");
    expect(error?.message).toMatch(/\n[ |]*\^/);
  });
});

describe("reduction", () => {
  const norm = cu.reduction("T x -> T y", "x * x", "a + b", "y = sqrt(a)", "0");

  it("reduces all, along axes, and keeps axes", async () => {
    const x = cu.arange(24, { dtype: "float64" }).reshape(2, 3, 4);
    const near = async (found: cu.NDArray, expected: cu.NDArray): Promise<void> => {
      expect(found.shape).toEqual(expected.shape);
      const [a, b] = [await found.data(), await expected.data()];
      for (const [at, value] of a.entries()) expect(Number(value)).toBeCloseTo(Number(b[at]), 10);
    };
    await near(norm(x), x.mul(x).sum().sqrt());
    for (const axis of [0, 1, -1, [0, 2], [1, 2]])
      await near(norm(x, { axis }), x.mul(x).sum({ axis }).sqrt());
    await near(norm(x.T, { axis: 1, keepdims: true }), x.T.mul(x.T).sum({ axis: 1, keepdims: true }).sqrt());
    await near(norm(cu.zeros([2, 0], { dtype: "float64" }), { axis: 1 }), cu.zeros(2, { dtype: "float64" }));
    expect(norm(x, { axis: 0 }).dtype).toBe("float64");
  });

  it("takes several inputs and numbers, and other types of totals", async () => {
    const dot = cu.reduction("float x, float y -> double z", "(double)x * y", "a + b", "z = a", 0);
    expect(await dot(cu.arange(4), cu.arange(4)).item()).toBe(14);
    expect(await dot(cu.ones([2, 3]), cu.array([1, 2, 3]), { axis: 1 }).tolist()).toEqual([6, 6]);
    expect(await dot(cu.ones(3), 5).item()).toBe(15);
    const count = cu.reduction("float x -> bool y", "x > 1 ? 1 : 0", "a + b", "y = a >= 2", 0, {
      total: "int32",
    });
    expect(
      await count(
        cu.array(
          [
            [0, 2, 3],
            [0, 0, 5],
          ],
          { dtype: "float32" },
        ),
        { axis: 1 },
      ).tolist(),
    ).toEqual([true, false]);
    const half = cu.reduction("float16 x -> float16 y", "x", "a > b ? a : b", "y = a", "-1e9f");
    expect(await half(cu.array([1, 7, 3], { dtype: "float16" })).item()).toBe(7);
  });

  it("cuts long rows, and writes to `out`", async () => {
    const x = cu.ones([300_001], { dtype: "int32" });
    const total = cu.reduction("int32 x -> int64 y", "(long long)x", "a + b", "y = a", "0");
    expect(await total(x).item()).toBe(300_001n);
    const out = cu.zeros([], { dtype: "int64" });
    expect(total(x, { out })).toBe(out);
    expect(await out.item()).toBe(300_001n);
    await expect(Promise.resolve().then(() => total(x, { out: x }))).rejects.toThrow(
      "`out` must be int64[] on cpu",
    );
  });

  it("refuses what it cannot be, and shows the part that does not compile", async () => {
    expect(() => cu.reduction("raw T x -> T y", "x", "a + b", "y = a", 0)).toThrow("none of them raw");
    const broken = cu.reduction("float x -> float y", "x", "a + c", "y = a", 0, { name: "sums" });
    await expect(broken(cu.ones(2)).item()).rejects.toThrow(/sums \(reduce\):1:\d+[\s\S]*a \+ c/);
  });
});

function inverse(order: readonly number[]): number[] {
  return order.map((_, axis) => order.indexOf(axis));
}
