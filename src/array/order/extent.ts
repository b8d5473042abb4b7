// Computes the smallest and largest integer of an array, for results whose size depends on them. The same pass makes a copy, so
// that the values cannot change while the host waits (extent.cuh). For GPUs.

import { type DType, dtypes } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { contiguous } from "../copy.js";
import { zeros } from "../creation.js";
import { BuiltinKernel, tuningOf } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import * as cuda from "./kernels.gen.js";

/** How work is spread: threads of a block, and blocks of a multiprocessor, which are as many as its shared memory has room for. */
interface Spread {
  readonly threads: number;
  readonly blocks: number;
}

const EXTENT: Spread = { threads: 512, blocks: 4 };
const MARKS: Spread = { threads: 1024, blocks: 2 };
const LARGE_MARKS: Spread = { threads: 1024, blocks: 1 };
/** Elements that are worth a block. */
const LEAST = 8192;

/** Those whose values all are 64-bit integers. */
const integers = (Object.keys(dtypes) as DType[]).filter(
  (dtype) => (dtypes[dtype].kind === "int" || dtypes[dtype].kind === "uint") && dtype !== "uint64",
);

/** The kernels of this file. */
export const extentGroup: () => KernelGroup = lazyGroup(() => ({
  name: "extent",
  kernels: [
    kernelText(cuda.spreadMarks, "spread_marks", {}),
    ...integers.flatMap((dtype) => [
      kernelText(cuda.extent, `extent_${dtype}`, { T: kernelTypes[dtype].stored }),
      kernelText(cuda.markNumbers, `mark_numbers_${dtype}`, { T: kernelTypes[dtype].stored }),
    ]),
  ],
}));

const spreadKernel = new BuiltinKernel(extentGroup, "spread_marks", cuda.spreadMarks);

const kernels = new Map(
  integers.map((dtype) => [
    dtype,
    {
      extent: new BuiltinKernel(extentGroup, `extent_${dtype}`, cuda.extent),
      mark: new BuiltinKernel(extentGroup, `mark_numbers_${dtype}`, cuda.markNumbers),
    },
  ]),
);

/** A copy of integers, with their minimum and maximum. */
export interface Extent {
  readonly copy: NDArray;
  readonly low: bigint;
  readonly high: bigint;
}

/** Whether {@link extentOf} supports an array. */
export function hasExtent(x: NDArray): boolean {
  return x.size > 0 && kernels.has(x.dtype) && tuningOf(x.storage.device).blocksPassOn;
}

/** The minimum and maximum of a vector of integers, with a copy that the caller owns. */
export async function extentOf(x: NDArray): Promise<Extent> {
  const { device } = x.storage;
  const stream = currentStream(device);
  const { array: own, isCopy } = contiguous(x);
  const copy = allocateArray(stream, x.dtype, x.shape);
  using extent = zeros([2], { dtype: "uint64", device });
  useStorages([extent, copy, own], stream, 2);
  const kernel = kernelsOf(x).extent.on(device, widthOf(device, [own]));
  const { chunk, launch } = spread(own, EXTENT);
  kernel.set({ extent, copy, x: own, n: own.size, chunk });
  kernel.launch(launch, stream);
  if (isCopy) own.dispose();
  try {
    const [complement = 0n, highest = 0n] = await extent.data();
    return { copy, low: toInteger(~complement), high: toInteger(highest) };
  } catch (error) {
    copy.dispose();
    throw error;
  }
}

/** For each number from `low` on, whether it occurs in a vector; all elements lie from `low` up to but excluding `low + count`. */
export function marksOf(x: NDArray, low: bigint, count: number): NDArray<"bool"> {
  const { device } = x.storage;
  const stream = currentStream(device);
  const words = Math.ceil(count / WORD_BITS);
  using bits = zeros([words], { dtype: "uint32", device });
  useStorages([bits, x], stream);
  const marking = kernelsOf(x).mark.on(device, widthOf(device, [x]));
  const sharedBytes = words * WORD_BYTES;
  const isShared = sharedBytes <= device.backend.properties.maxSharedBytesPerBlock - RESERVED_BYTES;
  const isLarge = isShared && sharedBytes > tuningOf(device).sharedBytes;
  const { chunk, launch } = spread(x, isLarge ? LARGE_MARKS : MARKS);
  marking.set({ marks: bits, x, low, n: x.size, chunk, words, isShared: isShared ? 1 : 0 });
  marking.launch({ ...launch, sharedBytes: isShared ? sharedBytes : 0 }, stream);
  const marks = allocateArray(stream, "bool", [count]);
  useStorages([marks, bits], stream);
  const spreading = spreadKernel.on(device, widthOf(device, [marks]));
  spreading.set({ out: marks, marks: bits, count });
  spreading.launch(
    launchOf([Math.ceil(count / SPREAD_THREADS), 1, 1], [SPREAD_THREADS, 1, 1], count),
    stream,
  );
  return marks;
}

const WORD_BITS = 32;
const WORD_BYTES = 4;
/** What the driver takes of the shared memory of a block. */
const RESERVED_BYTES = 1024;
const SPREAD_THREADS = 256;

function spread(
  { size, storage }: NDArray,
  { threads, blocks }: Spread,
): { readonly chunk: number; readonly launch: ReturnType<typeof launchOf> } {
  const { multiprocessors } = storage.device.backend.properties;
  const parts = Math.min(multiprocessors * blocks, Math.ceil(size / LEAST));
  const chunk = Math.ceil(size / parts / threads) * threads;
  return { chunk, launch: launchOf([Math.ceil(size / chunk), 1, 1], [threads, 1, 1]) };
}

/** As cuts_extent_key of extent.cuh has it. */
function toInteger(key: bigint): bigint {
  return BigInt.asIntN(64, key ^ (1n << 63n));
}

function kernelsOf({ dtype }: NDArray) {
  const found = kernels.get(dtype);
  if (found === undefined) throw new Error(`internal: no extent of ${dtype}`);
  return found;
}
