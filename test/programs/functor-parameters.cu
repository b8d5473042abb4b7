// Objects of classes as kernel parameters, at every place of the list: classes without members, which have no place in a
// call of most machines, and classes that are copied or destroyed by functions of their own.
#include <cstdio>

struct Next {
  __host__ __device__ int operator()(int x) const { return x + 1; }
};
struct Square : Next {
  static constexpr int exponent = 2;
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct alignas(16) Wide {};
struct Scale {
  float factor;
  __host__ __device__ int operator()(int x) const { return int(x * factor); }
};
struct Holder {
  Next first;
  Next second;
};

class Range {
 public:
  __host__ __device__ Range(int from, int to) : from_(from), to_(to) {}
  __host__ __device__ Range(const Range& other) : from_(other.from_), to_(other.to_) {}
  __host__ __device__ ~Range() {}
  __host__ __device__ int length() const { return to_ - from_; }

 private:
  int from_;
  long long to_;
};

template <class F> __global__ void first(F f, int* out, int x) { *out = f(x); }
template <class F, class G> __global__ void compose(F f, G g, int x, int* out) { *out = f(g(x)); }
template <class... Fs> __global__ void each(int* out, Fs... fs, char last) {
  int i = 0;
  ((out[i++] = fs(i)), ...);
  out[i] = last;
}
extern "C" __global__ void plain(Next f, short a, Wide, int b, int* out) { *out = f(a) + b; }
__global__ void ranges(char tag, Range a, Holder, Range b, int* out) {
  out[0] = tag;
  out[1] = a.length() * 100 + b.length();
}
namespace {
struct Local {};
__global__ void hidden(Local, double x, int* out) { *out = int(x); }
}  // namespace

int main() {
  int* out;
  cudaMallocManaged(&out, 8 * sizeof(int));
  auto show = [out](const char* name, int count) {
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s:", name);
    for (int i = 0; i < count; i++) printf(" %d", out[i]);
    printf(" %s\n", cudaGetErrorName(error));
  };

  first<<<1, 1>>>(Next{}, out, 41);
  show("first", 1);
  first<<<1, 1>>>(Scale{2.5f}, out, 40);
  show("first, with a member", 1);
  compose<<<1, 1>>>(Next{}, Square{}, 9, out);
  show("compose", 1);
  compose<<<1, 1>>>(Square{}, Scale{0.5f}, 9, out);
  show("compose, one with a member", 1);
  compose<<<1, 1>>>(Scale{0.5f}, Square{}, 9, out);
  show("compose, the other one", 1);
  each<Next, Scale, Square, Next><<<1, 1>>>(out, Next{}, Scale{10}, Square{}, Next{}, 'z');
  show("each", 5);
  plain<<<1, 1>>>(Next{}, -5, Wide{}, 30, out);
  show("plain", 1);
  ranges<<<1, 1>>>('r', Range(10, 17), Holder{}, Range(100, 142), out);
  show("ranges", 2);
  hidden<<<1, 1>>>(Local{}, 6.5, out);
  show("hidden", 1);

  Next f;
  short a = 1;
  Wide wide;
  int b = 2;
  void* args[] = {&f, &a, &wide, &b, &out};
  cudaLaunchKernel((const void*)plain, dim3(1), dim3(1), args, 0, 0);
  show("by cudaLaunchKernel", 1);
  cudaFree(out);
}
