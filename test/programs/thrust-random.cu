// Thrust's random numbers, on both sides, and shuffles.
#include <cstdio>
#include <thrust/detail/type_traits.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/shuffle.h>
#include <thrust/transform.h>
#include <thrust/iterator/counting_iterator.h>

struct Draw {
  __host__ __device__ float operator()(unsigned n) const {
    thrust::default_random_engine engine(7);
    thrust::uniform_real_distribution<float> numbers(1.0f, 3.0f);
    engine.discard(n);
    return numbers(engine);
  }
};

int main() {
  thrust::device_vector<float> on_device(6);
  thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(6), on_device.begin(), Draw());
  for (int i = 0; i < 6; ++i) printf("%.6f %d\n", (float)on_device[i], (float)on_device[i] == Draw()(i));
  thrust::minstd_rand engine(3);
  thrust::uniform_int_distribution<int> dice(1, 6);
  for (int i = 0; i < 12; ++i) printf("%d ", dice(engine));
  printf("\n");
  for (int n : {5, 16, 40}) {
    thrust::device_vector<int> values(n), copied(n);
    for (int i = 0; i < n; ++i) values[i] = i;
    thrust::default_random_engine order(n);
    thrust::shuffle_copy(values.begin(), values.end(), copied.begin(), order);
    thrust::shuffle(thrust::device, values.begin(), values.end(), order);
    for (int i = 0; i < n; ++i) printf("%d/%d ", (int)copied[i], (int)values[i]);
    printf("\n");
  }
}
