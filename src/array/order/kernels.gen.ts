// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { preludeSource } from "../kernels/kernels.gen.js";

const sweepSource: KernelSource = {
  includes: [preludeSource],
  text: `#define CUTS_BINS 256
template <class K> CUTS_INLINE K cuts_sweep_infinity(int mantissa) { return (K)((K)((K)~(K)0 >> 1) >> mantissa << mantissa); }
template <class K> CUTS_INLINE K cuts_sweep_key(K bits, int how, int mantissa) {
  const K sign = (K)((K)1 << (sizeof(K) * 8 - 1)), all = (K)~(K)0;
  if (how & 16) return bits;
  K key = how & 8 ? (K)(bits ^ sign) : bits;
  if (mantissa > 0) {
    const K size = (K)(bits & (K)~sign);
    if (size > cuts_sweep_infinity<K>(mantissa)) return all;
    key = bits & sign ? (K)~bits : (K)(bits | sign);
  }
  return how & 1 ? (K)~key : key;
}
template <class K> CUTS_INLINE K cuts_sweep_bits(K key, int how, int mantissa) {
  const K sign = (K)((K)1 << (sizeof(K) * 8 - 1)), own = how & 1 ? (K)~key : key;
  if (how & 16) return key;
  if (mantissa == 0) return how & 8 ? (K)(own ^ sign) : own;
  if (key == (K)~(K)0) return (K)(cuts_sweep_infinity<K>(mantissa) | (K)1 << (mantissa - 1));
  return own & sign ? (K)(own & (K)~sign) : (K)~own;
}
template <class K> CUTS_INLINE K cuts_sweep_rank(K key, int mantissa) {
  const K upper = (K)((K)1 << (sizeof(K) * 8 - 1));
  return mantissa > 0 && key == (K)(upper - 1) ? upper : key;
}
CUTS_INLINE void cuts_tell(unsigned* at, unsigned value) { asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" :: "l"(at), "r"(value) : "memory"); }
CUTS_INLINE void cuts_tell(unsigned long long* at, unsigned long long value) { asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" :: "l"(at), "l"(value) : "memory"); }
CUTS_INLINE unsigned cuts_told(const unsigned* at) {
  unsigned value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
  return value;
}
CUTS_INLINE unsigned long long cuts_told(const unsigned long long* at) {
  unsigned long long value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(at) : "memory");
  return value;
}
CUTS_INLINE unsigned cuts_same_byte(unsigned byte) {
  unsigned same = ~0u;
  #pragma unroll
  for (int bit = 0; bit < 8; bit++) {
    unsigned lanes;
    asm("{ .reg .pred p; .reg .b32 t; and.b32 t, %1, %2; setp.ne.u32 p, t, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; @!p not.b32 %0, %0; }"
        : "=r"(lanes) : "r"(byte), "r"(1u << bit));
    same &= lanes;
  }
  return same;
}
template <class T> CUTS_INLINE T cuts_running_sum(T own) {
  #pragma unroll
  for (unsigned step = 1; step < 32; step *= 2) {
    const T left = __shfl_up_sync(~0u, own, step);
    if (threadIdx.x % 32 >= step) own += left;
  }
  return own;
}
`,
};

/** The parameters of `sweep_count` in sweep.cuh. */
export interface SweepCountArguments {
  readonly counts: Pointer;
  readonly keys: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly first: number;
  readonly how: number;
  readonly mantissa: number;
}

/** `sweep_count` in sweep.cuh. */
export const sweepCount: KernelDefinition<SweepCountArguments, "K"> = {
  source: sweepSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "size", "size", "int32", "int32", "int32"],
  head: "__global__ void __launch_bounds__(256)",
  list: "(cuts_size* counts, const K* keys, cuts_size n, cuts_size chunk, int first, int how, int mantissa)",
  body: `
  const int bytes = sizeof(K), copies = bytes == 8 ? 4 : 8, each = 8;
  __shared__ unsigned local[bytes * CUTS_BINS * copies];
  for (unsigned i = threadIdx.x; i < bytes * CUTS_BINS * copies; i += blockDim.x) local[i] = 0;
  __syncthreads();
  const cuts_size from = blockIdx.y * chunk, end = n - from < chunk ? n : from + chunk;
  const K* row = keys + blockIdx.x * n;
  unsigned* own = local + threadIdx.x % copies;
  cuts_size i = from + threadIdx.x;
  for (; i + (each - 1) * blockDim.x < end; i += each * blockDim.x) {
    K read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) read[j] = row[i + j * blockDim.x];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const K key = cuts_sweep_rank(cuts_sweep_key(read[j], how, mantissa), mantissa);
      #pragma unroll
      for (int b = 0; b < bytes; b++) if (b >= first) atomicAdd(own + (b * CUTS_BINS + ((unsigned)(key >> 8 * b) & 255u)) * copies, 1u);
    }
  }
  for (; i < end; i += blockDim.x) {
    const K key = cuts_sweep_rank(cuts_sweep_key(row[i], how, mantissa), mantissa);
    #pragma unroll
    for (int b = 0; b < bytes; b++) if (b >= first) atomicAdd(own + (b * CUTS_BINS + ((unsigned)(key >> 8 * b) & 255u)) * copies, 1u);
  }
  __syncthreads();
  counts += (cuts_size)blockIdx.x * bytes * CUTS_BINS;
  for (unsigned bin = threadIdx.x; bin < bytes * CUTS_BINS; bin += blockDim.x) {
    unsigned sum = 0;
    #pragma unroll
    for (int c = 0; c < copies; c++) sum += local[bin * copies + c];
    if (sum != 0) atomicAdd(counts + bin, (cuts_size)sum);
  }
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.keys);
    block.setSize(2, values.n);
    block.setSize(3, values.chunk);
    block.setInt32(4, values.first);
    block.setInt32(5, values.how);
    block.setInt32(6, values.mantissa);
  },
};

/** The parameters of `sweep_places` in sweep.cuh. */
export interface SweepPlacesArguments {
  readonly counts: Pointer;
}

/** `sweep_places` in sweep.cuh. */
export const sweepPlaces: KernelDefinition<SweepPlacesArguments> = {
  source: sweepSource,
  types: {  },
  parameters: ["pointer"],
  head: "__global__ void __launch_bounds__(256)",
  list: "(cuts_size* counts)",
  body: `
  __shared__ cuts_size sums[8];
  counts += (cuts_size)blockIdx.x * CUTS_BINS;
  const cuts_size own = counts[threadIdx.x];
  cuts_size sum = cuts_running_sum(own);
  if (threadIdx.x % 32 == 31) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  for (unsigned w = 0; w < threadIdx.x / 32; w++) sum += sums[w];
  counts[threadIdx.x] = sum - own;
