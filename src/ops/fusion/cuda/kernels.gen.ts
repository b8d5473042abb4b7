// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelSource } from "../../../array/kernels/kernel-definition.js";
import { reduceSource } from "../../../array/reduction/kernels.gen.js";

/** fused-reduce.cuh. */
export const fusedReduceSource: KernelSource = {
  includes: [reduceSource],
  text: `template <class Op, int ahead, class Elements>
CUTS_INLINE typename Op::total cuts_fused_share(const Elements& elements, cuts_size first, cuts_size end, cuts_size by) {
  typedef typename Op::lane lane;
  const typename Op::shift none{};
  typename Op::total total = Op::start(), lost = typename Op::total{};
  for (cuts_size k = first; k < end;) {
    const cuts_size turn = 16u * ahead * by, stop = end - k > turn ? k + turn : end;
    lane lanes[ahead];
    _Pragma("unroll") for (int j = 0; j < ahead; j++) lanes[j] = Op::zero();
    for (; k < stop; k += ahead * by) {
      typename Elements::loaded own[ahead];
      _Pragma("unroll") for (int j = 0; j < ahead; j++) own[j] = elements.load(end - k > j * by ? k + j * by : end - 1);
      _Pragma("unroll") for (int j = 0; j < ahead; j++) {
        const lane next = Op::join(lanes[j], Op::map(elements.value(own[j]), none));
        if (end - k > j * by) lanes[j] = next;
      }
    }
    _Pragma("unroll") for (int half = ahead / 2; half > 0; half /= 2)
      _Pragma("unroll") for (int j = 0; j < half; j++) lanes[j] = Op::join(lanes[j], lanes[j + half]);
    cuts_gather<Op>(total, lost, Op::widen(lanes[0]));
  }
  return cuts_gathered<Op>(total, lost);
}
template <class Op, int ahead, class Elements>
CUTS_INLINE void cuts_fused_rows(typename Op::result* out, typename Op::total* parts, unsigned* done, const Elements& elements,
    cuts_size n, cuts_size chunk, cuts_size results, double divisor) {
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y, from = blockIdx.y * chunk;
  const bool isThere = row < results;
  typename Op::total total = Op::start();
  if (isThere) total = cuts_fused_share<Op, ahead>(elements, from + threadIdx.x, n - from < chunk ? n : from + chunk, blockDim.x);
  total = cuts_block_total<Op>(total);
  if (isThere && threadIdx.x == 0) {
    if (gridDim.y == 1) out[row] = Op::finish(total, divisor);
    else parts[row * gridDim.y + blockIdx.y] = total;
  }
  if (gridDim.y == 1 || !done || !cuts_is_last(done + blockIdx.x)) return;
  total = isThere ? cuts_join_parts<Op>(parts + row * gridDim.y, gridDim.y, 1, threadIdx.x, blockDim.x) : Op::start();
  total = cuts_block_total<Op>(total);
  if (isThere && threadIdx.x == 0) out[row] = Op::finish(total, divisor);
}
template <class Op, int ahead, class Elements>
CUTS_INLINE void cuts_fused_columns(typename Op::result* out, typename Op::total* parts, unsigned* done, const Elements& elements,
    cuts_size n, cuts_size chunk, cuts_size results, double divisor) {
  __shared__ typename Op::total sums[256];
  const cuts_size column = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * chunk;
  const bool isThere = column < results, isOwn = isThere && threadIdx.y == 0;
  typename Op::total own[1] = {Op::start()};
  if (isThere) own[0] = cuts_fused_share<Op, ahead>(elements, from + threadIdx.y, n - from < chunk ? n : from + chunk, blockDim.y);
  cuts_tile_total<Op, 1>(sums, own);
  if (isOwn) {
    if (gridDim.y == 1) out[column] = Op::finish(sums[threadIdx.x], divisor);
    else parts[blockIdx.y * results + column] = sums[threadIdx.x];
  }
  if (gridDim.y == 1 || !done || !cuts_is_last(done + blockIdx.x)) return;
  own[0] = isThere ? cuts_join_parts<Op>(parts + column, gridDim.y, results, threadIdx.y, blockDim.y) : Op::start();
  cuts_tile_total<Op, 1>(sums, own);
  if (isOwn) out[column] = Op::finish(sums[threadIdx.x], divisor);
}
`,
};
