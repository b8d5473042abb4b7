// Threads that wait for other threads by looking at memory until it changes: every one of these ends on a GPU since
// Volta, because each thread gets its turn however long others spin, but for three (`endsOnlyHere` in progress-cases.ts, which
// says what they leave). All kernels are (int* out, int n); `out` starts as zeros.
#define KERNEL extern "C" __global__ void

__device__ int thread_index() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ int thread_count() { return blockDim.x * blockDim.y * blockDim.z; }

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void unlock(int* mutex) {
  __threadfence();
  atomicExch(mutex, 0);
}

// ---- Flags ----

KERNEL first_waits_for_last(int* out, int n) {
  volatile int* flag = out;
  const int t = thread_index();
  if (t == 0) {
    while (*flag == 0 && thread_count() > 1) {
    }
    out[1] = *flag + 1;
  } else if (t == thread_count() - 1) {
    *flag = n;
  }
}

KERNEL last_waits_for_first(int* out, int n) {
  volatile int* flag = out;
  const int t = thread_index();
  if (t > 0 && t == thread_count() - 1) {
    while (*flag == 0) {
    }
    out[1] = *flag + 1;
  } else if (t == 0) {
    *flag = n;
  }
}

KERNEL shared_flag(int* out, int n) {
  __shared__ volatile int flag;
  __shared__ int data;
  const int t = thread_index();
  if (t == 0) flag = 0;
  __syncthreads();
  if (t != thread_count() - 1) {
    while (flag == 0) {
    }
    __threadfence_block();
    out[t] = data + t;
  } else {
    data = n;
    __threadfence_block();
    flag = 1;
    out[t] = n + t;
  }
}

KERNEL even_lanes_wait_for_odd(int* out, int n) {
  volatile int* word = out;
  const int t = thread_index();
  if (t % 2 == 0 && t + 1 < thread_count()) {
    while (word[t + 1] == 0) {
    }
    word[t] = word[t + 1] * 2;
  } else {
    word[t] = n + t;
  }
}

KERNEL odd_lanes_wait_for_even(int* out, int n) {
  volatile int* word = out;
  const int t = thread_index();
  if (t % 2 == 1) {
    while (word[t - 1] == 0) {
    }
    word[t] = word[t - 1] * 2;
  } else {
    word[t] = n + t;
  }
}

KERNEL one_after_another(int* out, int n) {
  volatile int* turn = out;
  const int t = thread_index();
  while (*turn != t) {
  }
  __threadfence();
  out[1 + t] = (t == 0 ? n : out[t]) + t;
  __threadfence();
  *turn = t + 1;
}

KERNEL one_before_another(int* out, int n) {
  volatile int* turn = out;
  const int t = thread_index(), mine = thread_count() - 1 - t;
  while (*turn != mine) {
  }
  __threadfence();
  out[1 + mine] = t * n;
  __threadfence();
  *turn = mine + 1;
}

KERNEL ping_pong(int* out, int n) {
  volatile int* ball = out;
  const int t = thread_index(), last = thread_count() - 1;
  if (last == 0 || (t != 0 && t != last)) return;
  const int side = t == 0 ? 0 : 1;
  for (int i = 0; i < n; i++) {
    while (*ball % 2 != side) {
    }
    out[1 + side] += *ball;
    __threadfence();
    *ball = *ball + 1;
  }
}

KERNEL flags_of_other_types(int* out, int n) {
  __shared__ volatile unsigned char byte;
  __shared__ volatile unsigned long long wide;
  __shared__ volatile float real;
  const int t = thread_index(), last = thread_count() - 1;
  if (t == 0) byte = 0, wide = 0, real = 0.0f;
  __syncthreads();
  if (t == last) byte = 7;
  if (t == 0) {
    while (byte == 0) {
    }
    wide = 1ull << 40;
  }
  if (t == last) {
    while (wide >> 32 == 0) {
    }
    real = 1.5f;
  }
  if (t == 0) {
    while (!(real > 1.0f)) {
    }
    out[0] = byte * n;
  }
}

// ---- Locks ----

