// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { preludeSource, fusedSource } from "../kernels/kernels.gen.js";

/** reduce.cuh. */
export const reduceSource: KernelSource = {
  includes: [preludeSource],
  text: `#ifdef __CUTS_CPU__
#define CUTS_TX 0u
#define CUTS_BX 1u
#define CUTS_RUN 128u
#define CUTS_TURN 16
#define CUTS_TEAM
#define CUTS_ROWS
#define CUTS_TILES
#define CUTS_COLUMNS 2048
template <class S> struct cuts_reads { enum { count = sizeof(S) <= 4 ? 16 : 64 / sizeof(S) }; S v[count]; };
#else
#define CUTS_TX threadIdx.x
#define CUTS_BX blockDim.x
#define CUTS_RUN 256u
#define CUTS_TURN 32
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
template <class L> struct cuts_turn_length { enum { count = CUTS_RUN }; };
template <> struct cuts_turn_length<float> { enum { count = CUTS_TURN }; };
template <> struct cuts_turn_length<double> { enum { count = CUTS_TURN }; };
template <class T> struct cuts_turn_length<cuts_complex<T>> : cuts_turn_length<T> {};
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
template <class Op> CUTS_INLINE void cuts_gather(typename Op::total& total, typename Op::total& lost, typename Op::total x) {
  const typename Op::total before = total;
  total = Op::add(before, x);
  if (!Op::isSum) return;
  const typename Op::total added = total - before;
  lost = lost + ((before - (total - added)) + (x - added));
}
template <class Op> CUTS_INLINE typename Op::total cuts_gathered(typename Op::total total, typename Op::total lost) {
  return Op::isSum && lost == lost ? Op::add(total, lost) : total;
}
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
template <class T> CUTS_INLINE T cuts_from_lane(T own, unsigned bit) {
  union { T value; unsigned words[(sizeof(T) + 3) / 4]; } x;
  x.value = own;
  _Pragma("unroll") for (int k = 0; k < (sizeof(T) + 3) / 4; k++) x.words[k] = __shfl_xor_sync(~0u, x.words[k], bit);
  return x.value;
}
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
template <class Op> CUTS_INLINE typename Op::total cuts_join_parts(const typename Op::total* parts, unsigned count, cuts_size apart, unsigned first, unsigned by) {
  typename Op::total total = Op::start();
  for (unsigned k = first; k < count; k += 8 * by) {
    typename Op::total own[8];
    _Pragma("unroll") for (int j = 0; j < 8; j++) own[j] = k + j * by < count ? cuts_written(parts + (k + j * by) * apart) : Op::start();
    _Pragma("unroll") for (int j = 0; j < 8; j++) total = Op::add(total, own[j]);
  }
  return total;
}
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
#ifndef __CUTS_CPU__
template <class S, int count> struct alignas(count * sizeof(S)) cuts_side_by_side { S v[count]; };
template <class S> struct cuts_columns { enum { count = sizeof(S) >= 16 ? 1 : sizeof(S) == 1 ? 8 : 16 / sizeof(S) }; };
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
    const cuts_size from = blockIdx.y * chunk, rows = (elements - 1 - column) / across + 1, end = rows > from && rows - from > chunk ? from + chunk : rows;
    for (cuts_size row = from + threadIdx.y; row < end;) {
      const cuts_size run = 32 * blockDim.y, stop = end - row > run ? row + run : end;
      typename Op::lane gathered[width];
      _Pragma("unroll") for (int j = 0; j < width; j++) gathered[j] = Op::zero();
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
#ifndef __CUTS_CPU__
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
`,
};

/** The parameters of `reduce_rows` in reduce.cuh. */
export interface ReduceRowsArguments {
  readonly out: Pointer;
  readonly parts: Pointer;
  readonly in: Pointer;
  readonly shift: Pointer;
  readonly done: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly rows: number;
  readonly divisor: number;
}

