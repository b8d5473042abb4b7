// Correct: what Thrust does with memory of the device is no mistake of the program. With -DBUG its own functor reads too far.
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <cstdio>
#ifdef BUG
#include <thrust/sequence.h>
#include <thrust/transform.h>
struct Next {
  const int* values;
  __device__ int operator()(int i) const { return values[i + 1]; }
};
#endif
int main() {
  thrust::device_vector<int> v(8);
  for (int i = 0; i < 8; i++) v[i] = 8 - i;
  thrust::sort(v.begin(), v.end());
  int first = v[0];
  printf("%d %d\n", first, thrust::reduce(v.begin(), v.end()));
  thrust::host_vector<int> h = v;
#ifdef BUG
  thrust::device_vector<int> at(8), next(8);
  thrust::sequence(at.begin(), at.end());
  thrust::transform(at.begin(), at.end(), next.begin(), Next{thrust::raw_pointer_cast(v.data())});
#endif
  return h[7] == 8 ? 0 : 1;
}
