// Long functions that call each other from many places: inlined, a kernel would have 200,000 lines of IR. One of them uses the
// coordinates of its thread and shared memory, one the address of a variable of its caller.
#include <cstdio>

struct Words {
  unsigned v[8];
};

#define QUARTER(a, b, c, d, key)                                                                                       \
  w.v[a] += w.v[b] ^ (key);                                                                                            \
  w.v[d] = (w.v[d] ^ w.v[a]) << 16 | (w.v[d] ^ w.v[a]) >> 16;                                                          \
  w.v[c] += w.v[d] * 5u;                                                                                               \
  w.v[b] = (w.v[b] ^ w.v[c]) << 12 | (w.v[b] ^ w.v[c]) >> 20;

#define ROUND(key)                                                                                                     \
  QUARTER(0, 1, 2, 3, key)                                                                                             \
  QUARTER(4, 5, 6, 7, key)                                                                                             \
  QUARTER(0, 5, 2, 7, (key) + 1)                                                                                       \
  QUARTER(4, 1, 6, 3, (key) + 2)

__host__ __device__ void mix(Words& w, unsigned key) { ROUND(key) }

__host__ __device__ void mix4(Words& w, unsigned key) {
  mix(w, key);
  mix(w, key * 3);
  if (w.v[0] & 1) mix(w, key + 7);
  mix(w, w.v[1]);
}

__host__ __device__ void mix16(Words& w, unsigned key) {
  mix4(w, key);
  mix4(w, key + w.v[2]);
  mix4(w, key ^ w.v[3]);
  mix4(w, ~key);
}

__host__ __device__ void mix64(Words& w, unsigned key) {
  mix16(w, key);
  mix16(w, key + 1);
  mix16(w, key + 2);
  mix16(w, key + 3);
}

__host__ __device__ void mix256(Words& w, unsigned key) {
  mix64(w, key);
  mix64(w, key + 5);
  mix64(w, key + 6);
  mix64(w, key + 7);
}

__host__ __device__ Words first(unsigned i) {
  Words w;
  for (int k = 0; k < 8; k++) w.v[k] = i * 2654435761u + k;
  return w;
}

__host__ __device__ unsigned digest(const Words& w) {
  unsigned sum = 0;
  for (int k = 0; k < 8; k++) sum = sum * 31 + w.v[k];
  return sum;
}

__global__ void digests(unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Words w = first(i);
  mix256(w, i);
  mix256(w, i + 1);
  out[i] = digest(w);
}

extern __shared__ unsigned table[];

__device__ void mixOfThread(Words& w) { ROUND(table[threadIdx.x] + blockIdx.x) }

__device__ void mixOfThread8(Words& w) {
  mixOfThread(w), mixOfThread(w), mixOfThread(w), mixOfThread(w);
  mixOfThread(w), mixOfThread(w), mixOfThread(w), mixOfThread(w);
}

__device__ void mixOfThread64(Words& w) {
  mixOfThread8(w), mixOfThread8(w), mixOfThread8(w), mixOfThread8(w);
  mixOfThread8(w), mixOfThread8(w), mixOfThread8(w), mixOfThread8(w);
}

__global__ void digestsOfBlocks(unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Words w = first(i);
  table[threadIdx.x] = threadIdx.x * 17;
  __syncthreads();
  mixOfThread64(w);
  mixOfThread64(w);
  mixOfThread64(w);
  __syncthreads();
  table[threadIdx.x] = w.v[0];
  __syncthreads();
  unsigned left = table[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  table[threadIdx.x] = left;
  __syncthreads();
  mixOfThread64(w);
  out[i] = digest(w);
}

static void mixOnHost(Words& w, unsigned key, unsigned block, int times) {
  for (int k = 0; k < times; k++) {
    ROUND(key + block)
  }
}

int main() {
  const int n = 1000, blocks = 5, threads = 96;
  unsigned* out;
  cudaMallocManaged(&out, n * sizeof *out);
  digests<<<(n + 127) / 128, 128>>>(out, n);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; i++) {
    Words w = first(i);
    mix256(w, i);
    mix256(w, i + 1);
    wrong += out[i] != digest(w);
  }
  printf("%d digests, %d wrong, the last is %08x\n", n, wrong, out[n - 1]);

  digestsOfBlocks<<<blocks, threads, threads * sizeof(unsigned)>>>(out);
  cudaDeviceSynchronize();
  wrong = 0;
  for (int b = 0; b < blocks; b++) {
    Words w[threads];
    for (int t = 0; t < threads; t++) {
      w[t] = first(b * threads + t);
      mixOnHost(w[t], t * 17, b, 192);
    }
    for (int t = 0; t < threads; t++) {
      Words last = w[t];
      mixOnHost(last, w[(t + 1) % threads].v[0], b, 64);
      wrong += out[b * threads + t] != digest(last);
    }
  }
  printf("%d digests of blocks, %d wrong, the last is %08x\n", blocks * threads, wrong, out[blocks * threads - 1]);
  return wrong;
}
