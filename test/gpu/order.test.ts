// Kernels of arrays that are long start before those before them are over, and wait by themselves. What each reads must be what the
// one before has written: of arrays' kernels, of users' kernels and of copies between them, on one stream and on several.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { stream } from "../../src/runtime/order/stream.js";
import { withDevice } from "../../src/runtime/devices/devices.js";
import { noGpu } from "./device.js";

const SIZE = 2 ** 23 + 5;
const STEPS = 200;

/** Every element of a chain of `x = x * 3 + 1` on 32-bit numbers. */
function expected(first: number, steps: number): number {
  let value = first;
  for (let i = 0; i < steps; i++) value = (Math.imul(value, 3) + 1) | 0;
  return value;
}

async function countWrong(x: cu.NDArray, value: number): Promise<number> {
  return Number(await x.notEqual(value).sum().item());
}

describe.skipIf(noGpu !== undefined)("the order of long kernels", () => {
  it("in one array, in place", async () => {
    const x = cu.full([SIZE], 7, { dtype: "int32", device: "cuda:0" });
    for (let i = 0; i < STEPS; i++) {
      x.mul(3, { out: x });
      x.add(1, { out: x });
    }
    expect(await countWrong(x, expected(7, STEPS))).toBe(0);
  });

  it("in arrays whose memory is taken again and again", async () => {
    let x: cu.NDArray = cu.full([SIZE], 7, { dtype: "int32", device: "cuda:0" });
    for (let i = 0; i < STEPS; i++) {
      using scaled = x.mul(3);
      const next = scaled.add(1);
      x.dispose();
      x = next;
    }
    expect(await countWrong(x, expected(7, STEPS))).toBe(0);
  });

  it("with users' kernels and copies between", async () => {
    const add = kernel(
      "__global__ void add_one(int* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += 1; }",
    );
    await withDevice("cuda:0", async () => {
      const x = cu.full([SIZE], 7, { dtype: "int32", device: "cuda:0" });
      const y = cu.zeros([SIZE], { dtype: "int32", device: "cuda:0" });
      for (let i = 0; i < STEPS; i++) {
        x.mul(3, { out: y });
        add({ threads: SIZE }, y, SIZE);
        x.set(y);
      }
      expect(await countWrong(x, expected(7, STEPS))).toBe(0);
    });
  });

  it("from the last element to the first: what the last blocks write, the first ones read", async () => {
    let x: cu.NDArray = cu.arange(0, SIZE, 1, { dtype: "int32", device: "cuda:0" });
    for (let i = 0; i < STEPS; i++) x = x.flip(0).add(1);
    const first = cu.arange(0, SIZE, 1, { dtype: "int32", device: "cuda:0" }).add(STEPS);
    expect(Number(await x.notEqual(first).sum().item())).toBe(0);
  });

  it("on several streams at once", async () => {
    const ends = Array.from({ length: 4 }, async (_, k) => {
      using own = stream({ device: "cuda:0" });
      return await own.run(async () => {
        const x = cu.full([SIZE], k, { dtype: "int32", device: "cuda:0" });
        for (let i = 0; i < STEPS; i++) {
          x.mul(3, { out: x });
          x.add(1, { out: x });
        }
        return countWrong(x, expected(k, STEPS));
      });
    });
    expect(await Promise.all(ends)).toEqual([0, 0, 0, 0]);
  });
});
