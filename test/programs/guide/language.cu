// The language in device code: classes and virtual functions, templates, lambdas, constants of the host, and C++17.
#include <stdio.h>
#include <initializer_list>
#include <type_traits>

class Pixel {
 public:
  __device__ Pixel(unsigned char r, unsigned char g, unsigned char b, unsigned char a = 255) : r(r), g(g), b(b), a(a) {}
  __device__ int sum() const { return r + g + b + a; }

 private:
  unsigned char r, g, b, a;
  friend __device__ Pixel operator+(const Pixel& x, const Pixel& y);
};
__device__ Pixel operator+(const Pixel& x, const Pixel& y) { return Pixel(x.r + y.r, x.g + y.g, x.b + y.b, x.a + y.a); }

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
};
struct Disk : Shape {
  float radius;
  __device__ Disk(float radius) : radius(radius) {}
  __device__ float area() const override { return 3 * radius * radius; }
};
// An abstract base whose table of functions is needed while it is made.
struct Counted : Shape {
  int* count;
  __device__ __noinline__ Counted(int* count) : count(count) { ++*count; }
  __device__ ~Counted() override { *count += 10; }
};
struct Dot : Counted {
  using Counted::Counted;
  __device__ float area() const override { return 0; }
};
__device__ __noinline__ Shape* make(int kind, int* count) {
  if (kind == 0) return new Square(2);
  if (kind == 1) return new Disk(3);
  return new Dot(count);
}

template <class T> class Four {
  T values[4];

 public:
  __device__ Four(T value) {
    for (auto& x : values) x = value;
  }
  __device__ T get(int i) const { return values[i]; }
};
template <> class Four<bool> {
 public:
  __device__ Four(bool) {}
  __device__ int get(int) const { return 77; }
};
template <class... T> __device__ auto total(T... values) { return (values + ...); }
template <class T> __device__ int kind() {
  if constexpr (std::is_floating_point_v<T>) return 1;
  else if constexpr (std::is_pointer<T>::value) return 2;
  else return 3;
}

__host__ __device__ constexpr int cube(int x) { return x * x * x; }
static_assert(cube(3) == 27);
const int constant = 12;
static constexpr float decimal = 6.25f;
namespace outer::inner {
__constant__ int table[3] = {1, 2, 3};
__device__ int five() { return 5; }
}  // namespace outer::inner
enum class Color : short { red = 3, blue };
struct Pair {
  int a;
  float b;
};
__device__ Pair pair() { return {4, 2.5f}; }
__device__ int sum(std::initializer_list<int> list) {
  int result = 0;
  for (int x : list) result += x;
  return result;
}
__device__ int chosen(int) { return 1; }
__device__ int chosen(float) { return 2; }
__device__ int chosen(const char*, int n = 3) { return n; }

__global__ void features(int* out) {
  int i = 0;
  out[i++] = (Pixel(1, 2, 3, 4) + Pixel(10, 20, 30)).sum();
  int count = 0;
  float area = 0;
  for (int k = 0; k < 3; k++) {
    Shape* shape = make(k, &count);
    area += shape->area();
    delete shape;
  }
  out[i++] = (int)area * 100 + count;
  out[i++] = Four<int>(6).get(2) + Four<bool>(true).get(0);
  out[i++] = (int)(total(1, 2, 3.5f) * 2);
  out[i++] = cube(threadIdx.x + 2) + constant + (int)decimal;
  out[i++] = outer::inner::five() + outer::inner::table[2] + (int)Color::blue;
  out[i++] = sum({1, 2, 3}) * 1000 + chosen(1) + chosen(1.f) * 10 + chosen("x") * 100;
  auto [a, b] = pair();
  out[i++] = a * 10 + (int)b;
  out[i++] = kind<float>() + kind<int*>() * 10 + kind<char>() * 100;
  int captured = 5;
  auto by_value = [captured](int x) { return x + captured; };
  auto by_reference = [&captured] { return ++captured; };
  out[i++] = by_value(1) * 10 + by_reference() + captured;
  int Pair::*member = &Pair::a;
  int (*function)(int) = chosen;
  out[i++] = pair().*member * 10 + function(3);
  static int calls = 100;
  out[i++] = ++calls;
}

// C++ leaves shifts by 32 and more open. nvcc's code gives what is left of the number.
__global__ void shifts(int by, long long wide, int* out) {
  out[0] = 1u << by;
  out[1] = 0xffffffffu >> by;
  out[2] = -5 >> by;
  out[3] = (int)(wide << (by + 32));
  out[4] = (int)(-wide >> (by + 32));
  out[5] = (int)((unsigned long long)wide >> by);
  out[6] = 1u << (by + threadIdx.x - 1);
}

template <class F> __global__ void apply(F f, int* out) { out[threadIdx.x] = f(threadIdx.x); }

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  features<<<1, 1>>>(out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 12; i++) printf("%d ", out[i]);
  printf("\n");
  int factor = 7;
  apply<<<1, 8>>>([=] __device__(int i) { return i * factor; }, out);
  cudaDeviceSynchronize();
  printf("%d\n", out[7]);
  auto both = [=] __host__ __device__(int i) { return i + factor; };
  apply<<<1, 8>>>(both, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[7], both(7));
  shifts<<<1, 1>>>(32, 1ll << 33, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 7; i++) printf("%d ", out[i]);
  printf("\n");
  cudaFree(out);
  return 0;
}
