// The core of a Fourier transform: butterflies, and the passes that lead from one buffer to another.
//
// Numbers lie apart as real and imaginary parts in vectors: of 4 floats or 2 doubles on the cpu device, of one number on a
// GPU, where threads take their place. A core transforms [length][s] vectors along the first axis (Stockham): a pass of
// radix r reads r vectors that are length / r rows apart and writes them to rows side by side, so nothing is reordered by
// bits and inner loops are over neighbours. It goes forward only; exchanged parts on the way in and out make it inverse.
#pragma once
#include "../kernels/prelude.cuh"

template <class T> struct cuts_lanes;
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

// The transform of R numbers.
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

// Two planes of vectors, real and imaginary parts.
template <class T> struct cuts_planes { CUTS_VECTOR* re; CUTS_VECTOR* im; };

// One butterfly: R vectors `apart` become R vectors s apart, turned by w[1], w[2]… unless these are all 1.
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
// A pass of radix R over m groups of s butterflies. The table has R - 1 factors for each group.
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
// The same for any small odd R, by sums of products; its table begins with cosines and sines of the R-th parts of a turn.
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
// All passes over [length][s] vectors; radices are read from the lowest five bits up. `x` and `y` end with the result in x.
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
