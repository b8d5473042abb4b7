// One round of Lloyd's k-means: assign every point to its nearest centroid (centroids in shared memory), sum per
// cluster with shared atomics, then divide. Points are stored as one array per dimension.
#define DIMENSIONS 3

extern "C" __global__ void kmeans_assign(const float* points, int n, const float* centroids, int k, int* labels,
                                         float* sums, int* counts) {
  extern __shared__ float shared[];
  float* centre = shared;                               // k x DIMENSIONS
  float* local_sum = centre + k * DIMENSIONS;           // k x DIMENSIONS
  int* local_count = reinterpret_cast<int*>(local_sum + k * DIMENSIONS);
  for (int i = threadIdx.x; i < k * DIMENSIONS; i += blockDim.x) {
    centre[i] = centroids[i];
    local_sum[i] = 0.0f;
  }
  for (int i = threadIdx.x; i < k; i += blockDim.x) local_count[i] = 0;
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float p[DIMENSIONS];
#pragma unroll
    for (int d = 0; d < DIMENSIONS; ++d) p[d] = points[d * n + i];
    int best = 0;
    float best_distance = 3.402823466e+38f;
    for (int c = 0; c < k; ++c) {
      float distance = 0.0f;
#pragma unroll
      for (int d = 0; d < DIMENSIONS; ++d) {
        const float delta = p[d] - centre[c * DIMENSIONS + d];
        distance += delta * delta;
      }
      if (distance < best_distance) {
        best_distance = distance;
        best = c;
      }
    }
    labels[i] = best;
#pragma unroll
    for (int d = 0; d < DIMENSIONS; ++d) atomicAdd(&local_sum[best * DIMENSIONS + d], p[d]);
    atomicAdd(&local_count[best], 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < k * DIMENSIONS; i += blockDim.x) atomicAdd(&sums[i], local_sum[i]);
  for (int i = threadIdx.x; i < k; i += blockDim.x) atomicAdd(&counts[i], local_count[i]);
}

extern "C" __global__ void kmeans_update(float* centroids, const float* sums, const int* counts, int k) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  const int d = threadIdx.y;
  // An empty cluster stays where it is.
  if (c < k && counts[c] > 0) centroids[c * DIMENSIONS + d] = sums[c * DIMENSIONS + d] / counts[c];
}
