// nvstd::function in device code and on the host: functions, objects small and large, lambdas, copies and nothing at all.
#include <nvfunctional>
#include <stdio.h>

using Function = nvstd::function<int(int)>;

__device__ int one_more(int x) { return x + 1; }
struct Times {
  int factor;
  __host__ __device__ int operator()(int x) const { return x * factor; }
};
struct Large {
  int table[32];
  __host__ __device__ int operator()(int x) const { return table[x]; }
};

__device__ int twice(const Function& f, int x) { return f(f(x)); }

__global__ void wrapped(int* out, int n) {
  Function f = one_more;
  out[0] = twice(f, n);
  f = Times{3};
  out[1] = twice(f, n);
  Function copy = f;
  f = [=](int x) { return x - n; };
  out[2] = f(10) * 100 + copy(10);
  Large large{};
  large.table[4] = 44;
  f = large;
  copy = f;
  out[3] = copy(4);
  Function nothing;
  out[4] = (nothing == nullptr) + 2 * (f != nullptr) + 4 * bool(nothing);
  nothing.swap(f);
  out[5] = nothing(4) + (f == nullptr);
  nothing = nullptr;
  out[6] = !nothing;
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64);
  wrapped<<<1, 1>>>(out, 4);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 7; i++) printf("%d ", out[i]);
  printf("\n");
  int offset = 5;
  Function host = [=](int x) { return x + offset; };
  Function other = host;
  host = Times{2};
  printf("%d %d\n", host(10), other(10));
  cudaFree(out);
  return 0;
}
