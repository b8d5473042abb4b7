// Whole transforms around the core (core.cuh): a block brings its numbers into shared memory, does
// what a kind of transform needs before, the core, what it needs after, and takes them out again.
//
// Two ways of lying there. A tile has several transforms side by side, [rows][width] vectors: transforms of a batch, or
// columns. On the cpu a single transform lies linear instead: element j in lane j % lanes of vector j / lanes. That is
// `lanes` transforms of every lanes-th element, side by side, and one more pass (cuts_fft_join) makes one of them.
// On both sides of a transform addresses are base + batch + outer + lane + step, in numbers, with the imaginary part at a
// distance of its own: so pairs of reals, exchanged parts, columns and rows are all the same to it.
#pragma once
#include "core.cuh"

enum { CUTS_LINEAR = 1, CUTS_CHIRP = 2, CUTS_HALF_IN = 4, CUTS_MIRROR_IN = 8, CUTS_HALF_OUT = 16, CUTS_TURN_LANES = 32, CUTS_TURN_OUTER = 64 };

// One side of a transform. Elements from `res` on have no real part in memory, from `ims` on no imaginary part.
template <class T> struct cuts_fft_side { T* at; cuts_stride lane, step, im; unsigned res, ims; };

#ifdef __CUTS_CPU__
CUTS_INLINE cuts_lanes<float>::V cuts_reverse(cuts_lanes<float>::V a) { return __builtin_shufflevector(a, a, 3, 2, 1, 0); }
CUTS_INLINE cuts_lanes<double>::V cuts_reverse(cuts_lanes<double>::V a) { return __builtin_shufflevector(a, a, 1, 0); }
CUTS_INLINE void cuts_unzip(cuts_lanes<float>::V a, cuts_lanes<float>::V b, cuts_lanes<float>::V& even, cuts_lanes<float>::V& odd) {
  even = __builtin_shufflevector(a, b, 0, 2, 4, 6); odd = __builtin_shufflevector(a, b, 1, 3, 5, 7);
}
CUTS_INLINE void cuts_unzip(cuts_lanes<double>::V a, cuts_lanes<double>::V b, cuts_lanes<double>::V& even, cuts_lanes<double>::V& odd) {
  even = __builtin_shufflevector(a, b, 0, 2); odd = __builtin_shufflevector(a, b, 1, 3);
}
CUTS_INLINE void cuts_zip(cuts_lanes<float>::V even, cuts_lanes<float>::V odd, cuts_lanes<float>::V& a, cuts_lanes<float>::V& b) {
  a = __builtin_shufflevector(even, odd, 0, 4, 1, 5); b = __builtin_shufflevector(even, odd, 2, 6, 3, 7);
}
CUTS_INLINE void cuts_zip(cuts_lanes<double>::V even, cuts_lanes<double>::V odd, cuts_lanes<double>::V& a, cuts_lanes<double>::V& b) {
  a = __builtin_shufflevector(even, odd, 0, 2); b = __builtin_shufflevector(even, odd, 1, 3);
}
CUTS_INLINE void cuts_transpose(cuts_lanes<float>::V (&v)[4]) {
  cuts_lanes<float>::V a, b, c, d;
  cuts_zip(v[0], v[2], a, b); cuts_zip(v[1], v[3], c, d);
  cuts_zip(a, c, v[0], v[1]); cuts_zip(b, d, v[2], v[3]);
}
CUTS_INLINE void cuts_transpose(cuts_lanes<double>::V (&v)[2]) {
  cuts_lanes<double>::V a, b;
  cuts_zip(v[0], v[1], a, b);
  v[0] = a; v[1] = b;
}
#else
template <class T> CUTS_INLINE T cuts_reverse(T a) { return a; }
#endif

