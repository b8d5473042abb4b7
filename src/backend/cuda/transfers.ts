// Copies between host and device, and within the device. A read returns the memory as it is at this point of the stream. Short
// reads are copied to page-locked memory at that point. Long reads take a snapshot on the device, which is a hundred times as fast,
// and fetch it in pieces. Neither blocks the event loop.

import { CudaError } from "../../core/errors.js";
import { numberAddressOf } from "../../ffi/memory.js";
import { copyOnThread } from "../../native/host-memory.js";
import { checkStillThere } from "../host-bytes.js";
import { unwatched } from "../work.js";
import type { Capture } from "./capture.js";
import type { Events } from "./cuda-event.js";
import { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";
import type { CudaHostMemory } from "./cuda-host-memory.js";
import type { DeviceMemory } from "./device-memory.js";
import type { EventHandle } from "./event-pool.js";
import { writeLocked } from "./locked-write.js";
import { CHUNK_BYTES, type Chunk, Staging } from "./staging.js";

/** Reads up to this size go straight to page-locked memory. */
const DIRECT_READ_BYTES = 8 * CHUNK_BYTES;
/** How many pieces of a long read are under way at once. */
const PIECES_UNDER_WAY = 6;
/** Writes from this size on may use the driver's own copy. */
const LARGE_WRITE_BYTES = 2 ** 20;
/** Writes from this size on are faster when the GPU reads the bytes where they are. */
const LOCKED_WRITE_BYTES = 16 * 2 ** 20;
/** Pieces from this size on are copied by worker threads. */
const THREAD_COPY_BYTES = 2 ** 20;

/** A part of a read on its way to the host. */
interface Piece {
  readonly chunk: Chunk;
  readonly target: Uint8Array;
  /** The length of the target array when the read was requested. */
  readonly byteLength: number;
  /** Whether a user's array is the target. It may be transferred away, so no other thread may write to it. */
  readonly isUsers: boolean;
  readonly event: EventHandle | undefined;
}

export class Transfers {
  readonly staging: Staging;
  readonly #context: DeviceContext;
  readonly #events: Events;
  readonly #memory: DeviceMemory;
  readonly #hostMemory: CudaHostMemory;
  /** The stream that fetches snapshots, in parallel to all other work. */
  readonly #fetcher: CudaStream;

  constructor(context: DeviceContext, events: Events, memory: DeviceMemory, hostMemory: CudaHostMemory) {
    this.#hostMemory = hostMemory;
    this.#context = context;
    this.#events = events;
    this.#memory = memory;
    this.staging = new Staging(context, events);
    this.#fetcher = new CudaStream(context, -2);
  }

  write(to: number, bytes: Uint8Array, stream: CudaStream): void {
    const context = this.#context;
    context.activate();
    if (stream.capture !== undefined) {
      // The graph reads the bytes at each launch, so it gets its own copy.
      const kept = this.#hostMemory.allocate(bytes.byteLength);
      kept.bytes.set(bytes);
      stream.capture.owned.push(kept);
      this.#hostMemory.writeFrom(kept, 0, to, bytes.byteLength, stream, unwatched);
      return;
    }
    if (bytes.byteLength < LARGE_WRITE_BYTES || context.api.cuStreamQuery(stream.handle) !== 0) {
      this.staging.write(to, bytes, stream);
      return;
    }
    // On an idle stream there is no work to wait for, so the caller can wait for the copy.
    if (bytes.byteLength >= LOCKED_WRITE_BYTES && writeLocked(context, to, bytes, stream)) return;
    // The driver's own staging is faster than ours, and it no longer uses the bytes when the call returns.
    context.check(
      context.api.cuMemcpyHtoDAsync_v2(to, numberAddressOf(bytes), bytes.byteLength, stream.handle),
      "cuMemcpyHtoDAsync",
    );
  }

  async read(from: number, bytes: Uint8Array, stream: CudaStream, isUsers: boolean): Promise<void> {
    if (bytes.byteLength > DIRECT_READ_BYTES) return this.#readSnapshot(from, bytes, stream, isUsers);
    const { generation } = this.#context;
    this.#context.activate();
    const { launched } = stream;
    const pieces = this.#pieces(bytes).map((target) =>
      this.#fetch(from + target.byteOffset - bytes.byteOffset, target, stream, { isMarked: false, isUsers }),
    );
    const end = this.#events.plain.record(stream.handle);
    await this.#events.waiter.wait(end);
    this.#events.plain.give(end, generation);
    stream.verified = Math.max(stream.verified, launched);
    await Promise.all(pieces.map((piece) => this.#deliver(piece, generation)));
  }

  readSync(from: number, bytes: Uint8Array, stream: CudaStream): void {
    const context = this.#context;
    const { api } = context;
    context.checkAlive();
    context.activate();
    const { launched } = stream;
    // The caller waits anyway, so the driver does the staging, with more threads.
    context.check(
      api.cuMemcpyDtoHAsync_v2(numberAddressOf(bytes), from, bytes.byteLength, stream.handle),
      "cuMemcpyDtoHAsync",
    );
    context.check(api.cuStreamSynchronize(stream.handle), "cuStreamSynchronize");
    stream.verified = Math.max(stream.verified, launched);
  }

  /** Copies on the device; the ranges may overlap. */
  copy(to: number, from: number, byteLength: number, stream: CudaStream): void {
    const context = this.#context;
    context.activate();
    if (Math.abs(to - from) >= byteLength) {
      this.#copy(to, from, byteLength, stream);
      return;
    }
    if (stream.capture !== undefined) {
      this.#copyInGraph(to, from, byteLength, stream, stream.capture);
      return;
    }
    const between = this.#memory.allocate(byteLength, stream);
    this.#copy(between.address, from, byteLength, stream);
    this.#copy(to, between.address, byteLength, stream);
    this.#memory.free(between, stream);
  }

  fill(to: number, pattern: Uint8Array, count: number, stream: CudaStream): void {
    const context = this.#context;
    context.activate();
    const { api } = context;
    const word = shortestPattern(pattern);
    const times = (count * pattern.byteLength) / word.byteLength;
    const view = new DataView(word.buffer, word.byteOffset, word.byteLength);
    const { handle } = stream;
    if (word.byteLength === 1) {
      context.check(api.cuMemsetD8Async(to, view.getUint8(0), times, handle), "cuMemsetD8Async");
    } else if (word.byteLength === 2) {
      context.check(api.cuMemsetD16Async(to, view.getUint16(0, true), times, handle), "cuMemsetD16Async");
    } else if (word.byteLength === 4) {
      context.check(api.cuMemsetD32Async(to, view.getUint32(0, true), times, handle), "cuMemsetD32Async");
    } else this.#fillByDoubling(to, word, times * word.byteLength, stream);
  }

  /**
   * Fills with a pattern of more than four bytes, which CUDA cannot do: writes it once and repeatedly copies what is there,
   * doubling it.
   */
  #fillByDoubling(to: number, word: Uint8Array, byteLength: number, stream: CudaStream): void {
    const first = Math.min(byteLength, Math.floor(65_536 / word.byteLength) * word.byteLength);
    const bytes = new Uint8Array(first);
    for (let at = 0; at < first; at += word.byteLength) bytes.set(word, at);
    this.write(to, bytes, stream);
    for (let done = first; done < byteLength; done *= 2) {
      this.#copy(to + done, to, Math.min(done, byteLength - done), stream);
    }
  }

  /** Copies overlapping ranges while a graph is recorded, through memory that the graph owns. */
  #copyInGraph(to: number, from: number, byteLength: number, stream: CudaStream, capture: Capture): void {
    const context = this.#context;
    const { api, driver, generation } = context;
    context.check(api.cuMemAlloc_v2(driver.out(0), byteLength), "cuMemAlloc");
    const between = driver.number(0);
    capture.owned.push({
      dispose: () => void (generation === context.generation && api.cuMemFree_v2(between)),
    });
    this.#copy(between, from, byteLength, stream);
    this.#copy(to, between, byteLength, stream);
  }

  #copy(to: number, from: number, byteLength: number, stream: CudaStream): void {
    this.#context.check(
      this.#context.api.cuMemcpyDtoDAsync_v2(to, from, byteLength, stream.handle),
      "cuMemcpyDtoDAsync",
    );
  }

  async #readSnapshot(from: number, bytes: Uint8Array, stream: CudaStream, isUsers: boolean): Promise<void> {
    const { api, generation } = this.#context;
    let snapshot: ReturnType<DeviceMemory["allocate"]>;
    try {
      snapshot = this.#memory.allocate(bytes.byteLength, stream);
    } catch (error) {
      if (!(error instanceof CudaError)) throw error;
      // A full device has no room for a snapshot. The read then blocks here, with the same result.
      this.readSync(from, bytes, stream);
      return;
    }
    this.copy(snapshot.address, from, bytes.byteLength, stream);
    const taken = this.#events.plain.record(stream.handle);
    this.#context.check(api.cuStreamWaitEvent(this.#fetcher.handle, taken, 0), "cuStreamWaitEvent");
    this.#events.plain.give(taken, generation);
    const total = bytes.byteLength;
    const underWay: Promise<void>[] = [];
    const bring = async (piece: Piece): Promise<void> => {
      await this.#events.waiter.wait(piece.event as EventHandle);
      await this.#deliver(piece, generation);
    };
    try {
      let offset = 0;
      for (const target of this.#pieces(bytes)) {
        const byteLength = Math.min(CHUNK_BYTES, total - offset);
        checkStillThere(target, byteLength, this.#context.id);
        this.#context.activate();
        const piece = this.#fetch(snapshot.address + offset, target, this.#fetcher, {
          isMarked: true,
          isUsers,
        });
        underWay.push(bring(piece));
        offset += byteLength;
        if (underWay.length === PIECES_UNDER_WAY) await underWay.shift();
      }
      await Promise.all(underWay);
    } finally {
      await Promise.allSettled(underWay);
      this.#memory.free(snapshot, stream);
    }
  }

  #pieces(bytes: Uint8Array): readonly Uint8Array[] {
    if (bytes.byteLength <= CHUNK_BYTES) return [bytes];
    const count = Math.ceil(bytes.byteLength / CHUNK_BYTES);
    return Array.from({ length: count }, (_, i) => bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES));
  }

  #fetch(
    from: number,
    target: Uint8Array,
    stream: CudaStream,
    { isMarked, isUsers }: { readonly isMarked: boolean; readonly isUsers: boolean },
  ): Piece {
    const { byteLength } = target;
    const chunk = this.staging.take(byteLength);
    this.#context.check(
      this.#context.api.cuMemcpyDtoHAsync_v2(chunk.address, from, byteLength, stream.handle),
      "cuMemcpyDtoHAsync",
    );
    const event = isMarked ? this.#events.plain.record(stream.handle) : undefined;
    return { chunk, target, byteLength, isUsers, event };
  }

  async #deliver(piece: Piece, generation: number): Promise<void> {
    if (generation !== this.#context.generation) return;
    const { chunk, target, byteLength, isUsers, event } = piece;
    try {
      checkStillThere(target, byteLength, this.#context.id);
      if (isUsers || byteLength < THREAD_COPY_BYTES) target.set(chunk.bytes.subarray(0, byteLength));
      else await copyOnThread(numberAddressOf(target), chunk.address, byteLength);
    } finally {
      this.staging.give(chunk, generation);
      if (event !== undefined) this.#events.plain.give(event, generation);
    }
  }
}

/** The shortest prefix whose repetition gives the pattern: one byte for four zeros. */
function shortestPattern(pattern: Uint8Array): Uint8Array {
  for (const size of [1, 2, 4, 8]) {
    if (size >= pattern.byteLength) break;
    if (pattern.every((byte, i) => byte === pattern[i % size])) return pattern.subarray(0, size);
  }
  return pattern;
}
