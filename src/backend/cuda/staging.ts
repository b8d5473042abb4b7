// Page-locked host memory, in chunks, through which copies go. The GPU reads and writes it asynchronously, so copies never block
// the caller, and bytes that are written may be changed at once. Chunks are kept for reuse; there are more of them only while many
// copies are pending.

import type { NativePointer } from "../../cdecl/types/native-pointer.js";
import { viewOf } from "../../ffi/memory.js";
import type { Events } from "./cuda-event.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";
import type { EventHandle } from "./event-pool.js";

/** The size of a chunk: large enough for full bandwidth, small enough to copy within a turn of the event loop. */
export const CHUNK_BYTES = 4 * 2 ** 20;
/** The size of a small chunk, because page-locking four megabytes takes longer than a small program runs. */
const SMALL_CHUNK_BYTES = 64 * 1024;
/** Beyond this many bytes of chunks, a write waits for an earlier one. */
const SOFT_LIMIT_BYTES = 256 * 2 ** 20;
/** Flag: all contexts of the process can use the memory. */
const PORTABLE = 1;

/** Page-locked memory. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly address: number;
}

/** A chunk that copies still use, and the events that tell when they are done. */
interface BusyChunk {
  readonly chunk: Chunk;
  readonly events: EventHandle[];
}

export class Staging {
  readonly #context: DeviceContext;
  readonly #events: Events;
  #free: Chunk[] = [];
  #freeSmall: Chunk[] = [];
  #busy: BusyChunk[] = [];
  /** The bytes that are allocated from the system. */
  totalBytes = 0;
  #generation: number;
  /** The chunk that writes are appended to, how far it is filled, and the streams that use it. */
  #filling: Chunk | undefined;
  #filled = 0;
  readonly #fillers = new Set<CudaStream>();
  #endedFillers: EventHandle[] = [];

  constructor(context: DeviceContext, events: Events) {
    this.#context = context;
    this.#events = events;
    this.#generation = context.generation;
  }

  /** Copies host bytes to the device in stream order; the caller may change the bytes at once. */
  write(to: number, bytes: Uint8Array, stream: CudaStream): void {
    this.#renew();
    const { api } = this.#context;
    for (let done = 0; done < bytes.byteLength; ) {
      const chunk = (this.#filling ??= this.#takeForWrites(bytes.byteLength));
      const size = chunk.bytes.byteLength;
      const count = Math.min(bytes.byteLength - done, size - this.#filled);
      chunk.bytes.set(count === bytes.byteLength ? bytes : bytes.subarray(done, done + count), this.#filled);
      this.#context.check(
        api.cuMemcpyHtoDAsync_v2(to + done, chunk.address + this.#filled, count, stream.handle),
        "cuMemcpyHtoDAsync",
      );
      this.#fillers.add(stream);
      done += count;
      // Aligned so that every copy is as fast as the first.
      this.#filled = Math.min(size, Math.ceil((this.#filled + count) / 256) * 256);
      if (this.#filled === size) this.#retire();
    }
  }

  /** A chunk for exclusive use until `give`; a small one if that is enough. */
  take(byteLength: number): Chunk {
    this.#renew();
    if (byteLength <= SMALL_CHUNK_BYTES) return this.#freeSmall.pop() ?? this.#allocate(SMALL_CHUNK_BYTES);
    const free = this.#free.pop() ?? this.#takeDone();
    if (free !== undefined) return free;
    if (this.totalBytes >= SOFT_LIMIT_BYTES && this.#busy.length > 0) return this.#waitForOldest();
    return this.#allocate(CHUNK_BYTES);
  }

  /** Returns a chunk that nothing uses any more. */
  give(chunk: Chunk, generation: number): void {
    if (generation !== this.#generation || generation !== this.#context.generation) return;
    if (chunk.bytes.byteLength === CHUNK_BYTES) this.#free.push(chunk);
    else this.#freeSmall.push(chunk);
  }

  /** Records the last uses of a stream that ends. */
  forgetStream(stream: CudaStream): void {
    if (!this.#fillers.delete(stream)) return;
    const { api, generation } = this.#context;
    this.#endedFillers = this.#endedFillers.filter((event) => {
      if (api.cuEventQuery(event) !== 0) return true;
      this.#events.plain.give(event, generation);
      return false;
    });
    this.#endedFillers.push(this.#events.plain.record(stream.handle));
  }

  /** Takes a chunk for writes: first a small one, then large ones for programs that write more. */
  #takeForWrites(byteLength: number): Chunk {
    const isFirst = this.totalBytes <= 2 * SMALL_CHUNK_BYTES && this.#busy.length === 0;
    return this.take(isFirst ? byteLength : CHUNK_BYTES);
  }

  #retire(): void {
    const chunk = this.#filling;
    if (chunk === undefined) return;
    const events = [...this.#fillers].map((stream) => this.#events.plain.record(stream.handle));
    this.#busy.push({ chunk, events: [...this.#endedFillers, ...events] });
    this.#filling = undefined;
    this.#filled = 0;
    this.#fillers.clear();
    this.#endedFillers = [];
  }

  #takeDone(): Chunk | undefined {
    const { api, generation } = this.#context;
    const index = this.#busy.findIndex(({ events }) =>
      events.every((event) => api.cuEventQuery(event) === 0),
    );
    const [done] = index < 0 ? [] : this.#busy.splice(index, 1);
    for (const event of done?.events ?? []) this.#events.plain.give(event, generation);
    if (done === undefined || done.chunk.bytes.byteLength === CHUNK_BYTES) return done?.chunk;
    this.#freeSmall.push(done.chunk);
    return this.#takeDone();
  }

  #waitForOldest(): Chunk {
    const { api, generation } = this.#context;
    const { chunk, events } = this.#busy.shift() as BusyChunk;
    for (const event of events) {
      this.#context.check(api.cuEventSynchronize(event), "cuEventSynchronize");
      this.#events.plain.give(event, generation);
    }
    if (chunk.bytes.byteLength === CHUNK_BYTES) return chunk;
    this.#freeSmall.push(chunk);
    return this.take(CHUNK_BYTES);
  }

  #allocate(byteLength: number): Chunk {
    const { api, driver } = this.#context;
    this.#context.activate();
    this.#context.check(api.cuMemHostAlloc(driver.out(0), byteLength, PORTABLE), "cuMemHostAlloc");
    const address = driver.number(0);
    this.totalBytes += byteLength;
    return { address, bytes: viewOf(BigInt(address) as NativePointer, "uint8", byteLength) };
  }

  /** Forgets all chunks, which were lost with the context. */
  #renew(): void {
    if (this.#generation === this.#context.generation) return;
    this.#generation = this.#context.generation;
    this.#free = [];
    this.#freeSmall = [];
    this.#busy = [];
    this.totalBytes = 0;
    this.#filling = undefined;
    this.#filled = 0;
    this.#fillers.clear();
    this.#endedFillers = [];
  }
}