/** `reduce_rows` in reduce.cuh. */
export const reduceRows: KernelDefinition<ReduceRowsArguments, "Op"> = {
  source: reduceSource,
  types: { Op: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "size", "float64"],
  head: "__global__ void CUTS_ROWS",
  list: `(typename Op::result* out, typename Op::total* parts, const typename Op::stored* in,
    const typename Op::result* shift, unsigned* done, cuts_size n, cuts_size chunk, cuts_size rows, double divisor)`,
  body: `
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
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.parts);
    block.setArray(2, values.in);
    block.setArray(3, values.shift);
    block.setArray(4, values.done);
    block.setSize(5, values.n);
    block.setSize(6, values.chunk);
    block.setSize(7, values.rows);
    block.setFloat64(8, values.divisor);
  },
};

/** The parameters of `reduce_columns` in reduce.cuh. */
export interface ReduceColumnsArguments {
  readonly out: Pointer;
  readonly parts: Pointer;
  readonly in: Pointer;
  readonly shift: Pointer;
  readonly done: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly inner: number;
  readonly tiles: number;
  readonly fold: number;
  readonly isWhole: number;
  readonly divisor: number;
}

/** `reduce_columns` in reduce.cuh. */
export const reduceColumns: KernelDefinition<ReduceColumnsArguments, "Op"> = {
  source: reduceSource,
  types: { Op: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "size", "size", "size", "size", "float64"],
  head: "__global__ void CUTS_TILES",
  list: `(typename Op::result* out, typename Op::total* parts, const typename Op::stored* in,
    const typename Op::result* shift, unsigned* done, cuts_size n, cuts_size chunk, cuts_size inner, cuts_size tiles, cuts_size fold, cuts_size isWhole, double divisor)`,
  body: `
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
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.parts);
    block.setArray(2, values.in);
    block.setArray(3, values.shift);
    block.setArray(4, values.done);
    block.setSize(5, values.n);
    block.setSize(6, values.chunk);
    block.setSize(7, values.inner);
    block.setSize(8, values.tiles);
    block.setSize(9, values.fold);
    block.setSize(10, values.isWhole);
    block.setFloat64(11, values.divisor);
  },
};

/** The parameters of `reduce_around` in reduce.cuh. */
export interface ReduceAroundArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly count: number;
  readonly n: number;
  readonly isWhole: number;
  readonly divisor: number;
}

/** `reduce_around` in reduce.cuh. */
export const reduceAround: KernelDefinition<ReduceAroundArguments, "Op"> = {
  source: reduceSource,
  types: { Op: "class" },
  parameters: ["pointer", "pointer", "size", "size", "size", "float64"],
  head: "__global__ void CUTS_TILES",
  list: "(typename Op::result* out, const typename Op::stored* in, cuts_size count, cuts_size n, cuts_size isWhole, double divisor)",
  body: `
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
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setSize(2, values.count);
    block.setSize(3, values.n);
    block.setSize(4, values.isWhole);
    block.setFloat64(5, values.divisor);
  },
};

/** The parameters of `reduce_join` in reduce.cuh. */
export interface ReduceJoinArguments {
  readonly out: Pointer;
  readonly parts: Pointer;
  readonly count: number;
  readonly inner: number;
  readonly size: number;
  readonly divisor: number;
}

/** `reduce_join` in reduce.cuh. */
export const reduceJoin: KernelDefinition<ReduceJoinArguments, "Op"> = {
  source: reduceSource,
  types: { Op: "class" },
  parameters: ["pointer", "pointer", "size", "size", "size", "float64"],
  head: "__global__ void",
  list: `(typename Op::result* out, const typename Op::total* parts, cuts_size count,
    cuts_size inner, cuts_size size, double divisor)`,
  body: `
  const cuts_size at = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y;
  typename Op::total total = Op::start();
  if (at < size) {
    const cuts_size outer = at / inner, place = at - outer * inner;
    for (cuts_size k = CUTS_TX; k < count; k += CUTS_BX) total = Op::add(total, parts[(outer * count + k) * inner + place]);
  }
  total = cuts_block_total<Op>(total);
  if (at < size && CUTS_TX == 0) out[at] = Op::finish(total, divisor);
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.parts);
    block.setSize(2, values.count);
    block.setSize(3, values.inner);
    block.setSize(4, values.size);
    block.setFloat64(5, values.divisor);
  },
};

