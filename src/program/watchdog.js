// @ts-check
// A thread beside a program: when the process that started it is gone, the program ends too, even in the middle of a loop.
// Plain JavaScript, so that it runs unbuilt.
import { workerData } from "node:worker_threads";

const PERIOD_MS = 250;
const sleeper = new Int32Array(new SharedArrayBuffer(4));
const { parent } = /** @type {{ parent: number }} */ (workerData);

for (;;) {
  Atomics.wait(sleeper, 0, 0, PERIOD_MS);
  if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
}
