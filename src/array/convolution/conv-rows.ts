// Convolutions as loops over the rows of the result (conv.cuh), for the cpu device, and for windows and images that are too large
// for the GPU kernels. Images are padded with zeros first.

import { sizeOf } from "../../core/shape.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import { astype, copyInto } from "../copy.js";
import { zeros } from "../creation.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import { slice } from "../views.js";
import { CHANNELS_TOGETHER, convKernel } from "./conv-kernels.js";
import type { ConvOperands, ConvSizes } from "./conv-sizes.js";

/** The result, `[batch, outputs, rows, columns]`, in the dtype of the operands. 16-bit floats are computed in float32. */
export function convByRows(sizes: ConvSizes, operands: ConvOperands, stream: StreamCore): NDArray {
  const { dtype } = operands.input;
  const computed = dtype === "float64" ? "float64" : "float32";
  using input = as(operands.input, computed);
  using padded = surround(input, sizes);
  using weight = as(operands.weight, computed);
  using bias = operands.bias === undefined ? undefined : as(operands.bias, computed);
  const { batch, groups, channels, outs, stride, dilation } = sizes;
  const [kh, kw] = sizes.window;
  const [height, width] = sizes.result;
  const outputs = groups * outs;
  const made = allocateArray(stream, computed, [batch, outputs, height, width]);
  const { device } = stream;
  const { teamThreads } = tuningOf(device);
  useStorages([made, padded, weight], stream);
  bias?.storage.use(stream, "read");
  const kernel = convKernel(computed).on(device, widthOf(device, [made, padded]));
  const [, , inHeight, inWidth] = padded.shape as readonly [number, number, number, number];
  const products = channels * kh * kw;
  const each = Math.max(1, Math.min(height, Math.floor(65_536 / (products * width * CHANNELS_TOGETHER))));
  kernel.set({
    out: made,
    in: padded,
    w: weight,
    bias,
    channels,
    group_out: outs,
    kh,
    kw,
    in_channel: inHeight * inWidth,
    in_row: inWidth,
    sy: stride[0],
    sx: stride[1],
    dy: dilation[0],
    dx: dilation[1],
    height,
    width,
    outs: outputs,
    each,
  });
  const launch = byWorker(device, {
    thread: launchOf(
      [Math.ceil(height / each), groups * Math.ceil(outs / CHANNELS_TOGETHER), batch],
      [1, 1, 1],
    ),
    team: launchOf([Math.ceil((height * width) / teamThreads), outputs, batch], [teamThreads, 1, 1]),
  });
  kernel.launch({ ...launch, work: made.size * products }, stream);
  if (computed === dtype) return made;
  using wide = made;
  return astype(wide, dtype);
}

function as(x: NDArray, dtype: "float32" | "float64"): NDArray {
  return x.dtype === dtype ? slice(x, "...") : astype(x, dtype);
}

/** A picture with zeros around it, in C order. */
function surround(input: NDArray, { before, after, picture }: ConvSizes): NDArray {
  if (sizeOf([...before, ...after].map((size) => size + 1)) === 1) return slice(input, "...");
  const [batch, channels] = input.shape as readonly [number, number, number, number];
  const [height, width] = picture;
  const shape = [batch, channels, height + before[0] + after[0], width + before[1] + after[1]];
  const padded = zeros(shape, { dtype: input.dtype, device: input.device });
  using middle = slice(padded, [
    ":",
    ":",
    `${before[0]}:${before[0] + height}`,
    `${before[1]}:${before[1] + width}`,
  ]);
  copyInto(input, middle);
  return padded;
}
