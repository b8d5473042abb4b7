// nvcc: --extended-lambda
// Thrust with fancy iterators, lambdas, placeholders and execution policies.
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/scatter.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <cuda/std/functional>
#include <cstdio>
#include <vector>

struct arbitrary {
  template <typename Tuple> __host__ __device__ void operator()(Tuple t) { thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t); }
};
struct inside {
  __host__ __device__ float operator()(unsigned i) const {
    unsigned x = (i * 2654435761u) >> 16, y = (i * 40503u + 7u) & 0xffffu;
    float fx = x / 65536.0f, fy = y / 65536.0f;
    return fx * fx + fy * fy < 0.81f ? 1.0f : 0.0f;
  }
};

struct earlier {
  __host__ __device__ bool operator()(const thrust::tuple<int, float>& x, const thrust::tuple<int, float>& y) const {
    return thrust::get<0>(x) < thrust::get<0>(y);
  }
};
struct larger {
  __host__ __device__ thrust::tuple<float, int> operator()(const thrust::tuple<float, int>& x, const thrust::tuple<float, int>& y) const {
    return thrust::get<0>(x) < thrust::get<0>(y) ? y : x;
  }
};

int main() {
  thrust::device_vector<float> a(4, 1.5f), b(4), c(4, 2.0f), d(4);
  thrust::sequence(b.begin(), b.end());
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin(), d.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end(), d.end())), arbitrary());
  for (int i = 0; i < 4; i++) printf("%g ", (float)d[i]);
  printf("\n");

  auto squares = thrust::make_transform_iterator(thrust::make_counting_iterator(1), [] __host__ __device__(int i) { return i * i; });
  printf("sum of squares %d\n", thrust::reduce(thrust::device, squares, squares + 10));
  printf("inside %g\n", thrust::transform_reduce(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(1000), inside(), 0.0f, thrust::plus<float>()));

  using namespace thrust::placeholders;
  thrust::transform(a.begin(), a.end(), b.begin(), d.begin(), 2.0f * _1 + _2);
  thrust::transform(d.begin(), d.end(), thrust::constant_iterator<float, int>(10.0f), d.begin(), thrust::multiplies<float>());
  for (int i = 0; i < 4; i++) printf("%g ", (float)d[i]);
  printf("\n");

  std::vector<int> order = {3, 0, 2, 1};
  thrust::device_vector<int> map(order.begin(), order.end());
  thrust::gather(map.begin(), map.end(), b.begin(), d.begin());
  thrust::scatter(b.begin(), b.end(), map.begin(), a.begin());
  auto permuted = thrust::make_permutation_iterator(b.begin(), map.begin());
  for (int i = 0; i < 4; i++) printf("%g/%g/%g ", (float)d[i], (float)a[i], (float)permuted[i]);
  printf("\n");

  int* raw;
  cudaMalloc(&raw, 10 * sizeof(int));
  thrust::device_ptr<int> p = thrust::device_pointer_cast(raw);
  thrust::sequence(p, p + 10, 5);
  int limit = 9;
  thrust::for_each(thrust::device, p, p + 10, [=] __device__(int& x) { x = x > limit ? -x : x; });
  auto middle = thrust::stable_partition(thrust::device, raw, raw + 10, [] __device__(int x) { return x % 2 == 0; });
  printf("even %d:", (int)(middle - raw));
  int h[10];
  cudaMemcpy(h, raw, sizeof h, cudaMemcpyDeviceToHost);
  for (int x : h) printf(" %d", x);
  int left = (int)(thrust::remove_if(p, p + 10, _1 < 0) - p);
  printf("\nleft %d\n", left);
  thrust::sort(thrust::host, h, h + 10, [](int a, int b) { return a < b; });
  printf("%d %d\n", h[0], h[9]);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::fill(thrust::cuda::par.on(stream), p, p + 10, 6);
  printf("%d\n", thrust::reduce(thrust::cuda::par.on(stream), p, p + 10));
  cudaStreamDestroy(stream);
  cudaFree(raw);

  // Memory without a type, of which two pieces change places.
  thrust::device_ptr<void> pool = thrust::device_malloc(8 * sizeof(int));
  thrust::device_ptr<int> first(static_cast<int*>(pool.get())), second = first + 4;
  thrust::sequence(first, second);
  swap(first, second);
  auto end = thrust::copy_if(thrust::make_counting_iterator(10), thrust::make_counting_iterator(14), second, first, cuda::std::identity());
  printf("%d:", (int)(end - first));
  for (int i = 0; i < 3; i++) printf(" %d", (int)first[i]);
  printf("\n");
  thrust::device_free(pool);

  // Tuples and pairs are assigned by kernels: sorted, and added by key.
  int keys[] = {4, 1, 4, 3, 1, 4};
  float values[] = {1, 5, 3, 2, 6, 2};
  thrust::device_vector<int> k(keys, keys + 6), groups(6), at(6);
  thrust::device_vector<float> v(values, values + 6), most(6);
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(k.begin(), v.begin()));
  thrust::stable_sort(pairs, pairs + 6, earlier());
  auto numbered = thrust::make_zip_iterator(thrust::make_tuple(v.begin(), thrust::make_counting_iterator(0)));
  auto ends = thrust::reduce_by_key(k.begin(), k.end(), numbered, groups.begin(),
                                    thrust::make_zip_iterator(thrust::make_tuple(most.begin(), at.begin())), thrust::equal_to<int>(), larger());
  for (int i = 0; i < ends.first - groups.begin(); i++) printf("%d: %g at %d, ", (int)groups[i], (float)most[i], (int)at[i]);
  thrust::device_vector<thrust::pair<int, int>> both(3);
  thrust::for_each(thrust::device, both.begin(), both.end(), [] __device__(thrust::pair<int, int>& p) {
    thrust::pair<int, int> other = thrust::make_pair(1, 2);
    p = other;
    thrust::swap(p.first, p.second);
  });
  thrust::pair<int, int> last = both[2];
  printf("%d %d\n", last.first, last.second);
  return 0;
}
