// Memory that was freed while its stream still has work. Later work of the same stream may use it at once, because that work comes
// after. Other streams get it when the earlier work is done. cudaMallocAsync does the same. A loop that is ahead of the device thus
// needs the memory of one step only.

/** A freed block that pending work may use. */
export interface LeavingBlock {
  readonly address: number;
  readonly byteLength: number;
  /** Whether later work of the stream uses it. */
  readonly isTaken: boolean;
  /** Whether the work is over that was given before it was freed. */
  readonly isOver: boolean;
}

/** From so many sizes on, one that has no blocks any more is forgotten. */
const MANY_SIZES = 64;

/** The blocks that wait to be freed in one stream, by size. */
export class LeavingBlocks {
  readonly #bySize = new Map<number, Waiting>();

  /** Adds a block that was freed now. The caller calls `end` when the work before it is over. */
  add(address: number, byteLength: number): LeavingBlock {
    let waiting = this.#bySize.get(byteLength);
    if (waiting === undefined) this.#bySize.set(byteLength, (waiting = new Waiting()));
    return waiting.add({ address, byteLength, isTaken: false, isOver: false });
  }

  /** A block of exactly this size for later work of the stream. */
  take(byteLength: number): LeavingBlock | undefined {
    return this.#bySize.get(byteLength)?.take();
  }

  /** The work before a block is over, in the order of `add`. True if the stream did not take it: it is free now. */
  end(block: LeavingBlock): boolean {
    const waiting = this.#bySize.get(block.byteLength);
    const isFree = waiting?.end(block) === true;
    if (waiting?.isEmpty === true && this.#bySize.size > MANY_SIZES) this.#bySize.delete(block.byteLength);
    return isFree;
  }
}

type Changing = { -readonly [K in keyof LeavingBlock]: LeavingBlock[K] };

/** The blocks of one size. The newest is taken, the oldest is freed, so that neither has to be looked for. */
class Waiting {
  #blocks: Changing[] = [];
  /** Those before this index are free. */
  #first = 0;

  get isEmpty(): boolean {
    return this.#first === this.#blocks.length;
  }

  add(block: Changing): LeavingBlock {
    this.#blocks.push(block);
    return block;
  }

  take(): LeavingBlock | undefined {
    if (this.isEmpty) return undefined;
    const block = this.#blocks.pop() as Changing;
    block.isTaken = true;
    return block;
  }

  end(block: LeavingBlock): boolean {
    (block as Changing).isOver = true;
    if (block.isTaken) return false;
    if (this.#blocks[this.#first] !== block) throw new Error("internal: memory is freed out of order");
    this.#first++;
    if (this.#first * 2 >= this.#blocks.length) {
      this.#blocks.splice(0, this.#first);
      this.#first = 0;
    }
    return true;
  }
}
