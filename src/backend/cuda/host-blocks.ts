// A pool of host memory blocks that the driver allocates, which is slow. A freed block is kept for the next request of about its
// size. A block that copies may still use is reused only when they are done; events on the streams that used it tell when.

import type { Events } from "./cuda-event.js";
import type { DeviceContext } from "./device-context.js";
import type { EventHandle, StreamHandle } from "./event-pool.js";
import { blockSize } from "./size-class.js";

const PAGE_BYTES = 4096;

/** A block of memory, and the streams that have used it since it was taken. */
export class HostBlock {
  readonly address: number;
  readonly byteLength: number;
  readonly generation: number;
  readonly lastUses = new Map<StreamHandle, EventHandle>();
  readonly #events: Events;

  constructor(address: number, byteLength: number, generation: number, events: Events) {
    this.address = address;
    this.byteLength = byteLength;
    this.generation = generation;
    this.#events = events;
  }

  /** Notes that work which uses the block was submitted to a stream. */
  usedOn(stream: StreamHandle): void {
    const { plain } = this.#events;
    const event = this.lastUses.get(stream);
    if (event === undefined) this.lastUses.set(stream, plain.record(stream.handle));
    else plain.recordAgain(event, stream.handle);
  }
}

/** The functions that allocate and free one kind of memory. */
interface Source {
  allocate(byteLength: number): number;
  free(address: number): void;
}

export class HostBlocks {
  readonly #context: DeviceContext;
  readonly #events: Events;
  readonly #source: Source;
  /** By size. */
  #free = new Map<number, HostBlock[]>();
  #busy: HostBlock[] = [];
  #generation: number;
  #totalBytes = 0;

  constructor(context: DeviceContext, events: Events, source: Source) {
    this.#context = context;
    this.#events = events;
    this.#source = source;
    this.#generation = context.generation;
  }

  /** The bytes that are allocated from the system. */
  get totalBytes(): number {
    this.#renew();
    return this.#totalBytes;
  }

  take(byteLength: number): HostBlock {
    this.#renew();
    const size = Math.max(PAGE_BYTES, blockSize(byteLength));
    if (this.#busy.length > 0) this.#sweep();
    const free = this.#free.get(size)?.pop();
    if (free !== undefined) return free;
    const address = this.#source.allocate(size);
    this.#totalBytes += size;
    return new HostBlock(address, size, this.#generation, this.#events);
  }

  /** Returns a block to the pool; it is reused when the work that uses it is done. */
  give(block: HostBlock): void {
    this.#renew();
    // Blocks from before a reset were lost with the old context.
    if (block.generation !== this.#generation) return;
    if (block.lastUses.size === 0) this.#put(block);
    else this.#busy.push(block);
  }

  /** Frees all blocks that are not in use. */
  trim(): void {
    this.#renew();
    this.#sweep();
    for (const blocks of this.#free.values()) {
      for (const { address, byteLength } of blocks) {
        this.#source.free(address);
        this.#totalBytes -= byteLength;
      }
    }
    this.#free.clear();
  }

  #sweep(): void {
    const { api, generation, failure } = this.#context;
    if (failure !== undefined) return;
    this.#context.activate();
    this.#busy = this.#busy.filter((block) => {
      for (const [stream, event] of block.lastUses) {
        if (api.cuEventQuery(event) !== 0) return true;
        this.#events.plain.give(event, generation);
        block.lastUses.delete(stream);
      }
      this.#put(block);
      return false;
    });
  }

  #put(block: HostBlock): void {
    const list = this.#free.get(block.byteLength);
    if (list === undefined) this.#free.set(block.byteLength, [block]);
    else list.push(block);
  }

  #renew(): void {
    if (this.#generation === this.#context.generation) return;
    this.#generation = this.#context.generation;
    this.#free = new Map();
    this.#busy = [];
    this.#totalBytes = 0;
  }
}
