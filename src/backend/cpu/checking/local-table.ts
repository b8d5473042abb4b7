// The local variables with elements (arrays, structs) of the threads of a block, by thread in the order in which they started.
// fast-path.c has the table; this keeps what does not fit there.

import { LAYOUT, LOCAL } from "./fast-path.gen.js";
import { type MemoryObject, unwritten } from "./memory-object.js";
import type { ShadowMemory } from "./shadow-memory.js";

/** A variable that begins. */
export interface NewLocal {
  readonly thread: number;
  /** The number of the block. */
  readonly block: number;
  readonly base: number;
  readonly byteLength: number;
  readonly name: string;
  readonly site: number;
}

export class LocalTable {
  readonly address: number;
  readonly #shadow: ShadowMemory;
  readonly #threads: number;
  /** All that the table has, by address and site. */
  readonly #made = new Map<string, MemoryObject>();
  /** What it has no room for, by thread. */
  readonly #more = new Map<number, MemoryObject[]>();

  constructor(shadow: ShadowMemory, threads: number) {
    this.#shadow = shadow;
    this.#threads = threads;
    this.address = shadow.allocate(this.#byteLength);
  }

  get #byteLength(): number {
    return this.#threads * LAYOUT.LOCALS * LOCAL.words * 4;
  }

  /** Another block begins with the table. */
  begin(): void {
    this.#more.clear();
  }

  /** A variable begins that the table does not have. */
  add({ thread, block, base, byteLength, name, site }: NewLocal): void {
    // Threads that run one after the other may have it at the same place.
    const known = this.#made.get(keyOf(base, site));
    known?.written?.bytes.fill(0);
    const object = known ?? unwritten(this.#shadow, { base, byteLength, space: "local", name });
    const at = object.written?.address === 0 ? undefined : this.#room(thread, block);
    if (at === undefined) {
      const more = (this.#more.get(thread) ?? []).filter((other) => other.base !== base);
      this.#more.set(thread, [...more, object]);
      return;
    }
    const { words } = this.#shadow;
    words[at + LOCAL.base] = base;
    words[at + LOCAL.length] = byteLength;
    words[at + LOCAL.written] = object.written?.address ?? 0;
    words[at + LOCAL.site] = site;
    words[at + LOCAL.block] = block;
    this.#made.set(keyOf(base, site), object);
  }

  /** The variables that a thread has. */
  of(thread: number, block: number): MemoryObject[] {
    const { words } = this.#shadow;
    const found: MemoryObject[] = [];
    for (const at of this.#entries(thread)) {
      if (words[at + LOCAL.block] !== block) continue;
      const object = this.#made.get(
        keyOf((words[at + LOCAL.base] as number) >>> 0, words[at + LOCAL.site] as number),
      );
      if (object !== undefined) found.push(object);
    }
    return [...found, ...(this.#more.get(thread) ?? [])];
  }

  release(): void {
    this.begin();
    for (const { written } of this.#made.values()) written?.release();
    this.#shadow.free(this.address, this.#byteLength);
  }

  // Where the next variable of a thread goes; undefined where there is no room.
  #room(thread: number, block: number): number | undefined {
    const { words } = this.#shadow;
    const entries = [...this.#entries(thread)];
    const first = this.#first(thread);
    if (entries.length < LAYOUT.LOCALS) return first + entries.length * LOCAL.words;
    // One of an earlier block makes room; the new one is the last.
    const old = entries.find((at) => words[at + LOCAL.block] !== block);
    if (old === undefined) return undefined;
    const end = first + LAYOUT.LOCALS * LOCAL.words;
    words.copyWithin(old, old + LOCAL.words, end);
    return end - LOCAL.words;
  }

  *#entries(thread: number): Generator<number> {
    const first = this.#first(thread);
    for (let i = 0; i < LAYOUT.LOCALS; i++) {
      const at = first + i * LOCAL.words;
      if (this.#shadow.words[at + LOCAL.base] === 0) return;
      yield at;
    }
  }

  #first(thread: number): number {
    return this.address / 4 + thread * LAYOUT.LOCALS * LOCAL.words;
  }
}

function keyOf(base: number, site: number): string {
  return `${base} ${site}`;
}
