// transform-reduce in the style of a standard library: templates over the element type and the two operations,
// given as functors or as lambdas made inside the kernel; one block per segment.
struct Plus {
  template <typename T>
  __device__ T operator()(T a, T b) const { return a + b; }
};

struct Maximum {
  template <typename T>
  __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};

template <typename T, int BlockSize, typename Transform, typename Reduce>
__device__ T block_transform_reduce(const T* data, int count, T identity, Transform transform, Reduce reduce) {
  __shared__ T partial[BlockSize];
  T mine = identity;
  for (int i = threadIdx.x; i < count; i += BlockSize) mine = reduce(mine, transform(data[i]));
  partial[threadIdx.x] = mine;
  __syncthreads();
#pragma unroll
  for (int half = BlockSize / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] = reduce(partial[threadIdx.x], partial[threadIdx.x + half]);
    __syncthreads();
  }
  T result = partial[0];
  __syncthreads();  // partial is used again by the next call
  return result;
}

template <typename T, int BlockSize>
__global__ void segment_statistics(const T* data, const int* offsets, T shift, T* sums, T* largest, T* shifted_square) {
  const int segment = blockIdx.x;
  const T* begin = data + offsets[segment];
  const int count = offsets[segment + 1] - offsets[segment];

  T sum = block_transform_reduce<T, BlockSize>(begin, count, T(0), [](T x) { return x; }, Plus());
  T top = block_transform_reduce<T, BlockSize>(begin, count, T(-1000000), [](T x) { return x < T(0) ? -x : x; }, Maximum());
  T square = block_transform_reduce<T, BlockSize>(
      begin, count, T(0), [shift](T x) { return (x - shift) * (x - shift); }, [](T a, T b) { return a + b; });

  if (threadIdx.x == 0) {
    sums[segment] = sum;
    largest[segment] = top;
    shifted_square[segment] = square;
  }
}
