// The constants of the modules of a device: data that kernels only read, such as `__constant__` variables, tables and strings. Only the
// host may change them, and it does so here. When a launch ends, any other change is found and undone (machine/guard.js).

import { type GuardedConstants, openSum, type Sum, SUM_WORDS } from "./machine/guard.js";
import type { LinearMemory } from "./machine/linear-memory.js";

interface Entry extends GuardedConstants {
  /** What they must be. */
  readonly content: Uint8Array;
}

/** All constants in one memory. */
export class DeviceConstants {
  readonly #memory: LinearMemory;
  readonly #entries = new Map<number, Entry>();
  /** Those whose address somebody knows. */
  readonly #exposed = new Map<number, Entry>();
  #sum: Sum | undefined;

  constructor(memory: LinearMemory) {
    this.#memory = memory;
  }

  /** Guards what lies at an address now. */
  add(moduleId: number, address: number, byteLength: number): GuardedConstants {
    const words = new Int32Array(new SharedArrayBuffer(4 * SUM_WORDS.count));
    const content = this.#memory.view(address, byteLength).slice();
    const entry = { address, byteLength, words, content };
    this.#entries.set(moduleId, entry);
    Atomics.store(words, SUM_WORDS.sum, this.#sumOf(entry));
    return { address, byteLength, words };
  }

  remove(moduleId: number): void {
    this.#entries.delete(moduleId);
    this.#exposed.delete(moduleId);
  }

  /** True when some of these bytes are constants. */
  overlap(address: number, byteLength: number): boolean {
    if (this.#exposed.size === 0) return false;
    for (const entry of this.#exposed.values()) if (meets(entry, address, byteLength)) return true;
    return false;
  }

  /** Somebody is told where constants are. */
  expose(moduleId: number): void {
    const entry = this.#entries.get(moduleId);
    if (entry) this.#exposed.set(moduleId, entry);
  }

  /** A kernel that is given the address of constants may write there, as CUDA lets it for the kernels after it. */
  giveTo(parameters: Uint8Array): void {
    if (this.#exposed.size === 0) return;
    const view = new DataView(parameters.buffer, parameters.byteOffset, parameters.byteLength);
    for (let at = 0; at + 4 <= parameters.byteLength; at += 4) this.#release(view.getUint32(at, true));
  }

  /** Lets the host change bytes, some of which are constants. */
  change(address: number, byteLength: number, write: (bytes: Uint8Array) => void): void {
    const changed = [...this.#exposed.values()].filter((entry) => meets(entry, address, byteLength));
    // An odd number says that bytes and sum need not agree.
    for (const { words } of changed) Atomics.add(words, SUM_WORDS.changes, 1);
    write(this.#memory.view(address, byteLength));
    for (const entry of changed) {
      entry.content.set(this.#memory.view(entry.address, entry.byteLength));
      Atomics.store(entry.words, SUM_WORDS.sum, this.#sumOf(entry));
      Atomics.add(entry.words, SUM_WORDS.changes, 1);
    }
  }

  /** Writes again what a kernel has overwritten. */
  restore(): void {
    for (const entry of this.#entries.values()) {
      if (this.#sumOf(entry) === Atomics.load(entry.words, SUM_WORDS.sum)) continue;
      this.#memory.view(entry.address, entry.byteLength).set(entry.content);
    }
  }

  #release(address: number): void {
    for (const [id, entry] of this.#exposed) {
      if (!meets(entry, address, 1)) continue;
      this.remove(id);
      // For good: an odd number says that bytes and sum need not agree.
      Atomics.add(entry.words, SUM_WORDS.changes, 1);
    }
  }

  #sumOf({ address, byteLength }: Entry): number {
    this.#sum ??= openSum(this.#memory.memory);
    return this.#sum(address, byteLength);
  }
}

function meets(entry: Entry, address: number, byteLength: number): boolean {
  return address < entry.address + entry.byteLength && entry.address < address + byteLength;
}
