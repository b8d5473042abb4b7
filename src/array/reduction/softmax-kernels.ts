// Kernels of softmax along rows: the largest element, the sum of exponentials and the quotients in one launch.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { reduceSource } from "./reduce-source.js";

const floats = ["float16", "bfloat16", "float32", "float64"] as const;

/** The kernel for a dtype of floats. */
export function softmaxKernel(dtype: DType): BuiltinKernel | undefined {
  return kernels.get(dtype);
}

/** All groups, for the catalogue. */
export function softmaxGroups(): readonly (() => KernelGroup)[] {
  return [softmaxGroup];
}

const source = `${reduceSource}
template <class S, class C> struct cuts_by_softmax : cuts_by_sum<S, C, double, C> {
  template <class X> static __device__ __forceinline__ C map(X x, C top) { return exp(x - top); }
};
template <class S, class C> CUTS_INLINE void cuts_softmax(S* out, const S* in, cuts_size n, cuts_size rows, int isLog) {
  typedef cuts_by_max<S, C, C, C> largest;
  typedef cuts_by_softmax<S, C> exponentials;
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y;
  const bool isMine = row < rows;
  const S* p = in + row * n;
  C top = largest::start();
  if (isMine) top = cuts_reduce_span<largest>(p, n, C{});
  top = cuts_block_total<largest, false>(top);
#ifdef __CUTS_CPU__
  // The row is still near: what is computed once is kept there, where it loses nothing.
  if (sizeof(S) >= 4 && isMine && !isLog) {
    S* kept = out + row * n;
    for (cuts_size i = 0; i < n; i++) kept[i] = cuts_store<S>(exp(cuts_load(p[i]) - top));
    const C scale = (C)(1 / cuts_reduce_span<cuts_by_sum<S, C, double, C>>(kept, n, C{}));
    for (cuts_size i = 0; i < n; i++) kept[i] = cuts_store<S>(cuts_load(kept[i]) * scale);
    return;
  }
#endif
  double sum = 0;
  if (isMine) sum = cuts_reduce_span<exponentials>(p, n, top);
  sum = cuts_block_total<exponentials, false>(sum);
  if (!isMine) return;
  S* q = out + row * n;
  if (isLog) {
    const C shift = (C)log(sum);
    for (cuts_size i = CUTS_TX; i < n; i += CUTS_BX) q[i] = cuts_store<S>((cuts_load(p[i]) - top) - shift);
  } else {
    const C scale = (C)(1 / sum);
    for (cuts_size i = CUTS_TX; i < n; i += CUTS_BX) q[i] = cuts_store<S>(exp(cuts_load(p[i]) - top) * scale);
  }
}
`;

const softmaxGroup = lazyGroup(() => ({
  name: "softmax",
  helpers: source,
  kernels: floats.map((dtype) => {
    const { stored, computed } = kernelTypes[dtype];
    return {
      name: `softmax_${dtype}`,
      parameters: ["pointer", "pointer", "size", "size", "int32"],
      text: `extern "C" __global__ void softmax_${dtype}(${stored}* out, const ${stored}* in, cuts_size n, cuts_size rows, int isLog) {
  cuts_softmax<${stored}, ${computed}>(out, in, n, rows, isLog);
}`,
    };
  }),
}));

const kernels: ReadonlyMap<DType, BuiltinKernel> = new Map(
  floats.map((dtype) => [dtype, new BuiltinKernel(softmaxGroup, `softmax_${dtype}`)]),
);
