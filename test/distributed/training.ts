// A program of ranks: the example learns on all of them what it learns in one process, also when it is ended half way and
// started again from its file. Buckets of all sizes give the same means.

import { existsSync, rmSync } from "node:fs";
import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";
import { trainDataParallel } from "../../examples/data-parallel/main.js";

const world = await dist.init();
const [checkpoint = ""] = process.argv.slice(2);
const alone = await trainDataParallel(undefined, { steps: 12 });
const together = await trainDataParallel(world, { steps: 12 });
await trainDataParallel(world, { steps: 5, checkpoint });
await world.barrier();
if (!existsSync(checkpoint)) throw new Error("the weights were not saved");
const restarted = await trainDataParallel(world, { steps: 9, checkpoint });
const straight = await trainDataParallel(world, { steps: 9 });

/** Throws unless weights agree. Sums of float32 in another order differ in the last bits, which some steps add up: 1e-5. */
async function agree(
  a: Record<string, cu.NDArray>,
  b: Record<string, cu.NDArray>,
  what: string,
): Promise<void> {
  for (const [name, own] of Object.entries(a)) {
    const other = b[name] as cu.NDArray;
    if (!(await cu.allclose(own, other, { rtol: 1e-5, atol: 1e-6 })))
      throw new Error(`${what}: ${name} differs`);
  }
}
await agree(alone, together, "several ranks against one process");
await agree(restarted, straight, "a restart against a straight run");

for (const bucketBytes of [1, 40, 1 << 20]) {
  const arrays: cu.NDArray[] = [[3], [2, 4], [5]].map((shape, i) => cu.full(shape, world.rank + i));
  arrays.push(cu.full([2], world.rank, { dtype: "float64" }));
  await dist.average(world, arrays, { bucketBytes });
  const mean = (world.size - 1) / 2;
  for (const [i, array] of arrays.entries()) {
    const expected = i === 3 ? mean : mean + i;
    const numbers: number[] = Array.from((await array.data()) as Float32Array | Float64Array);
    if (numbers.some((value) => value !== expected))
      throw new Error(`buckets of ${bucketBytes}: ${numbers.join()} is not ${expected}`);
  }
}
await world.barrier();
if (world.rank === 0) {
  rmSync(checkpoint);
  console.log(`trained on ${world.size} ranks`);
}
