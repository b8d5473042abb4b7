// Times the kernels of cost.cu and ranking.cu: `times cost N` or `times ranking N`. A line for each kernel: its name, the time
// of a launch by events, and by the clock of the host with the wait for its end; both in microseconds, medians of ROUNDS.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include "cost.cu"
#include "ranking.cu"

#define CHECK(call)                                             \
  if (cudaError_t status = (call); status != cudaSuccess) {     \
    fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status)); \
    exit(1);                                                    \
  }

using Kernel = void (*)(const float *, float *, int);
constexpr int ROUNDS = 15;
static float *x, *y;

static double median(std::vector<double> all) {
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  return all[all.size() / 2];
}

static void time(const char *name, Kernel kernel, int threads, int last) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<double> by_events, by_clock;
  for (int round = -2; round < ROUNDS; round++) {
    auto start = std::chrono::steady_clock::now();
    CHECK(cudaEventRecord(begin));
    kernel<<<threads / 256, 256>>>(x, y, last);
    CHECK(cudaEventRecord(end));
    CHECK(cudaDeviceSynchronize());
    std::chrono::duration<double, std::micro> clock = std::chrono::steady_clock::now() - start;
    float milliseconds = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
    if (round < 0) continue;
    by_events.push_back(milliseconds * 1e3);
    by_clock.push_back(clock.count());
  }
  printf("%s %.3f %.3f\n", name, median(by_events), median(by_clock));
  fflush(stdout);
}

int main(int, char **argv) {
  const int n = atoi(argv[2]), width = int(std::sqrt(double(n)));
  std::vector<float> host(n);
  for (int i = 0; i < n; i++) host[i] = i % 7;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMalloc(&y, n * sizeof(float)));
  CHECK(cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(y, 0, n * sizeof(float)));
#define COST(name) time(#name, name, n, n);
#define REDUCTION(name) time(#name, name, n, n);
#define TRANSPOSE(name) time(#name, name, n / 4, width);
  if (strcmp(argv[1], "cost") == 0) {
    COST(saxpy) COST(stencil) COST(transpose) COST(reduce) COST(histogram) COST(rows) COST(arithmetic)
  } else {
    REDUCTION(reduce_interleaved) REDUCTION(reduce_strided) REDUCTION(reduce_sequential) REDUCTION(reduce_shuffles)
    TRANSPOSE(transpose_naive) TRANSPOSE(transpose_tiled) TRANSPOSE(transpose_padded)
  }
  CHECK(cudaFree(x));
  CHECK(cudaFree(y));
  CHECK(cudaDeviceReset());
}
