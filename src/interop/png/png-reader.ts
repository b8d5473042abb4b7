// Decodes the pixels of a PNG file. Files are untrusted: before memory is allocated, the size is checked against a limit and
// against what the compressed bytes can hold, and no more is inflated than the size needs. Long work yields to the event loop.

import { CutsError } from "../../core/errors.js";
import { nextTurn } from "../../host/next-turn.js";
import { formatByteSize } from "../../core/text.js";
import { type ByteSource, piecesOf } from "../../array/npy/byte-source.js";
import { crc32, inflate, isDamaged } from "../../host/compression.js";
import { longestArrayBytes } from "../../host/environment.js";
import {
  checkSum,
  GREY,
  PALETTE,
  type Pass,
  passesOf,
  pngError,
  type PngHeader,
  readPngHeader,
} from "./png-format.js";
import { unfilterRow } from "./filters.js";

/** A decoded image: samples of 8 or 16 bits, pixel by pixel. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly samples: Uint8Array | Uint16Array;
}

/** How many bytes are worked on before the event loop turns. */
const PIECE = 1 << 20;
/** Deflate makes no more of a byte: 258 bytes of two bits. */
const MOST_DEFLATED = 1032;

/** Decodes an image of at most `maxBytes` bytes. @throws CutsError `CUTS_PNG_FORMAT`, `CUTS_PNG_LIMIT` */
export async function readPng(source: ByteSource, maxBytes: number): Promise<Pixels> {
  const header = await readPngHeader(source);
  const passes = passesOf(header);
  const channels = channelsOf(header);
  const count = header.width * header.height * channels;
  const storedBytes = passes.reduce((sum, { height, rowBytes }) => sum + height * (1 + rowBytes), 0);
  checkSizes(
    source,
    header,
    storedBytes,
    Math.max(storedBytes, header.depth === 16 ? 2 * count : count),
    maxBytes,
  );
  const stored = new Uint8Array(storedBytes);
  await inflateParts(source, header, stored);
  const samples = header.depth === 16 ? new Uint16Array(count) : new Uint8Array(count);
  let at = 0;
  for (const pass of passes) at = await readPass(source, header, pass, stored, at, { channels, samples });
  return { width: header.width, height: header.height, channels, samples };
}

/** The number of channels of the array: a palette becomes colors, and transparency becomes an alpha channel. */
function channelsOf({ colourType, samples, transparency }: PngHeader): number {
  const colours = colourType === PALETTE ? 3 : samples;
  return transparency === undefined ? colours : colours + 1;
}

function checkSizes(
  source: ByteSource,
  { width, height, parts }: PngHeader,
  storedBytes: number,
  mostBytes: number,
  maxBytes: number,
): void {
  const size = `${width} x ${height} pixels`;
  const compressed = parts.reduce((sum, { length }) => sum + length, 0);
  if (storedBytes > MOST_DEFLATED * compressed) {
    throw pngError(
      source,
      `its chunks IDAT must have the bytes of ${size}`,
      `${compressed} compressed bytes`,
    );
  }
  if (mostBytes <= Math.min(maxBytes, longestArrayBytes)) return;
  throw new CutsError(
    "CUTS_PNG_LIMIT",
    `Cannot read ${source.name}: its pixels must have at most ${formatByteSize(maxBytes)} (got ${size}, ${formatByteSize(mostBytes)})` +
      (mostBytes <= longestArrayBytes ? `\nTry: { maxBytes: ${mostBytes} }, if you trust the file` : ""),
  );
}

/** Inflates all chunks of pixels. */
async function inflateParts(source: ByteSource, { parts }: PngHeader, target: Uint8Array): Promise<void> {
  const compressed = async function* (): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      let crc = crc32(part.type);
      for await (const piece of piecesOf(source, part.start, part.length, { kept: true })) {
        crc = crc32(piece, crc);
        yield piece;
      }
      await checkSum(source, part, crc);
    }
  };
  let filled = 0;
  const take = async (pieces: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const piece of pieces) {
      if (filled + piece.length > target.length) {
        throw pngError(source, `it must have the pixels of its size, ${target.length} bytes`, "more");
      }
      target.set(piece, filled);
      filled += piece.length;
    }
  };
  try {
    await inflate(compressed(), "zlib", take);
  } catch (error) {
    throw isDamaged(error) ? pngError(source, "its pixels must inflate", undefined, error) : error;
  }
  if (filled < target.length) {
    throw pngError(source, `it must have the pixels of its size, ${target.length} bytes`, `${filled} bytes`);
  }
}

