// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { preludeSource } from "../kernels/kernels.gen.js";

const chirpSource: KernelSource = {
  includes: [preludeSource],
  text: `CUTS_INLINE void cuts_turn_of(unsigned long long k, unsigned long long n, double& c, double& s) {
  const unsigned long long eighths = 8 * k, octant = eighths / n, rest = eighths - octant * n;
  const double angle = (3.14159265358979323846 * (double)(octant % 2 == 0 ? rest : n - rest)) / (4 * (double)n);
  const double near = cos(angle), far = sin(angle);
  const bool keeps = octant % 4 == 0 || octant % 4 == 3;
  c = keeps ? near : far;
  s = keeps ? far : near;
  if (octant >= 2 && octant <= 5) c = -c;
  if (octant >= 4) s = -s;
}
`,
};

/** The parameters of `chirp` in chirp.cuh. */
export interface ChirpArguments {
  readonly turns: Pointer;
  readonly wrapped: Pointer;
  readonly n: number;
  readonly core: number;
  readonly isInverse: number;
}

/** `chirp` in chirp.cuh. */
export const chirp: KernelDefinition<ChirpArguments, "T"> = {
  source: chirpSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "size", "size", "int32"],
  head: "__global__ void",
  list: "(cuts_complex<T>* turns, cuts_complex<T>* wrapped, cuts_size n, cuts_size core, int isInverse)",
  body: `
  CUTS_EACH(i, core,
    const cuts_size j = i < core - i ? i : core - i;
    double c = 0, s = 0;
    if (j < n) {
      cuts_turn_of((unsigned long long)j * j % (2 * (unsigned long long)n), 2 * (unsigned long long)n, c, s);
      if (!isInverse) s = -s;
    }
    if (i < n) turns[i] = cuts_make((T)c, (T)s);
    wrapped[i] = cuts_make((T)c, (T)-s))
`,
  write(block, values) {
    block.setArray(0, values.turns);
    block.setArray(1, values.wrapped);
    block.setSize(2, values.n);
    block.setSize(3, values.core);
    block.setInt32(4, values.isInverse);
  },
};

const coreSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class T> struct cuts_lanes;
#ifdef __CUTS_CPU__
template <> struct cuts_lanes<float> {
  typedef float V __attribute__((vector_size(16)));
  typedef float U __attribute__((vector_size(16), aligned(4)));
  static constexpr unsigned count = 4;
};
template <> struct cuts_lanes<double> {
  typedef double V __attribute__((vector_size(16)));
  typedef double U __attribute__((vector_size(16), aligned(8)));
  static constexpr unsigned count = 2;
};
#define CUTS_SHARED_FOR(i, n) for (unsigned i = 0; i < (n); i++)
#define CUTS_SHARED_END
#else
template <class T> struct cuts_lanes { typedef T V; typedef T U; static constexpr unsigned count = 1; };
#define CUTS_SHARED_FOR(i, n) for (unsigned i = threadIdx.x; i < (n); i += blockDim.x)
#define CUTS_SHARED_END __syncthreads()
#endif
#define CUTS_UNROLL _Pragma("unroll")
#define CUTS_VECTOR typename cuts_lanes<T>::V
template <int R, class T> struct cuts_dft;
template <class T> struct cuts_dft<2, T> {
  typedef CUTS_VECTOR V;
  static __device__ __forceinline__ void run(V* r, V* i) {
    const V a = r[0], b = i[0];
    r[0] = a + r[1]; i[0] = b + i[1];
    r[1] = a - r[1]; i[1] = b - i[1];
  }
};
template <class T> struct cuts_dft<3, T> {
  typedef CUTS_VECTOR V;
  static __device__ __forceinline__ void run(V* r, V* i) {
    const T half = (T)0.5, h = (T)0.86602540378443864676;
    const V tr = r[1] + r[2], ti = i[1] + i[2], dr = (r[1] - r[2]) * h, di = (i[1] - i[2]) * h;
    const V mr = r[0] - tr * half, mi = i[0] - ti * half;
    r[0] += tr; i[0] += ti;
    r[1] = mr + di; i[1] = mi - dr;
    r[2] = mr - di; i[2] = mi + dr;
  }
};
template <class T> struct cuts_dft<4, T> {
  typedef CUTS_VECTOR V;
  static __device__ __forceinline__ void run(V* r, V* i) {
    const V ar = r[0] + r[2], ai = i[0] + i[2], br = r[0] - r[2], bi = i[0] - i[2];
    const V cr = r[1] + r[3], ci = i[1] + i[3], dr = r[1] - r[3], di = i[1] - i[3];
    r[0] = ar + cr; i[0] = ai + ci;
    r[1] = br + di; i[1] = bi - dr;
    r[2] = ar - cr; i[2] = ai - ci;
    r[3] = br - di; i[3] = bi + dr;
  }
};
template <class T> struct cuts_dft<5, T> {
  typedef CUTS_VECTOR V;
  static __device__ __forceinline__ void run(V* r, V* i) {
    const T c1 = (T)0.30901699437494742410, c2 = (T)-0.80901699437494742410;
    const T s1 = (T)0.95105651629515357212, s2 = (T)0.58778525229247312917;
    const V ar = r[1] + r[4], ai = i[1] + i[4], br = r[1] - r[4], bi = i[1] - i[4];
    const V cr = r[2] + r[3], ci = i[2] + i[3], dr = r[2] - r[3], di = i[2] - i[3];
    const V pr = r[0] + ar * c1 + cr * c2, pi = i[0] + ai * c1 + ci * c2;
    const V qr = r[0] + ar * c2 + cr * c1, qi = i[0] + ai * c2 + ci * c1;
    const V ur = br * s1 + dr * s2, ui = bi * s1 + di * s2, vr = br * s2 - dr * s1, vi = bi * s2 - di * s1;
    r[0] += ar + cr; i[0] += ai + ci;
    r[1] = pr + ui; i[1] = pi - ur;
    r[4] = pr - ui; i[4] = pi + ur;
    r[2] = qr + vi; i[2] = qi - vr;
    r[3] = qr - vi; i[3] = qi + vr;
  }
};
template <class T> struct cuts_dft<7, T> {
  typedef CUTS_VECTOR V;
  static __device__ __forceinline__ void run(V* r, V* i) {
    const T c1 = (T)0.62348980185873353053, c2 = (T)-0.22252093395631440429, c3 = (T)-0.90096886790241912624;
    const T s1 = (T)0.78183148246802980871, s2 = (T)0.97492791218182360702, s3 = (T)0.43388373911755812048;
    const V ar = r[1] + r[6], ai = i[1] + i[6], br = r[2] + r[5], bi = i[2] + i[5], cr = r[3] + r[4], ci = i[3] + i[4];
    const V dr = r[1] - r[6], di = i[1] - i[6], er = r[2] - r[5], ei = i[2] - i[5], fr = r[3] - r[4], fi = i[3] - i[4];
    const V pr = r[0] + ar * c1 + br * c2 + cr * c3, pi = i[0] + ai * c1 + bi * c2 + ci * c3;
    const V qr = r[0] + ar * c2 + br * c3 + cr * c1, qi = i[0] + ai * c2 + bi * c3 + ci * c1;
    const V or_ = r[0] + ar * c3 + br * c1 + cr * c2, oi = i[0] + ai * c3 + bi * c1 + ci * c2;
    const V ur = dr * s1 + er * s2 + fr * s3, ui = di * s1 + ei * s2 + fi * s3;
    const V vr = dr * s2 - er * s3 - fr * s1, vi = di * s2 - ei * s3 - fi * s1;
    const V wr = dr * s3 - er * s1 + fr * s2, wi = di * s3 - ei * s1 + fi * s2;
    r[0] += ar + br + cr; i[0] += ai + bi + ci;
    r[1] = pr + ui; i[1] = pi - ur;
    r[6] = pr - ui; i[6] = pi + ur;
    r[2] = qr + vi; i[2] = qi - vr;
    r[5] = qr - vi; i[5] = qi + vr;
    r[3] = or_ + wi; i[3] = oi - wr;
    r[4] = or_ - wi; i[4] = oi + wr;
  }
};
template <class T> struct cuts_dft<8, T> {
  typedef CUTS_VECTOR V;
  static __device__ __forceinline__ void run(V* r, V* i) {
    V er[4] = {r[0], r[2], r[4], r[6]}, ei[4] = {i[0], i[2], i[4], i[6]};
    V or_[4] = {r[1], r[3], r[5], r[7]}, oi[4] = {i[1], i[3], i[5], i[7]};
    cuts_dft<4, T>::run(er, ei);
    cuts_dft<4, T>::run(or_, oi);
    const T h = (T)0.70710678118654752440;
    const V ar = (or_[1] + oi[1]) * h, ai = (oi[1] - or_[1]) * h, cr = (oi[3] - or_[3]) * h, ci = (or_[3] + oi[3]) * h;
    r[0] = er[0] + or_[0]; i[0] = ei[0] + oi[0];
    r[4] = er[0] - or_[0]; i[4] = ei[0] - oi[0];
    r[1] = er[1] + ar; i[1] = ei[1] + ai;
    r[5] = er[1] - ar; i[5] = ei[1] - ai;
    r[2] = er[2] + oi[2]; i[2] = ei[2] - or_[2];
    r[6] = er[2] - oi[2]; i[6] = ei[2] + or_[2];
    r[3] = er[3] + cr; i[3] = ei[3] - ci;
    r[7] = er[3] - cr; i[7] = ei[3] + ci;
  }
};
template <class T> struct cuts_planes { CUTS_VECTOR* re; CUTS_VECTOR* im; };
template <int R, bool TURNS, class T>
CUTS_INLINE void cuts_fft_butterfly(cuts_planes<T> x, unsigned from, unsigned apart, cuts_planes<T> y, unsigned to, unsigned s, const T* w) {
  CUTS_VECTOR r[R], i[R];
  CUTS_UNROLL for (int k = 0; k < R; k++) { r[k] = x.re[from + k * apart]; i[k] = x.im[from + k * apart]; }
  cuts_dft<R, T>::run(r, i);
  y.re[to] = r[0]; y.im[to] = i[0];
  CUTS_UNROLL for (int k = 1; k < R; k++) {
    if (TURNS) {
      const T wr = w[2 * k - 2], wi = w[2 * k - 1];
      y.re[to + k * s] = r[k] * wr - i[k] * wi;
      y.im[to + k * s] = r[k] * wi + i[k] * wr;
    } else { y.re[to + k * s] = r[k]; y.im[to + k * s] = i[k]; }
  }
}
template <int R, class T> CUTS_INLINE void cuts_fft_pass(cuts_planes<T> x, cuts_planes<T> y, unsigned m, unsigned s, const T* table) {
  const unsigned apart = m * s;
#ifdef __CUTS_CPU__
  for (unsigned q = 0; q < s; q++) cuts_fft_butterfly<R, false, T>(x, q, apart, y, q, s, table);
  for (unsigned p = 1; p < m; p++) {
    T w[2 * R - 2];
    CUTS_UNROLL for (int k = 0; k < 2 * R - 2; k++) w[k] = table[p * (2 * R - 2) + k];
    for (unsigned q = 0; q < s; q++) cuts_fft_butterfly<R, true, T>(x, p * s + q, apart, y, p * R * s + q, s, w);
  }
#else
  for (unsigned t = threadIdx.x; t < apart; t += blockDim.x) {
    const unsigned p = t / s;
    cuts_fft_butterfly<R, true, T>(x, t, apart, y, t + p * (R - 1) * s, s, table + p * (2 * R - 2));
  }
  __syncthreads();
#endif
}
template <class T> CUTS_INLINE void cuts_fft_any_pass(cuts_planes<T> x, cuts_planes<T> y, unsigned m, unsigned s, const T* table, unsigned R) {
  typedef CUTS_VECTOR V;
  const unsigned apart = m * s, half = R / 2;
  const T* turns = table + 2 * R;
  CUTS_SHARED_FOR(t, apart) {
    const unsigned p = t / s, to = t + p * (R - 1) * s;
    const T* w = turns + p * (2 * R - 2) - 2;
    V ar[16], ai[16], br[16], bi[16];
    const V zr = x.re[t], zi = x.im[t];
    V sr = zr, si = zi;
    for (unsigned j = 1; j <= half; j++) {
      const unsigned a = t + j * apart, b = t + (R - j) * apart;
      ar[j] = x.re[a] + x.re[b]; ai[j] = x.im[a] + x.im[b];
      br[j] = x.re[a] - x.re[b]; bi[j] = x.im[a] - x.im[b];
      sr += ar[j]; si += ai[j];
    }
    y.re[to] = sr; y.im[to] = si;
    for (unsigned k = 1; k <= half; k++) {
      V cr = zr, ci = zi, dr = V{}, di = V{};
      for (unsigned j = 1, e = k; j <= half; j++, e = e + k >= R ? e + k - R : e + k) {
        const T c = table[2 * e], d = table[2 * e + 1];
        cr += ar[j] * c; ci += ai[j] * c;
        dr += br[j] * d; di += bi[j] * d;
      }
      const V ur = cr + di, ui = ci - dr, vr = cr - di, vi = ci + dr;
      const T kr = w[2 * k], ki = w[2 * k + 1], lr = w[2 * (R - k)], li = w[2 * (R - k) + 1];
      y.re[to + k * s] = ur * kr - ui * ki; y.im[to + k * s] = ur * ki + ui * kr;
      y.re[to + (R - k) * s] = vr * lr - vi * li; y.im[to + (R - k) * s] = vr * li + vi * lr;
    }
  }
  CUTS_SHARED_END;
}
template <class T>
CUTS_INLINE void cuts_fft_core(cuts_planes<T>& x, cuts_planes<T>& y, unsigned length, unsigned s, unsigned long long radices, const T* table) {
  for (unsigned m = length; radices != 0; radices >>= 5) {
    const unsigned r = (unsigned)radices & 31u;
    m /= r;
    switch (r) {
      case 2: cuts_fft_pass<2, T>(x, y, m, s, table); break;
      case 3: cuts_fft_pass<3, T>(x, y, m, s, table); break;
      case 4: cuts_fft_pass<4, T>(x, y, m, s, table); break;
      case 5: cuts_fft_pass<5, T>(x, y, m, s, table); break;
      case 7: cuts_fft_pass<7, T>(x, y, m, s, table); break;
      case 8: cuts_fft_pass<8, T>(x, y, m, s, table); break;
      default: cuts_fft_any_pass<T>(x, y, m, s, table, r); table += 2 * r;
    }
    table += (2 * r - 2) * m;
    s *= r;
    const cuts_planes<T> swapped = x;
    x = y; y = swapped;
  }
}
`,
};

const transformSource: KernelSource = {
  includes: [coreSource],
  text: `enum { CUTS_LINEAR = 1, CUTS_CHIRP = 2, CUTS_HALF_IN = 4, CUTS_MIRROR_IN = 8, CUTS_HALF_OUT = 16, CUTS_TURN_LANES = 32, CUTS_TURN_OUTER = 64 };
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
template <bool LINEAR, class T> CUTS_INLINE CUTS_VECTOR cuts_get(const CUTS_VECTOR* plane, unsigned k, unsigned width, unsigned v) {
  if (LINEAR) return *(const typename cuts_lanes<T>::U*)((const T*)plane + k);
  return plane[k * width + v];
}
template <bool LINEAR, class T> CUTS_INLINE CUTS_VECTOR cuts_mirror(const CUTS_VECTOR* plane, unsigned k, unsigned width, unsigned v) {
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
#define CUTS_FFT_EACH(k, v, rows, ...) \\
  if (LINEAR) { for (unsigned k = 0, v = 0; k < (rows); k += cuts_lanes<T>::count) { __VA_ARGS__; } } \\
  else { CUTS_SHARED_FOR(cuts_t, (rows) * width) { const unsigned k = cuts_t / width, v = cuts_t - k * width; __VA_ARGS__; } } \\
  CUTS_SHARED_END
template <bool LINEAR, class T>
CUTS_INLINE void cuts_fft_fold(cuts_planes<T> from, cuts_planes<T> to, unsigned h, unsigned width, const T* turns, unsigned apart) {
  typedef CUTS_VECTOR V;
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
template <class T> CUTS_INLINE void cuts_fft_join(cuts_planes<T>& x, cuts_planes<T>& y, unsigned m, const T* table) {
  typedef CUTS_VECTOR V;
  typedef typename cuts_lanes<T>::U U;
  constexpr unsigned N = cuts_lanes<T>::count;
  const unsigned groups = (m + N - 1) / N, padded = groups * N;
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
`,
};

/** The parameters of `fft` in transform.cuh. */
export interface FftArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly table: Pointer;
  readonly flags: number;
  readonly radices: bigint;
  readonly rows: number;
  readonly length: number;
  readonly core: number;
  readonly width: number;
  readonly plane: number;
  readonly at_join: number;
  readonly at_chirp: number;
  readonly at_half: number;
  readonly at_fine: number;
  readonly at_lanes: number;
  readonly bits: number;
  readonly count: number;
  readonly tiles: number;
  readonly all_tiles: number;
  readonly each: number;
  readonly in_batch: number;
  readonly in_outer: number;
  readonly in_lane: number;
  readonly in_step: number;
  readonly in_im: number;
  readonly in_res: number;
  readonly in_ims: number;
  readonly out_batch: number;
  readonly out_outer: number;
  readonly out_lane: number;
  readonly out_step: number;
  readonly out_im: number;
  readonly out_res: number;
  readonly out_ims: number;
  readonly scale: number;
}

/** `fft` in transform.cuh. */
export const fft: KernelDefinition<FftArguments, "T"> = {
  source: transformSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "int32", "uint64", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "int32", "size", "size", "size", "size", "stride", "stride", "stride", "stride", "stride", "uint32", "uint32", "stride", "stride", "stride", "stride", "stride", "uint32", "uint32", "float64"],
  head: "__global__ void",
  list: `(T* out, const T* in, const T* table, int flags, unsigned long long radices,
    unsigned rows, unsigned length, unsigned core, unsigned width, unsigned plane,
    unsigned at_join, unsigned at_chirp, unsigned at_half, unsigned at_fine, unsigned at_lanes, int bits,
    cuts_size count, cuts_size tiles, cuts_size all_tiles, cuts_size each,
    cuts_stride in_batch, cuts_stride in_outer, cuts_stride in_lane, cuts_stride in_step, cuts_stride in_im, unsigned in_res, unsigned in_ims,
    cuts_stride out_batch, cuts_stride out_outer, cuts_stride out_lane, cuts_stride out_step, cuts_stride out_im, unsigned out_res, unsigned out_ims,
    double scale)`,
  body: `
  typedef typename cuts_lanes<T>::V V;
  extern __shared__ __align__(16) unsigned char cuts_memory[];
  V* planes = (V*)cuts_memory + 1;
  const cuts_planes<T> x = {planes, planes + plane}, y = {planes + 2 * plane, planes + 3 * plane};
  const cuts_size last = all_tiles - blockIdx.x * each < each ? all_tiles : (blockIdx.x + 1) * each;
  const bool linear = flags & CUTS_LINEAR;
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
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setArray(2, values.table);
    block.setInt32(3, values.flags);
    block.setInt64(4, values.radices);
    block.setInt32(5, values.rows);
    block.setInt32(6, values.length);
    block.setInt32(7, values.core);
    block.setInt32(8, values.width);
    block.setInt32(9, values.plane);
    block.setInt32(10, values.at_join);
    block.setInt32(11, values.at_chirp);
    block.setInt32(12, values.at_half);
    block.setInt32(13, values.at_fine);
    block.setInt32(14, values.at_lanes);
    block.setInt32(15, values.bits);
    block.setSize(16, values.count);
    block.setSize(17, values.tiles);
    block.setSize(18, values.all_tiles);
    block.setSize(19, values.each);
    block.setStride(20, values.in_batch);
    block.setStride(21, values.in_outer);
    block.setStride(22, values.in_lane);
    block.setStride(23, values.in_step);
    block.setStride(24, values.in_im);
    block.setInt32(25, values.in_res);
    block.setInt32(26, values.in_ims);
    block.setStride(27, values.out_batch);
    block.setStride(28, values.out_outer);
    block.setStride(29, values.out_lane);
    block.setStride(30, values.out_step);
    block.setStride(31, values.out_im);
    block.setInt32(32, values.out_res);
    block.setInt32(33, values.out_ims);
    block.setFloat64(34, values.scale);
  },
};

const foldSource: KernelSource = {
  includes: [transformSource],
  text: `template <class T, class X> CUTS_INLINE void cuts_fold_pair(int mode, X a, X b, X c, X d, X wr, X wi, X& re, X& im) {
  if (mode == 0) {
    const X or_ = b + d, oi = c - a;
    re = (a + c) + (or_ * wr - oi * wi); im = (b - d) + (or_ * wi + oi * wr);
  } else {
    const X dr = a - c, di = b + d;
    re = (a + c) - (di * wr - dr * wi); im = (b - d) + (dr * wr + di * wi);
  }
}
template <class T> CUTS_INLINE void cuts_fold_one(T* out, const T* in, const T* coarse, const T* fine, int mode, cuts_size k, cuts_size count, cuts_size h, cuts_size first, T scale) {
  if (mode == 2) {
    const cuts_size from = 2 * k < count ? k : count - k;
    out[2 * k] = in[2 * from] * scale;
    out[2 * k + 1] = (k == 0 || 2 * k == count ? (T)0 : 2 * k < count ? in[2 * from + 1] : -in[2 * from + 1]) * scale;
    return;
  }
  const cuts_size one = mode == 0 && k == h ? 0 : k, other = mode == 0 && k == 0 ? 0 : h - k;
  const bool isEnd = mode == 1 && k == 0;
  const T hr = coarse[0], hi = coarse[1], lr = fine[2 * (k - first)], li = fine[2 * (k - first) + 1];
  T re, im;
  cuts_fold_pair<T, T>(mode, in[2 * one], isEnd ? (T)0 : in[2 * one + 1], in[2 * other], isEnd ? (T)0 : in[2 * other + 1],
      hr * lr - hi * li, hr * li + hi * lr, re, im);
  out[2 * k] = re * scale; out[2 * k + 1] = im * scale;
}
template <class T> CUTS_INLINE void cuts_fold(T* out, const T* in, const T* table, int bits, unsigned at_fine, int mode, cuts_size count, cuts_size h, T scale) {
  const cuts_size first = (cuts_size)blockIdx.x << bits, run = (cuts_size)1 << bits, end = count - first < run ? count : first + run;
  const T* coarse = table + 2 * blockIdx.x;
  const T* fine = table + at_fine;
#ifdef __CUTS_CPU__
  typedef CUTS_VECTOR V;
  typedef typename cuts_lanes<T>::U U;
  constexpr unsigned N = cuts_lanes<T>::count;
  cuts_size k = first;
  if (mode != 2) {
    if (k == 0) cuts_fold_one<T>(out, in, coarse, fine, mode, k++, count, h, first, scale);
    const T hr = coarse[0], hi = coarse[1];
    for (; k + N <= end && k + N <= h; k += N) {
      V a, b, c, d, lr, li, re, im, p, q;
      cuts_unzip((V)*(const U*)(in + 2 * k), (V)*(const U*)(in + 2 * k + N), a, b);
      const T* mirrored = in + 2 * (h - k - (N - 1));
      cuts_unzip((V)*(const U*)mirrored, (V)*(const U*)(mirrored + N), c, d);
      cuts_unzip((V)*(const U*)(fine + 2 * (k - first)), (V)*(const U*)(fine + 2 * (k - first) + N), lr, li);
      cuts_fold_pair<T, V>(mode, a, b, cuts_reverse(c), cuts_reverse(d), lr * hr - li * hi, li * hr + lr * hi, re, im);
      cuts_zip(re * scale, im * scale, p, q);
      *(U*)(out + 2 * k) = p; *(U*)(out + 2 * k + N) = q;
    }
  }
  for (; k < end; k++) cuts_fold_one<T>(out, in, coarse, fine, mode, k, count, h, first, scale);
#else
  for (cuts_size k = first + threadIdx.x; k < end; k += blockDim.x) cuts_fold_one<T>(out, in, coarse, fine, mode, k, count, h, first, scale);
#endif
}
`,
};

/** The parameters of `fft_fold` in fold.cuh. */
export interface FftFoldArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly table: Pointer;
  readonly bits: number;
  readonly at_fine: number;
  readonly mode: number;
  readonly count: number;
  readonly h: number;
  readonly out_row: number;
  readonly in_row: number;
  readonly scale: number;
}

/** `fft_fold` in fold.cuh. */
export const fftFold: KernelDefinition<FftFoldArguments, "T"> = {
  source: foldSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "int32", "uint32", "int32", "size", "size", "size", "size", "float64"],
  head: "__global__ void",
  list: `(T* out, const T* in, const T* table, int bits, unsigned at_fine, int mode, cuts_size count,
    cuts_size h, cuts_size out_row, cuts_size in_row, double scale)`,
  body: `
  cuts_fold<T>(out + blockIdx.y * out_row, in + blockIdx.y * in_row, table, bits, at_fine, mode, count, h, (T)scale);
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setArray(2, values.table);
    block.setInt32(3, values.bits);
    block.setInt32(4, values.at_fine);
    block.setInt32(5, values.mode);
    block.setSize(6, values.count);
    block.setSize(7, values.h);
    block.setSize(8, values.out_row);
    block.setSize(9, values.in_row);
    block.setFloat64(10, values.scale);
  },
};
