// What the runtime has allocated, by address: the base of every question about a pointer. What is not in the map is the
// host's own memory, or was freed: freed ranges are remembered until the device gives them out again. The heap of the host
// may have got them as well, which this map does not know (Runtime.isFreed).

/**
 * Who can use memory: `device` and `symbol` only the device; the others the host too. `shared` is an array of whoever calls a
 * library, which host code and kernels are given alike.
 */
export type MemoryKind = "device" | "managed" | "pinned" | "registered" | "symbol" | "shared";

/** A live allocation. */
export interface Block {
  readonly start: number;
  readonly byteLength: number;
  readonly kind: MemoryKind;
  /** Flags it was made with. */
  readonly flags: number;
}

/** So many freed ranges are remembered: enough to find a pointer that was freed not long ago. */
const MAX_FREED = 256;

export class AddressMap {
  /** In address order. Blocks do not overlap, but for a registered range inside host memory nothing else is there. */
  readonly #blocks: Block[] = [];
  #freed: Block[] = [];
  readonly #remembers: boolean;

  /** `remembersFreed` is false where others allocate on the device too: what was freed may be theirs by now. */
  constructor(remembersFreed = true) {
    this.#remembers = remembersFreed;
  }

  add(block: Block): void {
    this.#blocks.splice(this.#indexAfter(block.start), 0, block);
    const end = block.start + block.byteLength;
    this.#freed = this.#freed.filter((f) => f.start >= end || f.start + f.byteLength <= block.start);
  }

  /** Takes out the block that starts at an address. */
  remove(start: number): Block | undefined {
    const at = this.#indexAfter(start) - 1;
    const block = this.#blocks[at];
    if (block?.start !== start) return undefined;
    this.#blocks.splice(at, 1);
    if (block.kind !== "registered" && this.#remembers) this.#freed.push(block);
    if (this.#freed.length > MAX_FREED) this.#freed.shift();
    return block;
  }

  /** The block that starts at an address. */
  at(start: number): Block | undefined {
    const block = this.find(start);
    return block?.start === start ? block : undefined;
  }

  /** The block that an address lies in. */
  find(address: number): Block | undefined {
    const block = this.#blocks[this.#indexAfter(address) - 1];
    return block && address < block.start + Math.max(1, block.byteLength) ? block : undefined;
  }

  /** True for an address in memory that was freed and not given out again. */
  isFreed(address: number): boolean {
    return this.#freed.some((f) => address >= f.start && address < f.start + f.byteLength);
  }

  /** True for the end of a block: where a pointer stands after a walk through it. */
  isEnd(address: number): boolean {
    const block = this.#blocks[this.#indexAfter(address - 1) - 1];
    return block !== undefined && address === block.start + block.byteLength;
  }

  // The index of the first block that starts behind an address.
  #indexAfter(address: number): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#blocks[middle] as Block).start <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
