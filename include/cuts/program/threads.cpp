// Threads of host code: pthreads, and by them std::thread and its kin. Compiled as one source with runtime.cpp.
//
// Each thread has a thread of the system, and one of them runs at a time: the others wait for their turn, which they get where
// it waits (a lock, a condition, a join, a barrier, a semaphore), sleeps, yields or ends. So the C library, which knows nothing of
// threads, need not; and when all threads wait for each other, that is known, and told.
#include <cerrno>
#include <ctime>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

namespace {
const int MAX_KEYS = 128;
const size_t DEFAULT_STACK_BYTES = 1024 * 1024;
const size_t MAX_STACK_BYTES = 64 * 1024 * 1024;
const uint64_t NEVER = ~uint64_t(0);

struct AtExit {
  void (*function)(void*);
  void* object;
  AtExit* next;
};

struct Thread {
  int id;
  Thread* next;
  void* (*function)(void*);
  void* argument;
  void* result;
  char* stack;
  bool is_done;
  bool is_detached;
  // What it waits for, where, since when and until when; it can run when it waits for nothing.
  const void* awaited;
  const char* where;
  uint64_t ticket;
  uint64_t deadline;
  bool is_timed_out;
  void* specific[MAX_KEYS];
  void** locals;
  size_t local_count;
  AtExit* at_exit;
  int error_number;
  Exception* caught;
  unsigned uncaught;
};

Thread main_thread = {};
// A ring of all threads that are not over.
Thread* current = nullptr;
// Threads that nobody joins and that are over; they have left their stacks.
Thread* ended = nullptr;
int last_id = 0;
uint64_t last_ticket = 0;

Thread* self() {
  if (current == nullptr) {
    current = &main_thread;
    main_thread.next = &main_thread;
  }
  return current;
}

uint64_t nanoseconds(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return uint64_t(now.tv_sec) * 1000000000u + uint64_t(now.tv_nsec);
}

struct Key {
  bool is_used;
  void (*destructor)(void*);
} keys[MAX_KEYS];
}  // namespace

extern "C" {
// A thread of the system for thread `id`, which calls `entry` with it on its stack when it has its turn.
void CUTS_PROGRAM_IMPORT(thread_start)(int id, void (*entry)(int), char* stack_top);
// Gives the turn from thread `from` to `to`, and returns when it is back: true if the program has ended meanwhile.
bool CUTS_PROGRAM_IMPORT(thread_switch)(int from, int to);
// Gives the turn away for good.
void CUTS_PROGRAM_IMPORT(thread_end)(int from, int to);
}

