// How a leak is told: what was made by which call, and which call frees it.

import { plural } from "../../../../core/text.js";

/** Things with a name of their own, by the call that makes them: what they are, and what ends them. */
const OBJECTS: readonly (readonly [RegExp, string, string])[] = [
  [/^cudaMalloc(?:3D)?Array$/, "CUDA array", "cudaFreeArray"],
  [/^cudaMallocMipmappedArray$/, "mipmapped array", "cudaFreeMipmappedArray"],
  [/^cudaCreateTextureObject/, "texture object", "cudaDestroyTextureObject"],
  [/^cudaCreateSurfaceObject/, "surface object", "cudaDestroySurfaceObject"],
];
/** Calls that free memory, by those that allocate it. */
const FREES: readonly (readonly [RegExp, string])[] = [
  [/^cudaMallocHost|^cudaHostAlloc/, "cudaFreeHost"],
  [/^cudaMalloc(?:Async|FromPoolAsync)/, "cudaFreeAsync"],
  [/^cuMemAlloc(?:Async|FromPoolAsync)/, "cuMemFreeAsync"],
  [/^cuMem(?:AllocHost|HostAlloc)/, "cuMemFreeHost"],
  [/^cuMemAlloc/, "cuMemFree"],
];

/** The words for bytes that `maker` has allocated and nobody has freed; `memory` is what such memory is called. */
export function leakWords(
  maker = "",
  byteLength: number,
  memory: string,
): { readonly noun: string; readonly detail: string; readonly hint: string } {
  const [, object, end] = OBJECTS.find(([calls]) => calls.test(maker)) ?? [];
  if (object !== undefined) {
    const detail = `a ${object}, made here, was not freed when the program ended`;
    return { noun: object, detail, hint: `free it with ${end}` };
  }
  const free = FREES.find(([calls]) => calls.test(maker))?.[1] ?? "cudaFree";
  const detail = `${plural(byteLength, "byte")} of ${memory}, allocated here, were not freed when the program ended`;
  return { noun: memory, detail, hint: `free it with ${free}` };
}