const argSource: KernelSource = {
  includes: [reduceSource],
  text: `template <class T, bool isMax> CUTS_INLINE bool cuts_is_better(T a, T b) { return b == b && (a != a || (isMax ? a > b : a < b)); }
#ifndef __CUTS_CPU__
template <class T, bool isMax> struct cuts_by_place {
  struct total { T best; cuts_size at; };
  static __device__ __forceinline__ total add(total a, total b) {
    const bool isFirst = !cuts_is_better<T, isMax>(a.best, b.best) && b.at < a.at;
    return cuts_is_better<T, isMax>(b.best, a.best) || isFirst ? b : a;
  }
};
template <class T, bool isMax> CUTS_INLINE typename cuts_by_place<T, isMax>::total cuts_best_of_span(const T* p, cuts_size n) {
  typedef cuts_by_place<T, isMax> better;
  typedef cuts_reads<T> pack;
  const int width = pack::count;
  typename better::total found = {p[0], 0};
  cuts_size done = 0;
  if (((unsigned long long)p & 15) == 0 && n >= width) {
    const cuts_size packs = n / width, first = threadIdx.x < packs ? threadIdx.x : 0;
    done = packs * width;
    const pack start = ((const pack*)p)[first];
    cuts_size at[width];
    T best[width];
    _Pragma("unroll") for (int j = 0; j < width; j++) { best[j] = start.v[j]; at[j] = first; }
    cuts_size i = first + blockDim.x;
    for (; i + 3 * blockDim.x < packs; i += 4 * blockDim.x) {
      pack x[4];
      _Pragma("unroll") for (int k = 0; k < 4; k++) x[k] = ((const pack*)p)[i + k * blockDim.x];
      _Pragma("unroll") for (int k = 0; k < 4; k++)
        _Pragma("unroll") for (int j = 0; j < width; j++)
          if (cuts_is_better<T, isMax>(x[k].v[j], best[j])) { best[j] = x[k].v[j]; at[j] = i + k * blockDim.x; }
    }
    for (; i < packs; i += blockDim.x) {
      const pack x = ((const pack*)p)[i];
      _Pragma("unroll") for (int j = 0; j < width; j++)
        if (cuts_is_better<T, isMax>(x.v[j], best[j])) { best[j] = x.v[j]; at[j] = i; }
    }
    _Pragma("unroll") for (int j = 0; j < width; j++) found = better::add(found, {best[j], at[j] * width + j});
  }
  _Pragma("unroll 4")
  for (cuts_size i = done + threadIdx.x; i < n; i += blockDim.x) {
    const T x = p[i];
    if (cuts_is_better<T, isMax>(x, found.best)) found = {x, i};
  }
  return found;
}
#endif
`,
};

/** The parameters of `arg` in arg.cuh. */
export interface ArgArguments {
  readonly out: Pointer;
  readonly values: Pointer;
  readonly places: Pointer;
  readonly in: Pointer;
  readonly indices: Pointer;
  readonly done: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly rows: number;
}

