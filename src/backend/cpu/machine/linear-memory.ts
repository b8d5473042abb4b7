// The memory of the cpu device: one shared WebAssembly memory that all workers see, and an allocator over it: small blocks
// that were freed are kept by size and handed out again at once, all others are best-fit. An address is an offset into
// that memory; it is never 0, and everything allocated starts at a multiple of 256, as cudaMalloc's results do. Growing
// keeps addresses and old views valid; only this class grows it.

import { CutsError } from "../../../core/errors.js";
import { formatByteSize } from "../../../core/text.js";

const PAGE_BYTES = 65_536;
/** A MiB less than 4 GiB: there is always an address that nothing has, for indices that lead nowhere (far-addresses.ts). */
const MAX_PAGES = 65_536 - 16;
const ALIGNMENT = 256;
/** Addresses below this are never handed out, so that a null pointer with a small index is no array. */
const FIRST_ADDRESS = PAGE_BYTES;
/** Freed blocks up to this size are kept by size: searching and joining them costs more than the work in small arrays. */
const MAX_KEPT_BYTES = 65_536;

export class LinearMemory {
  readonly memory: WebAssembly.Memory;
  /** Free ranges by start, in address order. */
  readonly #free: { start: number; end: number }[] = [];
  /** Freed small blocks by size in units of the alignment; they are joined with others before the memory grows. */
  readonly #kept: number[][] = [];
  /** The size of what begins at each multiple of the alignment, in units of it; 0 where nothing begins. */
  #sizes: Uint32Array;
  #end = FIRST_ADDRESS;
  #liveBytes = 0;
  #bytes: Uint8Array;
  #words: Uint32Array;

  constructor(maxPages = MAX_PAGES) {
    this.memory = new WebAssembly.Memory({ initial: 16, maximum: maxPages, shared: true });
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#words = new Uint32Array(this.memory.buffer);
    this.#sizes = new Uint32Array(this.#bytes.byteLength / ALIGNMENT);
    this.#maxBytes = maxPages * PAGE_BYTES;
  }
  readonly #maxBytes: number;

  get liveBytes(): number {
    return this.#liveBytes;
  }

  /** Bytes taken from the system: live ones and free ones in between. */
  get reservedBytes(): number {
    return this.#bytes.byteLength;
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

  /** Takes memory; throws CutsError `CUTS_OUT_OF_MEMORY` (cudaErrorMemoryAllocation) when there is none. */
  allocate(byteLength: number): number {
    if (!(byteLength >= 0)) throw new Error(`internal: ${byteLength} bytes cannot be allocated`);
    const units = Math.max(1, Math.ceil(byteLength / ALIGNMENT));
    const size = units * ALIGNMENT;
    const start = this.#kept[units]?.pop() ?? this.#fromFreeList(size) ?? this.#fromEnd(size, byteLength);
    this.#sizes[start / ALIGNMENT] = units;
    this.#liveBytes += size;
    return start;
  }

  /** Gives memory back; `address` must come from `allocate`. */
  free(address: number): void {
    const units = this.#sizes[address / ALIGNMENT] ?? 0;
    if (units === 0) throw new Error(`internal: ${address} is not an allocation of the cpu device`);
    const size = units * ALIGNMENT;
    this.#sizes[address / ALIGNMENT] = 0;
    this.#liveBytes -= size;
    if (size <= MAX_KEPT_BYTES) (this.#kept[units] ??= []).push(address);
    else this.#insertFree(address, address + size);
  }

  #fromFreeList(size: number): number | undefined {
    let best = -1;
    for (let i = 0; i < this.#free.length; i++) {
      const range = this.#free[i] as { start: number; end: number };
      const length = range.end - range.start;
      if (length < size) continue;
      const held = this.#free[best];
      if (!held || length < held.end - held.start) best = i;
      if (length === size) break;
    }
    const range = this.#free[best];
    if (!range) return undefined;
    const start = range.start;
    range.start += size;
    if (range.start === range.end) this.#free.splice(best, 1);
    return start;
  }

  #fromEnd(size: number, asked: number): number {
    if (this.#end + size > this.#bytes.byteLength && this.#joinKept()) {
      const found = this.#fromFreeList(size);
      if (found !== undefined) return found;
    }
    const start = this.#end;
    const missing = start + size - this.#bytes.byteLength;
    if (missing > 0) this.#grow(missing, asked);
    this.#end = start + size;
    return start;
  }

  /** Makes free ranges of the small blocks that are kept; false when there are none. */
  #joinKept(): boolean {
    const ranges = this.#kept.flatMap((starts, units) =>
      starts.map((start) => ({ start, end: start + units * ALIGNMENT })),
    );
    if (ranges.length === 0) return false;
    this.#kept.length = 0;
    const all = [...ranges, ...this.#free].sort((a, b) => a.start - b.start);
    this.#free.length = 0;
    for (const range of all) {
      const last = this.#free.at(-1);
      if (last?.end === range.start) last.end = range.end;
      else this.#free.push(range);
    }
    this.#giveBackEnd();
    return true;
  }

  #grow(missing: number, asked: number): void {
    // Growing by half again keeps the number of growths, each of which makes new views, small.
    const wanted = Math.max(missing, Math.min(this.#bytes.byteLength / 2, 64 * 1024 * 1024));
    for (const bytes of [wanted, missing]) {
      try {
        this.memory.grow(Math.ceil(bytes / PAGE_BYTES));
        // Asking for the buffer of a shared memory is slow, so views are made here and only here.
        this.#bytes = new Uint8Array(this.memory.buffer);
        this.#words = new Uint32Array(this.memory.buffer);
        const sizes = new Uint32Array(this.#bytes.byteLength / ALIGNMENT);
        sizes.set(this.#sizes);
        this.#sizes = sizes;
        return;
      } catch {
        // The smaller step is tried next.
      }
    }
    const largest = Math.max(0, ...this.#free.map((r) => r.end - r.start));
    throw new CutsError(
      "CUTS_OUT_OF_MEMORY",
      `Cannot allocate ${formatByteSize(asked)} on the cpu device: its memory ends at ${formatByteSize(this.#maxBytes)} (cudaErrorMemoryAllocation; ${formatByteSize(this.#liveBytes)} in use, largest free block ${formatByteSize(largest)})\nTry: dispose arrays that are no longer needed, or work in smaller pieces.`,
    );
  }

  #insertFree(start: number, end: number): void {
    let at = this.#free.findIndex((r) => r.start > start);
    if (at < 0) at = this.#free.length;
    const before = this.#free[at - 1];
    const after = this.#free[at];
    if (before?.end === start && after?.start === end) {
      before.end = after.end;
      this.#free.splice(at, 1);
    } else if (before?.end === start) before.end = end;
    else if (after?.start === end) after.start = start;
    else this.#free.splice(at, 0, { start, end });
    this.#giveBackEnd();
  }

  #giveBackEnd(): void {
    const last = this.#free.at(-1);
    if (last?.end !== this.#end) return;
    this.#end = last.start;
    this.#free.pop();
  }
}
