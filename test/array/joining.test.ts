// Joining and making arrays from the outside: refusals, what shares memory, what is freed.

import { describe, expect, it, vi } from "vitest";
import * as cu from "../../src/array/array.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";
import { device } from "../../src/runtime/devices/devices.js";

describe("repeat", () => {
  it("takes counts in an array, as a promise", async () => {
    const x = cu.arange(6).reshape(2, 3);
    const counts = cu.array([2n, 0n]);
    expect((await cu.repeat(x, counts, { axis: 0 })).shape).toEqual(x.shape);
    expect(await (await x.repeat(cu.array(1n))).tolist()).toEqual(await x.reshape(-1).tolist());
    await expect(x.repeat(cu.ones([2]))).rejects.toThrow(
      "a vector of integers, or one (got float32[2] on cpu)",
    );
  });
});

describe("refusals", () => {
  const x = cu.arange(6).reshape(2, 3);

  it("name shapes and rules", () => {
    expect(() => cu.concatenate([])).toThrow("a list of one array at least (got [])");
    expect(() => cu.concatenate([x, cu.arange(3)])).toThrow("equal but along axis 0 (got [2, 3] and [3])");
    expect(() => cu.stack([x, x.T])).toThrow("equal in all axes (got [2, 3] and [3, 2])");
    expect(() => cu.split(x, 2, { axis: 1 })).toThrow("Try: cu.arraySplit(x, parts)");
    expect(() => cu.tile(x, [-1])).toThrow("at least 0 (got [-1])");
    expect(() => cu.repeat(x, [1, 2, 3], { axis: 0 })).toThrow("one for each of 2 elements (got 3)");
    expect(() => cu.roll(x, [1, 2], { axis: [0, 1, 0] })).toThrow("a shift for each axis");
    expect(() => cu.rot90(x, 1, { axes: [0, 0] })).toThrow("between two axes");
    expect(() => cu.pad(x, 1, { mode: "mean" as "edge" })).toThrow("constant, edge, reflect");
    expect(() => cu.pad(x, [[1, 2]])).not.toThrow();
    expect(() => cu.insert(x, 7, 1)).toThrow("between -7 and 6 (got 7)");
    expect(() => cu.delete(x, "1:2:0")).toThrow("its step must not be 0");
    // More often than there are elements, at once.
    expect(cu.diff(x, { n: 1e15 }).shape).toEqual(cu.diff(x, { n: x.shape.at(-1) as number }).shape);
    expect(cu.diff(cu.zeros([0]), { n: 1e15 }).shape).toEqual([0]);
    expect(() => cu.diff(x, { n: 0.5 })).toThrow("at least 0 (got 0.5)");
    expect(() => cu.geomspace(-1, 1)).toThrow("both bounds must be above 0, or both below");
    expect(() => cu.meshgrid(x, { indexing: "ji" as "ij" })).toThrow('{ indexing: "ij" }');
    expect(() => cu.diagonal(x, { offset: 0.5 })).toThrow("a whole number (got 0.5)");
  });
});

describe("concatenate", () => {
  it("looks at each array a few times, however many there are", () => {
    const shape = vi.spyOn(cu.NDArray.prototype, "shape", "get");
    const looksFor = (count: number): number => {
      const arrays = Array.from({ length: count }, () => cu.zeros([1]));
      shape.mockClear();
      cu.concatenate(arrays);
      return shape.mock.calls.length / count;
    };
    expect(looksFor(200)).toBeCloseTo(looksFor(50), 0);
    shape.mockRestore();
  });
});

describe("views", () => {
  it("of parts and diagonals write the array", async () => {
    using x = cu.zeros([2, 4]);
    const [left, right] = cu.split(x, 2, { axis: 1 });
    left?.fill(1);
    cu.diagonal(right as cu.NDArray<"float32">).fill(2);
    cu.unstack(x)[1]?.slice("2:3").fill(3);
    expect(await x.tolist()).toEqual([
      [1, 1, 2, 0],
      [1, 1, 3, 2],
    ]);
  });
});

