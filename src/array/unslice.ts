// The inverse of a slice: an array of zeros, with another array in place of the slice.

import type { Shape } from "../core/shape.js";
import { makeView } from "./allocate.js";
import { copyInto } from "./copy.js";
import { zeros } from "./creation.js";
import type { NDArray } from "./ndarray.js";
import { operator } from "./operators/operator.js";
import type { GradientCall } from "./operators/step.js";
import { type SliceIndex, sliceRegion } from "./slices.js";

/** Zeros of a shape, with `part` at the position that the indices and ranges select. */
export const unslice = operator("unslice", place, {
  gradient: ({ grad, args: [, , indices] }: GradientCall<Parameters<typeof place>>) => [grad.slice(indices)],
});

function place(part: NDArray, shape: Shape, indices: readonly SliceIndex[]): NDArray {
  const whole = zeros(shape, { dtype: part.dtype, device: part.device });
  const region = sliceRegion(shape, whole.strides, indices);
  using target = makeView(whole, region.shape, region.strides, region.offset);
  copyInto(part, target);
  return whole;
}