`,
  write(block, values) {
    block.setArray(0, values.counts);
  },
};

/** The parameters of `sweep` in sweep.cuh. */
export interface SweepArguments {
  readonly out: Pointer;
  readonly keys: Pointer;
  readonly order: Pointer;
  readonly wideOrder: Pointer;
  readonly index: Pointer;
  readonly told: Pointer;
  readonly ticket: Pointer;
  readonly places: Pointer;
  readonly n: number;
  readonly tilesInRow: number;
  readonly shift: number;
  readonly howIn: number;
  readonly howOut: number;
  readonly mantissa: number;
}

/** `sweep` in sweep.cuh. */
export const sweep: KernelDefinition<SweepArguments, "K" | "THREADS" | "ITEMS" | "PAIRS"> = {
  source: sweepSource,
  types: { K: "class", THREADS: "int", ITEMS: "int", PAIRS: "bool" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "size", "uint32", "int32", "int32", "int32", "int32"],
  head: "__global__ void __launch_bounds__(THREADS)",
  list: `(K* out, const K* keys, unsigned* order, long long* wideOrder, const unsigned* index,
    cuts_size* told, unsigned* ticket, const cuts_size* places, cuts_size n, unsigned tilesInRow, int shift, int howIn, int howOut, int mantissa)`,
  body: `
  const cuts_size TOLD_OWN = (cuts_size)1 << (sizeof(cuts_size) * 8 - 2), TOLD_ALL = TOLD_OWN << 1, TOLD_COUNT = TOLD_OWN - 1;
  const unsigned WARPS = THREADS / 32, TILE = THREADS * ITEMS;
  __shared__ union { unsigned counts[WARPS][CUTS_BINS]; K keys[TILE]; unsigned index[PAIRS ? TILE : 1]; } shared;
  __shared__ cuts_size start[CUTS_BINS];
  __shared__ unsigned sums[CUTS_BINS / 32], ownTile;
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) ownTile = atomicAdd(ticket, 1u);
  #pragma unroll
  for (unsigned i = lane; i < CUTS_BINS; i += 32) shared.counts[warp][i] = 0;
  __syncthreads();
  const unsigned tile = ownTile, row = tile / tilesInRow, part = tile % tilesInRow;
  const cuts_size from = (cuts_size)part * TILE, base = row * n;
  const unsigned count = n - from < TILE ? (unsigned)(n - from) : TILE;
  const unsigned first = warp * 32 * ITEMS + lane;
  keys += base + from + first;
  K own[ITEMS];
  if (count == TILE) {
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) own[i] = keys[32 * i];
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) own[i] = cuts_sweep_key(own[i], howIn, mantissa);
  } else {
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) own[i] = first + 32 * i < count ? cuts_sweep_key(keys[32 * i], howIn, mantissa) : (K)~(K)0;
  }
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) atomicAdd(&shared.counts[warp][(unsigned)(cuts_sweep_rank(own[i], mantissa) >> shift) & 255u], 1u);
  __syncthreads();
  unsigned total = 0, smaller = 0;
  cuts_size* tell = told + (cuts_size)tile * CUTS_BINS + threadIdx.x;
  if (threadIdx.x < CUTS_BINS) {
    #pragma unroll
    for (int w = 0; w < WARPS; w++) {
      const unsigned next = shared.counts[w][threadIdx.x];
      shared.counts[w][threadIdx.x] = total;
      total += next;
    }
    cuts_tell(tell, (part == 0 ? TOLD_ALL : TOLD_OWN) | total);
    smaller = cuts_running_sum(total);
    if (lane == 31) sums[warp] = smaller;
  }
  __syncthreads();
  if (threadIdx.x < CUTS_BINS) {
    for (unsigned w = 0; w < warp; w++) smaller += sums[w];
    smaller -= total;
    #pragma unroll
    for (int w = 0; w < WARPS; w++) shared.counts[w][threadIdx.x] += smaller;
  }
  __syncthreads();
  unsigned rank[ITEMS];
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned byte = (unsigned)(cuts_sweep_rank(own[i], mantissa) >> shift) & 255u, same = cuts_same_byte(byte), leader = 31 - __clz(same);
    unsigned at = 0;
    if (lane == leader) at = atomicAdd(&shared.counts[warp][byte], __popc(same));
    rank[i] = __shfl_sync(~0u, at, leader) + __popc(same & ((1u << lane) - 1u));
  }
  __syncthreads();
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) shared.keys[rank[i]] = own[i];
  if (threadIdx.x < CUTS_BINS) {
    cuts_size before = 0;
    if (part > 0) {
      for (const cuts_size* look = tell - CUTS_BINS;;) {
        const cuts_size one = cuts_told(look);
        if (one == 0) continue;
        before += one & TOLD_COUNT;
        if (one & TOLD_ALL) break;
        look -= CUTS_BINS;
      }
      cuts_tell(tell, TOLD_ALL | (before + total));
    }
    start[threadIdx.x] = base + places[(cuts_size)row * sizeof(K) * CUTS_BINS + threadIdx.x] + before - smaller;
  }
  __syncthreads();
  unsigned char bytes[PAIRS ? ITEMS : 1];
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = threadIdx.x + i * THREADS;
    const K key = shared.keys[at];
    const unsigned byte = (unsigned)(cuts_sweep_rank(key, mantissa) >> shift) & 255u;
    if (PAIRS) bytes[i] = (unsigned char)byte;
    if (at < count && out) out[start[byte] + at] = cuts_sweep_bits(key, howOut, mantissa);
  }
  if (!PAIRS) return;
  unsigned ownIndex[ITEMS];
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = first + 32 * i;
    ownIndex[i] = index && at < count ? index[base + from + at] : (unsigned)(from + at);
  }
  __syncthreads();
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) shared.index[PAIRS ? rank[i] : 0] = ownIndex[i];
  __syncthreads();
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = threadIdx.x + i * THREADS;
    if (at >= count) continue;
    const cuts_size into = start[bytes[PAIRS ? i : 0]] + at;
    if (wideOrder) wideOrder[into] = shared.index[PAIRS ? at : 0];
    else order[into] = shared.index[PAIRS ? at : 0];
  }
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.keys);
    block.setArray(2, values.order);
    block.setArray(3, values.wideOrder);
    block.setArray(4, values.index);
    block.setArray(5, values.told);
    block.setArray(6, values.ticket);
    block.setArray(7, values.places);
    block.setSize(8, values.n);
    block.setInt32(9, values.tilesInRow);
    block.setInt32(10, values.shift);
    block.setInt32(11, values.howIn);
    block.setInt32(12, values.howOut);
    block.setInt32(13, values.mantissa);
  },
};

/** The parameters of `sweep_settle` in sweep.cuh. */
export interface SweepSettleArguments {
  readonly keys: Pointer;
  readonly order: Pointer;
  readonly n: number;
}

