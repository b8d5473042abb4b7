// Kernels of softmax along rows: the largest element, the sum of exponentials and the quotients in one launch.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { reduceSource } from "./reduce-source.js";
import { rowExpsSource } from "./row-exps-source.js";

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
${rowExpsSource}
template <class S, class C> CUTS_INLINE void cuts_softmax(S* out, const S* in, cuts_size n, cuts_size rows, int isLog) {
  typedef cuts_by_max<S, C, C, C> largest;
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y;
  const bool isMine = row < rows;
  const S* p = in + row * n;
  S* q = out + row * n;
  C top = largest::start();
  if (isMine) top = cuts_reduce_span<largest>(p, n, C{});
  top = cuts_block_total<largest, false>(top);
#ifdef __CUTS_CPU__
  if (sizeof(S) >= 4 && isMine && !isLog) {
    const C scale = (C)(1 / cuts_row_exps<true>(q, p, n, top));
    for (cuts_size i = 0; i < n; i++) q[i] = cuts_store<S>(cuts_load(q[i]) * scale);
    return;
  }
  const double sum = isMine ? cuts_unraised(cuts_row_exps<false>(q, p, n, top), S{}) : 0;
#else
  typedef cuts_by_softmax<S, C> exponentials;
  double sum = 0;
  if (isMine) sum = cuts_reduce_span<exponentials>(p, n, top);
  sum = cuts_block_total<exponentials, false>(sum);
#endif
  if (!isMine) return;
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
  fuses: true,
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