/** `arg` in arg.cuh. */
export const arg: KernelDefinition<ArgArguments, "T" | "isMax"> = {
  source: argSource,
  types: { T: "class", isMax: "bool" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "size"],
  head: "__global__ void CUTS_TEAM",
  list: `(long long* out, T* values, long long* places, const T* in, const long long* indices,
    unsigned* done, cuts_size n, cuts_size chunk, cuts_size rows)`,
  body: `
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y, from = blockIdx.y * chunk;
  const cuts_size count = n - from < chunk ? n - from : chunk;
  const T* p = in + row * n + from;
  T best = T{};
  cuts_size at = 0;
#ifdef __CUTS_CPU__
  if (row >= rows) return;
  best = p[0];
  for (cuts_size start = 0; start < count && best == best; start += 1024) {
    const cuts_size end = count - start > 1024 ? start + 1024 : count;
    T found = best;
    cuts_size i = start;
    T lanes[16];
    _Pragma("unroll") for (int j = 0; j < 16; j++) lanes[j] = best;
    for (; i + 16 <= end; i += 16)
      _Pragma("unroll") for (int j = 0; j < 16; j++) lanes[j] = isMax ? cuts_larger(lanes[j], p[i + j]) : cuts_smaller(lanes[j], p[i + j]);
    for (; i < end; i++) found = isMax ? cuts_larger(found, p[i]) : cuts_smaller(found, p[i]);
    _Pragma("unroll") for (int j = 0; j < 16; j++) found = isMax ? cuts_larger(found, lanes[j]) : cuts_smaller(found, lanes[j]);
    if (!cuts_is_better<T, isMax>(found, best)) continue;
    for (at = start; found == found ? p[at] != found : p[at] == p[at]; at++) {}
    best = found;
  }
#else
  typedef cuts_by_place<T, isMax> better;
  typename better::total found = {};
  if (row < rows) found = cuts_best_of_span<T, isMax>(p, count);
  found = cuts_block_total<better>(found);
  best = found.best; at = found.at;
  const bool isOwn = row < rows && threadIdx.x == 0;
  if (gridDim.y > 1 && done) {
    if (isOwn) { values[row * gridDim.y + blockIdx.y] = best; places[row * gridDim.y + blockIdx.y] = from + at; }
    if (!cuts_is_last(done + blockIdx.x)) return;
    if (row < rows) {
      const T* const bests = values + row * gridDim.y;
      const long long* const ats = places + row * gridDim.y;
      unsigned part = threadIdx.x < gridDim.y ? threadIdx.x : 0;
      for (found = {cuts_written(bests + part), (cuts_size)cuts_written(ats + part)}; part < gridDim.y; part += blockDim.x)
        found = better::add(found, {cuts_written(bests + part), (cuts_size)cuts_written(ats + part)});
    }
    found = cuts_block_total<better>(found);
    if (isOwn) out[row] = found.at;
    return;
  }
  if (!isOwn) return;
#endif
  const cuts_size slot = row * gridDim.y + blockIdx.y;
  out[slot] = indices ? indices[row * n + from + at] : (long long)(from + at);
  if (gridDim.y > 1) values[slot] = best;
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.values);
    block.setArray(2, values.places);
    block.setArray(3, values.in);
    block.setArray(4, values.indices);
    block.setArray(5, values.done);
    block.setSize(6, values.n);
    block.setSize(7, values.chunk);
    block.setSize(8, values.rows);
  },
};

const momentsSource: KernelSource = {
  includes: [reduceSource],
  text: `struct cuts_moments { double count, mean, squares; };
template <class S> CUTS_INLINE cuts_moments cuts_span_moments(const S* p, cuts_size n) {
  typedef cuts_reads<S> pack;
  const int width = pack::count, most = 4 * width;
  const bool isWhole = ((unsigned long long)p & 15) == 0 && n % width == 0;
  S middle = S{};
  double away = 0, squares = 0;
  cuts_size count = 0;
  for (cuts_size first = 0; first < n; first += most * blockDim.x) {
    S x[most];
    int there = 0;
    if (isWhole) {
      _Pragma("unroll") for (int k = 0; k < 4; k++) {
        const cuts_size at = first + (k * blockDim.x + threadIdx.x) * width;
        pack read = {};
        if (at < n) { read = *(const pack*)(p + at); there += width; }
        _Pragma("unroll") for (int j = 0; j < width; j++) x[k * width + j] = read.v[j];
      }
    } else {
      _Pragma("unroll") for (int k = 0; k < most; k++) {
        const cuts_size at = first + k * blockDim.x + threadIdx.x;
        x[k] = S{};
        if (at < n) { x[k] = p[at]; there++; }
      }
    }
    if (there == 0) break;
    if (count == 0) {
      S sums[4] = {};
      _Pragma("unroll") for (int k = 0; k < most; k++) sums[k % 4] += x[k];
      middle = ((sums[0] + sums[1]) + (sums[2] + sums[3])) / (S)there;
    }
    S near[4] = {}, far[4] = {};
    _Pragma("unroll") for (int k = 0; k < most; k++) {
      const S distance = k < there ? x[k] - middle : S{};
      near[k % 4] += distance;
      far[k % 4] += distance * distance;
    }
    count += there;
    away += (near[0] + near[1]) + (near[2] + near[3]);
    squares += (far[0] + far[1]) + (far[2] + far[3]);
  }
  const double rest = count == 0 ? 0 : away / count, about = squares - away * rest;
  return cuts_moments{(double)count, middle + rest, about < 0 ? 0 : about};
}
CUTS_INLINE cuts_moments cuts_block_moments(cuts_moments own) {
  typedef cuts_by_sum<double, double, double, double> added;
  const double count = cuts_block_total<added>(own.count);
  const double mean = cuts_block_total<added>(own.count > 0 ? own.count * own.mean : 0) / count;
  const double apart = own.mean - mean;
  return cuts_moments{count, mean, cuts_block_total<added>(own.count > 0 ? own.squares + own.count * apart * apart : 0)};
}
`,
};

/** The parameters of `variance_rows` in moments.cuh. */
export interface VarianceRowsArguments {
  readonly out: Pointer;
  readonly parts: Pointer;
  readonly in: Pointer;
  readonly done: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly rows: number;
  readonly divisor: number;
}

/** `variance_rows` in moments.cuh. */
export const varianceRows: KernelDefinition<VarianceRowsArguments, "S"> = {
  source: momentsSource,
  types: { S: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size", "size", "size", "float64"],
  head: "__global__ void CUTS_TEAM",
  list: `(S* out, double* parts, const S* in, unsigned* done,
    cuts_size n, cuts_size chunk, cuts_size rows, double divisor)`,
  body: `
  cuts_moments* const found = (cuts_moments*)parts;
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y, from = blockIdx.y * chunk;
  cuts_moments own = {0, 0, 0};
  if (row < rows) own = cuts_span_moments(in + row * n + from, n - from < chunk ? n - from : chunk);
  own = cuts_block_moments(own);
  const bool isOwn = row < rows && threadIdx.x == 0;
  if (isOwn) {
    if (gridDim.y == 1) out[row] = (S)(own.squares / divisor);
    else found[row * gridDim.y + blockIdx.y] = own;
  }
  if (gridDim.y == 1 || !cuts_is_last(done + blockIdx.x)) return;
  own = cuts_moments{0, 0, 0};
  if (row < rows)
    for (unsigned k = threadIdx.x; k < gridDim.y; k += blockDim.x) {
      const cuts_moments next = cuts_written(found + row * gridDim.y + k);
      const double share = next.count / (own.count + next.count), apart = next.mean - own.mean;
      own = own.count == 0 ? next
                           : cuts_moments{own.count + next.count, own.mean + apart * share, own.squares + next.squares + apart * apart * own.count * share};
    }
  own = cuts_block_moments(own);
  if (isOwn) out[row] = (S)(own.squares / divisor);
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.parts);
    block.setArray(2, values.in);
    block.setArray(3, values.done);
    block.setSize(4, values.n);
    block.setSize(5, values.chunk);
    block.setSize(6, values.rows);
    block.setFloat64(7, values.divisor);
  },
};

