// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelSource } from "../kernels/kernel-definition.js";
import { preludeSource } from "../kernels/kernels.gen.js";

/** raw.cuh. */
export const rawSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class S, class C> struct cuts_raw {
  const S* p;
  template <class I> __device__ __forceinline__ C operator[](I index) const { return cuts_load(p[index]); }
};
`,
};
