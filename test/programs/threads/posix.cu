// Threads of the host by pthreads: attributes, results, mutexes of each kind, conditions, barriers, keys, once, locks of readers.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <unistd.h>

__global__ void scale(float* values, int n, float factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= factor;
}

const int THREADS = 4;
const int STEPS = 5;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
pthread_barrier_t barrier;
pthread_key_t key;
pthread_once_t once = PTHREAD_ONCE_INIT;
int made = 0, destroyed = 0, serial = 0, finished = 0;
int cells[THREADS];
bool inStep = true;

void makeOnce() { ++made; }
void destroy(void* value) {
  ++destroyed;
  std::free(value);
}

// Each step needs what all others have written in the step before.
void* step(void* argument) {
  int me = static_cast<int>(reinterpret_cast<size_t>(argument));
  pthread_once(&once, makeOnce);
  pthread_setspecific(key, std::malloc(16));
  for (int i = 0; i < STEPS; ++i) {
    cells[me] = i;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) ++serial;
    for (int other = 0; other < THREADS; ++other) inStep = inStep && cells[other] == i;
    pthread_barrier_wait(&barrier);
  }
  pthread_mutex_lock(&mutex);
  if (++finished == THREADS) pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return reinterpret_cast<void*>(static_cast<size_t>(10 * me));
}

void leave(int depth) {
  if (depth == 0) pthread_exit(const_cast<char*>("left early"));
  leave(depth - 1);
}
void* leaving(void*) {
  leave(3);
  return nullptr;
}

void* gpu(void* argument) {
  float* values = static_cast<float*>(argument);
  float* device;
  cudaMalloc(&device, 64 * sizeof(float));
  cudaMemcpy(device, values, 64 * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<2, 32>>>(device, 64, 3.0f);
  cudaMemcpy(values, device, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return nullptr;
}

void* tryLock(void* lock) {
  return reinterpret_cast<void*>(static_cast<size_t>(pthread_mutex_trylock(static_cast<pthread_mutex_t*>(lock))));
}

int readers = 0, mostReaders = 0;
pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
void* readShared(void*) {
  pthread_rwlock_rdlock(&shared);
  if (++readers > mostReaders) mostReaders = readers;
  while (mostReaders < 2) sched_yield();
  --readers;
  pthread_rwlock_unlock(&shared);
  return nullptr;
}

sem_t ping, pong;
int rallies = 0;
void* player(void*) {
  for (int i = 0; i < 3; ++i) {
    sem_wait(&ping);
    ++rallies;
    sem_post(&pong);
  }
  return nullptr;
}

// Named by many programs, and seldom called.
void give_up(pthread_t thread) { pthread_cancel(thread); }

int main() {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, nullptr, THREADS);
  pthread_key_create(&key, destroy);
  for (int i = 0; i < THREADS; ++i)
    pthread_create(&threads[i], nullptr, step, reinterpret_cast<void*>(static_cast<size_t>(i)));
  pthread_mutex_lock(&mutex);
  while (finished < THREADS) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  size_t sum = 0;
  for (pthread_t thread : threads) {
    void* result;
    pthread_join(thread, &result);
    sum += reinterpret_cast<size_t>(result);
  }
  std::printf("barriers: %s, serial %d, results %d, once %d, keys %d\n", inStep ? "in step" : "out of step", serial,
              static_cast<int>(sum), made, destroyed);

  pthread_t thread;
  void* result;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 4 << 20);
  pthread_create(&thread, &attributes, leaving, nullptr);
  pthread_join(thread, &result);
  std::printf("exit: %s\n", static_cast<const char*>(result));

  float values[2][64];
  for (int i = 0; i < 128; ++i) values[i / 64][i % 64] = static_cast<float>(i);
  pthread_create(&threads[0], nullptr, gpu, values[0]);
  pthread_create(&threads[1], nullptr, gpu, values[1]);
  pthread_join(threads[1], nullptr);
  pthread_join(threads[0], nullptr);
  std::printf("kernels: %g %g\n", values[0][63], values[1][63]);

  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_t again;
  pthread_mutex_init(&again, &kind);
  pthread_mutex_lock(&again);
  pthread_mutex_lock(&again);
  pthread_mutex_unlock(&again);
  pthread_create(&thread, nullptr, tryLock, &again);
  pthread_join(thread, &result);
  bool isBusy = reinterpret_cast<size_t>(result) == EBUSY;
  pthread_mutex_unlock(&again);
  std::printf("recursive: %s, then %s\n", isBusy ? "busy" : "free", pthread_mutex_trylock(&again) == 0 ? "free" : "busy");

  pthread_create(&threads[0], nullptr, readShared, nullptr);
  pthread_create(&threads[1], nullptr, readShared, nullptr);
  pthread_join(threads[0], nullptr);
  pthread_join(threads[1], nullptr);
  std::printf("readers: %d at once\n", mostReaders);

  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_create(&thread, nullptr, player, nullptr);
  for (int i = 0; i < 3; ++i) {
    sem_post(&ping);
    sem_wait(&pong);
  }
  pthread_join(thread, nullptr);
  std::printf("semaphores: %d, %s\n", rallies, sem_trywait(&pong) == 0 ? "one left" : "none left");

  timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_nsec += 2000000;
  if (soon.tv_nsec >= 1000000000) {
    soon.tv_sec += 1;
    soon.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock(&mutex);
  int status = pthread_cond_timedwait(&changed, &mutex, &soon);
  pthread_mutex_unlock(&mutex);
  std::printf("timed wait: %s\n", status == ETIMEDOUT ? "timed out" : "woken");
  std::printf("self: %s\n", pthread_equal(pthread_self(), pthread_self()) ? "equal" : "not equal");
  return 0;
}
