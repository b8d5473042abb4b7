// Running sums and products of long rows with one read and one write, for devices whose blocks work side by side. A tile of
// a row tells its total to the tiles after it; what is before a tile is added up from what was told of the tiles of its group
// of 32, of the groups of its 1024 tiles, and of all 1024 before, each in one order: results do not change from run to run.
#pragma once
#include "reduce.cuh"

CUTS_INLINE unsigned long long cuts_to_word(double x) { return (unsigned long long)__double_as_longlong(x); }
CUTS_INLINE unsigned long long cuts_to_word(unsigned long long x) { return x; }
CUTS_INLINE void cuts_from_word(unsigned long long word, double& x) { x = __longlong_as_double((long long)word); }
CUTS_INLINE void cuts_from_word(unsigned long long word, unsigned long long& x) { x = word; }
// A total in two words, each with half of its bits and a mark: nobody takes half of one for a whole.
template <class A> CUTS_INLINE void cuts_tell_total(unsigned long long* told, A total) {
  const unsigned long long bits = cuts_to_word(total), mark = 1ull << 32;
  asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" :: "l"(told), "l"(mark | (bits & 0xffffffffull)), "l"(mark | bits >> 32) : "memory");
}
template <class A> CUTS_INLINE A cuts_told_total(const unsigned long long* told) {
  unsigned long long low, high;
  do asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(low), "=l"(high) : "l"(told) : "memory");
  while (!(low >> 32 & high >> 32));
  A total;
  cuts_from_word((low & 0xffffffffull) | high << 32, total);
  return total;
}
// The first `count` totals that were told together, by all lanes of a warp.
template <class Op> CUTS_INLINE typename Op::total cuts_join_told(const unsigned long long* told, unsigned count) {
  typename Op::total own = Op::start();
  for (unsigned i = threadIdx.x % 32; i < count; i += 32) own = Op::add(own, cuts_told_total<typename Op::total>(told + 2 * i));
  __syncwarp();
  #pragma unroll
  for (int step = 1; step < 32; step *= 2) own = Op::add(own, __shfl_xor_sync(~0u, own, step));
  return own;
}
// Totals of the lanes up to each one.
template <class Op> CUTS_INLINE typename Op::total cuts_running(typename Op::total own) {
  #pragma unroll
  for (unsigned step = 1; step < 32; step *= 2) {
    const typename Op::total left = __shfl_up_sync(~0u, own, step);
    if (threadIdx.x % 32 >= step) own = Op::add(left, own);
  }
  return own;
}
// Totals of the lanes before each one.
template <class Op> CUTS_INLINE typename Op::total cuts_before(typename Op::total running) {
  const typename Op::total left = __shfl_up_sync(~0u, running, 1);
  return threadIdx.x % 32 == 0 ? Op::start() : left;
}