KERNEL lock_in_shared_memory(int* out, int n) {
  __shared__ int mutex, counter;
  if (thread_index() == 0) mutex = counter = 0;
  __syncthreads();
  int mine = 0;
  for (int i = 0; i < n; i++) {
    lock(&mutex);
    mine = counter;
    counter = mine + 1;
    unlock(&mutex);
  }
  __syncthreads();
  // Everybody was somebody's successor: each number was drawn once.
  if (mine < n * thread_count()) atomicAdd(&out[blockIdx.x], 1);
  if (thread_index() == 0) atomicAdd(&out[64 + blockIdx.x], counter);
}

KERNEL rank_by_lock(int* out, int n) {
  __shared__ int mutex, counter;
  if (thread_index() == 0) mutex = counter = 0;
  __syncthreads();
  lock(&mutex);
  const int rank = counter;
  counter = rank + n;
  unlock(&mutex);
  __syncthreads();
  out[rank / n] = counter + rank;
}

KERNEL lock_in_a_branch(int* out, int n) {
  bool done = false;
  while (!done) {
    if (atomicCAS(&out[0], 0, 1) == 0) {
      __threadfence();
      volatile int* sum = out + 1;
      *sum = *sum + n;
      __threadfence();
      atomicExch(&out[0], 0);
      done = true;
    }
  }
}

KERNEL lock_with_break(int* out, int n) {
  for (;;) {
    if (atomicExch(&out[0], 1) == 0) {
      __threadfence();
      volatile int* sum = out + 1;
      *sum = *sum + n;
      __threadfence();
      atomicExch(&out[0], 0);
      break;
    }
  }
}

KERNEL lock_for_each_element(int* out, int n) {
  const int i = blockIdx.x * thread_count() + thread_index();
  int* mutex = out + i * 7 % n;
  volatile int* sum = out + n + i * 7 % n;
  lock(mutex);
  *sum = *sum + i;
  unlock(mutex);
}

KERNEL lock_held_while_waiting(int* out, int n) {
  // The first holds the lock until the last, which needs no lock, has answered; all others queue up.
  volatile int* word = out;
  const int t = thread_index(), last = thread_count() - 1;
  if (t == last) {
    while (word[1] == 0 && last > 0) {
    }
    word[2] = n;
    return;
  }
  lock(&out[0]);
  if (t == 0) {
    word[1] = 1;
    while (word[2] == 0) {
    }
  }
  word[3] = word[3] + 1;
  unlock(&out[0]);
}

KERNEL ticket_lock(int* out, int n) {
  const int mine = atomicAdd(&out[0], 1);
  while (*(volatile int*)&out[1] != mine) {
  }
  __threadfence();
  out[2 + mine] = (mine == 0 ? 0 : out[1 + mine]) + n;
  __threadfence();
  atomicAdd(&out[1], 1);
}

KERNEL two_locks(int* out, int n) {
  // Accounts 0..n-1, locks before them; each thread moves its number from one to the next.
  const int t = blockIdx.x * thread_count() + thread_index();
  const int from = t % n, to = (t * 5 + 1) % n;
  if (from == to) return;
  const int first = from < to ? from : to, second = from < to ? to : from;
  volatile int* account = out + n;
  lock(&out[first]);
  lock(&out[second]);
  account[from] -= t;
  account[to] += t;
  unlock(&out[second]);
  unlock(&out[first]);
}

KERNEL one_of_four_places(int* out, int n) {
  // Whoever finds a free place uses it; the loop goes from place to place.
  int i = thread_index() % 4;
  while (atomicCAS(&out[i], 0, 1) != 0) i = (i + 1) % 4;
  __threadfence();
  volatile int* sum = out + 4 + i;
  *sum = *sum + n;
  __threadfence();
  atomicExch(&out[i], 0);
}

KERNEL semaphore(int* out, int n) {
  // At most two at once; it is counted how many there were.
  __shared__ int permits, inside;
  if (thread_index() == 0) permits = 2, inside = 0;
  __syncthreads();
  for (;;) {
    const int left = *(volatile int*)&permits;
    if (left > 0 && atomicCAS(&permits, left, left - 1) == left) break;
  }
  const int now = atomicAdd(&inside, 1) + 1;
  atomicMax(&out[0], now > 2 ? 100 : 1);
  atomicAdd(&out[1], n);
  atomicSub(&inside, 1);
  __threadfence_block();
  atomicAdd(&permits, 1);
}

