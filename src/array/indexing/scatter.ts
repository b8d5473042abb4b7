// The inverse of taking elements: adds values at the positions that they were taken from. It computes the gradients of operations
// that only move elements.

import { type DType, dtypes } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import type { Device } from "../../runtime/devices/device.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { deepInside } from "../../runtime/failures/user-line.js";
import { makePartView } from "../allocate.js";
import { contiguous } from "../copy.js";
import { zeros } from "../creation.js";
import { arange } from "../creation-ranges.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { operator } from "../operators/operator.js";
import type { GradientCall, Rule } from "../operators/step.js";
import { inside } from "../operators/watching.js";
import { launchOf } from "../reduction/partition.js";
import * as cuda from "./kernels.gen.js";

/** The kernels of this file. */
export const scatterGroup: () => KernelGroup = lazyGroup(() => ({
  name: "scatter",
  kernels: [
    kernelText(cuda.scatterAdd, "scatter_add_float32", { T: "float" }),
    kernelText(cuda.scatterAdd, "scatter_add_float64", { T: "double" }),
  ],
}));

const kernels = {
  float32: new BuiltinKernel(scatterGroup, "scatter_add_float32", cuda.scatterAdd),
  float64: new BuiltinKernel(scatterGroup, "scatter_add_float64", cuda.scatterAdd),
} as const;

/** A vector of a size in which floats are added up at places, which are sure to be inside. */
const scatterAdd = operator("scatterAdd", addAtPlaces, {
  saves: [1],
  gradient: ({ grad, args: [, places] }: GradientCall<readonly [NDArray, NDArray, number]>) => [
    grad.take(places),
  ],
});

/**
 * The gradient of an operation that moves elements of its first argument, and may drop or repeat some. The operation is applied to
 * the element numbers, which shows where each element came from. `saves` are other arguments that it needs.
 */
export function movingRule(
  move: (x: NDArray, ...rest: readonly unknown[]) => unknown,
  saves: readonly number[] = [],
): Rule {
  return {
    saves,
    gradient: ({ grad, args: [x, ...rest] }: GradientCall<readonly [NDArray, ...unknown[]]>) => [
      movedBack(grad, x, (numbers) => move(numbers, ...rest) as NDArray),
    ],
  };
}

/** Adds gradients at the positions from which `move` took elements of an array. */
export function movedBack(
  grad: NDArray,
  { shape, size, device }: { readonly shape: Shape; readonly size: number; readonly device: Device },
  move: (numbers: NDArray) => NDArray,
): NDArray {
  const places = inside(() => {
    using numbers = arange(size, { dtype: "int64", device });
    using shaped = numbers.reshape(shape);
    return deepInside(() => move(shaped));
  });
  return scatterAdd(grad, places, size).reshape(shape);
}

function addAtPlaces(values: NDArray, places: NDArray, size: number): NDArray {
  const { dtype } = values;
  if (dtypes[dtype].kind === "complex") return addParts(values, places, size);
  const computed: DType = dtype === "float64" ? dtype : "float32";
  using cast = values.astype(computed);
  const sums = zeros(size, { dtype: computed, device: values.device });
  launch(cast, places, sums);
  if (computed === dtype) return sums;
  using wide = sums;
  return wide.astype(dtype);
}

function addParts(values: NDArray, places: NDArray, size: number): NDArray {
  const sums = zeros(size, { dtype: values.dtype, device: values.device });
  for (const part of [0, 1] as const) {
    using from = makePartView(values as NDArray<"complex128">, part);
    using into = makePartView(sums as NDArray<"complex128">, part);
    using added = addAtPlaces(from, places, size);
    into.set(added);
  }
  return sums;
}

function launch(values: NDArray, places: NDArray, sums: NDArray): void {
  if (values.size === 0) return;
  const stream = currentStream(values.storage.device);
  const { array: packed, isCopy } = contiguous(places);
  const { device } = stream;
  useStorages([sums, packed, values], stream);
  const kernel = kernels[values.dtype as keyof typeof kernels].on(device, widthOf(device, [values, packed]));
  kernel.set({ out: sums, places: packed, values, n: values.size });
  kernel.launch(launchOf([Math.ceil(values.size / 256), 1, 1], [256, 1, 1], 8 * values.size), stream);
  if (isCopy) packed.dispose();
}
