// A checked launch leaves turns to the event loop.
import { expect, it } from "vitest";
import * as cu from "../../src/index.js";

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
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const before = turns;
  const reports = await spin.check({ grid: blocks, block: 32 }, out, 2000);
  isOver = true;
  // How many there are is the machine's business: a quick one needs few slices for these four million accesses.
  expect(turns - before).toBeGreaterThan(2);
  expect(reports.map(({ kind, block }) => [kind, block])).toEqual([["out-of-bounds", [blocks - 1, 0, 0]]]);
  expect(out).toEqual(new Int32Array(blocks).fill(64_000));
});
