// Garbage on demand, for tests of what happens when something is collected.

import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

/** Collects garbage until `done` holds; false when it does not after so many rounds. */
export async function collectUntil(done: () => boolean, rounds = 100): Promise<boolean> {
  for (let round = 0; round < rounds; round++) {
    gc();
    // Finalizers run as tasks of their own.
    await sleep(10);
    if (done()) return true;
  }
  return false;
}

/** Collects what earlier tests have dropped, until a round finds nothing more of what `count` counts. */
export async function collectDropped(count: () => number): Promise<void> {
  let last = Number.NaN;
  await collectUntil(() => {
    const before = last;
    last = count();
    return last === before;
  });
}
