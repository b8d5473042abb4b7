// Lanes of a warp that hand each other values through plain shared memory, without __syncwarp: code that is right where the lanes of a
// warp run in lockstep, and where the compiler leaves every access in its place.
#include <cstdio>

const int THREADS = 128, WARP = 32;

// Columns are stored and rows are loaded.
__global__ void transpose_in_warp(const int* in, int* out) {
  __shared__ int tile[4][8][9];
  int t = threadIdx.x, warp = t / WARP, lane = t % WARP, row = lane / 8, column = lane % 8;
  for (int r = row; r < 8; r += 4) tile[warp][r][column] = in[warp * 64 + r * 8 + column];
  for (int r = row; r < 8; r += 4) out[warp * 64 + r * 8 + column] = tile[warp][column][r];
}

// Each lane sums what the others have left, row by row, and then column by column in place of the rows.
__global__ void rows_and_columns(const int* in, int* out, int n) {
  __shared__ int tile[8 * 33];
  int t = threadIdx.x, at = t % 8, first = t - at;
  if (t >= n) return;
  int* column = tile + t;
  int* row = tile + at * 33 + first;
  int own[8];
  for (int i = 0; i < 8; i++) column[i * 33] = in[i * WARP + t];
  for (int i = 0; i < 8; i++) own[i] = row[i];
  for (int i = 1; i < 8; i++) own[i] += own[i - 1];
  for (int i = 0; i < 8; i++) row[i] = own[i];
  for (int i = 0; i < 8; i++) own[i] = column[i * 33];
  for (int i = 1; i < 8; i++) own[i] += own[i - 1];
  for (int i = 0; i < 8; i++) out[i * WARP + t] = own[i];
}

__global__ void reverse(const int* in, int* out) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, lane = t % WARP;
  s[t] = in[t];
  s[t] = s[t - lane + WARP - 1 - lane];
  out[t] = s[t];
}

// A distance that is known when it runs: the compiler cannot take two elements for different ones.
__global__ void halving_sum(const int* in, int* out, int width) {
  __shared__ int s[THREADS + WARP];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < WARP) s[THREADS + t] = 0;
  __syncthreads();
  if (t < WARP) {
    s[t] += s[t + 32] + s[t + 64] + s[t + 96];
    for (int d = width; d > 0; d /= 2)
      if (t < d) s[t] += s[t + d];
  }
  if (t == 0) out[0] = s[0];
}

// Lanes with odd values write side by side, at places that a vote gives them, and lanes read what has come to their own place.
__global__ void compact(const int* in, int* out) {
  __shared__ int s[THREADS];
  int t = threadIdx.x, lane = t % WARP, value = in[t];
  s[t] = -1;
  unsigned odd = __ballot_sync(0xffffffffu, value % 2 != 0);
  if (value % 2 != 0) s[t - lane + __popc(odd & ((1u << lane) - 1))] = value;
  out[t] = s[t];
}

// The votes of lanes, counted in one word.
__global__ void count_in_warp(const int* in, int* out) {
  __shared__ int count[THREADS / WARP];
  int t = threadIdx.x, warp = t / WARP;
  if (t % WARP == 0) count[warp] = 100;
  atomicAdd(&count[warp], in[t] % 3);
  out[t] = count[warp];
}

static void show(const char* what, const int* data, int count) {
  cudaDeviceSynchronize();
  printf("%s:", what);
  for (int i = 0; i < count; i++) printf(" %d", data[i]);
  printf("\n");
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; i++) in[i] = (i * 37 + 11) % 101;

  transpose_in_warp<<<1, THREADS>>>(in, out);
  show("transpose", out, 256);
  rows_and_columns<<<1, WARP>>>(in, out, WARP);
  show("sums", out, 256);
  reverse<<<1, THREADS>>>(in, out);
  show("reverse", out, THREADS);
  halving_sum<<<1, THREADS>>>(in, out, 16);
  show("sum", out, 1);
  compact<<<1, THREADS>>>(in, out);
  show("compact", out, THREADS);
  count_in_warp<<<1, THREADS>>>(in, out);
  show("count", out, THREADS);
  cudaFree(in);
  cudaFree(out);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
