// The memory of the cpu device: one shared WebAssembly memory that all workers see, and a best-fit allocator over it.
// An address is an offset into that memory; it is never 0, and everything allocated starts at a multiple of 256, as
// cudaMalloc's results do. Growing keeps addresses and old views valid.

import { CutsError } from "../../../core/errors.js";
import { formatByteSize } from "../../../core/text.js";

const PAGE_BYTES = 65_536;
const MAX_PAGES = 65_536;
const ALIGNMENT = 256;
/** Addresses below this are never handed out, so that a null pointer with a small index is no array. */
const FIRST_ADDRESS = PAGE_BYTES;

export class LinearMemory {
  readonly memory: WebAssembly.Memory;
  /** Free ranges by start, in address order. */
  readonly #free: { start: number; end: number }[] = [];
  readonly #sizes = new Map<number, number>();
  #end = FIRST_ADDRESS;
  #liveBytes = 0;
  #bytes: Uint8Array;
  #words: Uint32Array = new Uint32Array();

  constructor(maxPages = MAX_PAGES) {
    this.memory = new WebAssembly.Memory({ initial: 16, maximum: maxPages, shared: true });
    this.#bytes = new Uint8Array(this.memory.buffer);
    this.#maxBytes = maxPages * PAGE_BYTES;
  }
  readonly #maxBytes: number;

  get liveBytes(): number {
    return this.#liveBytes;
  }

  /** Bytes taken from the system: live ones and free ones in between. */
  get reservedBytes(): number {
    return this.memory.buffer.byteLength;
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** The whole memory as bytes; fresh after growth. */
  bytes(): Uint8Array {
    if (this.#bytes.byteLength !== this.memory.buffer.byteLength)
      this.#bytes = new Uint8Array(this.memory.buffer);
    return this.#bytes;
  }

  /** The whole memory as words of 4 bytes; fresh after growth. */
  words(): Uint32Array {
    if (this.#words.byteLength !== this.memory.buffer.byteLength)
      this.#words = new Uint32Array(this.memory.buffer);
    return this.#words;
  }

  /** Bytes `address` to `address + byteLength`, without a copy. */
  view(address: number, byteLength: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, byteLength);
  }

  /** Takes memory; throws CutsError `CUTS_OUT_OF_MEMORY` (cudaErrorMemoryAllocation) when there is none. */
  allocate(byteLength: number): number {
    const size = Math.max(1, Math.ceil(byteLength / ALIGNMENT)) * ALIGNMENT;
    const start = this.#fromFreeList(size) ?? this.#fromEnd(size, byteLength);
    this.#sizes.set(start, size);
    this.#liveBytes += size;
    return start;
  }

  /** Gives memory back; `address` must come from `allocate`. */
  free(address: number): void {
    const size = this.#sizes.get(address);
    if (size === undefined) throw new Error(`internal: ${address} is not an allocation of the cpu device`);
    this.#sizes.delete(address);
    this.#liveBytes -= size;
    this.#insertFree(address, address + size);
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
    const start = this.#end;
    const missing = start + size - this.memory.buffer.byteLength;
    if (missing > 0) this.#grow(missing, asked);
    this.#end = start + size;
    return start;
  }

  #grow(missing: number, asked: number): void {
    // Growing by half again keeps the number of growths, each of which makes new views, small.
    const wanted = Math.max(missing, Math.min(this.memory.buffer.byteLength / 2, 64 * 1024 * 1024));
    for (const bytes of [wanted, missing]) {
      try {
        this.memory.grow(Math.ceil(bytes / PAGE_BYTES));
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
    const last = this.#free.at(-1);
    if (last?.end === this.#end) {
      this.#end = last.start;
      this.#free.pop();
    }
  }
}