/** `sweep_settle` in sweep.cuh. */
export const sweepSettle: KernelDefinition<SweepSettleArguments> = {
  source: sweepSource,
  types: {  },
  parameters: ["pointer", "pointer", "size"],
  head: "__global__ void",
  list: "(unsigned long long* keys, long long* order, cuts_size n)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 >= n) return;
  const unsigned upper = (unsigned)(keys[i] >> 32);
  if ((unsigned)(keys[i + 1] >> 32) != upper || (i > 0 && (unsigned)(keys[i - 1] >> 32) == upper)) return;
  for (cuts_size next = i + 1; next < n && (unsigned)(keys[next] >> 32) == upper; next++) {
    const unsigned long long key = keys[next];
    const long long from = order[next];
    cuts_size at = next;
    for (; at > i && keys[at - 1] > key; at--) { keys[at] = keys[at - 1]; order[at] = order[at - 1]; }
    keys[at] = key;
    order[at] = from;
  }
`,
  write(block, values) {
    block.setArray(0, values.keys);
    block.setArray(1, values.order);
    block.setSize(2, values.n);
  },
};

const blockSortSource: KernelSource = {
  includes: [sweepSource],
  text: `
`,
};

/** The parameters of `block_sort` in block-sort.cuh. */
export interface BlockSortArguments {
  readonly out: Pointer;
  readonly order: Pointer;
  readonly keys: Pointer;
  readonly index: Pointer;
  readonly n: number;
  readonly kept: number;
  readonly indexBytes: number;
  readonly how: number;
  readonly mantissa: number;
}

/** `block_sort` in block-sort.cuh. */
export const blockSort: KernelDefinition<BlockSortArguments, "K" | "THREADS" | "ITEMS" | "PAIRS"> = {
  source: blockSortSource,
  types: { K: "class", THREADS: "int", ITEMS: "int", PAIRS: "bool" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size", "size", "int32", "int32", "int32"],
  head: "__global__ void __launch_bounds__(THREADS)",
  list: `(K* out, long long* order, const K* keys, const unsigned* index, cuts_size n, cuts_size kept,
    int indexBytes, int how, int mantissa)`,
  body: `
  const unsigned WARPS = THREADS / 32, TILE = THREADS * ITEMS;
  __shared__ union { unsigned counts[WARPS][CUTS_BINS]; K keys[TILE]; unsigned index[PAIRS ? TILE : 1]; } shared;
  __shared__ unsigned sums[CUTS_BINS / 32];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, first = warp * 32 * ITEMS + lane;
  const cuts_size base = blockIdx.x * n;
  K own[ITEMS];
  unsigned place[PAIRS ? ITEMS : 1];
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = first + 32 * i;
    own[i] = at < n ? cuts_sweep_key(keys[base + at], how, mantissa) : (K)~(K)0;
    if (PAIRS) place[PAIRS ? i : 0] = at >= n ? ~0u : index ? index[base + at] : at;
  }
  const int before = PAIRS ? indexBytes : 0;
  for (int pass = 0; pass < before + (int)sizeof(K); pass++) {
    const bool isIndex = PAIRS && pass < before;
    const int shift = 8 * (isIndex ? pass : pass - before);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < WARPS * CUTS_BINS; i += THREADS) shared.counts[0][i] = 0;
    __syncthreads();
    unsigned rank[ITEMS];
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) {
      const unsigned byte = (isIndex ? place[PAIRS ? i : 0] >> shift : (unsigned)(cuts_sweep_rank(own[i], mantissa) >> shift)) & 255u;
      const unsigned same = cuts_same_byte(byte), leader = 31 - __clz(same);
      unsigned at = 0;
      if (lane == leader) at = atomicAdd(&shared.counts[warp][byte], __popc(same));
      rank[i] = __shfl_sync(~0u, at, leader) + __popc(same & ((1u << lane) - 1u)) | byte << 16;
    }
    __syncthreads();
    unsigned total = 0, smaller = 0;
    if (threadIdx.x < CUTS_BINS) {
      #pragma unroll
      for (int w = 0; w < WARPS; w++) { const unsigned next = shared.counts[w][threadIdx.x]; shared.counts[w][threadIdx.x] = total; total += next; }
      smaller = cuts_running_sum(total);
      if (lane == 31) sums[warp] = smaller;
    }
    __syncthreads();
    if (threadIdx.x < CUTS_BINS) {
      for (unsigned w = 0; w < warp; w++) smaller += sums[w];
      smaller -= total;
      #pragma unroll
      for (int w = 0; w < WARPS; w++) shared.counts[w][threadIdx.x] += smaller;
    }
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) rank[i] = (rank[i] & 0xffffu) + shared.counts[warp][rank[i] >> 16];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) shared.keys[rank[i]] = own[i];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < ITEMS; i++) own[i] = shared.keys[first + 32 * i];
    if (PAIRS) {
      __syncthreads();
      #pragma unroll
      for (int i = 0; i < ITEMS; i++) shared.index[PAIRS ? rank[i] : 0] = place[PAIRS ? i : 0];
      __syncthreads();
      #pragma unroll
      for (int i = 0; i < ITEMS; i++) place[PAIRS ? i : 0] = shared.index[PAIRS ? first + 32 * i : 0];
    }
  }
  #pragma unroll
  for (int i = 0; i < ITEMS; i++) {
    const unsigned at = first + 32 * i;
    if (at >= kept) continue;
    if (out) out[blockIdx.x * kept + at] = cuts_sweep_bits(own[i], how, mantissa);
    if (PAIRS && order) order[blockIdx.x * kept + at] = place[PAIRS ? i : 0];
  }
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.order);
    block.setArray(2, values.keys);
    block.setArray(3, values.index);
    block.setSize(4, values.n);
    block.setSize(5, values.kept);
    block.setInt32(6, values.indexBytes);
    block.setInt32(7, values.how);
    block.setInt32(8, values.mantissa);
  },
};

const countSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class Count> CUTS_INLINE void cuts_count_shared(unsigned long long* counts, unsigned* local, unsigned bins, unsigned copies, Count count) {
  for (unsigned i = threadIdx.x; i < bins * copies; i += blockDim.x) local[i] = 0;
  __syncthreads();
  count(local + threadIdx.x % copies);
  __syncthreads();
  for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    unsigned sum = 0;
    for (unsigned copy = 0; copy < copies; copy++) sum += local[bin * copies + copy];
    if (sum != 0) atomicAdd(counts + bin, (unsigned long long)sum);
  }
}
`,
};

/** The parameters of `count_bins` in count.cuh. */
export interface CountBinsArguments {
  readonly counts: Pointer;
  readonly x: Pointer;
  readonly edges: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly bins: number;
  readonly copies: number;
  readonly rounding: number;
}

/** `count_bins` in count.cuh. */
export const countBins: KernelDefinition<CountBinsArguments, "T"> = {
  source: countSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "uint32", "uint32", "float64"],
  head: "__global__ void __launch_bounds__(512)",
  list: "(unsigned long long* counts, const T* x, const double* edges, cuts_size n, cuts_size chunk, unsigned bins, unsigned copies, double rounding)",
  body: `
  extern __shared__ unsigned local[];
  const double from = edges[0], to = edges[bins], scale = (double)bins / (to - from);
  const double near = fmax(fabs(from), fabs(to)) * rounding * scale + 1e-9 * (double)bins;
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  cuts_count_shared(counts, local, bins, copies, [&](unsigned* own) {
    const int each = 4;
    for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
      T read[each];
      #pragma unroll
      for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
      #pragma unroll
      for (int j = 0; j < each; j++) {
        const double value = (double)cuts_load(read[j]);
        if (i + j * blockDim.x >= end || !(value >= from && value <= to)) continue;
        const double place = (value - from) * scale;
        unsigned bin = place >= (double)bins ? bins - 1 : (unsigned)place;
        const double part = place - (double)bin;
        if (!(part >= near && part <= 1 - near)) {
          if (value < edges[bin] && bin > 0) bin--;
          else if (value >= edges[bin + 1] && bin != bins - 1) bin++;
        }
        atomicAdd(own + bin * copies, 1u);
      }
    }
  });
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.x);
    block.setArray(2, values.edges);
    block.setSize(3, values.n);
    block.setSize(4, values.chunk);
    block.setInt32(5, values.bins);
    block.setInt32(6, values.copies);
    block.setFloat64(7, values.rounding);
  },
};

