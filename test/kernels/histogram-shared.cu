// A histogram of floats over equal bins: counted in shared memory, merged into global memory at the end.
extern "C" __global__ void histogram_shared(const float* values, int n, float low, float width, int bin_count,
                                            unsigned int* bins) {
  extern __shared__ unsigned int local_bins[];
  for (int b = threadIdx.x; b < bin_count; b += blockDim.x) local_bins[b] = 0;
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int bin = __float2int_rd((values[i] - low) / width);
    if (bin >= 0 && bin < bin_count) atomicAdd(&local_bins[bin], 1u);
  }
  __syncthreads();

  for (int b = threadIdx.x; b < bin_count; b += blockDim.x) {
    if (local_bins[b] != 0) atomicAdd(&bins[b], local_bins[b]);
  }
}