namespace {
[[noreturn]] void all_wait() {
  std::fflush(stdout);
  std::fprintf(stderr, "Deadlock: every thread of the program waits for another one\n");
  Thread* thread = self();
  do {
    if (thread == &main_thread) std::fprintf(stderr, "  the main thread waits in %s\n", thread->where);
    else std::fprintf(stderr, "  thread %d waits in %s\n", thread->id, thread->where);
    thread = thread->next;
  } while (thread != self());
  std::abort();
}

// The next thread that can run, the caller last; sleeps when all do.
Thread* next_thread() {
  for (;;) {
    uint64_t now = 0;
    uint64_t first = NEVER;
    Thread* thread = self();
    do {
      thread = thread->next;
      if (thread->is_done) continue;
      if (thread->awaited == nullptr) return thread;
      if (thread->deadline == NEVER) continue;
      if (now == 0) now = nanoseconds(CLOCK_MONOTONIC);
      if (thread->deadline <= now) {
        thread->awaited = nullptr;
        thread->is_timed_out = true;
        return thread;
      }
      if (thread->deadline < first) first = thread->deadline;
    } while (thread != self());
    if (first == NEVER) all_wait();
    // The library's own way to sleep.
    timespec rest = {time_t((first - now) / 1000000000u), long((first - now) % 1000000000u)};
    clock_nanosleep(CLOCK_REALTIME, 0, &rest, nullptr);
  }
}

void run_next() {
  Thread* before = self();
  Thread* next = next_thread();
  if (next == before) return;
  before->error_number = errno;
  before->caught = caught;
  before->uncaught = uncaught;
  current = next;
  // No destructor runs after a trap, as after exit() in another thread.
  if (thread_switch(before->id, next->id)) __builtin_trap();
  errno = before->error_number;
  caught = before->caught;
  uncaught = before->uncaught;
}

// Waits until somebody wakes this thread; false when the deadline was first.
bool await(const void* object, const char* where, uint64_t deadline = NEVER) {
  Thread* me = self();
  me->awaited = object;
  me->where = where;
  me->deadline = deadline;
  me->is_timed_out = false;
  me->ticket = ++last_ticket;
  run_next();
  return !me->is_timed_out;
}

// Lets one of those who wait for an object run, the first one first, or all; false when nobody waits.
bool wake(const void* object, bool all = false) {
  Thread* first = nullptr;
  Thread* thread = self();
  do {
    if (thread->awaited == object) {
      if (all) {
        thread->awaited = nullptr;
        first = thread;
      } else if (first == nullptr || thread->ticket < first->ticket) {
        first = thread;
      }
    }
    thread = thread->next;
  } while (thread != self());
  if (first != nullptr) first->awaited = nullptr;
  return first != nullptr;
}

uint64_t deadline_of(const timespec* time, clockid_t clock) {
  if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000) return 0;
  uint64_t wanted = uint64_t(time->tv_sec) * 1000000000u + uint64_t(time->tv_nsec);
  uint64_t now = nanoseconds(clock);
  return nanoseconds(CLOCK_MONOTONIC) + (wanted > now ? wanted - now : 0);
}

void release(Thread* thread) {
  std::free(thread->stack);
  std::free(thread);
}

void run_exit_handlers(Thread* thread) {
  while (AtExit* entry = thread->at_exit) {
    thread->at_exit = entry->next;
    entry->function(entry->object);
    std::free(entry);
  }
}

[[noreturn]] void end_thread(void* result) {
  Thread* me = self();
  me->result = result;
  run_exit_handlers(me);
  for (int round = 0; round < 4; ++round) {
    for (int key = 0; key < MAX_KEYS; ++key) {
      void* value = me->specific[key];
      me->specific[key] = nullptr;
      if (value != nullptr && keys[key].destructor != nullptr) keys[key].destructor(value);
    }
  }
  for (size_t i = 0; i < me->local_count; ++i) std::free(me->locals[i]);
  std::free(me->locals);
  me->is_done = true;
  wake(me, true);
  if (me == &main_thread) {
    // Its stack is the program's: it waits for the others to end, and the program with them.
    me->is_done = false;
    while (me->next != me) await(&main_thread.stack, "pthread_exit");
    std::exit(0);
  }
  Thread* before = me;
  while (before->next != me) before = before->next;
  before->next = me->next;
  current = before;
  if (before == &main_thread && before->next == before) wake(&main_thread.stack, true);
  if (me->is_detached) {
    me->next = ended;
    ended = me;
  }
  int id = me->id;
  current = next_thread();
  thread_end(id, current->id);
  __builtin_trap();
}

void thread_entry(int) {
  Thread* me = self();
  caught = nullptr;
  uncaught = 0;
  end_thread(me->function(me->argument));
}

int* words(void* object) { return static_cast<int*>(object); }
// A mutex: its kind, who has it (a thread's id plus 1), how often. A lock of readers: readers, writer. Zero is free.
enum { KIND, OWNER, COUNT };