// Vectors of a plane and factors of a table: in a tile a row has `width` vectors and one factor, linear ones have a factor
// for each lane. `cuts_mirror` gives those whose elements count down from k.
template <bool LINEAR, class T> CUTS_INLINE CUTS_VECTOR cuts_get(const CUTS_VECTOR* plane, unsigned k, unsigned width, unsigned v) {
  if (LINEAR) return *(const typename cuts_lanes<T>::U*)((const T*)plane + k);
  return plane[k * width + v];
}
template <bool LINEAR, class T> CUTS_INLINE CUTS_VECTOR cuts_mirror(const CUTS_VECTOR* plane, unsigned k, unsigned width, unsigned v) {
  // The last ones are before the first element, and count for nothing.
  if (LINEAR) return cuts_reverse(*(const typename cuts_lanes<T>::U*)((const T*)plane + (int)(k - (cuts_lanes<T>::count - 1))));
  return plane[k * width + v];
}
template <bool LINEAR, class T> CUTS_INLINE void cuts_put(CUTS_VECTOR* plane, unsigned k, unsigned width, unsigned v, CUTS_VECTOR value) {
  if (LINEAR) *(typename cuts_lanes<T>::U*)((T*)plane + k) = value;
  else plane[k * width + v] = value;
}
template <bool LINEAR, class T> CUTS_INLINE CUTS_VECTOR cuts_factor(const T* table, unsigned k) {
  if (LINEAR) return *(const typename cuts_lanes<T>::U*)(table + k);
  return CUTS_VECTOR{} + table[k];
}
// Runs the statement for the vectors of `rows` elements: element k, vector v of its row.
#define CUTS_FFT_EACH(k, v, rows, ...) \
  if (LINEAR) { for (unsigned k = 0, v = 0; k < (rows); k += cuts_lanes<T>::count) { __VA_ARGS__; } } \
  else { CUTS_SHARED_FOR(cuts_t, (rows) * width) { const unsigned k = cuts_t / width, v = cuts_t - k * width; __VA_ARGS__; } } \
  CUTS_SHARED_END

