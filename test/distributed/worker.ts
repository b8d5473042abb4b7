// A program whose worker joins other processes, which it cannot: what it is told is printed.

import { once } from "node:events";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import * as dist from "../../src/distributed/distributed.js";

if (isMainThread) {
  const [answer] = (await once(new Worker(new URL(import.meta.url)), "message")) as [string];
  console.log(answer);
} else {
  const answer = await dist.init().then(
    () => "it has joined",
    (error: unknown) => `${(error as { code: string }).code} ${(error as Error).message}`,
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
  parentPort?.postMessage(answer);
}
