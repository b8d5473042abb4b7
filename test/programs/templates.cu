// Kernels as templates: over types, sizes and operations, chosen on the host.
#include <cstdio>
#include <vector>

struct Add { template <class T> __host__ __device__ T operator()(T a, T b) const { return a + b; } };
struct Multiply { template <class T> __host__ __device__ T operator()(T a, T b) const { return a * b; } };
template <int N> struct Power {
  template <class T> __host__ __device__ T operator()(T a, T) const {
    T r = 1;
#pragma unroll
    for (int i = 0; i < N; i++) r *= a;
    return r;
  }
};

template <typename T, class Op> __global__ void apply(const T* a, const T* b, T* c, int n, Op op) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = op(a[i], b[i]);
}

template <typename T, class Op> void run(const char* name, const char* format, Op op) {
  const int n = 8;
  std::vector<T> a(n), b(n), c(n);
  for (int i = 0; i < n; i++) {
    a[i] = T(i);
    b[i] = T(2 * i + 1);
  }
  T *da, *db, *dc;
  cudaMalloc(&da, n * sizeof(T));
  cudaMalloc(&db, n * sizeof(T));
  cudaMalloc(&dc, n * sizeof(T));
  cudaMemcpy(da, a.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  apply<T, Op><<<2, 4>>>(da, db, dc, n, op);
  cudaMemcpy(c.data(), dc, n * sizeof(T), cudaMemcpyDeviceToHost);
  printf("%s:", name);
  for (T value : c) printf(format, value);
  printf("\n");
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}

int main() {
  run<int>("int add", " %d", Add());
  run<float>("float multiply", " %g", Multiply());
  run<double>("double power", " %g", Power<5>());
  run<long long>("long long power", " %lld", Power<20>());
  run<short>("short add", " %d", Add());
  return 0;
}
