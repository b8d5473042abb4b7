// Arrays of more than 2^31 elements: sizes and offsets that 32 bits do not hold. What is computed is known for every element, and all are
// looked at, on the GPU.

import { afterEach, describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import { noGpu } from "./device.js";

/** A prime above 2^31: no dimension is a multiple of a block's. */
const COUNT = 2_147_483_659;
const GIB = 2 ** 30;
const gpu = { device: "cuda:0" } as const;

/** The test with the most takes 2 arrays of 8 bytes and 2 of 1. */
const room = noGpu === undefined ? device("cuda:0").memory().totalBytes : 0;
const whyNot = noGpu ?? (room < 60 * GIB ? "arrays of this size need 60 GiB" : undefined);

const countTrue = async (mask: cu.NDArray): Promise<number> =>
  Number(await mask.sum({ dtype: "int64" }).item());
const countBytes = (value: number): cu.NDArray<"uint8"> =>
  cu.full([COUNT], value, { dtype: "uint8", ...gpu });
const places = (): cu.NDArray<"int64"> => cu.arange(0, COUNT, 1, { dtype: "int64", ...gpu });

describe.skipIf(whyNot !== undefined)(
  `arrays of more than 2^31 elements${whyNot === undefined ? "" : ` (${whyNot})`}`,
  () => {
    afterEach(() => device("cuda:0").trim());

    it("element-wise: in one row, with a step, with a column", async () => {
      using i = places();
      using bytes = i.mod(251).astype("uint8");
      using twice = bytes.add(bytes);
      using back = twice.astype("int64").mod(256);
      using wanted = i.mod(251).mul(2).mod(256);
      expect(await countTrue(back.equal(wanted))).toBe(COUNT);
      expect(await bytes.slice(`${COUNT - 2}:`).tolist()).toEqual([(COUNT - 2) % 251, (COUNT - 1) % 251]);
      using reversed = bytes.flip(0).add(1);
      expect(await reversed.slice(":2").tolist()).toEqual([((COUNT - 1) % 251) + 1, ((COUNT - 2) % 251) + 1]);
      expect(await countTrue(reversed.flip(0).sub(1).equal(bytes))).toBe(COUNT);
      const rows = 46_349;
      using table = cu.zeros([rows, rows], { dtype: "uint8", ...gpu });
      using column = cu
        .arange(0, rows, 1, { dtype: "int32", ...gpu })
        .mod(7)
        .astype("uint8")
        .reshape(rows, 1);
      using added = table.add(column);
      expect(Number(await added.sum({ dtype: "int64" }).item())).toBe(
        rows * Array.from({ length: rows }, (_, k) => k % 7).reduce((a, b) => a + b, 0),
      );
    });

    it("sums, along all and along each axis", async () => {
      using i = places();
      expect(await i.sum().item()).toBe((BigInt(COUNT) * BigInt(COUNT - 1)) / 2n);
      using ones = countBytes(1);
      expect(Number(await ones.sum({ dtype: "int64" }).item())).toBe(COUNT);
      const rows = 46_349;
      using table = cu.ones([rows, rows], { dtype: "uint8", ...gpu });
      for (const axis of [0, 1]) {
        using sums = table.sum({ axis, dtype: "int32" });
        expect(await countTrue(sums.equal(rows))).toBe(rows);
      }
      expect(Number(await i.argmax().item())).toBe(COUNT - 1);
    });

    it("cumsum", async () => {
      using ones = countBytes(1);
      using sums = ones.cumsum({ axis: 0, dtype: "int64" });
      using wanted = cu.arange(1, COUNT + 1, 1, { dtype: "int64", ...gpu });
      expect(await countTrue(sums.equal(wanted))).toBe(COUNT);
    });

    it("take and put at places behind 2^31, and as many places", async () => {
      using i = places();
      using from = i.mod(251).astype("uint8");
      using reversed = i.flip(0).copy();
      using taken = from.take(reversed);
      expect(await countTrue(taken.flip(0).equal(from))).toBe(COUNT);
      const last = [COUNT - 1, 2 ** 31, 2 ** 31 - 1, 0];
      using few = from.take(cu.array(last.map(BigInt), { dtype: "int64", ...gpu }));
      expect(await few.tolist()).toEqual(last.map((at) => at % 251));
    });

    it("copies: in one row, turned, transposed, joined, to the host and back", async () => {
      using i = places();
      using from = i.mod(251).astype("uint8");
      using same = from.copy();
      expect(await countTrue(same.equal(from))).toBe(COUNT);
      using turned = from.flip(0).copy();
      expect(await countTrue(turned.flip(0).equal(from))).toBe(COUNT);
      const rows = 46_349;
      using table = cu
        .arange(0, rows * rows, 1, { dtype: "int64", ...gpu })
        .mod(251)
        .astype("uint8")
        .reshape(rows, rows);
      using transposed = table.T.copy();
      expect(await countTrue(transposed.T.equal(table))).toBe(rows * rows);
      using joined = cu.concatenate([from, from]);
      expect(joined.size).toBe(2 * COUNT);
      expect(await countTrue(joined.slice(`${COUNT}:`).equal(from))).toBe(COUNT);
      const bytes = await from.data();
      expect([bytes.length, bytes[COUNT - 1], bytes[2 ** 31]]).toEqual([
        COUNT,
        (COUNT - 1) % 251,
        2 ** 31 % 251,
      ]);
      using sent = cu.asarray(bytes, gpu);
      expect(await countTrue(sent.equal(from))).toBe(COUNT);
    });
  },
);