KERNEL readers_and_writers(int* out, int n) {
  // State: the number of readers, or -1 for a writer. A reader sees two words that are always written together.
  const int t = thread_index();
  volatile int* pair = out + 1;
  for (int i = 0; i < n; i++) {
    if (t % 4 == 0) {
      while (atomicCAS(&out[0], 0, -1) != 0) {
      }
      __threadfence();
      pair[0] = pair[0] + 1;
      pair[1] = pair[1] + 2;
      __threadfence();
      atomicExch(&out[0], 0);
    } else {
      for (;;) {
        const int readers = *(volatile int*)&out[0];
        if (readers >= 0 && atomicCAS(&out[0], readers, readers + 1) == readers) break;
      }
      __threadfence();
      if (pair[0] * 2 != pair[1]) atomicAdd(&out[3], 1);
      __threadfence();
      atomicSub(&out[0], 1);
    }
  }
}

KERNEL queue_lock(int* out, int n) {
  // The lock of Mellor-Crummey and Scott: each thread spins on a word of its own.
  __shared__ volatile int next[1024], waits[1024];
  __shared__ int tail;
  const int t = thread_index();
  if (t == 0) tail = -1;
  next[t] = -1;
  waits[t] = 0;
  __syncthreads();
  const int before = atomicExch(&tail, t);
  if (before >= 0) {
    waits[t] = 1;
    __threadfence_block();
    next[before] = t;
    while (waits[t] != 0) {
    }
  }
  __threadfence();
  volatile int* sum = out;
  *sum = *sum + n;
  __threadfence();
  if (next[t] < 0) {
    if (atomicCAS(&tail, t, -1) == t) return;
    while (next[t] < 0) {
    }
  }
  waits[next[t]] = 0;
}

KERNEL peterson(int* out, int n) {
  volatile int* word = out;  // who wants, who wants, whose turn, the sum
  const int t = thread_index();
  if (t > 1 || thread_count() == 1) return;
  for (int i = 0; i < n; i++) {
    word[t] = 1;
    __threadfence();
    word[2] = 1 - t;
    __threadfence();
    while (word[1 - t] == 1 && word[2] == 1 - t) {
    }
    word[3] = word[3] + 1;
    __threadfence();
    word[t] = 0;
    __threadfence();
  }
}

KERNEL lock_word_of_64_bits(int* out, int n) {
  unsigned long long* mutex = (unsigned long long*)out;
  volatile double* sum = (volatile double*)(out + 2);
  const double mine = thread_index() * 0.5;
  while (atomicCAS(mutex, 0ull, 1ull << 35) != 0) {
  }
  __threadfence();
  *sum = *sum + mine * n;
  __threadfence();
  atomicExch(mutex, 0ull);
}

// ---- Counters, queues ----

KERNEL own_barrier(int* out, int n) {
  // __syncthreads written by hand, several times.
  __shared__ int arrived;
  __shared__ volatile int sense;
  __shared__ volatile int box[1024];
  const int t = thread_index(), threads = thread_count();
  if (t == 0) arrived = 0, sense = 0;
  __syncthreads();
  int value = t;
  for (int i = 0; i < n; i++) {
    for (int half = 0; half < 2; half++) {
      if (half == 0) box[t] = value;
      const int old = sense;
      __threadfence_block();
      if (atomicAdd(&arrived, 1) == threads - 1) {
        arrived = 0;
        __threadfence_block();
        sense = 1 - old;
      } else {
        while (sense == old) {
        }
      }
      __threadfence_block();
      if (half == 0) value = box[(t + 1) % threads];
    }
  }
  out[t] = value;
}

