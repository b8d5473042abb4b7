// The memory of the cpu device: one shared WebAssembly memory that all workers see, and an allocator over it. An address is
// an offset into that memory; it is never 0, and everything allocated starts at a multiple of 256, as cudaMalloc's results
// do. Growing keeps addresses and old views valid; only this class grows it.
//
// Small blocks that were freed are kept by size and handed out again at once. Large arrays lie apart, at higher addresses,
// so that what is small, or what the device itself needs for good, does not split the room for them. In a wide memory the lowest
// addresses are the device's own: it needs some of 32 bits, however many arrays there are.

import { CutsError } from "../../../core/errors.js";
import { formatByteSize } from "../../../core/text.js";
import type { Allocation } from "../../backend.js";
import { FreeRanges } from "./free-ranges.js";
import { fillLowest } from "./guard.js";
import { growMemory, isWide, MAX_NARROW_BYTES, MAX_WIDE_BYTES, openMemory } from "./wide-memory.js";

const PAGE_BYTES = 65_536;
const GIB = 2 ** 30;
const MAX_PAGES = MAX_NARROW_BYTES / PAGE_BYTES;
/** What the device itself needs lies below, also where the memory does not end there: places of jobs have 32 bits. */
const OWN_END = 2 ** 32;
const ALIGNMENT = 256;
/** Addresses below this are never handed out: a null pointer with a small index is no array, and writing is found (guard.js). */
const FIRST_ADDRESS = PAGE_BYTES;
/** Freed blocks up to this size are kept by size: searching and joining them costs more than the work in small arrays. */
const MAX_KEPT_BYTES = 65_536;
/** Small blocks are made for so many bytes at once. */
const SLAB_BYTES = 16_384;
/** Arrays of this size and more are large. */
const LARGE_BYTES = 2 ** 20;
/** A share of 1 in this many of all addresses is for what is not a large array. */
const LOW_SHARE = 16;

/** Pages of a memory of so many bytes. */
export function pagesOf(byteLength: number): number {
  return Math.floor(byteLength / PAGE_BYTES);
}

/** How many bytes an allocation takes of the memory. */
export function blockBytes(byteLength: number): number {
  return Math.max(1, Math.ceil(byteLength / ALIGNMENT)) * ALIGNMENT;
}

/** Has the system stop who touches some bytes; false where it cannot. */
export type Close = (bytes: Uint8Array) => boolean;

/** Has the system take back the pages of some bytes, which read as zeros after that; false where it cannot. */
export type Discard = (bytes: Uint8Array) => boolean;

export class LinearMemory {
  readonly memory: WebAssembly.Memory;
  readonly #maxBytes: number;
  /** Below are addresses of the device's own; nowhere in a narrow memory. */
  readonly #ownEnd: number;
  /** What is free there, and freed small blocks of it by size in units of the alignment. */
  readonly #own = new FreeRanges();
  readonly #ownKept: number[][] = [];
  /** Where large arrays begin. */
  readonly #boundary: number;
  /** What is free below the boundary, and above. */
  readonly #low = new FreeRanges();
  readonly #high = new FreeRanges();
  /** Freed small blocks by size in units of the alignment; they are free ranges again before the memory grows. */
  readonly #kept: number[][] = [];
  readonly #sizes = new BlockSizes();
  /** 1 for each page that was in use since the system had it last. */
  readonly #isTouched: Uint8Array;
  #touchedPages = 0;
  #liveBytes = 0;
  #bytes: Uint8Array;
  #words: Uint32Array;
  #close: Close | undefined;

  /** With more pages than 32 bits can address it is a wide one. */
  constructor(maxPages = MAX_PAGES) {
    this.memory = openMemory(16, maxPages, maxPages > MAX_PAGES);
    fillLowest(this.memory);
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#words = new Uint32Array(this.memory.buffer);
    this.#isTouched = new Uint8Array(maxPages);
    this.#maxBytes = maxPages * PAGE_BYTES;
    this.#boundary = Math.max(FIRST_ADDRESS, this.#maxBytes / LOW_SHARE);
    this.#ownEnd = this.isWide ? pagesOf(this.#boundary / 2) * PAGE_BYTES : FIRST_ADDRESS;
    this.#own.add(FIRST_ADDRESS, this.#ownEnd);
    this.#low.add(this.#ownEnd, this.#boundary);
    this.#high.add(this.#boundary, this.#maxBytes);
  }

