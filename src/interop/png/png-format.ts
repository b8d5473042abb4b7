// The chunks of a PNG file, checked one by one, and the sizes that follow for its pixels.

import { CutsError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import type { ByteSource } from "../../array/npy/byte-source.js";
import { crc32 } from "../../host/compression.js";

export const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Colour types, by their numbers in the file. */
export const GREY = 0;
export const RGB = 2;
export const PALETTE = 3;
export const GREY_ALPHA = 4;
export const RGBA = 6;

/** Samples of a pixel in the file, and the bits that one may have. */
const colourTypes: Readonly<
  Record<number, { readonly samples: number; readonly depths: readonly number[] }>
> = {
  [GREY]: { samples: 1, depths: [1, 2, 4, 8, 16] },
  [RGB]: { samples: 3, depths: [8, 16] },
  [PALETTE]: { samples: 1, depths: [1, 2, 4, 8] },
  [GREY_ALPHA]: { samples: 2, depths: [8, 16] },
  [RGBA]: { samples: 4, depths: [8, 16] },
};

/** The contents of a PNG file except its pixels. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits of a sample. */
  readonly depth: number;
  readonly colourType: number;
  /** Samples of a pixel in the file. */
  readonly samples: number;
  readonly isInterlaced: boolean;
  /** Red, green and blue of each entry. */
  readonly palette: Uint8Array | undefined;
  /** The alpha of palette entries, or the one color that is transparent. */
  readonly transparency: Uint8Array | undefined;
  /** The chunks with compressed pixels. */
  readonly parts: readonly Chunk[];
}

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly length: number;
}

/** A part of the pixels that is stored as an image of its own: all of them, or one of the seven passes of Adam7. */
export interface Pass {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  /** The bytes of a row, without the filter byte. */
  readonly rowBytes: number;
}

/** x, y, and the steps to the next. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The passes of an image that have pixels. */
export function passesOf({ width, height, depth, samples, isInterlaced }: PngHeader): readonly Pass[] {
  const steps = isInterlaced ? adam7 : ([[0, 0, 1, 1]] as const);
  return steps
    .map(([x, y, dx, dy]) => {
      const own = { width: Math.ceil((width - x) / dx), height: Math.ceil((height - y) / dy), x, y, dx, dy };
      return { ...own, rowBytes: Math.ceil((own.width * samples * depth) / 8) };
    })
    .filter((pass) => pass.width > 0 && pass.height > 0);
}

/** Reads all chunks but the pixels. @throws CutsError `CUTS_PNG_FORMAT` */
export async function readPngHeader(source: ByteSource): Promise<PngHeader> {
  const begin = source.size < 8 ? new Uint8Array(0) : await source.read(0, 8);
  if (Buffer.compare(begin, signature) !== 0) {
    throw pngError(source, "it must begin as PNG files do", formatValue([...begin]));
  }
  let at = 8;
  const next = async (): Promise<Chunk> => {
    if (at + 12 > source.size) throw pngError(source, "it must end with the chunk IEND");
    const head = Buffer.from(await source.read(at, 8));
    const chunk = { type: head.toString("latin1", 4), start: at + 8, length: head.readUInt32BE(0) };
    at += 12 + chunk.length;
    if (at > source.size) {
      throw pngError(
        source,
        `the chunk ${formatValue(chunk.type)} must end within the file`,
        `${chunk.length} bytes at ${chunk.start}`,
      );
    }
    return chunk;
  };
  const first = await next();
  if (first.type !== "IHDR") throw pngError(source, "its first chunk must be IHDR", formatValue(first.type));
  const size = readSize(source, await readChunk(source, first, 13));
  let palette: Uint8Array | undefined;
  let transparency: Uint8Array | undefined;
  const parts: Chunk[] = [];
  for (let last = first; last.type !== "IEND"; ) {
    const chunk = await next();
    const isEarly = parts.length === 0;
    if (chunk.type === "IDAT") {
      if (!isEarly && last.type !== "IDAT") throw pngError(source, "its chunks IDAT must follow each other");
      parts.push(chunk);
    } else if (chunk.type === "PLTE" && isEarly && palette === undefined) {
      palette = await readChunk(source, chunk, 768);
    } else if (chunk.type === "tRNS" && isEarly && transparency === undefined) {
      transparency = await readChunk(source, chunk, 256);
    } else if (chunk.type === "IEND") {
      await readChunk(source, chunk, 0);
    } else if (/^(PLTE|tRNS|[A-Z])/.test(chunk.type)) {
      throw pngError(
        source,
        "chunks that are no comments must be known, and in their place",
        formatValue(chunk.type),
      );
    }
    last = chunk;
  }
  const header = { ...size, palette, transparency, parts };
  checkColours(source, header);
  if (parts.length === 0) throw pngError(source, "it must have pixels, in chunks IDAT");
  return header;
}

