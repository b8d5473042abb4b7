// What CUB has beside its algorithms: types, checks, the allocator.
#include <cstdio>
#include <cub/util_allocator.cuh>
#include <cub/util_debug.cuh>
#include <cub/util_macro.cuh>
#include <cub/util_type.cuh>

template <class T>
__global__ void order(const T* values, unsigned long long* bits, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  typedef typename cub::Traits<T>::UnsignedBits Bits;
  Bits in = cub::Traits<T>::TwiddleIn(reinterpret_cast<const Bits&>(values[i]));
  Bits out = cub::Traits<T>::TwiddleOut(in);
  bits[i] = in;
  if (out != reinterpret_cast<const Bits&>(values[i])) bits[i] = 1234567;
}

template <class T>
void show(const T (&values)[4]) {
  cub::CachingDeviceAllocator allocator(true);
  T* device;
  unsigned long long* bits;
  CubDebugExit(allocator.DeviceAllocate((void**)&device, sizeof(values)));
  CubDebugExit(cudaMallocManaged(&bits, 4 * sizeof(*bits)));
  CubDebugExit(cudaMemcpy(device, values, sizeof(values), cudaMemcpyHostToDevice));
  order<<<1, 32>>>(device, bits, 4);
  CubDebugExit(cudaDeviceSynchronize());
  for (int i = 0; i < 4; ++i) printf("%llx%s", bits[i], i < 3 ? " " : "\n");
  CubDebugExit(allocator.DeviceFree(device));
  CubDebugExit(cudaFree(bits));
}

int main() {
  show<int>({-5, -1, 0, 7});
  show<unsigned>({0, 1, 2, 4000000000u});
  show<float>({-2.5f, -0.0f, 0.0f, 3.25f});
  show<double>({-1e300, -1.0, 0.0, 2.0});
  show<signed char>({-128, -1, 0, 127});
  printf("%d %d\n", (int)cub::Log2<100>::VALUE, (int)cub::PowerOfTwo<64>::VALUE);
  printf("%d\n", (int)CubDebug(cudaSuccess));
}
