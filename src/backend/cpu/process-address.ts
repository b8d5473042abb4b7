// Where the memory of a cpu device lies in the process. Shared WebAssembly memory stays where it is when it grows, so its base
// address is asked for once. Code outside the device that has a pointer into the memory may write there unseen.

import { addressOf } from "../../ffi/memory.js";
import type { ProcessMemory } from "../backend.js";
import type { LinearMemory } from "./machine/linear-memory.js";

/** No process has its memory below this: smaller numbers are addresses of the device. */
const LOWEST_POINTER = 2n ** 32n;

export class ProcessAddress implements ProcessMemory {
  readonly #memory: LinearMemory;
  #base: bigint | undefined;
  #isShared = false;

  constructor(memory: LinearMemory) {
    this.#memory = memory;
  }

  /** True once code outside the device may write to the memory. */
  get isShared(): boolean {
    return this.#isShared;
  }

  /** Where the memory begins. */
  base(): bigint {
    return (this.#base ??= addressOf(new Uint8Array(this.#memory.memory.buffer)));
  }

  /** The memory for code that may write to it. */
  share(): WebAssembly.Memory {
    this.#isShared = true;
    return this.#memory.memory;
  }

  toNative(address: number): bigint {
    this.#isShared = true;
    return this.base() + BigInt(address);
  }

  fromNative(pointer: bigint): number | undefined {
    if (pointer < LOWEST_POINTER) return undefined;
    const address = pointer - this.toNative(0);
    return address >= 0n && address < this.share().buffer.byteLength ? Number(address) : undefined;
  }
}
