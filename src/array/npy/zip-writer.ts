// Writes a zip file member by member, each as it arrives; what is known only at a member's end is written into its record then.
// 64-bit fields are used only for sizes beyond 4 GiB. Times are those of NumPy's files, so equal arrays give equal files.

import { crc32, deflate } from "../../host/compression.js";
import { lengths, methods, signatures, viewOf, ZIP64 } from "./zip-format.js";

/** The output of a zip file. */
export interface ByteSink {
  write(position: number, bytes: Uint8Array): Promise<void>;
}

interface Written {
  readonly name: Uint8Array;
  readonly isDeflated: boolean;
  readonly isWide: boolean;
  readonly position: number;
  crc: number;
  storedBytes: number;
  byteLength: number;
}

export class ZipWriter {
  readonly #sink: ByteSink;
  readonly #members: Written[] = [];
  #at = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** Adds a member of at most `byteLength` bytes. */
  async add(
    name: string,
    byteLength: number,
    pieces: AsyncIterable<Uint8Array>,
    isDeflated: boolean,
  ): Promise<void> {
    const member: Written = {
      name: new TextEncoder().encode(name),
      isDeflated,
      // What cannot be made smaller becomes a little larger.
      isWide: byteLength * 1.001 + 1024 >= ZIP64.mark32,
      position: this.#at,
      crc: 0,
      storedBytes: 0,
      byteLength: 0,
    };
    this.#members.push(member);
    await this.#append(localRecord(member));
    const store = async (parts: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const part of parts) {
        member.storedBytes += part.length;
        await this.#append(part);
      }
    };
    const counted = countedPieces(member, pieces);
    if (isDeflated) await deflate(counted, "raw", store);
    else await store(counted);
    await this.#sink.write(member.position, localRecord(member));
  }

  /** Writes the directory. The file is whole then. */
  async end(): Promise<void> {
    const start = this.#at;
    for (const member of this.#members) await this.#append(centralRecord(member));
    await this.#append(endRecords(this.#members.length, start, this.#at - start));
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#sink.write(this.#at, bytes);
    this.#at += bytes.length;
  }
}

async function* countedPieces(
  member: Written,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    member.crc = crc32(piece, member.crc);
    member.byteLength += piece.length;
    yield piece;
  }
}

/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980, as in NumPy's files. */
const DATE = 0x0021;

function localRecord(member: Written): Uint8Array {
  const extra = member.isWide ? wideField([member.byteLength, member.storedBytes]) : new Uint8Array(0);
  const head = new Uint8Array(lengths.local);
  const view = viewOf(head);
  view.setUint32(0, signatures.local, true);
  writeFacts(view, 4, member);
  view.setUint16(28, extra.length, true);
  return Buffer.concat([head, member.name, extra]);
}

function centralRecord(member: Written): Uint8Array {
  const isFar = member.position >= ZIP64.mark32;
  const sizes = member.isWide ? [member.byteLength, member.storedBytes] : [];
  const wide = isFar ? [...sizes, member.position] : sizes;
  const extra = wide.length > 0 ? wideField(wide) : new Uint8Array(0);
  const head = new Uint8Array(lengths.central);
  const view = viewOf(head);
  view.setUint32(0, signatures.central, true);
  view.setUint16(4, versionOf(member), true);
  writeFacts(view, 6, member);
  view.setUint16(30, extra.length, true);
  view.setUint32(42, isFar ? ZIP64.mark32 : member.position, true);
  return Buffer.concat([head, member.name, extra]);
}

/** What the two records of a member have in common, up to the length of its name. */
function writeFacts(view: DataView, at: number, member: Written): void {
  const { isDeflated, isWide, crc, storedBytes, byteLength, name } = member;
  view.setUint16(at, versionOf(member), true);
  view.setUint16(at + 2, FLAGS, true);
  view.setUint16(at + 4, isDeflated ? methods.deflated : methods.stored, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, isWide ? ZIP64.mark32 : storedBytes, true);
  view.setUint32(at + 18, isWide ? ZIP64.mark32 : byteLength, true);
  view.setUint16(at + 22, name.length, true);
}

function endRecords(count: number, start: number, byteLength: number): Uint8Array {
  const isWide = count >= ZIP64.mark16 || start >= ZIP64.mark32 || byteLength >= ZIP64.mark32;
  const end = new Uint8Array(lengths.end);
  const view = viewOf(end);
  view.setUint32(0, signatures.end, true);
  view.setUint16(8, isWide ? ZIP64.mark16 : count, true);
  view.setUint16(10, isWide ? ZIP64.mark16 : count, true);
  view.setUint32(12, isWide ? ZIP64.mark32 : byteLength, true);
  view.setUint32(16, isWide ? ZIP64.mark32 : start, true);
  return isWide ? Buffer.concat([end64Records(count, start, byteLength), end]) : end;
}

function end64Records(count: number, start: number, byteLength: number): Uint8Array {
  const bytes = new Uint8Array(lengths.end64 + lengths.locator64);
  const view = viewOf(bytes);
  view.setUint32(0, signatures.end64, true);
  view.setBigUint64(4, BigInt(lengths.end64 - 12), true);
  view.setUint16(12, 45, true);
  view.setUint16(14, 45, true);
  view.setBigUint64(24, BigInt(count), true);
  view.setBigUint64(32, BigInt(count), true);
  view.setBigUint64(40, BigInt(byteLength), true);
  view.setBigUint64(48, BigInt(start), true);
  view.setUint32(lengths.end64, signatures.locator64, true);
  view.setBigUint64(lengths.end64 + 8, BigInt(start + byteLength), true);
  view.setUint32(lengths.end64 + 16, 1, true);
  return bytes;
}

function wideField(sizes: readonly number[]): Uint8Array {
  const field = new Uint8Array(4 + 8 * sizes.length);
  const view = viewOf(field);
  view.setUint16(0, ZIP64.id, true);
  view.setUint16(2, 8 * sizes.length, true);
  for (const [index, size] of sizes.entries()) view.setBigUint64(4 + 8 * index, BigInt(size), true);
  return field;
}

function versionOf({ isWide }: Written): number {
  return isWide ? 45 : 20;
}