KERNEL half_of_the_block_waits(int* out, int n) {
  // A counter as a named barrier: one half arrives and goes on, the other waits for it.
  __shared__ int arrived;
  __shared__ int box[1024];
  const int t = thread_index(), threads = thread_count(), half = (threads + 1) / 2;
  if (t == 0) arrived = 0;
  __syncthreads();
  if (t < half) {
    if (threads > 1) {
      while (atomicAdd(&arrived, 0) < threads - half) {
      }
    }
    __threadfence_block();
    out[t] = t + half < threads ? box[t + half] : -1;
  } else {
    box[t] = t * n;
    __threadfence_block();
    atomicAdd(&arrived, 1);
    out[t] = 1;
  }
}

KERNEL ring_buffer(int* out, int n) {
  __shared__ int ring[4];
  __shared__ volatile int written, read;
  const int t = thread_index(), last = thread_count() - 1;
  if (t == 0) written = read = 0;
  __syncthreads();
  if (t == last && last > 0) {
    for (int i = 0; i < n; i++) {
      while (i - read >= 4) {
      }
      ring[i % 4] = i * i;
      __threadfence_block();
      written = i + 1;
    }
  } else if (t == 0 && last > 0) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      while (written <= i) {
      }
      __threadfence_block();
      sum = sum * 3 + ring[i % 4];
      __threadfence_block();
      read = i + 1;
    }
    out[0] = sum;
  }
}

KERNEL many_producers(int* out, int n) {
  // A queue whose places have numbers of their own: thread 0 takes what all others give.
  __shared__ int box[8];
  __shared__ volatile int stamp[8];
  __shared__ int place;
  const int t = thread_index(), threads = thread_count();
  if (t == 0) place = 0;
  if (t < 8) stamp[t] = t;
  if (threads < 8 && t == 0)
    for (int i = threads; i < 8; i++) stamp[i] = i;
  __syncthreads();
  if (t > 0) {
    for (int i = 0; i < n; i++) {
      const int at = atomicAdd(&place, 1);
      while (stamp[at % 8] != at) {
      }
      box[at % 8] = t + i;
      __threadfence_block();
      stamp[at % 8] = at + 1;
    }
  } else {
    int sum = 0;
    for (int at = 0; at < (threads - 1) * n; at++) {
      while (stamp[at % 8] != at + 1) {
      }
      __threadfence_block();
      sum += box[at % 8];
      __threadfence_block();
      stamp[at % 8] = at + 8;
    }
    out[0] = sum;
  }
}

// ---- Between barriers, in functions ----

KERNEL between_barriers(int* out, int n) {
  __shared__ volatile int turn;
  __shared__ int box[1024];
  const int t = thread_index(), threads = thread_count();
  box[t] = t * n;
  if (t == 0) turn = threads - 1;
  __syncthreads();
  const int neighbor = box[(t + 1) % threads], scale = box[0] + n;
  __syncthreads();
  while (turn != t) {
  }
  __threadfence_block();
  box[t] = (t == threads - 1 ? 1 : box[t + 1]) + neighbor;
  __threadfence_block();
  turn = t - 1;
  __syncthreads();
  out[t] = box[0] * scale + neighbor;
}

KERNEL in_a_loop_with_barriers(int* out, int n) {
  __shared__ volatile int flag;
  const int t = thread_index(), threads = thread_count();
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (t == 0) flag = -1;
    __syncthreads();
    if (t == (i * 5) % threads) {
      flag = i * i;
    } else {
      while (flag < 0) {
      }
    }
    sum += flag;
    __syncthreads();
  }
  out[t] = sum;
}

KERNEL after_some_have_returned(int* out, int n) {
  __shared__ volatile int turn;
  const int t = thread_index(), threads = thread_count();
  if (t == 0) turn = 0;
  __syncthreads();
  if (t % 3 == 2) return;
  const int mine = t - (t + 1) / 3, living = threads - threads / 3;
  while (turn != living - 1 - mine) {
  }
  __threadfence_block();
  out[t] = turn + n;
  __threadfence_block();
  turn = turn + 1;
  __syncthreads();
  out[t] += turn;
}

