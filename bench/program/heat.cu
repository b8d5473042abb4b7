// What `npm run bench:program` compiles: an ordinary program of about a hundred lines, with the headers and calls that most
// CUDA programs have. Heat flows through a plate; the result is compared with the same steps on the host.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      std::cerr << __FILE__ << ":" << __LINE__ << ": " << cudaGetErrorString(status) << "\n"; \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

constexpr int tile = 16;

struct Plate {
  int width, height;
  float conductivity;
};

__global__ void step(Plate plate, const float* in, float* out) {
  __shared__ float cells[tile + 2][tile + 2];
  int x = blockIdx.x * tile + threadIdx.x;
  int y = blockIdx.y * tile + threadIdx.y;
  auto at = [&](int column, int row) {
    int c = min(max(column, 0), plate.width - 1);
    int r = min(max(row, 0), plate.height - 1);
    return in[r * plate.width + c];
  };
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  cells[ty][tx] = at(x, y);
  if (threadIdx.x == 0) cells[ty][0] = at(x - 1, y);
  if (threadIdx.x == tile - 1) cells[ty][tile + 1] = at(x + 1, y);
  if (threadIdx.y == 0) cells[0][tx] = at(x, y - 1);
  if (threadIdx.y == tile - 1) cells[tile + 1][tx] = at(x, y + 1);
  __syncthreads();
  if (x >= plate.width || y >= plate.height) return;
  float around = cells[ty][tx - 1] + cells[ty][tx + 1] + cells[ty - 1][tx] + cells[ty + 1][tx];
  out[y * plate.width + x] = cells[ty][tx] + plate.conductivity * (around - 4.0f * cells[ty][tx]);
}

void step_on_host(const Plate& plate, const std::vector<float>& in, std::vector<float>& out) {
  for (int y = 0; y < plate.height; ++y) {
    for (int x = 0; x < plate.width; ++x) {
      auto at = [&](int column, int row) {
        int c = std::min(std::max(column, 0), plate.width - 1);
        int r = std::min(std::max(row, 0), plate.height - 1);
        return in[r * plate.width + c];
      };
      float around = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
      out[y * plate.width + x] = at(x, y) + plate.conductivity * (around - 4.0f * at(x, y));
    }
  }
}

int main(int argc, char** argv) {
  std::cout << "heat" << std::endl;
  Plate plate{256, 256, 0.2f};
  int steps = argc > 1 ? std::stoi(argv[1]) : 20;
  std::vector<float> host(plate.width * plate.height, 20.0f), expected = host, next = host;
  for (int x = 100; x < 150; ++x) host[x * plate.width + x] = 400.0f;
  expected = host;

  size_t bytes = host.size() * sizeof(float);
  float *a, *b;
  CHECK(cudaMalloc(&a, bytes));
  CHECK(cudaMalloc(&b, bytes));
  CHECK(cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(tile, tile), grid((plate.width + tile - 1) / tile, (plate.height + tile - 1) / tile);
  auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) {
    step<<<grid, block>>>(plate, a, b);
    CHECK(cudaGetLastError());
    std::swap(a, b);
  }
  CHECK(cudaDeviceSynchronize());
  double milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  CHECK(cudaMemcpy(host.data(), a, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));

  float worst = 0.0f;
  for (int i = 0; i < steps; ++i) {
    step_on_host(plate, expected, next);
    std::swap(expected, next);
  }
  for (size_t i = 0; i < host.size(); ++i) worst = std::max(worst, std::fabs(host[i] - expected[i]));
  std::printf("%d steps in %.2f ms, largest difference %g\n", steps, milliseconds, worst);
  return worst < 1e-2f ? 0 : 1;
}
