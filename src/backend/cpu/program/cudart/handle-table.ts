// Objects that programs hold by a handle: streams, events, graphs, nodes, pools. A handle is never 0, never given out
// twice, and of one kind only, so that a wrong or destroyed one is found out.

import { processState } from "../../../../core/process-state.js";
import type { CudaErrorName } from "./error-codes.js";
import { fail } from "./error-state.js";

/** Handles of all kinds come from one sequence; small numbers mean default streams. */
const state = processState(() => ({ lastHandle: 0x1000 }));

export class HandleTable<T> {
  readonly #objects = new Map<number, T>();
  readonly #error: CudaErrorName;

  /** `error` is what a wrong handle gives. */
  constructor(error: CudaErrorName = "cudaErrorInvalidResourceHandle") {
    this.#error = error;
  }

  add(object: T): number {
    state.lastHandle += 16;
    this.#objects.set(state.lastHandle, object);
    return state.lastHandle;
  }

  /** The object of a handle; fails when there is none. */
  get(handle: number): T {
    return this.#objects.get(handle) ?? fail(this.#error);
  }

  /** Takes an object out; fails when there is none. */
  remove(handle: number): T {
    const object = this.get(handle);
    this.#objects.delete(handle);
    return object;
  }

  objects(): Iterable<T> {
    return this.#objects.values();
  }
}
