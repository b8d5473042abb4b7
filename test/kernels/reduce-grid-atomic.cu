// Whole-grid statistics by integer atomics alone: sum, minimum, maximum, and/or/xor of all elements.
struct Statistics {
  unsigned long long sum;
  int smallest;
  int largest;
  unsigned int all_bits;
  unsigned int any_bits;
  unsigned int parity;
  unsigned int count;
};

extern "C" __global__ void grid_statistics(const int* values, int n, Statistics* out) {
  const int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    int value = values[i];
    atomicAdd(&out->sum, static_cast<unsigned long long>(static_cast<long long>(value)));
    atomicMin(&out->smallest, value);
    atomicMax(&out->largest, value);
    atomicAnd(&out->all_bits, static_cast<unsigned int>(value));
    atomicOr(&out->any_bits, static_cast<unsigned int>(value));
    atomicXor(&out->parity, static_cast<unsigned int>(value));
    atomicSub(&out->count, 1u);
  }
}
