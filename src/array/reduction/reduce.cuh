// The CUDA C++ of reductions. An operation is a struct: `lane` is what a run of elements is gathered in, `total` what runs
// are gathered in, `result` what is stored. Sums of floats are made of short ones (CUTS_TURN), and what the sum of runs loses
// to rounding is kept and added at the end, so they are as good as pairwise.
// Three kernels serve every operation: rows (reduced elements side by side), columns (reduced elements far apart) and
// join (the totals of parts). On the cpu a thread reads whole vectors alone; on a GPU the x axis of a block shares a row.
#pragma once
#include "../kernels/prelude.cuh"

#ifdef __CUTS_CPU__
#define CUTS_TX 0u
#define CUTS_BX 1u
#define CUTS_RUN 128u
#define CUTS_TURN 16
#define CUTS_TEAM
#define CUTS_ROWS
#define CUTS_TILES
// The bytes of a row of lanes that a thread keeps for columns.
#define CUTS_COLUMNS 2048
template <class S> struct cuts_reads { enum { count = sizeof(S) <= 4 ? 16 : 64 / sizeof(S) }; S v[count]; };
#else
#define CUTS_TX threadIdx.x
#define CUTS_BX blockDim.x
#define CUTS_RUN 256u
#define CUTS_TURN 32
// Blocks that a multiprocessor has room for, as measured: rows want registers for what they have under way, columns want blocks
// (ROWS_AT_A_TIME and COLUMNS_AT_A_TIME of partition.ts).
#define CUTS_TEAM __launch_bounds__(256)
#define CUTS_ROWS __launch_bounds__(256, 4)
#define CUTS_TILES __launch_bounds__(256, 6)
template <class S> struct alignas(16) cuts_reads { enum { count = 16 / sizeof(S) }; S v[count]; };
#endif

template <class T> struct cuts_limits;
template <> struct cuts_limits<unsigned char> { static __device__ unsigned char lowest() { return 0; } static __device__ unsigned char highest() { return 255; } };
template <> struct cuts_limits<int> { static __device__ int lowest() { return -2147483647 - 1; } static __device__ int highest() { return 2147483647; } };
template <> struct cuts_limits<long long> { static __device__ long long lowest() { return -9223372036854775807ll - 1; } static __device__ long long highest() { return 9223372036854775807ll; } };
template <> struct cuts_limits<unsigned long long> { static __device__ unsigned long long lowest() { return 0; } static __device__ unsigned long long highest() { return ~0ull; } };
template <> struct cuts_limits<float> { static __device__ float lowest() { return -cuts_from_bits(0x7f800000u); } static __device__ float highest() { return cuts_from_bits(0x7f800000u); } };
template <> struct cuts_limits<double> { static __device__ double lowest() { return -(double)cuts_from_bits(0x7f800000u); } static __device__ double highest() { return (double)cuts_from_bits(0x7f800000u); } };
template <class T> struct cuts_limits<cuts_complex<T>> {
  static __device__ cuts_complex<T> lowest() { return cuts_make(cuts_limits<T>::lowest(), cuts_limits<T>::lowest()); }
  static __device__ cuts_complex<T> highest() { return cuts_make(cuts_limits<T>::highest(), cuts_limits<T>::highest()); }
};

// The larger of two; a NaN is larger than all. The cpu has one instruction for it.
template <class T> CUTS_INLINE T cuts_larger(T a, T b) { return a >= b || a != a ? a : b; }
template <class T> CUTS_INLINE T cuts_smaller(T a, T b) { return a <= b || a != a ? a : b; }
#ifdef __CUTS_CPU__
CUTS_INLINE float cuts_larger(float a, float b) { return __builtin_elementwise_maximum(a, b); }
CUTS_INLINE double cuts_larger(double a, double b) { return __builtin_elementwise_maximum(a, b); }
CUTS_INLINE float cuts_smaller(float a, float b) { return __builtin_elementwise_minimum(a, b); }
CUTS_INLINE double cuts_smaller(double a, double b) { return __builtin_elementwise_minimum(a, b); }
#endif

