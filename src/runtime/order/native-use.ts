// The use of an array's memory by a native call on another thread. The call starts when the work submitted before is done. Work
// submitted during the call waits for it in the submission queue if one of the two writes. Native calls do not wait for each
// other unless they ask for it; what they do to the same memory at the same time is up to the caller.

import { CutsError } from "../../core/errors.js";
import { CANNOT_BLOCK } from "./submission-queue.js";
import type { NativeUse, Storage } from "../memory/storage.js";
import { contentsOf } from "../memory/storage-bytes.js";

/** Memory that is retained for a native call on another thread. */
export interface RetainedStorage {
  /** Settles when the work submitted before is over, so that the call may start; rejects if the memory is lost. */
  readonly ready: Promise<void>;
  /** Ends the use, because the call is over. */
  release(): void;
}

/**
 * Retains a storage for a native call on another thread, ordered with the work before and after. `natives` tells whether the call
 * waits for other native calls on the storage ("after") or not ("beside").
 */
export function retainStorage(
  storage: Storage,
  mode: "read" | "write",
  natives: "beside" | "after" = "beside",
): RetainedStorage {
  const last = storage.lastStream;
  const stream = last === undefined || last.isClosed ? storage.device.defaultStream : last;
  storage.retain();
  storage.order(stream, mode);
  const before = natives === "after" ? storage.nativesBefore(mode) : [];
  const ready = Promise.all([contentsOf(storage, stream), ...before.map((one) => one.ready)]).then(() => {});
  const use = new CallInFlight(mode);
  storage.enterNative(use);
  return {
    ready,
    release: () => {
      storage.leaveNative(use);
      use.end();
      storage.release();
    },
  };
}

/** A native call as an obstacle for work. */
class CallInFlight implements NativeUse {
  readonly mode: "read" | "write";
  readonly ready: Promise<void>;
  #isOver = false;
  #resolve: () => void = () => {};

  constructor(mode: "read" | "write") {
    this.mode = mode;
    this.ready = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  isReady(): boolean {
    return this.#isOver;
  }

  readySync(): void {
    // Only the event loop learns of its end, and blocking would stop the event loop.
    if (this.#isOver) return;
    throw new CutsError(
      CANNOT_BLOCK,
      "Cannot wait for an array: an asynchronous native call uses it, and its end is told by the event loop, which this would block\n" +
        "Try: await the call first, or await x.data() instead of x.dataSync()",
    );
  }

  end(): void {
    this.#isOver = true;
    this.#resolve();
  }
}
