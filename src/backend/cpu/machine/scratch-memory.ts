// The memory in which workers run blocks: shared memory and contexts. One piece serves all jobs, each thread has its part of
// it; a job that needs more gets a larger piece, and the old one is given back with the last job that uses it.

import type { LinearMemory } from "./linear-memory.js";

/** Memory with a part for each thread. */
export interface ScratchRegion {
  readonly address: number;
  /** Bytes of each thread. */
  readonly stride: number;
  users: number;
}

const SMALLEST_BYTES = 4096;

export class ScratchMemory {
  readonly #memory: LinearMemory;
  readonly #threads: number;
  #current: ScratchRegion | undefined;

  constructor(memory: LinearMemory, threads: number) {
    this.#memory = memory;
    this.#threads = threads;
  }

  /** Takes part in memory with this many bytes for each thread. */
  take(byteLength: number): ScratchRegion {
    if (!this.#current || this.#current.stride < byteLength) {
      const stride = Math.max(SMALLEST_BYTES, 2 ** Math.ceil(Math.log2(byteLength)));
      const address = this.#memory.allocate(stride * this.#threads);
      this.#retire();
      this.#current = { address, stride, users: 0 };
    }
    this.#current.users++;
    return this.#current;
  }

  release(region: ScratchRegion): void {
    region.users--;
    if (region.users === 0 && region !== this.#current) this.#memory.free(region.address);
  }

  /** Gives all back that nobody uses, now or later. */
  clear(): void {
    this.#retire();
    this.#current = undefined;
  }

  #retire(): void {
    if (this.#current?.users === 0) this.#memory.free(this.#current.address);
  }
}