/** The parameters of `count_numbers` in count.cuh. */
export interface CountNumbersArguments {
  readonly counts: Pointer;
  readonly x: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly bins: number;
  readonly copies: number;
}

/** `count_numbers` in count.cuh. */
export const countNumbers: KernelDefinition<CountNumbersArguments, "T"> = {
  source: countSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "size", "size", "uint32", "uint32"],
  head: "__global__ void __launch_bounds__(512)",
  list: "(unsigned long long* counts, const T* x, cuts_size n, cuts_size chunk, unsigned bins, unsigned copies)",
  body: `
  extern __shared__ unsigned local[];
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  cuts_count_shared(counts, local, bins, copies, [&](unsigned* own) {
    const int each = 4;
    for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
      T read[each];
      #pragma unroll
      for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
      #pragma unroll
      for (int j = 0; j < each; j++) {
        const unsigned long long bin = (unsigned long long)(long long)read[j];
        if (i + j * blockDim.x < end && bin < bins) atomicAdd(own + bin * copies, 1u);
      }
    }
  });
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.x);
    block.setSize(2, values.n);
    block.setSize(3, values.chunk);
    block.setInt32(4, values.bins);
    block.setInt32(5, values.copies);
  },
};

/** The parameters of `count_far_numbers` in count.cuh. */
export interface CountFarNumbersArguments {
  readonly counts: Pointer;
  readonly x: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly bins: number;
}

/** `count_far_numbers` in count.cuh. */
export const countFarNumbers: KernelDefinition<CountFarNumbersArguments, "T"> = {
  source: countSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "size", "size", "size"],
  head: "__global__ void __launch_bounds__(512)",
  list: "(unsigned long long* counts, const T* x, cuts_size n, cuts_size chunk, cuts_size bins)",
  body: `
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  const int each = 8;
  for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
    T read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const unsigned long long bin = (unsigned long long)(long long)read[j];
      if (i + j * blockDim.x < end && bin < bins) atomicAdd(counts + bin, 1ull);
    }
  }
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.x);
    block.setSize(2, values.n);
    block.setSize(3, values.chunk);
    block.setSize(4, values.bins);
  },
};

const extentSource: KernelSource = {
  includes: [preludeSource],
  text: `CUTS_INLINE unsigned long long cuts_extent_key(long long value) { return (unsigned long long)value ^ 1ull << 63; }
`,
};

/** The parameters of `extent` in extent.cuh. */
export interface ExtentArguments {
  readonly extent: Pointer;
  readonly copy: Pointer;
  readonly x: Pointer;
  readonly n: number;
  readonly chunk: number;
}

/** `extent` in extent.cuh. */
export const extent: KernelDefinition<ExtentArguments, "T"> = {
  source: extentSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size"],
  head: "__global__ void __launch_bounds__(512)",
  list: "(unsigned long long* extent, T* copy, const T* x, cuts_size n, cuts_size chunk)",
  body: `
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  const int each = 8;
  unsigned long long low = 0, high = 0;
  for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
    T read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const unsigned long long key = cuts_extent_key((long long)read[j]);
      high = key > high ? key : high;
      low = ~key > low ? ~key : low;
      if (i + j * blockDim.x < end) copy[i + j * blockDim.x] = read[j];
    }
  }
  #pragma unroll
  for (unsigned bit = 1; bit < 32; bit *= 2) {
    const unsigned long long otherLow = __shfl_xor_sync(~0u, low, bit), otherHigh = __shfl_xor_sync(~0u, high, bit);
    low = otherLow > low ? otherLow : low;
    high = otherHigh > high ? otherHigh : high;
  }
  __shared__ unsigned long long lows[16], highs[16];
  if (threadIdx.x % 32 == 0) { lows[threadIdx.x / 32] = low; highs[threadIdx.x / 32] = high; }
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < blockDim.x / 32; warp++) {
    low = lows[warp] > low ? lows[warp] : low;
    high = highs[warp] > high ? highs[warp] : high;
  }
  atomicMax(extent, low);
  atomicMax(extent + 1, high);
`,
  write(block, values) {
    block.setArray(0, values.extent);
    block.setArray(1, values.copy);
    block.setArray(2, values.x);
    block.setSize(3, values.n);
    block.setSize(4, values.chunk);
  },
};

/** The parameters of `mark_numbers` in extent.cuh. */
export interface MarkNumbersArguments {
  readonly marks: Pointer;
  readonly x: Pointer;
  readonly low: bigint;
  readonly n: number;
  readonly chunk: number;
  readonly words: number;
  readonly isShared: number;
}

/** `mark_numbers` in extent.cuh. */
export const markNumbers: KernelDefinition<MarkNumbersArguments, "T"> = {
  source: extentSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "int64", "size", "size", "uint32", "int32"],
  head: "__global__ void __launch_bounds__(1024)",
  list: "(unsigned* marks, const T* x, long long low, cuts_size n, cuts_size chunk, unsigned words, int isShared)",
  body: `
  extern __shared__ unsigned local[];
  const cuts_size begin = blockIdx.x * chunk, end = n - begin < chunk ? n : begin + chunk;
  const int each = 8;
  if (isShared) for (unsigned w = threadIdx.x; w < words; w += blockDim.x) local[w] = 0;
  __syncthreads();
  for (cuts_size i = begin + threadIdx.x; i < end; i += each * blockDim.x) {
    T read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) read[j] = x[i + j * blockDim.x < end ? i + j * blockDim.x : i];
    unsigned seen[each];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const unsigned long long at = (unsigned long long)((long long)read[j] - low);
      seen[j] = isShared ? ((volatile unsigned*)local)[at / 32] : ((const volatile unsigned*)marks)[at / 32];
    }
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const unsigned long long at = (unsigned long long)((long long)read[j] - low);
      const unsigned bit = 1u << at % 32;
      if (!(seen[j] & bit)) atomicOr((isShared ? local : marks) + at / 32, bit);
    }
  }
  if (!isShared) return;
  __syncthreads();
  for (unsigned w = threadIdx.x; w < words; w += blockDim.x)
    if (local[w] & ~((const volatile unsigned*)marks)[w]) atomicOr(marks + w, local[w]);
`,
  write(block, values) {
    block.setArray(0, values.marks);
    block.setArray(1, values.x);
    block.setInt64(2, values.low);
    block.setSize(3, values.n);
    block.setSize(4, values.chunk);
    block.setInt32(5, values.words);
    block.setInt32(6, values.isShared);
  },
};

/** The parameters of `spread_marks` in extent.cuh. */
export interface SpreadMarksArguments {
  readonly out: Pointer;
  readonly marks: Pointer;
  readonly count: number;
}

