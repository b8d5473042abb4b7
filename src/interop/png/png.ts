// Converts between PNG files and arrays. The decoder and the encoder are loaded at first use.

import type { FileUrl } from "../../core/host-types.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { withFileErrors } from "../../host/file-error.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { formatValue } from "../../core/text.js";
import { saveFile } from "../../host/saved-files.js";
import { data, setFrom } from "../../array/access.js";
import { empty } from "../../array/creation.js";
import { describeArray, isNDArray, type NDArray } from "../../array/ndarray.js";
import type { ByteSource } from "../../array/npy/byte-source.js";
import type { Device } from "../../runtime/devices/device.js";
import type { Pixels } from "./png-reader.js";

/** Options of {@link loadPng}. */
export interface LoadPngOptions {
  /** The current device by default. */
  readonly device?: string | Device;
  /** The maximum size of the pixels in bytes; 2 GiB by default. */
  readonly maxBytes?: number;
}

const names = optionNames<LoadPngOptions>({ device: true, maxBytes: true });

/** The array of an image. */
export type PngArray = NDArray<"uint8"> | NDArray<"uint16">;

/**
 * The image in a PNG file as an array: `[height, width]` for gray, else `[height, width, channels]` with 2 channels for gray and
 * alpha, 3 for RGB and 4 for RGBA; uint8, or uint16 if the file has 16 bits. Palettes become colors, and transparent colors an
 * alpha channel.
 * @throws CutsError `CUTS_PNG_FORMAT` for a file that is none or is damaged, `CUTS_PNG_LIMIT` for more than `maxBytes`;
 * CutsError `CUTS_FILE_NOT_FOUND`, `CUTS_NOT_A_FILE`, `CUTS_FILE_SYSTEM`.
 * @example const image = await cu.loadPng("photo.png");
 */
export async function loadPng(path: string | FileUrl, options: LoadPngOptions = {}): Promise<PngArray> {
  checkOptions(options, names, "read a PNG file");
  const { withFile } = await import("../../array/npy/byte-source.js");
  return withFile(path, (source) => readArray(source, options));
}

/** The image in the bytes of a PNG file, which must stay as they are until the promise settles. Throws as {@link loadPng}. */
export async function parsePng(bytes: Uint8Array, options: LoadPngOptions = {}): Promise<PngArray> {
  checkOptions(options, names, "read a PNG file");
  const { memorySource } = await import("../../array/npy/byte-source.js");
  return readArray(memorySource(bytes, "the bytes of a PNG file"), options);
}

/**
 * Writes the current contents of an array to a PNG file: uint8 or uint16, `[height, width]` or `[height, width, 1 to 4]`. An
 * existing file is replaced only once the new one is complete.
 * @throws TypeError `CUTS_PNG_VALUE` for other arrays; CutsError `CUTS_FILE_NOT_FOUND`, `CUTS_NOT_A_FILE`, `CUTS_FILE_SYSTEM`.
 * @example await cu.savePng("mask.png", mask.mul(255).astype("uint8"));
 */
export async function savePng(path: string | FileUrl, x: PngArray): Promise<void> {
  const image = await pixelsOf(x);
  const { pngPieces } = await import("./png-writer.js");
  await withFileErrors("write", path, () =>
    saveFile(path, async (file) => {
      for await (const piece of pngPieces(image)) await file.writeFile(piece);
    }),
  );
}

/** The current contents of an array as the bytes of a PNG file. Throws as {@link savePng}. */
export async function formatPng(x: PngArray): Promise<Uint8Array> {
  const image = await pixelsOf(x);
  const { pngPieces } = await import("./png-writer.js");
  const pieces: Uint8Array[] = [];
  for await (const piece of pngPieces(image)) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

const MOST_BYTES = 2 ** 31;

async function readArray(
  source: ByteSource,
  { device, maxBytes = MOST_BYTES }: LoadPngOptions,
): Promise<PngArray> {
  if (typeof maxBytes !== "number" || !(maxBytes >= 0)) {
    throw new ArgumentRangeError(
      "CUTS_PNG_LIMIT",
      `Cannot read ${source.name}: maxBytes must be a number of bytes (got ${formatValue(maxBytes)})`,
    );
  }
  const { readPng } = await import("./png-reader.js");
  const { width, height, channels, samples } = await readPng(source, maxBytes);
  const dtype = samples instanceof Uint8Array ? "uint8" : "uint16";
  const shape = channels === 1 ? [height, width] : [height, width, channels];
  const made = empty(shape, { dtype, ...(device === undefined ? {} : { device }) });
  try {
    await setFrom(made, samples as Uint8Array);
  } catch (error) {
    made.dispose();
    throw error;
  }
  return made as PngArray;
}

/** The pixels of an array as it is now. @throws TypeError `CUTS_PNG_VALUE` */
async function pixelsOf(x: PngArray): Promise<Pixels> {
  const [height = 0, width = 0, channels = 1] = isNDArray(x) ? x.shape : [];
  const isImage =
    isNDArray(x) &&
    (x.dtype === "uint8" || x.dtype === "uint16") &&
    (x.ndim === 2 || x.ndim === 3) &&
    x.size > 0 &&
    channels <= 4;
  if (!isImage) {
    throw new ArgumentTypeError(
      "CUTS_PNG_VALUE",
      `Cannot write a PNG file: the array must be uint8 or uint16, [height, width] or [height, width, 1 to 4] (got ${isNDArray(x) ? describeArray(x) : formatValue(x)})` +
        '\nTry: x.mul(255).astype("uint8") for values of 0 to 1',
    );
  }
  return { width, height, channels, samples: await data(x as NDArray<"uint8" | "uint16">) };
}