  /** Closes the addresses that are never handed out, so that using a null pointer is a trap; false where that cannot be. */
  closeLowest(close: Close): boolean {
    if (!close(this.view(0, FIRST_ADDRESS))) return false;
    this.#close = close;
    return true;
  }

  /** Whether addresses have 64 bits. */
  get isWide(): boolean {
    return isWide(this.memory);
  }

  get liveBytes(): number {
    return this.#liveBytes;
  }

  /** Bytes that are free, but that the system has not taken back; whole pages are counted. */
  get cachedBytes(): number {
    return this.#touchedPages * PAGE_BYTES - this.#liveBytes;
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** The whole memory as bytes; fresh after growth. */
  bytes(): Uint8Array {
    return this.#bytes;
  }

  /** The whole memory as words of 4 bytes; fresh after growth. */
  words(): Uint32Array {
    return this.#words;
  }

  /** Bytes `address` to `address + byteLength`, without a copy. */
  view(address: number, byteLength: number): Uint8Array {
    return new Uint8Array(this.#bytes.buffer, address, byteLength);
  }

  /** Memory for the device itself; throws CutsError `CUTS_OUT_OF_MEMORY` (cudaErrorMemoryAllocation) when there is none. */
  allocate(byteLength: number): number {
    const find = this.isWide ? this.#allocateOwn(byteLength) : this.#allocate(byteLength, false);
    return find ?? this.#fail(byteLength);
  }

  /** Memory for an array; undefined when there is none. */
  tryAllocateArray(byteLength: number): Allocation | undefined {
    const address = this.#allocate(byteLength, byteLength >= LARGE_BYTES);
    return address === undefined ? undefined : new ArrayMemory(this, address, byteLength, always);
  }

  /** Memory that was an array's, and was not given back, as that of another one; `onHostUse` is told when the host looks. */
  reuseArray(
    address: number,
    byteLength: number,
    before: { readonly isOver: boolean },
    onHostUse?: () => void,
  ): Allocation {
    return new ArrayMemory(this, address, byteLength, before, onHostUse);
  }

  /** The same; throws as `allocate` does. */
  allocateArray(byteLength: number): Allocation {
    return this.tryAllocateArray(byteLength) ?? this.#fail(byteLength);
  }

  /** Gives memory back; `address` must come from `allocate`. */
  free(address: number): void {
    const units = this.#sizes.take(address);
    if (units === 0) throw new Error(`internal: ${address} is not an allocation of the cpu device`);
    const size = units * ALIGNMENT;
    this.#liveBytes -= size;
    const kept = address < this.#ownEnd ? this.#ownKept : this.#kept;
    if (size <= MAX_KEPT_BYTES) (kept[units] ??= []).push(address);
    else this.#addFree(address, address + size);
  }

  /** The block that has an address; undefined where nothing was allocated. It searches: for reports only. */
  blockAt(address: number): { readonly address: number; readonly byteLength: number } | undefined {
    for (let start = address - (address % ALIGNMENT); start >= FIRST_ADDRESS; start -= ALIGNMENT) {
      const byteLength = this.#sizes.look(start) * ALIGNMENT;
      if (byteLength > 0) return address < start + byteLength ? { address: start, byteLength } : undefined;
    }
    return undefined;
  }

  /** Has the system take back all pages that are free. */
  trim(discard: Discard): void {
    this.#freeKept();
    this.#freeOwnKept();
    for (const ranges of [this.#own, this.#low, this.#high]) {
      for (const { start, end } of ranges.values()) this.#discardPages(start, end, discard);
    }
  }

  #allocate(byteLength: number, isHigh: boolean): number | undefined {
    if (!(byteLength >= 0)) throw new Error(`internal: ${byteLength} bytes cannot be allocated`);
    const units = blockBytes(byteLength) / ALIGNMENT;
    const start = this.#kept[units]?.pop() ?? this.#carve(units) ?? this.#take(units * ALIGNMENT, isHigh);
    if (start === undefined) return undefined;
    this.#sizes.put(start, units);
    this.#liveBytes += units * ALIGNMENT;
    return start;
  }

  /** At an address of 32 bits in a wide memory: one of the device's own, and only then one that arrays could have. */
  #allocateOwn(byteLength: number): number | undefined {
    const units = blockBytes(byteLength) / ALIGNMENT;
    const size = units * ALIGNMENT;
    let start = this.#ownKept[units]?.pop() ?? this.#own.take(size);
    if (start === undefined && this.#freeOwnKept()) start = this.#own.take(size);
    start ??= this.#take(size, false);
    if (start === undefined) return undefined;
    const end = start + size;
    if (end > OWN_END || (end > this.#bytes.byteLength && !this.#growTo(end))) {
      this.#addFree(start, end);
      return undefined;
    }
    this.#touch(start, end);
    this.#sizes.put(start, units);
    this.#liveBytes += size;
    return start;
  }

  /** Several blocks of one size at once, where they are small: one is taken, the others are kept. */
  #carve(units: number): number | undefined {
    const size = units * ALIGNMENT;
    const count = Math.floor(SLAB_BYTES / size);
    const start = count > 1 ? this.#take(count * size, false) : undefined;
    if (start === undefined) return undefined;
    const kept = (this.#kept[units] ??= []);
    for (let i = count - 1; i > 0; i--) kept.push(start + i * size);
    return start;
  }

  #take(size: number, isHigh: boolean): number | undefined {
    let start = this.#takeFree(size, isHigh);
    if ((start === undefined || start + size > this.#bytes.byteLength) && this.#freeKept()) {
      if (start !== undefined) this.#addFree(start, start + size);
      start = this.#takeFree(size, isHigh);
    }
    if (start === undefined) return undefined;
    if (start + size > this.#bytes.byteLength && !this.#growTo(start + size)) {
      this.#addFree(start, start + size);
      start = this.#takeWithin(size);
      if (start === undefined) return undefined;
    }
    this.#touch(start, start + size);
    return start;
  }

  #takeFree(size: number, isHigh: boolean): number | undefined {
    const [first, second] = isHigh ? [this.#high, this.#low] : [this.#low, this.#high];
    const found = first.take(size);
    if (found !== undefined) return found;
    // What is large and no array is to have the lowest addresses.
    if (!isHigh && size >= LARGE_BYTES) return this.#takeAcross(size) ?? second.take(size);
    return second.take(size) ?? this.#takeAcross(size);
  }

  /** What only fits where both parts of the memory meet. */
  #takeAcross(size: number): number | undefined {
    const before = this.#low.endingAt(this.#boundary);
    const after = this.#high.startingAt(this.#boundary);
    if (before === undefined || after === undefined || after.end - before.start < size) return undefined;
    const { start } = before;
    const lowBytes = this.#boundary - start;
    this.#low.takeAt(start, lowBytes);
    this.#high.takeAt(this.#boundary, size - lowBytes);
    return start;
  }

  /** The system has no more memory: what fits into what there is. */
  #takeWithin(size: number): number | undefined {
    for (const ranges of [this.#low, this.#high]) {
      for (const { start, end } of ranges.values()) {
        if (Math.min(end, this.#bytes.byteLength) - start < size) continue;
        ranges.takeAt(start, size);
        return start;
      }
    }
    return undefined;
  }

  #addFree(start: number, end: number): void {
    if (start < this.#ownEnd) this.#own.add(start, end);
    else if (start < this.#boundary) this.#low.add(start, Math.min(end, this.#boundary));
    if (end > this.#boundary) this.#high.add(Math.max(start, this.#boundary), end);
  }

  /** Makes free ranges of the small blocks that are kept; false when there are none. */
  #freeKept(): boolean {
    return this.#freeAll(this.#kept);
  }

  #freeOwnKept(): boolean {
    return this.#freeAll(this.#ownKept);
  }

  #freeAll(kept: number[][]): boolean {
    const isAny = kept.some((starts) => starts.length > 0);
    for (const [units, starts] of kept.entries()) {
      for (const start of starts ?? []) this.#addFree(start, start + units * ALIGNMENT);
    }
    kept.length = 0;
    return isAny;
  }

  #growTo(byteLength: number): boolean {
    const missing = byteLength - this.#bytes.byteLength;
    // Growing by half again keeps the number of growths, each of which makes new views, small; also near the end.
    const step = Math.min(this.#bytes.byteLength / 2, 64 * 1024 * 1024);
    const wanted = Math.min(Math.max(missing, step), this.#maxBytes - this.#bytes.byteLength);
    for (const bytes of [wanted, missing]) {
      try {
        growMemory(this.memory, bytes);
        // Asking for the buffer of a shared memory is slow, so views are made here and only here.
        this.#bytes = new Uint8Array(this.memory.buffer);
        this.#words = new Uint32Array(this.memory.buffer);
        return true;
      } catch {
        // The smaller step is tried next.
      } finally {
        // Growing opens all pages there are.
        this.#close?.(this.view(0, FIRST_ADDRESS));
      }
    }
    return false;
  }

  #fail(asked: number): never {
    this.#freeKept();
    const wanted = this.#liveBytes + asked;
    // Who has asked for less than there is was not to have more.
    const mayBeWide = this.#maxBytes >= MAX_NARROW_BYTES && !this.isWide && wanted <= MAX_WIDE_BYTES;
    const gib = Math.min(MAX_WIDE_BYTES / GIB, Math.max(8, Math.ceil(wanted / GIB) + 1));
    const widen = mayBeWide
      ? ` CUTS_MEMORY=${gib}G in the environment gives more, with Node 24 or later.`
      : "";
    const largest = Math.max(this.#low.largest, this.#high.largest);
    throw new CutsError(
      "CUTS_OUT_OF_MEMORY",
      `Cannot allocate ${formatByteSize(asked)} on the cpu device: its memory ends at ${formatByteSize(this.#maxBytes)} (cudaErrorMemoryAllocation; ${formatByteSize(this.#liveBytes)} in use, largest free block ${formatByteSize(largest)})\nTry: dispose arrays that are no longer needed, or work in smaller pieces.${widen}`,
    );
  }

  #touch(start: number, end: number): void {
    for (let page = Math.floor(start / PAGE_BYTES); page * PAGE_BYTES < end; page++) {
      if (this.#isTouched[page] === 1) continue;
      this.#isTouched[page] = 1;
      this.#touchedPages++;
    }
  }

  /** Has the system take back whole pages between two addresses that were in use, as many at once as lie side by side. */
  #discardPages(start: number, end: number, discard: Discard): void {
    const last = Math.floor(end / PAGE_BYTES);
    for (let page = Math.ceil(start / PAGE_BYTES); page < last; page++) {
      const first = page;
      while (page < last && this.#isTouched[page] === 1) page++;
      if (page === first || !discard(this.view(first * PAGE_BYTES, (page - first) * PAGE_BYTES))) continue;
      this.#isTouched.fill(0, first, page);
      this.#touchedPages -= page - first;
    }
  }
}

/** Bits of an address within one table of sizes: 16 MiB have a table of 256 KiB. */
const TABLE_BITS = 24;

function tableOf(address: number): number {
  return (address / 2 ** TABLE_BITS) | 0;
}

/**
 * The sizes of blocks by address, in units of the alignment. The tables are made as blocks come: one table for all addresses
 * would be copied at each growth, which takes longer than everything else about a large array.
 */
class BlockSizes {
  readonly #tables: Uint32Array[] = [];

  put(address: number, units: number): void {
    const table = (this.#tables[tableOf(address)] ??= new Uint32Array(2 ** TABLE_BITS / ALIGNMENT));
    table[(address % 2 ** TABLE_BITS) / ALIGNMENT] = units;
  }

  /** The size of what begins at an address; 0 where nothing begins. */
  look(address: number): number {
    return this.#tables[tableOf(address)]?.[(address % 2 ** TABLE_BITS) / ALIGNMENT] ?? 0;
  }

  /** The same, which is forgotten. */
  take(address: number): number {
    const table = this.#tables[tableOf(address)];
    const index = (address % 2 ** TABLE_BITS) / ALIGNMENT;
    const units = table?.[index] ?? 0;
    if (table !== undefined && units > 0) table[index] = 0;
    return units;
  }
}

/** The use of memory before it was an array's, where there was none or it is over. */
const always = { isOver: true };

/** A block of the memory that is an array's. */
class ArrayMemory implements Allocation {
  readonly address: number;
  readonly byteLength: number;
  readonly #memory: LinearMemory;
  readonly #before: { readonly isOver: boolean };
  readonly #onHostUse: (() => void) | undefined;

  constructor(
    memory: LinearMemory,
    address: number,
    byteLength: number,
    before: { readonly isOver: boolean },
    onHostUse?: () => void,
  ) {
    this.#onHostUse = onHostUse;
    this.address = address;
    this.byteLength = byteLength;
    this.#memory = memory;
    this.#before = before;
  }

  get isReady(): boolean {
    return this.#before.isOver;
  }

  hostBytes(): Uint8Array {
    this.#onHostUse?.();
    return this.#memory.view(this.address, this.byteLength);
  }
}
