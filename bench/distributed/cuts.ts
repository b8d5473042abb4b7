// CuTS itself: as all-reduce.c. The first argument is "sync" for the call that blocks.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";

const [mode, ...words] = process.argv.slice(2);
const world = await dist.init();
for (const word of words) {
  const [byteLength = 0, repeats = 0] = word.split(":").map(Number);
  const x = cu.zeros([byteLength / 4], { device: "cpu" });
  await x.data();
  const times: number[] = [];
  for (let k = -1 - Math.floor(repeats / 10); k < repeats; k++) {
    const startMs = performance.now();
    if (mode === "sync") world.allReduceSync(x);
    else await world.allReduce(x);
    if (k >= 0) times.push(performance.now() - startMs);
  }
  times.sort((a, b) => a - b);
  const medianUs = (times[Math.floor(repeats / 2)] as number) * 1000;
  if (world.rank === 0) console.log(`${byteLength} ${medianUs.toFixed(3)}`);
  x.dispose();
}