// In comes one half of a spectrum, [0, h], of 2 h real numbers; parts are exchanged, as it is for an inverse transform.
// Out comes what the h pairs of them have for a spectrum.
template <bool LINEAR, class T>
CUTS_INLINE void cuts_fft_fold(cuts_planes<T> from, cuts_planes<T> to, unsigned h, unsigned width, const T* turns, unsigned apart) {
  typedef CUTS_VECTOR V;
  // The imaginary parts at both ends count for nothing.
  if (LINEAR) { ((T*)from.re)[0] = 0; ((T*)from.re)[h] = 0; }
  else { CUTS_SHARED_FOR(v, width) { from.re[v] = V{}; from.re[h * width + v] = V{}; } }
  CUTS_SHARED_END;
  CUTS_FFT_EACH(k, v, h, {
    const V a = cuts_get<LINEAR, T>(from.im, k, width, v); const V b = cuts_get<LINEAR, T>(from.re, k, width, v);
    const V c = cuts_mirror<LINEAR, T>(from.im, h - k, width, v); const V d = cuts_mirror<LINEAR, T>(from.re, h - k, width, v);
    const V wr = cuts_factor<LINEAR, T>(turns, k); const V wi = cuts_factor<LINEAR, T>(turns + apart, k);
    const V dr = a - c; const V di = b + d;
    cuts_put<LINEAR, T>(to.im, k, width, v, (a + c) - (di * wr - dr * wi));
    cuts_put<LINEAR, T>(to.re, k, width, v, (b - d) + (dr * wr + di * wi));
  });
}
// In comes the spectrum of h pairs of real numbers, out twice the half [0, h] of the spectrum of these 2 h numbers.
template <bool LINEAR, class T>
CUTS_INLINE void cuts_fft_unfold(cuts_planes<T> from, cuts_planes<T> to, unsigned h, unsigned width, const T* turns, unsigned apart) {
  typedef CUTS_VECTOR V;
  if (LINEAR) { ((T*)from.re)[h] = ((T*)from.re)[0]; ((T*)from.im)[h] = ((T*)from.im)[0]; }
  else { CUTS_SHARED_FOR(v, width) { from.re[h * width + v] = from.re[v]; from.im[h * width + v] = from.im[v]; } }
  CUTS_SHARED_END;
  CUTS_FFT_EACH(k, v, h + 1, {
    const V a = cuts_get<LINEAR, T>(from.re, k, width, v); const V b = cuts_get<LINEAR, T>(from.im, k, width, v);
    const V c = cuts_mirror<LINEAR, T>(from.re, h - k, width, v); const V d = cuts_mirror<LINEAR, T>(from.im, h - k, width, v);
    const V wr = cuts_factor<LINEAR, T>(turns, k); const V wi = cuts_factor<LINEAR, T>(turns + apart, k);
    const V or_ = b + d; const V oi = c - a;
    cuts_put<LINEAR, T>(to.re, k, width, v, (a + c) + (or_ * wr - oi * wi));
    cuts_put<LINEAR, T>(to.im, k, width, v, (b - d) + (or_ * wi + oi * wr));
  });
}
// In comes one half of a spectrum, parts exchanged, of an odd number of real numbers; out all of it.
template <bool LINEAR, class T>
CUTS_INLINE void cuts_fft_complete(cuts_planes<T> from, cuts_planes<T> to, unsigned length, unsigned width) {
  const unsigned each = LINEAR ? 1 : width * cuts_lanes<T>::count;
  const T* re = (const T*)from.re;
  const T* im = (const T*)from.im;
  T* out_re = (T*)to.re;
  T* out_im = (T*)to.im;
  CUTS_SHARED_FOR(t, length * each) {
    const unsigned k = t / each, lane = t - k * each;
    const unsigned mirrored = (length - k) * each + lane;
    out_re[t] = k == 0 ? (T)0 : 2 * k < length ? re[t] : -re[mirrored];
    out_im[t] = 2 * k < length ? im[t] : im[mirrored];
  }
  CUTS_SHARED_END;
}
// Multiplies by a table, then sets the rows up to `end` to zero.
template <bool LINEAR, class T>
CUTS_INLINE void cuts_fft_multiply(cuts_planes<T> x, unsigned rows, unsigned end, unsigned width, const T* table, unsigned apart, bool exchange) {
  typedef CUTS_VECTOR V;
  CUTS_FFT_EACH(k, v, rows, {
    const V a = cuts_get<LINEAR, T>(x.re, k, width, v); const V b = cuts_get<LINEAR, T>(x.im, k, width, v);
    const V wr = cuts_factor<LINEAR, T>(table, k); const V wi = cuts_factor<LINEAR, T>(table + apart, k);
    const V re = a * wr - b * wi; const V im = a * wi + b * wr;
    cuts_put<LINEAR, T>(x.re, k, width, v, exchange ? im : re);
    cuts_put<LINEAR, T>(x.im, k, width, v, exchange ? re : im);
  });
  const unsigned each = LINEAR ? 1 : width * cuts_lanes<T>::count;
  CUTS_SHARED_FOR(t, (end - rows) * each) { ((T*)x.re)[rows * each + t] = 0; ((T*)x.im)[rows * each + t] = 0; }
  CUTS_SHARED_END;
}

