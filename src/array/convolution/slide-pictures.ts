// Runs an image convolution whose arguments are checked, by the way that suits the device.

import { sizeOf } from "../../core/shape.js";
import type { DType } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { astype, contiguous } from "../copy.js";
import { byWorker } from "../kernels/builtin-kernel.js";
import type { NDArray } from "../ndarray.js";
import { promoteTypes } from "../promotion.js";
import { operandOf } from "../core/operand.js";
import { slice } from "../views.js";
import { convByRows } from "./conv-rows.js";
import type { ConvSizes } from "./conv-sizes.js";
import { convByTeams } from "./conv-teams.js";

/**
 * Convolves images with windows, both with four axes, to `[batch, outputs, rows, columns]` in the float dtype that they promote
 * to.
 */
export function slidePictures(
  input: NDArray,
  weight: NDArray,
  bias: NDArray | undefined,
  sizes: ConvSizes,
): NDArray {
  const stream = currentStream(operandOf("conv2d", input).storage.device);
  const dtype: DType = promoteTypes(input.dtype, weight.dtype);
  using pictures = as(input, dtype);
  using weights = as(weight, dtype);
  using offsets = bias === undefined ? undefined : as(bias, dtype);
  const { batch, groups, outs } = sizes;
  const shape = [batch, groups * outs, ...sizes.result];
  if (sizeOf(shape) === 0) return allocateArray(stream, dtype, shape);
  const slide = byWorker(stream.device, { thread: convByRows, team: convByTeams });
  return slide(sizes, { input: pictures, weight: weights, bias: offsets }, stream);
}

/** The same elements in C order as a dtype, in an array of the caller's own. */
function as(x: NDArray, dtype: DType): NDArray {
  if (x.dtype !== dtype) return astype(x, dtype);
  const { array, isCopy } = contiguous(x);
  return isCopy ? array : slice(array, "...");
}