int lock(void* mutex, const char* where, uint64_t deadline = NEVER) {
  int* m = words(mutex);
  int me = self()->id + 1;
  if (m[OWNER] == me) {
    if (m[KIND] == PTHREAD_MUTEX_RECURSIVE) {
      ++m[COUNT];
      return 0;
    }
    if (m[KIND] == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
  }
  while (m[OWNER] != 0)
    if (!await(mutex, where, deadline)) return ETIMEDOUT;
  m[OWNER] = me;
  m[COUNT] = 1;
  return 0;
}

int unlock(void* mutex) {
  int* m = words(mutex);
  if (m[KIND] != PTHREAD_MUTEX_NORMAL && m[OWNER] != self()->id + 1) return EPERM;
  if (m[KIND] == PTHREAD_MUTEX_RECURSIVE && --m[COUNT] > 0) return 0;
  m[OWNER] = 0;
  wake(mutex);
  return 0;
}

int wait_condition(void* condition, void* mutex, const char* where, uint64_t deadline) {
  int* m = words(mutex);
  int kept = m[COUNT];
  if (deadline == 0) return EINVAL;
  m[COUNT] = 1;
  unlock(mutex);
  bool was_woken = await(condition, where, deadline);
  lock(mutex, where);
  m[COUNT] = kept;
  return was_woken ? 0 : ETIMEDOUT;
}
}  // namespace

extern "C" {
pthread_t cuts_self() __asm__("pthread_self");
pthread_t cuts_self() { return reinterpret_cast<pthread_t>(self()); }

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
  size_t bytes = 0;
  int detach_state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) {
    pthread_attr_getstacksize(attributes, &bytes);
    pthread_attr_getdetachstate(attributes, &detach_state);
  }
  if (bytes < DEFAULT_STACK_BYTES) bytes = DEFAULT_STACK_BYTES;
  if (bytes > MAX_STACK_BYTES) bytes = MAX_STACK_BYTES;
  bytes &= ~size_t(15);
  while (Thread* thread = ended) {
    ended = thread->next;
    release(thread);
  }
  Thread* me = self();
  auto* thread = static_cast<Thread*>(std::calloc(1, sizeof(Thread)));
  char* stack = static_cast<char*>(std::aligned_alloc(16, bytes));
  if (thread == nullptr || stack == nullptr) {
    std::free(thread);
    std::free(stack);
    return EAGAIN;
  }
  thread->id = ++last_id;
  thread->function = function;
  thread->argument = argument;
  thread->stack = stack;
  thread->deadline = NEVER;
  thread->is_detached = detach_state == PTHREAD_CREATE_DETACHED;
  // Behind all others: threads begin in the order in which they are made.
  Thread* last = me;
  while (last->next != &main_thread) last = last->next;
  thread->next = last->next;
  last->next = thread;
  *handle = reinterpret_cast<pthread_t>(thread);
  thread_start(thread->id, thread_entry, stack + bytes);
  return 0;
}

int pthread_join(pthread_t handle, void** result) {
  auto* thread = reinterpret_cast<Thread*>(handle);
  if (thread == self()) return EDEADLK;
  if (thread->is_detached) return EINVAL;
  while (!thread->is_done) await(thread, "pthread_join");
  if (result != nullptr) *result = thread->result;
  release(thread);
  return 0;
}

int pthread_detach(pthread_t handle) {
  auto* thread = reinterpret_cast<Thread*>(handle);
  if (thread->is_done) release(thread);
  else thread->is_detached = true;
  return 0;
}

[[noreturn]] void pthread_exit(void* result) { end_thread(result); }
int pthread_cancel(pthread_t) { return ENOSYS; }

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  int kind = PTHREAD_MUTEX_NORMAL;
  if (attributes != nullptr) pthread_mutexattr_gettype(attributes, &kind);
  std::memset(mutex, 0, sizeof(*mutex));
  words(mutex)[KIND] = kind;
  return 0;
}
int pthread_mutex_destroy(pthread_mutex_t*) { return 0; }
int pthread_mutex_lock(pthread_mutex_t* mutex) { return lock(mutex, "pthread_mutex_lock"); }
int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) {
  return lock(mutex, "pthread_mutex_timedlock", deadline_of(time, CLOCK_REALTIME));
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  int* m = words(mutex);
  bool is_again = m[OWNER] == self()->id + 1 && m[KIND] == PTHREAD_MUTEX_RECURSIVE;
  return m[OWNER] != 0 && !is_again ? EBUSY : lock(mutex, "pthread_mutex_trylock");
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) { return unlock(mutex); }

