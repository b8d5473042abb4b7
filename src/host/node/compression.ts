// Compression and checksums in Node. Node's modules are loaded lazily, because they are slow to load and most programs compress
// nothing.

import type { Transform } from "node:stream";
import { lazy } from "../../core/lazy.js";
import { codeOf } from "../../core/system-error.js";

type Pieces = AsyncIterable<Uint8Array>;
type Take = (pieces: Pieces) => Promise<void>;

/** The size of the pieces of output. */
const OPTIONS = { chunkSize: 1 << 18 };

const zlib = lazy(() => process.getBuiltinModule("node:zlib"));

export function crc32(bytes: string | Uint8Array, start = 0): number {
  return zlib().crc32(bytes, start);
}

export function deflate(pieces: Pieces, format: "raw" | "zlib", take: Take): Promise<void> {
  const { createDeflate, createDeflateRaw } = zlib();
  return through(pieces, (format === "raw" ? createDeflateRaw : createDeflate)(OPTIONS), take);
}

export function inflate(pieces: Pieces, format: "raw" | "zlib", take: Take): Promise<void> {
  const { createInflate, createInflateRaw } = zlib();
  return through(pieces, (format === "raw" ? createInflateRaw : createInflate)(OPTIONS), take);
}

function through(pieces: Pieces, transform: Transform, take: Take): Promise<void> {
  return process.getBuiltinModule("node:stream/promises").pipeline(pieces, transform, take);
}

export function isDamaged(error: unknown): boolean {
  return codeOf(error)?.startsWith("Z_") === true;
}

export function unpackBrotli(bytes: Uint8Array): Uint8Array {
  return zlib().brotliDecompressSync(bytes);
}
