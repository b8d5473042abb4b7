// device.reset() on the cpu device, whose memory stays where it is: what is from before is refused as on a GPU
// (test/gpu/reset.test.ts), and everything works anew.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const device = cu.device("cpu");
const on = { device };

describe("a reset of the cpu device", () => {
  it("refuses what is from before it, and everything works anew", async () => {
    const add = cu.kernel('extern "C" __global__ void add(int* x, int by) { x[threadIdx.x] += by; }', on);
    const one = { grid: 1, block: 1 };
    const s = cu.stream(on);
    for (let round = 0; round < 3; round++) {
      const x = cu.buffer("int32", [1], on);
      const shared = cu.managed("int32", [1], on);
      const g = cu.graph(() => add(one, x, 1), on);
      g.launch();
      add(one, x, 2);
      expect(await x.data()).toEqual(Int32Array.of(4));
      // Nothing is under way.
      device.reset();
      expect(() => x.fill(0)).toThrow(/was disposed \(int32\[1\] on cpu, by device\.reset\(\)\)/);
      expect(() => add(one, x, 1)).toThrow(expect.objectContaining({ code: "CUTS_ARGUMENT_DISPOSED" }));
      expect(() => g.launch()).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
      expect(() => shared.hostView()).toThrow(expect.objectContaining({ code: "CUTS_DISPOSED" }));
      await expect(x.data()).rejects.toMatchObject({ code: "CUTS_DISPOSED" });
      expect(device.memory().liveBytes).toBe(0);
      // Code and streams are there still.
      using y = cu.buffer("int32", [10], { stream: s });
      add({ ...one, stream: s }, y, round);
      using again = cu.graph(() => add(one, y, 100), on);
      again.launch({ stream: s });
      expect(await y.data()).toEqual(Int32Array.of(110 + round));
    }
    s.dispose();
  });

  it("keeps what operations keep for themselves", async () => {
    // Lengths that have tables: of one block, and of a long one with a prime factor.
    for (const length of [64, 1 << 15, 40_009]) {
      using before = cu.fft.fft(cu.ones([length], on));
      const sums = await before.data();
      device.reset();
      using after = cu.fft.fft(cu.ones([length], on));
      const again = await after.data();
      expect(again.every((value, i) => value === sums[i])).toBe(true);
    }
  });
});