// A condition holds the clock that its deadlines are told by.
int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  clockid_t clock = CLOCK_REALTIME;
  if (attributes != nullptr) pthread_condattr_getclock(attributes, &clock);
  std::memset(condition, 0, sizeof(*condition));
  words(condition)[0] = clock == CLOCK_MONOTONIC;
  return 0;
}
int pthread_cond_destroy(pthread_cond_t*) { return 0; }
int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return wait_condition(condition, mutex, "pthread_cond_wait", NEVER);
}
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time) {
  clockid_t clock = words(condition)[0] != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  return wait_condition(condition, mutex, "pthread_cond_timedwait", deadline_of(time, clock));
}
int pthread_cond_signal(pthread_cond_t* condition) {
  wake(condition);
  return 0;
}
int pthread_cond_broadcast(pthread_cond_t* condition) {
  wake(condition, true);
  return 0;
}

int pthread_once(pthread_once_t* once, void (*function)()) {
  enum { FRESH, RUNNING, DONE };
  while (*once == RUNNING) await(once, "pthread_once");
  if (*once == FRESH) {
    *once = RUNNING;
    function();
    *once = DONE;
    wake(once, true);
  }
  return 0;
}

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  for (int i = 0; i < MAX_KEYS; ++i) {
    if (keys[i].is_used) continue;
    keys[i] = {true, destructor};
    Thread* thread = self();
    do {
      thread->specific[i] = nullptr;
      thread = thread->next;
    } while (thread != self());
    *key = i;
    return 0;
  }
  return EAGAIN;
}
int pthread_key_delete(pthread_key_t key) {
  keys[key].is_used = false;
  return 0;
}
void* pthread_getspecific(pthread_key_t key) { return self()->specific[key]; }
int pthread_setspecific(pthread_key_t key, const void* value) {
  self()->specific[key] = const_cast<void*>(value);
  return 0;
}

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t*) {
  std::memset(lock, 0, sizeof(*lock));
  return 0;
}
int pthread_rwlock_destroy(pthread_rwlock_t*) { return 0; }
int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  while (words(lock)[1] != 0) await(lock, "pthread_rwlock_rdlock");
  ++words(lock)[0];
  return 0;
}
int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return words(lock)[1] != 0 ? EBUSY : pthread_rwlock_rdlock(lock);
}
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  while (words(lock)[0] != 0 || words(lock)[1] != 0) await(lock, "pthread_rwlock_wrlock");
  words(lock)[1] = 1;
  return 0;
}
int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return words(lock)[0] != 0 || words(lock)[1] != 0 ? EBUSY : pthread_rwlock_wrlock(lock);
}
int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  if (words(lock)[1] != 0) words(lock)[1] = 0;
  else if (words(lock)[0] != 0) --words(lock)[0];
  wake(lock, true);
  return 0;
}

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t*, unsigned count) {
  if (count == 0) return EINVAL;
  words(barrier)[0] = static_cast<int>(count);
  words(barrier)[1] = 0;
  return 0;
}
int pthread_barrier_destroy(pthread_barrier_t*) { return 0; }
int pthread_barrier_wait(pthread_barrier_t* barrier) {
  if (++words(barrier)[1] < words(barrier)[0]) {
    await(barrier, "pthread_barrier_wait");
    return 0;
  }
  words(barrier)[1] = 0;
  wake(barrier, true);
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

int pthread_spin_init(pthread_spinlock_t* lock, int) {
  *lock = 0;
  return 0;
}
int pthread_spin_destroy(pthread_spinlock_t*) { return 0; }
int pthread_spin_lock(pthread_spinlock_t* lock) {
  while (*lock != 0) await(const_cast<int*>(lock), "pthread_spin_lock");
  *lock = 1;
  return 0;
}
int pthread_spin_trylock(pthread_spinlock_t* lock) { return *lock != 0 ? EBUSY : pthread_spin_lock(lock); }
int pthread_spin_unlock(pthread_spinlock_t* lock) {
  *lock = 0;
  wake(const_cast<int*>(lock));
  return 0;
}

int sem_init(sem_t* semaphore, int, unsigned value) {
  words(semaphore)[0] = static_cast<int>(value);
  return 0;
}
int sem_destroy(sem_t*) { return 0; }
int sem_post(sem_t* semaphore) {
  ++words(semaphore)[0];
  wake(semaphore);
  return 0;
}
int sem_wait(sem_t* semaphore) {
  while (words(semaphore)[0] == 0) await(semaphore, "sem_wait");
  --words(semaphore)[0];
  return 0;
}
int sem_trywait(sem_t* semaphore) {
  if (words(semaphore)[0] != 0) return sem_wait(semaphore);
  errno = EAGAIN;
  return -1;
}
int sem_timedwait(sem_t* semaphore, const timespec* time) {
  uint64_t deadline = deadline_of(time, CLOCK_REALTIME);
  while (words(semaphore)[0] == 0) {
    if (await(semaphore, "sem_timedwait", deadline)) continue;
    errno = deadline == 0 ? EINVAL : ETIMEDOUT;
    return -1;
  }
  --words(semaphore)[0];
  return 0;
}
int sem_getvalue(sem_t* semaphore, int* value) {
  *value = words(semaphore)[0];
  return 0;
}

int sched_yield() {
  run_next();
  return 0;
}
int nanosleep(const timespec* time, timespec* rest) {
  static char sleeping;
  if (time->tv_nsec < 0 || time->tv_nsec >= 1000000000 || time->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  uint64_t length = uint64_t(time->tv_sec) * 1000000000u + uint64_t(time->tv_nsec);
  await(&sleeping, "nanosleep", nanoseconds(CLOCK_MONOTONIC) + length);
  if (rest != nullptr) *rest = {0, 0};
  return 0;
}
int usleep(useconds_t time) {
  timespec length = {time_t(time / 1000000), long(time % 1000000) * 1000};
  return nanosleep(&length, nullptr);
}
unsigned sleep(unsigned seconds) {
  timespec length = {time_t(seconds), 0};
  nanosleep(&length, nullptr);
  return 0;
}

// thread_local, which is turned into calls of this (src/compiler/clang/thread-locals.ts): one object for each thread, made when it is used first.
struct ThreadLocal {
  size_t size, alignment, number;
  const void* initial;
};
void* __cuts_thread_local(ThreadLocal* variable) {
  static size_t count = 0;
  if (variable->number == 0) variable->number = ++count;
  Thread* me = self();
  if (me->local_count < variable->number) {
    size_t wanted = variable->number + 16;
    me->locals = static_cast<void**>(std::realloc(me->locals, wanted * sizeof(void*)));
    if (me->locals == nullptr) std::abort();
    std::memset(me->locals + me->local_count, 0, (wanted - me->local_count) * sizeof(void*));
    me->local_count = wanted;
  }
  void*& object = me->locals[variable->number - 1];
  if (object == nullptr) {
    size_t alignment = variable->alignment < 16 ? 16 : variable->alignment;
    object = std::aligned_alloc(alignment, (variable->size + alignment - 1) / alignment * alignment);
    if (object == nullptr) std::abort();
    if (variable->initial != nullptr) std::memcpy(object, variable->initial, variable->size);
    else std::memset(object, 0, variable->size);
  }
  return object;
}
int __cxa_thread_atexit(void (*function)(void*), void* object, void*) noexcept {
  auto* entry = static_cast<AtExit*>(std::malloc(sizeof(AtExit)));
  if (entry == nullptr) return -1;
  Thread* me = self();
  static bool is_registered = false;
  if (!is_registered) {
    is_registered = true;
    std::atexit([] { run_exit_handlers(&main_thread); });
  }
  *entry = {function, object, me->at_exit};
  me->at_exit = entry;
  return 0;
}
}