KERNEL after_a_stride_loop(int* out, int n) {
  // The loop would do as one of the whole block, were it not that the last thread waits before it.
  volatile int* flag = out;
  const int t = threadIdx.x, threads = blockDim.x;
  if (t == threads - 1 && threads > 1) {
    while (*flag == 0) {
    }
  }
  for (int i = t; i < n; i += threads) out[1 + i] = i * 2;
  if (t == 0) *flag = 1;
}

__device__ __noinline__ int wait_for(volatile int* word, int than) {
  while (*word <= than) {
  }
  return *word;
}
KERNEL in_a_function(int* out, int n) {
  const int t = thread_index(), last = thread_count() - 1;
  if (t == 0 && last > 0) {
    out[1] = wait_for(out, n - 1);
  } else if (t == last) {
    *(volatile int*)out = n;
  }
}

__device__ __noinline__ int peek(const int* word) { return *(const volatile int*)word; }
KERNEL by_a_function(int* out, int n) {
  const int t = thread_index(), last = thread_count() - 1;
  if (t == 0 && last > 0) {
    while (peek(out) == 0) {
    }
    out[1] = peek(out) + 1;
  } else if (t == last) {
    *(volatile int*)out = n;
  }
}

template <class T, int Step> struct Relay {
  volatile T* word;
  __device__ void pass(T from, T to) const {
    while (*word != from) {
    }
    __threadfence();
    *word = to;
  }
};
KERNEL in_a_template(int* out, int n) {
  const int t = thread_index(), threads = thread_count();
  const Relay<int, 3> relay{out};
  for (int i = 0; i < n; i++) relay.pass(i * threads + (threads - 1 - t), i * threads + (threads - t));
}

__device__ int wait_again(volatile int* word, int turns) { return *word != 0 ? *word : wait_again(word, turns + 1); }
KERNEL by_recursion(int* out, int n) {
  const int t = thread_index(), last = thread_count() - 1;
  if (t == 0 && last > 0) {
    out[1] = wait_again(out, 0);
  } else if (t == last) {
    *(volatile int*)out = n;
  }
}

KERNEL with_locals(int* out, int n) {
  // Locals with an address, and many values, are the same after the wait.
  const int t = thread_index(), threads = thread_count();
  int own[8];
  for (int i = 0; i < 8; i++) own[i] = t * i + n;
  long long wide = (long long)t << 33;
  double real = t + 0.25;
  float4 four = make_float4(t, t + 1, t + 2, t + 3);
  volatile int* turn = out;
  while (*turn != threads - 1 - t) own[*turn & 7] += 0;
  __threadfence();
  int sum = (int)(wide >> 32) + (int)(real * 4) + (int)(four.x + four.y + four.z + four.w);
  for (int i = 0; i < 8; i++) sum += own[(i + t) & 7];
  out[1 + t] = sum;
  __threadfence();
  *turn = *turn + 1;
}

KERNEL with_goto(int* out, int n) {
  // A loop that is entered in two places.
  volatile int* turn = out;
  const int t = thread_index();
  int looks = 0;
  if (t % 2) goto second;
first:
  if (*turn == t) goto done;
  looks++;
second:
  if (*turn == t) goto done;
  looks += 2;
  goto first;
done:
  out[1 + t] = n + (looks < 0);
  __threadfence();
  *turn = t + 1;
}

KERNEL with_switch(int* out, int n) {
  volatile int* state = out;
  const int t = thread_index(), last = thread_count() - 1;
  if (last == 0) return;
  if (t == last) {
    for (int i = 1; i <= 3; i++) {
      state[0] = i;
      while (state[1] != i) {
      }
    }
  } else if (t == 0) {
    int seen = 0;
    for (bool goes = true; goes;) {
      switch (state[0]) {
        case 0: continue;
        case 1: seen |= 1; break;
        case 2: seen |= 2; break;
        case 3: seen |= 4; goes = false; break;
        default: seen |= 8;
      }
      state[1] = state[0];
    }
    state[2] = seen * n;
  }
}

// ---- Reading again without volatile ----

KERNEL with_a_fence(int* out, int n) {
  const int t = thread_index(), last = thread_count() - 1;
  if (t == 0 && last > 0) {
    while (out[0] == 0) __threadfence();
    out[1] = out[0] + 1;
  } else if (t == last) {
    out[0] = n;
    __threadfence();
  }
}