/** The bytes of a chunk. @throws CutsError `CUTS_PNG_FORMAT` for more than `most`, or a wrong checksum. */
async function readChunk(source: ByteSource, chunk: Chunk, most: number): Promise<Uint8Array> {
  const { type, start, length } = chunk;
  if (length > most)
    throw pngError(source, `the chunk ${type} must have at most ${most} bytes`, String(length));
  const bytes = await source.read(start, length);
  await checkSum(source, chunk, crc32(bytes, crc32(type)));
  return bytes;
}

/** Compares the checksum of a chunk with that in the file. @throws CutsError `CUTS_PNG_FORMAT` */
export async function checkSum(
  source: ByteSource,
  { type, start, length }: Chunk,
  crc: number,
): Promise<void> {
  const stored = Buffer.from(await source.read(start + length, 4)).readUInt32BE(0);
  if (stored !== crc)
    throw pngError(source, `the checksum of its chunk ${type} must be right`, `${stored}, not ${crc}`);
}

function readSize(source: ByteSource, bytes: Uint8Array) {
  if (bytes.length !== 13) throw pngError(source, "its chunk IHDR must have 13 bytes", String(bytes.length));
  const view = Buffer.from(bytes);
  const [width, height] = [view.readUInt32BE(0), view.readUInt32BE(4)];
  const [depth = 0, colourType = 0, compression, filters, interlace = 0] = view.subarray(8);
  if (width === 0 || height === 0 || width > MOST || height > MOST) {
    throw pngError(source, `its width and height must be 1 to ${MOST}`, `${width} x ${height}`);
  }
  const known = colourTypes[colourType];
  if (known?.depths.includes(depth) !== true) {
    throw pngError(
      source,
      "it must have a colour type and depth of the standard",
      `${colourType}, ${depth} bits`,
    );
  }
  if (compression !== 0 || filters !== 0 || interlace > 1) {
    throw pngError(
      source,
      "compression and filters must be those of the standard",
      view.subarray(10).join(", "),
    );
  }
  return { width, height, depth, colourType, samples: known.samples, isInterlaced: interlace === 1 };
}

const MOST = 2 ** 31 - 1;

function checkColours(source: ByteSource, { colourType, palette, transparency, depth }: PngHeader): void {
  const entries = (palette?.length ?? 0) / 3;
  const isPalette = colourType === PALETTE;
  if (
    !Number.isInteger(entries) ||
    (palette !== undefined && entries === 0) ||
    (isPalette && (entries === 0 || entries > 2 ** depth))
  ) {
    throw pngError(
      source,
      `its palette must have 1 to ${isPalette ? 2 ** depth : 256} colours`,
      String(entries),
    );
  }
  const isGrey = colourType === GREY || colourType === GREY_ALPHA;
  if (isGrey && palette !== undefined) throw pngError(source, "a grey image must have no palette");
  if (transparency === undefined) return;
  const { length } = transparency;
  const fits = isPalette
    ? length <= entries
    : length === (colourType === GREY ? 2 : colourType === RGB ? 6 : -1);
  if (!fits) throw pngError(source, "its chunk tRNS must fit its colour type", `${length} bytes`);
}

/** The error for a file that is no valid PNG file. */
export function pngError(
  source: Pick<ByteSource, "name">,
  rule: string,
  got?: string,
  cause?: unknown,
): CutsError {
  return new CutsError(
    "CUTS_PNG_FORMAT",
    `Cannot read ${source.name}: ${rule}${got === undefined ? "" : ` (got ${got})`}`,
    cause === undefined ? undefined : { cause },
  );
}