const rowExpsSource: KernelSource = {
  includes: [fusedSource, reduceSource],
  text: `template <class S, class C> struct cuts_by_softmax : cuts_by_sum<S, C, double, C> {
  template <class X> static __device__ __forceinline__ C map(X x, C top) { return exp(x - top); }
};
#ifdef __CUTS_CPU__
typedef cuts_floats cuts_four;
typedef unsigned cuts_four_bits __attribute__((vector_size(16)));
struct __attribute__((packed, aligned(4))) cuts_four_anywhere { cuts_four value; };
CUTS_INLINE cuts_four cuts_four_at(const float* p) { return ((const cuts_four_anywhere*)p)->value; }
CUTS_INLINE void cuts_put_four(float* p, cuts_four x) { ((cuts_four_anywhere*)p)->value = x; }
CUTS_INLINE cuts_four cuts_four_of(float x) { return cuts_four{x, x, x, x}; }
CUTS_INLINE double cuts_sum_of_four(cuts_four x) { return (x[0] + x[2]) + (x[1] + x[3]); }
CUTS_INLINE cuts_four cuts_raised_exp(cuts_four x) {
  x = __builtin_elementwise_maximum(x, cuts_four_of(-128.0f));
  const cuts_four magic = cuts_four_of(12582912.0f + 191.0f);
  const cuts_four shifted = cuts_madd(x, cuts_four_of(0x1.715476p+0f), magic), count = shifted - magic;
  const cuts_four high = cuts_nmadd(count, cuts_four_of(0x1.62e400p-1f), x);
  const cuts_four r = cuts_nmadd(count, cuts_four_of(0x1.7f7d1cp-20f), high), square = r * r;
  const cuts_four c45 = cuts_madd(r, cuts_four_of(0x1.123f2ep-7f), cuts_four_of(0x1.55584ep-5f));
  const cuts_four c23 = cuts_madd(r, cuts_four_of(0x1.55548ap-3f), cuts_four_of(0x1.fffffcp-2f));
  const cuts_four tail = cuts_madd(square, cuts_madd(square, cuts_four_of(0x1.6ad120p-10f), c45), c23);
  return (1.0f + cuts_madd(tail, square, r)) * (cuts_four)((cuts_four_bits)shifted << 23);
}
template <bool keeps> CUTS_INLINE double cuts_row_exps(float* out, const float* in, cuts_size n, float top) {
  const cuts_size run = 512, whole = n - n % 16;
  double total = 0;
  cuts_size i = 0;
  while (i < whole) {
    const cuts_size end = whole - i > run ? i + run : whole;
    cuts_four sums[4] = {};
    for (; i < end; i += 16) {
      cuts_four e[4];
      _Pragma("unroll") for (int j = 0; j < 4; j++) e[j] = cuts_raised_exp(cuts_four_at(in + i + 4 * j) - top);
      _Pragma("unroll") for (int j = 0; j < 4; j++) { if (keeps) cuts_put_four(out + i + 4 * j, e[j]); sums[j] += e[j]; }
    }
    total += cuts_sum_of_four((sums[0] + sums[1]) + (sums[2] + sums[3]));
  }
  for (; i + 4 <= n; i += 4) {
    const cuts_four e = cuts_raised_exp(cuts_four_at(in + i) - top);
    if (keeps) cuts_put_four(out + i, e);
    total += cuts_sum_of_four(e);
  }
  for (; i < n; i++) {
    const float e = cuts_raised_exp(cuts_four_of(in[i] - top))[0];
    if (keeps) out[i] = e;
    total += e;
  }
  return total;
}
CUTS_INLINE double cuts_unraised(double sum, float) { return sum * 0x1p-64; }
template <bool keeps, class S, class C> CUTS_INLINE double cuts_row_exps(S* out, const S* in, cuts_size n, C top) {
  if (!keeps) return cuts_reduce_span<cuts_by_softmax<S, C>>(in, n, top);
  for (cuts_size i = 0; i < n; i++) out[i] = cuts_store<S>(exp(cuts_load(in[i]) - top));
  return cuts_reduce_span<cuts_by_sum<S, C, double, C>>(out, n, C{});
}
template <class S> CUTS_INLINE double cuts_unraised(double sum, S) { return sum; }
#endif
`,
};