/** `spread_marks` in extent.cuh. */
export const spreadMarks: KernelDefinition<SpreadMarksArguments> = {
  source: extentSource,
  types: {  },
  parameters: ["pointer", "pointer", "size"],
  head: "__global__ void",
  list: "(bool* out, const unsigned* marks, cuts_size count)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = marks[i / 32] >> i % 32 & 1u;
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.marks);
    block.setSize(2, values.count);
  },
};

const histogramSource: KernelSource = {
  includes: [preludeSource],
  text: `#ifdef __CUTS_CPU__
template <class T> CUTS_INLINE void cuts_count(T* at, T amount) { *at += amount; }
#else
template <class T> CUTS_INLINE void cuts_count(T* at, T amount) { atomicAdd(at, amount); }
#endif
#define CUTS_SHARE(i, n, chunk) for (cuts_size i = blockIdx.x * (chunk) + threadIdx.x; i < (n) && i < (blockIdx.x + 1) * (chunk); i += blockDim.x)
`,
};

/** The parameters of `histogram_edges` in histogram.cuh. */
export interface HistogramEdgesArguments {
  readonly edges: Pointer;
  readonly low: Pointer;
  readonly high: Pointer;
  readonly bins: number;
  readonly report: Pointer;
}

/** `histogram_edges` in histogram.cuh. */
export const histogramEdges: KernelDefinition<HistogramEdgesArguments> = {
  source: histogramSource,
  types: {  },
  parameters: ["pointer", "pointer", "pointer", "size", "pointer"],
  head: "__global__ void",
  list: "(double* edges, const double* low, const double* high, cuts_size bins, long long* report)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  double from = *low, to = *high;
  if (report && i == 0 && !(from - from == 0 && to - to == 0)) {
    report[1] = __double_as_longlong(from);
    report[2] = __double_as_longlong(to);
    report[0] = 1;
  }
  if (from == to) { from -= 0.5; to += 0.5; }
  if (i <= bins) edges[i] = i == bins ? to : (double)i * ((to - from) / (double)bins) + from;
`,
  write(block, values) {
    block.setArray(0, values.edges);
    block.setArray(1, values.low);
    block.setArray(2, values.high);
    block.setSize(3, values.bins);
    block.setArray(4, values.report);
  },
};

/** The parameters of `histogram` in histogram.cuh. */
export interface HistogramArguments {
  readonly counts: Pointer;
  readonly x: Pointer;
  readonly weights: Pointer;
  readonly edges: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly bins: number;
  readonly copies: number;
}

/** `histogram` in histogram.cuh. */
export const histogram: KernelDefinition<HistogramArguments> = {
  source: histogramSource,
  types: {  },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size", "size", "size", "size"],
  head: "__global__ void",
  list: `(double* counts, const double* x, const double* weights, const double* edges, cuts_size n,
    cuts_size chunk, cuts_size bins, cuts_size copies)`,
  body: `
  counts += blockIdx.x % copies * bins;
  const double from = edges[0], to = edges[bins], scale = (double)bins / (to - from);
  CUTS_SHARE(i, n, chunk) {
    const double own = x[i];
    if (!(own >= from && own <= to)) continue;
    const double place = (own - from) * scale;
    cuts_size bin = place >= (double)bins ? bins - 1 : (cuts_size)place;
    if (own < edges[bin] && bin > 0) bin--;
    else if (own >= edges[bin + 1] && bin != bins - 1) bin++;
    cuts_count(counts + bin, weights ? weights[i] : 1.0);
  }
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.x);
    block.setArray(2, values.weights);
    block.setArray(3, values.edges);
    block.setSize(4, values.n);
    block.setSize(5, values.chunk);
    block.setSize(6, values.bins);
    block.setSize(7, values.copies);
  },
};

/** The parameters of `bincount` in histogram.cuh. */
export interface BincountArguments {
  readonly counts: Pointer;
  readonly x: Pointer;
  readonly weights: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly bins: number;
  readonly copies: number;
}

/** `bincount` in histogram.cuh. */
export const bincount: KernelDefinition<BincountArguments> = {
  source: histogramSource,
  types: {  },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "size", "size"],
  head: "__global__ void",
  list: `(double* counts, const long long* x, const double* weights, cuts_size n, cuts_size chunk,
    cuts_size bins, cuts_size copies)`,
  body: `
  counts += blockIdx.x % copies * bins;
  CUTS_SHARE(i, n, chunk) {
    const unsigned long long bin = (unsigned long long)x[i];
    if (bin < bins) cuts_count(counts + bin, weights ? weights[i] : 1.0);
  }
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.x);
    block.setArray(2, values.weights);
    block.setSize(3, values.n);
    block.setSize(4, values.chunk);
    block.setSize(5, values.bins);
    block.setSize(6, values.copies);
  },
};

/** The parameters of `quantile` in histogram.cuh. */
export interface QuantileArguments {
  readonly out: Pointer;
  readonly sorted: Pointer;
  readonly n: number;
  readonly rows: number;
  readonly low: number;
  readonly part: number;
}

/** `quantile` in histogram.cuh. */
export const quantile: KernelDefinition<QuantileArguments, "T"> = {
  source: histogramSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "size", "size", "size", "float64"],
  head: "__global__ void",
  list: "(T* out, const T* sorted, cuts_size n, cuts_size rows, cuts_size low, double part)",
  body: `
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const T* own = sorted + row * n;
  const T a = own[low], b = own[low + 1 < n ? low + 1 : n - 1], last = own[n - 1];
  const double d = (double)b - (double)a;
  const double between = part == 0 ? (double)a : part == 1 ? (double)b : part >= 0.5 ? (double)b - d * (1 - part) : (double)a + d * part;
  out[row] = last != last ? last : (T)between;
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.sorted);
    block.setSize(2, values.n);
    block.setSize(3, values.rows);
    block.setSize(4, values.low);
    block.setFloat64(5, values.part);
  },
};

