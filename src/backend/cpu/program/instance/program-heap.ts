// The heap of host code: the C library asks for more memory by `sbrk`, and gets blocks of the device's memory, which
// kernels can therefore use as well.
import type { Allocation, Backend } from "../../../backend.js";

/** Asking the device for less at once costs more than it saves. */
const CHUNK_BYTES = 1024 * 1024;

/** Who is told of a heap's memory. */
export interface HeapObserver {
  /** It gets some. */
  onBlock?(address: number, byteLength: number): void;
  /** There is none for it. */
  onRefused?(byteLength: number): void;
}

/** The end of the heap, which moves upwards; not all of what is below belongs to it. */
export class ProgramHeap {
  readonly #device: Backend;
  readonly #blocks: { readonly start: number; readonly end: number }[] = [];
  #end: number;
  #blockEnd: number;
  #mayJump = false;
  #refusedBytes = 0;
  readonly #observer: HeapObserver;

  /** `start` is where the linked heap ends. */
  constructor(device: Backend, start: number, observer: HeapObserver = {}) {
    this.#observer = observer;
    this.#device = device;
    this.#end = start;
    this.#blockEnd = start;
  }

  /** How much was asked for the last time that there was no memory; 0 when there always was. */
  get refusedBytes(): number {
    return this.#refusedBytes;
  }

  /** The old end after moving it by so many bytes; 0 when there is no memory. */
  grow(increment: number): number {
    // Numbers of more than 2 GiB arrive as negative ones; the C library never takes the end back.
    if (increment < 0) {
      this.#refuse(increment >>> 0);
      return 0;
    }
    if (this.#end + increment > this.#blockEnd && !this.#takeBlock(increment)) return 0;
    const before = this.#end;
    this.#end += increment;
    return before;
  }

  /** True for an address that the heap was given, in use or not. */
  contains(address: number): boolean {
    return this.#blocks.some(({ start, end }) => address >= start && address < end);
  }

  #refuse(byteLength: number): void {
    this.#refusedBytes = byteLength;
    this.#observer.onRefused?.(byteLength);
  }

  #takeBlock(increment: number): boolean {
    const byteLength = Math.max(increment, CHUNK_BYTES);
    const { defaultStream } = this.#device;
    let block: Allocation;
    try {
      block = this.#device.allocate(byteLength, defaultStream);
    } catch {
      this.#refuse(byteLength);
      return false;
    }
    const { address } = block;
    // Where the device has given something away in between, the heap goes on elsewhere. The C library takes two answers in
    // a row for one piece of memory until it is refused once: from then on it looks at the address of each.
    if (address !== this.#blockEnd) {
      if (!this.#mayJump) {
        this.#mayJump = true;
        this.#device.free(block, defaultStream);
        return false;
      }
      this.#end = address;
    }
    this.#blockEnd = address + byteLength;
    this.#observer.onBlock?.(address, byteLength);
    this.#blocks.push({ start: address, end: this.#blockEnd });
    return true;
  }
}
