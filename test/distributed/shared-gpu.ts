// A program of two ranks that share one GPU: NCCL needs one for each, and says so; what was computed there goes by MPI.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";

const world = await dist.init();
const x = cu.full([1000], world.rank + 1).mul(2);
let told = "nothing";
try {
  await world.allReduce(x);
} catch (error) {
  told = (error as Error).message;
}
const sum = (await world.allReduce(x.to("cpu"))).to(x.device).add(1);
console.log(`rank ${world.rank}: ${x.device.id}: ${await sum.sum().item()}: ${told.replaceAll("\n", " ")}`);
