// Running sums and products along rows. A long row is cut into parts: their totals (reduce.cuh) are scanned by the same
// kernel, and each part starts from what came before it.
#pragma once
#include "reduce.cuh"

// Rows of n elements; a block along y has `chunk` of them. `before` is what each part starts from, if not from nothing.
// What is written is the total with an element, or before it where `exclusive`.
template <class Op>
__global__ void scan(typename Op::result* out, const typename Op::stored* in, const typename Op::total* before,
    cuts_size n, cuts_size chunk, cuts_size rows, int exclusive) {
  typedef typename Op::total total;
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y, from = blockIdx.y * chunk;
  const cuts_size count = n - from < chunk ? n - from : chunk;
  if (row >= rows) return;
  total sum = before ? before[row * gridDim.y + blockIdx.y] : Op::start();
  in += row * n + from; out += row * n + from;
#ifndef __CUTS_CPU__
  if (blockDim.x > 1) {
    // Blocks of several threads have one row: all of them are here.
    __shared__ total shared[256];
    const int each = 4;
    for (cuts_size start = 0; start < count; start += blockDim.x * each) {
      total own[each], all = Op::start();
      for (int j = 0; j < each; j++) {
        const cuts_size i = start + threadIdx.x * each + j;
        own[j] = i < count ? Op::widen(Op::map(cuts_load(in[i]), typename Op::shift{})) : Op::start();
        all = Op::add(all, own[j]);
      }
      __syncthreads();
      shared[threadIdx.x] = all;
      for (unsigned step = 1; step < blockDim.x; step *= 2) {
        __syncthreads();
        const total left = threadIdx.x >= step ? shared[threadIdx.x - step] : Op::start();
        __syncthreads();
        shared[threadIdx.x] = Op::add(left, shared[threadIdx.x]);
      }
      __syncthreads();
      total running = threadIdx.x > 0 ? Op::add(sum, shared[threadIdx.x - 1]) : sum;
      for (int j = 0; j < each; j++) {
        const cuts_size i = start + threadIdx.x * each + j;
        const total next = Op::add(running, own[j]);
        if (i < count) out[i] = Op::finish(exclusive ? running : next, 1.0);
        running = next;
      }
      sum = Op::add(sum, shared[blockDim.x - 1]);
    }
    return;
  }
#endif
  for (cuts_size i = 0; i < count; i++) {
    const total next = Op::add(sum, Op::widen(Op::map(cuts_load(in[i]), typename Op::shift{})));
    out[i] = Op::finish(exclusive ? sum : next, 1.0);
    sum = next;
  }
}
