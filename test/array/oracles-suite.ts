// Gathers, sets, searches, joins and sums on both sides of axes against plain loops, on one device: sizes around those of
// blocks, arrays between vectors, strided ones and wrong indices.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const sizes = [0, 1, 31, 255, 256, 257, 1023, 1024, 1025, 4099];

/** Whole numbers below `below`, in no order. */
function mixed(count: number, below: number, seed = 1): number[] {
  return Array.from({ length: count }, (_, k) => {
    const bits = Math.imul((k + seed) ^ ((k + seed) >>> 15), 0x2c1b3c6d) >>> 0;
    return ((bits ^ (bits >>> 12)) >>> 0) % below;
  });
}

/** Defines the tests for a device. */
export function testOracles(device: string): void {
  describe(`take on ${device}`, () => {
    const ints = (values: readonly number[]): cu.NDArray<"int64"> =>
      cu.array(BigInt64Array.from(values, BigInt), { device });

    it.each(["uint8", "float16", "float32", "int64", "complex128"] as const)(
      "elements of %s",
      async (dtype) => {
        const x = cu.arange(100, { device, dtype: "float32" }).astype(dtype);
        const numbers = async (made: cu.NDArray): Promise<readonly number[]> =>
          (await made.astype("float32").data()) as unknown as readonly number[];
        for (const size of sizes) {
          const places = mixed(size, 100);
          const expected = places.map((place) => place % 100).join();
          const index = ints(places.map((place, k) => (k % 3 === 0 ? place - 100 : place)));
          expect((await numbers(x.take(index))).join(), `${size}`).toBe(expected);
          expect((await numbers(x.slice("::-1").take(index.neg().sub(1)))).join(), `${size}, reversed`).toBe(
            expected,
          );
          const apart = ints(places.flatMap((place) => [place, 7])).slice("::2");
          expect((await numbers(x.take(apart))).join(), `${size}, indices apart`).toBe(expected);
        }
      },
    );

    it.each([
      ["words", 64],
      ["one word", 4],
      ["many words", 1100],
      ["no whole words", 7],
    ])("rows of %s", async (_, length) => {
      const x = cu.arange(53 * length, { device, dtype: "float32" }).reshape(53, length);
      for (const size of [0, 1, 15, 16, 17, 63, 64, 65, 131]) {
        const places = mixed(size, 53);
        const made = await cu.take(x, ints(places), { axis: 0 }).data();
        const expected = places.flatMap((place) =>
          Array.from({ length }, (_unused, k) => place * length + k),
        );
        expect(made.length, `${size}`).toBe(expected.length);
        expect(
          expected.findIndex((value, k) => value !== made[k]),
          `${size}`,
        ).toBe(-1);
        const between = x.slice(["1:", ":"]).take(ints(places.map((place) => place % 52)), { axis: 0 });
        const shifted = await between.data();
        expect(
          places.findIndex((place, row) => shifted[row * length] !== ((place % 52) + 1) * length),
          `${size}, from the second row on`,
        ).toBe(-1);
      }
    });

    it("says which index is wrong, and wraps or clips where it is asked to", async () => {
      const x = cu.arange(40, { device, dtype: "float32" });
      const rows = x.reshape(10, 4);
      for (const size of [1, 1023, 1024, 1025]) {
        const index = ints(Array.from({ length: size }, (_, k) => (k === size - 1 ? 40 : 3)));
        await expect(x.take(index).data()).rejects.toThrow(
          "of axis 0: it must be between -40 and 39 (got 40)",
        );
        await expect(rows.take(index, { axis: 0 }).data()).rejects.toThrow("between -10 and 9 (got 40)");
        expect(await x.take(index, { mode: "clip" }).item(size - 1)).toBe(39);
        expect(await x.take(index, { mode: "wrap" }).item(size - 1)).toBe(0);
        expect(await rows.take(index, { axis: 0, mode: "clip" }).item(size - 1, 1)).toBe(37);
      }
    });
  });

  describe(`isin on ${device}`, () => {
    const given = (values: readonly number[], dtype: cu.DType): cu.NDArray =>
      cu.array(values, { dtype: "float64", device }).astype(dtype);

    it.each([
      "bool",
      "int8",
      "uint16",
      "int32",
      "uint32",
      "int64",
      "uint64",
      "float16",
      "bfloat16",
      "float32",
      "float64",
    ] as const)("%s", async (dtype) => {
      for (const size of sizes) {
        for (const [count, below] of [
          [0, 7],
          [1, 7],
          [17, 120],
          [257, 1000],
        ] as const) {
          const x = given(mixed(size, below), dtype);
          const values = given(mixed(count, below, 99), dtype);
          const among = new Set(await values.astype("float64").data());
          const expected = Array.from(await x.astype("float64").data(), (one) => among.has(one));
          const [found, others] = [cu.isin(x, values), cu.isin(x, values, { invert: true })];
          expect(await found.tolist(), `${size} in ${count}`).toEqual(expected);
          expect(await others.tolist(), `${size} not in ${count}`).toEqual(expected.map((is) => !is));
          const strided = cu.isin(x.slice("::-2"), values.slice("::-1"));
          expect(await strided.tolist(), `${size} in ${count}, strided`).toEqual(
            expected.toReversed().filter((_, k) => k % 2 === 0),
          );
        }
      }
    });

    it.each([
      ["int32", [-(2n ** 31n), 2n ** 31n - 1n, 0n, -1n]],
      ["uint32", [0n, 2n ** 32n - 1n, 1n]],
      ["int64", [-(2n ** 63n), 2n ** 63n - 1n, 0n, -1n]],
      ["uint64", [0n, 2n ** 64n - 1n, 1n]],
    ] as const)("the ends of %s", async (dtype, ends) => {
      const x = cu.array(
        ends.map((end) => (dtype.endsWith("32") ? Number(end) : end)),
        { dtype, device },
      );
      const none = cu.zeros([0], { dtype, device });
      for (let k = 0; k < ends.length; k++) {
        const is = ends.map((_, own) => own === k);
        expect(await cu.isin(x, x.slice(`${k}:${k + 1}`)).tolist()).toEqual(is);
      }
      expect(await cu.isin(x, none).tolist()).toEqual(ends.map(() => false));
      expect(await cu.isin(x, none, { invert: true }).tolist()).toEqual(ends.map(() => true));
    });

    it.each(["float16", "float32", "float64"] as const)("what is no usual number of %s", async (dtype) => {
      const all = [0, -0, Number.NaN, Infinity, -Infinity, 1, -Number.NaN];
      const x = given(all, dtype);
      for (const [values, expected] of [
        [[Number.NaN], []],
        [[-0], [0, 1]],
        [[0], [0, 1]],
        [[Infinity, Number.NaN], [3]],
        [
          [-Infinity, 1],
          [4, 5],
        ],
        [all, [0, 1, 3, 4, 5]],
      ] as const) {
        const found = cu.isin(x, given(values, dtype));
        expect(await found.tolist(), values.join()).toEqual(
          all.map((_, k) => (expected as readonly number[]).includes(k)),
        );
      }
    });

    it("many equal elements, many different ones, and two dtypes", async () => {
      // Reductions of teams are no kernels of the cpu device.
      const count = async (found: cu.NDArray<"bool">): Promise<number> =>
        (await found.astype("uint8").data()).reduce((sum, one) => sum + one, 0);
      const many = cu.arange(100_003, { dtype: "int32", device });
      const thirds = many.mul(3);
      expect(await count(cu.isin(many, thirds))).toBe(33_335);
      expect(await count(cu.isin(many, many.floorDivide(1000)))).toBe(101);
      expect(await count(cu.isin(many, thirds.astype("float64").add(0.5)))).toBe(0);
      expect(await count(cu.isin(many.astype("int64"), thirds.astype("uint8")))).toBe(256);
      expect(await count(cu.isin(many.reshape(-1, 1), thirds.slice("::5")))).toBe(6_667);
    });
  });

  describe(`joining on ${device}`, () => {
    const row = (from: number, count: number, dtype: cu.DType): cu.NDArray =>
      cu
        .array(
          Float64Array.from({ length: count }, (_, k) => (from + k) % 97),
          { device },
        )
        .astype(dtype);
    const numbers = async (made: cu.NDArray): Promise<string> => (await made.astype("float64").data()).join();

    it.each(["uint8", "float16", "float32", "float64", "complex128"] as const)("%s", async (dtype) => {
      for (const counts of [
        [1, 0],
        [3, 5, 2],
        [16, 16],
        [1024, 1, 1023],
        [4096, 4096, 64],
        [0, 7, 0, 9, 1, 2, 3, 4],
        [33, 1, 2, 3, 4, 5, 6, 7, 8],
      ]) {
        const parts = counts.map((count, k) => row(11 * k, count, dtype));
        const expected = counts.flatMap((count, k) =>
          Array.from({ length: count }, (_, at) => (11 * k + at) % 97),
        );
        expect(await numbers(cu.concatenate(parts)), counts.join()).toBe(expected.join());
        const shifted = parts.map((part) => cu.concatenate([part, row(0, 1, dtype)]).slice("1:"));
        const rest = counts.flatMap((count, k) =>
          Array.from({ length: count }, (_, at) => (at === count - 1 ? 0 : (11 * k + at + 1) % 97)),
        );
        expect(await numbers(cu.concatenate(shifted)), `${counts.join()}, between words`).toBe(rest.join());
      }
    });

    it.each([
      [3, [1, 2]],
      [5, [4, 8, 12]],
      [7, [64, 1024]],
    ] as const)("%d rows", async (rows, widths) => {
      const parts = widths.map((width, k) => row(5 * k, rows * width, "float32").reshape(rows, width));
      const expected = Array.from({ length: rows }, (_, at) =>
        widths.flatMap((width, k) =>
          Array.from({ length: width }, (_unused, x) => (5 * k + at * width + x) % 97),
        ),
      );
      expect(await numbers(cu.concatenate(parts, { axis: 1 }))).toBe(expected.flat().join());
    });

    it("repeat and tile, of what lies in order and what does not", async () => {
      for (const [size, times] of [
        [0, 3],
        [1, 4],
        [7, 0],
        [257, 1],
        [1023, 4],
        [1024, 5],
      ] as const) {
        const all = Array.from({ length: size }, (_, k) => k % 97);
        const x = row(0, size, "float32");
        const each = (values: readonly number[]): string =>
          values.flatMap((one) => Array.from({ length: times }, () => one)).join();
        const again = (values: readonly number[]): string =>
          Array.from({ length: times }, () => values)
            .flat()
            .join();
        const half = all.filter((_, k) => k % 2 === 0);
        expect(await numbers(cu.repeat(x, times)), `${size}`).toBe(each(all));
        expect(await numbers(cu.tile(x, times)), `${size}`).toBe(again(all));
        expect(await numbers(cu.repeat(x.slice("::2"), times)), `${size}`).toBe(each(half));
        expect(await numbers(cu.tile(x.slice("::2"), times)), `${size}`).toBe(again(half));
      }
      const m = row(0, 12, "float32").reshape(3, 4);
      expect(await cu.repeat(m, 2, 1).tolist()).toEqual([
        [0, 0, 1, 1, 2, 2, 3, 3],
        [4, 4, 5, 5, 6, 6, 7, 7],
        [8, 8, 9, 9, 10, 10, 11, 11],
      ]);
      expect(await cu.repeat(m.T, 2, 1).slice(0).tolist()).toEqual([0, 0, 4, 4, 8, 8]);
      expect(cu.repeat(m, [1, 0, 2], 0).shape).toEqual([3, 4]);
      expect(await numbers(cu.repeat(m.T, 1))).toBe("0,4,8,1,5,9,2,6,10,3,7,11");
    });
  });

  describe(`searchsorted on ${device}`, () => {
    const given = (values: readonly number[], dtype: cu.DType): cu.NDArray =>
      cu.array(values, { dtype: "float64", device }).astype(dtype);
    /** NaN is after all others. */
    const isLess = (a: number, b: number): boolean => a < b || (Number.isNaN(b) && !Number.isNaN(a));
    const before = (sorted: readonly number[], value: number, isRight: boolean): number => {
      let low = 0;
      for (let high = sorted.length; low < high; ) {
        const middle = (low + high) >> 1;
        const own = sorted[middle] as number;
        if (isRight ? !isLess(value, own) : isLess(own, value)) low = middle + 1;
        else high = middle;
      }
      return low;
    };

    it.each(["uint8", "int32", "int64", "float16", "float32", "float64"] as const)("%s", async (dtype) => {
      const isFloat = dtype.startsWith("float");
      const usual = isFloat
        ? [-Infinity, -2, -0, 0, 0, 1, 1, 1, 99, Infinity, Number.NaN, Number.NaN]
        : [0, 1, 1, 1, 99];
      const asked = isFloat ? [...usual, 0.5, -1] : [...usual, 2, 98, 100];
      for (const count of [0, 1, 2, 31, 256, 1000]) {
        const many = [...mixed(count, 120), ...usual].toSorted((a, b) =>
          isLess(a, b) ? -1 : isLess(b, a) ? 1 : 0,
        );
        for (const sorted of [many, many.slice(0, count)]) {
          for (const side of ["left", "right"] as const) {
            const found = cu.searchsorted(given(sorted, dtype), given(asked, dtype), { side });
            const expected = asked.map((value) => before(sorted, value, side === "right"));
            expect((await found.data()).join(), `${sorted.length}, ${side}`).toBe(expected.join());
          }
        }
      }
    });

    it.each([
      ["int32", 16_384, 70_001],
      ["float32", 50_021, 65_536],
      ["int64", 8_193, 65_537],
      ["float64", 100_003, 66_000],
    ] as const)("many of %s in %d", async (dtype, size, count) => {
      // Each number is there several times, so that pieces begin among equal ones.
      const sorted = Array.from({ length: size }, (_, k) => Math.floor(k / 13) * 2);
      const values = mixed(count, Math.floor(size / 13) * 2 + 9).map((one) => one - 4);
      for (const side of ["left", "right"] as const) {
        const found = await cu.searchsorted(given(sorted, dtype), given(values, dtype), { side }).data();
        const wrong = values.findIndex(
          (value, k) => Number(found[k]) !== before(sorted, value, side === "right"),
        );
        expect(wrong, side).toBe(-1);
      }
      const apart = given(sorted.toReversed(), dtype).slice("::-1");
      const found = await cu.searchsorted(apart, given(values, dtype).slice("::2")).data();
      expect(
        values
          .filter((_, k) => k % 2 === 0)
          .findIndex((value, k) => Number(found[k]) !== before(sorted, value, false)),
      ).toBe(-1);
    });
  });

  describe(`sums on both sides of axes that stay, on ${device}`, () => {
    it.each(["int32", "int64", "float16", "float32", "float64"] as const)("%s", async (dtype) => {
      for (const [shape, axes] of [
        [
          [1, 200, 8],
          [0, 2],
        ],
        [
          [2, 200, 16],
          [0, 2],
        ],
        [
          [3, 150, 9],
          [0, 2],
        ],
        [
          [7, 140, 33],
          [0, 2],
        ],
        [
          [31, 133, 64],
          [0, 2],
        ],
        [
          [5, 3, 11, 7, 12],
          [0, 4],
        ],
        [
          [4, 5, 140, 3, 20],
          [0, 1, 3, 4],
        ],
        [
          [2, 140, 1100],
          [0, 2],
        ],
        [
          [300, 134, 4],
          [0, 2],
        ],
      ] satisfies [shape: number[], axes: number[]][]) {
        const size = shape.reduce((a, b) => a * b, 1);
        const values = mixed(size, 2);
        const x = cu.array(values, { dtype: "float64", device }).astype(dtype).reshape(shape);
        const expected = new Map<number, number>();
        const kept = shape.map((_, axis) => axis).filter((axis) => !axes.includes(axis));
        for (const [at, value] of values.entries()) {
          let place = 0;
          let step = 1;
          let rest = at;
          for (let axis = shape.length - 1; axis >= 0; axis--) {
            const own = rest % (shape[axis] as number);
            rest = Math.floor(rest / (shape[axis] as number));
            if (!kept.includes(axis)) continue;
            place += own * step;
            step *= shape[axis] as number;
          }
          expected.set(place, (expected.get(place) ?? 0) + value);
        }
        const sums = Array.from({ length: expected.size }, (_, k) => expected.get(k));
        const found = x.sum(axes);
        expect(found.shape).toEqual(kept.map((axis) => shape[axis]));
        expect((await found.astype("float64").data()).join(), shape.join()).toBe(sums.join());
        const wide = x.sum({ axis: axes, keepdims: true });
        expect(wide.shape).toEqual(shape.map((own, axis) => (kept.includes(axis) ? own : 1)));
        expect((await wide.astype("float64").data()).join(), `${shape.join()}, kept`).toBe(sums.join());
      }
    });

    it("infinities and NaN, means, and into an array", async () => {
      const x = cu.zeros([3, 150, 12], { dtype: "float32", device });
      x.slice([1, 7, 3]).fill(Infinity);
      x.slice([2, 8, 11]).fill(Number.NaN);
      x.slice([0, 9, 0]).fill(-Infinity);
      x.slice([1, 9, 0]).fill(Infinity);
      x.slice([0, 10]).fill(3);
      const out = cu.zeros([150], { dtype: "float32", device });
      x.sum({ axis: [0, 2], out });
      expect((await out.slice("7:12").data()).join()).toBe([Infinity, NaN, NaN, 36, 0].join());
      expect(await x.mean([0, 2]).item(10)).toBe(1);
    });
  });
}
