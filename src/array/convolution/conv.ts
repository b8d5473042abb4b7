// The implementation of conv1d and conv2d, as in PyTorch's functional: cross-correlations of images of several channels with
// weights.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, shapesEqual } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import type { NDArray } from "../ndarray.js";
import { type Promote, promoteTypes } from "../promotion.js";
import { operandOf } from "../core/operand.js";
import { reshape } from "../views.js";
import type { Pair } from "./conv-sizes.js";
import { convolution } from "./convolution.js";
import { checkOptions, optionNames } from "../../core/options.js";

/** Options of convolutions; a single number applies to each axis. */
export interface ConvOptions {
  /** One number for each output channel, added to its results. */
  readonly bias?: NDArray | undefined;
  /** The distance between windows; 1 by default. */
  readonly stride?: number | readonly number[] | undefined;
  /** The zero padding before and after; `"valid"` means none, `"same"` gives a result of the input's size. 0 by default. */
  readonly padding?: number | readonly number[] | "valid" | "same" | undefined;
  /** The distance between weights; 1 by default. */
  readonly dilation?: number | readonly number[] | undefined;
  /** The number of independent groups of channels; 1 by default. */
  readonly groups?: number | undefined;
}

const convNames = optionNames<ConvOptions>({
  bias: true,
  stride: true,
  padding: true,
  dilation: true,
  groups: true,
});

export function conv1dOf<A extends DType, B extends DType>(
  input: NDArray<A>,
  weight: NDArray<B>,
  options: ConvOptions = {},
): NDArray<Promote<A, B>> {
  return conv("conv1d", input, weight, 1, options) as NDArray<Promote<A, B>>;
}

export function conv2dOf<A extends DType, B extends DType>(
  input: NDArray<A>,
  weight: NDArray<B>,
  options: ConvOptions = {},
): NDArray<Promote<A, B>> {
  return conv("conv2d", input, weight, 2, options) as NDArray<Promote<A, B>>;
}

function conv(name: string, input: NDArray, weight: NDArray, rank: 1 | 2, options: ConvOptions): NDArray {
  const [from, by] = [operandOf(name, input), operandOf(name, weight)];
  checkOptions(options, convNames, `compute ${name}`);
  const { bias, groups = 1 } = options;
  const isBatch = from.shape.length === rank + 2;
  if ((!isBatch && from.shape.length !== rank + 1) || by.shape.length !== rank + 2) {
    refuse(
      name,
      `input must have ${rank + 1} or ${rank + 2} axes and weight ${rank + 2}`,
      from.shape,
      by.shape,
    );
  }
  const dtype = promoteTypes(from.dtype, by.dtype);
  if (dtypes[dtype].kind !== "float") {
    throw new ArgumentTypeError(
      "CUTS_OPERATION_DTYPE",
      `Cannot compute ${name}: it is for floats (got ${from.dtype} and ${by.dtype})\nTry: x.astype("float32")`,
    );
  }
  // A vector is a picture of one row.
  const spread = (shape: Shape): Shape => (rank === 2 ? shape : shape.toSpliced(-1, 0, 1));
  const picture = spread(isBatch ? from.shape : [1, ...from.shape]) as readonly [
    number,
    number,
    number,
    number,
  ];
  const window = spread(by.shape) as readonly [number, number, number, number];
  const [batch, channels] = picture;
  const [outputs, perGroup, kh, kw] = window;
  if (
    !Number.isSafeInteger(groups) ||
    groups < 1 ||
    channels !== perGroup * groups ||
    outputs % groups !== 0
  ) {
    refuse(
      name,
      `channels must be those of weight times groups, outputs a multiple of groups`,
      from.shape,
      by.shape,
    );
  }
  if (bias !== undefined && !shapesEqual(operandOf(name, bias).shape, [outputs])) {
    refuse(name, `bias must have one number for each output channel`, bias.shape, by.shape);
  }
  const stride = toPair(name, "stride", options.stride ?? 1, rank, 1);
  const dilation = toPair(name, "dilation", options.dilation ?? 1, rank, 1);
  const reach: Pair = [(kh - 1) * dilation[0] + 1, (kw - 1) * dilation[1] + 1];
  const { before, after } = paddings(name, options.padding ?? 0, rank, reach, stride);
  const [height, width] = [0, 1].map((axis) => {
    const whole = (picture[axis + 2] as number) + (before[axis] as number) + (after[axis] as number);
    return Math.floor((whole - (reach[axis] as number)) / (stride[axis] as number)) + 1;
  }) as [number, number];
  if (height < 1 || width < 1 || kh < 1 || kw < 1) refuseSize(name, from.shape, by.shape);
  const sizes = {
    batch,
    groups,
    channels: perGroup,
    outs: outputs / groups,
    picture: [picture[2], picture[3]],
    window: [kh, kw],
    result: [height, width],
    stride,
    dilation,
    before,
    after,
  } as const;
  using pictures = reshape(input, picture);
  using windows = reshape(weight, window);
  using result = convolution(pictures, windows, bias, sizes);
  const finished = isBatch ? result.shape : result.shape.slice(1);
  return reshape(result, rank === 2 ? finished : finished.toSpliced(-2, 1));
}

function paddings(
  name: string,
  padding: NonNullable<ConvOptions["padding"]>,
  rank: 1 | 2,
  reach: Pair,
  stride: Pair,
): { readonly before: Pair; readonly after: Pair } {
  if (padding === "same") {
    if (stride[0] !== 1 || stride[1] !== 1) {
      throw new ArgumentTypeError(
        "CUTS_CONVOLUTION",
        `Cannot compute ${name}: padding "same" needs stride 1 (got ${formatValue(stride)})`,
      );
    }
    const before = reach.map((size) => Math.floor((size - 1) / 2)) as unknown as Pair;
    const after = reach.map((size, axis) => size - 1 - (before[axis] as number)) as unknown as Pair;
    return { before, after };
  }
  const both = toPair(name, "padding", padding === "valid" ? 0 : padding, rank, 0);
  return { before: both, after: both };
}

/** Numbers for rows and columns; a vector has no rows. */
function toPair(
  name: string,
  what: string,
  value: number | readonly number[] | string,
  rank: 1 | 2,
  least: 0 | 1,
): Pair {
  const list = typeof value === "number" ? Array.from({ length: rank }, () => value) : value;
  const isRight =
    Array.isArray(list) &&
    list.length === rank &&
    list.every((one) => Number.isSafeInteger(one) && one >= least);
  if (!isRight) {
    throw new ArgumentTypeError(
      "CUTS_CONVOLUTION",
      `Cannot compute ${name}: ${what} must be a whole number of at least ${least}, or ${rank} of them (got ${formatValue(value)})`,
    );
  }
  return (rank === 2 ? list : [least, ...list]) as unknown as Pair;
}

/** Throws if the window is so large that the result would be empty. */
export function refuseSize(name: string, input: Shape, weight: Shape): never {
  throw new ArgumentRangeError(
    "CUTS_CONVOLUTION_SIZE",
    `Cannot compute ${name}: the input with its padding must be at least as large as the weights reach (got ${formatShape(input)} and ${formatShape(weight)})`,
  );
}

function refuse(name: string, rule: string, input: Shape, weight: Shape): never {
  throw new ArgumentTypeError(
    "CUTS_CONVOLUTION",
    `Cannot compute ${name}: ${rule} (got ${formatShape(input)} and ${formatShape(weight)})`,
  );
}