template <class T> struct cuts_widening { template <class U> static __device__ __forceinline__ T of(U x) { return (T)x; } };
template <class T> struct cuts_widening<cuts_complex<T>> {
  template <class U> static __device__ __forceinline__ cuts_complex<T> of(cuts_complex<U> x) { return cuts_make((T)x.re, (T)x.im); }
};
template <class T, class U> CUTS_INLINE T cuts_widened(U x) { return cuts_widening<T>::of(x); }
template <class T> struct cuts_one { static __device__ T value() { return (T)1; } };
template <class T> struct cuts_one<cuts_complex<T>> { static __device__ cuts_complex<T> value() { return cuts_make((T)1, (T)0); } };
template <class R> CUTS_INLINE R cuts_quotient(unsigned long long total, double) { return (R)total; }
template <class R> CUTS_INLINE R cuts_quotient(double total, double divisor) { return cuts_store<R>(total / divisor); }
template <class R> CUTS_INLINE R cuts_quotient(cuts_complex<double> total, double divisor) {
  R result; result.re = total.re / divisor; result.im = total.im / divisor; return result;
}

// How many elements a lane gathers one after the other: each addition of floats rounds.
template <class L> struct cuts_turn_length { enum { count = CUTS_RUN }; };
template <> struct cuts_turn_length<float> { enum { count = CUTS_TURN }; };
template <> struct cuts_turn_length<double> { enum { count = CUTS_TURN }; };
template <class T> struct cuts_turn_length<cuts_complex<T>> : cuts_turn_length<T> {};

// An operation with a map of each element first; `shift` is 0 unless the operation has one for each result.
template <class S, class L, class A, class R> struct cuts_by_sum {
  typedef S stored; typedef L lane; typedef A total; typedef R result; typedef L shift;
  enum { isSum = 1, turn = cuts_turn_length<L>::count };
  static __device__ __forceinline__ L zero() { return L{}; }
  static __device__ __forceinline__ A start() { return A{}; }
  template <class C> static __device__ __forceinline__ L map(C x, L) { return cuts_widened<L>(x); }
  static __device__ __forceinline__ L join(L a, L b) { return a + b; }
  static __device__ __forceinline__ A add(A a, A b) { return a + b; }
  static __device__ __forceinline__ A widen(L x) { return cuts_widened<A>(x); }
  static __device__ __forceinline__ R finish(A x, double divisor) { return cuts_quotient<R>(x, divisor); }
};
template <class S, class L, class A, class R> struct cuts_by_squares : cuts_by_sum<S, L, A, R> {
  template <class C> static __device__ __forceinline__ L map(C x, L shift) { return (x - shift) * (x - shift); }
};
template <class S, class L, class A, class R> struct cuts_by_exps : cuts_by_sum<S, L, A, R> {
  // An infinite shift would make NaN of infinite elements.
  template <class C> static __device__ __forceinline__ L map(C x, L shift) { return exp(x - (shift - shift == 0 ? shift : L{})); }
};
template <class S, class L, class A, class R> struct cuts_by_prod : cuts_by_sum<S, L, A, R> {
  enum { isSum = 0 };
  static __device__ __forceinline__ L zero() { return cuts_one<L>::value(); }
  static __device__ __forceinline__ A start() { return cuts_one<A>::value(); }
  static __device__ __forceinline__ L join(L a, L b) { return a * b; }
  static __device__ __forceinline__ A add(A a, A b) { return a * b; }
};
template <class S, class L, class A, class R> struct cuts_by_max : cuts_by_sum<S, L, A, R> {
  enum { isSum = 0, turn = CUTS_RUN };
  static __device__ __forceinline__ L zero() { return cuts_limits<L>::lowest(); }
  static __device__ __forceinline__ A start() { return cuts_limits<A>::lowest(); }
  static __device__ __forceinline__ L join(L a, L b) { return cuts_larger(a, b); }
  static __device__ __forceinline__ A add(A a, A b) { return cuts_larger(a, b); }
  static __device__ __forceinline__ R finish(A x, double) { return x; }
};
template <class S, class L, class A, class R> struct cuts_by_min : cuts_by_sum<S, L, A, R> {
  enum { isSum = 0, turn = CUTS_RUN };
  static __device__ __forceinline__ L zero() { return cuts_limits<L>::highest(); }
  static __device__ __forceinline__ A start() { return cuts_limits<A>::highest(); }
  static __device__ __forceinline__ L join(L a, L b) { return cuts_smaller(a, b); }
  static __device__ __forceinline__ A add(A a, A b) { return cuts_smaller(a, b); }
  static __device__ __forceinline__ R finish(A x, double) { return x; }
};

