// A sieve of Eratosthenes over the odd numbers, packed in bits: each block sieves its segment in shared memory with
// atomicAnd and writes whole words.
extern "C" __global__ void sieve_segment(const int* primes, int prime_count, unsigned int* bits, int segment_words,
                                         int limit, int* count) {
  extern __shared__ unsigned int words[];
  __shared__ int found;
  const int first = blockIdx.x * segment_words * 32;  // the index of odd number 2 * index + 1
  for (int w = threadIdx.x; w < segment_words; w += blockDim.x) words[w] = 0xffffffffu;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();

  // A thread per small prime strikes out its odd multiples from p * p on.
  for (int k = threadIdx.x; k < prime_count; k += blockDim.x) {
    const int p = primes[k];
    int index = (p * p - 1) / 2;
    if (index < first) index += (first - index + p - 1) / p * p;
    for (; index < first + segment_words * 32; index += p) {
      const int local = index - first;
      atomicAnd(&words[local >> 5], ~(1u << (local & 31)));
    }
  }
  __syncthreads();

  for (int w = threadIdx.x; w < segment_words; w += blockDim.x) {
    unsigned int word = words[w];
    if (first == 0 && w == 0) word &= ~1u;  // 1 is no prime
    const int past = (limit - 1) / 2 - (first + w * 32) + 1;
    if (past < 32) word &= past <= 0 ? 0u : (1u << past) - 1u;
    bits[blockIdx.x * segment_words + w] = word;
    atomicAdd(&found, __popc(word));
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, found);
}
