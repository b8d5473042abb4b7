// Batch normalisation over (N, C, H, W) for training: one block gathers a channel's statistics and moves the running
// averages, a second kernel applies them.
extern "C" __global__ void batch_norm_statistics(const float* x, int batch, int channels, int area, float momentum,
                                                 float* mean, float* variance, float* running_mean,
                                                 float* running_variance) {
  extern __shared__ float sums[];
  float* squares = sums + blockDim.x;
  const int channel = blockIdx.x;
  const int count = batch * area;

  float sum = 0.0f, square = 0.0f;
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    const float v = x[(i / area * channels + channel) * area + i % area];
    sum += v;
    square += v * v;
  }
  sums[threadIdx.x] = sum;
  squares[threadIdx.x] = square;
  __syncthreads();
  for (int half = blockDim.x >> 1; half > 0; half >>= 1) {
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
      squares[threadIdx.x] += squares[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const float m = sums[0] / count;
    const float v = fmaxf(squares[0] / count - m * m, 0.0f);
    mean[channel] = m;
    variance[channel] = v;
    running_mean[channel] = (1.0f - momentum) * running_mean[channel] + momentum * m;
    running_variance[channel] = (1.0f - momentum) * running_variance[channel] + momentum * v * count / (count - 1);
  }
}

// x covers the area, y the channels, z the batch.
extern "C" __global__ void batch_norm_apply(const float* x, float* y, int channels, int area, const float* mean,
                                            const float* variance, const float* gamma, const float* beta,
                                            float epsilon) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  const int c = blockIdx.y * blockDim.y + threadIdx.y;
  if (p >= area || c >= channels) return;
  const int i = (blockIdx.z * channels + c) * area + p;
  y[i] = (x[i] - mean[c]) * rsqrtf(variance[c] + epsilon) * gamma[c] + beta[c];
}
