// Reads npz files: zip files whose members are npy files, one for each array.

import { CutsError, UnsupportedError } from "../../core/errors.js";
import { formatByteSize, formatValue } from "../../core/text.js";
import { crc32, inflate, isDamaged, type Pieces } from "../../host/compression.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import type { NDArray } from "../ndarray.js";
import { type ByteSource, piecesOf } from "./byte-source.js";
import { formatError } from "./header.js";
import { NpyReader } from "./npy-reader.js";
import { dataStart, readDirectory, type ZipMember, zipError } from "./zip-reader.js";

/** How much deflated arrays may grow to: what a file of harmless size could otherwise make of itself. */
const MOST_INFLATED = 2 ** 31;

/** Which arrays of an npz file are read, and how. */
export interface NpzOptions {
  /** The names of the arrays to read; all by default. */
  readonly only?: readonly string[];
  /** The most bytes that deflated arrays may have together; 2 GiB by default. */
  readonly maxBytes?: number;
}

/** All arrays of an npz file, by name. */
export async function readNpz(
  source: ByteSource,
  stream: StreamCore,
  { only, maxBytes = MOST_INFLATED }: NpzOptions,
): Promise<Record<string, NDArray>> {
  const members = chosen(source, await readDirectory(source), only);
  const inflated = members.reduce((sum, member) => sum + (member.isDeflated ? member.byteLength : 0), 0);
  if (inflated > maxBytes) {
    throw new CutsError(
      "CUTS_NPZ_LIMIT",
      `Cannot read ${source.name}: its deflated arrays must have at most ${formatByteSize(maxBytes)} (got ${formatByteSize(inflated)})` +
        `\nTry: { maxBytes: ${inflated} }, if you trust the file`,
    );
  }
  // Without a prototype, so that no name means anything but itself.
  const arrays = Object.create(null) as Record<string, NDArray>;
  try {
    for (const member of members) arrays[nameOf(member)] = await readMember(source, member, stream);
  } catch (error) {
    for (const array of Object.values(arrays)) array.dispose();
    throw error;
  }
  return arrays;
}

function chosen(
  source: ByteSource,
  members: readonly ZipMember[],
  only: readonly string[] | undefined,
): readonly ZipMember[] {
  const wanted = only === undefined ? members : members.filter((member) => only.includes(nameOf(member)));
  const other = wanted.find((member) => !member.name.endsWith(".npy"));
  if (other !== undefined) {
    throw new UnsupportedError(
      "CUTS_NPZ_MEMBER",
      `Cannot read ${source.name}: all its members must be npy files (got ${formatValue(other.name)})\nTry: { only: ["…"] }`,
    );
  }
  const missing = only?.find((name) => !wanted.some((member) => nameOf(member) === name));
  if (missing === undefined) return wanted;
  const names = members.map((member) => formatValue(nameOf(member))).slice(0, 20);
  throw zipError(source, `it has the arrays ${names.join(", ")}`, `a wish for ${formatValue(missing)}`);
}

function nameOf({ name }: ZipMember): string {
  return name.endsWith(".npy") ? name.slice(0, -4) : name;
}

async function readMember(source: ByteSource, member: ZipMember, stream: StreamCore): Promise<NDArray> {
  const what = `${formatValue(member.name)} of ${source.name}`;
  const reader = new NpyReader(stream, member.byteLength, undefined, what);
  let crc = 0;
  const take = async (pieces: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const piece of pieces) {
      crc = crc32(piece, crc);
      reader.push(piece);
    }
  };
  try {
    const start = await dataStart(source, member);
    // A stream that inflates reads ahead.
    const pieces = piecesOf(source, start, member.storedBytes, { kept: member.isDeflated });
    if (member.isDeflated) await inflateMember(pieces, take, what);
    else await take(pieces);
    const array = reader.end();
    if (crc !== member.crc) throw formatError(what, "its checksum must be that of the directory");
    return array;
  } catch (error) {
    reader.abandon();
    throw error;
  }
}

async function inflateMember(
  pieces: Pieces,
  take: (pieces: Pieces) => Promise<void>,
  what: string,
): Promise<void> {
  try {
    await inflate(pieces, "raw", take);
  } catch (error) {
    throw isDamaged(error)
      ? new CutsError("CUTS_NPZ_FORMAT", `Cannot read ${what}: it does not inflate`, { cause: error })
      : error;
  }
}
