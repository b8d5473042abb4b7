// Long copies from borrowed host memory to a device. A copy is made in pieces, with event-loop turns between them, but counts as
// one piece of work of its stream: it begins after the work before it, and later work of the stream waits for it in the submission
// queue. If the bytes are transferred away meanwhile, the memory that was to be written is lost.

import type { BackendStream, Work } from "../../backend/backend.js";
import { checkStillThere } from "../../backend/host-bytes.js";
import { isBlocked, unwatched } from "../../backend/work.js";
import { CutsError } from "../../core/errors.js";
import { nextTurn } from "../../host/next-turn.js";
import type { Abandonable, StreamCore } from "../order/stream-core.js";
import { CANNOT_BLOCK, type Obstacle } from "../order/submission-queue.js";
import type { Storage } from "./storage.js";
import type { UseMode } from "../order/stream-work.js";

/** Copies up to this size are made inside the call: some milliseconds. */
export const LONG_WRITE_BYTES = 8 * 2 ** 20;
/** Bytes that are copied at a time. */
const PIECE_BYTES = 2 ** 20;
/** The most pieces that a copy makes in one event-loop turn, and the most time that it takes. */
const PIECES_PER_TURN = 16;
const TURN_MS = 8;

/** What is copied, and to where. */
export interface HostCopy {
  readonly storage: Storage;
  readonly byteOffset: number;
  readonly bytes: Uint8Array;
  readonly mode: UseMode;
  readonly stream: StreamCore;
  /** What must be ready before the bytes have their final values. */
  readonly after?: Obstacle | undefined;
}

/** A copy under way; constructing it starts it. */
export class HostWrite implements Abandonable, Obstacle {
  /** Settles when the bytes are no longer read, whether or not the copy succeeded. */
  readonly ready: Promise<void>;
  /** Why it stopped, for the caller that asked for it. */
  failure: { readonly reason: unknown } | undefined;
  readonly #copy: HostCopy;
  readonly #byteLength: number;
  readonly #work: Work;
  #resolve: () => void = () => {};
  #isOver = false;
  #done = 0;
  /** The backend stream that only the pieces use, so that other work does not delay them. */
  #lane: BackendStream | undefined;

  constructor(copy: HostCopy) {
    const { storage, stream, mode } = copy;
    this.#copy = copy;
    this.#byteLength = copy.bytes.byteLength;
    this.ready = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    storage.use(stream, mode);
    this.#work = stream.work.given().keep();
    const begun = stream.observe(() => stream.backend.synchronize(stream.backendStream));
    storage.retain();
    stream.beginCopy(this);
    stream.device.copies.add(this);
    void this.#run(begun);
  }

  isReady(): boolean {
    return this.#isOver;
  }

  /** Makes the rest of the copy now, for a caller that blocks. */
  readySync(): void {
    if (this.#isOver) return;
    const { stream, after } = this.#copy;
    try {
      if (after?.isReady() === false) after.readySync();
      stream.backend.synchronizeSync(stream.backendStream);
      while (!this.#writePiece());
      this.#end();
    } catch (error) {
      // The copy continues in later event-loop turns.
      if (error instanceof CutsError && error.code === CANNOT_BLOCK) throw error;
      this.#fail(error);
    }
  }

  /** The device is reset: nothing more is copied. */
  abandon(error: unknown): void {
    this.#fail(error);
  }

  async #run(begun: Promise<void>): Promise<void> {
    try {
      await Promise.all([begun, this.#copy.after?.ready]);
      while (!this.#isOver && !this.#writeSome()) await nextTurn();
      this.#end();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Copies for as long as one event-loop turn allows; true when only the last piece is left. */
  #writeSome(): boolean {
    const begin = performance.now();
    for (let pieces = 0; pieces < PIECES_PER_TURN && performance.now() - begin < TURN_MS; pieces++) {
      if (this.#writePiece()) return true;
    }
    return false;
  }

  #writePiece(): boolean {
    const { storage, byteOffset, stream } = this.#copy;
    if (this.#byteLength - this.#done <= PIECE_BYTES) return true;
    const piece = this.#piece(PIECE_BYTES);
    this.#lane ??= stream.backend.createStream({});
    stream.backend.write(storage.address + byteOffset + this.#done, piece, this.#lane, unwatched);
    this.#done += PIECE_BYTES;
    return false;
  }

  /** Writes the last piece in the order of the stream: its success or failure is that of the whole copy. */
  #end(): void {
    if (this.#isOver) return;
    const { storage, byteOffset, stream } = this.#copy;
    const { backend, backendStream } = stream;
    const rest = this.#piece(this.#byteLength - this.#done);
    if (this.#lane !== undefined) {
      const written = backend.record(this.#lane);
      backend.waitFor(written, backendStream);
      written.dispose();
    }
    backend.write(storage.address + byteOffset + this.#done, rest, backendStream, this.#work);
    this.#leave();
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    // All work before it is over and all later work waits, so failing here is in order.
    if (!isBlocked(this.#work)) this.#work.fail(error);
    this.failure = { reason: this.#copy.storage.lost ?? error };
    this.#leave();
  }

  #leave(): void {
    const { storage, stream } = this.#copy;
    this.#isOver = true;
    if (this.#lane !== undefined) stream.backend.destroyStream(this.#lane);
    stream.device.copies.delete(this);
    this.#resolve();
    storage.release();
  }

  #piece(byteLength: number): Uint8Array {
    const { bytes, storage } = this.#copy;
    checkStillThere(bytes, this.#byteLength, storage.device.id);
    return bytes.subarray(this.#done, this.#done + byteLength);
  }
}
