// Embedding lookup and its gradient: gather rows of a table, scatter-add rows back with float atomics.
extern "C" __global__ void embedding_gather(const float* table, const int* tokens, float* out, int dim, int vocabulary) {
  const int token = tokens[blockIdx.x];
  for (int d = threadIdx.x; d < dim; d += blockDim.x) {
    out[blockIdx.x * dim + d] = token >= 0 && token < vocabulary ? table[token * dim + d] : 0.0f;
  }
}

extern "C" __global__ void embedding_scatter_add(float* table_gradient, const int* tokens, const float* gradient,
                                                 int dim, int count, int vocabulary) {
  const int d = blockIdx.x * blockDim.x + threadIdx.x;
  const int position = blockIdx.y * blockDim.y + threadIdx.y;
  if (d >= dim || position >= count) return;
  const int token = tokens[position];
  if (token < 0 || token >= vocabulary) return;
  atomicAdd(&table_gradient[token * dim + d], gradient[position * dim + d]);
}
