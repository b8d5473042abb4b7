// Reads, writes, fills and copies of the bytes of a storage, each in order with all other work that uses it.

import type { Work } from "../../backend/backend.js";
import { checkStillThere } from "../../backend/host-bytes.js";
import { unwatched } from "../../backend/work.js";
import { CutsError } from "../../core/errors.js";
import { hostMemoryOf } from "../devices/capabilities.js";
import { currentStream } from "../devices/devices.js";
import { bytesOf } from "./element-data.js";
import { checkDeferredErrors, checkDeferredErrorsSync } from "../failures/deferred-errors.js";
import { userError } from "../failures/failure.js";
import { CANNOT_BLOCK, type Obstacle } from "../order/submission-queue.js";
import { HostWrite, LONG_WRITE_BYTES } from "./host-write.js";
import { pinnedMemory, type PinnedPart } from "./pinned.js";
import { refuseInGraph } from "../graphs/recording.js";
import type { Storage } from "./storage.js";
import type { StreamCore } from "../order/stream-core.js";
import { neverLost, Reading, type UseMode } from "../order/stream-work.js";
import { settleInTurn } from "../order/event-loop-turn.js";

/** Writes host bytes; they may be changed when this returns. */
export function writeBytes(
  storage: Storage,
  byteOffset: number,
  bytes: Uint8Array,
  stream: StreamCore,
): void {
  if (bytes.byteLength === 0) return;
  storage.use(stream, writing(storage, bytes.byteLength));
  const kept = stream.isClear ? bytes : bytes.slice();
  stream.submit((work) =>
    stream.backend.write(storage.address + byteOffset, kept, stream.backendStream, work),
  );
}

/** Writes a typed array, which may be changed when this returns; pinned memory is read after the work before it in the stream. */
export function writeElements(
  storage: Storage,
  byteOffset: number,
  elements: ArrayBufferView,
  stream: StreamCore,
): void {
  const pinned = pinnedMemory(elements, stream.device);
  if (pinned === undefined) writeBytes(storage, byteOffset, bytesOf(elements), stream);
  else writePinned(storage, byteOffset, pinned, stream);
}

/**
 * Writes all bytes of newly allocated memory; they may be changed when this returns. Memory that was allocated for the host is
 * written at once, so the bytes are copied only once even if the stream has pending work.
 */
export function writeNew(storage: Storage, bytes: Uint8Array, stream: StreamCore): void {
  // If the host must not access managed memory while the device works, the device writes it.
  const isReached =
    storage.kind !== "managed" || hostMemoryOf(stream.device, "write managed memory").isConcurrent;
  const isOurs = isReached && stream.recording === undefined && !storage.isAwaited;
  const own = isOurs ? storage.hostBytes() : undefined;
  if (own === undefined) writeBytes(storage, 0, bytes, stream);
  else own.set(bytes);
}

/** The same as {@link writeNew} for a typed array; pinned memory is read after the work before it in the stream. */
export function writeNewElements(storage: Storage, elements: ArrayBufferView, stream: StreamCore): void {
  const pinned = pinnedMemory(elements, stream.device);
  if (pinned === undefined) writeNew(storage, bytesOf(elements), stream);
  else writePinned(storage, 0, pinned, stream);
}

/**
 * Writes host bytes, which must not change until the promise settles. Long ones are written in pieces, with event-loop turns
 * between them. @throws TypeError `CUTS_ARGUMENT_DETACHED` if they are transferred away.
 */
export async function writeBytesFrom(
  storage: Storage,
  byteOffset: number,
  bytes: Uint8Array,
  stream: StreamCore,
  after?: Obstacle,
): Promise<void> {
  refuseInGraph("lend memory to a copy");
  const pinned = pinnedMemory(bytes, stream.device);
  if (pinned !== undefined) {
    writePinned(storage, byteOffset, pinned, stream);
    await contentsOf(storage, stream);
    return;
  }
  const write = writeBorrowedBytes(storage, byteOffset, bytes, stream, after);
  if (write === undefined) {
    await new Promise<void>((resolve) => settleInTurn(resolve));
    return;
  }
  await write.ready;
  if (write.failure !== undefined) throw userError(write.failure.reason);
}

/**
 * Starts the same write without waiting for it. If it fails, the memory is lost. Returns undefined if the write needs no further
 * event-loop turns.
 */
export function writeBorrowedBytes(
  storage: Storage,
  byteOffset: number,
  bytes: Uint8Array,
  stream: StreamCore,
  after?: Obstacle,
): HostWrite | undefined {
  if (bytes.byteLength <= LONG_WRITE_BYTES && after?.isReady() !== false) {
    writeBytes(storage, byteOffset, bytes, stream);
    return undefined;
  }
  return new HostWrite({
    storage,
    byteOffset,
    bytes,
    mode: writing(storage, bytes.byteLength),
    stream,
    after,
  });
}