KERNEL with_an_atomic_read(int* out, int n) {
  const int t = thread_index(), last = thread_count() - 1;
  if (t == 0 && last > 0) {
    while (atomicOr(&out[0], 0) == 0) __nanosleep(20);
    out[1] = atomicAdd(&out[0], 0) + 1;
  } else if (t == last) {
    atomicExch(&out[0], n);
  }
}

KERNEL with_cache_hints(int* out, int n) {
  const int t = thread_index(), last = thread_count() - 1;
  if (t == 0 && last > 0) {
    while (__ldcv(out) == 0) {
    }
    __threadfence();
    for (;;) {
      const int seen = __ldcg(out + 2);
      if (seen != 0) break;
      __threadfence();
    }
    out[1] = __ldcv(out + 2) + 1;
  } else if (t == last) {
    __stcg(out + 2, n);
    __threadfence();
    __stcg(out, 1);
  }
}

KERNEL with_assembly(int* out, int n) {
  const int t = thread_index(), last = thread_count() - 1;
  if (t == 0 && last > 0) {
    while (out[0] == 0) asm volatile("" ::: "memory");
    out[1] = out[0] + 1;
  } else if (t == last) {
    out[0] = n;
    asm volatile("membar.gl;" ::: "memory");
  }
}

// ---- Warps ----

KERNEL by_vote(int* out, int n) {
  // A warp looks together until any lane sees the flag; blocks are full warps.
  volatile int* flag = out;
  const int t = thread_index(), warp = t / 32, warps = thread_count() / 32;
  if (warp < warps - 1) {
    while (!__any_sync(0xffffffffu, flag[t % 32] != 0)) {
    }
    out[32 + t] = n + warp;
  } else if (t % 32 == 31) {
    flag[7] = 1;
  }
}

KERNEL with_syncwarp(int* out, int n) {
  volatile int* turn = out;
  const int t = thread_index(), lane = t % 32, warp = t / 32, warps = thread_count() / 32;
  int looks = 0;
  do {
    looks = lane == 0 ? *turn : 0;
    looks = __shfl_sync(0xffffffffu, looks, 0);
    __syncwarp();
  } while (looks != warps - 1 - warp);
  out[1 + t] = looks + n;
  __threadfence();
  __syncwarp();
  if (lane == 31) *turn = looks + 1;
}

KERNEL lock_of_a_warp(int* out, int n) {
  const int t = thread_index(), lane = t % 32;
  for (int i = 0; i < n; i++) {
    if (lane == 0) lock(&out[0]);
    __syncwarp();
    volatile int* sum = out + 1;
    const int old = sum[lane];
    __syncwarp();
    sum[lane] = old + 1;
    __threadfence();
    __syncwarp();
    if (lane == 0) unlock(&out[0]);
  }
}

KERNEL lanes_meet_under_a_lock(int* out, int n) {
  // The lane that holds the lock asks which lanes are with it.
  const int t = thread_index();
  lock(&out[0]);
  const unsigned with = __activemask();
  volatile int* sum = out + 1;
  *sum = *sum + ((with >> (t % 32)) & 1) * n;
  unlock(&out[0]);
}

// ---- Blocks ----

KERNEL chained_blocks(int* out, int n) {
  // Each block adds to what the block before it has left.
  volatile int* flag = out;
  volatile int* value = out + gridDim.x;
  const int b = blockIdx.x;
  if (thread_index() == 0) {
    if (b > 0)
      while (flag[b - 1] == 0) {
      }
    __threadfence();
    value[b] = (b == 0 ? 0 : value[b - 1]) + n + b;
    __threadfence();
    flag[b] = 1;
  }
}

