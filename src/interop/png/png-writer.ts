// Encodes images as PNG files. Each row uses the filter with the smallest differences, and rows are compressed as they are
// written.

import { crc32, deflate } from "../../host/compression.js";
import { nextTurn } from "../../host/next-turn.js";
import { GREY, GREY_ALPHA, RGB, RGBA, signature } from "./png-format.js";
import { filterRow } from "./filters.js";
import type { Pixels } from "./png-reader.js";

/** How many bytes are worked on before the event loop turns; filters are tried one after the other. */
const PIECE = 1 << 18;

/** The chunks of a PNG file, in order. */
export async function* pngPieces(image: Pixels): AsyncGenerator<Uint8Array> {
  const { width, height, channels, samples } = image;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8 * samples.BYTES_PER_ELEMENT;
  header[9] = [GREY, GREY_ALPHA, RGB, RGBA][channels - 1] as number;
  yield signature;
  yield chunk("IHDR", header);
  const parts: Uint8Array[] = [];
  await deflate(filteredRows(image), "zlib", async (pieces) => {
    for await (const piece of pieces) parts.push(chunk("IDAT", piece));
  });
  yield* parts;
  yield chunk("IEND", new Uint8Array(0));
}

function chunk(type: string, bytes: Uint8Array): Uint8Array {
  const whole = Buffer.alloc(12 + bytes.length);
  whole.writeUInt32BE(bytes.length, 0);
  whole.write(type, 4, "latin1");
  whole.set(bytes, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + bytes.length)), 8 + bytes.length);
  return whole;
}

/** The rows of an image, each after the number of its filter, some at a time. */
async function* filteredRows({ width, height, channels, samples }: Pixels): AsyncGenerator<Uint8Array> {
  const rowBytes = width * channels * samples.BYTES_PER_ELEMENT;
  const pixelBytes = channels * samples.BYTES_PER_ELEMENT;
  const rowsAtOnce = Math.max(1, Math.floor(PIECE / rowBytes));
  const tried = new Uint8Array(rowBytes);
  let before: Uint8Array = new Uint8Array(rowBytes);
  for (let first = 0; first < height; first += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, height - first);
    const piece = new Uint8Array(count * (1 + rowBytes));
    for (let i = 0; i < count; i++) {
      const row = bytesOfRow(samples, (first + i) * width * channels, width * channels);
      const target = piece.subarray(i * (1 + rowBytes), (i + 1) * (1 + rowBytes));
      let least = Infinity;
      for (let filter = 0; filter < 5; filter++) {
        filterRow(filter, row, before, pixelBytes, tried);
        const sum = differences(tried);
        if (sum >= least) continue;
        least = sum;
        target[0] = filter;
        target.set(tried, 1);
      }
      before = row;
    }
    yield piece;
    await nextTurn();
  }
}

/** Samples as they are in the file: the high byte first. */
function bytesOfRow(samples: Uint8Array | Uint16Array, start: number, length: number): Uint8Array {
  if (samples instanceof Uint8Array) return samples.subarray(start, start + length);
  const bytes = new Uint8Array(2 * length);
  for (let i = 0; i < length; i++) {
    const value = samples[start + i] as number;
    bytes[2 * i] = value >> 8;
    bytes[2 * i + 1] = value;
  }
  return bytes;
}

/** The sum of the bytes, as signed ones, without their signs. */
function differences(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte < 128 ? byte : 256 - byte;
  return sum;
}
