// Written by tools/generate-kernels.ts from the .cuh files beside it (npm run generate:kernels). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { preludeSource } from "../kernels/kernels.gen.js";

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
}

/** `histogram_edges` in histogram.cuh. */
export const histogramEdges: KernelDefinition<HistogramEdgesArguments> = {
  source: histogramSource,
  types: {  },
  parameters: ["pointer", "pointer", "pointer", "size"],
  head: "__global__ void",
  list: "(double* edges, const double* low, const double* high, cuts_size bins)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  double from = *low, to = *high;
  if (from == to) { from -= 0.5; to += 0.5; }
  if (i <= bins) edges[i] = i == bins ? to : (double)i * ((to - from) / (double)bins) + from;
`,
  write(block, values) {
    block.setArray(0, values.edges);
    block.setArray(1, values.low);
    block.setArray(2, values.high);
    block.setSize(3, values.bins);
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

const sortSource: KernelSource = {
  includes: [preludeSource],
  text: `#define CUTS_DIGITS 256
`,
};

/** The parameters of `radix_count` in sort.cuh. */
export interface RadixCountArguments {
  readonly counts: Pointer;
  readonly keys: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly shift: number;
}

/** `radix_count` in sort.cuh. */
export const radixCount: KernelDefinition<RadixCountArguments, "K"> = {
  source: sortSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "size", "size", "int32"],
  head: "__global__ void",
  list: "(unsigned* counts, const K* keys, cuts_size n, cuts_size chunk, int shift)",
  body: `
  const cuts_size from = blockIdx.x * chunk, count = n - from < chunk ? n - from : chunk;
  const K* p = keys + (cuts_size)blockIdx.y * n + from;
  counts += (cuts_size)blockIdx.y * CUTS_DIGITS * gridDim.x + blockIdx.x;
#ifdef __CUTS_CPU__
  unsigned local[CUTS_DIGITS];
  for (int d = 0; d < CUTS_DIGITS; d++) local[d] = 0;
  for (cuts_size i = 0; i < count; i++) local[(unsigned)(p[i] >> shift) & 255u]++;
  for (cuts_size d = 0; d < CUTS_DIGITS; d++) counts[d * gridDim.x] = local[d];
#else
  __shared__ unsigned local[CUTS_DIGITS];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (cuts_size i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(&local[(unsigned)(p[i] >> shift) & 255u], 1u);
  __syncthreads();
  counts[(cuts_size)threadIdx.x * gridDim.x] = local[threadIdx.x];
#endif
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.keys);
    block.setSize(2, values.n);
    block.setSize(3, values.chunk);
    block.setInt32(4, values.shift);
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
#ifdef __CUTS_CPU__
  unsigned sum = 0;
  for (cuts_size i = 0; i < size; i++) { const unsigned own = counts[i]; counts[i] = sum; sum += own; }
#else
  __shared__ unsigned sums[1024];
  const cuts_size each = (size + blockDim.x - 1) / blockDim.x, from = threadIdx.x * each, end = from + each < size ? from + each : size;
  unsigned own = 0;
  for (cuts_size i = from; i < end; i++) own += counts[i];
  sums[threadIdx.x] = own;
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    __syncthreads();
    const unsigned left = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
    __syncthreads();
    sums[threadIdx.x] += left;
  }
  unsigned sum = sums[threadIdx.x] - own;
  for (cuts_size i = from; i < end; i++) { const unsigned next = counts[i]; counts[i] = sum; sum += next; }
#endif
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
}

