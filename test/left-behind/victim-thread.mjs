// victim.ts in a thread of its own: a word on standard input ends the thread, the end of standard input this process.

import { isMainThread, Worker } from "node:worker_threads";
import { register } from "tsx/esm/api";

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), execArgv: [] });
  process.stdin.once("data", async () => {
    await worker.terminate();
    process.stdout.write("ended\n");
  });
  process.stdin.on("end", () => process.exit());
} else {
  // Threads do not inherit the loader for TypeScript.
  register();
  await import("./victim.js");
}
