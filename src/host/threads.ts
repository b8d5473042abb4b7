// Threads. Each runs one of our own JavaScript programs, shares memory with the thread that started it, and communicates through a
// port.

import * as node from "./node/threads.js";
import type { Thread, ThreadChannel, ThreadPort } from "./shapes.js";

export interface Threads {
  isMainThread(this: void): boolean;
  openChannel(this: void): ThreadChannel;
  /**
   * Starts a program in a thread, which receives `setup` with the `ports` in it (host/own-thread.js). @throws Error if the system
   * allows no more threads.
   */
  startThread(this: void, program: URL, setup: unknown, ports: readonly ThreadPort[]): Thread;
  /** The next message of a port, received synchronously; undefined if there is none. */
  nextMessage(this: void, port: ThreadPort): { readonly message: unknown } | undefined;
  /** Whether a thread with this system id still exists; undefined if the system does not tell. */
  isThreadThere(this: void, systemId: number): boolean | undefined;
}

export const { isMainThread, openChannel, startThread, nextMessage, isThreadThere }: Threads = node;
