// Counts on GPUs: each block counts in shared memory if all bins fit there (count.cuh).

import type { DType } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { zeros } from "../creation.js";
import { contiguous } from "../copy.js";
import { tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import { binKernels, farNumberKernels, numberKernels } from "./count-kernels.js";

const THREADS = 512;
const BLOCKS_PER_PROCESSOR = 4;
/** Elements that are worth a block that clears and joins its own counts. */
const LEAST_COUNTED = 8192;
/** Counters that threads of a block share, and copies of each: more do not help where there are many bins. */
const COUNTERS = 1024;
const MOST_COPIES = 8;
const COUNTER_BYTES = 4;

/** Whether a GPU kernel handles this many bins. With `areNumbers` (bincount) there is no limit. */
export function takesBins(x: NDArray, bins: number, areNumbers: boolean): boolean {
  return bins > 0 && tuningOf(x.storage.device).blocksPassOn && (areNumbers || fitShared(x, bins));
}

function fitShared(x: NDArray, bins: number): boolean {
  return bins * COUNTER_BYTES <= tuningOf(x.storage.device).sharedBytes;
}

/** How far a number may be from the next float of a dtype, as a share of itself. */
const roundings: { readonly [D in DType]?: number } = {
  float16: 2 ** -11,
  bfloat16: 2 ** -8,
  float32: 2 ** -24,
};
const DOUBLE_ROUNDING = 2 ** -53;

/**
 * Counts the elements of a vector in bins. With `edges`, bin k lies between edges k and k + 1, which are rounded to the vector's
 * dtype if it is a float. Without edges, the elements are the numbers of the bins.
 */
export function countInBins(
  x: NDArray,
  bins: number,
  edges: NDArray<"float64"> | undefined,
): NDArray<"int64"> {
  const { device } = x.storage;
  const stream = currentStream(device);
  const counts = zeros([bins], { dtype: "int64", device });
  const { array: own, isCopy } = contiguous(x);
  const n = own.size;
  if (n > 0) {
    const blocks = Math.min(
      device.backend.properties.multiprocessors * BLOCKS_PER_PROCESSOR,
      Math.ceil(n / LEAST_COUNTED),
    );
    const copies = Math.max(1, Math.min(MOST_COPIES, Math.floor(COUNTERS / bins)));
    const chunk = Math.ceil(n / blocks / THREADS) * THREADS;
    const all = launchOf([Math.ceil(n / chunk), 1, 1], [THREADS, 1, 1]);
    const launch = { ...all, sharedBytes: bins * copies * COUNTER_BYTES };
    const width = widthOf(device, [own, counts]);
    const counting = { counts, x: own, n, chunk, bins, copies };
    useStorages(edges === undefined ? [counts, own] : [counts, own, edges], stream);
    if (edges === undefined && !fitShared(own, bins)) {
      const kernel = kernelOf(farNumberKernels, own).on(device, width);
      kernel.set(counting);
      kernel.launch(all, stream);
    } else if (edges === undefined) {
      const kernel = kernelOf(numberKernels, own).on(device, width);
      kernel.set(counting);
      kernel.launch(launch, stream);
    } else {
      const kernel = kernelOf(binKernels, own).on(device, width);
      kernel.set({ ...counting, edges, rounding: roundings[own.dtype] ?? DOUBLE_ROUNDING });
      kernel.launch(launch, stream);
    }
  }
  if (isCopy) own.dispose();
  return counts;
}

function kernelOf<Kernel>(kernels: ReadonlyMap<string, Kernel>, { dtype }: NDArray): Kernel {
  const found = kernels.get(dtype);
  if (found === undefined) throw new Error(`internal: no counts of ${dtype}`);
  return found;
}
