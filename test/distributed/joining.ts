// A program of ranks without MPI, which talk and exchange no arrays. Its argument says what goes wrong. It tells what it hears and lets the process end
// by itself, as a program does that catches errors: what keeps it from ending is a mistake.

import * as dist from "../../src/distributed/distributed.js";

const [mode = "meets"] = process.argv.slice(2);
const own = Number(process.env["CUTS_RANK"]);

try {
  const world = await dist.init();
  if (mode === "rank 0 is done" && own === 0) console.log("done");
  else {
    // As in a long call into C: nothing is answered meanwhile.
    if (mode === "rank 0 is stuck" && own === 0)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8000);
    await world.barrier();
    console.log(`met ${world.rank} of ${world.size}`);
  }
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  console.log(code, message.split("\n")[0]);
  process.exitCode = 1;
}