/** `radix_scatter` in sort.cuh. */
export const radixScatter: KernelDefinition<RadixScatterArguments, "K"> = {
  source: sortSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "int32"],
  head: "__global__ void",
  list: `(K* out, const K* keys, unsigned* outIndex, const unsigned* index,
    const unsigned* places, cuts_size n, cuts_size chunk, int shift)`,
  body: `
  const cuts_size row = (cuts_size)blockIdx.y * n, from = blockIdx.x * chunk, count = n - from < chunk ? n - from : chunk;
  keys += row; out += row; outIndex += outIndex ? row : 0; index += index ? row : 0;
  places += (cuts_size)blockIdx.y * CUTS_DIGITS * gridDim.x + blockIdx.x;
#ifdef __CUTS_CPU__
  unsigned place[CUTS_DIGITS];
  for (cuts_size d = 0; d < CUTS_DIGITS; d++) place[d] = places[d * gridDim.x];
  if (!outIndex) {
    for (cuts_size i = from; i < from + count; i++) { const K key = keys[i]; out[place[(unsigned)(key >> shift) & 255u]++] = key; }
    return;
  }
  for (cuts_size i = from; i < from + count; i++) {
    const K key = keys[i];
    const unsigned at = place[(unsigned)(key >> shift) & 255u]++;
    out[at] = key;
    outIndex[at] = index ? index[i] : (unsigned)i;
  }
#else
  __shared__ unsigned place[8][CUTS_DIGITS];
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const cuts_size stretch = ((count + 7) / 8 + 31) / 32 * 32, begin = warp * stretch < count ? warp * stretch : count;
  const cuts_size end = begin + stretch < count ? begin + stretch : count;
  for (int w = 0; w < 8; w++) place[w][threadIdx.x] = 0;
  __syncthreads();
  for (cuts_size i = begin + lane; i < end; i += 32) atomicAdd(&place[warp][(unsigned)(keys[from + i] >> shift) & 255u], 1u);
  __syncthreads();
  unsigned sum = places[(cuts_size)threadIdx.x * gridDim.x];
  for (int w = 0; w < 8; w++) { const unsigned own = place[w][threadIdx.x]; place[w][threadIdx.x] = sum; sum += own; }
  __syncthreads();
  for (cuts_size i = begin; i < end; i += 32) {
    const bool isMine = i + lane < end;
    const K key = isMine ? keys[from + i + lane] : (K)0;
    const unsigned digit = isMine ? (unsigned)(key >> shift) & 255u : 256u;
    const unsigned same = __match_any_sync(0xffffffffu, digit);
    const unsigned first = isMine ? place[warp][digit] : 0;
    const unsigned at = first + __popc(same & ((1u << lane) - 1u));
    __syncwarp();
    if (isMine && (same >> lane) == 1u) place[warp][digit] = at + 1;
    __syncwarp();
    if (!isMine) continue;
    out[at] = key;
    if (outIndex) outIndex[at] = index ? index[from + i + lane] : (unsigned)(from + i + lane);
  }
#endif
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
  },
};

/** The parameters of `sort_short` in sort.cuh. */
export interface SortShortArguments {
  readonly keys: Pointer;
  readonly index: Pointer;
  readonly n: number;
  readonly rows: number;
}

/** `sort_short` in sort.cuh. */
export const sortShort: KernelDefinition<SortShortArguments, "K"> = {
  source: sortSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "size", "size"],
  head: "__global__ void",
  list: "(K* keys, unsigned* index, cuts_size n, cuts_size rows)",
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
      const K key = keys[i]; const unsigned at = own[i];
      cuts_size j = i;
      for (; j > from && keys[j - 1] > key; j--) { keys[j] = keys[j - 1]; own[j] = own[j - 1]; }
      keys[j] = key; own[j] = at;
    }
  }
  for (cuts_size run = 16; run < n; run *= 2) {
    for (cuts_size from = 0; from < n; from += 2 * run) {
      const cuts_size middle = n - from > run ? from + run : n, end = n - from > 2 * run ? from + 2 * run : n;
      cuts_size i = from, j = middle;
      for (cuts_size k = from; k < end; k++) {
        const bool isLeft = j >= end || (i < middle && keys[i] <= keys[j]);
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
        const bool isAfter = all[i] > all[j] || (all[i] == all[j] && at[i] > at[j]);
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
  },
};

/** The parameters of `search` in sort.cuh. */
export interface SearchArguments {
  readonly out: Pointer;
  readonly sorted: Pointer;
  readonly values: Pointer;
  readonly n: number;
  readonly count: number;
  readonly isRight: number;
}

/** `search` in sort.cuh. */
export const search: KernelDefinition<SearchArguments, "K"> = {
  source: sortSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "int32"],
  head: "__global__ void",
  list: "(long long* out, const K* sorted, const K* values, cuts_size n, cuts_size count, int isRight)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const K value = values[i];
  cuts_size low = 0, size = n;
  while (size > 0) {
    const cuts_size half = size / 2, middle = low + half;
    const bool isBefore = isRight ? sorted[middle] <= value : sorted[middle] < value;
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

/** The parameters of `unique_marks` in sort.cuh. */
export interface UniqueMarksArguments {
  readonly marks: Pointer;
  readonly sorted: Pointer;
  readonly n: number;
}

/** `unique_marks` in sort.cuh. */
export const uniqueMarks: KernelDefinition<UniqueMarksArguments, "K"> = {
  source: sortSource,
  types: { K: "class" },
  parameters: ["pointer", "pointer", "size"],
  head: "__global__ void",
  list: "(long long* marks, const K* sorted, cuts_size n)",
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
