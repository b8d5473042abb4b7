// The sizes of an image convolution as numbers, and its operands.

import type { NDArray } from "../ndarray.js";

/** One number for the rows and one for the columns. */
export type Pair = readonly [rows: number, columns: number];

/** The sizes of a convolution. */
export interface ConvSizes {
  readonly batch: number;
  readonly groups: number;
  /** The input channels and output channels of a group. */
  readonly channels: number;
  readonly outs: number;
  /** The rows and columns of images, of the window and of results. */
  readonly picture: Pair;
  readonly window: Pair;
  readonly result: Pair;
  readonly stride: Pair;
  readonly dilation: Pair;
  /** The zero padding: `before` the first row and column, and `after` the last ones. */
  readonly before: Pair;
  readonly after: Pair;
}

/** The operands of a convolution, all of the same dtype and in C order. */
export interface ConvOperands {
  readonly input: NDArray;
  readonly weight: NDArray;
  readonly bias: NDArray | undefined;
}
