// Written by tools/generate-kernels.ts from the .cuh files beside it (npm run generate:kernels). Do not edit.

import type { KernelDefinition, KernelSource, Pointer } from "../kernels/kernel-definition.js";
import { preludeSource } from "../kernels/kernels.gen.js";

const masksSource: KernelSource = {
  includes: [preludeSource],
  text: `
`,
};

/** The parameters of `count_places` in masks.cuh. */
export interface CountPlacesArguments {
  readonly counts: Pointer;
  readonly mask: Pointer;
  readonly n: number;
  readonly chunk: number;
}

/** `count_places` in masks.cuh. */
export const countPlaces: KernelDefinition<CountPlacesArguments> = {
  source: masksSource,
  types: {  },
  parameters: ["pointer", "pointer", "size", "size"],
  head: "__global__ void",
  list: "(long long* counts, const unsigned char* mask, cuts_size n, cuts_size chunk)",
  body: `
  const cuts_size from = blockIdx.x * chunk, to = n - from < chunk ? n : from + chunk;
#ifdef __CUTS_CPU__
  unsigned count = 0;
  for (cuts_size i = from; i < to; i++) count += mask[i] != 0;
  counts[blockIdx.x] = count;
#else
  __shared__ unsigned total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  unsigned count = 0;
  for (cuts_size i = from + threadIdx.x; i < to; i += blockDim.x) count += mask[i] != 0;
  atomicAdd(&total, count);
  __syncthreads();
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
#endif
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.mask);
    block.setSize(2, values.n);
    block.setSize(3, values.chunk);
  },
};

/** The parameters of `find_places` in masks.cuh. */
export interface FindPlacesArguments {
  readonly places: Pointer;
  readonly mask: Pointer;
  readonly ends: Pointer;
  readonly n: number;
  readonly chunk: number;
}

/** `find_places` in masks.cuh. */
export const findPlaces: KernelDefinition<FindPlacesArguments> = {
  source: masksSource,
  types: {  },
  parameters: ["pointer", "pointer", "pointer", "size", "size"],
  head: "__global__ void",
  list: "(long long* places, const unsigned char* mask, const long long* ends, cuts_size n, cuts_size chunk)",
  body: `
  const cuts_size from = blockIdx.x * chunk, to = n - from < chunk ? n : from + chunk;
  places += blockIdx.x == 0 ? 0 : ends[blockIdx.x - 1];
#ifdef __CUTS_CPU__
  cuts_size next = 0;
  for (cuts_size i = from; i < to; i++) if (mask[i] != 0) places[next++] = i;
#else
  __shared__ unsigned before[8];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (cuts_size start = from; start < to; start += 256) {
    const cuts_size i = start + threadIdx.x;
    const bool found = i < to && mask[i] != 0;
    const unsigned together = __ballot_sync(0xffffffffu, found);
    if (lane == 0) before[warp] = __popc(together);
    __syncthreads();
    unsigned rank = __popc(together & ((1u << lane) - 1)), all = 0;
    for (unsigned k = 0; k < 8; k++) {
      if (k == warp) rank += all;
      all += before[k];
    }
    if (found) places[rank] = i;
    places += all;
    __syncthreads();
  }
#endif
`,
  write(block, values) {
    block.setArray(0, values.places);
    block.setArray(1, values.mask);
    block.setArray(2, values.ends);
    block.setSize(3, values.n);
    block.setSize(4, values.chunk);
  },
};
