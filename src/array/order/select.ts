// Finds the first elements of long rows in sorted order without sorting the rows (select.cuh), on GPUs.

import { dtypes } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { zeros } from "../creation.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { pointerAt } from "../kernels/pointer.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import { MOST_IN_BLOCK, sortInBlocks } from "./block-sort.js";
import * as cuda from "./kernels.gen.js";
import { elementsOf } from "./sweep.js";
import { keyWords, type KeyBytes, keySizes } from "./sweep-kernels.js";

/** The kernels of this file. */
export const selectFirstGroup: () => KernelGroup = lazyGroup(() => ({
  name: "select-first",
  kernels: keySizes.flatMap((bytes) => [
    kernelText(cuda.selectByte, `select_byte_${bytes}`, { K: keyWords[bytes] }),
    kernelText(cuda.selectGather, `select_gather_${bytes}`, { K: keyWords[bytes] }),
  ]),
}));

const kernels = new Map(
  keySizes.map((bytes) => [
    bytes,
    {
      byte: new BuiltinKernel(selectFirstGroup, `select_byte_${bytes}`, cuda.selectByte),
      gather: new BuiltinKernel(selectFirstGroup, `select_gather_${bytes}`, cuda.selectGather),
    },
  ]),
);

/** The words of 8 bytes of a `cuts_choice`. */
const CHOICE_WORDS = 5;
const BINS = 256;
const THREADS = 256;
/** Elements of a block: what each of its threads reads at once, twice. */
const LEAST = THREADS * 16;
const BLOCKS_PER_PROCESSOR = 8;

/** Whether selecting this many elements from rows of `n` is faster than sorting the rows. */
export function isSelected(n: number, wanted: number): boolean {
  return n > MOST_IN_BLOCK && n < 2 ** 32 && wanted > 0 && wanted <= MOST_IN_BLOCK && wanted * 8 <= n;
}

/** The first `wanted` elements of each row in sorted order; the array is real and in C order. `how` has the flags of keys.ts. */
export function selectFirst(
  x: NDArray,
  how: number,
  wanted: number,
): { readonly values: NDArray; readonly order: NDArray<"int64"> } {
  const stream = currentStream(x.storage.device);
  const { device } = stream;
  const n = x.shape.at(-1) as number;
  const rows = x.size / n;
  const bytes = dtypes[x.dtype].byteLength as KeyBytes;
  const { byte, gather } = kernels.get(bytes) as NonNullable<ReturnType<typeof kernels.get>>;
  const width = widthOf(device, [x]);
  using work = zeros([rows * (CHOICE_WORDS + BINS / 2 + 1)], { dtype: "uint64", device });
  const counts = pointerAt(work, 8 * rows * CHOICE_WORDS);
  const done = pointerAt(work, 8 * rows * (CHOICE_WORDS + BINS / 2));
  const most = Math.ceil((device.backend.properties.multiprocessors * BLOCKS_PER_PROCESSOR) / rows);
  const chunk = Math.ceil(Math.max(n / most, LEAST) / LEAST) * LEAST;
  const launch = launchOf([rows, Math.ceil(n / chunk), 1], [THREADS, 1, 1]);
  const elements = elementsOf(x.dtype, how);
  const choosing = byte.on(device, width);
  useStorages([work, x], stream);
  // Of a place, which has 4 bytes, those that are 0 in all of them are counted too: it takes no time where all is decided.
  for (let at = 0; at < bytes + 4; at++) {
    choosing.set({ choices: work, counts, done, keys: x, n, chunk, wanted, byte: at, ...elements });
    choosing.launch(launch, stream);
  }
  const shape = [...x.shape.slice(0, -1), wanted];
  using found = allocateArray(stream, x.dtype, shape);
  using places = allocateArray(stream, "uint32", shape);
  useStorages([found, x], stream);
  useStorages([places, work], stream);
  const gathering = gather.on(device, width);
  gathering.set({ out: found, places, choices: work, keys: x, n, chunk, wanted, ...elements });
  gathering.launch(launch, stream);
  const result = sortInBlocks(found, how, {
    values: true,
    order: true,
    places: { array: places, bytes: Math.ceil(Math.log2(n) / 8) },
  });
  return { values: result.values as NDArray, order: result.order as NDArray<"int64"> };
}
