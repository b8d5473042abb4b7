// Threads of the host by C++'s standard library: they launch kernels, lock, wait for each other, throw, and have variables
// of their own.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <queue>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

__global__ void add(int* total, int amount) { atomicAdd(total, amount); }

std::mutex gate;
std::condition_variable changed;
std::queue<int> queue;
bool isOver = false;

thread_local int own = 100;
struct Named {
  std::string name;
  Named() : name("fresh") {}
  ~Named() { *counter += 1; }
  static int* counter;
};
int endings = 0;
int* Named::counter = &endings;
thread_local Named named;

int countCalls() {
  static thread_local int calls = 0;
  return ++calls;
}

int main() {
  int* total;
  cudaMallocManaged(&total, sizeof(int));
  *total = 0;

  std::vector<std::thread> threads;
  for (int i = 1; i <= 4; ++i)
    threads.emplace_back([=] {
      cudaStream_t stream;
      cudaStreamCreate(&stream);
      add<<<1, 32, 0, stream>>>(total, i);
      cudaStreamSynchronize(stream);
      cudaStreamDestroy(stream);
    });
  for (std::thread& thread : threads) thread.join();
  std::printf("kernels of four threads: %d\n", *total);

  long sum = 0;
  std::thread consumer([&] {
    std::unique_lock<std::mutex> lock(gate);
    for (;;) {
      changed.wait(lock, [] { return !queue.empty() || isOver; });
      if (queue.empty()) return;
      sum += queue.front();
      queue.pop();
    }
  });
  std::thread producer([] {
    for (int i = 1; i <= 100; ++i) {
      {
        std::lock_guard<std::mutex> lock(gate);
        queue.push(i);
      }
      changed.notify_one();
      if (i % 10 == 0) std::this_thread::yield();
    }
    std::lock_guard<std::mutex> lock(gate);
    isOver = true;
    changed.notify_all();
  });
  producer.join();
  consumer.join();
  std::printf("queue: %ld\n", sum);

  std::future<int> doubled = std::async(std::launch::async, [](int x) { return 2 * x; }, 21);
  std::promise<int> promise;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    promise.set_value(7);
  });
  std::printf("async: %d, promise: %d\n", doubled.get(), promise.get_future().get());
  later.join();
  std::future<int> failed = std::async(std::launch::async, []() -> int { throw std::runtime_error("from a thread"); });
  try {
    failed.get();
  } catch (const std::exception& error) {
    std::printf("caught: %s\n", error.what());
  }

  std::unique_lock<std::mutex> lock(gate);
  bool came = changed.wait_for(lock, std::chrono::milliseconds(5), [] { return false; });
  std::printf("wait_for: %s\n", came ? "came" : "timed out");

  own += 1;
  countCalls();
  named.name = "main";
  std::string seen;
  std::thread other([&] {
    own += 5;
    countCalls();
    seen = named.name + " " + std::to_string(own) + " " + std::to_string(countCalls());
  });
  other.join();
  std::printf("thread_local: %s; %s %d %d; endings %d\n", seen.c_str(), named.name.c_str(), own, countCalls(), endings);
  cudaFree(total);
  return 0;
}
