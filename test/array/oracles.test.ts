// Gathers, sets and their like against plain loops, on the cpu device and where teams have blocks and threads take several
// elements, as on a GPU: sizes around those of blocks, arrays between vectors, strided and wrong indices.

import { describe, expect, it } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { warpTuning } from "../../src/backend/tuning.js";
import * as cu from "../../src/index.js";
import { registerBackend } from "../../src/runtime/backends.js";

const teams = "oracle-teams:0";
const backend = createCpuBackend();
Object.defineProperties(backend, {
  id: { value: teams },
  tuning: { value: { ...warpTuning, elementsPerThread: 4 } },
});
registerBackend({ kind: "oracle-teams", find: () => ({ ids: [teams] }), open: () => backend });

const sizes = [0, 1, 31, 255, 256, 257, 1023, 1024, 1025, 4099];

/** Whole numbers below `below`, in no order. */
function mixed(count: number, below: number, seed = 1): number[] {
  return Array.from({ length: count }, (_, k) => {
    const bits = Math.imul((k + seed) ^ ((k + seed) >>> 15), 0x2c1b3c6d) >>> 0;
    return ((bits ^ (bits >>> 12)) >>> 0) % below;
  });
}

describe.each(["cpu", teams])("take on %s", (device) => {
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
      const made = (await cu.take(x, ints(places), { axis: 0 }).data()) as Float32Array;
      const expected = places.flatMap((place) => Array.from({ length }, (_unused, k) => place * length + k));
      expect(made.length, `${size}`).toBe(expected.length);
      expect(
        expected.findIndex((value, k) => value !== made[k]),
        `${size}`,
      ).toBe(-1);
      const between = x.slice(["1:", ":"]).take(ints(places.map((place) => place % 52)), { axis: 0 });
      const shifted = (await between.data()) as Float32Array;
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
      await expect(x.take(index).data()).rejects.toThrow("of axis 0: it must be between -40 and 39 (got 40)");
      await expect(rows.take(index, { axis: 0 }).data()).rejects.toThrow("between -10 and 9 (got 40)");
      expect(await x.take(index, { mode: "clip" }).item(size - 1)).toBe(39);
      expect(await x.take(index, { mode: "wrap" }).item(size - 1)).toBe(0);
      expect(await rows.take(index, { axis: 0, mode: "clip" }).item(size - 1, 1)).toBe(37);
    }
  });
});
