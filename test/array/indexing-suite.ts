// Indexing from the outside, on one device: what the NumPy table does not show. Wrong indices that only the device sees,
// masks of many elements, what is disposed of meanwhile.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

/** Defines the tests for a device. */
export function testIndexing(device: string): void {
  const ints = (values: readonly number[]): cu.NDArray<"int64"> =>
    cu.array(values, { dtype: "int64", device });
  const numbers = (n: number): cu.NDArray<"float32"> => cu.arange(n, { device });

  describe(`a wrong index on ${device}`, () => {
    it("is an error of whoever awaits, and the next work is right again", async () => {
      const x = numbers(4);
      const taken = x.take(ints([1, 4]));
      await expect(taken.data()).rejects.toMatchObject({
        code: "CUTS_INDEX",
        message: expect.stringContaining("of axis 0: it must be between -4 and 3 (got 4)"),
      });
      expect(await x.take(ints([1, -1])).tolist()).toEqual([1, 3]);
    });

    it("is found in slice, takeAlongAxis, put and setAt, with the axis", async () => {
      const x = numbers(6).reshape(2, 3);
      await expect(x.slice([":", ints([0, 3])]).data()).rejects.toThrow(
        "of axis 1: it must be between -3 and 2 (got 3)",
      );
      await expect(x.slice([ints([0, -3]), ints([0, 1])]).data()).rejects.toThrow("of axis 0");
      await expect(x.takeAlongAxis(ints([5]).reshape(1, 1)).data()).rejects.toThrow("of axis 1");
      x.put(ints([-7]), 1);
      await expect(x.data()).rejects.toThrow("of all elements: it must be between -6 and 5 (got -7)");
      const y = numbers(6).reshape(2, 3);
      y.setAt([ints([2])], 1);
      await expect(y.data()).rejects.toThrow("of axis 0");
    });

    it("stays one of the result, and of what is made of it, until that is written anew", async () => {
      const x = numbers(3);
      const wrong = x.take(ints([2, 1_000_000_000]));
      const more = wrong.add(1);
      for (const lost of [wrong, wrong, more, wrong.mul(2)]) {
        await expect(lost.data()).rejects.toMatchObject({ code: "CUTS_INDEX" });
      }
      wrong.fill(7);
      expect(await wrong.add(1).tolist()).toEqual([8, 8]);
      expect(await x.tolist()).toEqual([0, 1, 2]);
    });

    it("touches nothing outside", async () => {
      const arrays = Array.from({ length: 5 }, () => numbers(3));
      // Arrays begin at multiples of 256 bytes: these are in the arrays around, and far away.
      arrays[2]?.put(ints([64, 65, -64, -65, 128, 1_000_000_000]), 9);
      await expect(arrays[2]?.data()).rejects.toMatchObject({ code: "CUTS_INDEX" });
      for (const other of [0, 1, 3, 4]) expect(await arrays[other]?.tolist()).toEqual([0, 1, 2]);
    });

    it("is no error of work before it", async () => {
      const x = numbers(3);
      const before = x.add(1).data();
      const wrong = x.take(ints([3])).data();
      expect(Array.from(await before)).toEqual([1, 2, 3]);
      await expect(wrong).rejects.toMatchObject({ code: "CUTS_INDEX" });
    });

    it("on one stream is an error of who reads what another made of the result", async () => {
      using a = cu.stream({ device });
      using b = cu.stream({ device });
      const x = numbers(3);
      let wrong = x;
      const first = a.run(() => {
        wrong = x.take(ints([9]));
      });
      const second = b.run(() => wrong.add(1)).then((sum) => sum.data());
      const reason = expect.objectContaining({ code: "CUTS_INDEX" });
      expect(await Promise.allSettled([first, second])).toEqual([
        { status: "rejected", reason },
        { status: "rejected", reason },
      ]);
    });

    it("in a graph is found by each launch", async () => {
      const x = numbers(4);
      const index = ints([1, 2]);
      const out = cu.zeros([2], { device });
      using graph = cu.graph(
        () => {
          using taken = x.take(index);
          out.set(taken);
        },
        { device },
      );
      graph.launch();
      expect(await out.tolist()).toEqual([1, 2]);
      index.set([0n, 4n]);
      graph.launch();
      await expect(out.data()).rejects.toMatchObject({ code: "CUTS_INDEX" });
      index.set([3n, 0n]);
      graph.launch();
      expect(await out.tolist()).toEqual([3, 0]);
    });

    it("is an error of reading that blocks", () => {
      expect(() =>
        numbers(3)
          .take(ints([3]))
          .dataSync(),
      ).toThrow("between -3 and 2");
    });

    it("in a list is one at once", () => {
      expect(() => numbers(3).take([3])).toThrow("it must be a whole number between -3 and 2 (got 3)");
      expect(() => numbers(3).slice([[0, 1.5]])).toThrow("they must be integers (got 1.5)");
      expect(() => numbers(3).slice(cu.zeros([2], { device }))).toThrow(
        "they must be integers (got float32[2]",
      );
      expect(() => numbers(3).take([0], { mode: "nearest" as "clip" })).toThrow('"raise", "wrap" or "clip"');
    });
  });

  describe(`masks on ${device}`, () => {
    it("select from many elements", async () => {
      const n = 300_007;
      const values = Float32Array.from({ length: n }, (_, index) => (index * 7919) % 1000);
      const x = cu.array(values, { device });
      const chosen = await x.masked(x.less(100));
      expect(await chosen.data()).toEqual(values.filter((one) => one < 100));
      const [places] = await x.less(100).nonzero();
      expect(Array.from(await (places as cu.NDArray<"int64">).data(), Number)).toEqual(
        Array.from(values.keys()).filter((index) => (values[index] as number) < 100),
      );
    });

    it("may be disposed of while they are awaited", async () => {
      const x = numbers(10);
      const mask = x.greater(7);
      const chosen = x.masked(mask);
      mask.dispose();
      x.dispose();
      expect(await (await chosen).tolist()).toEqual([8, 9]);
    });

    it("write one value, a row, or a value for each place", async () => {
      const x = numbers(6).reshape(3, 2);
      x.setAt(x.greater(3), [7, 8]);
      x.setAt(cu.array([true, false, false], { device }), [-1, -2]);
      expect(await x.tolist()).toEqual([
        [-1, -2],
        [2, 3],
        [7, 8],
      ]);
    });

    it("need as many values as there are places", async () => {
      const x = numbers(6);
      x.setAt(x.greater(3), [1, 2, 3]);
      await expect(x.data()).rejects.toThrow("(got 1 fewer places than values)");
      const y = numbers(6);
      y.setAt(y.greaterEqual(0), [1, 2]);
      await expect(y.data()).rejects.toMatchObject({ code: "CUTS_MASK_COUNT" });
      const z = numbers(6);
      z.setAt(z.greaterEqual(0), []);
      await expect(z.data()).rejects.toMatchObject({ code: "CUTS_MASK_COUNT" });
    });

    it("on a device do not fit into slice", () => {
      const x = numbers(4);
      expect(() => x.slice(x.greater(1))).toThrow("Try: await x.masked(mask)");
    });
  });

  describe(`writing on ${device}`, () => {
    it("goes through views, and reads values and indices before", async () => {
      const x = numbers(6);
      x.slice("::-1").setAt([[0, 1]], [10, 20]);
      expect(await x.tolist()).toEqual([0, 1, 2, 3, 20, 10]);
      x.setAt([[0, 1, 2]], x.slice("3:"));
      x.setAt([[3, 4, 5]], x.slice(":3"));
      expect(await x.tolist()).toEqual([3, 20, 10, 3, 20, 10]);
      const order = ints([2, 0, 1]);
      order.setAt([order], [5, 6, 7]);
      expect(await order.tolist()).toEqual([6n, 7n, 5n]);
    });

    it("leaves one of the values where a place is named twice", async () => {
      const x = numbers(3);
      x.setAt([[1, 1]], [8, 9]);
      expect([8, 9]).toContain(await x.item(1));
    });

    it("refuses broadcast views", () => {
      expect(() => cu.broadcastTo(numbers(1), [3]).put([0], 1)).toThrow("must not be written");
    });
  });

  describe(`transposed copies on ${device}`, () => {
    it.each(["uint8", "int16", "float32", "float64", "complex128"] as const)("of %s", async (dtype) => {
      const x = numbers(150 * 130)
        .mod(100)
        .astype(dtype)
        .reshape(150, 130);
      const lanes = dtype === "complex128" ? 2 : 1;
      const [own, turned] = [await x.data(), await x.slice(["1:", ":"]).T.copy().data()];
      for (let row = 0; row < 130; row++) {
        for (let column = 1; column < 150; column++)
          if (turned[(row * 149 + column - 1) * lanes] !== own[(column * 130 + row) * lanes])
            expect.fail(`at ${row}, ${column}`);
      }
    });

    it("of stacks of matrices", async () => {
      const x = numbers(3 * 40 * 200).reshape(3, 40, 200);
      for (const axes of [
        [0, 2, 1],
        [2, 1, 0],
        [2, 0, 1],
        [1, 2, 0],
      ]) {
        const view = x.transpose(axes);
        const back = axes.map((_, axis) => axes.indexOf(axis));
        expect(await view.copy().transpose(back).equal(x).all().item()).toBe(true);
      }
    });
  });
}
