// The variance of rows in one pass over them, on a GPU: a thread adds up distances, and their squares, from the mean of the
// first elements it has read; such moments of threads and of blocks become those of a row without losing digits.
#pragma once
#include "reduce.cuh"

// `squares` are of the distances from the mean.
struct cuts_moments { double count, mean, squares; };

// Those of n elements side by side, or of this thread's share of them.
template <class S> CUTS_INLINE cuts_moments cuts_span_moments(const S* p, cuts_size n) {
  typedef cuts_reads<S> pack;
  const int width = pack::count, most = 4 * width;
  const bool isWhole = ((unsigned long long)p & 15) == 0 && n % width == 0;
  S middle = S{};
  double away = 0, squares = 0;
  cuts_size count = 0;
  for (cuts_size first = 0; first < n; first += most * blockDim.x) {
    S x[most];
    int there = 0;
    if (isWhole) {
      _Pragma("unroll") for (int k = 0; k < 4; k++) {
        const cuts_size at = first + (k * blockDim.x + threadIdx.x) * width;
        pack read = {};
        if (at < n) { read = *(const pack*)(p + at); there += width; }
        _Pragma("unroll") for (int j = 0; j < width; j++) x[k * width + j] = read.v[j];
      }
    } else {
      _Pragma("unroll") for (int k = 0; k < most; k++) {
        const cuts_size at = first + k * blockDim.x + threadIdx.x;
        x[k] = S{};
        if (at < n) { x[k] = p[at]; there++; }
      }
    }
    if (there == 0) break;
    if (count == 0) {
      S sums[4] = {};
      _Pragma("unroll") for (int k = 0; k < most; k++) sums[k % 4] += x[k];
      middle = ((sums[0] + sums[1]) + (sums[2] + sums[3])) / (S)there;
    }
    S near[4] = {}, far[4] = {};
    _Pragma("unroll") for (int k = 0; k < most; k++) {
      const S distance = k < there ? x[k] - middle : S{};
      near[k % 4] += distance;
      far[k % 4] += distance * distance;
    }
    count += there;
    away += (near[0] + near[1]) + (near[2] + near[3]);
    squares += (far[0] + far[1]) + (far[2] + far[3]);
  }
  const double rest = count == 0 ? 0 : away / count, about = squares - away * rest;
  // Rounding may leave less than nothing of elements that are all the same.
  return cuts_moments{(double)count, middle + rest, about < 0 ? 0 : about};
}
// Those of all threads along the x axis of a block.
CUTS_INLINE cuts_moments cuts_block_moments(cuts_moments own) {
  typedef cuts_by_sum<double, double, double, double> added;
  const double count = cuts_block_total<added>(own.count);
  // A thread without elements has no mean; one of nothing but infinities none that is a number.
  const double mean = cuts_block_total<added>(own.count > 0 ? own.count * own.mean : 0) / count;
  const double apart = own.mean - mean;
  return cuts_moments{count, mean, cuts_block_total<added>(own.count > 0 ? own.squares + own.count * apart * apart : 0)};
}

// As reduce_rows; a part has three doubles.
template <class S>
__global__ void CUTS_TEAM variance_rows(S* out, double* parts, const S* in, unsigned* done,
    cuts_size n, cuts_size chunk, cuts_size rows, double divisor) {
  cuts_moments* const found = (cuts_moments*)parts;
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y, from = blockIdx.y * chunk;
  cuts_moments own = {0, 0, 0};
  if (row < rows) own = cuts_span_moments(in + row * n + from, n - from < chunk ? n - from : chunk);
  own = cuts_block_moments(own);
  const bool isOwn = row < rows && threadIdx.x == 0;
  if (isOwn) {
    if (gridDim.y == 1) out[row] = (S)(own.squares / divisor);
    else found[row * gridDim.y + blockIdx.y] = own;
  }
  if (gridDim.y == 1 || !cuts_is_last(done + blockIdx.x)) return;
  // Of a thread's parts those after the first are taken in as they come.
  own = cuts_moments{0, 0, 0};
  if (row < rows)
    for (unsigned k = threadIdx.x; k < gridDim.y; k += blockDim.x) {
      const cuts_moments next = cuts_written(found + row * gridDim.y + k);
      const double share = next.count / (own.count + next.count), apart = next.mean - own.mean;
      own = own.count == 0 ? next
                           : cuts_moments{own.count + next.count, own.mean + apart * share, own.squares + next.squares + apart * apart * own.count * share};
    }
  own = cuts_block_moments(own);
  if (isOwn) out[row] = (S)(own.squares / divisor);
}
