// Morton codes: interleaves three 10-bit coordinates into 30 bits, and takes them apart again.
__device__ unsigned int spread(unsigned int v) {
  v = (v * 0x00010001u) & 0xff0000ffu;
  v = (v * 0x00000101u) & 0x0f00f00fu;
  v = (v * 0x00000011u) & 0xc30c30c3u;
  v = (v * 0x00000005u) & 0x49249249u;
  return v;
}

__device__ unsigned int gather(unsigned int v) {
  v &= 0x09249249u;
  v = (v ^ (v >> 2)) & 0x030c30c3u;
  v = (v ^ (v >> 4)) & 0x0300f00fu;
  v = (v ^ (v >> 8)) & 0xff0000ffu;
  return (v ^ (v >> 16)) & 0x000003ffu;
}

extern "C" __global__ void morton_encode(const float3* points, float3 low, float3 cell, unsigned int* codes, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float3 p = points[i];
  auto quantize = [](float v, float from, float size) {
    return static_cast<unsigned int>(fminf(fmaxf((v - from) / size, 0.0f), 1023.0f));
  };
  codes[i] = spread(quantize(p.x, low.x, cell.x)) << 2 | spread(quantize(p.y, low.y, cell.y)) << 1 |
             spread(quantize(p.z, low.z, cell.z));
}

extern "C" __global__ void morton_decode(const unsigned int* codes, ushort3* cells, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned int code = codes[i];
  cells[i] = make_ushort3(gather(code >> 2), gather(code >> 1), gather(code));
}
