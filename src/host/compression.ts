// Deflate, Brotli and the checksum of zip and PNG files.

import * as node from "./node/compression.js";

/** A stream of bytes. */
export type Pieces = AsyncIterable<Uint8Array>;

/** "raw" is deflated data only; "zlib" adds zlib's header and checksum. */
export type DeflateFormat = "raw" | "zlib";

export interface Compression {
  /** The CRC-32 of bytes, or of a text in UTF-8. `start` is the checksum of preceding bytes. */
  crc32(this: void, bytes: string | Uint8Array, start?: number): number;
  /** Deflates a stream. `take` gets parts of the result as they become available. */
  deflate(
    this: void,
    pieces: Pieces,
    format: DeflateFormat,
    take: (pieces: Pieces) => Promise<void>,
  ): Promise<void>;
  /** Inflates a stream. Rejects with an error that {@link isDamaged} recognizes if the data are damaged. */
  inflate(
    this: void,
    pieces: Pieces,
    format: DeflateFormat,
    take: (pieces: Pieces) => Promise<void>,
  ): Promise<void>;
  /** Whether an error of `inflate` means that the data are damaged. */
  isDamaged(this: void, error: unknown): boolean;
  /** Decompresses Brotli data. @throws Error if the data are damaged. */
  unpackBrotli(this: void, bytes: Uint8Array): Uint8Array;
}

export const { crc32, deflate, inflate, isDamaged, unpackBrotli }: Compression = node;
