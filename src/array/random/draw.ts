// Draws numbers into new arrays, by launching a kernel of random-kernels.ts for a range of a generator's words.

import { type DType, dtypes } from "../../core/dtype.js";
import { type Shape, sizeOf } from "../../core/shape.js";
import { cStrides } from "../../core/strides.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { refuseInGraph } from "../../runtime/graphs/recording.js";
import { allocateArray, makeView } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { launchOf } from "../reduction/partition.js";
import {
  type Distribution,
  type RandomArguments,
  type RandomKernel,
  type RandomKernelName,
  randomKernels,
  type Words,
} from "./random-kernels.js";

/** Words of a generator that only one draw uses. */
export interface WordRange {
  /** The key. */
  readonly seed: bigint;
  /** The upper word of the counter. */
  readonly sequence: number;
  /** The first word, a multiple of 4. */
  readonly offset: number;
}

/** Hands out a range of that many words. */
export type WordSource = (words: number) => WordRange;

/** A new array of random numbers of one distribution. */
export function draw<D extends DType, N extends RandomKernelName>(
  source: WordSource,
  name: N,
  dtype: D,
  shape: Shape,
  stream: StreamCore,
  distribution: Distribution<N>,
): NDArray<D> {
  refuseInGraph("draw random numbers", "every launch of a graph would give the same ones, as its work");
  const { kernel, wordsEach } = randomKernels[name] as unknown as RandomKernel<RandomArguments<N>>;
  // Bits are written as words, of which an element of 64 bits has two.
  const words = sizeOf(shape) * (name === "bits" ? dtypes[dtype].byteLength / 4 : wordsEach);
  const { seed, sequence, offset } = source(words);
  const counters = Math.ceil(words / 4);
  const made = roomFor(dtype, shape, (sizeOf(shape) * counters * 4) / words, stream);
  if (words === 0) return made;
  useStorages([made], stream);
  const own = kernel.on(stream.device, widthOf(stream.device, [made]));
  const drawn: Words = {
    out: made,
    counters,
    first: BigInt(offset / 4),
    sequence,
    k0: Number(seed & 0xffff_ffffn),
    k1: Number(seed >> 32n),
  };
  own.set({ ...drawn, ...distribution } as unknown as RandomArguments<N>);
  own.launch(launchOf([Math.ceil(counters / THREADS), 1, 1], [THREADS, 1, 1], 4 * counters), stream);
  return made;
}

const THREADS = 256;

/** A new array whose memory has room for some elements more: all words of a counter are used or written over. */
function roomFor<D extends DType>(dtype: D, shape: Shape, written: number, stream: StreamCore): NDArray<D> {
  const size = sizeOf(shape);
  if (size === 0 || written === size) return allocateArray(stream, dtype, shape);
  using room = allocateArray(stream, dtype, [written]);
  return makeView(room, shape, cStrides(shape), 0);
}
