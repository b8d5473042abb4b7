// Bilinear resize of an interleaved RGB image with 8-bit channels, pixel centres at half integers, 1 thread per pixel.
extern "C" __global__ void resize_bilinear(const uchar3* in, int in_width, int in_height, uchar3* out, int out_width,
                                           int out_height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= out_width || y >= out_height) return;

  const float u = (x + 0.5f) * in_width / out_width - 0.5f;
  const float v = (y + 0.5f) * in_height / out_height - 0.5f;
  const int x0 = static_cast<int>(floorf(u)), y0 = static_cast<int>(floorf(v));
  const float fx = u - x0, fy = v - y0;
  const int xa = max(x0, 0), xb = min(x0 + 1, in_width - 1);
  const int ya = max(y0, 0), yb = min(y0 + 1, in_height - 1);

  const uchar3 p00 = in[ya * in_width + xa], p10 = in[ya * in_width + xb];
  const uchar3 p01 = in[yb * in_width + xa], p11 = in[yb * in_width + xb];
  auto mix = [fx, fy](float a, float b, float c, float d) {
    float top = a + fx * (b - a);
    float bottom = c + fx * (d - c);
    return static_cast<unsigned char>(__float2int_rn(top + fy * (bottom - top)));
  };
  out[y * out_width + x] = make_uchar3(mix(p00.x, p10.x, p01.x, p11.x), mix(p00.y, p10.y, p01.y, p11.y),
                                       mix(p00.z, p10.z, p01.z, p11.z));
}
