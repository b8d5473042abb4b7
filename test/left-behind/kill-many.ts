// Ends victims at random moments, many times: `npx tsx test/left-behind/kill-many.ts [times] [what…]`. Says what was left
// ten seconds later.

import { type Ending, leftBehind } from "./left-behind.js";

const ENDINGS: readonly Ending[] = ["SIGKILL", "SIGINT", "SIGTERM", "exit", "crash", "throw", "thread"];
/** From the start of a process to where a compiler is deep in its work. */
const LONGEST_MS = 1500;
const GRACE_MS = 10_000;

const [times = "200", ...kinds] = process.argv.slice(2);
const whats = kinds.length === 0 ? ["compiler"] : kinds;
let count = 0;
for (let round = 0; round < Number(times); round++) {
  const what = whats[round % whats.length] ?? "";
  // Who blocks hears of signals only.
  const endings = what.startsWith("blocking") ? ENDINGS.slice(0, 3) : ENDINGS;
  const ending = endings[Math.floor(round / whats.length) % endings.length] ?? "SIGKILL";
  const left = await leftBehind(what, ending, { afterMs: Math.random() * LONGEST_MS }, GRACE_MS);
  for (const one of left) console.log(one);
  count += left.length;
}
console.log(`${times} ended: ${count} processes were left`);
process.exitCode = count === 0 ? 0 : 1;