/** The use mode of a write of `byteLength` bytes. Memory that is written completely is no longer lost. */
function writing(storage: Storage, byteLength: number): UseMode {
  return byteLength === storage.byteLength ? "overwrite" : "write";
}

/** Writes from page-locked memory, which is read after the work before it in the stream. */
function writePinned(
  storage: Storage,
  byteOffset: number,
  { owner, memory, byteOffset: from, byteLength }: PinnedPart,
  stream: StreamCore,
): void {
  if (byteLength === 0) return;
  storage.use(stream, writing(storage, byteLength));
  const write = (work: Work): void =>
    hostMemoryOf(stream.device, "copy from pinned memory").writeFrom(
      memory,
      from,
      storage.address + byteOffset,
      byteLength,
      stream.backendStream,
      work,
    );
  stream.submit(write, { retained: owner });
}

/** Copies to page-locked memory after the work before it in the stream. */
export function copyToPinned(
  storage: Storage,
  byteOffset: number,
  part: PinnedPart,
  stream: StreamCore,
): void {
  if (part.byteLength === 0) return;
  storage.use(stream, "read");
  stream.work.declare(neverLost, "export");
  stream.submit((work) => startRead(storage, byteOffset, part, stream, work), { retained: part.owner });
}

/** Copies to page-locked memory after the work that writes the storage, and settles when the copy is done. */
export async function readPinned(storage: Storage, byteOffset: number, part: PinnedPart): Promise<void> {
  refuseInGraph("read memory");
  const stream = readingStream(storage);
  part.owner.retain();
  try {
    const fetched = reading(storage, stream, async (work) => {
      if (part.byteLength > 0) startRead(storage, byteOffset, part, stream, unwatched);
      // This empty read follows the copy, so it fails if the memory was lost when the copy was made.
      await stream.backend.read(storage.address, new Uint8Array(0), stream.backendStream, work);
    });
    await fetched;
  } catch (reason) {
    throw userError(reason);
  } finally {
    part.owner.release();
  }
}

function startRead(
  storage: Storage,
  byteOffset: number,
  { memory, byteOffset: to, byteLength }: PinnedPart,
  { device, backendStream }: StreamCore,
  work: Work,
): void {
  const hostMemory = hostMemoryOf(device, "copy to pinned memory");
  hostMemory.readInto(memory, to, storage.address + byteOffset, byteLength, backendStream, work);
}

/** Repeats a pattern of 1, 2, 4, 8 or 16 bytes. */
export function fillBytes(
  storage: Storage,
  byteOffset: number,
  pattern: Uint8Array,
  count: number,
  stream: StreamCore,
): void {
  if (count === 0) return;
  storage.use(stream, writing(storage, count * pattern.byteLength));
  stream.submit((work) =>
    stream.backend.fill(storage.address + byteOffset, pattern, count, stream.backendStream, work),
  );
}

/** Reads into host bytes, after the work that writes the storage. Rejects if the memory is lost. */
export async function readBytes(storage: Storage, byteOffset: number, bytes: Uint8Array): Promise<void> {
  try {
    await fetchBytes(storage, byteOffset, bytes);
  } catch (reason) {
    throw userError(reason);
  }
}

/**
 * The same for a user's array, which the user may transfer away before the read is done.
 * @throws TypeError `CUTS_ARGUMENT_DETACHED`
 */
export async function readBytesInto(storage: Storage, byteOffset: number, bytes: Uint8Array): Promise<void> {
  refuseInGraph("read memory");
  const stream = readingStream(storage);
  const { byteLength } = bytes;
  try {
    await reading(storage, stream, async (work) => {
      checkStillThere(bytes, byteLength, storage.device.id);
      await stream.backend.read(storage.address + byteOffset, bytes, stream.backendStream, work, true);
      checkStillThere(bytes, byteLength, storage.device.id);
    });
  } catch (reason) {
    throw userError(reason);
  }
}

/** Settles when the work of `stream` that writes the storage is over; rejects if the memory is lost. */
export async function contentsOf(storage: Storage, stream: StreamCore): Promise<void> {
  try {
    await reading(storage, stream, (work) =>
      stream.backend.read(storage.address, new Uint8Array(0), stream.backendStream, work),
    );
  } catch (reason) {
    throw userError(reason);
  }
}

/** Reads into host bytes for other work. Rejects with the LostMemory itself, so that its error does not yet count as received. */
function fetchBytes(
  storage: Storage,
  byteOffset: number,
  bytes: Uint8Array,
  stream = readingStream(storage),
): Promise<void> {
  refuseInGraph("read memory");
  return reading(storage, stream, (work) =>
    stream.backend.read(storage.address + byteOffset, bytes, stream.backendStream, work),
  );
}

async function reading(
  storage: Storage,
  stream: StreamCore,
  start: (work: Work) => Promise<void>,
): Promise<void> {
  const { deferredErrors } = storage;
  await stream.observe(() => start(new Reading(storage)));
  if (deferredErrors !== undefined) await checkDeferredErrors(deferredErrors, stream);
}