describe("memory", () => {
  it("of temporaries is freed", async () => {
    const x = cu.arange(40).reshape(5, 8);
    const index = cu.array([0, 2], { dtype: "int32" });
    const work = async (): Promise<void> => {
      using whole = x.astype("int32");
      using mask = x.greater(3);
      const made = [
        cu.concatenate([x, whole]),
        cu.pad(x, 3, { mode: "reflect" }),
        cu.tile(x, 2),
        cu.roll(x, 1, { axis: 1 }),
        cu.insert(x, [1, 2], 0, { axis: 1 }),
        cu.tril(x),
        cu.fromFunction((i, j) => i.add(j), [2, 2]),
        x.slice([index, index]),
        x.take([1, 2], { axis: 1 }),
        await x.masked(mask),
        await cu.argwhere(x),
        ...(await cu.nonzero(x)),
        ...cu.split(x, 2, { axis: 1 }),
      ];
      x.setAt(mask, 5);
      await Promise.all(made.map((one) => one.data()));
      for (const one of made) one.dispose();
    };
    const growths: number[] = [];
    for (let i = 0; i < 5; i++) {
      const before = device().memory().liveBytes;
      await work();
      growths.push(device().memory().liveBytes - before);
    }
    // Kernels are compiled again for the sizes in use, at a time of their own, and take memory once; a leak grows each time.
    expect(growths).toContain(0);
  });

  it("of results is the caller's inside scope()", async () => {
    const kept = scope(() => cu.concatenate([cu.ones([2]), cu.zeros([1])]));
    expect(await kept.tolist()).toEqual([1, 1, 0]);
  });
});

describe("an axis alone", () => {
  it("is the option of that name", async () => {
    const x = cu.array([
      [3, 1, 2],
      [6, 5, 4],
    ]);
    const same = async (alone: cu.NDArray, named: cu.NDArray): Promise<void> => {
      expect(alone.shape).toEqual(named.shape);
      expect(await alone.tolist()).toEqual(await named.tolist());
    };
    await same(cu.concatenate([x, x], 1), cu.concatenate([x, x], { axis: 1 }));
    await same(cu.concatenate([x, x], null), cu.concatenate([x, x], { axis: null }));
    await same(cu.stack([x, x], 2), cu.stack([x, x], { axis: 2 }));
    await same(cu.append(x, x, 0), cu.append(x, x, { axis: 0 }));
    await same(x.repeat(2, 1), x.repeat(2, { axis: 1 }));
    await same(cu.roll(x, 1, 1), cu.roll(x, 1, { axis: 1 }));
    await same(cu.diff(x, 0), cu.diff(x, { axis: 0 }));
    await same(cu.delete(x, 1, 1), cu.delete(x, 1, { axis: 1 }));
    await same(cu.insert(x, 1, 9, 1), cu.insert(x, 1, 9, { axis: 1 }));
    await same(x.take([1, 0], 1), x.take([1, 0], { axis: 1 }));
    await same(x.takeAlongAxis(x.argsort(0), 0), x.sort(0));
    await same(cu.quantile(x, [0.25, 1], 0), cu.quantile(x, [0.25, 1], { axis: 0 }));
    await same(cu.percentile(x, 30, 1), cu.percentile(x, 30, { axis: 1 }));
    await same(cu.median(x, 0), cu.median(x, { axis: 0 }));
    await same(cu.median(x, [0, 1]), cu.median(x));
    await same(x.cumsum(0), x.cumsum({ axis: 0 }));
    await same(x.cumprod(0), x.cumprod({ axis: 0 }));
    await same(await x.compress([true, false, true], 1), await x.compress([true, false, true], { axis: 1 }));
    const [alone, named] = [x.copy(), x.copy()];
    const order = x.argsort(0);
    alone.putAlongAxis(order, [[7], [8]], 0);
    named.putAlongAxis(order, [[7], [8]], { axis: 0 });
    await same(alone, named);
    expect(await alone.tolist()).toEqual([
      [7, 7, 7],
      [8, 8, 8],
    ]);
    expect(() => cu.median(x, "0" as never)).toThrow(expect.objectContaining({ code: "CUTS_OPTIONS" }));
    expect(cu.split(x, 3, 1).length).toBe(3);
    expect(cu.unstack(x, 1).length).toBe(3);
    expect(() => cu.concatenate([x, x], "1" as never)).toThrow(
      expect.objectContaining({ code: "CUTS_OPTIONS" }),
    );
  });
});
