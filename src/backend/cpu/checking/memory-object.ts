// The objects that a kernel may access, by address: arrays, variables in shared memory, variables of a thread. Addresses
// of an object are from its base to its end, which is exact.

import type { MemorySpace } from "../../../core/check-report.js";

export interface MemoryObject {
  readonly base: number;
  readonly byteLength: number;
  readonly space: MemorySpace;
  /** What the source calls it, where that is known. */
  readonly name?: string;
  /** Where it was made. */
  readonly site?: string | undefined;
  /** One byte for each byte: 1 once it was written; undefined for an object that is written throughout. */
  written?: Uint8Array | undefined;
  /** Where it was freed: it is kept for a while, so that who uses it is found. */
  freed?: string | undefined;
  /** Memory of the machine itself, or of variables that nobody indexes: any access is right. */
  readonly isOpaque?: boolean;
}

/** Objects by address. */
export class ObjectTable {
  readonly #objects = new Map<number, MemoryObject>();
  #sorted: MemoryObject[] | undefined;

  add(object: MemoryObject): void {
    this.#objects.set(object.base, object);
    this.#sorted = undefined;
  }

  remove(base: number): MemoryObject | undefined {
    const object = this.#objects.get(base);
    if (object !== undefined) {
      this.#objects.delete(base);
      this.#sorted = undefined;
    }
    return object;
  }

  at(base: number): MemoryObject | undefined {
    return this.#objects.get(base);
  }

  values(): IterableIterator<MemoryObject> {
    return this.#objects.values();
  }

  /** The object that has this address, or whose end it is. */
  find(address: number): MemoryObject | undefined {
    const object = this.nearest(address);
    return object !== undefined && address <= object.base + object.byteLength ? object : undefined;
  }

  /** The last object that begins at or before the address. */
  nearest(address: number): MemoryObject | undefined {
    const sorted = (this.#sorted ??= [...this.#objects.values()].sort((a, b) => a.base - b.base));
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as MemoryObject).base <= address) low = middle + 1;
      else high = middle;
    }
    return sorted[low - 1];
  }
}

/** An object that nobody has written to yet. */
export function unwritten(object: Omit<MemoryObject, "written">): MemoryObject {
  return { ...object, written: new Uint8Array(object.byteLength) };
}

/** Some bytes of an object were written. */
export function markWritten(object: MemoryObject, address: number, byteLength: number): void {
  const { written, base } = object;
  if (written === undefined) return;
  if (address <= base && address + byteLength >= base + object.byteLength) object.written = undefined;
  else written.fill(1, Math.max(0, address - base), address - base + byteLength);
}

/** The first byte of some that was not written; -1 where all were. */
export function firstUnwritten(object: MemoryObject, address: number, byteLength: number): number {
  const { written, base } = object;
  if (written === undefined) return -1;
  for (let i = address - base; i < address - base + byteLength; i++) if (written[i] === 0) return base + i;
  return -1;
}