/** Undoes the filters of a pass and puts its pixels in place. Returns where the next pass begins. */
async function readPass(
  source: ByteSource,
  header: PngHeader,
  { width, height, x, y, dx, dy, rowBytes }: Pass,
  stored: Uint8Array,
  begin: number,
  { channels, samples }: Pick<Pixels, "channels" | "samples">,
): Promise<number> {
  const pixelBytes = Math.max(1, (header.samples * header.depth) / 8);
  const putRow = rowPlacer(header, samples);
  let at = begin;
  let before: Uint8Array = new Uint8Array(rowBytes);
  let sinceTurn = 0;
  for (let row = 0; row < height; row++, at += 1 + rowBytes) {
    const filter = stored[at] as number;
    const bytes = stored.subarray(at + 1, at + 1 + rowBytes);
    if (filter > 4) throw pngError(source, "a row must have a filter of the standard", String(filter));
    unfilterRow(filter, bytes, before, pixelBytes);
    putRow(bytes, width, ((y + row * dy) * header.width + x) * channels, dx * channels);
    before = bytes;
    sinceTurn += rowBytes;
    if (sinceTurn < PIECE) continue;
    sinceTurn = 0;
    await nextTurn();
  }
  return at;
}

/** Writes the pixels of a row into the samples: the first at an index, the others at a fixed distance. */
type PutRow = (row: Uint8Array, width: number, at: number, step: number) => void;

function rowPlacer(header: PngHeader, samples: Uint8Array | Uint16Array): PutRow {
  if (header.colourType === PALETTE) return paletteRow(header, samples);
  const { samples: count, depth, colourType, transparency } = header;
  const { length: keyBytes } = transparency ?? [];
  const key = Array.from({ length: keyBytes / 2 }, (_, i) =>
    Buffer.from(transparency ?? []).readUInt16BE(2 * i),
  );
  // Grey of few bits is stretched to 8; the transparent one is named before that.
  const scale = colourType === GREY && depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const opaque = depth === 16 ? 65_535 : 255;
  return (row, width, at, step) => {
    if (depth === 8 && key.length === 0 && step === count) {
      samples.set(row, at);
      return;
    }
    for (let pixel = 0, place = at; pixel < width; pixel++, place += step) {
      let isKey = key.length > 0;
      for (let i = 0; i < count; i++) {
        const value = sampleAt(row, pixel * count + i, depth);
        if (value !== key[i]) isKey = false;
        samples[place + i] = value * scale;
      }
      if (key.length > 0) samples[place + count] = isKey ? 0 : opaque;
    }
  };
}

/** Entries beyond the palette are black, as in other readers. */
function paletteRow({ palette, transparency, depth }: PngHeader, samples: Uint8Array | Uint16Array): PutRow {
  const colours = new Uint8Array(768);
  colours.set(palette ?? []);
  const alpha = new Uint8Array(256).fill(255);
  alpha.set(transparency ?? []);
  return (row, width, at, step) => {
    for (let pixel = 0, place = at; pixel < width; pixel++, place += step) {
      const entry = sampleAt(row, pixel, depth);
      samples[place] = colours[3 * entry] as number;
      samples[place + 1] = colours[3 * entry + 1] as number;
      samples[place + 2] = colours[3 * entry + 2] as number;
      if (transparency !== undefined) samples[place + 3] = alpha[entry] as number;
    }
  };
}

function sampleAt(row: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return row[index] as number;
  if (depth === 16) return ((row[2 * index] as number) << 8) | (row[2 * index + 1] as number);
  const bit = index * depth;
  return ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}
