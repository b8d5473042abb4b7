// Computes the gradient of relu in one launch. It is used only if nobody records the gradient or watches its operations; otherwise
// the gradient is made of ordinary operations.

import type { DType } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { kernelTypes } from "../kernels/c-types.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { launchUnit, type UnitKernel, unitKernelOf } from "../kernels/launch-rows.js";
import { unitKernel } from "../kernels/row-kernel.js";
import type { NDArray } from "../ndarray.js";
import { watching } from "../operators/watching.js";
import { hasOneOrder, resultLike } from "./layouts.js";

const floats = ["float16", "bfloat16", "float32", "float64"] as const;

/** `relu_gradient_<dtype>`: z = the gradient g where the result y is above 0, else 0. */
export const reluGradientGroup: () => KernelGroup = lazyGroup(() => ({
  name: "relu_gradient",
  kernels: floats.map((dtype) => {
    const { stored } = kernelTypes[dtype];
    return unitKernel({
      name: `relu_gradient_${dtype}`,
      output: { name: "z", stored },
      inputs: [
        { name: "g", stored },
        { name: "y", stored },
      ],
      statement: `z = cuts_load(y) > 0 ? g : cuts_store<${stored}>(0.0f);`,
    });
  }),
}));

const kernels: ReadonlyMap<DType, UnitKernel> = new Map(
  floats.map((dtype) => [dtype, unitKernelOf(reluGradientGroup, `relu_gradient_${dtype}`, 3, {})]),
);

/** The gradient from the gradient of the result and the result; undefined if it must be computed by operations. */
export function reluGradientAtOnce(g: NDArray, y: NDArray): NDArray | undefined {
  if (!watching.isInside || watching.overridden > 0 || g.dtype !== y.dtype || !hasOneOrder(g, y))
    return undefined;
  const kernel = kernels.get(y.dtype);
  if (kernel === undefined) return undefined;
  const stream = currentStream(y.storage.device);
  const result = resultLike(stream, y.dtype, y);
  launchUnit(kernel, y.size, [result, g, y], stream, {});
  return result;
}
