// Root-mean-square normalisation with a residual added first (fused, in place), two columns per thread as float2.
extern "C" __global__ void fused_add_rms_norm(float2* residual, const float2* x, const float2* weight, float2* out,
                                              int pairs, float epsilon) {
  __shared__ float partial[32];
  const int row = blockIdx.x * pairs;

  float squares = 0.0f;
  for (int c = threadIdx.x; c < pairs; c += blockDim.x) {
    float2 r = residual[row + c];
    const float2 v = x[row + c];
    r.x += v.x;
    r.y += v.y;
    residual[row + c] = r;
    squares += r.x * r.x + r.y * r.y;
  }
  const unsigned int lane = threadIdx.x & 31u;
  for (int mask = 16; mask > 0; mask >>= 1) squares += __shfl_xor_sync(0xffffffffu, squares, mask);
  if (lane == 0) partial[threadIdx.x >> 5] = squares;
  __syncthreads();
  if (threadIdx.x < 32) {
    squares = lane < (blockDim.x + 31) / 32 ? partial[lane] : 0.0f;
    for (int mask = 16; mask > 0; mask >>= 1) squares += __shfl_xor_sync(0xffffffffu, squares, mask);
    if (lane == 0) partial[0] = rsqrtf(squares / (2 * pairs) + epsilon);
  }
  __syncthreads();

  const float scale = partial[0];
  for (int c = threadIdx.x; c < pairs; c += blockDim.x) {
    const float2 r = residual[row + c], w = weight[c];
    out[row + c] = make_float2(r.x * scale * w.x, r.y * scale * w.y);
  }
}