#ifdef __CUTS_CPU__
// The last pass of a linear core: the transforms of each lane become one. `m` elements a lane; the table has, for each lane
// but the first, real and imaginary factors of m rounded up to vectors.
template <class T> CUTS_INLINE void cuts_fft_join(cuts_planes<T>& x, cuts_planes<T>& y, unsigned m, const T* table) {
  typedef CUTS_VECTOR V;
  typedef typename cuts_lanes<T>::U U;
  constexpr unsigned N = cuts_lanes<T>::count;
  const unsigned groups = (m + N - 1) / N, padded = groups * N;
  // From the end down: what the last vector writes too far is written again, right.
  for (unsigned g = groups; g-- > 0;) {
    V r[N], i[N];
    CUTS_UNROLL for (unsigned l = 0; l < N; l++) { r[l] = x.re[g * N + l]; i[l] = x.im[g * N + l]; }
    cuts_transpose(r); cuts_transpose(i);
    CUTS_UNROLL for (unsigned l = 1; l < N; l++) {
      const V wr = *(const U*)(table + (2 * l - 2) * padded + g * N), wi = *(const U*)(table + (2 * l - 1) * padded + g * N);
      const V re = r[l] * wr - i[l] * wi;
      i[l] = r[l] * wi + i[l] * wr;
      r[l] = re;
    }
    cuts_dft<(int)N, T>::run(r, i);
    CUTS_UNROLL for (unsigned l = 0; l < N; l++) {
      *(U*)((T*)y.re + l * m + g * N) = r[l];
      *(U*)((T*)y.im + l * m + g * N) = i[l];
    }
  }
  const cuts_planes<T> swapped = x;
  x = y; y = swapped;
}
template <class T> CUTS_INLINE void cuts_fft_load_linear(cuts_fft_side<const T> a, unsigned rows, cuts_planes<T> x) {
  typedef typename cuts_lanes<T>::V V;
  typedef typename cuts_lanes<T>::U U;
  constexpr unsigned N = cuts_lanes<T>::count;
  T* re = (T*)x.re;
  T* im = (T*)x.im;
  unsigned j = 0;
  if (a.step == 2 && (a.im == 1 || a.im == -1)) {
    const T* pairs = a.im == 1 ? a.at : a.at - 1;
    V* even = a.im == 1 ? x.re : x.im;
    V* odd = a.im == 1 ? x.im : x.re;
    const unsigned whole = (a.res < a.ims ? a.res : a.ims) < rows ? (a.res < a.ims ? a.res : a.ims) : rows;
    for (; j + N <= whole; j += N) {
      V p, q;
      cuts_unzip((V)*(const U*)(pairs + 2 * j), (V)*(const U*)(pairs + 2 * j + N), p, q);
      even[j / N] = p; odd[j / N] = q;
    }
  }
  const unsigned withRe = a.res < rows ? a.res : rows, withIm = a.ims < rows ? a.ims : rows;
  for (unsigned k = j; k < withRe; k++) re[k] = a.at[(cuts_stride)k * a.step];
  for (unsigned k = withRe < j ? j : withRe; k < rows; k++) re[k] = 0;
  for (unsigned k = j; k < withIm; k++) im[k] = a.at[(cuts_stride)k * a.step + a.im];
  for (unsigned k = withIm < j ? j : withIm; k < rows; k++) im[k] = 0;
}
template <class T> CUTS_INLINE void cuts_fft_store_linear(cuts_fft_side<T> a, cuts_planes<T> x, T scale) {
  typedef typename cuts_lanes<T>::V V;
  typedef typename cuts_lanes<T>::U U;
  constexpr unsigned N = cuts_lanes<T>::count;
  const T* re = (const T*)x.re;
  const T* im = (const T*)x.im;
  unsigned j = 0;
  if (a.step == 2 && (a.im == 1 || a.im == -1)) {
    T* pairs = a.im == 1 ? a.at : a.at - 1;
    const V* even = a.im == 1 ? x.re : x.im;
    const V* odd = a.im == 1 ? x.im : x.re;
    const unsigned whole = a.res < a.ims ? a.res : a.ims;
    for (; j + N <= whole; j += N) {
      V p, q;
      cuts_zip(even[j / N] * scale, odd[j / N] * scale, p, q);
      *(U*)(pairs + 2 * j) = p; *(U*)(pairs + 2 * j + N) = q;
    }
  }
  for (unsigned k = j; k < a.res; k++) a.at[(cuts_stride)k * a.step] = re[k] * scale;
  for (unsigned k = j; k < a.ims; k++) a.at[(cuts_stride)k * a.step + a.im] = im[k] * scale;
}
#endif