/** The same, blocking. */
export function readBytesSync(storage: Storage, byteOffset: number, bytes: Uint8Array): void {
  try {
    refuseInGraph("read memory");
    const stream = readingStream(storage);
    readNow({ storage, byteOffset }, bytes, stream, (read) => stream.observeSync(read));
  } catch (reason) {
    throw userError(reason);
  }
}

/** Reads in the order of a stream; `reach` first hands over the work before. */
function readNow(
  { storage, byteOffset }: StoragePart,
  bytes: Uint8Array,
  { backend, backendStream }: StreamCore,
  reach: (read: () => void) => void,
): void {
  const { deferredErrors } = storage;
  reach(() => backend.readSync(storage.address + byteOffset, bytes, backendStream, new Reading(storage)));
  if (deferredErrors !== undefined) checkDeferredErrorsSync(deferredErrors);
}

/** A part of a storage. */
export interface StoragePart {
  readonly storage: Storage;
  readonly byteOffset: number;
}

/** Copies bytes within a device or to another one; `stream` belongs to the target's device. */
export function copyBytes(from: StoragePart, to: StoragePart, byteLength: number, stream: StreamCore): void {
  if (byteLength === 0) return;
  const target = to.storage.address + to.byteOffset;
  if (from.storage.device === to.storage.device) {
    const source = from.storage.address + from.byteOffset;
    from.storage.use(stream, "read");
    to.storage.use(stream, writing(to.storage, byteLength));
    stream.submit((work) => stream.backend.copy(target, source, byteLength, stream.backendStream, work));
    return;
  }
  refuseInGraph("copy to another device", "a graph has work of one device");
  if (copyFromPeer(from, to, byteLength, stream)) return;
  // Otherwise the bytes are copied through the host. The stream waits for them; the caller does not.
  const bytes = new Uint8Array(byteLength);
  writeBorrowedBytes(to.storage, to.byteOffset, bytes, stream, new Fetching(from, bytes));
}

/** A read from another device, as an obstacle for the write to the target. */
class Fetching implements Obstacle {
  readonly ready: Promise<void>;
  readonly #from: StoragePart;
  readonly #bytes: Uint8Array;
  readonly #stream: StreamCore;
  readonly #mark: number;
  readonly #version: number;
  #isRead = false;

  constructor(from: StoragePart, bytes: Uint8Array) {
    const { storage, byteOffset } = from;
    this.#from = from;
    this.#bytes = bytes;
    this.#stream = readingStream(storage);
    this.#version = storage.version;
    // Retained because `readySync` reads it again.
    storage.retain();
    this.ready = fetchBytes(storage, byteOffset, bytes, this.#stream).then(() => {
      this.#isRead = true;
    });
    this.#mark = storage.device.queue.mark;
    const release = (): void => storage.release();
    this.ready.then(release, release);
  }

  isReady(): boolean {
    return this.#isRead;
  }

  /** Waits only for work submitted before the read, because later work may wait for these bytes. */
  readySync(): void {
    if (this.#isRead) return;
    const { storage } = this.#from;
    storage.device.queue.drainSync(this.#mark);
    if (storage.version !== this.#version) {
      throw new CutsError(
        CANNOT_BLOCK,
        `Cannot block for a copy from ${storage.device.id}: what it copies was written again since, so that only the copy that is under way still gets it\nTry: await what needs it, such as x.data() in place of x.dataSync()`,
      );
    }
    readNow(this.#from, this.#bytes, this.#stream, (read) => read());
    this.#isRead = true;
  }
}

/** Copies directly from another device of the same kind. Returns false if that is not possible now. */
function copyFromPeer(from: StoragePart, to: StoragePart, byteLength: number, stream: StreamCore): boolean {
  const { sharing } = stream.backend;
  const source = readingStream(from.storage);
  const peer = source.backend.sharing;
  if (sharing === null || peer === null) return false;
  if (!stream.isClear || !source.isClear) return false;
  // Streams of this device do not know of lost memory and deferred errors on the other one. The copy through the host checks them.
  if (from.storage.lost !== undefined || from.storage.deferredErrors !== undefined) return false;
  to.storage.use(stream, writing(to.storage, byteLength));
  let isCopied = false;
  stream.submit((work) => {
    isCopied = sharing.copyFrom(
      peer,
      source.backendStream,
      from.storage.address + from.byteOffset,
      to.storage.address + to.byteOffset,
      byteLength,
      stream.backendStream,
    );
    if (isCopied) work.done();
  });
  return isCopied;
}

/**
 * The stream to read on: the last stream that used the storage, else the current one, ordered after the work that writes the
 * storage.
 */
function readingStream(storage: Storage): StreamCore {
  const last = storage.lastStream;
  if (last !== undefined && !last.isClosed) {
    storage.waitForNatives(last, "read");
    storage.refresh(last);
    return last;
  }
  const stream = currentStream(storage.device);
  storage.waitForNatives(stream, "read");
  storage.order(stream, "read");
  storage.refresh(stream);
  return stream;
}
