// Running sums and products of long rows with one read and one write (scan-sweep.cuh), for GPUs: a block waits for the totals of
// the blocks that started before it.

import { type DType, dtypes } from "../../core/dtype.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { zeros } from "../creation.js";
import { BuiltinKernel, tuningOf } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { pointerAt } from "../kernels/pointer.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import * as cuda from "./kernels.gen.js";
import { launchOf } from "./partition.js";
import { type ScanOperation, scanOperation } from "./scan-kernels.js";

const THREADS = 256;
/** Vectors of 16 bytes of a thread. */
const VECTORS = 6;
const TILE_BYTES = THREADS * VECTORS * 16;
/** Tiles whose totals are joined together. */
const FAN = 32;

/** Those whose totals have eight bytes, which a tile tells in one piece. */
const swept = ["int64", "float32", "float64"] as const satisfies readonly DType[];

/** The kernels of this file. */
export const scanSweepGroup: () => KernelGroup = lazyGroup(() => ({
  name: "scan-sweep",
  kernels: swept.flatMap((dtype) =>
    (["sum", "prod"] as const).map((operation) =>
      kernelText(cuda.scanSweep, nameOf(operation, dtype), {
        Op: scanOperation(operation, dtype),
        THREADS: String(THREADS),
        VECTORS: String(VECTORS),
      }),
    ),
  ),
}));

const kernels = new Map(
  swept.flatMap((dtype) =>
    (["sum", "prod"] as const).map((operation) => {
      const name = nameOf(operation, dtype);
      return [name, new BuiltinKernel(scanSweepGroup, name, cuda.scanSweep)] as const;
    }),
  ),
);

function nameOf(operation: ScanOperation, dtype: DType): string {
  return `scan_sweep_${operation}_${dtype}`;
}

/** Scans rows of `n` elements; false if they are too short or the device does not support it. Both arrays are in C order. */
export function sweepScan(
  operation: ScanOperation,
  from: NDArray,
  into: NDArray,
  n: number,
  stream: StreamCore,
): boolean {
  const { device } = stream;
  const kernel = kernels.get(nameOf(operation, from.dtype));
  const tile = TILE_BYTES / dtypes[from.dtype].byteLength;
  if (kernel === undefined || n < tile || !tuningOf(device).blocksPassOn) return false;
  const rows = from.size / n;
  const tilesInRow = Math.ceil(n / tile);
  const toldInRow = tilesInRow + Math.ceil(tilesInRow / FAN) + Math.ceil(tilesInRow / FAN ** 2);
  using work = zeros([2 * rows * toldInRow + 1], { dtype: "uint64", device });
  useStorages([into, from], stream);
  useStorages([work], stream);
  const own = kernel.on(device, widthOf(device, [from]));
  own.set({ out: into, in: from, told: work, ticket: pointerAt(work, 16 * rows * toldInRow), n, tilesInRow });
  own.launch(launchOf([rows * tilesInRow, 1, 1], [THREADS, 1, 1]), stream);
  return true;
}
