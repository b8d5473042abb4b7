// The objects that a kernel may access, found by address: arrays, variables in shared memory, local variables. An object ends exactly
// where its memory ends.

import type { MemorySpace } from "../../../core/check-report.js";
import type { ShadowMemory } from "./shadow-memory.js";

export interface MemoryObject {
  readonly base: number;
  readonly byteLength: number;
  readonly space: MemorySpace;
  /** What the source calls it, where that is known. */
  readonly name?: string;
  /** Where it was made. */
  readonly site?: string | undefined;
  /** Which bytes were written; undefined for an object that is written throughout. */
  written?: WrittenBytes | undefined;
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
    this.#objects.get(object.base)?.written?.release();
    this.#objects.set(object.base, object);
    this.#sorted = undefined;
  }

  remove(base: number): MemoryObject | undefined {
    const object = this.#objects.get(base);
    if (object !== undefined) {
      object.written?.release();
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

/** One byte for each byte of an object: 1 once it was written. */
export class WrittenBytes {
  readonly #shadow: ShadowMemory;
  readonly bytes: Uint8Array;
  /** Where they are in the shadow memory; 0 where it has no room for them. */
  #address: number;

  constructor(shadow: ShadowMemory, byteLength: number) {
    this.#shadow = shadow;
    this.#address = shadow.tryAllocate(byteLength);
    this.bytes = this.#address === 0 ? new Uint8Array(byteLength) : shadow.view(this.#address, byteLength);
  }

  get address(): number {
    return this.#address;
  }

  /** Nobody asks for them any more. */
  release(): void {
    if (this.#address !== 0) this.#shadow.free(this.#address, this.bytes.length);
    this.#address = 0;
  }
}

/** An object that nobody has written to yet. */
export function unwritten(shadow: ShadowMemory, object: Omit<MemoryObject, "written">): MemoryObject {
  return { ...object, written: new WrittenBytes(shadow, object.byteLength) };
}

/** Some bytes of an object were written. */
export function markWritten({ written, base }: MemoryObject, address: number, byteLength: number): void {
  written?.bytes.fill(1, Math.max(0, address - base), address - base + byteLength);
}

/** All bytes of an object were written. No launch may run: its sites know where the bytes are. */
export function markAllWritten(object: MemoryObject): void {
  object.written?.release();
  object.written = undefined;
}

/** Whether all of some bytes were written. */
export function areWritten({ written, base }: MemoryObject, address: number, byteLength: number): boolean {
  const first = written?.bytes.indexOf(0, address - base) ?? -1;
  return first < 0 || first >= address - base + byteLength;
}

/** Whether some bytes are all in an object. */
export function isInside({ base, byteLength }: MemoryObject, address: number, count: number): boolean {
  return address >= base && address + count <= base + byteLength;
}
