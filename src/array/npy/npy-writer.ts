// Arrays as npy files, in pieces: the header, then the elements as they come from the device.

import type { FileHandle } from "node:fs/promises";
import { dtypes } from "../../core/dtype.js";
import { nextTurn } from "../../core/next-turn.js";
import { saveFile } from "../../core/save-file.js";
import { readBytes } from "../../runtime/storage-bytes.js";
import { formatHeader } from "./header.js";
import type { Snapshot } from "./snapshot.js";
import { type ByteSink, ZipWriter } from "./zip-writer.js";

/** Arrays by name. */
type Named = readonly (readonly [name: string, snapshot: Snapshot])[];

/** What an array becomes. */
interface NpyFile {
  readonly byteLength: number;
  pieces(): AsyncGenerator<Uint8Array>;
}

/** The bytes of an npy file. */
export async function npyBytes(snapshot: Snapshot): Promise<Uint8Array> {
  const file = npyFile(snapshot);
  const bytes = new Uint8Array(file.byteLength);
  let at = 0;
  for await (const piece of file.pieces()) {
    bytes.set(piece, at);
    at += piece.length;
    await nextTurn();
  }
  return bytes;
}

/** Writes an npy file to a path. */
export async function writeNpyFile(path: string | URL, snapshot: Snapshot): Promise<void> {
  const file = npyFile(snapshot);
  await saveFile(path, async (handle) => {
    let at = 0;
    for await (const piece of file.pieces()) {
      await writeAll(handle, at, piece);
      at += piece.length;
    }
  });
}

/** Writes an npz file to a path. */
export async function writeNpzFile(path: string | URL, arrays: Named, isDeflated: boolean): Promise<void> {
  await saveFile(path, (handle) => {
    const sink: ByteSink = { write: (position, bytes) => writeAll(handle, position, bytes) };
    return writeZip(sink, arrays, isDeflated);
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
  );
  const byteLength = parts.reduce((most, { position, bytes }) => Math.max(most, position + bytes.length), 0);
  const whole = new Uint8Array(byteLength);
  for (const { position, bytes } of parts) {
    whole.set(bytes, position);
    await nextTurn();
  }
  return whole;
}

const PIECE = 4 << 20;

function npyFile({ array, shape, isFortran }: Snapshot): NpyFile {
  const header = formatHeader(array.dtype, shape, isFortran);
  const { offset, byteLength, dtype } = array;
  const start = offset * dtypes[dtype].byteLength;
  return {
    byteLength: header.length + byteLength,
    pieces: async function* () {
      yield header;
      for (let at = 0; at < byteLength; at += PIECE) {
        const piece = new Uint8Array(Math.min(PIECE, byteLength - at));
        await readBytes(array.storage, start + at, piece);
        yield piece;
      }
    },
  };
}

async function writeZip(sink: ByteSink, arrays: Named, isDeflated: boolean): Promise<void> {
  const zip = new ZipWriter(sink);
  for (const [name, snapshot] of arrays) {
    const file = npyFile(snapshot);
    await zip.add(`${name}.npy`, file.byteLength, file.pieces(), isDeflated);
  }
  await zip.end();
}

async function writeAll(file: FileHandle, position: number, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
