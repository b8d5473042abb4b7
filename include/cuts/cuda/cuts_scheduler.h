// How the threads of a block wait for each other when the SIMT pass keeps a state for each thread, and what a warp
// operation computes. Compiled into every module that needs it and kept by the pass only then. The layout of a
// context is the one of src/backend/cpu/simt/abi.ts: a 64-byte header, then arrays of `padded` elements.
#pragma once

namespace __cuts {

constexpr int kExited = -1;
// Status codes a block returns to the machine: it waits for the grid, or nobody can go on.
constexpr int kWaitsForGrid = 1 << 20;
constexpr int kDeadlock = (1 << 20) + 1;

enum WaitKind { kReady = 0, kBarrier = 1, kReduce = 2, kGrid = 3, kWarp = 4 };

struct Context {
  char *base;
  unsigned padded;

  __device__ int *header() const { return reinterpret_cast<int *>(base); }
  __device__ int *state() const { return reinterpret_cast<int *>(base + 64); }
  __device__ int *op() const { return reinterpret_cast<int *>(base + 64 + padded * 4); }
  __device__ unsigned *mask() const { return reinterpret_cast<unsigned *>(base + 64 + padded * 8); }
  __device__ unsigned *argument() const { return reinterpret_cast<unsigned *>(base + 64 + padded * 12); }
  __device__ unsigned long long *value() const {
    return reinterpret_cast<unsigned long long *>(base + 64 + padded * 16);
  }
};

__device__ inline int waits_for(int state) { return state < 0 ? kReady : state >> 24; }

// The lane a shuffle reads from; its own lane where CUDA leaves the value unchanged.
__device__ inline unsigned shuffle_source(int op, unsigned lane, unsigned argument) {
  const unsigned width = argument >> 16, by = argument & 0xffffu;
  const unsigned first = lane & ~(width - 1);
  switch (op) {
    case 1: return first | (by & (width - 1));
    case 2: return lane >= first + by ? lane - by : lane;
    case 3: return lane + by < first + width ? lane + by : lane;
    default: {
      const unsigned source = lane ^ by;
      return source < first + width ? source : lane;
    }
  }
}

__device__ inline unsigned combine(int op, unsigned a, unsigned b) {
  switch (op) {
    case 8: return a + b;
    case 9: return a < b ? a : b;
    case 10: return a > b ? a : b;
    case 11: return static_cast<int>(a) < static_cast<int>(b) ? a : b;
    case 12: return static_cast<int>(a) > static_cast<int>(b) ? a : b;
    case 13: return a & b;
    case 14: return a | b;
    default: return a ^ b;
  }
}

// What one lane receives, given the values of all lanes that take part.
__device__ inline unsigned long long warp_result(int op, unsigned lane, unsigned members, unsigned argument,
                                                 const unsigned long long *values) {
  const unsigned long long own = values[lane];
  switch (op) {
    case 0: return 0;
    case 1: case 2: case 3: case 4: return values[shuffle_source(op, lane, argument)];
    case 16: return members;
    case 6: case 7: {
      unsigned same = 0;
      for (unsigned i = 0; i < 32; i++) same |= unsigned((members >> i & 1) && values[i] == own) << i;
      return op == 6 || same == members ? same : 0;
    }
    case 5: case 17: case 18: {
      unsigned ballot = 0;
      for (unsigned i = 0; i < 32; i++) ballot |= unsigned((members >> i & 1) && values[i] != 0) << i;
      return op == 5 ? ballot : op == 17 ? ballot == members : ballot != 0;
    }
    default: {
      unsigned sum = unsigned(own);
      for (unsigned i = 0; i < 32; i++)
        if (i != lane && (members >> i & 1)) sum = combine(op, sum, unsigned(values[i]));
      return sum;
    }
  }
}

// Runs one operation for the lanes in `group`, which all wait with the same operation.
__device__ inline void run_warp_group(const Context &c, unsigned warp, unsigned group, bool by_mask) {
  unsigned long long values[32];
  const unsigned first = warp * 32;
  for (unsigned i = 0; i < 32; i++) values[i] = group >> i & 1 ? c.value()[first + i] : 0;
  for (unsigned i = 0; i < 32; i++) {
    if (!(group >> i & 1)) continue;
    const unsigned t = first + i;
    const unsigned members = by_mask ? group & c.mask()[t] : group;
    c.value()[t] = warp_result(c.op()[t], i, members, c.argument()[t], values);
  }
}

__device__ inline int reduced(const Context &c, unsigned threads, const bool *only_waiting) {
  int op = 0, count = 0, all = 1, any = 0;
  for (unsigned t = 0; t < threads; t++) {
    if (only_waiting && waits_for(c.state()[t]) != kReduce) continue;
    op = c.op()[t];
    const bool is = c.argument()[t] != 0;
    count += is;
    all &= is;
    any |= is;
  }
  return op == 0 ? count : op == 1 ? all : any;
}

// Wakes the lanes of a warp whose operation can run: all living lanes of their mask wait with the same operation.
// __activemask takes whoever is there; it runs last, when nobody else of the warp can move.
__device__ inline bool release_warp(const Context &c, unsigned warp, unsigned threads, bool active_mask) {
  const unsigned first = warp * 32;
  unsigned waiting = 0, living = 0;
  for (unsigned i = 0; i < 32 && first + i < threads; i++) {
    const int state = c.state()[first + i];
    living |= unsigned(state != kExited) << i;
    waiting |= unsigned(waits_for(state) == kWarp) << i;
  }
  bool released = false;
  for (unsigned i = 0; i < 32; i++) {
    if (!(waiting >> i & 1)) continue;
    const unsigned t = first + i;
    const int op = c.op()[t];
    if ((op == 16) != active_mask) continue;
    unsigned group = 0;
    for (unsigned j = 0; j < 32; j++) {
      if (!(waiting >> j & 1) || c.op()[first + j] != op) continue;
      const bool same = active_mask ? c.state()[first + j] == c.state()[t] : c.mask()[first + j] == c.mask()[t];
      group |= unsigned(same) << j;
    }
    if (!active_mask && (c.mask()[t] & living & ~group)) continue;
    run_warp_group(c, warp, group, false);
    for (unsigned j = 0; j < 32; j++)
      if (group >> j & 1) c.state()[first + j] &= 0xffffff;
    waiting &= ~group;
    released = true;
  }
  return released;
}

__device__ inline int lowest_ready(const Context &c, unsigned threads) {
  int lowest = 0x7fffffff;
  for (unsigned t = 0; t < threads; t++) {
    const int state = c.state()[t];
    if (state >= 0 && waits_for(state) == kReady && state < lowest) lowest = state;
  }
  return lowest;
}

}  // namespace __cuts

