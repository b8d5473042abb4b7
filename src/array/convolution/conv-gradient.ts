// The gradients of an image convolution, which are convolutions again. For the images, the flipped windows slide over the
// gradient; for the windows, the gradient slides over the images.

import type { Shape } from "../../core/shape.js";
import { byWorker } from "../kernels/builtin-kernel.js";
import type { NDArray } from "../ndarray.js";
import type { GradientCall } from "../operators/step.js";
import { unslice } from "../unslice.js";
import { stack } from "../joining/concatenate.js";
import { pad } from "../joining/pad.js";
import type { ConvSizes, Pair } from "./conv-sizes.js";
import type { slidePictures } from "./slide-pictures.js";

/** The convolution operation, passed in because convolution.ts imports this file. */
export type Convolution = typeof slidePictures;

/** The gradients of images, windows and bias. */
export function convolutionGradient(
  { grad, args: [input, weight, bias, sizes], needs }: GradientCall<Parameters<Convolution>>,
  convolution: Convolution,
): (NDArray | null)[] {
  const ofWindows = byWorker(grad.storage.device, { thread: windowsByProducts, team: windowsByConvolution });
  return [
    needs(0) ? ofPictures(convolution, grad, weight, sizes) : null,
    needs(1) ? ofWindows(convolution, input, grad, sizes) : null,
    bias !== undefined && needs(2) ? grad.sum({ axis: [0, 2, 3] }) : null,
  ];
}

function ofPictures(convolution: Convolution, grad: NDArray, weight: NDArray, sizes: ConvSizes): NDArray {
  const { groups, channels, outs, picture, window, dilation, stride, before } = sizes;
  const [kh, kw] = window;
  const turned = weight
    .reshape([groups, outs, channels, kh, kw])
    .transpose([0, 2, 1, 3, 4])
    .reshape([groups * channels, outs, kh, kw])
    .slice([":", ":", "::-1", "::-1"]);
  const spread = apart(grad, stride);
  const reach = each((axis) => (window[axis] - 1) * dilation[axis]);
  const size = each((axis) => spread.shape[axis + 2] as number);
  const ahead = each((axis) => reach[axis] - before[axis]);
  const behind = each((axis) => picture[axis] + reach[axis] - size[axis] - ahead[axis]);
  return slideOver(convolution, spread, turned, ahead, behind, {
    ...sizes,
    channels: outs,
    outs: channels,
    result: picture,
    stride: [1, 1],
  });
}

/** The gradient of the windows as one convolution with windows as large as images: a single launch. */
export function windowsByConvolution(
  convolution: Convolution,
  input: NDArray,
  grad: NDArray,
  sizes: ConvSizes,
): NDArray {
  const { batch, groups, channels, outs, picture, window, result, dilation, stride, before } = sizes;
  const pictures = input
    .reshape([batch, groups, channels, ...picture])
    .transpose([2, 1, 0, 3, 4])
    .reshape([channels, groups * batch, ...picture]);
  const windows = grad.transpose([1, 0, 2, 3]);
  const behind = each(
    (axis) =>
      (window[axis] - 1) * dilation[axis] +
      (result[axis] - 1) * stride[axis] +
      1 -
      picture[axis] -
      before[axis],
  );
  const found = slideOver(convolution, pictures, windows, before, behind, {
    ...sizes,
    batch: channels,
    channels: batch,
    outs,
    window: result,
    result: window,
    stride: dilation,
    dilation: stride,
  });
  return found.transpose([1, 0, 2, 3]);
}

/**
 * The gradient of the windows as one matrix product for each position in the window. These sums are long, which is faster on the
 * cpu.
 */
export function windowsByProducts(_: Convolution, input: NDArray, grad: NDArray, sizes: ConvSizes): NDArray {
  const { batch, groups, channels, outs, window, result, dilation, stride, before, after } = sizes;
  const pairs = [
    [0, 0],
    [0, 0],
    [before[0], after[0]],
    [before[1], after[1]],
  ] as const;
  const isBare = pairs.flat().every((size) => size === 0);
  const padded = isBare ? input : pad(input, pairs);
  const rows = batch * result[0] * result[1];
  const left = grad
    .reshape([batch, groups, outs, ...result])
    .transpose([1, 2, 0, 3, 4])
    .reshape([groups, outs, rows]);
  const places: NDArray[] = [];
  for (let y = 0; y < window[0]; y++) {
    for (let x = 0; x < window[1]; x++) {
      const range = (at: number, axis: 0 | 1): string =>
        `${at * dilation[axis]}:${at * dilation[axis] + (result[axis] - 1) * stride[axis] + 1}:${stride[axis]}`;
      const seen = padded
        .slice([":", ":", range(y, 0), range(x, 1)])
        .reshape([batch, groups, channels, ...result])
        .transpose([1, 2, 0, 3, 4])
        .reshape([groups, channels, rows]);
      places.push(left.matmul(seen.swapaxes(-1, -2)));
    }
  }
  return stack(places, -1).reshape([groups * outs, channels, ...window]);
}

/** A convolution with zeros around pictures; where their number is negative, pictures are cut instead. */
function slideOver(
  convolution: Convolution,
  pictures: NDArray,
  windows: NDArray,
  before: Pair,
  behind: Pair,
  sizes: ConvSizes,
): NDArray {
  const [batch, channels] = pictures.shape as readonly [number, number];
  const size = each((axis) => pictures.shape[axis + 2] as number);
  const range = (axis: 0 | 1): string =>
    `${Math.max(0, -before[axis])}:${size[axis] + Math.min(0, behind[axis])}`;
  const isCut = [...before, ...behind].some((one) => one < 0);
  const own = isCut ? pictures.slice([":", ":", range(0), range(1)]) : pictures;
  const picture = each((axis) => own.shape[axis + 2] as number);
  // Nothing of the pictures is left where windows see zeros only.
  const isEmpty = picture[0] === 0 || picture[1] === 0;
  const seen = isEmpty ? unslice(own, [batch, channels, 1, 1], [":", ":", ":0", ":0"]) : own;
  return convolution(seen, windows, undefined, {
    ...sizes,
    picture: isEmpty ? [1, 1] : picture,
    before: each((axis) => Math.max(0, before[axis])),
    after: each((axis) => Math.max(0, behind[axis])),
  });
}

/** With zeros between rows and columns, as many as a stride leaves out. */
function apart(grad: NDArray, stride: Pair): NDArray {
  if (stride[0] <= 1 && stride[1] <= 1) return grad;
  const [batch, outputs, height, width] = grad.shape as readonly [number, number, number, number];
  const shape: Shape = [batch, outputs, (height - 1) * stride[0] + 1, (width - 1) * stride[1] + 1];
  return unslice(grad, shape, [":", ":", `::${stride[0]}`, `::${stride[1]}`]);
}

function each(size: (axis: 0 | 1) => number): Pair {
  return [size(0), size(1)];
}
