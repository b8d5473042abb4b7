// Reads the members of a zip file from its directory at the end. Files are untrusted: members must lie within the file, must not
// overlap, must have distinct safe names, and cannot inflate beyond what deflate allows.

import { CutsError, UnsupportedError } from "../../core/errors.js";
import { formatByteSize, formatValue } from "../../core/text.js";
import type { ByteSource } from "./byte-source.js";
import { lengths, methods, signatures, viewOf, ZIP64 } from "./zip-format.js";
import { isPlainName } from "./zip-name.js";

/** A member of a zip file. */
export interface ZipMember {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly crc: number;
  /** Bytes in the file. */
  readonly storedBytes: number;
  /** Bytes of what it holds. */
  readonly byteLength: number;
  /** Where its local record begins. */
  readonly position: number;
}

/** The members of a zip file. @throws CutsError `CUTS_NPZ_FORMAT`; UnsupportedError `CUTS_NPZ_MEMBER`. */
export async function readDirectory(source: ByteSource): Promise<readonly ZipMember[]> {
  const end = await findEnd(source);
  if (end.start + end.byteLength > end.limit || end.count * lengths.central > end.byteLength)
    throw zipError(source, "its directory must lie within it");
  const bytes = await source.read(end.start, end.byteLength);
  const members: ZipMember[] = [];
  const names = new Set<string>();
  let at = 0;
  for (let index = 0; index < end.count; index++) {
    const { member, next } = readMember(source, bytes, at);
    if (names.has(member.name)) throw zipError(source, `it must not have ${formatValue(member.name)} twice`);
    names.add(member.name);
    members.push(member);
    at = next;
  }
  checkPlaces(source, members, end.start);
  return members;
}

/** Where the bytes of a member begin. @throws CutsError `CUTS_NPZ_FORMAT` where its own record says otherwise. */
export async function dataStart(source: ByteSource, member: ZipMember): Promise<number> {
  const head = await source.read(member.position, lengths.local);
  const view = viewOf(head);
  const nameLength = view.getUint16(26, true);
  const start = member.position + lengths.local + nameLength + view.getUint16(28, true);
  if (view.getUint32(0, true) !== signatures.local || start + member.storedBytes > source.size)
    throw zipError(source, `${formatValue(member.name)} must be where the directory says`);
  const name = await source.read(member.position + lengths.local, nameLength);
  if (decodeName(name) !== member.name)
    throw zipError(source, `${formatValue(member.name)} must have one name`, formatValue(decodeName(name)));
  return start;
}

/** The error for a malformed zip file. */
export function zipError(source: ByteSource, rule: string, got?: string): CutsError {
  const found = got === undefined ? "" : ` (got ${got})`;
  return new CutsError("CUTS_NPZ_FORMAT", `Cannot read ${source.name}: ${rule}${found}`);
}

interface Directory {
  readonly start: number;
  readonly byteLength: number;
  readonly count: number;
  /** Where the records after the directory begin. */
  readonly limit: number;
}

/** A comment of up to 65,535 bytes may follow the last record. */
const LONGEST_TAIL = lengths.end + 0xffff;

async function findEnd(source: ByteSource): Promise<Directory> {
  const tailStart = Math.max(0, source.size - LONGEST_TAIL);
  const tail = await source.read(tailStart, source.size - tailStart);
  const view = viewOf(tail);
  for (let at = tail.length - lengths.end; at >= 0; at--) {
    if (view.getUint32(at, true) !== signatures.end) continue;
    if (at + lengths.end + view.getUint16(at + 20, true) !== tail.length) continue;
    const count = view.getUint16(at + 10, true);
    const byteLength = view.getUint32(at + 12, true);
    const start = view.getUint32(at + 16, true);
    const isWide = count === ZIP64.mark16 || byteLength === ZIP64.mark32 || start === ZIP64.mark32;
    const wide = isWide ? await readEnd64(source, tailStart + at) : undefined;
    return wide ?? { start, byteLength, count, limit: tailStart + at };
  }
  throw zipError(source, "it must be a zip file, which ends with a directory", formatByteSize(source.size));
}

