// Writes arrays as npy files in pieces: the header, then the elements as they arrive from the device.

import { dtypes } from "../../core/dtype.js";
import { withFileErrors } from "../../host/file-error.js";
import { nextTurn } from "../../host/next-turn.js";
import { saveFile } from "../../host/saved-files.js";
import type { OpenFile } from "../../host/shapes.js";
import { readBytes } from "../../runtime/memory/storage-bytes.js";
import { formatHeader } from "./header.js";
import type { Snapshot } from "./snapshot.js";
import { type ByteSink, ZipWriter } from "./zip-writer.js";

/** Arrays by name. */
type Named = readonly (readonly [name: string, snapshot: Snapshot])[];

/** What an array becomes. */
interface NpyFile {
  readonly byteLength: number;
  readonly header: Uint8Array;
  /** Reads all elements. */
  readInto(bytes: Uint8Array): Promise<void>;
  /** The file in pieces. Unless they are to be `kept`, one is over when the next is asked for. */
  pieces(options: { readonly kept: boolean }): AsyncGenerator<Uint8Array>;
}

/** The bytes of an npy file. */
export async function npyBytes(snapshot: Snapshot): Promise<Uint8Array> {
  const file = npyFile(snapshot);
  const bytes = new Uint8Array(file.byteLength);
  bytes.set(file.header);
  await file.readInto(bytes.subarray(file.header.length));
  return bytes;
}

/** Writes an npy file to a path. */
export async function writeNpyFile(path: string | URL, snapshot: Snapshot): Promise<void> {
  const file = npyFile(snapshot);
  await save(path, async (handle) => {
    let at = 0;
    for await (const piece of file.pieces({ kept: false })) {
      await writeAll(handle, at, piece);
      at += piece.length;
    }
  });
}

/** Writes an npz file to a path. */
export async function writeNpzFile(path: string | URL, arrays: Named, isDeflated: boolean): Promise<void> {
  await save(path, (handle) => {
    const sink: ByteSink = { write: (position, bytes) => writeAll(handle, position, bytes) };
    // A stream that deflates reads ahead.
    return writeZip(sink, arrays, isDeflated, { kept: isDeflated });
  });
}

/** The bytes of an npz file. */
export async function npzBytes(arrays: Named, isDeflated: boolean): Promise<Uint8Array> {
  const parts: { readonly position: number; readonly bytes: Uint8Array }[] = [];
  await writeZip(
    {
      write: (position, bytes) => {
        parts.push({ position, bytes });
        return nextTurn();
      },
    },
    arrays,
    isDeflated,
    { kept: true },
  );
  const byteLength = parts.reduce((most, { position, bytes }) => Math.max(most, position + bytes.length), 0);
  const whole = new Uint8Array(byteLength);
  for (const { position, bytes } of parts) {
    whole.set(bytes, position);
    await nextTurn();
  }
  return whole;
}

function save(path: string | URL, write: (handle: OpenFile) => Promise<void>): Promise<void> {
  return withFileErrors("write", path, () => saveFile(path, write));
}

const PIECE = 4 << 20;

function npyFile({ array, shape, isFortran }: Snapshot): NpyFile {
  const header = formatHeader(array.dtype, shape, isFortran);
  const { offset, byteLength, dtype } = array;
  const start = offset * dtypes[dtype].byteLength;
  return {
    byteLength: header.length + byteLength,
    header,
    readInto: (bytes) => readBytes(array.storage, start, bytes),
    pieces: async function* ({ kept }) {
      yield header;
      const room = kept ? undefined : new Uint8Array(Math.min(PIECE, byteLength));
      for (let at = 0; at < byteLength; at += PIECE) {
        const length = Math.min(PIECE, byteLength - at);
        const piece = room?.subarray(0, length) ?? new Uint8Array(length);
        await readBytes(array.storage, start + at, piece);
        yield piece;
      }
    },
  };
}

async function writeZip(
  sink: ByteSink,
  arrays: Named,
  isDeflated: boolean,
  options: { readonly kept: boolean },
): Promise<void> {
  const zip = new ZipWriter(sink);
  for (const [name, snapshot] of arrays) {
    const file = npyFile(snapshot);
    await zip.add(`${name}.npy`, file.byteLength, file.pieces(options), isDeflated);
  }
  await zip.end();
}

async function writeAll(file: OpenFile, position: number, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
