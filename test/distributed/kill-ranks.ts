// Ranks killed at random points: the job must end, with an error, and never hang. `npm run test:kills-ranks` does it 20 times, every other time
// in the middle of training.

import { pathToFileURL } from "node:url";
import { runRanks } from "./run-ranks.js";
import { randomNumbers } from "./sequences.js";

/** The longest that ranks may live after one was killed; mpirun takes a second or two on an idle machine. */
const LIMIT_MS = 60_000;

/** Kills one of three ranks at a random point. @throws where the job does not end, or ends well. */
export async function killOne(seed: number, program = "endless.ts"): Promise<void> {
  const random = randomNumbers(seed);
  const delayMs = random() * 1500;
  const victim = Math.floor(random() * 3);
  const pids: number[] = [];
  let killedMs = 0;
  const { code } = await runRanks(3, program, {
    args: [String(seed)],
    onOutput: (text) => {
      for (const [, pid] of text.matchAll(/process (\d+)\n/g)) pids.push(Number(pid));
      if (pids.length < 3 || killedMs !== 0) return;
      killedMs = performance.now() + delayMs;
      setTimeout(() => process.kill(pids[victim] as number, "SIGKILL"), delayMs);
    },
  });
  const tookMs = performance.now() - killedMs;
  if (killedMs === 0 || code === 0 || code === null || tookMs > LIMIT_MS) {
    throw new Error(
      `seed ${seed}: ended with ${code} after ${Math.round(tookMs)} ms, ${pids.length} ranks seen`,
    );
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const first = Number(process.argv[2] ?? Date.now() % 100_000);
  for (let seed = first; seed < first + 20; seed++) {
    await killOne(seed, seed % 2 === 0 ? "endless.ts" : "endless-training.ts");
    console.log(`seed ${seed}: ended`);
  }
}
