// Threads: each runs one of our own programs in plain JavaScript, shares memory with whoever started it, and hears of it by a port.

import * as node from "./node/threads.js";
import type { Thread, ThreadChannel, ThreadPort } from "./shapes.js";

export interface Threads {
  isMainThread(this: void): boolean;
  openChannel(this: void): ThreadChannel;
  /** Starts a program in a thread, which gets `setup` and the `ports` in it (host/own-thread.js). @throws Error where there can be no more. */
  startThread(this: void, program: URL, setup: unknown, ports: readonly ThreadPort[]): Thread;
  /** The next message of a port, without a turn of the event loop; undefined for none. */
  nextMessage(this: void, port: ThreadPort): { readonly message: unknown } | undefined;
  /** Whether the system still has a thread, by its number there; undefined where it does not say so. */
  isThreadThere(this: void, systemId: number): boolean | undefined;
}

export const { isMainThread, openChannel, startThread, nextMessage, isThreadThere }: Threads = node;
