// Sorts rows that fit into the shared memory of one block in a single launch (block-sort.cuh), on GPUs.

import { type DType, dtypes } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import * as cuda from "./kernels.gen.js";
import { elementsOf } from "./sweep.js";
import { keyWords, type KeyBytes, keySizes } from "./sweep-kernels.js";

/** The longest row that a block sorts. */
export const MOST_IN_BLOCK = 4096;
const THREADS = 256;
/** Keys of a thread. */
const items = [1, 2, 4, 8, 16] as const;

/** The kernels of this file. */
export const blockSortGroup: () => KernelGroup = lazyGroup(() => ({
  name: "block-sort",
  kernels: keySizes.flatMap((bytes) =>
    items.flatMap((each) =>
      [false, true].map((pairs) =>
        kernelText(cuda.blockSort, nameOf(bytes, each, pairs), {
          K: keyWords[bytes],
          THREADS: String(THREADS),
          ITEMS: String(each),
          PAIRS: String(pairs),
        }),
      ),
    ),
  ),
}));

const kernels = new Map(
  keySizes.flatMap((bytes) =>
    items.flatMap((each) =>
      [false, true].map((pairs) => {
        const name = nameOf(bytes, each, pairs);
        return [name, new BuiltinKernel(blockSortGroup, name, cuda.blockSort)] as const;
      }),
    ),
  ),
);

function nameOf(bytes: number, each: number, pairs: boolean): string {
  return `block_sort${pairs ? "_pairs" : ""}_${bytes}_${each}`;
}

/** Which results are needed. */
export interface BlockSortOptions {
  readonly values: boolean;
  readonly order: boolean;
  /** How many of each row are kept; all by default. */
  readonly kept?: number;
  /** Where the elements were, if not at their places in the row: equal ones go by it. It has 4 bytes at most. */
  readonly places?: { readonly array: NDArray; readonly bytes: number };
}

/** Sorts the rows of a real array in C order, which is not empty and stays unchanged. `how` has the flags of keys.ts. */
export function sortInBlocks(
  x: NDArray,
  how: number,
  { values, order, kept, places }: BlockSortOptions,
): { readonly values: NDArray | undefined; readonly order: NDArray<"int64"> | undefined } {
  const stream = currentStream(x.storage.device);
  const n = x.shape.at(-1) ?? 1;
  const rows = x.size / n;
  const shape = kept === undefined ? x.shape : [...x.shape.slice(0, -1), kept];
  const made = <D extends DType>(isWanted: boolean, dtype: D): NDArray<D> | undefined =>
    isWanted ? allocateArray(stream, dtype, shape) : undefined;
  const result = { values: made(values, x.dtype), order: made(order, "int64") };
  const each = items.find((one) => one * THREADS >= n) as number;
  const bytes = dtypes[x.dtype].byteLength as KeyBytes;
  const kernel = kernels.get(nameOf(bytes, each, order)) as BuiltinKernel<cuda.BlockSortArguments>;
  const written = [result.values, result.order].filter((one) => one !== undefined);
  for (const one of written) useStorages([one, x, ...(places ? [places.array] : [])], stream);
  const own = kernel.on(stream.device, widthOf(stream.device, [x]));
  own.set({
    out: result.values,
    order: result.order,
    keys: x,
    index: places?.array,
    n,
    kept: kept ?? n,
    indexBytes: places?.bytes ?? 0,
    ...elementsOf(x.dtype, how),
  });
  own.launch(launchOf([rows, 1, 1], [THREADS, 1, 1]), stream);
  return result;
}