KERNEL look_back(int* out, int n) {
  // An inclusive scan of thread numbers in one launch: blocks publish their total, then their prefix.
  unsigned long long* states = (unsigned long long*)out;
  __shared__ int prefix;
  const int b = blockIdx.x, t = thread_index(), threads = thread_count();
  const int total = threads * n;
  if (t == threads - 1) {
    int sum = 0;
    atomicExch(&states[b], (b == 0 ? 2ull : 1ull) << 32 | (unsigned)total);
    for (int before = b - 1; before >= 0;) {
      const unsigned long long state = atomicAdd(&states[before], 0ull);
      const int status = (int)(state >> 32);
      if (status == 0) continue;
      sum += (int)(unsigned)state;
      if (status == 2) break;
      before--;
    }
    if (b > 0) atomicExch(&states[b], 2ull << 32 | (unsigned)(sum + total));
    prefix = sum;
  }
  __syncthreads();
  out[2 * gridDim.x + b * threads + t] = prefix + (t + 1) * n;
}

KERNEL tiles_by_ticket(int* out, int n) {
  // Blocks take tiles in the order in which they start, and a tile waits for the one before it.
  __shared__ int tile;
  if (thread_index() == 0) tile = atomicAdd(&out[0], 1);
  __syncthreads();
  volatile int* done = out + 1;
  if (thread_index() == thread_count() - 1) {
    while (*done != tile) {
    }
    __threadfence();
    out[2 + tile] = (tile == 0 ? 0 : out[1 + tile]) + n;
    __threadfence();
    *done = tile + 1;
  }
}

KERNEL last_block_done(int* out, int n) {
  __shared__ bool is_last;
  const int b = blockIdx.x, t = thread_index();
  if (t == 0) {
    out[2 + b] = b * n;
    __threadfence();
    is_last = atomicInc((unsigned*)&out[0], gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;
  for (int i = t; i < gridDim.x; i += blockDim.x) atomicAdd(&out[1], ((volatile int*)out)[2 + i]);
}

KERNEL ticket_of_the_grid(int* out, int n) {
  // The lock goes from thread to thread in the order of tickets, over all blocks that run.
  if (thread_index() >= n) return;
  const int mine = atomicAdd(&out[0], 1);
  while (*(volatile int*)&out[1] != mine) {
  }
  out[2 + mine] = mine * 3;
  __threadfence();
  atomicAdd(&out[1], 1);
}

KERNEL barrier_of_the_grid(int* out, int n) {
  // A cooperative launch: all blocks are there, so they may wait for each other.
  __shared__ int sum;
  const int b = blockIdx.x, t = thread_index(), blocks = gridDim.x;
  volatile int* box = out + 1;
  for (int i = 0; i < n; i++) {
    if (t == 0) box[i * blocks + b] = i == 0 ? b : sum;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicAdd(&out[0], 1);
      while (*(volatile int*)&out[0] < (i + 1) * blocks) {
      }
      __threadfence();
      sum = 0;
      for (int other = 0; other < blocks; other++) sum += box[i * blocks + other] % 1000;
    }
    __syncthreads();
  }
}

KERNEL all_threads_of_the_grid_wait(int* out, int n) {
  const int threads = gridDim.x * thread_count();
  for (int i = 1; i <= n; i++) {
    atomicAdd(&out[0], 1);
    while (atomicAdd(&out[0], 0) < i * threads) {
    }
  }
  atomicAdd(&out[1], 1);
}

KERNEL all_blocks_wait_for_last(int* out, int n) {
  volatile int* flag = out;
  if (thread_index() != 0) return;
  if (blockIdx.x == gridDim.x - 1) {
    *flag = n;
  } else {
    while (*flag == 0) {
    }
    atomicAdd(&out[1], *flag + (int)blockIdx.x);
  }
}

KERNEL some_blocks_spin_some_meet(int* out, int n) {
  // Blocks wait in pairs, the lower ones for the upper ones and back, several times; the last has nobody.
  volatile int* step = out;
  const int b = blockIdx.x, other = b ^ 1;
  if (other >= gridDim.x) return;
  for (int i = 1; i <= n; i++) {
    __syncthreads();
    if (thread_index() == thread_count() - 1) {
      if (b % 2 == 0)
        while (step[other] < i) {
        }
      step[b] = i;
      if (b % 2 == 1)
        while (step[other] < i) {
        }
    }
  }
}
