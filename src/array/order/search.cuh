// How many elements of a sorted vector are before each value: less than it, or not greater. Elements are compared by their keys:
// NaN are after all others, zeros of both signs are equal.
#pragma once
#include "keys.cuh"

template <class V, class K>
__global__ void search(long long* out, const V* sorted, const V* values, cuts_size n, cuts_size count, int isRight) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const K value = cuts_key_of(values[i], 2);
  cuts_size low = 0, size = n;
  while (size > 0) {
    const cuts_size half = size / 2, middle = low + half;
    const K key = cuts_key_of(sorted[middle], 2);
    const bool isBefore = isRight ? key <= value : key < value;
    low = isBefore ? middle + 1 : low;
    size = isBefore ? size - half - 1 : half;
  }
  out[i] = (long long)low;
}
