// Radix sort that reads and writes the elements once for each byte (sweep.cuh), for GPUs: a block waits for the counts of the
// blocks that started before it.

import { type DType, dtypes } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import { zeros } from "../creation.js";
import type { IndexWidth } from "../../compiler/elements/parameters.js";
import { pointerAt } from "../kernels/pointer.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import { type SweepKernels, sweepKernels, sweepPlacesKernel, sweepSettleKernel } from "./sweep-kernels.js";

/** What is wanted of sorted rows. */
interface SweepResults {
  readonly keys: boolean;
  readonly indices: "uint32" | "int64" | undefined;
}

/** Values of a byte. */
const BINS = 256;
/** Bits of `how` beyond those of keys.ts (sweep.cuh). */
const SIGNED = 8;
const IS_KEY = 16;
/** Bits after the exponent of a float. */
const mantissas: { readonly [D in DType]?: number } = { float16: 10, bfloat16: 7, float32: 23, float64: 52 };

/** How kernels convert elements of a dtype to keys. `how` has the flags of keys.ts. */
export function elementsOf(dtype: DType, how: number): { readonly how: number; readonly mantissa: number } {
  return { how: how + (dtypes[dtype].kind === "int" ? SIGNED : 0), mantissa: mantissas[dtype] ?? 0 };
}

/**
 * Sorts the rows of a real array in C order, which is not empty and stays unchanged. `how` has the flags of keys.ts. Bytes below
 * `first` are ignored.
 */
export function sweepRows(
  x: NDArray,
  how: number,
  wanted: SweepResults,
  first = 0,
): { readonly keys: NDArray | undefined; readonly indices: NDArray | undefined } {
  const stream = currentStream(x.storage.device);
  const { byteLength: bytes } = dtypes[x.dtype];
  const n = x.shape.at(-1) ?? 1;
  const rows = x.size / n;
  const kernels = sweepKernels(bytes, wanted.indices !== undefined);
  const tilesInRow = Math.ceil(n / kernels.tile);
  const width = sweepWidth(x, n);
  const counter = width === 64 ? "uint64" : "uint32";
  // What tiles tell in each pass, the counts of all bytes, and a ticket for each pass.
  const toldInPass = rows * tilesInRow * BINS;
  const countsAt = bytes * toldInPass * (width / 8);
  const ticketsAt = countsAt + rows * bytes * BINS * (width / 8);
  using work = zeros([bytes * toldInPass + rows * bytes * BINS + bytes], {
    dtype: counter,
    device: stream.device,
  });
  const elements = elementsOf(x.dtype, how);
  countBytes(kernels, x, work, countsAt, { n, rows, bytes, first, ...elements }, stream);

  const result = wanted.keys ? allocateArray(stream, x.dtype, x.shape) : undefined;
  const spares = bytes === 1 ? [] : [allocateArray(stream, x.dtype, x.shape)];
  if (result === undefined && bytes > 2) spares.push(allocateArray(stream, x.dtype, x.shape));
  const indices = wanted.indices && allocateArray(stream, wanted.indices, x.shape);
  const spareIndices = indices && bytes > 1 ? allocateArray(stream, "uint32", x.shape) : undefined;
  const written = [result, ...spares, indices, spareIndices, work].filter((one) => one !== undefined);
  // The last pass writes the results; those before take turns so that none writes what it reads.
  const target = (distance: number) => (distance % 2 === 1 ? spares[0] : (result ?? spares[1]));
  const indexTarget = (distance: number) => (distance % 2 === 1 ? spareIndices : indices);
  const sweeping = kernels.sweep.on(stream.device, width);
  for (let pass = first; pass < bytes; pass++) {
    const isLast = pass === bytes - 1;
    const distance = bytes - 1 - pass;
    const isWide = isLast && wanted.indices === "int64";
    for (const one of written) one.storage.use(stream, "write");
    x.storage.use(stream, "read");
    sweeping.set({
      out: isLast ? result : target(distance),
      keys: pass === first ? x : target(distance + 1),
      order: isWide ? undefined : indexTarget(distance),
      wideOrder: isWide ? indices : undefined,
      index: pass === first ? undefined : indexTarget(distance + 1),
      told: pointerAt(work, pass * toldInPass * (width / 8)),
      ticket: pointerAt(work, ticketsAt + pass * 4),
      places: pointerAt(work, countsAt + pass * BINS * (width / 8)),
      n,
      tilesInRow,
      shift: 8 * pass,
      howIn: pass === first ? elements.how : IS_KEY,
      howOut: isLast ? elements.how : IS_KEY,
      mantissa: elements.mantissa,
    });
    sweeping.launch(launchOf([rows * tilesInRow, 1, 1], [kernels.threads, 1, 1]), stream);
  }
  for (const one of [...spares, spareIndices]) one?.dispose();
  return { keys: result, indices };
}

/** Half of the bytes of 64 random bits: few of them share it. */
const UPPER_HALF = 4;

/**
 * The indices that sort a vector of 64-bit random numbers. Only the upper halves are sorted; then elements with equal upper halves
 * are put in order.
 */
export function sweepRandom(bits: NDArray): NDArray<"int64"> {
  const stream = currentStream(bits.storage.device);
  const { keys, indices } = sweepRows(bits, 0, { keys: true, indices: "int64" }, UPPER_HALF);
  using sorted = keys as NDArray;
  const order = indices as NDArray<"int64">;
  const n = bits.size;
  useStorages([order, sorted], stream, 2);
  const settling = sweepSettleKernel.on(stream.device, sweepWidth(bits, n));
  settling.set({ keys: sorted, order, n });
  settling.launch(launchOf([Math.ceil(n / COUNT_THREADS), 1, 1], [COUNT_THREADS, 1, 1]), stream);
  return order;
}

/** What a tile tells has two bits for marks: a row of 2^30 elements needs wider counts. */
function sweepWidth(x: NDArray, n: number): IndexWidth {
  return n >= 2 ** 30 ? 64 : widthOf(x.storage.device, [x]);
}

interface CountSizes {
  readonly n: number;
  readonly rows: number;
  readonly bytes: number;
  readonly first: number;
  readonly how: number;
  readonly mantissa: number;
}

/** Where the first key of each value of each byte goes. */
function countBytes(
  kernels: SweepKernels,
  x: NDArray,
  work: NDArray,
  countsAt: number,
  { n, rows, bytes, first, how, mantissa }: CountSizes,
  stream: StreamCore,
): void {
  const { device } = stream;
  const width = sweepWidth(x, n);
  const counts = pointerAt(work, countsAt);
  const wanted = Math.ceil((device.backend.properties.multiprocessors * BLOCKS_PER_PROCESSOR) / rows);
  const chunk = Math.ceil(Math.max(n / wanted, LEAST_COUNTED) / COUNT_THREADS) * COUNT_THREADS;
  useStorages([work, x], stream);
  const counting = kernels.count.on(device, width);
  counting.set({ counts, keys: x, n, chunk, first, how, mantissa });
  counting.launch(launchOf([rows, Math.ceil(n / chunk), 1], [COUNT_THREADS, 1, 1]), stream);
  useStorages([work], stream);
  const placing = sweepPlacesKernel.on(device, width);
  placing.set({ counts });
  placing.launch(launchOf([rows * bytes, 1, 1], [BINS, 1, 1]), stream);
}

const COUNT_THREADS = 256;
const BLOCKS_PER_PROCESSOR = 4;
/** Elements that are worth a block that clears and joins its own counts. */
const LEAST_COUNTED = 4096;
