// How the threads of a block wait for each other when the SIMT pass keeps a state for each thread, and what a warp
// operation computes. Compiled once and linked to the modules that need it. The layout of a
// context is the one of src/backend/cpu/passes/simt/abi.ts: a 64-byte header, then arrays of `padded` elements.
#pragma once

namespace __cuts {

constexpr int kExited = -1;
// Status codes a block returns to the machine: it waits for the grid, nobody can go on, or all who can go on spin.
constexpr int kWaitsForGrid = 1 << 20;
constexpr int kDeadlock = (1 << 20) + 1;
constexpr int kSpins = (1 << 20) + 2;

enum WaitKind { kReady = 0, kBarrier = 1, kReduce = 2, kGrid = 3, kWarp = 4, kYield = 5 };

// How a block is entered, in word 1 of the header: for the first time, or again after it returned kWaitsForGrid and the
// whole grid has arrived, or again though it has not. kMayLeave comes on top where a block that only spins should return,
// because the block it waits for may need this thread.
enum Phase { kNew = 0, kRunning = 1, kGridArrived = 2, kAgain = 3, kPhases = 3, kMayLeave = 4 };
// How often all threads that spin get a turn before such a block returns.
constexpr int kRoundsAtOnce = 16;

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

// What the pass puts between volatile accesses of lanes that hand each other values (src/backend/cpu/passes/simt/lockstep.ts).
constexpr int kLockstep = 19;

// Runs one operation for the lanes in `group`, which all wait with the same operation. The lanes that a vote counts are those of the mask that
// each lane names; CUDA asks for equal masks, and GPUs answer like this where they are not. A shuffle may read from any lane in
// `present`; the others, which CUDA leaves undefined, give 0: there may be no such threads, and no mailboxes for them.
__device__ inline void run_warp_group(const Context &c, unsigned warp, unsigned group, unsigned present) {
  const unsigned first = warp * 32;
  unsigned long long *const box = c.value() + first;
  const unsigned lead = first + unsigned(__builtin_ctz(group));
  const int op = c.op()[lead];
  if (op == 0 || op == kLockstep) return;
  unsigned long long values[32];
  for (unsigned i = 0; i < 32; i++) values[i] = present >> i & 1 ? box[i] : 0;
  if (op <= 4) {
    for (unsigned i = 0; i < 32; i++)
      if (group >> i & 1) box[i] = values[shuffle_source(op, i, c.argument()[first + i])];
    return;
  }
  if (op == 6 || op == 7) {
    for (unsigned i = 0; i < 32; i++) {
      unsigned same = 0;
      for (unsigned j = 0; j < 32; j++) same |= unsigned((group >> j & 1) && values[j] == values[i]) << j;
      if (group >> i & 1) box[i] = op == 6 || same == group ? same : 0;
    }
    return;
  }
  if (op == 5 || op == 17 || op == 18) {
    unsigned ballot = 0;
    for (unsigned i = 0; i < 32; i++) ballot |= unsigned(values[i] != 0) << i;
    for (unsigned i = 0; i < 32; i++) {
      if (!(group >> i & 1)) continue;
      const unsigned named = group & c.mask()[first + i], votes = ballot & named;
      box[i] = op == 5 ? votes : op == 17 ? votes == named : votes != 0;
    }
    return;
  }
  unsigned long long result = group;
  if (op != 16) {
    unsigned sum = unsigned(values[lead - first]);
    for (unsigned i = lead - first + 1; i < 32; i++)
      if (group >> i & 1) sum = combine(op, sum, unsigned(values[i]));
    result = sum;
  }
  for (unsigned i = 0; i < 32; i++)
    if (group >> i & 1) box[i] = result;
}

__device__ inline int reduced(const Context &c, unsigned threads, bool only_waiting) {
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

// One warp whose lanes in `present` all wait with the same operation; lanes with equal masks go together, but those that vote.
__device__ inline void exchange(const Context &c, unsigned warp, unsigned present) {
  const int op = c.op()[warp * 32 + unsigned(__builtin_ctz(present))];
  if (op == 5 || op == 17 || op == 18) return run_warp_group(c, warp, present, present);
  for (unsigned left = present; left != 0;) {
    const unsigned mask = c.mask()[warp * 32 + unsigned(__builtin_ctz(left))];
    unsigned group = 0;
    for (unsigned i = 0; i < 32; i++) group |= unsigned((left >> i & 1) && c.mask()[warp * 32 + i] == mask) << i;
    run_warp_group(c, warp, group, present);
    left &= ~group;
  }
}

// Which lanes that wait for their warp go on: those at the same place, or with the same mask, if all living lanes that they
// name are among them. When there are none of these: of those in lockstep the ones that are behind; then all at one place that
// asked for __activemask.
enum Release { kByPlace, kByMask, kByLockstep, kByActiveMask, kReleases };

__device__ inline bool is_released(int op, int how) {
  return op == kLockstep ? how == kByLockstep : op == 16 ? how == kByActiveMask : how <= kByMask;
}

__device__ inline bool release_warp(const Context &c, unsigned warp, unsigned threads, int how) {
  const unsigned first = warp * 32;
  unsigned waiting = 0, living = 0;
  for (unsigned i = 0; i < 32 && first + i < threads; i++) {
    const int state = c.state()[first + i];
    living |= unsigned(state != kExited) << i;
    waiting |= unsigned(waits_for(state) == kWarp) << i;
  }
  int behind = 0x7fffffff;
  for (unsigned i = 0; how == kByLockstep && i < 32; i++) {
    if (!(waiting >> i & 1) || c.op()[first + i] != kLockstep) continue;
    if (c.state()[first + i] < behind) behind = c.state()[first + i];
  }
  bool released = false;
  for (unsigned i = 0; i < 32; i++) {
    if (!(waiting >> i & 1)) continue;
    const unsigned t = first + i;
    const int op = c.op()[t];
    if (!is_released(op, how) || (how == kByLockstep && c.state()[t] != behind)) continue;
    unsigned group = 0, named = 0;
    for (unsigned j = 0; j < 32; j++) {
      if (!(waiting >> j & 1) || c.op()[first + j] != op) continue;
      const bool same = how == kByMask ? c.mask()[first + j] == c.mask()[t] : c.state()[first + j] == c.state()[t];
      group |= unsigned(same) << j;
      named |= same ? c.mask()[first + j] : 0;
    }
    waiting &= ~group;
    if (how <= kByMask && (named & living & ~group)) continue;
    exchange(c, warp, group);
    for (unsigned j = 0; j < 32; j++)
      if (group >> j & 1) c.state()[first + j] &= 0xffffff;
    released = true;
  }
  return released;
}

// The region that the lanes of a warp should run next, and which lanes; the lowest first, since regions are numbered
// in program order and lanes that are behind should catch up.
__device__ inline int ready_in_warp(const Context &c, unsigned warp, unsigned threads, unsigned *lanes) {
  const unsigned first = warp * 32;
  int lowest = 0x7fffffff;
  unsigned mask = 0;
  for (unsigned i = 0; i < 32 && first + i < threads; i++) {
    const int state = c.state()[first + i];
    if (state < 0 || waits_for(state) != kReady || state > lowest) continue;
    if (state < lowest) mask = 0;
    lowest = state;
    mask |= 1u << i;
  }
  *lanes = mask;
  return lowest;
}

// Lets everybody who has yielded go on; false when there is nobody.
__device__ inline bool begin_round(const Context &c, unsigned threads) {
  bool any = false;
  for (unsigned t = 0; t < threads; t++) {
    const int state = c.state()[t];
    const bool yields = waits_for(state) == kYield;
    any |= yields;
    c.state()[t] = yields ? state & 0xffffff : state;
  }
  return any;
}

__device__ inline bool should_leave(const Context &c) {
  int *const rounds = c.header() + 5;
  if (!(c.header()[1] & kMayLeave) || ++*rounds <= kRoundsAtOnce) return false;
  *rounds = 0;
  return true;
}

// The common case, a full warp whose lanes are all at the same place, in a few vector instructions: lets it go on if
// it waits for a warp operation of all lanes, and gives the state all lanes have; kMixed when they differ.
constexpr int kMixed = -2;
__device__ inline int converged_state(const Context &c, unsigned warp, unsigned threads) {
  const unsigned first = warp * 32;
  if (first + 32 > threads) return kMixed;
  int *const state = c.state() + first;
  const int common = state[0];
  int differs = 0;
  for (unsigned i = 0; i < 32; i++) differs |= state[i] ^ common;
  if (differs) return kMixed;
  if (waits_for(common) != kWarp) return common;
  unsigned full = 0xffffffffu;
  for (unsigned i = 0; i < 32; i++) full &= c.mask()[first + i];
  // All lanes came from one place in the program, so they have one operation.
  if (full != 0xffffffffu) return kMixed;
  run_warp_group(c, warp, full, full);
  for (unsigned i = 0; i < 32; i++) state[i] = common & 0xffffff;
  return common & 0xffffff;
}

// In which order warps run. CUTS_ORDERS_WARPS is defined for code whose order is drawn from a number, which comes with the
// phase and is kept in word 7 of the header; 0 is the ascending order. Each barrier draws anew: word 8 counts them. A warp is known by
// its position in the order, which is in word 9.
#ifdef CUTS_ORDERS_WARPS
struct WarpOrder {
  static constexpr int kPositionWord = 9;
  unsigned warps, step = 1, shift = 0;

  __device__ static void begin(const Context &c, int phase, bool is_new) {
    c.header()[7] = phase >> 3;
    if (is_new) c.header()[8] = 0;
  }
  __device__ static void draw(const Context &c) { c.header()[8]++; }
  __device__ WarpOrder(const Context &c, unsigned count) : warps(count) {
    const unsigned seed = unsigned(c.header()[7]);
    if (seed == 0 || warps < 2) return;
    unsigned bits = seed + unsigned(c.header()[8]) * 0x9e3779b9u;
    bits = (bits ^ bits >> 16) * 0x85ebca6bu;
    bits = (bits ^ bits >> 13) * 0xc2b2ae35u;
    bits ^= bits >> 16;
    shift = (bits & 0xffffu) % warps;
    step = 1 + (bits >> 16) % (warps - 1);
    while (common_divisor(step, warps) != 1) step = step % (warps - 1) + 1;
  }
  __device__ unsigned warp(unsigned position) const { return (position * step + shift) % warps; }

 private:
  __device__ static unsigned common_divisor(unsigned a, unsigned b) {
    while (b != 0) {
      const unsigned rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
};
#else
struct WarpOrder {
  static constexpr int kPositionWord = 3;
  __device__ static void begin(const Context &, int, bool) {}
  __device__ static void draw(const Context &) {}
  __device__ WarpOrder(const Context &, unsigned) {}
  __device__ unsigned warp(unsigned position) const { return position; }
};
#endif

}  // namespace __cuts

// What to run next: a region, with its warp and lanes in words 3 and 4 of the header; kExited when all threads are
// done; or a status code. Warps run one after the other, each until it waits for the block or its lanes yield. Behind a
// barrier each first runs one region, as warps of a GPU go on side by side: programs read there what another warp
// overwrites later without a second barrier.
extern "C" __device__ __attribute__((used, noinline)) int __cuts_schedule(void *context, unsigned threads,
                                                                          unsigned padded) {
  using namespace __cuts;
  const Context c{static_cast<char *>(context), padded};
  int *const phase = c.header() + 1;
  unsigned *const chosen = reinterpret_cast<unsigned *>(c.header() + 3);
  unsigned *const position = reinterpret_cast<unsigned *>(c.header() + WarpOrder::kPositionWord);
  int *const is_first = c.header() + 6;
  const int entered = *phase & kPhases;
  if (entered != kRunning) {
    for (unsigned t = 0; t < threads; t++) {
      if (entered == kNew) c.state()[t] = 0;
      else if (entered == kGridArrived && waits_for(c.state()[t]) == kGrid) c.state()[t] &= 0xffffff;
    }
    WarpOrder::begin(c, *phase, entered == kNew);
    *phase = (*phase & kMayLeave) | kRunning;
    *is_first = 1;
    c.header()[5] = 0;
  }
  const unsigned warps = (threads + 31) / 32;
  unsigned from = entered != kRunning ? 0 : *position + unsigned(*is_first);
  for (;;) {
    const WarpOrder order(c, warps);
    for (unsigned at = from; at < warps; at++) {
      const unsigned w = order.warp(at);
      for (;;) {
        const int common = converged_state(c, w, threads);
        if (common >= 0 && waits_for(common) == kReady) {
          *position = at;
          chosen[0] = w;
          chosen[1] = 0xffffffffu;
          return common;
        }
        if (common == kExited || waits_for(common) >= kBarrier) break;
        const int region = ready_in_warp(c, w, threads, chosen + 1);
        if (region != 0x7fffffff) {
          *position = at;
          chosen[0] = w;
          return region;
        }
        int how = kByPlace;
        while (how < kReleases && !release_warp(c, w, threads, how)) how++;
        if (how == kReleases) break;
      }
    }
    from = 0;
    if (*is_first) {
      *is_first = 0;
      continue;
    }
    unsigned living = 0, at_barrier = 0, at_grid = 0;
    for (unsigned t = 0; t < threads; t++) {
      const int state = c.state()[t], kind = waits_for(state);
      living += state != kExited;
      at_barrier += kind == kBarrier || kind == kReduce;
      at_grid += kind == kGrid;
    }
    if (living == 0) return kExited;
    if (begin_round(c, threads)) {
      if (should_leave(c)) return kSpins;
      continue;
    }
    if (at_grid == living) return kWaitsForGrid;
    if (at_barrier != living) return kDeadlock;
    c.header()[0] = reduced(c, threads, true);
    for (unsigned t = 0; t < threads; t++)
      if (c.state()[t] != kExited) c.state()[t] &= 0xffffff;
    WarpOrder::draw(c);
    *is_first = 1;
  }
}

// The uniform tier, between two waits: what threads that have yielded run next, as above; when there is none of them, what
// all threads wait for; or a status code.
extern "C" __device__ __attribute__((used, noinline)) int __cuts_run_yielded(void *context, unsigned threads,
                                                                            unsigned padded) {
  using namespace __cuts;
  const Context c{static_cast<char *>(context), padded};
  unsigned *const chosen = reinterpret_cast<unsigned *>(c.header() + 3);
  const unsigned warps = (threads + 31) / 32;
  for (;;) {
    for (unsigned w = chosen[0]; w < warps; w++) {
      const int region = ready_in_warp(c, w, threads, chosen + 1);
      if (region == 0x7fffffff) continue;
      chosen[0] = w;
      return region;
    }
    chosen[0] = 0;
    if (!begin_round(c, threads)) return c.state()[0];
    if (should_leave(c)) return kSpins;
  }
}

// The uniform tier: all threads of the block wait at the same operation.
extern "C" __device__ __attribute__((used, noinline)) void __cuts_exchange(void *context, unsigned threads,
                                                                           unsigned padded, int is_warp) {
  using namespace __cuts;
  const Context c{static_cast<char *>(context), padded};
  if (!is_warp) {
    c.header()[0] = reduced(c, threads, false);
    return;
  }
  for (unsigned w = 0; w * 32 < threads; w++) {
    const unsigned count = threads - w * 32;
    exchange(c, w, count >= 32 ? 0xffffffffu : (1u << count) - 1);
  }
}

// The tier of warps: all lanes of one full warp wait at the same operation.
extern "C" __device__ __attribute__((used, noinline)) void __cuts_exchange_warp(void *context, unsigned warp,
                                                                                unsigned padded) {
  using namespace __cuts;
  exchange(Context{static_cast<char *>(context), padded}, warp, 0xffffffffu);
}
