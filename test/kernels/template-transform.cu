// Element-wise kernels as templates over types and functor types, in a namespace, instantiated by name expression.
#include <cstdint>

namespace elementwise {

template <typename T>
struct Clamp {
  T low, high;
  __device__ T operator()(T x) const { return x < low ? low : (x > high ? high : x); }
};

template <typename T>
struct Square {
  __device__ T operator()(T x) const { return x * x; }
};

template <typename In, typename Out>
struct Widen {
  __device__ Out operator()(In x) const { return static_cast<Out>(x) + static_cast<Out>(1); }
};

template <typename In, typename Out, typename Op, int ItemsPerThread>
__device__ void apply(const In* in, Out* out, int n, Op op) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * ItemsPerThread;
#pragma unroll
  for (int k = 0; k < ItemsPerThread; ++k) {
    if (base + k < n) out[base + k] = op(in[base + k]);
  }
}

template <typename T, int ItemsPerThread>
__global__ void square(const T* in, T* out, int n) {
  apply<T, T, Square<T>, ItemsPerThread>(in, out, n, Square<T>{});
}

template <typename T>
__global__ void clamp(const T* in, T* out, int n, T low, T high) {
  apply<T, T, Clamp<T>, 2>(in, out, n, Clamp<T>{low, high});
}

template <typename In, typename Out>
__global__ void widen(const In* in, Out* out, int n) {
  apply<In, Out, Widen<In, Out>, 1>(in, out, n, Widen<In, Out>{});
}

}  // namespace elementwise
