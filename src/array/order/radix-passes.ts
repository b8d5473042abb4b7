// Radix sort for the cpu device, where one thread does the work of a block. Each pass counts the byte values in every part of a
// row, scans the counts, and scatters the keys (sort.cuh).

import { dtypes } from "../../core/dtype.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import { tuningOf } from "../kernels/builtin-kernel.js";
import { pointerAt } from "../kernels/pointer.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import { placesKernel, sortKernels } from "./sort-kernels.js";

/** Rows of one launch: the y axis of a grid. */
const MOST_ROWS = 65_535;
const ONE_THREAD = [1, 1, 1] as const;

/**
 * Sorts rows of `n` keys, with the original index of each key if an array for indices is given. Disposes `first`; `zeros` as in
 * sort-rows.ts.
 */
export function sortInPasses(
  first: NDArray,
  makeIndices: () => NDArray | undefined,
  n: number,
  zeros: boolean,
  stream: StreamCore,
): { keys: NDArray; indices: NDArray | undefined } {
  let keys = first;
  let indices: NDArray | undefined;
  let spare = allocateArray(stream, first.dtype, first.shape);
  let spareIndices = makeIndices();
  const rows = first.size / n;
  const { parts, chunk } = partsOf(stream, rows, n);
  using counts = allocateArray(stream, "uint32", [Math.min(rows, MOST_ROWS), 256, parts]);
  const bits = dtypes[first.dtype].byteLength * 8;
  for (let shift = 0; shift < bits; shift += 8) {
    for (let from = 0; from < rows; from += MOST_ROWS) {
      const count = Math.min(MOST_ROWS, rows - from);
      passRows(
        { keys, spare, indices, spareIndices, counts },
        { from, count, n, parts, chunk, shift, zeros: zeros ? 1 : 0 },
        stream,
      );
    }
    [keys, spare] = [spare, keys];
    // The first pass reads no indices: there are none yet.
    const before = indices;
    indices = spareIndices;
    spareIndices = shift + 8 < bits ? (before ?? makeIndices()) : before;
  }
  spare.dispose();
  spareIndices?.dispose();
  return { keys, indices };
}

interface PassArrays {
  readonly keys: NDArray;
  readonly spare: NDArray;
  readonly indices: NDArray | undefined;
  readonly spareIndices: NDArray | undefined;
  readonly counts: NDArray;
}

interface PassSizes {
  readonly from: number;
  readonly count: number;
  readonly n: number;
  readonly parts: number;
  readonly chunk: number;
  readonly shift: number;
  readonly zeros: 0 | 1;
}

/** One byte of the keys of some rows: counts, places, and keys moved to them. */
function passRows(arrays: PassArrays, sizes: PassSizes, stream: StreamCore): void {
  const { device } = stream;
  const keys = arrays.keys;
  const spare = arrays.spare;
  const counts = arrays.counts;
  const indices = arrays.indices;
  const spareIndices = arrays.spareIndices;
  const { from, count, n, parts, chunk, shift, zeros } = sizes;
  const width = widthOf(device, [keys]);
  const kernels = sortKernels[arrays.keys.dtype as "uint32"];
  const offset = from * n * dtypes[arrays.keys.dtype].byteLength;
  useStorages([counts, keys], stream);
  const counting = kernels.count.on(device, width);
  counting.set({ counts, keys: pointerAt(keys, offset), n, chunk, shift, zeros });
  counting.launch(launchOf([parts, count, 1], ONE_THREAD, count * n), stream);
  const placing = placesKernel.on(device, width);
  placing.set({ counts, size: 256 * parts });
  placing.launch(launchOf([count, 1, 1], ONE_THREAD, 256 * parts * count), stream);
  useStorages(indices === undefined ? [spare, keys, counts] : [spare, keys, counts, indices], stream);
  if (spareIndices !== undefined) useStorages([spareIndices], stream);
  const moving = kernels.scatter.on(device, width);
  moving.set({
    out: pointerAt(spare, offset),
    keys: pointerAt(keys, offset),
    outIndex: spareIndices && pointerAt(spareIndices, from * n * 4),
    index: indices && pointerAt(indices, from * n * 4),
    places: counts,
    n,
    chunk,
    shift,
    zeros,
  });
  moving.launch(launchOf([parts, count, 1], ONE_THREAD, count * n), stream);
}

function partsOf(stream: StreamCore, rows: number, n: number): { parts: number; chunk: number } {
  const { device } = stream;
  const { blockElements, blocksPerProcessor } = tuningOf(device);
  // The parts of all passes have to be joined.
  const wanted = device.backend.properties.multiprocessors * (blocksPerProcessor / 2);
  const least = Math.max(blockElements / 2, 4096);
  const parts = Math.max(1, Math.min(Math.ceil(wanted / rows), Math.floor(n / least)));
  const chunk = Math.ceil(n / parts);
  return { parts: Math.ceil(n / chunk), chunk };
}
