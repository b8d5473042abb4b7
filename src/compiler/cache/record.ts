// The file format of the cache: one JSON text and any number of byte blobs behind a prefix that proves them whole.
// Decoding never throws and never returns something that was not encoded: whatever does not fit is undefined.
//
//   0 magic (8)   8 schema u16   10 kind u16   12 text length u32   16 file length u64
//   24 key (32)   56 text, then the blobs, each padded to 8, and a checksum of everything before it (8)
//
// All numbers are little-endian. Blobs start at multiples of 8, so typed arrays can view them in place.

import { areSameBytes } from "../../core/bytes.js";
import { checksumOf, type Digest, type QuickHash } from "./digest.js";
import { schemaVersion } from "./key.js";

/** What JSON can carry. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** "object" holds compiled code, "includes" the lists of files that a request may read. */
type RecordKind = "object" | "includes";

/** What a file of the cache is found by. */
export type EntryKey = Digest | QuickHash;

/** What one file of the cache says. */
export interface CacheRecord {
  readonly kind: RecordKind;
  /** The request it is for, where its key does not prove that. */
  readonly request: string;
  readonly body: JsonValue;
  readonly blobs: readonly Uint8Array<ArrayBuffer>[];
}

const magic = Buffer.from("\x93CUTS\r\n\x1a", "latin1");
const kinds: readonly RecordKind[] = ["object", "includes"];
const keyOffset = 24;
const prefixLength = 56;
const checksumLength = 8;

/** The bytes of a record that is stored under `key`. */
export function encodeRecord(key: EntryKey, record: CacheRecord): Uint8Array<ArrayBuffer> {
  const lengths = record.blobs.map((blob) => blob.byteLength);
  const text = Buffer.from(JSON.stringify([record.body, lengths, record.request]));
  let length = prefixLength + padded(text.byteLength);
  for (const blob of record.blobs) length += padded(blob.byteLength);
  length += checksumLength;

  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(magic);
  view.setUint16(8, schemaVersion, true);
  view.setUint16(10, kinds.indexOf(record.kind), true);
  view.setUint32(12, text.byteLength, true);
  view.setBigUint64(16, BigInt(length), true);
  bytes.set(keyBytes(key), keyOffset);
  bytes.set(text, prefixLength);
  let offset = prefixLength + padded(text.byteLength);
  for (const blob of record.blobs) {
    bytes.set(blob, offset);
    offset += padded(blob.byteLength);
  }
  const [low, high] = checksum(bytes);
  view.setUint32(offset, low, true);
  view.setUint32(offset + 4, high, true);
  return bytes;
}

/** The record in `bytes`, its blobs as views of them; undefined unless it is whole and was stored under `key`. */
export function decodeRecord(key: EntryKey, bytes: Uint8Array<ArrayBuffer>): CacheRecord | undefined {
  if (bytes.byteLength < prefixLength + checksumLength || bytes.byteLength % 8 !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = kinds[view.getUint16(10, true)];
  const intact =
    magic.equals(bytes.subarray(0, magic.byteLength)) &&
    view.getUint16(8, true) === schemaVersion &&
    kind !== undefined &&
    view.getBigUint64(16, true) === BigInt(bytes.byteLength) &&
    areSameBytes(keyBytes(key), bytes.subarray(keyOffset, prefixLength));
  if (!intact) return undefined;
  const [low, high] = checksum(bytes);
  const end = bytes.byteLength - checksumLength;
  if (view.getUint32(end, true) !== low || view.getUint32(end + 4, true) !== high) return undefined;

  // From here on the bytes are those that encodeRecord made: the checksum has vouched for them.
  const textEnd = prefixLength + view.getUint32(12, true);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + prefixLength, textEnd - prefixLength).toString();
  const [body, blobLengths, request] = JSON.parse(text) as [JsonValue, readonly number[], string];
  let offset = padded(textEnd);
  const blobs = blobLengths.map((length) => {
    const blob = bytes.subarray(offset, offset + length);
    offset += padded(length);
    return blob;
  });
  return { kind, request, body, blobs };
}

// A key that is shorter than a digest is followed by zeros.
function keyBytes(key: EntryKey): Uint8Array {
  return Buffer.from(key.padEnd(64, "0"), "hex");
}

function checksum(bytes: Uint8Array<ArrayBuffer>): readonly [low: number, high: number] {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const { buffer, byteOffset, byteLength } = aligned;
  return checksumOf(new Uint32Array(buffer, byteOffset, (byteLength - checksumLength) / 4));
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}
