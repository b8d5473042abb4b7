// What <random> and std::shuffle draw: the numbers of GNU's library, with which nvcc compiles host code. And what a process knows of itself.
#include <sys/resource.h>
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

template <class Distribution, class Engine> void draw(const char* name, Distribution distribution, Engine& engine) {
  printf("%s:", name);
  for (int i = 0; i < 6; i++) {
    const double value = distribution(engine);
    printf(" %.9g", value);
  }
  printf("\n");
}

template <class Engine> void shuffled(int count, Engine& engine) {
  std::vector<int> order(count);
  for (int i = 0; i < count; i++) order[i] = i;
  std::shuffle(order.begin(), order.end(), engine);
  printf("shuffled:");
  for (int i : order) printf(" %d", i);
  printf("\n");
}

int main() {
  std::default_random_engine simple(123);
  std::mt19937 twister(5);
  std::mt19937_64 wide(7);
  std::minstd_rand minimal(9);
  draw("simple normal", std::normal_distribution<float>(0, 1), simple);
  draw("simple digits", std::uniform_int_distribution<int>(0, 9), simple);
  draw("digits", std::uniform_int_distribution<int>(0, 9), twister);
  draw("bytes", std::uniform_int_distribution<short>(-128, 127), twister);
  draw("wide", std::uniform_int_distribution<long long>(-5, 1000000000000LL), wide);
  draw("wide from narrow", std::uniform_int_distribution<unsigned long long>(0, 1ull << 60), twister);
  draw("wide from simple", std::uniform_int_distribution<unsigned long long>(3, ~0ull), simple);
  draw("all", std::uniform_int_distribution<unsigned>(0, 0xffffffffu), twister);
  draw("reals", std::uniform_real_distribution<float>(0.1f, 0.9f), twister);
  draw("doubles", std::uniform_real_distribution<double>(-1, 1), minimal);
  draw("normal", std::normal_distribution<double>(1, 2), twister);
  draw("log", std::lognormal_distribution<double>(0, 0.5), twister);
  draw("exponential", std::exponential_distribution<double>(2), wide);
  draw("coins", std::bernoulli_distribution(0.3), twister);
  shuffled(11, twister);
  shuffled(10, wide);
  shuffled(12, minimal);
  rusage usage;
  printf("usage: %d %d\n", getrusage(RUSAGE_SELF, &usage), usage.ru_maxrss >= 0 && usage.ru_nswap == 0);
  return 0;
}
