// Callbacks of cuFFT (cufftXt.h): functions of the program's device code that give each element that a transform reads and take each
// that it writes, with offsets in elements, for complex and real data, in place and out of place, in batches.
#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>

#define CHECK(call)                           \
  do {                                        \
    const int result = int(call);             \
    if (result != 0) {                        \
      printf("%s: %d\n", #call, result);      \
      return 1;                               \
    }                                         \
  } while (0)

struct Window {
  float scale;
  int length;
};

// Multiplies what is read by the position in its batch.
__device__ cufftComplex ramp(void* data, size_t offset, void* info, void*) {
  const Window* window = (const Window*)info;
  cufftComplex value = ((cufftComplex*)data)[offset];
  const float factor = window->scale * float(offset % window->length);
  return make_cuComplex(value.x * factor, value.y * factor);
}
__device__ cufftCallbackLoadC ramp_pointer = ramp;

// The input is of bytes: the callback is what makes real numbers of it.
__device__ cufftReal from_bytes(void* data, size_t offset, void*, void*) { return float(((unsigned char*)data)[offset]); }
__device__ cufftCallbackLoadR from_bytes_pointer = from_bytes;

// Keeps the squared magnitude only, and leaves the other half of the place as it is.
__device__ void power(void* data, size_t offset, cufftDoubleComplex element, void* info, void*) {
  ((double*)data)[offset] = (element.x * element.x + element.y * element.y) * *(const double*)info;
}
__device__ cufftCallbackStoreZ power_pointer = power;

__device__ void scaled(void* data, size_t offset, cufftReal element, void* info, void*) { ((float*)data)[offset] = element / *(const float*)info; }
__device__ cufftCallbackStoreR scaled_pointer = scaled;

template <class T> T* upload(const std::vector<T>& values) {
  T* memory;
  cudaMalloc((void**)&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}
template <class T> void show(const char* what, const T* memory, int count) {
  std::vector<T> values(count);
  cudaMemcpy(values.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost);
  printf("%s:", what);
  // Minus zero and tiny rests print as zero.
  for (T value : values) printf(" %.3f", fabs(value) < 5e-4 ? 0.0 : double(value));
  printf("\n");
}

int main() {
  // Two transforms of four numbers, in place: a load callback sees the offset from the start of all data.
  float* signal = (float*)upload<cufftComplex>({{1, 0}, {1, 0}, {1, 0}, {1, 0}, {0, 2}, {0, 2}, {0, 2}, {0, 2}});
  Window* window = upload<Window>({{0.5f, 4}});
  cufftHandle plan;
  CHECK(cufftPlan1d(&plan, 4, CUFFT_C2C, 2));
  cufftCallbackLoadC load;
  CHECK(cudaMemcpyFromSymbol(&load, ramp_pointer, sizeof load));
  printf("another type: %d\n", int(cufftXtSetCallback(plan, (void**)&load, CUFFT_CB_LD_REAL, (void**)&window)));
  CHECK(cufftXtSetCallback(plan, (void**)&load, CUFFT_CB_LD_COMPLEX, (void**)&window));
  CHECK(cufftExecC2C(plan, (cufftComplex*)signal, (cufftComplex*)signal, CUFFT_FORWARD));
  show("ramp", signal, 16);
  // Without it the plan is as before.
  CHECK(cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX));
  CHECK(cufftExecC2C(plan, (cufftComplex*)signal, (cufftComplex*)signal, CUFFT_INVERSE));
  show("back, times 4", signal, 16);
  CHECK(cufftDestroy(plan));

  // Bytes to complex numbers; back to reals that are scaled on their way out.
  unsigned char* bytes = upload<unsigned char>({10, 20, 30, 40, 50, 70});
  float* spectrum = upload<float>(std::vector<float>(8));
  float* restored = upload<float>(std::vector<float>(6));
  float* length = upload<float>({6});
  cufftHandle forward, inverse;
  CHECK(cufftPlan1d(&forward, 6, CUFFT_R2C, 1));
  CHECK(cufftPlan1d(&inverse, 6, CUFFT_C2R, 1));
  cufftCallbackLoadR load_bytes;
  cufftCallbackStoreR store_scaled;
  CHECK(cudaMemcpyFromSymbol(&load_bytes, from_bytes_pointer, sizeof load_bytes));
  CHECK(cudaMemcpyFromSymbol(&store_scaled, scaled_pointer, sizeof store_scaled));
  CHECK(cufftXtSetCallback(forward, (void**)&load_bytes, CUFFT_CB_LD_REAL, nullptr));
  CHECK(cufftXtSetCallback(inverse, (void**)&store_scaled, CUFFT_CB_ST_REAL, (void**)&length));
  CHECK(cufftExecR2C(forward, (float*)bytes, (cufftComplex*)spectrum));
  show("bytes", spectrum, 8);
  CHECK(cufftExecC2R(inverse, (cufftComplex*)spectrum, restored));
  show("and back", restored, 6);

  // A plane of doubles whose results are real: only the store callback knows.
  double* plane = upload<double>({1, 2, 3, 4, 5, 7});
  double* powers = upload<double>(std::vector<double>(4));
  double* tenth = upload<double>({0.1});
  cufftHandle square;
  CHECK(cufftPlan2d(&square, 2, 3, CUFFT_D2Z));
  cufftCallbackStoreZ store_power;
  CHECK(cudaMemcpyFromSymbol(&store_power, power_pointer, sizeof store_power));
  CHECK(cufftXtSetCallback(square, (void**)&store_power, CUFFT_CB_ST_COMPLEX_DOUBLE, (void**)&tenth));
  CHECK(cufftExecD2Z(square, plane, (cufftDoubleComplex*)powers));
  show("powers", powers, 4);

  for (cufftHandle handle : {forward, inverse, square}) CHECK(cufftDestroy(handle));
  for (void* memory : {(void*)signal, (void*)window, (void*)bytes, (void*)spectrum, (void*)restored, (void*)length, (void*)plane, (void*)powers, (void*)tenth})
    cudaFree(memory);
  return 0;
}
