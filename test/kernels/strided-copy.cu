// Gathers every stride-th element from an offset, with 64-bit indices and a negative stride allowed.
extern "C" __global__ void copy_strided(const int* in, long long offset, long long stride, int* out, size_t count) {
  const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    out[i] = in[offset + static_cast<long long>(i) * stride];
  }
}
