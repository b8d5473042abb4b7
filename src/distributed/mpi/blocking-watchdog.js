// @ts-check
// A thread beside a rank that blocks in MPI: where the others do not come it says so, and ends the process, which cannot do it by
// itself. Plain JavaScript, so that it runs unbuilt.

import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { workerData } from "node:worker_threads";
import { rankLostText } from "../rank-lost-text.js";
import { BlockedTime } from "./blocked-time.js";
import { lostPeer } from "./lost-peer.js";

/** How often it looks. */
const PERIOD_MS = 200;
/** The longest wait before it looks at the other processes. */
const PATIENCE_MS = 1000;

const { memory, calls, rank, peers } = /** @type {import("./blocking-watch.js").WatchdogSetup} */ (
  workerData
);
const words = new Int32Array(memory);
const limits = new Float64Array(memory);
const blocked = new BlockedTime();
let lookedMs = performance.now();

setInterval(() => {
  const now = performance.now();
  blocked.see(Atomics.load(words, 0), now - lookedMs, 2 * PERIOD_MS);
  lookedMs = now;
  const limitMs = limits[1] ?? 0;
  if (blocked.ms < Math.min(PATIENCE_MS, limitMs / 4)) return;
  const what = `${calls[blocked.call - 1]} on rank ${rank}`;
  const lost = lostPeer(peers, rank);
  if (lost !== undefined) end(`${lost}, and ${what} waits for it`);
  if (blocked.ms >= limitMs) end(`${what} has waited for ${Math.round(blocked.ms / 1000)} s (${others()})`);
}, PERIOD_MS);

/** Those that it may wait for. @returns {string} */
function others() {
  const names = peers.flatMap(({ pid, host }, one) =>
    one === rank ? [] : [`rank ${one} (process ${pid} on ${host})`],
  );
  const who = names.length === 1 ? "" : "one or more of ";
  const shown = names.length > 8 ? [...names.slice(0, 8), `${names.length - 8} others`] : names;
  return `not come: ${who}${shown.join(", ")}`;
}

/**
 * @param {string} why
 * @returns {void}
 */
function end(why) {
  writeSync(2, `rank ${rank} has failed:\nCutsError [CUTS_RANK_LOST]: ${rankLostText(why)}\n`);
  try {
    const koffi = createRequire(import.meta.url)("koffi");
    koffi.load(null).func("void _exit(int code)")(1);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
}
