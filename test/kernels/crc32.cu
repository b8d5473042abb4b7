// CRC-32 of records of different lengths: the table is built by one kernel into a __device__ array and used by the
// next, a thread per record.
__device__ unsigned int crc_table[256];

extern "C" __global__ void build_crc_table(unsigned int polynomial) {
  unsigned int entry = threadIdx.x;
  for (int bit = 0; bit < 8; ++bit) entry = entry & 1u ? (entry >> 1) ^ polynomial : entry >> 1;
  crc_table[threadIdx.x] = entry;
}

extern "C" __global__ void crc32(const unsigned char* data, const int* offsets, unsigned int* checksums, int count) {
  __shared__ unsigned int table[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) table[i] = crc_table[i];
  __syncthreads();

  const int record = blockIdx.x * blockDim.x + threadIdx.x;
  if (record >= count) return;
  unsigned int crc = 0xffffffffu;
  for (int i = offsets[record]; i < offsets[record + 1]; ++i) crc = table[(crc ^ data[i]) & 255u] ^ (crc >> 8);
  checksums[record] = ~crc;
}