/** keys.cuh. */
export const keysSource: KernelSource = {
  includes: [preludeSource],
  text: `CUTS_INLINE unsigned cuts_float_key(float x) { unsigned bits = __float_as_uint(x); return bits & 0x80000000u ? ~bits : bits | 0x80000000u; }
CUTS_INLINE unsigned long long cuts_float_key(double x) {
  unsigned long long bits = (unsigned long long)__double_as_longlong(x);
  return bits >> 63 ? ~bits : bits | 1ull << 63;
}
CUTS_INLINE unsigned cuts_key_of(int x, int how) { unsigned key = (unsigned)x ^ 0x80000000u; return how & 1 ? ~key : key; }
CUTS_INLINE unsigned cuts_key_of(unsigned x, int how) { return how & 1 ? ~x : x; }
CUTS_INLINE unsigned long long cuts_key_of(long long x, int how) { unsigned long long key = (unsigned long long)x ^ 1ull << 63; return how & 1 ? ~key : key; }
CUTS_INLINE unsigned long long cuts_key_of(unsigned long long x, int how) { return how & 1 ? ~x : x; }
template <class F> CUTS_INLINE auto cuts_any_float_key(F x, int how) -> decltype(cuts_float_key(x)) {
  typedef decltype(cuts_float_key(x)) key_type;
  key_type key = cuts_float_key(x == 0 && how & 2 ? (F)0 : x);
  return x != x ? ~(key_type)0 : how & 1 ? ~key : key;
}
CUTS_INLINE unsigned cuts_key_of(float x, int how) { return cuts_any_float_key(x, how); }
CUTS_INLINE unsigned long long cuts_key_of(double x, int how) { return cuts_any_float_key(x, how); }
template <class T> CUTS_INLINE auto cuts_high_key(cuts_complex<T> z, int how) -> decltype(cuts_float_key(z.re)) {
  typedef decltype(cuts_float_key(z.re)) key_type;
  const bool isRealNan = z.re != z.re, isImagNan = z.im != z.im;
  if (isRealNan) return ~(key_type)(isImagNan || how & 4 ? 0 : 1);
  return isImagNan ? ~(key_type)(how & 4 ? 0 : 2) : cuts_any_float_key(z.re, how);
}
template <class T> CUTS_INLINE auto cuts_low_key(cuts_complex<T> z, int how) -> decltype(cuts_float_key(z.im)) {
  typedef decltype(cuts_float_key(z.im)) key_type;
  const bool isImagNan = z.im != z.im;
  if (how & 4 && (isImagNan || z.re != z.re)) return ~(key_type)0;
  return cuts_any_float_key(isImagNan ? z.re : z.im, how);
}
CUTS_INLINE void cuts_value_of(unsigned key, int how, int& x) { x = (int)((how & 1 ? ~key : key) ^ 0x80000000u); }
CUTS_INLINE void cuts_value_of(unsigned key, int how, unsigned& x) { x = how & 1 ? ~key : key; }
CUTS_INLINE void cuts_value_of(unsigned long long key, int how, long long& x) { x = (long long)((how & 1 ? ~key : key) ^ 1ull << 63); }
CUTS_INLINE void cuts_value_of(unsigned long long key, int how, unsigned long long& x) { x = how & 1 ? ~key : key; }
CUTS_INLINE void cuts_value_of(unsigned key, int how, float& x) {
  unsigned own = how & 1 ? ~key : key;
  x = key == ~0u ? __uint_as_float(0x7fc00000u) : __uint_as_float(own >> 31 ? own & 0x7fffffffu : ~own);
}
CUTS_INLINE void cuts_value_of(unsigned long long key, int how, double& x) {
  unsigned long long own = how & 1 ? ~key : key;
  x = __longlong_as_double((long long)(key == ~0ull ? 0x7ff8000000000000ull : own >> 63 ? own & ~(1ull << 63) : ~own));
}
`,
};

const searchSource: KernelSource = {
  includes: [keysSource],
  text: `
`,
};

/** The parameters of `search` in search.cuh. */
export interface SearchArguments {
  readonly out: Pointer;
  readonly sorted: Pointer;
  readonly values: Pointer;
  readonly n: number;
  readonly count: number;
  readonly isRight: number;
}

/** `search` in search.cuh. */
export const search: KernelDefinition<SearchArguments, "V" | "K"> = {
  source: searchSource,
  types: { V: "class", K: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "int32"],
  head: "__global__ void",
  list: "(long long* out, const V* sorted, const V* values, cuts_size n, cuts_size count, int isRight)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const K value = cuts_key_of(values[i], 2);
  cuts_size low = 0, size = n;
  while (size > 0) {
    const cuts_size half = size / 2, middle = low + half;
    const K key = cuts_key_of(sorted[middle], 2);
    const bool isBefore = isRight ? key <= value : key < value;
    low = isBefore ? middle + 1 : low;
    size = isBefore ? size - half - 1 : half;
  }
  out[i] = (long long)low;
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.sorted);
    block.setArray(2, values.values);
    block.setSize(3, values.n);
    block.setSize(4, values.count);
    block.setInt32(5, values.isRight);
  },
};

const selectSource: KernelSource = {
  includes: [sweepSource],
  text: `struct cuts_choice { unsigned long long key, place, left, bytes, gathered; };
template <class K> CUTS_INLINE int cuts_compare_choice(K key, unsigned place, const cuts_choice& choice, int bytes) {
  const int ofKey = bytes < (int)sizeof(K) ? bytes : (int)sizeof(K), ofPlace = bytes - ofKey;
  if (ofKey > 0) {
    const int shift = 8 * ((int)sizeof(K) - ofKey);
    const K own = (K)(key >> shift), other = (K)((K)choice.key >> shift);
    if (own != other) return own < other ? -1 : 1;
  }
  if (ofPlace > 0) {
    const int shift = 8 * (4 - ofPlace);
    const unsigned own = place >> shift, other = (unsigned)choice.place >> shift;
    if (own != other) return own < other ? -1 : 1;
  }
  return 0;
}
`,
};

/** The parameters of `select_byte` in select.cuh. */
export interface SelectByteArguments {
  readonly choices: Pointer;
  readonly counts: Pointer;
  readonly done: Pointer;
  readonly keys: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly wanted: number;
  readonly byte: number;
  readonly how: number;
  readonly mantissa: number;
}

/** `select_byte` in select.cuh. */
export const selectByte: KernelDefinition<SelectByteArguments, "K"> = {
  source: selectSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size", "size", "size", "int32", "int32", "int32"],
  head: "__global__ void __launch_bounds__(256)",
  list: `(cuts_choice* choices, unsigned* counts, unsigned* done, const K* keys, cuts_size n, cuts_size chunk,
    cuts_size wanted, int byte, int how, int mantissa)`,
  body: `
  const int copies = 8, each = 8;
  __shared__ unsigned local[CUTS_BINS * copies];
  __shared__ unsigned warps[8];
  __shared__ bool isLast;
  cuts_choice* own = choices + blockIdx.x;
  const cuts_choice choice = *own;
  if (byte > 0 && choice.bytes != 0) return;
  for (unsigned i = threadIdx.x; i < CUTS_BINS * copies; i += blockDim.x) local[i] = 0;
  __syncthreads();
  const cuts_size from = blockIdx.y * chunk, end = n - from < chunk ? n : from + chunk;
  const K* row = keys + blockIdx.x * n;
  const int isPlace = byte >= (int)sizeof(K), shift = 8 * (isPlace ? 3 - (byte - (int)sizeof(K)) : (int)sizeof(K) - 1 - byte);
  unsigned* mine = local + threadIdx.x % copies;
  for (cuts_size i = from + threadIdx.x; i < end; i += each * blockDim.x) {
    K read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) if (i + j * blockDim.x < end) read[j] = row[i + j * blockDim.x];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const cuts_size at = i + j * blockDim.x;
      if (at >= end) continue;
      const K key = cuts_sweep_rank(cuts_sweep_key(read[j], how, mantissa), mantissa);
      if (cuts_compare_choice(key, (unsigned)at, choice, byte) != 0) continue;
      atomicAdd(mine + (isPlace ? (unsigned)at >> shift & 255u : (unsigned)(key >> shift) & 255u) * copies, 1u);
    }
  }
  __syncthreads();
  counts += blockIdx.x * CUTS_BINS;
  unsigned sum = 0;
  #pragma unroll
  for (int c = 0; c < copies; c++) sum += local[threadIdx.x * copies + c];
  if (sum != 0) atomicAdd(counts + threadIdx.x, sum);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) isLast = atomicAdd(done + blockIdx.x, 1u) == gridDim.y - 1;
  __syncthreads();
  if (!isLast) return;
  __threadfence();
  const unsigned count = *(volatile unsigned*)(counts + threadIdx.x), lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  counts[threadIdx.x] = 0;
  if (threadIdx.x == 0) done[blockIdx.x] = 0;
  unsigned up = cuts_running_sum(count);
  if (lane == 31) warps[warp] = up;
  __syncthreads();
  for (unsigned w = 0; w < warp; w++) up += warps[w];
  const unsigned long long left = byte == 0 ? wanted : choice.left;
  if (up < left || up - count >= left) return;
  if (isPlace) own->place = choice.place | (unsigned long long)threadIdx.x << shift;
  else own->key = choice.key | (unsigned long long)threadIdx.x << shift;
  own->left = left - (up - count);
  if (own->left == count) own->bytes = byte + 1;
`,
  write(block, values) {
    block.setArray(0, values.choices);
    block.setArray(1, values.counts);
    block.setArray(2, values.done);
    block.setArray(3, values.keys);
    block.setSize(4, values.n);
    block.setSize(5, values.chunk);
    block.setSize(6, values.wanted);
    block.setInt32(7, values.byte);
    block.setInt32(8, values.how);
    block.setInt32(9, values.mantissa);
  },
};

