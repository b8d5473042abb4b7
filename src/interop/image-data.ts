// Conversion to and from images as browsers, canvas libraries and image decoders hold them: RGBA, 8 bits each, row by row.

import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { BufferOptions } from "../array/creation-options.js";
import { data } from "../array/access.js";
import { describeArray, isNDArray, type NDArray } from "../array/ndarray.js";
import { fromBuffer } from "./from-pointer.js";

/** An image: what `ImageData` has, and what canvas libraries of Node give. */
export interface ImagePixels {
  readonly data: Uint8ClampedArray | Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * An image as a uint8 array of shape `[height, width, 4]` over its memory, without a copy: {@link fromBuffer}.
 * @throws TypeError `CUTS_IMAGE` for what is none.
 */
export function fromImageData(
  image: ImagePixels,
  options: Pick<BufferOptions, "device" | "stream"> = {},
): NDArray<"uint8"> {
  const { data: pixels, width, height } = (image ?? {}) as Partial<ImagePixels>;
  const isImage =
    (pixels instanceof Uint8ClampedArray || pixels instanceof Uint8Array) &&
    Number.isSafeInteger(width) &&
    Number.isSafeInteger(height) &&
    pixels.length === 4 * Number(width) * Number(height);
  if (!isImage) {
    throw new ArgumentTypeError(
      "CUTS_IMAGE",
      `Cannot use an image: it must have width, height, and 4 bytes of data for each pixel (got ${formatValue(image)})`,
    );
  }
  const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.length);
  return fromBuffer(bytes, { ...options, dtype: "uint8", shape: [Number(height), Number(width), 4] });
}

/**
 * A uint8 array of shape `[height, width, 4]` as an image of its own.
 * @throws TypeError `CUTS_IMAGE` for other arrays.
 */
export async function toImageData(
  array: NDArray<"uint8">,
): Promise<ImagePixels & { readonly data: Uint8ClampedArray; readonly colorSpace: "srgb" }> {
  if (!isNDArray(array) || array.dtype !== "uint8" || array.ndim !== 3 || array.shape[2] !== 4) {
    throw new ArgumentTypeError(
      "CUTS_IMAGE",
      `Cannot make an image: the array must be uint8[height, width, 4] (got ${isNDArray(array) ? describeArray(array) : formatValue(array)})`,
    );
  }
  const [height = 0, width = 0] = array.shape;
  const { buffer, byteOffset, length } = await data(array);
  return { data: new Uint8ClampedArray(buffer, byteOffset, length), width, height, colorSpace: "srgb" };
}
