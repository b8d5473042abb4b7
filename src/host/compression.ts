// Deflate, Brotli and the checksum of zip and PNG files.

import * as node from "./node/compression.js";

/** Bytes as they come. */
export type Pieces = AsyncIterable<Uint8Array>;

/** Deflated data alone, or with the head and the checksum of zlib. */
export type DeflateFormat = "raw" | "zlib";

export interface Compression {
  /** The checksum of zip and PNG, after bytes with the checksum `start`; of text in UTF-8. */
  crc32(this: void, bytes: string | Uint8Array, start?: number): number;
  /** Deflates pieces; `take` gets the result while they still come. */
  deflate(
    this: void,
    pieces: Pieces,
    format: DeflateFormat,
    take: (pieces: Pieces) => Promise<void>,
  ): Promise<void>;
  /** Undoes it. Rejects with an error that {@link isDamaged} knows where the data are damaged. */
  inflate(
    this: void,
    pieces: Pieces,
    format: DeflateFormat,
    take: (pieces: Pieces) => Promise<void>,
  ): Promise<void>;
  /** Whether an error says that data do not inflate. */
  isDamaged(this: void, error: unknown): boolean;
  /** Undoes Brotli. @throws Error where the data are damaged. */
  unpackBrotli(this: void, bytes: Uint8Array): Uint8Array;
}

export const { crc32, deflate, inflate, isDamaged, unpackBrotli }: Compression = node;
