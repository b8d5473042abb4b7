// Luma of packed 8-bit pixels in 8.8 fixed point, as codecs compute it.
extern "C" __global__ void rgba_to_gray(const uchar4* pixels, unsigned char* gray, int width, int height, int pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const uchar4 p = pixels[y * pitch + x];
  const unsigned int luma = 77u * p.x + 150u * p.y + 29u * p.z + 128u;
  gray[y * width + x] = static_cast<unsigned char>((luma >> 8) * p.w / 255u);
}