// Adds x to a total; what a sum loses to rounding goes to `lost`, as Knuth does it.
template <class Op> CUTS_INLINE void cuts_gather(typename Op::total& total, typename Op::total& lost, typename Op::total x) {
  const typename Op::total before = total;
  total = Op::add(before, x);
  if (!Op::isSum) return;
  const typename Op::total added = total - before;
  lost = lost + ((before - (total - added)) + (x - added));
}
// An infinite total has lost what is no number.
template <class Op> CUTS_INLINE typename Op::total cuts_gathered(typename Op::total total, typename Op::total lost) {
  return Op::isSum && lost == lost ? Op::add(total, lost) : total;
}

// All of n elements side by side, or this thread's share of them.
template <class Op> CUTS_INLINE typename Op::total cuts_reduce_span(const typename Op::stored* p, cuts_size n, typename Op::shift shift) {
  typedef typename Op::lane lane;
  typedef cuts_reads<typename Op::stored> pack;
  const int width = pack::count;
  typename Op::total total = Op::start(), lost = typename Op::total{};
  lane rest = Op::zero();
#ifndef __CUTS_CPU__
  cuts_size head = (cuts_size)((0 - (unsigned long long)p & 15) / sizeof(typename Op::stored));
  if (head > n) head = n;
  for (cuts_size k = CUTS_TX; k < head; k += CUTS_BX) rest = Op::join(rest, Op::map(cuts_load(p[k]), shift));
  p += head; n -= head;
#endif
  const cuts_size packs = n / width;
  cuts_size i = CUTS_TX;
  while (i < packs) {
    const cuts_size run = (cuts_size)CUTS_RUN * CUTS_BX, end = packs - i > run ? i + run : packs;
    lane lanes[width];
    _Pragma("unroll") for (int j = 0; j < width; j++) lanes[j] = Op::zero();
    while (i < end) {
      const cuts_size turn = (cuts_size)Op::turn * CUTS_BX, stop = end - i > turn ? i + turn : end;
      lane own[width];
      _Pragma("unroll") for (int j = 0; j < width; j++) own[j] = Op::zero();
#ifndef __CUTS_CPU__
      // As many reads under way as hide how long they take.
      for (; i + 3 * CUTS_BX < stop; i += 4 * CUTS_BX) {
        pack x[4];
        _Pragma("unroll") for (int k = 0; k < 4; k++) x[k] = ((const pack*)p)[i + k * CUTS_BX];
        _Pragma("unroll") for (int k = 0; k < 4; k++)
          _Pragma("unroll") for (int j = 0; j < width; j++) own[j] = Op::join(own[j], Op::map(cuts_load(x[k].v[j]), shift));
      }
#endif
      for (; i < stop; i += CUTS_BX) {
        const pack x = ((const pack*)p)[i];
        _Pragma("unroll") for (int j = 0; j < width; j++) own[j] = Op::join(own[j], Op::map(cuts_load(x.v[j]), shift));
      }
      _Pragma("unroll") for (int j = 0; j < width; j++) lanes[j] = Op::join(lanes[j], own[j]);
    }
    _Pragma("unroll") for (int half = width / 2; half > 0; half /= 2)
      _Pragma("unroll") for (int j = 0; j < half; j++) lanes[j] = Op::join(lanes[j], lanes[j + half]);
    cuts_gather<Op>(total, lost, Op::widen(lanes[0]));
  }
  for (cuts_size k = packs * width + CUTS_TX; k < n; k += CUTS_BX) rest = Op::join(rest, Op::map(cuts_load(p[k]), shift));
  cuts_gather<Op>(total, lost, Op::widen(rest));
  return cuts_gathered<Op>(total, lost);
}

