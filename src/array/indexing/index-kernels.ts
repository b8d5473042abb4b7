// The kernels of indexing by arrays (index.cuh). They move bytes only, so there is one for each element size.

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { copyWords } from "../kernels/copy-kernels.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import * as cuda from "./kernels.gen.js";

/** The kernels of indexing by arrays. */
export const indexGroup: () => KernelGroup = lazyGroup(() => ({
  name: "indexing",
  kernels: [
    kernelText(cuda.offsets, "offsets", {}),
    kernelText(cuda.takeWords, "take_words", { T: copyWords.at(-1)?.[1] as string }),
    ...copyWords.flatMap(([bytes, T]) => [
      kernelText(cuda.take, `take${bytes}`, { T }),
      kernelText(cuda.takeFlat, `take_flat${bytes}`, { T }),
      kernelText(cuda.takeRows, `take_rows${bytes}`, { T }),
      kernelText(cuda.put, `put${bytes}`, { T }),
    ]),
  ],
}));

/** The kernels for elements of one size. */
export interface ElementKernels {
  readonly take: BuiltinKernel<cuda.TakeArguments>;
  /** Where indices lie side by side, and what is read has one axis. */
  readonly takeFlat: BuiltinKernel<cuda.TakeFlatArguments>;
  /** Where a place is that of a whole row, whose elements lie side by side: a thread has a row. */
  readonly takeRows: BuiltinKernel<cuda.TakeRowsArguments>;
  readonly put: BuiltinKernel<cuda.PutArguments>;
}

/** The kernels, by element size in bytes. */
export const elementKernels: ReadonlyMap<number, ElementKernels> = new Map(
  copyWords.map(([bytes]) => [
    bytes,
    {
      take: new BuiltinKernel(indexGroup, `take${bytes}`, cuda.take),
      takeFlat: new BuiltinKernel(indexGroup, `take_flat${bytes}`, cuda.takeFlat),
      takeRows: new BuiltinKernel(indexGroup, `take_rows${bytes}`, cuda.takeRows),
      put: new BuiltinKernel(indexGroup, `put${bytes}`, cuda.put),
    },
  ]),
);

/** Takes whole rows as words of 16 bytes; the threads of a GPU block share several words. */
export const wordsKernel = new BuiltinKernel(indexGroup, "take_words", cuda.takeWords);

/** Adds up the offsets of several index arrays. */
export const offsetsKernel = new BuiltinKernel(indexGroup, "offsets", cuda.offsets);
