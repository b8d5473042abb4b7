// Random-access reading of bytes from a file or from memory. All reads lie within the size, which is known from the start.

import type { FileUrl } from "../../core/host-types.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { withFileErrors } from "../../host/file-error.js";
import { nextTurn } from "../../host/next-turn.js";
import { openPlainFile } from "../../host/plain-files.js";
import type { OpenFile } from "../../host/shapes.js";
import { formatValue } from "../../core/text.js";
import { formatError } from "./header.js";

/** A source of bytes. */
export interface ByteSource {
  readonly size: number;
  /** How messages call it. */
  readonly name: string;
  /**
   * Some bytes; in `room` where that is given and the source is no memory.
   * @throws CutsError `CUTS_NPY_FORMAT` where the source ends before.
   */
  read(position: number, length: number, room?: Uint8Array): Promise<Uint8Array>;
}

/** A source over memory. */
export function memorySource(bytes: Uint8Array, name: string): ByteSource {
  if (!(bytes instanceof Uint8Array)) {
    throw new ArgumentTypeError(
      "CUTS_NPY_BYTES",
      `Cannot read ${name}: they must be in a Uint8Array (got ${formatValue(bytes)})\nTry: new Uint8Array(buffer)`,
    );
  }
  return {
    size: bytes.length,
    name,
    read: async (position, length) => {
      // A file is read in another thread; memory is there at once, and the loop would never turn.
      await nextTurn();
      return bytes.subarray(position, position + length);
    },
  };
}

/** Opens a file while `use` runs. @throws CutsError as {@link withFileErrors}. */
export async function withFile<T>(
  path: string | FileUrl,
  use: (source: ByteSource) => Promise<T>,
): Promise<T> {
  return withFileErrors("read", path, async () => {
    const file = await openPlainFile(path);
    try {
      return await use(new FileSource(file, (await file.stat()).size, String(path)));
    } finally {
      await file.close();
    }
  });
}

/**
 * A range in pieces of at most 4 MiB: large enough to keep a disk busy, small enough to hold. Unless `kept` is set, a piece is
 * overwritten when the next one is read, because allocating gigabytes takes longer than reading them and triggers garbage
 * collection.
 */
export async function* piecesOf(
  source: ByteSource,
  start: number,
  length: number,
  { kept = false } = {},
): AsyncGenerator<Uint8Array> {
  const end = start + length;
  const room = kept ? undefined : new Uint8Array(Math.min(PIECE, length));
  for (let at = start; at < end; at += PIECE) yield await source.read(at, Math.min(PIECE, end - at), room);
}

const PIECE = 4 << 20;

class FileSource implements ByteSource {
  readonly size: number;
  readonly name: string;
  readonly #file: OpenFile;

  constructor(file: OpenFile, size: number, name: string) {
    this.#file = file;
    this.size = size;
    this.name = name;
  }

  async read(position: number, length: number, room?: Uint8Array): Promise<Uint8Array> {
    const buffer = room?.subarray(0, length) ?? new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#file.read(buffer, filled, length - filled, position + filled);
      if (bytesRead === 0) throw formatError(this.name, "it became shorter while it was read");
      filled += bytesRead;
    }
    return buffer;
  }
}
