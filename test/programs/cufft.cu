// cuFFT: transforms of lengths that are and are not powers of two, two and three dimensions, real data in place and out of place,
// batches, strides. Rounded to what float and double hold surely.
#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include <cufft.h>

#define CHECK(call)                                                          \
  do {                                                                       \
    cufftResult result = (call);                                             \
    if (result != CUFFT_SUCCESS) {                                           \
      printf("%s: %d\n", #call, (int)result);                                \
      return 1;                                                              \
    }                                                                        \
  } while (0)

typedef std::vector<double> Numbers;
// All that was allocated, to be freed at the end.
std::vector<void*> allocated;
template <class T> T* upload(const std::vector<T>& h) {
  T* d;
  cudaMalloc((void**)&d, h.size() * sizeof(T) + 256);
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  allocated.push_back(d);
  return d;
}
template <class T> std::vector<T> download(const T* d, size_t n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
// The definition, for one line of complex numbers.
std::vector<cufftDoubleComplex> slow(const std::vector<cufftDoubleComplex>& x, int sign) {
  std::vector<cufftDoubleComplex> y(x.size());
  for (size_t k = 0; k < x.size(); k++) {
    y[k].x = y[k].y = 0;
    for (size_t j = 0; j < x.size(); j++) {
      double angle = sign * 2 * M_PI * (double)(j * k % x.size()) / (double)x.size();
      y[k].x += x[j].x * cos(angle) - x[j].y * sin(angle);
      y[k].y += x[j].x * sin(angle) + x[j].y * cos(angle);
    }
  }
  return y;
}
// No "-0".
double clean(double x) { return fabs(x) < 0.00005 ? 0 : x; }
template <class T> void show(const char* name, const T* d, int n) {
  std::vector<T> h = download(d, n);
  printf("%s:", name);
  for (T z : h) printf(" %.3f%+.3fi", clean(z.x), clean(z.y));
  printf("\n");
}
template <class T> void show_real(const char* name, const T* d, int n) {
  std::vector<T> h = download(d, n);
  printf("%s:", name);
  for (T x : h) printf(" %.3f", clean(x));
  printf("\n");
}

int main() {
  // Against the definition, batches of three, in place.
  for (int n : {1, 2, 8, 12, 15, 17, 97, 256, 1000}) {
    const int batch = 3;
    std::vector<cufftDoubleComplex> h(n * batch);
    for (int i = 0; i < n * batch; i++) h[i].x = (i * 37 % 101) - 50, h[i].y = (i * 53 % 89) - 44;
    cufftDoubleComplex* d = upload(h);
    cufftHandle plan;
    CHECK(cufftPlan1d(&plan, n, CUFFT_Z2Z, batch));
    CHECK(cufftExecZ2Z(plan, d, d, CUFFT_FORWARD));
    cudaDeviceSynchronize();
    std::vector<cufftDoubleComplex> forward = download(d, h.size());
    CHECK(cufftExecZ2Z(plan, d, d, CUFFT_INVERSE));
    cudaDeviceSynchronize();
    std::vector<cufftDoubleComplex> back = download(d, h.size());
    double worst = 0, returned = 0;
    for (int b = 0; b < batch; b++) {
      std::vector<cufftDoubleComplex> want = slow(std::vector<cufftDoubleComplex>(h.begin() + b * n, h.begin() + (b + 1) * n), -1);
      for (int i = 0; i < n; i++) {
        worst = fmax(worst, hypot(want[i].x - forward[b * n + i].x, want[i].y - forward[b * n + i].y));
        returned = fmax(returned, hypot(h[b * n + i].x - back[b * n + i].x / n, h[b * n + i].y - back[b * n + i].y / n));
      }
    }
    printf("%d: %s, %s\n", n, worst < 1e-8 * n ? "right" : "wrong", returned < 1e-10 ? "and back" : "not back");
    CHECK(cufftDestroy(plan));
  }

  // Real, out of place and in place: 6 numbers, 4 complex results.
  float* r = upload<float>({1, 2, 3, 4, 5, 7});
  cufftComplex* c = upload(std::vector<cufftComplex>(4));
  cufftHandle forward, inverse;
  CHECK(cufftPlan1d(&forward, 6, CUFFT_R2C, 1));
  CHECK(cufftPlan1d(&inverse, 6, CUFFT_C2R, 1));
  CHECK(cufftExecR2C(forward, r, c));
  show("real", c, 4);
  CHECK(cufftExecC2R(inverse, c, r));
  show_real("back, times 6", r, 6);
  float* same = upload<float>({1, 2, 3, 4, 5, 7, 0, 0});
  CHECK(cufftExecR2C(forward, same, (cufftComplex*)same));
  show("in place", (cufftComplex*)same, 4);

  // 3 x 4: rows of real numbers in place are as long as two more.
  double* plane = upload<double>({1, 2, 3, 4, 0, 0, 5, 6, 7, 8, 0, 0, 9, 10, 11, 13, 0, 0});
  cufftHandle plane_plan, plane_back;
  CHECK(cufftPlan2d(&plane_plan, 3, 4, CUFFT_D2Z));
  CHECK(cufftPlan2d(&plane_back, 3, 4, CUFFT_Z2D));
  CHECK(cufftExecD2Z(plane_plan, plane, (cufftDoubleComplex*)plane));
  show("plane", (cufftDoubleComplex*)plane, 9);
  CHECK(cufftExecZ2D(plane_back, (cufftDoubleComplex*)plane, plane));
  std::vector<double> rows = download(plane, 18);
  printf("back, times 12:");
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) printf(" %.3f", clean(rows[i * 6 + j]));
  printf("\n");

  // A point in space is a wave everywhere.
  std::vector<cufftComplex> space(2 * 3 * 4);
  for (auto& z : space) z.x = z.y = 0;
  space[1 * 12 + 2 * 4 + 3].x = 1;
  cufftComplex* box = upload(space);
  cufftHandle box_plan;
  CHECK(cufftPlan3d(&box_plan, 2, 3, 4, CUFFT_C2C));
  CHECK(cufftExecC2C(box_plan, box, box, CUFFT_FORWARD));
  show("box", box, 24);

  // Columns of a 4 x 2 matrix: stride 2, distance 1; results one after the other.
  cufftComplex* columns = upload<cufftComplex>({{1, 0}, {10, 0}, {2, 0}, {20, 0}, {3, 0}, {30, 0}, {5, 0}, {50, 0}});
  cufftComplex* out = upload(std::vector<cufftComplex>(8));
  cufftHandle many;
  int n[] = {4}, embed[] = {4};
  size_t work;
  CHECK(cufftCreate(&many));
  CHECK(cufftMakePlanMany(many, 1, n, embed, 2, 1, embed, 1, 4, CUFFT_C2C, 2, &work));
  CHECK(cufftExecC2C(many, columns, out, CUFFT_INVERSE));
  show("columns", out, 8);
  printf("refused: %d\n", (int)cufftDestroy(12345));
  for (void* one : allocated) cudaFree(one);
  return 0;
}
