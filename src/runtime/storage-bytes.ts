// Bytes in and out of a storage, in order with everything else that uses it.

import { currentStream } from "./devices.js";
import type { PinnedPart } from "./pinned.js";
import { refuseInGraph } from "./recording.js";
import type { Storage } from "./storage.js";
import type { StreamCore } from "./stream-core.js";

/** Writes host bytes; they may be changed when this returns. */
export function writeBytes(
  storage: Storage,
  byteOffset: number,
  bytes: Uint8Array,
  stream: StreamCore,
): void {
  if (bytes.byteLength === 0) return;
  storage.use(stream, "write");
  const kept = stream.isClear ? bytes : bytes.slice();
  stream.submit(() => stream.backend.write(storage.address + byteOffset, kept, stream.backendStream));
}

/** Writes from page-locked memory, which is read when its turn in the stream comes. */
export function writePinned(
  storage: Storage,
  byteOffset: number,
  { owner, memory, byteOffset: from, byteLength }: PinnedPart,
  stream: StreamCore,
): void {
  if (byteLength === 0) return;
  storage.use(stream, "write");
  const write = (): void =>
    stream.backend.hostMemory.writeFrom(
      memory,
      from,
      storage.address + byteOffset,
      byteLength,
      stream.backendStream,
    );
  stream.submit(write, { holds: owner });
}

/** Copies to page-locked memory when its turn in the stream comes. */
export function copyToPinned(
  storage: Storage,
  byteOffset: number,
  part: PinnedPart,
  stream: StreamCore,
): void {
  if (part.byteLength === 0) return;
  storage.use(stream, "read");
  stream.submit(() => startRead(storage, byteOffset, part, stream), { holds: part.owner });
}

/** The same, waited for, after the work that writes the storage. */
export async function readPinned(storage: Storage, byteOffset: number, part: PinnedPart): Promise<void> {
  refuseInGraph("read memory");
  const stream = readingStream(storage);
  part.owner.claim();
  try {
    await stream.observe(() => {
      if (part.byteLength > 0) startRead(storage, byteOffset, part, stream);
      return stream.backend.synchronize(stream.backendStream);
    });
  } finally {
    part.owner.release();
  }
}

function startRead(
  storage: Storage,
  byteOffset: number,
  { memory, byteOffset: to, byteLength }: PinnedPart,
  { backend, backendStream }: StreamCore,
): void {
  backend.hostMemory.readInto(memory, to, storage.address + byteOffset, byteLength, backendStream);
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
  storage.use(stream, "write");
  stream.submit(() =>
    stream.backend.fill(storage.address + byteOffset, pattern, count, stream.backendStream),
  );
}

/** Reads into host bytes, after the work that writes the storage. */
export async function readBytes(storage: Storage, byteOffset: number, bytes: Uint8Array): Promise<void> {
  refuseInGraph("read memory");
  const stream = readingStream(storage);
  if (bytes.byteLength === 0) await stream.done();
  else
    await stream.observe(() =>
      stream.backend.read(storage.address + byteOffset, bytes, stream.backendStream),
    );
}

/** The same, blocking. */
export function readBytesSync(storage: Storage, byteOffset: number, bytes: Uint8Array): void {
  refuseInGraph("read memory");
  const stream = readingStream(storage);
  if (bytes.byteLength === 0) stream.doneSync();
  else {
    stream.observeSync(() =>
      stream.backend.readSync(storage.address + byteOffset, bytes, stream.backendStream),
    );
  }
}

/** A part of a storage. */
export interface StoragePart {
  readonly storage: Storage;
  readonly byteOffset: number;
}

/** Copies bytes within a device or to another one; `stream` is one of the device that gets them. */
export function copyBytes(from: StoragePart, to: StoragePart, byteLength: number, stream: StreamCore): void {
  if (byteLength === 0) return;
  const target = to.storage.address + to.byteOffset;
  if (from.storage.device === to.storage.device) {
    const source = from.storage.address + from.byteOffset;
    from.storage.use(stream, "read");
    to.storage.use(stream, "write");
    stream.submit(() => stream.backend.copy(target, source, byteLength, stream.backendStream));
    return;
  }
  refuseInGraph("copy to another device", "a graph has work of one device");
  if (copyFromPeer(from, to, byteLength, stream)) return;
  // Devices do not see each other's memory: the bytes go over the host, and the stream waits for them, not the caller.
  const bytes = new Uint8Array(byteLength);
  let isRead = false;
  const ready = readBytes(from.storage, from.byteOffset, bytes).then(() => {
    isRead = true;
  });
  const readySync = (): void => {
    if (!isRead) readBytesSync(from.storage, from.byteOffset, bytes);
  };
  to.storage.use(stream, "write");
  stream.submit(() => stream.backend.write(target, bytes, stream.backendStream), {
    after: { isReady: () => isRead, ready, readySync },
  });
}

/** Copies from another device of the same kind, where both can at once. */
function copyFromPeer(from: StoragePart, to: StoragePart, byteLength: number, stream: StreamCore): boolean {
  const { sharing } = stream.backend;
  const source = readingStream(from.storage);
  if (sharing === undefined || source.backend.sharing === undefined) return false;
  if (!stream.isClear || !source.isClear) return false;
  to.storage.use(stream, "write");
  return sharing.copyFrom(
    source.backend,
    source.backendStream,
    from.storage.address + from.byteOffset,
    to.storage.address + to.byteOffset,
    byteLength,
    stream.backendStream,
  );
}

/** The stream that wrote it: what stopped that one is what the reader must know. */
function readingStream(storage: Storage): StreamCore {
  const last = storage.lastStream;
  if (last !== undefined && !last.isClosed) {
    storage.waitForNatives(last, "read");
    return last;
  }
  const stream = currentStream(storage.device);
  storage.use(stream, "read");
  return stream;
}
