// Finds all occurrences of a pattern: the text tile and the pattern sit in shared memory, hits set bits in a mask, and
// the first hit is kept with atomicMin.
extern "C" __global__ void find_pattern(const char* text, int length, const char* pattern, int pattern_length,
                                        unsigned int* hits, int* first) {
  extern __shared__ char shared[];
  char* tile = shared;
  char* needle = shared + blockDim.x + pattern_length;
  const int begin = blockIdx.x * blockDim.x;
  for (int k = threadIdx.x; k < blockDim.x + pattern_length && begin + k < length; k += blockDim.x) tile[k] = text[begin + k];
  for (int k = threadIdx.x; k < pattern_length; k += blockDim.x) needle[k] = pattern[k];
  __syncthreads();

  const int i = begin + threadIdx.x;
  bool match = i + pattern_length <= length;
  for (int k = 0; match && k < pattern_length; ++k) match = tile[threadIdx.x + k] == needle[k];
  const unsigned int votes = __ballot_sync(0xffffffffu, match);
  if ((threadIdx.x & 31) == 0 && i < length) hits[i / 32] = votes;
  if (match) atomicMin(first, i);
}