const scanSweepSource: KernelSource = {
  includes: [reduceSource],
  text: `CUTS_INLINE unsigned long long cuts_to_word(double x) { return (unsigned long long)__double_as_longlong(x); }
CUTS_INLINE unsigned long long cuts_to_word(unsigned long long x) { return x; }
CUTS_INLINE void cuts_from_word(unsigned long long word, double& x) { x = __longlong_as_double((long long)word); }
CUTS_INLINE void cuts_from_word(unsigned long long word, unsigned long long& x) { x = word; }
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
template <class Op> CUTS_INLINE typename Op::total cuts_join_told(const unsigned long long* told, unsigned count) {
  typename Op::total own = Op::start();
  for (unsigned i = threadIdx.x % 32; i < count; i += 32) own = Op::add(own, cuts_told_total<typename Op::total>(told + 2 * i));
  __syncwarp();
  #pragma unroll
  for (int step = 1; step < 32; step *= 2) own = Op::add(own, __shfl_xor_sync(~0u, own, step));
  return own;
}
template <class Op> CUTS_INLINE typename Op::total cuts_running(typename Op::total own) {
  #pragma unroll
  for (unsigned step = 1; step < 32; step *= 2) {
    const typename Op::total left = __shfl_up_sync(~0u, own, step);
    if (threadIdx.x % 32 >= step) own = Op::add(left, own);
  }
  return own;
}
template <class Op> CUTS_INLINE typename Op::total cuts_before(typename Op::total running) {
  const typename Op::total left = __shfl_up_sync(~0u, running, 1);
  return threadIdx.x % 32 == 0 ? Op::start() : left;
}
`,
};

/** The parameters of `scan_sweep` in scan-sweep.cuh. */
export interface ScanSweepArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly told: Pointer;
  readonly ticket: Pointer;
  readonly n: number;
  readonly tilesInRow: number;
}

