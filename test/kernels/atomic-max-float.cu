// Atomic maximum and minimum of floats, which CUDA lacks: once by a compare-and-swap loop, once by ordering the bits.
__device__ float atomic_max_cas(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int old = *bits, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS(bits, assumed, __float_as_int(value));
  } while (assumed != old);
  return __int_as_float(old);
}

__device__ void atomic_min_bits(float* address, float value) {
  // Positive floats order like ints, negative ones like unsigned ints in reverse.
  if (!signbit(value)) atomicMin(reinterpret_cast<int*>(address), __float_as_int(value));
  else atomicMax(reinterpret_cast<unsigned int*>(address), __float_as_uint(value));
}

__device__ double atomic_add_cas(double* address, double value) {
  unsigned long long* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

extern "C" __global__ void float_extremes(const float* values, int n, int groups, float* largest, float* smallest,
                                          double* sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int group = i % groups;
  atomic_max_cas(&largest[group], values[i]);
  atomic_min_bits(&smallest[group], values[i]);
  atomic_add_cas(&sums[group], static_cast<double>(values[i]));
}