#ifndef __CUTS_CPU__
// What the lane has whose number differs in one bit, of values of any size.
template <class T> CUTS_INLINE T cuts_from_lane(T own, unsigned bit) {
  union { T value; unsigned words[(sizeof(T) + 3) / 4]; } x;
  x.value = own;
  _Pragma("unroll") for (int k = 0; k < (sizeof(T) + 3) / 4; k++) x.words[k] = __shfl_xor_sync(~0u, x.words[k], bit);
  return x.value;
}
// What another block has written in this launch: not what the cache of this multiprocessor has.
template <class T> CUTS_INLINE T cuts_written(const T* from) {
  union { T value; unsigned long long longs[(sizeof(T) + 7) / 8]; unsigned words[(sizeof(T) + 3) / 4]; unsigned char bytes[sizeof(T)]; } x;
  if (sizeof(T) % 8 == 0) {
    _Pragma("unroll") for (int k = 0; k < sizeof(T) / 8; k++) x.longs[k] = ((const volatile unsigned long long*)from)[k];
  } else if (sizeof(T) % 4 == 0) {
    _Pragma("unroll") for (int k = 0; k < sizeof(T) / 4; k++) x.words[k] = ((const volatile unsigned*)from)[k];
  } else {
    _Pragma("unroll") for (int k = 0; k < sizeof(T); k++) x.bytes[k] = ((const volatile unsigned char*)from)[k];
  }
  return x.value;
}
// The totals of `count` parts that are `apart` from each other, or this thread's share of them, `by` threads having one each.
template <class Op> CUTS_INLINE typename Op::total cuts_join_parts(const typename Op::total* parts, unsigned count, cuts_size apart, unsigned first, unsigned by) {
  typename Op::total total = Op::start();
  for (unsigned k = first; k < count; k += 8 * by) {
    typename Op::total own[8];
    _Pragma("unroll") for (int j = 0; j < 8; j++) own[j] = k + j * by < count ? cuts_written(parts + (k + j * by) * apart) : Op::start();
    _Pragma("unroll") for (int j = 0; j < 8; j++) total = Op::add(total, own[j]);
  }
  return total;
}
// Whether this block is the last of those along y that share a result; `done` has how many are, and is 0 again after the last.
// One thread orders what all of the block have written: a fence of each would cost as much as a short row.
CUTS_INLINE bool cuts_is_last(unsigned* done) {
  __shared__ bool isLast;
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    __threadfence();
    isLast = atomicAdd(done, 1u) == gridDim.y - 1;
    if (isLast) { *done = 0; __threadfence(); }
  }
  __syncthreads();
  return isLast;
}
#endif

// The total of all threads along the x axis of a block of up to 256 (a power of 2), in each of them.
template <class Op> CUTS_INLINE typename Op::total cuts_block_total(typename Op::total own) {
#ifndef __CUTS_CPU__
  for (unsigned bit = 1; bit < blockDim.x && bit < 32; bit *= 2) own = Op::add(own, cuts_from_lane(own, bit));
  if (blockDim.x <= 32) return own;
  __shared__ typename Op::total warps[8];
  const unsigned warp = (threadIdx.y * blockDim.x + threadIdx.x) / 32;
  __syncthreads();
  if (threadIdx.x % 32 == 0) warps[warp] = own;
  __syncthreads();
  const unsigned first = threadIdx.y * blockDim.x / 32;
  own = warps[first];
  for (unsigned next = 1; next < blockDim.x / 32; next++) own = Op::add(own, warps[first + next]);
#endif
  return own;
}

template <class Op> CUTS_INLINE typename Op::shift cuts_shift_of(const typename Op::result* shift, cuts_size at) {
  return shift ? cuts_widened<typename Op::shift>(cuts_load(shift[at])) : typename Op::shift{};
}
// Rows of n elements. Blocks along y take a part of `chunk` elements each; if there is one, it writes the result, else the last
// one does where there is `done`. Without `out` totals are written: they are reduced once more.
template <class Op>
__global__ void CUTS_ROWS reduce_rows(typename Op::result* out, typename Op::total* parts, const typename Op::stored* in,
    const typename Op::result* shift, unsigned* done, cuts_size n, cuts_size chunk, cuts_size rows, double divisor) {
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y, from = blockIdx.y * chunk;
  typename Op::total total = Op::start();
  if (row < rows) total = cuts_reduce_span<Op>(in + row * n + from, n - from < chunk ? n - from : chunk, cuts_shift_of<Op>(shift, row));
  total = cuts_block_total<Op>(total);
  if (row < rows && CUTS_TX == 0) {
    if (out && gridDim.y == 1) out[row] = Op::finish(total, divisor);
    else parts[row * gridDim.y + blockIdx.y] = total;
  }
#ifndef __CUTS_CPU__
  if (gridDim.y == 1 || !done || !cuts_is_last(done + blockIdx.x)) return;
  total = row < rows ? cuts_join_parts<Op>(parts + row * gridDim.y, gridDim.y, 1, threadIdx.x, blockDim.x) : Op::start();
  total = cuts_block_total<Op>(total);
  if (row < rows && threadIdx.x == 0) out[row] = Op::finish(total, divisor);
#endif
}
#ifndef __CUTS_CPU__
// Columns that a thread of a GPU has side by side, read at once.
template <class S, int count> struct alignas(count * sizeof(S)) cuts_side_by_side { S v[count]; };
template <class S> struct cuts_columns { enum { count = sizeof(S) >= 16 ? 1 : sizeof(S) == 1 ? 8 : 16 / sizeof(S) }; };