/** `scan_sweep` in scan-sweep.cuh. */
export const scanSweep: KernelDefinition<ScanSweepArguments, "Op" | "THREADS" | "VECTORS"> = {
  source: scanSweepSource,
  types: { Op: "class", THREADS: "int", VECTORS: "int" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size", "uint32"],
  head: "__global__ void __launch_bounds__(THREADS)",
  list: `(typename Op::result* out, const typename Op::stored* in,
    unsigned long long* told, unsigned* ticket, cuts_size n, unsigned tilesInRow)`,
  body: `
  typedef typename Op::total total;
  typedef cuts_reads<typename Op::stored> vector;
  typedef cuts_reads<typename Op::result> written;
  const unsigned EACH = vector::count, WARPS = THREADS / 32, TILE = THREADS * VECTORS * EACH;
  __shared__ total starts[VECTORS * WARPS], before[3], all;
  __shared__ unsigned ownTile;
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
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setArray(2, values.told);
    block.setArray(3, values.ticket);
    block.setSize(4, values.n);
    block.setInt32(5, values.tilesInRow);
  },
};

const scanSource: KernelSource = {
  includes: [reduceSource],
  text: `
`,
};

/** The parameters of `scan` in scan.cuh. */
export interface ScanArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly before: Pointer;
  readonly n: number;
  readonly chunk: number;
  readonly rows: number;
  readonly exclusive: number;
}

/** `scan` in scan.cuh. */
export const scan: KernelDefinition<ScanArguments, "Op"> = {
  source: scanSource,
  types: { Op: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "size", "int32"],
  head: "__global__ void",
  list: `(typename Op::result* out, const typename Op::stored* in, const typename Op::total* before,
    cuts_size n, cuts_size chunk, cuts_size rows, int exclusive)`,
  body: `
  typedef typename Op::total total;
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y, from = blockIdx.y * chunk;
  const cuts_size count = n - from < chunk ? n - from : chunk;
  if (row >= rows) return;
  total sum = before ? before[row * gridDim.y + blockIdx.y] : Op::start();
  in += row * n + from; out += row * n + from;
#ifndef __CUTS_CPU__
  if (blockDim.x > 1) {
    __shared__ total shared[256];
    const int each = 4;
    for (cuts_size start = 0; start < count; start += blockDim.x * each) {
      total own[each], all = Op::start();
      for (int j = 0; j < each; j++) {
        const cuts_size i = start + threadIdx.x * each + j;
        own[j] = i < count ? Op::widen(Op::map(cuts_load(in[i]), typename Op::shift{})) : Op::start();
        all = Op::add(all, own[j]);
      }
      __syncthreads();
      shared[threadIdx.x] = all;
      for (unsigned step = 1; step < blockDim.x; step *= 2) {
        __syncthreads();
        const total left = threadIdx.x >= step ? shared[threadIdx.x - step] : Op::start();
        __syncthreads();
        shared[threadIdx.x] = Op::add(left, shared[threadIdx.x]);
      }
      __syncthreads();
      total running = threadIdx.x > 0 ? Op::add(sum, shared[threadIdx.x - 1]) : sum;
      for (int j = 0; j < each; j++) {
        const cuts_size i = start + threadIdx.x * each + j;
        const total next = Op::add(running, own[j]);
        if (i < count) out[i] = Op::finish(exclusive ? running : next, 1.0);
        running = next;
      }
      sum = Op::add(sum, shared[blockDim.x - 1]);
    }
    return;
  }
#endif
  for (cuts_size i = 0; i < count; i++) {
    const total next = Op::add(sum, Op::widen(Op::map(cuts_load(in[i]), typename Op::shift{})));
    out[i] = Op::finish(exclusive ? sum : next, 1.0);
    sum = next;
  }
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setArray(2, values.before);
    block.setSize(3, values.n);
    block.setSize(4, values.chunk);
    block.setSize(5, values.rows);
    block.setInt32(6, values.exclusive);
  },
};

