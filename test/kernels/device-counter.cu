// Counts into __device__ variables, one plain, one an array, one 64 bits wide; a constant sets the threshold.
__device__ unsigned int matches;
__device__ int by_sign[3];
__device__ unsigned long long checksum = 0;
__constant__ int threshold;

extern "C" __global__ void count_values(const int* values, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int value = values[i];
    if (value > threshold) atomicAdd(&matches, 1u);
    atomicAdd(&by_sign[(value > 0) - (value < 0) + 1], 1);
    atomicAdd(&checksum, static_cast<unsigned long long>(value) * (i + 1));
  }
}
