// What clang turns into calls of libraries, though no source has them: loops that are a memset or a strlen, powers and
// angles, integers of 128 bits. Each kernel of one thread writes to `out`; `buf` has 4096 bytes of zeros, n is 16, x is 1.5
// and f is 2.5.
#include <cstring>
#include <stdarg.h>

extern "C" __global__ void fill_bytes(double* out, char* buf, int n, double x, float f) {
  for (int i = 0; i < n; i++) buf[i] = 7;
  out[0] = buf[n - 1] + buf[n];
}
extern "C" __global__ void fill_words(double* out, char* buf, int n, double x, float f) {
  int* words = (int*)buf;
  for (int i = 0; i < n; i++) words[i] = 0x01020304;
  double* reals = (double*)(buf + 256);
  for (int i = 0; i < n; i++) reals[i] = x;
  out[0] = words[n - 1];
  out[1] = reals[n - 1];
}
extern "C" __global__ void copy_bytes(double* out, char* buf, int n, double x, float f) {
  char* __restrict__ from = buf;
  char* __restrict__ to = buf + 128;
  from[3] = 9;
  for (int i = 0; i < n; i++) to[i] = from[i];
  out[0] = to[3];
}
extern "C" __global__ void move_bytes(double* out, char* buf, int n, double x, float f) {
  for (int i = 0; i < n; i++) buf[i] = i;
  for (int i = 0; i < n - 1; i++) buf[i] = buf[i + 1];
  out[0] = buf[2];
}
extern "C" __global__ void length_of_bytes(double* out, char* buf, int n, double x, float f) {
  for (int i = 0; i < n; i++) buf[i] = 'a';
  const char* end = buf;
  while (*end) ++end;
  out[0] = end - buf;
}
extern "C" __global__ void length_of_words(double* out, char* buf, int n, double x, float f) {
  int* words = (int*)buf;
  for (int i = 0; i < n; i++) words[i] = 5;
  const int* end = words;
  while (*end) ++end;
  out[0] = end - words;
}
struct Four {
  int a, b, c, d;
  __device__ bool operator==(const Four& o) const { return a == o.a && b == o.b && c == o.c && d == o.d; }
};
extern "C" __global__ void compare_members(double* out, char* buf, int n, double x, float f) {
  Four* pair = (Four*)buf;
  pair[0] = {1, 2, 3, 4};
  pair[1] = {1, 2, 3, n};
  out[0] = pair[0] == pair[1];
  pair[1].d = 4;
  out[1] = pair[0] == pair[1];
}
extern "C" __global__ void strings(double* out, char* buf, int n, double x, float f) {
  strcpy(buf, "abc");
  out[0] = strlen(buf);
  out[1] = strcmp(buf, "abd");
  out[2] = memcmp(buf, "abc", 3);
  out[3] = strncmp(buf, "abx", 2);
}
extern "C" __global__ void powers(double* out, char* buf, int n, double x, float f) {
  out[0] = pow(x, 2);
  out[1] = powf(f, 2);
  out[2] = pow(x, 0.5);
  out[3] = pow(2.0, x);
  out[4] = pow(10.0, x);
  out[5] = pow(x, n);
  out[6] = exp2((double)n);
  out[7] = ldexp(x, n);
}
extern "C" __global__ void angles(double* out, char* buf, int n, double x, float f) {
  out[0] = sin(x) + cos(x);
  double s, c;
  sincos(x, &s, &c);
  out[1] = s;
  out[2] = c;
  out[3] = (float)sin((double)f);
}
extern "C" __global__ void rounding(double* out, char* buf, int n, double x, float f) {
  out[0] = round(x) + rint(x) + trunc(x) + floor(x) + ceil(x) + nearbyint(x);
  out[1] = lround(x) + llround(x) + lrint(x) + llrint(x);
  out[2] = fmin(x, 2.0) + fmax(x, 2.0) + fmod(x, 1.0) + remainder(x, 1.0);
  int e;
  double whole;
  out[3] = frexp(x, &e) + e + modf(x, &whole) + whole;
}
extern "C" __global__ void wide_integers(double* out, char* buf, int n, double x, float f) {
  __int128 a = (__int128)n << 70;
  unsigned __int128 b = a;
  out[0] = (double)(a / 1000003);
  out[1] = (double)(long long)(a % 1000003);
  out[2] = (double)(b / 7u >> n);
  out[3] = (double)(a * a);
  out[4] = (double)(__int128)(x * 1e30);
  long long product;
  out[5] = __builtin_mul_overflow((long long)n << 40, (long long)n << 40, &product);
}
extern "C" __global__ void long_doubles(double* out, char* buf, int n, double x, float f) {
  long double a = x;
  a = a * a + 1.0L;
  out[0] = a / 2.0L;
  out[1] = (float)a + (int)a + (a > 2.0L);
}

struct Shape {
  __device__ Shape() {}
  __device__ virtual double area(int) = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  double side = 3;
  __device__ double area(int k) override { return k * side * side; }
};
struct Slab : Square {
  __device__ double area(int k) override { return k; }
};
__device__ __noinline__ Shape* make_shape(int n) { return n > 100 ? (Shape*)new Slab : (Shape*)new Square; }
extern "C" __global__ void abstract_class(double* out, char* buf, int n, double x, float f) {
  Shape* shape = make_shape(n);
  out[0] = shape->area(2);
  delete shape;
}
struct alignas(64) Wide {
  double value;
};
extern "C" __global__ void aligned_new(double* out, char* buf, int n, double x, float f) {
  Wide* wide = new Wide[2];
  out[0] = ((size_t)wide % 64) + ((size_t)(wide + 1) % 64);
  delete[] wide;
}

__device__ __noinline__ int sum_of(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  for (int i = 0; i < count; i++) sum += va_arg(list, int);
  va_end(list);
  return sum;
}
extern "C" __global__ void variable_arguments(double* out, char* buf, int n, double x, float f) { out[0] = sum_of(3, 1, 2, n); }
extern "C" __global__ void room_of_any_size(double* out, char* buf, int n, double x, float f) {
  volatile int* room = (int*)alloca(n * sizeof(int));
  for (int i = 0; i < n; i++) room[i] = i;
  out[0] = room[n - 1];
}