// The region to run next, kExited when all threads are done, or a status code.
extern "C" __device__ __attribute__((used, noinline)) int __cuts_schedule(void *context, unsigned threads,
                                                                          unsigned padded) {
  using namespace __cuts;
  const Context c{static_cast<char *>(context), padded};
  int *phase = c.header() + 1;
  if (*phase == 0) {
    for (unsigned t = 0; t < threads; t++) c.state()[t] = 0;
  } else if (*phase == 2) {
    for (unsigned t = 0; t < threads; t++)
      if (waits_for(c.state()[t]) == kGrid) c.state()[t] &= 0xffffff;
  }
  *phase = 1;
  int next = lowest_ready(c, threads);
  if (next != 0x7fffffff) return next;
  bool released = false;
  const unsigned warps = (threads + 31) / 32;
  for (unsigned w = 0; w < warps; w++) released |= release_warp(c, w, threads, false);
  if (!released)
    for (unsigned w = 0; w < warps; w++) released |= release_warp(c, w, threads, true);
  if (released) return lowest_ready(c, threads);
  unsigned living = 0, at_barrier = 0, at_grid = 0;
  for (unsigned t = 0; t < threads; t++) {
    const int state = c.state()[t], kind = waits_for(state);
    living += state != kExited;
    at_barrier += kind == kBarrier || kind == kReduce;
    at_grid += kind == kGrid;
  }
  if (living == 0) return kExited;
  if (at_grid == living) return kWaitsForGrid;
  if (at_barrier != living) return kDeadlock;
  const bool only_waiting = true;
  c.header()[0] = reduced(c, threads, &only_waiting);
  for (unsigned t = 0; t < threads; t++)
    if (c.state()[t] != kExited) c.state()[t] &= 0xffffff;
  return lowest_ready(c, threads);
}

// The uniform tier: all threads of the block wait at the same operation.
extern "C" __device__ __attribute__((used, noinline)) void __cuts_exchange(void *context, unsigned threads,
                                                                           unsigned padded, int is_warp) {
  using namespace __cuts;
  const Context c{static_cast<char *>(context), padded};
  if (!is_warp) {
    c.header()[0] = reduced(c, threads, nullptr);
    return;
  }
  for (unsigned w = 0; w * 32 < threads; w++) {
    const unsigned lanes = threads - w * 32;
    run_warp_group(c, w, lanes >= 32 ? 0xffffffffu : (1u << lanes) - 1, true);
  }
}