template <class T>
CUTS_INLINE void cuts_fft_load_tile(cuts_fft_side<const T> a, unsigned rows, unsigned lanes, unsigned width, cuts_planes<T> x) {
#ifdef __CUTS_CPU__
  typedef typename cuts_lanes<T>::V V;
  typedef typename cuts_lanes<T>::U U;
  constexpr unsigned N = cuts_lanes<T>::count;
  const unsigned least = a.res < a.ims ? a.res : a.ims, whole = least < rows ? least : rows;
  for (unsigned v = 0; v < width; v++) {
    const unsigned valid = lanes <= v * N ? 0 : lanes - v * N < N ? lanes - v * N : N;
    const T* p = a.at + (cuts_stride)(v * N) * a.lane;
    unsigned from = 0;
    if (valid == N && a.lane == 2 && (a.im == 1 || a.im == -1)) {
      const T* pairs = a.im == 1 ? p : p - 1;
      V* even = a.im == 1 ? x.re : x.im;
      V* odd = a.im == 1 ? x.im : x.re;
      for (; from < whole; from++) {
        const T* q = pairs + (cuts_stride)from * a.step;
        V e, o;
        cuts_unzip((V)*(const U*)q, (V)*(const U*)(q + N), e, o);
        even[from * width + v] = e; odd[from * width + v] = o;
      }
    } else if (valid == N && a.lane == 1) {
      for (; from < whole; from++) {
        x.re[from * width + v] = *(const U*)(p + (cuts_stride)from * a.step);
        x.im[from * width + v] = *(const U*)(p + (cuts_stride)from * a.step + a.im);
      }
    } else if (valid == N && a.step == 2 && (a.im == 1 || a.im == -1)) {
      const T* pairs = a.im == 1 ? p : p - 1;
      V* even = a.im == 1 ? x.re : x.im;
      V* odd = a.im == 1 ? x.im : x.re;
      for (; from + N / 2 <= whole; from += N / 2) {
        V block[N];
        CUTS_UNROLL for (unsigned l = 0; l < N; l++) block[l] = *(const U*)(pairs + (cuts_stride)l * a.lane + 2 * from);
        cuts_transpose(block);
        CUTS_UNROLL for (unsigned k = 0; k < N / 2; k++) {
          even[(from + k) * width + v] = block[2 * k]; odd[(from + k) * width + v] = block[2 * k + 1];
        }
      }
    }
    for (unsigned j = from; j < rows; j++) {
      V re = V{}, im = V{};
      for (unsigned l = 0; l < valid; l++) {
        const T* q = p + (cuts_stride)l * a.lane + (cuts_stride)j * a.step;
        if (j < a.res) re[l] = q[0];
        if (j < a.ims) im[l] = q[a.im];
      }
      x.re[j * width + v] = re; x.im[j * width + v] = im;
    }
  }
#else
  // Neighbours in memory are neighbouring threads'.
  const bool rowsFirst = (a.step < 0 ? -a.step : a.step) < (a.lane < 0 ? -a.lane : a.lane);
  for (unsigned t = threadIdx.x; t < rows * width; t += blockDim.x) {
    const unsigned j = rowsFirst ? t % rows : t / width, v = rowsFirst ? t / rows : t % width;
    const T* q = a.at + (cuts_stride)v * a.lane + (cuts_stride)j * a.step;
    x.re[j * width + v] = v < lanes && j < a.res ? q[0] : (T)0;
    x.im[j * width + v] = v < lanes && j < a.ims ? q[a.im] : (T)0;
  }
  __syncthreads();
#endif
}
template <class T> CUTS_INLINE void cuts_fft_store_tile(cuts_fft_side<T> a, unsigned lanes, unsigned width, cuts_planes<T> x, T scale) {
#ifdef __CUTS_CPU__
  typedef typename cuts_lanes<T>::V V;
  typedef typename cuts_lanes<T>::U U;
  constexpr unsigned N = cuts_lanes<T>::count;
  const unsigned whole = a.res < a.ims ? a.res : a.ims;
  for (unsigned v = 0; v < width && v * N < lanes; v++) {
    const unsigned valid = lanes - v * N < N ? lanes - v * N : N;
    T* p = a.at + (cuts_stride)(v * N) * a.lane;
    unsigned from = 0;
    if (valid == N && a.lane == 2 && (a.im == 1 || a.im == -1)) {
      T* pairs = a.im == 1 ? p : p - 1;
      const V* even = a.im == 1 ? x.re : x.im;
      const V* odd = a.im == 1 ? x.im : x.re;
      for (; from < whole; from++) {
        T* q = pairs + (cuts_stride)from * a.step;
        V e, o;
        cuts_zip(even[from * width + v] * scale, odd[from * width + v] * scale, e, o);
        *(U*)q = e; *(U*)(q + N) = o;
      }
    } else if (valid == N && a.lane == 1) {
      for (; from < whole; from++) {
        *(U*)(p + (cuts_stride)from * a.step) = x.re[from * width + v] * scale;
        *(U*)(p + (cuts_stride)from * a.step + a.im) = x.im[from * width + v] * scale;
      }
    } else if (valid == N && a.step == 2 && (a.im == 1 || a.im == -1)) {
      T* pairs = a.im == 1 ? p : p - 1;
      const V* even = a.im == 1 ? x.re : x.im;
      const V* odd = a.im == 1 ? x.im : x.re;
      for (; from + N / 2 <= whole; from += N / 2) {
        V block[N];
        CUTS_UNROLL for (unsigned k = 0; k < N / 2; k++) {
          block[2 * k] = even[(from + k) * width + v] * scale; block[2 * k + 1] = odd[(from + k) * width + v] * scale;
        }
        cuts_transpose(block);
        CUTS_UNROLL for (unsigned l = 0; l < N; l++) *(U*)(pairs + (cuts_stride)l * a.lane + 2 * from) = block[l];
      }
    }
    const unsigned rows = a.res < a.ims ? a.ims : a.res;
    for (unsigned j = from; j < rows; j++) {
      const V re = x.re[j * width + v] * scale, im = x.im[j * width + v] * scale;
      for (unsigned l = 0; l < valid; l++) {
        T* q = p + (cuts_stride)l * a.lane + (cuts_stride)j * a.step;
        if (j < a.res) q[0] = re[l];
        if (j < a.ims) q[a.im] = im[l];
      }
    }
  }
#else
  const unsigned rows = a.res < a.ims ? a.ims : a.res;
  const bool rowsFirst = (a.step < 0 ? -a.step : a.step) < (a.lane < 0 ? -a.lane : a.lane);
  for (unsigned t = threadIdx.x; t < rows * width; t += blockDim.x) {
    const unsigned j = rowsFirst ? t % rows : t / width, v = rowsFirst ? t / rows : t % width;
    T* q = a.at + (cuts_stride)v * a.lane + (cuts_stride)j * a.step;
    if (v < lanes && j < a.res) q[0] = x.re[j * width + v] * scale;
    if (v < lanes && j < a.ims) q[a.im] = x.im[j * width + v] * scale;
  }
  __syncthreads();
#endif
}
// Between the passes of a long transform: turns element k of transform p by the k p-th part of a turn, from two tables, of
// large steps and of small ones. `p` is the same for the tile, or counts its lanes on the cpu from `lanes`: then that table
// has what the lanes are turned by beyond the first.
template <class T>
CUTS_INLINE void cuts_fft_turn(cuts_planes<T> x, unsigned rows, unsigned width, cuts_size p, bool byLane, const T* coarse, int bits, const T* fine, const T* lanes) {
  typedef CUTS_VECTOR V;
#ifdef __CUTS_CPU__
  constexpr unsigned N = cuts_lanes<T>::count;
  for (unsigned k = 0; k < rows; k++) {
    const cuts_size e = p * k;
    const T* h = coarse + 2 * (e >> bits);
    const T* l = fine + 2 * (e & ((1u << bits) - 1));
    const T wr = h[0] * l[0] - h[1] * l[1], wi = h[0] * l[1] + h[1] * l[0];
    for (unsigned v = 0; v < width; v++) {
      V ur = V{} + wr, ui = V{} + wi;
      if (byLane) {
        const V ar = ((const V*)lanes)[2 * (k * width + v)], ai = ((const V*)lanes)[2 * (k * width + v) + 1];
        ur = ar * wr - ai * wi; ui = ar * wi + ai * wr;
      }
      const V re = x.re[k * width + v], im = x.im[k * width + v];
      x.re[k * width + v] = re * ur - im * ui;
      x.im[k * width + v] = re * ui + im * ur;
    }
  }
#else
  for (unsigned t = threadIdx.x; t < rows * width; t += blockDim.x) {
    const unsigned k = t / width, v = t - k * width;
    const cuts_size e = (byLane ? p + v : p) * k;
    const T* h = coarse + 2 * (e >> bits);
    const T* l = fine + 2 * (e & ((1u << bits) - 1));
    const T wr = h[0] * l[0] - h[1] * l[1], wi = h[0] * l[1] + h[1] * l[0];
    const V re = x.re[t], im = x.im[t];
    x.re[t] = re * wr - im * wi;
    x.im[t] = re * wi + im * wr;
  }
  __syncthreads();
#endif
}