const softmaxSource: KernelSource = {
  includes: [rowExpsSource],
  text: `#ifndef __CUTS_CPU__
template <class S, class C> CUTS_INLINE void cuts_short_softmax(S* q, const S* p, cuts_size n, bool isMine, int isLog) {
  typedef cuts_by_max<S, C, C, C> largest;
  typedef cuts_by_sum<S, C, double, C> added;
  typedef cuts_reads<S> pack;
  const int width = pack::count, most = 4 * width;
  const bool isWhole = (((unsigned long long)p | (unsigned long long)q) & 15) == 0 && n % width == 0;
  C x[most];
  _Pragma("unroll") for (int k = 0; k < 4; k++) {
    const cuts_size at = (k * blockDim.x + threadIdx.x) * width;
    pack read = {};
    const bool isThere = isWhole && isMine && at < n;
    if (isThere) read = *(const pack*)(p + at);
    _Pragma("unroll") for (int j = 0; j < width; j++) x[k * width + j] = isThere ? cuts_load(read.v[j]) : largest::zero();
  }
  if (!isWhole && isMine) {
    _Pragma("unroll") for (int k = 0; k < most; k++) {
      const cuts_size at = k * blockDim.x + threadIdx.x;
      if (at < n) x[k] = cuts_load(p[at]);
    }
  }
  C tops[4] = {x[0], x[1], x[2], x[3]};
  _Pragma("unroll") for (int k = 4; k < most; k++) tops[k % 4] = cuts_larger(tops[k % 4], x[k]);
  const C top = cuts_block_total<largest>(cuts_larger(cuts_larger(tops[0], tops[1]), cuts_larger(tops[2], tops[3])));
  C sums[4] = {};
  _Pragma("unroll") for (int k = 0; k < most; k++) {
    const C raised = exp(x[k] - top);
    sums[k % 4] += raised;
    if (!isLog) x[k] = raised;
  }
  const double sum = cuts_block_total<added>((double)((sums[0] + sums[1]) + (sums[2] + sums[3])));
  const C shift = isLog ? (C)log(sum) : C{}, scale = isLog ? C{} : (C)(1 / sum);
  _Pragma("unroll") for (int k = 0; k < most; k++) x[k] = isLog ? (x[k] - top) - shift : x[k] * scale;
  if (!isMine) return;
  if (isWhole) {
    _Pragma("unroll") for (int k = 0; k < 4; k++) {
      const cuts_size at = (k * blockDim.x + threadIdx.x) * width;
      pack made;
      _Pragma("unroll") for (int j = 0; j < width; j++) made.v[j] = cuts_store<S>(x[k * width + j]);
      if (at < n) *(pack*)(q + at) = made;
    }
  } else {
    _Pragma("unroll") for (int k = 0; k < most; k++) {
      const cuts_size at = k * blockDim.x + threadIdx.x;
      if (at < n) q[at] = cuts_store<S>(x[k]);
    }
  }
}
#endif
`,
};

/** The parameters of `softmax` in softmax.cuh. */
export interface SoftmaxArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly n: number;
  readonly rows: number;
  readonly isLog: number;
}

/** `softmax` in softmax.cuh. */
export const softmax: KernelDefinition<SoftmaxArguments, "S" | "C"> = {
  source: softmaxSource,
  types: { S: "class", C: "class" },
  parameters: ["pointer", "pointer", "size", "size", "int32"],
  head: "__global__ void CUTS_TEAM",
  list: "(S* out, const S* in, cuts_size n, cuts_size rows, int isLog)",
  body: `
  typedef cuts_by_max<S, C, C, C> largest;
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.y + threadIdx.y;
  const bool isMine = row < rows;
  const S* p = in + row * n;
  S* q = out + row * n;
#ifndef __CUTS_CPU__
  if (n * sizeof(S) <= 64 * blockDim.x) {
    cuts_short_softmax<S, C>(q, p, n, isMine, isLog);
    return;
  }
#endif
  C top = largest::start();
  if (isMine) top = cuts_reduce_span<largest>(p, n, C{});
  top = cuts_block_total<largest>(top);
#ifdef __CUTS_CPU__
  if (sizeof(S) >= 4 && isMine && !isLog) {
    const C scale = (C)(1 / cuts_row_exps<true>(q, p, n, top));
    for (cuts_size i = 0; i < n; i++) q[i] = cuts_store<S>(cuts_load(q[i]) * scale);
    return;
  }
  const double sum = isMine ? cuts_unraised(cuts_row_exps<false>(q, p, n, top), S{}) : 0;
#else
  typedef cuts_by_softmax<S, C> exponentials;
  double sum = 0;
  if (isMine) sum = cuts_reduce_span<exponentials>(p, n, top);
  sum = cuts_block_total<exponentials>(sum);
#endif
  if (!isMine) return;
  if (isLog) {
    const C shift = (C)log(sum);
    for (cuts_size i = CUTS_TX; i < n; i += CUTS_BX) q[i] = cuts_store<S>((cuts_load(p[i]) - top) - shift);
  } else {
    const C scale = (C)(1 / sum);
    for (cuts_size i = CUTS_TX; i < n; i += CUTS_BX) q[i] = cuts_store<S>(exp(cuts_load(p[i]) - top) * scale);
  }
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setSize(2, values.n);
    block.setSize(3, values.rows);
    block.setInt32(4, values.isLog);
  },
};
