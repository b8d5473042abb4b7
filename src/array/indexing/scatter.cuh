// Adds values at places of an array, several of which may be the same.
#pragma once
#include "../kernels/prelude.cuh"

template <class T>
__global__ void scatter_add(T* out, const long long* places, const T* values, cuts_size n) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out + places[i], values[i]);
}
