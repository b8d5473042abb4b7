// The sizes of an image convolution as numbers, and its operands.

import type { NDArray } from "../ndarray.js";

/** One number for the rows and one for the columns. */
export type Pair = readonly [rows: number, columns: number];

/** The sizes of a convolution. */
export interface ConvSizes {
  readonly batch: number;
  readonly groups: number;
  /** Channels that a group reads, and those that it writes. */
  readonly channels: number;
  readonly outs: number;
  /** Rows and columns of pictures, of the window and of results. */
  readonly picture: Pair;
  readonly window: Pair;
  readonly result: Pair;
  readonly stride: Pair;
  readonly dilation: Pair;
  /** Zeros before the first row and column, and after the last ones. */
  readonly before: Pair;
  readonly after: Pair;
}

/** The operands of a convolution, all of the same dtype and in C order. */
export interface ConvOperands {
  readonly input: NDArray;
  readonly weight: NDArray;
  readonly bias: NDArray | undefined;
}