// Adds up the columns of all threads of a tile along y: those of x are at [j * blockDim.x + x] then.
template <class Op, int width> CUTS_INLINE void cuts_tile_total(typename Op::total* tile, typename Op::total (&own)[width]) {
  typename Op::total* place = tile + threadIdx.y * width * blockDim.x + threadIdx.x;
  __syncthreads();
  _Pragma("unroll") for (int j = 0; j < width; j++) place[j * blockDim.x] = own[j];
  for (unsigned left = blockDim.y; left > 1;) {
    const unsigned half = (left + 1) / 2;
    __syncthreads();
    if (threadIdx.y < left - half)
      _Pragma("unroll") for (int j = 0; j < width; j++) {
        own[j] = Op::add(own[j], place[(half * width + j) * blockDim.x]);
        place[j * blockDim.x] = own[j];
      }
    left = half;
  }
  __syncthreads();
}
// A tile of columns: `fold` rows are read as one, so that narrow ones are read in vectors, too; then it is the only tile.
template <class Op, int width>
CUTS_INLINE void cuts_reduce_tile(typename Op::result* out, typename Op::total* parts, const typename Op::stored* in, const typename Op::result* shift,
    unsigned* done, cuts_size n, cuts_size chunk, cuts_size inner, cuts_size tiles, cuts_size fold, double divisor) {
  typedef typename Op::total total;
  typedef cuts_side_by_side<typename Op::stored, width> pack;
  const int ahead = sizeof(pack) < 16 ? 8 : 4;
  __shared__ total sums[256 * width];
  const cuts_size outer = blockIdx.x / tiles, start = (blockIdx.x - outer * tiles) * blockDim.x * width;
  const cuts_size across = inner * fold, elements = n * inner, column = start + threadIdx.x * width;
  total own[width];
  _Pragma("unroll") for (int j = 0; j < width; j++) own[j] = Op::start();
  if (column < across && column < elements) {
    typename Op::shift shifts[width];
    _Pragma("unroll") for (int j = 0; j < width; j++) shifts[j] = cuts_shift_of<Op>(shift, outer * inner + (column + j) % inner);
    const typename Op::stored* p = in + outer * elements + column;
    // The last of rows that are read as one may be shorter.
    const cuts_size from = blockIdx.y * chunk, rows = (elements - 1 - column) / across + 1, end = rows > from && rows - from > chunk ? from + chunk : rows;
    for (cuts_size row = from + threadIdx.y; row < end;) {
      const cuts_size run = 32 * blockDim.y, stop = end - row > run ? row + run : end;
      typename Op::lane gathered[width];
      _Pragma("unroll") for (int j = 0; j < width; j++) gathered[j] = Op::zero();
      // As many reads under way as hide how long they take.
      for (; row + (ahead - 1) * blockDim.y < stop; row += ahead * blockDim.y) {
        pack x[ahead];
        _Pragma("unroll") for (int k = 0; k < ahead; k++) x[k] = *(const pack*)(p + (row + k * blockDim.y) * across);
        _Pragma("unroll") for (int k = 0; k < ahead; k++)
          _Pragma("unroll") for (int j = 0; j < width; j++) gathered[j] = Op::join(gathered[j], Op::map(cuts_load(x[k].v[j]), shifts[j]));
      }
      for (; row < stop; row += blockDim.y) {
        const pack x = *(const pack*)(p + row * across);
        _Pragma("unroll") for (int j = 0; j < width; j++) gathered[j] = Op::join(gathered[j], Op::map(cuts_load(x.v[j]), shifts[j]));
      }
      _Pragma("unroll") for (int j = 0; j < width; j++) own[j] = Op::add(own[j], Op::widen(gathered[j]));
    }
  }
  cuts_tile_total<Op, width>(sums, own);
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  const cuts_size there = (fold > 1 ? inner : across) - start, results = there < blockDim.x * width ? there : blockDim.x * width;
  const bool isFinal = out && gridDim.y == 1;
  out += outer * inner + start;
  for (unsigned k = thread; k < results; k += threads) {
    total sum = sums[k % width * blockDim.x + k / width];
    for (unsigned row = 1; row < fold; row++) {
      const unsigned at = k + row * (unsigned)inner;
      sum = Op::add(sum, sums[at % width * blockDim.x + at / width]);
    }
    if (isFinal) out[k] = Op::finish(sum, divisor);
    else parts[(outer * gridDim.y + blockIdx.y) * inner + start + k] = sum;
  }
  if (gridDim.y == 1 || !done || !cuts_is_last(done + blockIdx.x)) return;
  _Pragma("unroll") for (int j = 0; j < width; j++) {
    const unsigned k = threadIdx.x * width + j;
    own[j] = k < results ? cuts_join_parts<Op>(parts + outer * gridDim.y * inner + start + k, gridDim.y, inner, threadIdx.y, blockDim.y) : Op::start();
  }
  cuts_tile_total<Op, width>(sums, own);
  for (unsigned k = thread; k < results; k += threads) out[k] = Op::finish(sums[k % width * blockDim.x + k / width], divisor);
}
#endif
// Columns: n rows of `inner` elements become one, for each of many such blocks of rows. A block has a tile of columns; on a GPU
// its threads have vectors of columns where `isWhole`.
template <class Op>
__global__ void CUTS_TILES reduce_columns(typename Op::result* out, typename Op::total* parts, const typename Op::stored* in,
    const typename Op::result* shift, unsigned* done, cuts_size n, cuts_size chunk, cuts_size inner, cuts_size tiles, cuts_size fold, cuts_size isWhole, double divisor) {
#ifdef __CUTS_CPU__
  typedef typename Op::lane lane;
  typedef typename Op::total total;
  const cuts_size outer = blockIdx.x / tiles, tile = blockIdx.x - outer * tiles;
  const cuts_size from = blockIdx.y * chunk, count = n - from < chunk ? n - from : chunk;
  in += (outer * n + from) * inner;
  const int width = CUTS_COLUMNS / sizeof(lane);
  const cuts_size first = tile * width, columns = inner - first < width ? inner - first : width;
  total totals[width];
  lane lanes[width];
  typename Op::shift shifts[width];
  for (cuts_size j = 0; j < columns; j++) { totals[j] = Op::start(); shifts[j] = cuts_shift_of<Op>(shift, outer * inner + first + j); }
  in += first;
  for (cuts_size row = 0; row < count;) {
    const cuts_size end = count - row > CUTS_RUN ? row + CUTS_RUN : count;
    for (cuts_size j = 0; j < columns; j++) lanes[j] = Op::zero();
    for (; row + 4 <= end; row += 4, in += 4 * inner) {
      const typename Op::stored *b = in + inner, *c = b + inner, *d = c + inner;
      for (cuts_size j = 0; j < columns; j++)
        lanes[j] = Op::join(lanes[j], Op::join(Op::join(Op::map(cuts_load(in[j]), shifts[j]), Op::map(cuts_load(b[j]), shifts[j])),
                                               Op::join(Op::map(cuts_load(c[j]), shifts[j]), Op::map(cuts_load(d[j]), shifts[j]))));
    }
    for (; row < end; row++, in += inner)
      for (cuts_size j = 0; j < columns; j++) lanes[j] = Op::join(lanes[j], Op::map(cuts_load(in[j]), shifts[j]));
    for (cuts_size j = 0; j < columns; j++) totals[j] = Op::add(totals[j], Op::widen(lanes[j]));
  }
  if (out && gridDim.y == 1) for (cuts_size j = 0; j < columns; j++) out[outer * inner + first + j] = Op::finish(totals[j], divisor);
  else for (cuts_size j = 0; j < columns; j++) parts[(outer * gridDim.y + blockIdx.y) * inner + first + j] = totals[j];
#else
  if (isWhole) cuts_reduce_tile<Op, cuts_columns<typename Op::stored>::count>(out, parts, in, shift, done, n, chunk, inner, tiles, fold, divisor);
  else cuts_reduce_tile<Op, 1>(out, parts, in, shift, done, n, chunk, inner, tiles, fold, divisor);
#endif
}
#ifndef __CUTS_CPU__
// What a thread has of all elements [a][b][c] with one b, `width` of them side by side.
template <class Op, int width>
CUTS_INLINE typename Op::total cuts_reduce_around(const typename Op::stored* in, cuts_size count, cuts_size apart, cuts_size n) {
  typedef cuts_side_by_side<typename Op::stored, width> pack;
  const int ahead = sizeof(pack) < 16 ? 8 : 4;
  typename Op::total total = Op::start();
  for (cuts_size c = threadIdx.x * width; c < n; c += blockDim.x * width)
    for (cuts_size a = threadIdx.y; a < count;) {
      const cuts_size run = 32 * blockDim.y, stop = count - a > run ? a + run : count;
      typename Op::lane lanes[width];
      _Pragma("unroll") for (int j = 0; j < width; j++) lanes[j] = Op::zero();
      // As many reads under way as hide how long they take.
      for (; a + (ahead - 1) * blockDim.y < stop; a += ahead * blockDim.y) {
        pack x[ahead];
        _Pragma("unroll") for (int k = 0; k < ahead; k++) x[k] = *(const pack*)(in + (a + k * blockDim.y) * apart + c);
        _Pragma("unroll") for (int k = 0; k < ahead; k++)
          _Pragma("unroll") for (int j = 0; j < width; j++) lanes[j] = Op::join(lanes[j], Op::map(cuts_load(x[k].v[j]), typename Op::shift{}));
      }
      for (; a < stop; a += blockDim.y) {
        const pack x = *(const pack*)(in + a * apart + c);
        _Pragma("unroll") for (int j = 0; j < width; j++) lanes[j] = Op::join(lanes[j], Op::map(cuts_load(x.v[j]), typename Op::shift{}));
      }
      _Pragma("unroll") for (int half = width / 2; half > 0; half /= 2)
        _Pragma("unroll") for (int j = 0; j < half; j++) lanes[j] = Op::join(lanes[j], lanes[j + half]);
      total = Op::add(total, Op::widen(lanes[0]));
    }
  return total;
}
#endif
// Axes on both sides of those that stay, for teams: [count][results][n] elements become `results`, of which each has a block.
template <class Op>
__global__ void CUTS_TILES reduce_around(typename Op::result* out, const typename Op::stored* in, cuts_size count, cuts_size n, cuts_size isWhole, double divisor) {
#ifndef __CUTS_CPU__
  typedef typename Op::total total;
  __shared__ total warps[8];
  const cuts_size apart = gridDim.x * n;
  in += blockIdx.x * n;
  total own = isWhole ? cuts_reduce_around<Op, cuts_columns<typename Op::stored>::count>(in, count, apart, n) : cuts_reduce_around<Op, 1>(in, count, apart, n);
  _Pragma("unroll") for (unsigned bit = 1; bit < 32; bit *= 2) own = Op::add(own, cuts_from_lane(own, bit));
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  if (thread % 32 == 0) warps[thread / 32] = own;
  __syncthreads();
  if (thread > 0) return;
  for (unsigned k = 1; k < 8; k++) own = Op::add(own, warps[k]);
  out[blockIdx.x] = Op::finish(own, divisor);
#else
  if (threadIdx.x > 0 || threadIdx.y > 0) return;
  typename Op::total own = Op::start();
  for (cuts_size a = 0; a < count; a++)
    for (cuts_size c = 0; c < n; c++)
      own = Op::add(own, Op::widen(Op::map(cuts_load(in[(a * gridDim.x + blockIdx.x) * n + c]), typename Op::shift{})));
  out[blockIdx.x] = Op::finish(own, divisor);
#endif
}
// The totals of `count` parts for each of `size` results; parts of one result are `inner` apart.
template <class Op>
__global__ void reduce_join(typename Op::result* out, const typename Op::total* parts, cuts_size count,
    cuts_size inner, cuts_size size, double divisor) {
  const cuts_size at = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y;
  typename Op::total total = Op::start();
  if (at < size) {
    const cuts_size outer = at / inner, place = at - outer * inner;
    for (cuts_size k = CUTS_TX; k < count; k += CUTS_BX) total = Op::add(total, parts[(outer * count + k) * inner + place]);
  }
  total = cuts_block_total<Op>(total);
  if (at < size && CUTS_TX == 0) out[at] = Op::finish(total, divisor);
}