// What a launch says: see transform-kernel.ts.
template <class T> struct cuts_fft_job {
  cuts_fft_side<T> out; cuts_fft_side<const T> in;
  int flags; unsigned long long radices; const T* table;
  unsigned rows, length, core, width, at_join, at_chirp, at_half, at_fine, at_lanes; int bits; T scale;
};
template <bool LINEAR, class T> CUTS_INLINE void cuts_fft_around(const cuts_fft_job<T>& job, unsigned lanes, cuts_size p, cuts_planes<T> x, cuts_planes<T> y) {
  constexpr unsigned N = cuts_lanes<T>::count;
  const unsigned width = LINEAR ? 1 : job.width, length = job.length, core = job.core;
#ifdef __CUTS_CPU__
  if (LINEAR) cuts_fft_load_linear<T>(job.in, job.rows, x);
  else
#endif
    cuts_fft_load_tile<T>(job.in, job.rows, lanes, width, x);
  const T* half = job.table + job.at_half;
  const unsigned halves = (length + 4) & ~3u;
  if (job.flags & (CUTS_HALF_IN | CUTS_MIRROR_IN)) {
    if (job.flags & CUTS_HALF_IN) cuts_fft_fold<LINEAR, T>(x, y, length, width, half, halves);
    else cuts_fft_complete<LINEAR, T>(x, y, length, width);
    const cuts_planes<T> swapped = x;
    x = y; y = swapped;
  }
  const T* chirp = job.table + job.at_chirp;
  const unsigned chirps = (length + 3) & ~3u;
  const bool isChirp = job.flags & CUTS_CHIRP;
  if (isChirp) cuts_fft_multiply<LINEAR, T>(x, length, core, width, chirp, chirps, false);
  for (int round = 0; round <= (isChirp ? 1 : 0); round++) {
    if (round == 1) cuts_fft_multiply<LINEAR, T>(x, core, core, width, chirp + 2 * chirps, core, true);
    cuts_fft_core<T>(x, y, LINEAR ? core / N : core, width, job.radices, job.table);
#ifdef __CUTS_CPU__
    if (LINEAR) cuts_fft_join<T>(x, y, core / N, job.table + job.at_join);
#endif
  }
  if (isChirp) {
    // The way back was forward, with parts exchanged.
    const cuts_planes<T> back = {x.im, x.re};
    cuts_fft_multiply<LINEAR, T>(back, length, length, width, chirp, chirps, false);
    x = back;
  }
  if (job.flags & CUTS_HALF_OUT) {
    cuts_fft_unfold<LINEAR, T>(x, y, length, width, half, halves);
    x = y;
  }
  if (!LINEAR && job.flags & (CUTS_TURN_LANES | CUTS_TURN_OUTER))
    cuts_fft_turn<T>(x, length, width, p, job.flags & CUTS_TURN_LANES, job.table + job.at_half, job.bits, job.table + job.at_fine, job.table + job.at_lanes);
#ifdef __CUTS_CPU__
  if (LINEAR) cuts_fft_store_linear<T>(job.out, x, job.scale);
  else
#endif
    cuts_fft_store_tile<T>(job.out, lanes, width, x, job.scale);
}

