// PNG files of every kind for tests: any colour type and depth, interlaced or not, with any filters, and with mistakes where wanted.

import { crc32, deflateSync } from "node:zlib";

export interface PngKind {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly isInterlaced?: boolean;
  readonly palette?: Uint8Array;
  readonly transparency?: Uint8Array;
}

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const steps = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function pngChunk(type: string, bytes: Uint8Array): Buffer {
  const whole = Buffer.alloc(12 + bytes.length);
  whole.writeUInt32BE(bytes.length, 0);
  whole.write(type, 4, "latin1");
  whole.set(bytes, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + bytes.length)), 8 + bytes.length);
  return whole;
}

export function pngHeader(kind: PngKind): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(kind.width, 0);
  header.writeUInt32BE(kind.height, 4);
  header.set([kind.depth, kind.colourType, 0, 0, kind.isInterlaced === true ? 1 : 0], 8);
  return header;
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A file whose samples are `sample(x, y, i)`, in rows of `filter(row)`. */
export function makePng(
  kind: PngKind,
  sample: (x: number, y: number, i: number) => number,
  filter: (row: number) => number = (row) => row % 5,
): Buffer {
  const pixels = Buffer.concat(storedRows(kind, sample, filter));
  const deflated = deflateSync(pixels);
  const middle = deflated.length >> 1;
  return Buffer.concat([
    pngSignature,
    pngChunk("IHDR", pngHeader(kind)),
    ...(kind.palette === undefined ? [] : [pngChunk("PLTE", kind.palette)]),
    ...(kind.transparency === undefined ? [] : [pngChunk("tRNS", kind.transparency)]),
    pngChunk("tEXt", Buffer.from("Title\0of a test")),
    // Pixels may be in several chunks, cut anywhere, empty ones among them.
    pngChunk("IDAT", deflated.subarray(0, middle)),
    pngChunk("IDAT", new Uint8Array(0)),
    pngChunk("IDAT", deflated.subarray(middle)),
    pngChunk("IEND", new Uint8Array(0)),
  ]);
}

function storedRows(
  { width, height, depth, colourType, isInterlaced }: PngKind,
  sample: (x: number, y: number, i: number) => number,
  filter: (row: number) => number,
): Buffer[] {
  const count = samplesOf[colourType] as number;
  const pixelBytes = Math.max(1, (count * depth) / 8);
  const rows: Buffer[] = [];
  for (const [x0, y0, dx, dy] of isInterlaced === true ? steps : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.ceil((width - x0) / dx);
    if (columns <= 0) continue;
    let before = Buffer.alloc(Math.ceil((columns * count * depth) / 8));
    for (let y = y0, row = 0; y < height; y += dy, row++) {
      const bytes = Buffer.alloc(before.length);
      for (let column = 0; column < columns; column++) {
        for (let i = 0; i < count; i++) {
          const bit = (column * count + i) * depth;
          const value = sample(x0 + column * dx, y, i);
          if (depth === 16) bytes.writeUInt16BE(value, bit / 8);
          else bytes[bit >> 3] = (bytes[bit >> 3] as number) | (value << (8 - depth - (bit & 7)));
        }
      }
      const number = filter(row);
      rows.push(Buffer.from([number]), filtered(number, bytes, before, pixelBytes));
      before = bytes;
    }
  }
  return rows;
}

/** The standard's formulas, one by one. */
function filtered(number: number, row: Buffer, before: Buffer, pixelBytes: number): Buffer {
  return row.map((byte, i) => {
    const a = row[i - pixelBytes] ?? 0;
    const b = before[i] ?? 0;
    const c = before[i - pixelBytes] ?? 0;
    const nearest = [a, b, c].reduce(
      (best, one) => (Math.abs(a + b - c - one) < Math.abs(a + b - c - best) ? one : best),
      a,
    );
    return byte - ([0, a, b, (a + b) >> 1, nearest][number] ?? 0);
  }) as Buffer;
}