/** The parameters of `select_gather` in select.cuh. */
export interface SelectGatherArguments {
  readonly out: Pointer;
  readonly places: Pointer;
  readonly choices: Pointer;
  readonly keys: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly wanted: number;
  readonly how: number;
  readonly mantissa: number;
}

/** `select_gather` in select.cuh. */
export const selectGather: KernelDefinition<SelectGatherArguments, "K"> = {
  source: selectSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size", "size", "size", "int32", "int32"],
  head: "__global__ void __launch_bounds__(256)",
  list: `(K* out, unsigned* places, cuts_choice* choices, const K* keys, cuts_size n, cuts_size chunk, cuts_size wanted,
    int how, int mantissa)`,
  body: `
  cuts_choice* own = choices + blockIdx.x;
  const cuts_choice choice = *own;
  const int each = 8;
  const cuts_size from = blockIdx.y * chunk, end = n - from < chunk ? n : from + chunk;
  const K* row = keys + blockIdx.x * n;
  for (cuts_size i = from + threadIdx.x; i < end; i += each * blockDim.x) {
    K read[each];
    #pragma unroll
    for (int j = 0; j < each; j++) if (i + j * blockDim.x < end) read[j] = row[i + j * blockDim.x];
    #pragma unroll
    for (int j = 0; j < each; j++) {
      const cuts_size at = i + j * blockDim.x;
      if (at >= end) continue;
      const K key = cuts_sweep_rank(cuts_sweep_key(read[j], how, mantissa), mantissa);
      if (cuts_compare_choice(key, (unsigned)at, choice, (int)choice.bytes) > 0) continue;
      const cuts_size into = blockIdx.x * wanted + (cuts_size)atomicAdd(&own->gathered, 1ull);
      out[into] = read[j];
      places[into] = (unsigned)at;
    }
  }
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.places);
    block.setArray(2, values.choices);
    block.setArray(3, values.keys);
    block.setSize(4, values.n);
    block.setSize(5, values.chunk);
    block.setSize(6, values.wanted);
    block.setInt32(7, values.how);
    block.setInt32(8, values.mantissa);
  },
};

const sortSource: KernelSource = {
  includes: [preludeSource],
  text: `#define CUTS_DIGITS 256
template <class K> CUTS_INLINE K cuts_rank(K key, int zeros) {
  const K upper = zeros ? (K)1 << (sizeof(K) * 8 - 1) : 0, lower = zeros ? upper - 1 : 0;
  return key == lower ? upper : key;
}
`,
};

/** The parameters of `radix_count` in sort.cuh. */
export interface RadixCountArguments {
  readonly counts: Pointer;
  readonly keys: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly shift: number;
  readonly zeros: number;
}

/** `radix_count` in sort.cuh. */
export const radixCount: KernelDefinition<RadixCountArguments, "K"> = {
  source: sortSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "size", "size", "int32", "int32"],
  head: "__global__ void",
  list: "(unsigned* counts, const K* keys, cuts_size n, cuts_size chunk, int shift, int zeros)",
  body: `
  const cuts_size from = blockIdx.x * chunk, count = n - from < chunk ? n - from : chunk;
  const K* p = keys + (cuts_size)blockIdx.y * n + from;
  counts += (cuts_size)blockIdx.y * CUTS_DIGITS * gridDim.x + blockIdx.x;
  unsigned local[CUTS_DIGITS];
  for (int d = 0; d < CUTS_DIGITS; d++) local[d] = 0;
  for (cuts_size i = 0; i < count; i++) local[(unsigned)(cuts_rank(p[i], zeros) >> shift) & 255u]++;
  for (cuts_size d = 0; d < CUTS_DIGITS; d++) counts[d * gridDim.x] = local[d];
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.keys);
    block.setSize(2, values.n);
    block.setSize(3, values.chunk);
    block.setInt32(4, values.shift);
    block.setInt32(5, values.zeros);
  },
};

/** The parameters of `radix_places` in sort.cuh. */
export interface RadixPlacesArguments {
  readonly counts: Pointer;
  readonly size: number;
}

/** `radix_places` in sort.cuh. */
export const radixPlaces: KernelDefinition<RadixPlacesArguments> = {
  source: sortSource,
  types: {  },
  parameters: ["pointer", "size"],
  head: "__global__ void",
  list: "(unsigned* counts, cuts_size size)",
  body: `
  counts += (cuts_size)blockIdx.x * size;
  unsigned sum = 0;
  for (cuts_size i = 0; i < size; i++) { const unsigned own = counts[i]; counts[i] = sum; sum += own; }
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setSize(1, values.size);
  },
};

/** The parameters of `radix_scatter` in sort.cuh. */
export interface RadixScatterArguments {
  readonly out: Pointer;
  readonly keys: Pointer;
  readonly outIndex: Pointer;
  readonly index: Pointer;
  readonly places: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly shift: number;
  readonly zeros: number;
}

/** `radix_scatter` in sort.cuh. */
export const radixScatter: KernelDefinition<RadixScatterArguments, "K"> = {
  source: sortSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "int32", "int32"],
  head: "__global__ void",
  list: `(K* out, const K* keys, unsigned* outIndex, const unsigned* index,
    const unsigned* places, cuts_size n, cuts_size chunk, int shift, int zeros)`,
  body: `
  const cuts_size row = (cuts_size)blockIdx.y * n, from = blockIdx.x * chunk, count = n - from < chunk ? n - from : chunk;
  keys += row; out += row; outIndex += outIndex ? row : 0; index += index ? row : 0;
  places += (cuts_size)blockIdx.y * CUTS_DIGITS * gridDim.x + blockIdx.x;
  unsigned place[CUTS_DIGITS];
  for (cuts_size d = 0; d < CUTS_DIGITS; d++) place[d] = places[d * gridDim.x];
  if (!outIndex) {
    for (cuts_size i = from; i < from + count; i++) { const K key = keys[i]; out[place[(unsigned)(cuts_rank(key, zeros) >> shift) & 255u]++] = key; }
    return;
  }
  for (cuts_size i = from; i < from + count; i++) {
    const K key = keys[i];
    const unsigned at = place[(unsigned)(cuts_rank(key, zeros) >> shift) & 255u]++;
    out[at] = key;
    outIndex[at] = index ? index[i] : (unsigned)i;
  }
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.keys);
    block.setArray(2, values.outIndex);
    block.setArray(3, values.index);
    block.setArray(4, values.places);
    block.setSize(5, values.n);
    block.setSize(6, values.chunk);
    block.setInt32(7, values.shift);
    block.setInt32(8, values.zeros);
  },
};