// `rows` elements are loaded, `length` transformed, `core` are those of the core. A tile has `width` vectors side by side, a
// plane of shared memory `plane` vectors. `at_…` say where the parts of the table are. `count` transforms are side by side,
// in `tiles` tiles of `all_tiles`, `each` of them for a block.
template <class T>
__global__ void fft(T* out, const T* in, const T* table, int flags, unsigned long long radices,
    unsigned rows, unsigned length, unsigned core, unsigned width, unsigned plane,
    unsigned at_join, unsigned at_chirp, unsigned at_half, unsigned at_fine, unsigned at_lanes, int bits,
    cuts_size count, cuts_size tiles, cuts_size all_tiles, cuts_size each,
    cuts_stride in_batch, cuts_stride in_outer, cuts_stride in_lane, cuts_stride in_step, cuts_stride in_im, unsigned in_res, unsigned in_ims,
    cuts_stride out_batch, cuts_stride out_outer, cuts_stride out_lane, cuts_stride out_step, cuts_stride out_im, unsigned out_res, unsigned out_ims,
    double scale) {
  typedef typename cuts_lanes<T>::V V;
  extern __shared__ __align__(16) unsigned char cuts_memory[];
  // A linear transform may look one vector before its first and after its last one.
  V* planes = (V*)cuts_memory + 1;
  const cuts_planes<T> x = {planes, planes + plane}, y = {planes + 2 * plane, planes + 3 * plane};
  const cuts_size last = all_tiles - blockIdx.x * each < each ? all_tiles : (blockIdx.x + 1) * each;
  const bool linear = flags & CUTS_LINEAR;
  // Distances may be negative, so what they are multiplied with must be signed too.
  const cuts_stride batch = blockIdx.y;
  for (cuts_size tile = blockIdx.x * each; tile < last; tile++) {
    const cuts_size outer = tile / tiles, first = (tile - outer * tiles) * (linear ? 1 : width * cuts_lanes<T>::count);
    const cuts_fft_job<T> job = {
      {out + batch * out_batch + (cuts_stride)outer * out_outer + (cuts_stride)first * out_lane, out_lane, out_step, out_im, out_res, out_ims},
      {in + batch * in_batch + (cuts_stride)outer * in_outer + (cuts_stride)first * in_lane, in_lane, in_step, in_im, in_res, in_ims},
      flags, radices, table, rows, length, core, width, at_join, at_chirp, at_half, at_fine, at_lanes, bits, (T)scale};
    const cuts_size left = count - first;
    const unsigned lanes = left < width * cuts_lanes<T>::count ? (unsigned)left : width * cuts_lanes<T>::count;
#ifdef __CUTS_CPU__
    if (linear) cuts_fft_around<true, T>(job, 1, 0, x, y);
    else
#endif
      cuts_fft_around<false, T>(job, lanes, flags & CUTS_TURN_LANES ? first : outer, x, y);
  }
}
