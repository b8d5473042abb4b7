// A checked launch leaves turns to the event loop.
import { expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { steppingClock, turnsUntil } from "../turns.js";

it("timers run between the blocks of a checked launch, and its report is whole", async () => {
  using spin = cu.kernel(
    `extern "C" __global__ void spin(int* out, int turns) {
       for (int i = 0; i < turns; i++) atomicAdd(&out[blockIdx.x], 1);
       if (blockIdx.x == gridDim.x - 1) out[gridDim.x] = 1;
     }`,
    { device: "cpu" },
  );
  const blocks = 64;
  const out = new Int32Array(blocks);
  // Compiled here: what is counted below is the launch alone.
  await spin.check({ grid: 1, block: 1 }, new Int32Array(2), 1);
  // Longer than a slice at each look: a slice ends with its block, however quick the machine is.
  using _clock = steppingClock(20);
  const checking = spin.check({ grid: blocks, block: 32 }, out, 10);
  expect(await turnsUntil(checking)).toBeGreaterThanOrEqual(blocks / 2);
  const reports = await checking;
  expect(reports.map(({ kind, block }) => [kind, block])).toEqual([["out-of-bounds", [blocks - 1, 0, 0]]]);
  expect(out).toEqual(new Int32Array(blocks).fill(320));
});
