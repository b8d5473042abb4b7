// Thrust: vectors, sorting, transforming, reducing, scanning, searching.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <iostream>
#include <iterator>

struct saxpy_functor {
  const float a;
  saxpy_functor(float _a) : a(_a) {}
  __host__ __device__ float operator()(const float& x, const float& y) const { return a * x + y; }
};
struct square { __device__ float operator()(float x) const { return x * x; } };
struct is_odd { __host__ __device__ bool operator()(int x) const { return x % 2 == 1; } };

template <class Vector> void show(const char* name, const Vector& v) {
  std::cout << name << ":";
  for (size_t i = 0; i < v.size(); i++) std::cout << " " << v[i];
  std::cout << std::endl;
}

int main() {
  thrust::host_vector<int> h(10);
  for (int i = 0; i < 10; i++) h[i] = (i * 7 + 3) % 10;
  thrust::device_vector<int> d = h;
  show("start", d);
  thrust::sort(d.begin(), d.end());
  show("sorted", d);
  thrust::sort(d.begin(), d.end(), thrust::greater<int>());
  thrust::copy(d.begin(), d.end(), std::ostream_iterator<int>(std::cout, " "));
  std::cout << std::endl;
  std::cout << "sum " << thrust::reduce(d.begin(), d.end()) << ", max " << thrust::reduce(d.begin(), d.end(), -1, thrust::maximum<int>())
            << ", odd " << thrust::count_if(d.begin(), d.end(), is_odd()) << ", threes " << thrust::count(d.begin(), d.end(), 3) << std::endl;

  thrust::device_vector<float> x(5), y(5, 10.0f);
  thrust::sequence(x.begin(), x.end(), 1.0f);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), saxpy_functor(2.0f));
  show("saxpy", y);
  std::cout << "norm2 " << thrust::transform_reduce(x.begin(), x.end(), square(), 0.0f, thrust::plus<float>()) << ", dot "
            << thrust::inner_product(x.begin(), x.end(), y.begin(), 0.0f) << std::endl;
  thrust::device_vector<float>::iterator at = thrust::max_element(y.begin(), y.end());
  std::cout << "max at " << at - y.begin() << " is " << *at << std::endl;
  thrust::inclusive_scan(x.begin(), x.end(), x.begin());
  show("scan", x);
  thrust::exclusive_scan(d.begin(), d.end(), d.begin(), 100);
  show("exclusive", d);

  int keys[] = {3, 1, 2, 3, 1, 2, 3}, values[] = {0, 1, 2, 3, 4, 5, 6};
  thrust::device_vector<int> k(keys, keys + 7), v(values, values + 7), ko(7), vo(7);
  thrust::stable_sort_by_key(k.begin(), k.end(), v.begin());
  show("keys", k);
  show("values", v);
  auto ends = thrust::reduce_by_key(k.begin(), k.end(), v.begin(), ko.begin(), vo.begin());
  ko.resize(ends.first - ko.begin());
  vo.resize(ends.second - vo.begin());
  show("groups", ko);
  show("sums", vo);
  k.erase(thrust::unique(k.begin(), k.end()), k.end());
  show("unique", k);
  thrust::fill(k.begin(), k.begin() + 2, 7);
  k[2] = 42;
  k.push_back(43);
  show("filled", k);
  int* raw = thrust::raw_pointer_cast(k.data());
  cudaMemset(raw, 0, sizeof(int));
  show("memset", k);
  return 0;
}
