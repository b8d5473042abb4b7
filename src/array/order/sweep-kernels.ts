// The kernels of the one-pass radix sort (sweep.cuh), by element size. They are not shipped compiled: GPUs compile them when they
// are needed.

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import * as cuda from "./kernels.gen.js";

/** The kernels for elements of one size. */
export interface SweepKernels {
  readonly count: BuiltinKernel<cuda.SweepCountArguments>;
  readonly sweep: BuiltinKernel<cuda.SweepArguments>;
  readonly threads: number;
  /** Keys of a block. */
  readonly tile: number;
}

/** Threads of a block and keys of a thread, by the bytes of an element: the best of those measured that fit shared memory. */
const shapes = {
  1: { threads: 512, items: 16 },
  2: { threads: 512, items: 16 },
  4: { threads: 512, items: 16 },
  8: { threads: 384, items: 15 },
} as const;

/** The unsigned integer types, by element size. */
export const keyWords = {
  1: "unsigned char",
  2: "unsigned short",
  4: "unsigned",
  8: "unsigned long long",
} as const;
/** An element size. */
export type KeyBytes = keyof typeof keyWords;
/** All element sizes. */
export const keySizes = [1, 2, 4, 8] as const satisfies readonly KeyBytes[];

/** The kernels of this file. */
export const sweepGroup: () => KernelGroup = lazyGroup(() => ({
  name: "sweep",
  kernels: [
    kernelText(cuda.sweepPlaces, "sweep_places", {}),
    kernelText(cuda.sweepSettle, "sweep_settle", {}),
    ...keySizes.flatMap((bytes) => {
      const { threads, items } = shapes[bytes];
      const K = keyWords[bytes];
      const shape = { K, THREADS: String(threads), ITEMS: String(items) };
      return [
        kernelText(cuda.sweepCount, `sweep_count_${bytes}`, { K }),
        kernelText(cuda.sweep, `sweep_${bytes}`, { ...shape, PAIRS: "false" }),
        kernelText(cuda.sweep, `sweep_pairs_${bytes}`, { ...shape, PAIRS: "true" }),
      ];
    }),
  ],
}));

/** Sorts keys completely that were sorted by their upper half. */
export const sweepSettleKernel = new BuiltinKernel(sweepGroup, "sweep_settle", cuda.sweepSettle);
/** Converts counts to positions. */
export const sweepPlacesKernel = new BuiltinKernel(sweepGroup, "sweep_places", cuda.sweepPlaces);

const kernels = new Map(
  keySizes.flatMap((bytes) => [false, true].map((pairs) => [keyOf(bytes, pairs), make(bytes, pairs)])),
);

/** The kernels for elements of this many bytes, with or without indices. */
export function sweepKernels(bytes: number, pairs: boolean): SweepKernels {
  const found = kernels.get(keyOf(bytes, pairs));
  if (found === undefined) throw new Error(`internal: no sweeps of ${bytes} bytes`);
  return found;
}

function keyOf(bytes: number, pairs: boolean): string {
  return `${pairs ? "sweep_pairs" : "sweep"}_${bytes}`;
}

function make(bytes: KeyBytes, pairs: boolean): SweepKernels {
  const { threads, items } = shapes[bytes];
  return {
    count: new BuiltinKernel(sweepGroup, `sweep_count_${bytes}`, cuda.sweepCount),
    sweep: new BuiltinKernel(sweepGroup, keyOf(bytes, pairs), cuda.sweep),
    threads,
    tile: threads * items,
  };
}
