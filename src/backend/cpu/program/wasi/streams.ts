// Blocking reads and writes of real descriptors. Pipes and terminals that another process has made non-blocking answer
// "try again": then the thread sleeps a moment, because nothing else runs on it.

import { codeOf } from "../../../../core/system-error.js";
import { readDescriptor, writeDescriptor } from "../../../../host/posix-files.js";

const sleeper = new Int32Array(new SharedArrayBuffer(4));
const RETRY_MS = 2;

/** Blocks the thread. */
export function sleep(milliseconds: number): void {
  Atomics.wait(sleeper, 0, 0, milliseconds);
}

/** Writes all bytes. A reader that went away ends in EPIPE. */
export function writeAll(fd: number, bytes: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === null ? null : position + done;
    done += retried(() => writeDescriptor(fd, bytes.subarray(done), at)) ?? 0;
  }
}

/** Reads what is there, at least a byte; 0 at the end. */
export function readSome(fd: number, into: Uint8Array, position: number | null = null): number {
  return retried(() => readDescriptor(fd, into, position)) ?? 0;
}

function retried(action: () => number): number | undefined {
  for (;;) {
    try {
      return action();
    } catch (error) {
      const code = codeOf(error);
      // How Windows says that a pipe or a console has ended.
      if (code === "EOF") return undefined;
      if (code !== "EAGAIN") throw error;
      sleep(RETRY_MS);
    }
  }
}
