// Unfolds image patches into columns for a convolution by matrix product, with stride, padding and dilation.
struct Convolution {
  int channels, height, width;
  int kernel, stride, padding, dilation;
  int out_height, out_width;
};

extern "C" __global__ void im2col(const float* image, float* columns, Convolution c) {
  const int out_area = c.out_height * c.out_width;
  const int total = c.channels * out_area;
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < total; index += blockDim.x * gridDim.x) {
    const int ox = index % c.out_width;
    const int oy = index / c.out_width % c.out_height;
    const int channel = index / out_area;
    float* column = columns + static_cast<size_t>(channel) * c.kernel * c.kernel * out_area + oy * c.out_width + ox;
    const float* plane = image + static_cast<size_t>(channel) * c.height * c.width;
    for (int ky = 0; ky < c.kernel; ++ky) {
      for (int kx = 0; kx < c.kernel; ++kx) {
        const int y = oy * c.stride - c.padding + ky * c.dilation;
        const int x = ox * c.stride - c.padding + kx * c.dilation;
        const bool inside = static_cast<unsigned>(y) < static_cast<unsigned>(c.height) &&
                            static_cast<unsigned>(x) < static_cast<unsigned>(c.width);
        *column = inside ? plane[y * c.width + x] : 0.0f;
        column += out_area;
      }
    }
  }
}
