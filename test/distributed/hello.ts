// A program of ranks that greets, and ends with the code of its argument on the last rank.

import * as dist from "../../src/distributed/distributed.js";

const world = await dist.init();
await world.barrier();
console.log(`hello from ${world.rank} of ${world.size}`);
await world.barrier();
if (world.rank === world.size - 1) process.exitCode = Number(process.argv[2]);
