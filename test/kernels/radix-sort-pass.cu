// One stable pass of a least-significant-digit radix sort: count digits per block, scan the counts in digit-major
// order, scatter. Eight passes of 4 bits sort 32-bit keys.
#define RADIX_BITS 4
#define RADIX (1 << RADIX_BITS)

__device__ __forceinline__ unsigned int digit_of(unsigned int key, int shift) { return (key >> shift) & (RADIX - 1); }

extern "C" __global__ void radix_count(const unsigned int* keys, int n, int shift, unsigned int* counts) {
  __shared__ unsigned int bins[RADIX];
  if (threadIdx.x < RADIX) bins[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[digit_of(keys[i], shift)], 1u);
  __syncthreads();
  if (threadIdx.x < RADIX) counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

// A single warp scans all counts, 32 at a time.
extern "C" __global__ void radix_scan(unsigned int* counts, int length) {
  unsigned int carry = 0;
  for (int begin = 0; begin < length; begin += 32) {
    int i = begin + threadIdx.x;
    unsigned int own = i < length ? counts[i] : 0;
    unsigned int sum = own;
    for (int offset = 1; offset < 32; offset <<= 1) {
      unsigned int below = __shfl_up_sync(0xffffffff, sum, offset);
      if (threadIdx.x >= offset) sum += below;
    }
    if (i < length) counts[i] = carry + sum - own;
    carry += __shfl_sync(0xffffffff, sum, 31);
  }
}

extern "C" __global__ void radix_scatter(const unsigned int* keys, const unsigned int* values, int n, int shift,
                                         const unsigned int* offsets, unsigned int* keys_out,
                                         unsigned int* values_out) {
  extern __shared__ unsigned char digits[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int key = i < n ? keys[i] : 0;
  unsigned int digit = digit_of(key, shift);
  digits[threadIdx.x] = i < n ? digit : RADIX;
  __syncthreads();
  if (i >= n) return;

  // The rank among equal digits of this block, in input order, is what makes the pass stable.
  unsigned int rank = 0;
  for (int t = 0; t < threadIdx.x; ++t) rank += digits[t] == digit;
  unsigned int target = offsets[digit * gridDim.x + blockIdx.x] + rank;
  keys_out[target] = key;
  values_out[target] = values[i];
}
