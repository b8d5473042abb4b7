// The kernels of indexing by arrays (index.cuh): one for each size of element, whatever the dtype.

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { copyWords } from "../kernels/copy-kernels.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import * as cuda from "./kernels.gen.js";

/** Kernels of indexing by arrays. */
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

/** The kernels of elements of one size. */
export interface ElementKernels {
  readonly take: BuiltinKernel<cuda.TakeArguments>;
  /** Where indices lie side by side, and what is read has one axis. */
  readonly takeFlat: BuiltinKernel<cuda.TakeFlatArguments>;
  /** Where a place is that of a whole row, whose elements lie side by side: a thread has a row. */
  readonly takeRows: BuiltinKernel<cuda.TakeRowsArguments>;
  readonly put: BuiltinKernel<cuda.PutArguments>;
}

/** By bytes of an element. */
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

/** Rows in words of 16 bytes, which a team takes several at a time. */
export const wordsKernel = new BuiltinKernel(indexGroup, "take_words", cuda.takeWords);

/** Sums up offsets of several index arrays. */
export const offsetsKernel = new BuiltinKernel(indexGroup, "offsets", cuda.offsets);
