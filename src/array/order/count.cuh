// Counting by teams of threads: a block counts in its own shared memory, in several copies where few bins would be crowded,
// and adds what it has to the counts of all, which are 0 before.
#pragma once
#include "../kernels/prelude.cuh"

template <class Count> CUTS_INLINE void cuts_count_shared(unsigned long long* counts, unsigned* local, unsigned bins, unsigned copies, Count count) {
  for (unsigned i = threadIdx.x; i < bins * copies; i += blockDim.x) local[i] = 0;
  __syncthreads();
  count(local + threadIdx.x % copies);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    unsigned sum = 0;
    for (unsigned copy = 0; copy < copies; copy++) sum += local[bin * copies + copy];
    if (sum != 0) atomicAdd(counts + bin, (unsigned long long)sum);
  }
}

// Equal bins. A quotient may be on the wrong side of an edge only where it is near one; there the edges decide. `rounding` is how
// far an edge may be from where it should be, as a share of itself.
template <class T>
__global__ void __launch_bounds__(512) count_bins(unsigned long long* counts, const T* x, const double* edges, cuts_size n, cuts_size chunk, unsigned bins, unsigned copies, double rounding) {
  extern __shared__ unsigned local[];
  const double from = edges[0], to = edges[bins], scale = (double)bins / (to - from);
  const double near = fmax(fabs(from), fabs(to)) * rounding * scale + 1e-9 * (double)bins;
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  cuts_count_shared(counts, local, bins, copies, [&](unsigned* own) {
    const int each = 4;
    for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
      T read[each];
      #pragma unroll
      for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
      #pragma unroll
      for (int j = 0; j < each; j++) {
        const double value = (double)cuts_load(read[j]);
        if (i + j * blockDim.x >= end || !(value >= from && value <= to)) continue;
        const double place = (value - from) * scale;
        unsigned bin = place >= (double)bins ? bins - 1 : (unsigned)place;
        const double part = place - (double)bin;
        if (!(part >= near && part <= 1 - near)) {
          if (value < edges[bin] && bin > 0) bin--;
          else if (value >= edges[bin + 1] && bin != bins - 1) bin++;
        }
        atomicAdd(own + bin * copies, 1u);
      }
    }
  });
}
// Integers that are the numbers of their bins; what is in none counts for nothing.
template <class T>
__global__ void __launch_bounds__(512) count_numbers(unsigned long long* counts, const T* x, cuts_size n, cuts_size chunk, unsigned bins, unsigned copies) {
  extern __shared__ unsigned local[];
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  cuts_count_shared(counts, local, bins, copies, [&](unsigned* own) {
    const int each = 4;
    for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
      T read[each];
      #pragma unroll
      for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
      #pragma unroll
      for (int j = 0; j < each; j++) {
        const unsigned long long bin = (unsigned long long)(long long)read[j];
        if (i + j * blockDim.x < end && bin < bins) atomicAdd(own + bin * copies, 1u);
      }
    }
  });
}
// Numbers of bins that shared memory has no room for: all blocks count in the same counters.
template <class T>
__global__ void __launch_bounds__(512) count_far_numbers(unsigned long long* counts, const T* x, cuts_size n, cuts_size chunk, cuts_size bins) {
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  const int each = 8;
  for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
    T read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const unsigned long long bin = (unsigned long long)(long long)read[j];
      if (i + j * blockDim.x < end && bin < bins) atomicAdd(counts + bin, 1ull);
    }
  }
}
