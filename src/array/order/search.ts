// Where values belong in a sorted vector (search.cuh): plain searches, or, for many values in a long vector where teams have
// blocks, searches that begin in shared memory.

import type { DType } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices.js";
import { allocateArray } from "../allocate.js";
import { contiguous } from "../copy.js";
import { BuiltinKernel, byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { rowLaunch, useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { launchOf } from "../reduction/partition.js";
import * as cuda from "./kernels.gen.js";
import { type KeyType, keyKernels, keyTypeOf } from "./sort-kernels.js";

/** First keys of pieces that a block has: 16 KB of them. */
const PIECES: { readonly [K in KeyType]: number } = { uint32: 4096, uint64: 2048 };
/** Values of a thread, and threads of a block: a block reads all first keys, so it has many values. */
const EACH = 4;
const THREADS = 1024;
/** So many values at least, and elements for each piece. */
const LEAST_VALUES = 2 ** 16;
const LEAST_STEP = 4;

const keyed: readonly DType[] = [...keyKernels.keys()];

/** Its kernels. */
export const searchGroup: () => KernelGroup = lazyGroup(() => ({
  name: "search",
  kernels: keyed.flatMap((dtype) => {
    const key = keyTypeOf(dtype);
    const types = { V: kernelTypes[dtype].stored, K: kernelTypes[key].stored };
    const sizes = { PIECES: String(PIECES[key]), EACH: String(EACH) };
    const pieces = kernelText(cuda.searchPieces, `search_pieces_${dtype}`, { ...types, ...sizes });
    return [kernelText(cuda.search, `search_${dtype}`, types), { ...pieces, isForTeams: true }];
  }),
}));

const kernels = new Map(
  keyed.map((dtype) => [
    dtype,
    {
      plain: new BuiltinKernel(searchGroup, `search_${dtype}`, cuda.search),
      pieces: new BuiltinKernel(searchGroup, `search_pieces_${dtype}`, cuda.searchPieces),
    } as const,
  ]),
);

/** How many elements of a sorted vector are before each value: less, or not greater. Both have one dtype with keys. */
export function placesAmong(sorted: NDArray, values: NDArray, isRight: boolean): NDArray<"int64"> {
  const { device } = sorted.storage;
  const stream = currentStream(device);
  const own = kernels.get(sorted.dtype);
  if (own === undefined || values.dtype !== sorted.dtype)
    throw new Error(`internal: no search among ${sorted.dtype}`);
  const result = allocateArray(stream, "int64", values.shape);
  if (result.size === 0) return result;
  const { array: vector, isCopy: isVectorCopied } = contiguous(sorted);
  const { array: asked, isCopy: areCopied } = contiguous(values);
  useStorages([result, vector, asked], stream);
  const width = widthOf(device, [result, vector, asked]);
  const [n, count] = [vector.size, asked.size];
  const given = { out: result, sorted: vector, values: asked, n, count, isRight: isRight ? 1 : 0 };
  const mostPieces = PIECES[keyTypeOf(sorted.dtype)];
  const mayBegin = byWorker(device, { thread: false, team: true });
  if (mayBegin && count >= LEAST_VALUES && n >= LEAST_STEP * mostPieces) {
    const kernel = own.pieces.on(device, width);
    kernel.set({ ...given, step: Math.ceil(n / mostPieces) });
    kernel.launch(launchOf([Math.ceil(count / (THREADS * EACH)), 1, 1], [THREADS, 1, 1]), stream);
  } else {
    const tuning = tuningOf(device);
    const kernel = own.plain.on(device, width);
    kernel.set(given);
    kernel.launch({ ...rowLaunch(count, 1, 1, tuning, tuning.elementsPerThread), work: 8 * count }, stream);
  }
  if (isVectorCopied) vector.dispose();
  if (areCopied) asked.dispose();
  return result;
}
