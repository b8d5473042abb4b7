// Sparse matrix times vector: one thread a row, and one warp a row.
#include <cstdio>
#include <vector>

__global__ void scalar(int rows, const int* start, const int* column, const float* value, const float* x, float* y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = start[row]; i < start[row + 1]; i++) sum += value[i] * x[column[i]];
  y[row] = sum;
}
__global__ void vector(int rows, const int* start, const int* column, const float* value, const float* x, float* y) {
  int lane = threadIdx.x & 31, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  float sum = 0;
  if (row < rows)
    for (int i = start[row] + lane; i < start[row + 1]; i += 32) sum += value[i] * x[column[i]];
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (row < rows && lane == 0) y[row] = sum;
}

template <class T> T* upload(const std::vector<T>& h) {
  T* d;
  cudaMalloc(&d, h.size() * sizeof(T));
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}

int main() {
  const int rows = 500;
  std::vector<int> start = {0}, column;
  std::vector<float> value, x(rows), y1(rows), y2(rows);
  for (int r = 0; r < rows; r++) {
    x[r] = float(r % 5);
    for (int k = 0; k < 1 + r % 70; k++) {
      column.push_back((r * 13 + k * 29) % rows);
      value.push_back(float(k % 4) - 1);
    }
    start.push_back((int)column.size());
  }
  int *ds = upload(start), *dc = upload(column);
  float *dv = upload(value), *dx = upload(x), *dy = upload(y1);
  scalar<<<(rows + 127) / 128, 128>>>(rows, ds, dc, dv, dx, dy);
  cudaMemcpy(y1.data(), dy, rows * sizeof(float), cudaMemcpyDeviceToHost);
  vector<<<(rows * 32 + 127) / 128, 128>>>(rows, ds, dc, dv, dx, dy);
  cudaMemcpy(y2.data(), dy, rows * sizeof(float), cudaMemcpyDeviceToHost);
  float total = 0;
  for (float v : y1) total += v;
  printf("%d entries, sum %g, %s\n", (int)value.size(), total, y1 == y2 ? "both agree" : "they differ");
  for (int* one : {ds, dc}) cudaFree(one);
  for (float* one : {dv, dx, dy}) cudaFree(one);
  return 0;
}