// Each thread has VECTORS vectors of 16 bytes of a tile, THREADS vectors apart. `told` has room for the totals of tiles, of
// groups and of groups of groups of each row, one after the other, and is 0 before, as `ticket` is.
template <class Op, int THREADS, int VECTORS>
__global__ void __launch_bounds__(THREADS) scan_sweep(typename Op::result* out, const typename Op::stored* in,
    unsigned long long* told, unsigned* ticket, cuts_size n, unsigned tilesInRow) {
  typedef typename Op::total total;
  typedef cuts_reads<typename Op::stored> vector;
  typedef cuts_reads<typename Op::result> written;
  const unsigned EACH = vector::count, WARPS = THREADS / 32, TILE = THREADS * VECTORS * EACH;
  __shared__ total starts[VECTORS * WARPS], before[3], all;
  __shared__ unsigned ownTile;
  // Tiles are numbered as they start: a tile waits only for those that have started.
  if (threadIdx.x == 0) ownTile = atomicAdd(ticket, 1u);
  __syncthreads();
  const unsigned row = ownTile / tilesInRow, tile = ownTile % tilesInRow, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned group = tile / 32, block = tile / 1024;
  const unsigned groupsInRow = (tilesInRow + 31) / 32, blocksInRow = (tilesInRow + 1023) / 1024;
  unsigned long long* tiles = told + 2ull * row * (tilesInRow + groupsInRow + blocksInRow);
  unsigned long long *groups = tiles + 2ull * tilesInRow, *blocks = groups + 2ull * groupsInRow;
  const cuts_size from = (cuts_size)tile * TILE;
  const unsigned count = n - from < TILE ? (unsigned)(n - from) : TILE;
  in += row * n + from; out += row * n + from;
  const bool isWhole = count == TILE && ((unsigned long long)in | (unsigned long long)out) % 16 == 0;
  vector x[VECTORS];
  total sums[VECTORS];
  if (isWhole) {
    #pragma unroll
    for (int v = 0; v < VECTORS; v++) x[v] = cuts_read_once((const vector*)in + v * THREADS + threadIdx.x);
  } else {
    #pragma unroll
    for (int v = 0; v < VECTORS; v++)
      #pragma unroll
      for (int j = 0; j < EACH; j++) {
        const unsigned i = (v * THREADS + threadIdx.x) * EACH + j;
        x[v].v[j] = in[i < count ? i : 0];
      }
  }
  // What is beyond the end of the row counts for nothing.
  #define CUTS_SCANNED(v, j) (isWhole || ((v) * THREADS + threadIdx.x) * EACH + (j) < count ? Op::widen(Op::map(cuts_load(x[v].v[j]), typename Op::shift{})) : Op::start())
  #pragma unroll
  for (int v = 0; v < VECTORS; v++) {
    total sum = CUTS_SCANNED(v, 0);
    #pragma unroll
    for (int j = 1; j < EACH; j++) sum = Op::add(sum, CUTS_SCANNED(v, j));
    const total running = cuts_running<Op>(sum);
    if (lane == 31) starts[v * WARPS + warp] = running;
    sums[v] = cuts_before<Op>(running);
  }
  __syncthreads();
  if (warp == 0) {
    const int all_of_lane = (VECTORS * WARPS + 31) / 32;
    total own[all_of_lane], sum = Op::start();
    #pragma unroll
    for (int k = 0; k < all_of_lane; k++) {
      const unsigned i = lane * all_of_lane + k;
      own[k] = i < VECTORS * WARPS ? starts[i] : Op::start();
      sum = Op::add(sum, own[k]);
    }
    const total running = cuts_running<Op>(sum);
    total next = cuts_before<Op>(running);
    #pragma unroll
    for (int k = 0; k < all_of_lane; k++) {
      const unsigned i = lane * all_of_lane + k;
      if (i < VECTORS * WARPS) starts[i] = next;
      next = Op::add(next, own[k]);
    }
    if (lane == 31) { cuts_tell_total(tiles + 2 * tile, running); all = running; }
    __syncwarp();
    const total left = cuts_join_told<Op>(tiles + 2 * (group * 32), tile % 32);
    if (lane == 0) {
      before[0] = left;
      if (tile % 32 == 31) cuts_tell_total(groups + 2 * group, Op::add(left, all));
    }
  } else if (warp == 1) {
    const total left = cuts_join_told<Op>(groups + 2 * (block * 32), group % 32);
    if (lane == 0) before[1] = left;
    if (tile % 1024 == 1023) {
      const total whole = cuts_join_told<Op>(groups + 2 * (block * 32), 32);
      if (lane == 0) cuts_tell_total(blocks + 2 * block, whole);
    }
  } else if (warp == 2) {
    const total left = cuts_join_told<Op>(blocks, block);
    if (lane == 0) before[2] = left;
  }
  __syncthreads();
  const total start = Op::add(Op::add(before[2], before[1]), before[0]);
  #pragma unroll
  for (int v = 0; v < VECTORS; v++) {
    total running = Op::add(start, Op::add(starts[v * WARPS + warp], sums[v]));
    written y;
    #pragma unroll
    for (int j = 0; j < EACH; j++) { running = Op::add(running, CUTS_SCANNED(v, j)); y.v[j] = Op::finish(running, 1.0); }
    if (isWhole) { cuts_write_once((written*)out + v * THREADS + threadIdx.x, y); continue; }
    #pragma unroll
    for (int j = 0; j < EACH; j++) {
      const unsigned i = (v * THREADS + threadIdx.x) * EACH + j;
      if (i < count) out[i] = y.v[j];
    }
  }
  #undef CUTS_SCANNED
}
