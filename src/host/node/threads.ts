// Threads in Node. Node's module is loaded lazily, because it is slow to load and importing CuTS starts no threads.

import { existsSync } from "node:fs";
import type { MessagePort } from "node:worker_threads";
import { lazy } from "../../core/lazy.js";
import type { Thread, ThreadChannel, ThreadPort } from "../shapes.js";

const threads = lazy(() => process.getBuiltinModule("node:worker_threads"));

export function isMainThread(): boolean {
  return threads().isMainThread;
}

export function openChannel(): ThreadChannel {
  return new (threads().MessageChannel)();
}

export function startThread(program: URL, setup: unknown, ports: readonly ThreadPort[]): Thread {
  return new (threads().Worker)(program, {
    workerData: setup,
    transferList: ports as readonly MessagePort[] as MessagePort[],
    stdin: false,
    // Test runners and loaders put hooks here that a bare thread must not load.
    execArgv: [],
  });
}

export function nextMessage(port: ThreadPort): { readonly message: unknown } | undefined {
  return threads().receiveMessageOnPort(port as MessagePort);
}

export function isThreadThere(systemId: number): boolean | undefined {
  return existsSync("/proc/self/task") ? existsSync(`/proc/self/task/${systemId}`) : undefined;
}
