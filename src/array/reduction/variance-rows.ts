// Computes the variance of rows in one launch (moments.cuh), on GPUs. Elsewhere the mean is computed first, then the squared
// distances from it.

import { type DType, dtypes } from "../../core/dtype.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import { BuiltinKernel, byWorker } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { doneCounts } from "./done-counts.js";
import { varianceRows } from "./kernels.gen.js";
import type { ReductionLayout } from "./layout.js";
import { partitionRows } from "./partition.js";

const floats = ["float32", "float64"] as const satisfies readonly DType[];

/** The kernels of this file. */
export const varianceGroup: () => KernelGroup = lazyGroup(() => ({
  name: "variance",
  kernels: floats.map((dtype) =>
    kernelText(varianceRows, `variance_${dtype}`, { S: kernelTypes[dtype].stored }),
  ),
}));

const kernels = new Map(
  floats.map(
    (dtype) => [dtype as DType, new BuiltinKernel(varianceGroup, `variance_${dtype}`, varianceRows)] as const,
  ),
);

/** Launches the kernel; false if the layout is not rows or the device does not use it. */
export function launchVariance(
  { array, outer, n, inner }: ReductionLayout,
  into: NDArray,
  divisor: number,
  stream: StreamCore,
): boolean {
  const { device } = stream;
  const kernel = kernels.get(array.dtype);
  if (!byWorker(device, { thread: false, team: true })) return false;
  if (kernel === undefined || into.dtype !== array.dtype || inner !== 1 || n === 0) return false;
  const { launch, parts, chunk } = partitionRows(device, outer, n, dtypes[array.dtype].byteLength);
  const done = parts === 1 ? undefined : doneCounts(stream, launch.grid[0]);
  if (parts > 1 && done === undefined) return false;
  using totals = parts === 1 ? undefined : allocateArray(stream, "float64", [outer, parts, 3]);
  useStorages([into, array], stream);
  if (totals !== undefined) useStorages([totals], stream);
  const own = kernel.on(device, widthOf(device, [array, into]));
  own.set({ out: into, parts: totals, in: array, done, n, chunk, rows: outer, divisor });
  own.launch(launch, stream);
  return true;
}
