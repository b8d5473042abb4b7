// Correct: what Thrust does with memory of the device is no mistake of the program.
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/reduce.h>
#include <cstdio>
int main() {
  thrust::device_vector<int> v(8);
  for (int i = 0; i < 8; i++) v[i] = 8 - i;
  thrust::sort(v.begin(), v.end());
  int first = v[0];
  printf("%d %d\n", first, thrust::reduce(v.begin(), v.end()));
  thrust::host_vector<int> h = v;
  return h[7] == 8 ? 0 : 1;
}