async function readEnd64(source: ByteSource, end: number): Promise<Directory | undefined> {
  if (end < lengths.locator64) return undefined;
  const locator = viewOf(await source.read(end - lengths.locator64, lengths.locator64));
  if (locator.getUint32(0, true) !== signatures.locator64) return undefined;
  const at = toSize(source, locator.getBigUint64(8, true));
  if (at + lengths.end64 > end - lengths.locator64)
    throw zipError(source, "its directory must lie within it");
  const record = viewOf(await source.read(at, lengths.end64));
  if (record.getUint32(0, true) !== signatures.end64)
    throw zipError(source, "its directory must be where its end says");
  return {
    count: toSize(source, record.getBigUint64(32, true)),
    byteLength: toSize(source, record.getBigUint64(40, true)),
    start: toSize(source, record.getBigUint64(48, true)),
    limit: at,
  };
}

function readMember(
  source: ByteSource,
  bytes: Uint8Array,
  at: number,
): { readonly member: ZipMember; readonly next: number } {
  const view = viewOf(bytes);
  const isWhole = at + lengths.central <= bytes.length && view.getUint32(at, true) === signatures.central;
  const nameEnd = isWhole ? at + lengths.central + view.getUint16(at + 28, true) : Infinity;
  const extraEnd = isWhole ? nameEnd + view.getUint16(at + 30, true) : Infinity;
  const next = isWhole ? extraEnd + view.getUint16(at + 32, true) : Infinity;
  if (next > bytes.length) throw zipError(source, "its directory must not be cut off");
  const name = decodeName(bytes.subarray(at + lengths.central, nameEnd));
  if (!isPlainName(name))
    throw zipError(source, "names of members must not lead out of it", formatValue(name));
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  if ((flags & 1) !== 0 || (method !== methods.stored && method !== methods.deflated)) {
    const found = (flags & 1) !== 0 ? "encrypted" : `method ${method}`;
    throw new UnsupportedError(
      "CUTS_NPZ_MEMBER",
      `Cannot read ${source.name}: ${formatValue(name)} must be stored or deflated (got ${found})`,
    );
  }
  const wide = wideSizes(source, bytes.subarray(nameEnd, extraEnd));
  const sizeAt = (offset: number): number => {
    const own = view.getUint32(at + offset, true);
    return own === ZIP64.mark32 ? (wide.shift() ?? own) : own;
  };
  // In the order in which the wide field has them.
  const byteLength = sizeAt(24);
  const storedBytes = sizeAt(20);
  const position = sizeAt(42);
  const isDeflated = method === methods.deflated;
  // Deflate makes at most 258 bytes of 2 bits.
  const most = isDeflated ? storedBytes * 1032 : storedBytes;
  if (byteLength > most || (!isDeflated && byteLength !== storedBytes))
    throw zipError(source, `${formatValue(name)} cannot have ${byteLength} bytes in ${storedBytes}`);
  return {
    member: { name, isDeflated, crc: view.getUint32(at + 16, true), storedBytes, byteLength, position },
    next,
  };
}

/** The 64-bit numbers of a member, in order. */
function wideSizes(source: ByteSource, extra: Uint8Array): number[] {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === ZIP64.id) {
      const count = Math.floor(Math.min(length, extra.length - at - 4) / 8);
      return Array.from({ length: count }, (_, k) => toSize(source, view.getBigUint64(at + 4 + 8 * k, true)));
    }
    at += 4 + length;
  }
  return [];
}

/** Members that share bytes are how a small file becomes an endless one. */
function checkPlaces(source: ByteSource, members: readonly ZipMember[], directory: number): void {
  const placed = members.toSorted((a, b) => a.position - b.position);
  for (const [index, member] of placed.entries()) {
    const least = member.position + lengths.local + Buffer.byteLength(member.name) + member.storedBytes;
    const limit = placed[index + 1]?.position ?? directory;
    if (least > limit)
      throw zipError(source, `${formatValue(member.name)} must lie before what follows it, and apart`);
  }
}

function decodeName(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function toSize(source: ByteSource, value: bigint): number {
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
  throw zipError(source, "its sizes must be below 2^53", `${value}`);
}
