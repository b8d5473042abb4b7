// An open-addressing hash table in global memory: insertion by compare-and-swap on the key with linear probing, equal
// keys add their values; then lookups, of which some miss.
#define EMPTY 0xffffffffu

__device__ unsigned int hash(unsigned int key) {  // the finaliser of MurmurHash3
  key ^= key >> 16;
  key *= 0x85ebca6bu;
  key ^= key >> 13;
  key *= 0xc2b2ae35u;
  key ^= key >> 16;
  return key;
}

extern "C" __global__ void insert_all(const unsigned int* keys, const int* values, int n, unsigned int* table_keys,
                                      int* table_values, unsigned int mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned int key = keys[i];
  for (unsigned int slot = hash(key) & mask;; slot = (slot + 1) & mask) {
    const unsigned int previous = atomicCAS(&table_keys[slot], EMPTY, key);
    if (previous == EMPTY || previous == key) {
      atomicAdd(&table_values[slot], values[i]);
      return;
    }
  }
}

extern "C" __global__ void look_up(const unsigned int* keys, int* found, int n, const unsigned int* table_keys,
                                   const int* table_values, unsigned int mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = -1;
  for (unsigned int slot = hash(keys[i]) & mask; table_keys[slot] != EMPTY; slot = (slot + 1) & mask) {
    if (table_keys[slot] == keys[i]) {
      value = table_values[slot];
      break;
    }
  }
  found[i] = value;
}