/** The parameters of `sort_short` in sort.cuh. */
export interface SortShortArguments {
  readonly keys: Pointer;
  readonly index: Pointer;
  readonly n: number;
  readonly rows: number;
  readonly zeros: number;
}

/** `sort_short` in sort.cuh. */
export const sortShort: KernelDefinition<SortShortArguments, "K"> = {
  source: sortSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "size", "size", "int32"],
  head: "__global__ void",
  list: "(K* keys, unsigned* index, cuts_size n, cuts_size rows, int zeros)",
  body: `
#ifdef __CUTS_CPU__
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  keys += row * n;
  K spareKeys[128];
  unsigned own[128], spare[128];
  for (cuts_size i = 0; i < n; i++) own[i] = (unsigned)i;
  for (cuts_size from = 0; from < n; from += 16) {
    const cuts_size end = n - from > 16 ? from + 16 : n;
    for (cuts_size i = from + 1; i < end; i++) {
      const K key = keys[i], rank = cuts_rank(key, zeros); const unsigned at = own[i];
      cuts_size j = i;
      for (; j > from && cuts_rank(keys[j - 1], zeros) > rank; j--) { keys[j] = keys[j - 1]; own[j] = own[j - 1]; }
      keys[j] = key; own[j] = at;
    }
  }
  for (cuts_size run = 16; run < n; run *= 2) {
    for (cuts_size from = 0; from < n; from += 2 * run) {
      const cuts_size middle = n - from > run ? from + run : n, end = n - from > 2 * run ? from + 2 * run : n;
      cuts_size i = from, j = middle;
      for (cuts_size k = from; k < end; k++) {
        const bool isLeft = j >= end || (i < middle && cuts_rank(keys[i], zeros) <= cuts_rank(keys[j], zeros));
        const cuts_size at = isLeft ? i++ : j++;
        spareKeys[k] = keys[at]; spare[k] = own[at];
      }
    }
    for (cuts_size i = 0; i < n; i++) { keys[i] = spareKeys[i]; own[i] = spare[i]; }
  }
  if (index) for (cuts_size i = 0; i < n; i++) index[row * n + i] = own[i];
#else
  __shared__ K all[1024];
  __shared__ unsigned at[1024];
  keys += (cuts_size)blockIdx.x * n;
  unsigned size = 2;
  while (size < n) size *= 2;
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x) { all[i] = i < n ? keys[i] : ~(K)0; at[i] = i; }
  for (unsigned run = 2; run <= size; run *= 2)
    for (unsigned step = run / 2; step > 0; step /= 2) {
      __syncthreads();
      for (unsigned t = threadIdx.x; t < size / 2; t += blockDim.x) {
        const unsigned i = 2 * step * (t / step) + t % step, j = i + step;
        const bool isUp = (i & run) == 0;
        const K left = cuts_rank(all[i], zeros), right = cuts_rank(all[j], zeros);
        const bool isAfter = left > right || (left == right && at[i] > at[j]);
        if (isAfter == isUp) {
          const K key = all[i]; all[i] = all[j]; all[j] = key;
          const unsigned place = at[i]; at[i] = at[j]; at[j] = place;
        }
      }
    }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    keys[i] = all[i];
    if (index) index[(cuts_size)blockIdx.x * n + i] = at[i];
  }
#endif
`,
  write(block, values) {
    block.setArray(0, values.keys);
    block.setArray(1, values.index);
    block.setSize(2, values.n);
    block.setSize(3, values.rows);
    block.setInt32(4, values.zeros);
  },
};

/** The parameters of `unique_marks` in sort.cuh. */
export interface UniqueMarksArguments {
  readonly marks: Pointer;
  readonly sorted: Pointer;
  readonly n: number;
}

/** `unique_marks` in sort.cuh. */
export const uniqueMarks: KernelDefinition<UniqueMarksArguments, "K" | "M"> = {
  source: sortSource,
  types: { K: "class", M: "class" },
  parameters: ["pointer", "pointer", "size"],
  head: "__global__ void",
  list: "(M* marks, const K* sorted, cuts_size n)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) marks[i] = i == 0 || sorted[i] != sorted[i - 1];
`,
  write(block, values) {
    block.setArray(0, values.marks);
    block.setArray(1, values.sorted);
    block.setSize(2, values.n);
  },
};

/** The parameters of `unique_compact` in sort.cuh. */
export interface UniqueCompactArguments {
  readonly out: Pointer;
  readonly starts: Pointer;
  readonly sorted: Pointer;
  readonly ranks: Pointer;
  readonly n: number;
}

/** `unique_compact` in sort.cuh. */
export const uniqueCompact: KernelDefinition<UniqueCompactArguments, "K"> = {
  source: sortSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size"],
  head: "__global__ void",
  list: "(K* out, long long* starts, const K* sorted, const long long* ranks, cuts_size n)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || (i > 0 && ranks[i] == ranks[i - 1])) return;
  out[ranks[i] - 1] = sorted[i];
  starts[ranks[i] - 1] = (long long)i;
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.starts);
    block.setArray(2, values.sorted);
    block.setArray(3, values.ranks);
    block.setSize(4, values.n);
  },
};

/** The parameters of `unique_inverse` in sort.cuh. */
export interface UniqueInverseArguments {
  readonly inverse: Pointer;
  readonly first: Pointer;
  readonly order: Pointer;
  readonly ranks: Pointer;
  readonly starts: Pointer;
  readonly n: number;
  readonly count: number;
}

/** `unique_inverse` in sort.cuh. */
export const uniqueInverse: KernelDefinition<UniqueInverseArguments> = {
  source: sortSource,
  types: {  },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "size", "size"],
  head: "__global__ void",
  list: `(long long* inverse, long long* first, const unsigned* order, const long long* ranks,
    const long long* starts, cuts_size n, cuts_size count)`,
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && inverse) inverse[order[i]] = ranks[i] - 1;
  if (i < count && first) first[i] = order[starts[i]];
`,
  write(block, values) {
    block.setArray(0, values.inverse);
    block.setArray(1, values.first);
    block.setArray(2, values.order);
    block.setArray(3, values.ranks);
    block.setArray(4, values.starts);
    block.setSize(5, values.n);
    block.setSize(6, values.count);
  },
};
