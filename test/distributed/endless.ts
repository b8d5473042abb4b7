// A program of ranks that goes on for ever with random calls; each tells its process first, so that somebody can kill one.

import * as dist from "../../src/distributed/distributed.js";
import { runSequences } from "./sequences.js";

const world = await dist.init();
console.log(`process ${process.pid}`);
for (let seed = Number(process.argv[2]); ; seed++) await runSequences(world, seed, 10);
