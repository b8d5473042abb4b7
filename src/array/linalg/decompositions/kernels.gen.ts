// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../../kernels/kernel-definition.js";
import type { Pointer } from "../../kernels/pointer.js";
import { preludeSource } from "../../kernels/kernels.gen.js";

const matrixSource: KernelSource = {
  includes: [preludeSource],
  text: `#define LA_BLOCK 32
template <class T> struct la_parts { typedef T real; };
template <class R> struct la_parts<cuts_complex<R>> { typedef R real; };
#define LA_REAL(T) typename la_parts<T>::real
#define LA_MATRIX const cuts_size matrix = first + blockIdx.z * blockDim.x + threadIdx.x; if (matrix >= batch) return
template <class T> CUTS_INLINE T la_conj(T x) { return x; }
template <class R> CUTS_INLINE cuts_complex<R> la_conj(cuts_complex<R> x) { return cuts_make(x.re, -x.im); }
template <class T> CUTS_INLINE T la_re(T x) { return x; }
template <class R> CUTS_INLINE R la_re(cuts_complex<R> x) { return x.re; }
template <class T> CUTS_INLINE T la_im(T) { return T(0); }
template <class R> CUTS_INLINE R la_im(cuts_complex<R> x) { return x.im; }
CUTS_INLINE float la_abs(float x) { return fabsf(x); }
CUTS_INLINE double la_abs(double x) { return fabs(x); }
template <class R> CUTS_INLINE R la_hypot(R x, R y) {
  x = la_abs(x); y = la_abs(y);
  const R large = x < y ? y : x, small = x < y ? x : y;
  const R bound = sizeof(R) == 4 ? R(0x1p50) : R(0x1p450);
  if (large < bound && large > R(1) / bound) return sqrt(large * large + small * small);
  if (large == R(0)) return large;
  const R ratio = small / large;
  return large * sqrt(R(1) + ratio * ratio);
}
template <class R> CUTS_INLINE R la_abs(cuts_complex<R> x) { return la_hypot(x.re, x.im); }
template <class T> CUTS_INLINE LA_REAL(T) la_size(T x) { return la_abs(la_re(x)) + la_abs(la_im(x)); }
template <class T> struct la_from {
  static __device__ __forceinline__ T parts(T re, T) { return re; }
};
template <class R> struct la_from<cuts_complex<R>> {
  static __device__ __forceinline__ cuts_complex<R> parts(R re, R im) { return cuts_make(re, im); }
};
template <class T> CUTS_INLINE T la_number(LA_REAL(T) x) { return la_from<T>::parts(x, LA_REAL(T)(0)); }
template <class T> CUTS_INLINE T la_times(T x, LA_REAL(T) s) { return la_from<T>::parts(la_re(x) * s, la_im(x) * s); }
template <class T> CUTS_INLINE T la_conj_by(T x, LA_REAL(T) sign) { return la_from<T>::parts(la_re(x), la_im(x) * sign); }
template <class T> CUTS_INLINE bool la_is_finite(T x) { return la_size(x) - la_size(x) == 0; }
template <class R> CUTS_INLINE R la_epsilon() { return sizeof(R) == 4 ? R(0x1p-24) : R(0x1p-53); }
template <class R> CUTS_INLINE R la_tiny() { return sizeof(R) == 4 ? R(0x1p-126) : R(0x1p-1022); }
template <class R> CUTS_INLINE R la_scale_of(R largest) {
  const R step = sizeof(R) == 4 ? R(0x1p32) : R(0x1p256);
  R scale = 1;
  if (!la_is_finite(largest)) return scale;
  _Pragma("unroll") for (int k = 0; k < 3; k++) {
    if (largest > step) { largest /= step; scale *= step; }
    else if (largest > 0 && largest < R(1) / step) { largest *= step; scale /= step; }
  }
  return scale;
}
template <class T> CUTS_INLINE void la_subtract(T* __restrict__ y, T a, const T* __restrict__ x, cuts_size n) {
  for (cuts_size j = 0; j < n; j++) y[j] = y[j] - a * x[j];
}
template <class T> CUTS_INLINE void la_swap(T* __restrict__ x, T* __restrict__ y, cuts_size n) {
  for (cuts_size j = 0; j < n; j++) { const T kept = x[j]; x[j] = y[j]; y[j] = kept; }
}
`,
};

/** The parameters of `la_pack` in matrix.cuh. */
export interface LaPackArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly flags: Pointer;
  readonly largest: Pointer;
  readonly m: number;
  readonly n: number;
  readonly ldo: number;
  readonly next_out: number;
  readonly row: number;
  readonly column: number;
  readonly next_in: number;
  readonly mode: number;
  readonly imaginary: number;
  readonly flagging: number;
  readonly scaling: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_pack` in matrix.cuh. */
export const laPack: KernelDefinition<LaPackArguments, "T" | "R"> = {
  source: matrixSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size", "size", "size", "size", "size", "size", "size", "int32", "int32", "int32", "int32", "size", "size"],
  head: "__global__ void",
  list: `(T* out, const T* in, int* flags, const R* largest, cuts_size m, cuts_size n, cuts_size ldo, cuts_size next_out,
    cuts_size row, cuts_size column, cuts_size next_in, int mode, int imaginary, int flagging, int scaling, cuts_size first, cuts_size batch)`,
  body: `
  const cuts_size matrix = first + blockIdx.z, i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (matrix >= batch || i >= m || j >= n) return;
  T value = la_number<T>(R(mode == 5 && i == j));
  in += matrix * next_in;
  if (mode == 0 || (mode == 1 && j <= i) || (mode == 2 && j >= i)) value = la_conj_by(in[i * row + j * column], R(imaginary));
  if (mode == 3 || mode == 4) {
    const bool mirrored = mode == 3 ? j > i : j < i;
    value = mirrored ? la_conj(in[j * row + i * column]) : in[i * row + j * column];
    if (i == j) value = la_number<T>(la_re(value));
  }
  if (flagging && (la_size(value) != la_size(value) || (mode == 0 && !la_is_finite(value)))) {
    flags[matrix] = -1;
    if (mode == 0) value = la_number<T>(0);
  }
  if (scaling) {
    const R scale = la_scale_of(largest[matrix]);
    value = la_times(value, scaling == 1 ? R(1) / scale : scale);
  }
  out[matrix * next_out + i * ldo + j] = value;
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setArray(2, values.flags);
    block.setArray(3, values.largest);
    block.setSize(4, values.m);
    block.setSize(5, values.n);
    block.setSize(6, values.ldo);
    block.setSize(7, values.next_out);
    block.setSize(8, values.row);
    block.setSize(9, values.column);
    block.setSize(10, values.next_in);
    block.setInt32(11, values.mode);
    block.setInt32(12, values.imaginary);
    block.setInt32(13, values.flagging);
    block.setInt32(14, values.scaling);
    block.setSize(15, values.first);
    block.setSize(16, values.batch);
  },
};

const reflectorSource: KernelSource = {
  includes: [matrixSource],
  text: `template <class T> CUTS_INLINE T la_reflector(T* x, cuts_size step, cuts_size n, LA_REAL(T)& beta) {
  typedef LA_REAL(T) R;
  R largest = 0, sum = 0;
  const T alpha = x[0];
  for (cuts_size i = 1; i < n; i++) { const R own = la_size(x[i * step]); if (!(own <= largest)) largest = own; }
  if (largest > 0 || largest != largest)
    for (cuts_size i = 1; i < n; i++) {
      const R re = la_re(x[i * step]) / largest, im = la_im(x[i * step]) / largest;
      sum += re * re + im * im;
    }
  beta = la_re(alpha);
  if (sum == 0 && la_im(alpha) == 0) return la_number<T>(0);
  const R norm = la_hypot(la_abs(alpha), largest * sqrt(sum));
  beta = la_re(alpha) < 0 ? norm : -norm;
  const T scale = la_number<T>(1) / (alpha - la_number<T>(beta));
  if (la_is_finite(scale)) for (cuts_size i = 1; i < n; i++) x[i * step] = x[i * step] * scale;
  else for (cuts_size i = 1; i < n; i++) x[i * step] = x[i * step] / (alpha - la_number<T>(beta));
  return la_from<T>::parts((beta - la_re(alpha)) / beta, -la_im(alpha) / beta);
}
`,
};

/** The parameters of `la_qr_panel` in reflector.cuh. */
export interface LaQrPanelArguments {
  readonly all: Pointer;
  readonly vectors: Pointer;
  readonly taus: Pointer;
  readonly m: number;
  readonly n: number;
  readonly count: number;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_qr_panel` in reflector.cuh. */
export const laQrPanel: KernelDefinition<LaQrPanelArguments, "T" | "R"> = {
  source: reflectorSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "size", "size", "size", "size", "size"],
  head: "__global__ void",
  list: "(T* all, T* vectors, T* taus, cuts_size m, cuts_size n, cuts_size count, cuts_size from, cuts_size to, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  T* a = all + matrix * m * n;
  T* v = vectors + matrix * m * count;
  T row[LA_BLOCK];
  for (cuts_size k = from; k < to; k++) {
    R beta;
    const T tau = la_reflector(a + k * n + k, n, m - k, beta);
    taus[matrix * count + k] = tau;
    for (cuts_size i = from; i < k; i++) v[i * count + k] = la_number<T>(0);
    v[k * count + k] = la_number<T>(1);
    for (cuts_size i = k + 1; i < m; i++) { v[i * count + k] = a[i * n + k]; a[i * n + k] = la_number<T>(0); }
    a[k * n + k] = la_number<T>(beta);
    const cuts_size width = to - k - 1;
    for (cuts_size j = 0; j < width; j++) row[j] = la_number<T>(0);
    for (cuts_size i = k; i < m; i++) la_subtract(row, -la_conj(v[i * count + k]), a + i * n + k + 1, width);
    for (cuts_size i = k; i < m; i++) la_subtract(a + i * n + k + 1, la_conj(tau) * v[i * count + k], row, width);
  }
`,
  write(block, values) {
    block.setArray(0, values.all);
    block.setArray(1, values.vectors);
    block.setArray(2, values.taus);
    block.setSize(3, values.m);
    block.setSize(4, values.n);
    block.setSize(5, values.count);
    block.setSize(6, values.from);
    block.setSize(7, values.to);
    block.setSize(8, values.first);
    block.setSize(9, values.batch);
  },
};

/** The parameters of `la_block_triangle` in reflector.cuh. */
export interface LaBlockTriangleArguments {
  readonly triangles: Pointer;
  readonly vectors: Pointer;
  readonly taus: Pointer;
  readonly m: number;
  readonly count: number;
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_block_triangle` in reflector.cuh. */
export const laBlockTriangle: KernelDefinition<LaBlockTriangleArguments, "T"> = {
  source: reflectorSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "size", "size", "size", "size", "size"],
  head: "__global__ void",
  list: "(T* triangles, const T* vectors, const T* taus, cuts_size m, cuts_size count, cuts_size start, cuts_size from, cuts_size to, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  const cuts_size width = to - from;
  const T* v = vectors + matrix * m * count + from;
  const T* tau = taus + matrix * count + from;
  T* t = triangles + matrix * LA_BLOCK * LA_BLOCK;
  for (cuts_size i = 0; i < LA_BLOCK * LA_BLOCK; i++) t[i] = la_number<T>(0);
  for (cuts_size i = start; i < m; i++)
    for (cuts_size l = 0; l < width; l++)
      la_subtract(t + l * LA_BLOCK + l + 1, -la_conj(v[i * count + l]), v + i * count + l + 1, width - l - 1);
  T column[LA_BLOCK];
  for (cuts_size j = 0; j < width; j++) {
    for (cuts_size l = 0; l < j; l++) column[l] = t[l * LA_BLOCK + j];
    for (cuts_size l = 0; l < j; l++) {
      T sum = la_number<T>(0);
      for (cuts_size k = l; k < j; k++) sum = sum + t[l * LA_BLOCK + k] * column[k];
      t[l * LA_BLOCK + j] = -tau[j] * sum;
    }
    t[j * LA_BLOCK + j] = tau[j];
  }
`,
  write(block, values) {
    block.setArray(0, values.triangles);
    block.setArray(1, values.vectors);
    block.setArray(2, values.taus);
    block.setSize(3, values.m);
    block.setSize(4, values.count);
    block.setSize(5, values.start);
    block.setSize(6, values.from);
    block.setSize(7, values.to);
    block.setSize(8, values.first);
    block.setSize(9, values.batch);
  },
};

const spectralSource: KernelSource = {
  includes: [reflectorSource],
  text: `template <class T> CUTS_INLINE void la_update(T* __restrict__ row, T p, const T* __restrict__ a, T q, const T* __restrict__ b,
    T c, T* __restrict__ sum, cuts_size n) {
  for (cuts_size j = 0; j < n; j++) {
    const T value = row[j] - p * a[j] - q * b[j];
    row[j] = value;
    sum[j] = sum[j] + c * value;
  }
}
template <class T> CUTS_INLINE T la_dot(const T* x, const T* y, cuts_size n) {
  T sums[8];
  _Pragma("unroll") for (int l = 0; l < 8; l++) sums[l] = la_number<T>(0);
  cuts_size j = 0;
  for (; j + 8 <= n; j += 8) { _Pragma("unroll") for (int l = 0; l < 8; l++) sums[l] = sums[l] + x[j + l] * y[j + l]; }
  for (; j < n; j++) sums[0] = sums[0] + x[j] * y[j];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}
template <class T> CUTS_INLINE LA_REAL(T) la_scale(T* a, cuts_size n) {
  typedef LA_REAL(T) R;
  R largest = 0;
  bool finite = true;
  for (cuts_size i = 0; i < n; i++) {
    const R own = la_size(a[i]);
    finite = finite && own - own == 0;
    largest = own > largest ? own : largest;
  }
  if (!finite) return 0;
  const R scale = la_scale_of(largest);
  if (scale != 1) { const R inverse = R(1) / scale; for (cuts_size i = 0; i < n; i++) a[i] = la_times(a[i], inverse); }
  return scale;
}
`,
};

/** The parameters of `la_tridiagonal` in spectral.cuh. */
export interface LaTridiagonalArguments {
  readonly all: Pointer;
  readonly diagonals: Pointer;
  readonly besides: Pointer;
  readonly vectors: Pointer;
  readonly taus: Pointer;
  readonly works: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_tridiagonal` in spectral.cuh. */
export const laTridiagonal: KernelDefinition<LaTridiagonalArguments, "T" | "R"> = {
  source: spectralSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "size"],
  head: "__global__ void",
  list: "(T* all, R* diagonals, R* besides, T* vectors, T* taus, T* works, int* info, cuts_size n, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  T* a = all + matrix * n * n;
  T* v = vectors + matrix * n * n;
  T* tau = taus + matrix * n;
  R* d = diagonals + matrix * n;
  R* e = besides + matrix * n;
  T* cv = works + matrix * 4 * n;
  T* cw = cv + n;
  T* next = cw + n;
  T* sum = next + n;
  const R scale = la_scale(a, n * n);
  info[matrix] = scale == 0 ? -1 : 0;
  if (scale == 0) { for (cuts_size i = 0; i < n; i++) d[i] = e[i] = 0; return; }
  for (cuts_size j = 0; j < n; j++) cv[j] = cw[j] = la_number<T>(0);
  tau[n - 1] = la_number<T>(0);
  for (cuts_size k = 0; k < n; k++) {
    T* row = a + k * n;
    const T own_v = la_conj(cv[k]), own_w = la_conj(cw[k]);
    for (cuts_size j = k; j < n; j++) row[j] = row[j] - own_v * cw[j] - own_w * cv[j];
    d[k] = la_re(row[k]);
    if (k + 1 == n) break;
    for (cuts_size j = k + 1; j < n; j++) next[j] = la_conj(row[j]);
    R beta;
    const T factor = la_reflector(next + k + 1, 1, n - k - 1, beta);
    e[k] = beta;
    tau[k] = factor;
    next[k + 1] = la_number<T>(1);
    for (cuts_size j = k + 1; j < n; j++) { v[j * n + k] = next[j]; sum[j] = la_number<T>(0); }
    for (cuts_size i = k + 1; i < n; i++)
      la_update(a + i * n + k + 1, la_conj(cv[i]), cw + k + 1, la_conj(cw[i]), cv + k + 1, la_conj(next[i]), sum + k + 1, n - k - 1);
    R half = 0;
    for (cuts_size j = k + 1; j < n; j++) {
      cw[j] = la_conj(factor) * sum[j];
      half += la_re(factor * (cw[j] * next[j]));
    }
    half *= R(0.5);
    for (cuts_size j = k + 1; j < n; j++) {
      cv[j] = la_conj(next[j]);
      cw[j] = cw[j] - la_times(cv[j], half);
    }
  }
  e[n - 1] = scale;
`,
  write(block, values) {
    block.setArray(0, values.all);
    block.setArray(1, values.diagonals);
    block.setArray(2, values.besides);
    block.setArray(3, values.vectors);
    block.setArray(4, values.taus);
    block.setArray(5, values.works);
    block.setArray(6, values.info);
    block.setSize(7, values.n);
    block.setSize(8, values.first);
    block.setSize(9, values.batch);
  },
};

/** The parameters of `la_bidiagonal` in spectral.cuh. */
export interface LaBidiagonalArguments {
  readonly all: Pointer;
  readonly diagonals: Pointer;
  readonly besides: Pointer;
  readonly lefts: Pointer;
  readonly left_taus: Pointer;
  readonly rights: Pointer;
  readonly right_taus: Pointer;
  readonly works: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_bidiagonal` in spectral.cuh. */
export const laBidiagonal: KernelDefinition<LaBidiagonalArguments, "T" | "R"> = {
  source: spectralSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "size"],
  head: "__global__ void",
  list: "(T* all, R* diagonals, R* besides, T* lefts, T* left_taus, T* rights, T* right_taus, T* works, int* info, cuts_size n, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  T* a = all + matrix * n * n;
  T* left = lefts + matrix * n * n;
  T* right = rights + matrix * n * n;
  R* d = diagonals + matrix * n;
  R* e = besides + matrix * n;
  T* v = works + matrix * 6 * n;
  T* y = v + n;
  T* x = y + n;
  T* u = x + n;
  T* next = u + n;
  T* sum = next + n;
  const R scale = la_scale(a, n * n);
  info[matrix] = scale == 0 ? -1 : 0;
  if (scale == 0) { for (cuts_size i = 0; i < n; i++) d[i] = e[i] = 0; return; }
  for (cuts_size j = 0; j < n; j++) v[j] = y[j] = x[j] = u[j] = la_number<T>(0);
  for (cuts_size k = 0; k < n; k++) {
    for (cuts_size i = k; i < n; i++) next[i] = a[i * n + k] - v[i] * y[k] - x[i] * u[k];
    R beta;
    const T factor = la_reflector(next + k, 1, n - k, beta);
    d[k] = beta;
    left_taus[matrix * n + k] = factor;
    next[k] = la_number<T>(1);
    for (cuts_size i = k; i < n; i++) left[i * n + k] = next[i];
    const cuts_size width = n - k - 1;
    if (width == 0) { right_taus[matrix * n + k] = la_number<T>(0); break; }
    for (cuts_size j = k + 1; j < n; j++) sum[j] = la_number<T>(0);
    for (cuts_size i = k; i < n; i++)
      la_update(a + i * n + k + 1, v[i], y + k + 1, x[i], u + k + 1, la_conj(next[i]), sum + k + 1, width);
    for (cuts_size j = k + 1; j < n; j++) {
      y[j] = la_conj(factor) * sum[j];
      u[j] = la_conj(a[k * n + j] - y[j]);
    }
    for (cuts_size i = k; i < n; i++) v[i] = next[i];
    const T other = la_reflector(u + k + 1, 1, width, beta);
    e[k] = beta;
    right_taus[matrix * n + k] = other;
    u[k + 1] = la_number<T>(1);
    for (cuts_size j = k + 1; j < n; j++) right[j * n + k] = u[j];
    const T both = la_dot(y + k + 1, u + k + 1, width);
    for (cuts_size i = k + 1; i < n; i++) x[i] = other * (la_dot(a + i * n + k + 1, u + k + 1, width) - v[i] * both);
    for (cuts_size j = k + 1; j < n; j++) u[j] = la_conj(u[j]);
  }
  e[n - 1] = scale;
`,
  write(block, values) {
    block.setArray(0, values.all);
    block.setArray(1, values.diagonals);
    block.setArray(2, values.besides);
    block.setArray(3, values.lefts);
    block.setArray(4, values.left_taus);
    block.setArray(5, values.rights);
    block.setArray(6, values.right_taus);
    block.setArray(7, values.works);
    block.setArray(8, values.info);
    block.setSize(9, values.n);
    block.setSize(10, values.first);
    block.setSize(11, values.batch);
  },
};

const generalSource: KernelSource = {
  includes: [spectralSource],
  text: `template <class R> CUTS_INLINE cuts_complex<R> la_root(cuts_complex<R> x) {
  const R size = la_abs(x);
  if (size == 0) return x;
  R re = sqrt((size + la_abs(x.re)) / 2);
  const R im = x.im / (2 * re);
  if (x.re >= 0) return cuts_make(re, im);
  return cuts_make(la_abs(im), x.im < 0 ? -re : re);
}
template <class C> CUTS_INLINE void la_hessenberg(C* h, C* z, C* v, C* sum, cuts_size n) {
  for (cuts_size k = 0; k + 2 < n; k++) {
    LA_REAL(C) beta;
    const C tau = la_reflector(h + (k + 1) * n + k, n, n - k - 1, beta);
    for (cuts_size i = k + 1; i < n; i++) { v[i] = h[i * n + k]; h[i * n + k] = la_number<C>(0); sum[i] = la_number<C>(0); }
    h[(k + 1) * n + k] = la_number<C>(beta);
    v[k + 1] = la_number<C>(1);
    const cuts_size width = n - k - 1;
    for (cuts_size i = k + 1; i < n; i++) la_subtract(sum + k + 1, -la_conj(v[i]), h + i * n + k + 1, width);
    for (cuts_size i = k + 1; i < n; i++) la_subtract(h + i * n + k + 1, la_conj(tau) * v[i], sum + k + 1, width);
    for (cuts_size i = k + 1; i < n; i++) sum[i] = la_conj(v[i]);
    for (cuts_size i = 0; i < n; i++)
      la_subtract(h + i * n + k + 1, tau * la_dot(h + i * n + k + 1, v + k + 1, width), sum + k + 1, width);
    if (z == nullptr) continue;
    for (cuts_size j = 0; j < n; j++) sum[j] = la_number<C>(0);
    for (cuts_size j = k + 1; j < n; j++) la_subtract(sum, -v[j], z + j * n, n);
    for (cuts_size j = k + 1; j < n; j++) la_subtract(z + j * n, tau * la_conj(v[j]), sum, n);
  }
}
template <class C> CUTS_INLINE void la_turn(C* __restrict__ x, C* __restrict__ y, LA_REAL(C) c, C s, cuts_size n) {
  const C back = -la_conj(s);
  for (cuts_size j = 0; j < n; j++) {
    const C own = x[j], other = y[j];
    x[j] = la_times(own, c) + s * other;
    y[j] = la_times(other, c) + back * own;
  }
}
template <class C> CUTS_INLINE C la_shift(C a, C b, C c, C d) {
  const C product = b * c;
  if (la_size(product) == 0) return d;
  const C half = la_times(a - d, LA_REAL(C)(0.5)), root = la_root(half * half + product);
  const C sum = half + root, difference = half - root;
  const C divisor = la_size(sum) >= la_size(difference) ? sum : difference;
  return d - product / divisor;
}
template <class C> CUTS_INLINE bool la_schur(C* h, C* z, cuts_size n) {
  typedef LA_REAL(C) R;
  const R epsilon = la_epsilon<R>();
  int steps = 0;
  for (cuts_size end = n; end > 1;) {
    const cuts_size last = end - 1;
    cuts_size low = last;
    for (; low > 0; low--) {
      C* below = h + low * n + low - 1;
      const R size = la_size(*below), beside = la_size(h[(low - 1) * n + low - 1]) + la_size(h[low * n + low]);
      if (size <= epsilon * beside || size <= la_tiny<R>()) { *below = la_number<C>(0); break; }
    }
    if (low == last) { end--; steps = 0; continue; }
    if (steps++ == 90) return false;
    C* corner = h + (last - 1) * n + last - 1;
    C shift = la_shift(corner[0], corner[1], corner[n], corner[n + 1]);
    if (steps % 10 == 0) shift = corner[n + 1] + la_number<C>(la_size(corner[n]) * R(0.75));
    C x = h[low * n + low] - shift, y = h[(low + 1) * n + low];
    for (cuts_size k = low; k < last; k++) {
      const R size = la_abs(x), length = la_hypot(size, la_abs(y));
      R c = 1;
      C s = la_number<C>(0);
      if (length > 0) {
        c = size / length;
        const C phase = size == 0 ? la_number<C>(1) : la_from<C>::parts(x.re / size, x.im / size);
        s = phase * la_from<C>::parts(y.re / length, -y.im / length);
      }
      const cuts_size from = k > low ? k - 1 : k, to = z == nullptr ? end : n;
      la_turn(h + k * n + from, h + (k + 1) * n + from, c, s, to - from);
      const cuts_size rows = k + 3 < end ? k + 3 : end;
      const C conjugate = la_conj(s);
      for (cuts_size i = z == nullptr ? low : 0; i < rows; i++) {
        C* pair = h + i * n + k;
        const C own = pair[0], other = pair[1];
        pair[0] = la_times(own, c) + conjugate * other;
        pair[1] = la_times(other, c) - s * own;
      }
      if (z != nullptr) la_turn(z + k * n, z + (k + 1) * n, c, conjugate, n);
      if (k > low) h[(k + 1) * n + k - 1] = la_number<C>(0);
      if (k + 1 < last) { x = h[(k + 1) * n + k]; y = h[(k + 2) * n + k]; }
    }
  }
  return true;
}
template <class C> CUTS_INLINE void la_substitute(const C* t, C* x, cuts_size k, cuts_size n, LA_REAL(C) least) {
  typedef LA_REAL(C) R;
  const R large = sizeof(R) == 4 ? R(0x1p60) : R(0x1p500);
  x[k] = la_number<C>(1);
  for (cuts_size i = k; i-- > 0;) {
    const C sum = la_dot(t + i * n + i + 1, x + i + 1, k - i);
    C divisor = t[k * n + k] - t[i * n + i];
    if (la_size(divisor) < least) divisor = la_number<C>(least);
    x[i] = sum / divisor;
    if (la_size(x[i]) > large) for (cuts_size j = i; j <= k; j++) x[j] = la_times(x[j], R(1) / large);
  }
}
`,
};

/** The parameters of `la_eigen` in general.cuh. */
export interface LaEigenArguments {
  readonly all: Pointer;
  readonly values: Pointer;
  readonly vectors: Pointer;
  readonly works: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly wants: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_eigen` in general.cuh. */
export const laEigen: KernelDefinition<LaEigenArguments, "C" | "R"> = {
  source: generalSource,
  types: { C: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "size", "int32", "size", "size"],
  head: "__global__ void",
  list: "(C* all, C* values, C* vectors, C* works, int* info, cuts_size n, int wants, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  C* h = all + matrix * n * n;
  C* v = works + matrix * n * (n + 3);
  C* sum = v + n;
  C* x = sum + n;
  C* z = wants ? x + n : nullptr;
  values += matrix * n;
  const R scale = la_scale(h, n * n);
  info[matrix] = scale == 0 ? -1 : 0;
  if (scale == 0) {
    for (cuts_size i = 0; i < n * n; i++) h[i] = la_number<C>(0);
  }
  if (wants) for (cuts_size i = 0; i < n; i++) for (cuts_size j = 0; j < n; j++) z[i * n + j] = la_number<C>(i == j ? 1 : 0);
  la_hessenberg(h, z, v, sum, n);
  if (!la_schur(h, z, n)) info[matrix] = 1;
  for (cuts_size k = 0; k < n; k++) values[k] = la_times(h[k * n + k], scale);
  if (!wants) return;
  R largest = 0;
  for (cuts_size i = 0; i < n; i++) for (cuts_size j = i; j < n; j++) { const R own = la_size(h[i * n + j]); if (own > largest) largest = own; }
  const R least = largest * la_epsilon<R>() + la_tiny<R>();
  vectors += matrix * n * n;
  for (cuts_size k = 0; k < n; k++) {
    la_substitute(h, x, k, n, least);
    for (cuts_size j = 0; j < n; j++) sum[j] = la_number<C>(0);
    for (cuts_size j = 0; j <= k; j++) la_subtract(sum, -x[j], z + j * n, n);
    R most = 0, square = 0;
    for (cuts_size j = 0; j < n; j++) { const R own = la_size(sum[j]); if (own > most) most = own; }
    for (cuts_size j = 0; j < n; j++) { const C own = la_times(sum[j], R(1) / most); sum[j] = own; square += own.re * own.re + own.im * own.im; }
    const R inverse = R(1) / sqrt(square);
    for (cuts_size j = 0; j < n; j++) vectors[j * n + k] = la_times(sum[j], inverse);
  }
`,
  write(block, values) {
    block.setArray(0, values.all);
    block.setArray(1, values.values);
    block.setArray(2, values.vectors);
    block.setArray(3, values.works);
    block.setArray(4, values.info);
    block.setSize(5, values.n);
    block.setInt32(6, values.wants);
    block.setSize(7, values.first);
    block.setSize(8, values.batch);
  },
};

const productSource: KernelSource = {
  includes: [matrixSource],
  text: `#define LA_TILE 64
#define LA_DEPTH 128
template <class T> struct la_panel { static const int rows = 4, columns = sizeof(T) == 4 ? 8 : 4; };
template <class R> struct la_panel<cuts_complex<R>> { static const int rows = 2, columns = sizeof(R) == 4 ? 8 : 4; };
template <class T, int M, int N> CUTS_INLINE void la_add_product(T* c, cuts_size ldc, const T* a, cuts_size row, cuts_size column,
    const T* b, cuts_size ldb, cuts_size depth, LA_REAL(T) sign, LA_REAL(T) imaginary) {
  T sum[M][N];
  _Pragma("unroll") for (int i = 0; i < M; i++)
    _Pragma("unroll") for (int j = 0; j < N; j++) sum[i][j] = la_number<T>(0);
  for (cuts_size k = 0; k < depth; k++) {
    _Pragma("unroll") for (int i = 0; i < M; i++) {
      const T factor = la_conj_by(a[i * row + k * column], imaginary);
      _Pragma("unroll") for (int j = 0; j < N; j++) sum[i][j] = sum[i][j] + factor * b[k * ldb + j];
    }
  }
  _Pragma("unroll") for (int i = 0; i < M; i++)
    _Pragma("unroll") for (int j = 0; j < N; j++) c[i * ldc + j] = c[i * ldc + j] + la_times(sum[i][j], sign);
}
template <class T> CUTS_INLINE void la_product_tile(T* c, cuts_size ldc, const T* a, cuts_size row, cuts_size column, const T* b, cuts_size ldb,
    cuts_size m, cuts_size n, cuts_size depth, LA_REAL(T) sign, LA_REAL(T) imaginary) {
  const int M = la_panel<T>::rows, N = la_panel<T>::columns;
  for (cuts_size begin = 0; begin < depth; begin += LA_DEPTH, a += LA_DEPTH * column, b += LA_DEPTH * ldb) {
    const cuts_size part = depth - begin < LA_DEPTH ? depth - begin : LA_DEPTH;
    cuts_size i = 0;
    for (; i + M <= m; i += M) {
      cuts_size j = 0;
      for (; j + N <= n; j += N) la_add_product<T, M, N>(c + i * ldc + j, ldc, a + i * row, row, column, b + j, ldb, part, sign, imaginary);
      for (; j < n; j++) la_add_product<T, M, 1>(c + i * ldc + j, ldc, a + i * row, row, column, b + j, ldb, part, sign, imaginary);
    }
    for (; i < m; i++)
      for (cuts_size k = 0; k < part; k++)
        la_subtract(c + i * ldc, la_times(la_conj_by(a[i * row + k * column], imaginary), -sign), b + k * ldb, n);
  }
}
`,
};

/** The parameters of `la_product` in product.cuh. */
export interface LaProductArguments {
  readonly c: Pointer;
  readonly a: Pointer;
  readonly b: Pointer;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly ldc: number;
  readonly row: number;
  readonly column: number;
  readonly ldb: number;
  readonly next_c: number;
  readonly next_a: number;
  readonly next_b: number;
  readonly sign: number;
  readonly keep: number;
  readonly imaginary: number;
  readonly upper: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_product` in product.cuh. */
export const laProduct: KernelDefinition<LaProductArguments, "T" | "R"> = {
  source: productSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "size", "size", "size", "size", "size", "size", "size", "size", "int32", "int32", "int32", "int32", "size", "size"],
  head: "__global__ void",
  list: `(T* c, const T* a, const T* b,
    cuts_size m, cuts_size n, cuts_size k, cuts_size ldc, cuts_size row, cuts_size column, cuts_size ldb, cuts_size next_c, cuts_size next_a, cuts_size next_b,
    int sign, int keep, int imaginary, int upper, cuts_size first, cuts_size batch)`,
  body: `
  LA_MATRIX;
  const cuts_size i = blockIdx.y * LA_TILE, j = blockIdx.x * LA_TILE;
  if (upper && i >= j + LA_TILE) return;
  const cuts_size rows = m - i < LA_TILE ? m - i : LA_TILE, columns = n - j < LA_TILE ? n - j : LA_TILE;
  c += matrix * next_c + i * ldc + j;
  if (!keep) for (cuts_size r = 0; r < rows; r++) for (cuts_size s = 0; s < columns; s++) c[r * ldc + s] = la_number<T>(0);
  la_product_tile<T>(c, ldc, a + matrix * next_a + i * row, row, column, b + matrix * next_b + j, ldb, rows, columns, k, R(sign), R(imaginary));
`,
  write(block, values) {
    block.setArray(0, values.c);
    block.setArray(1, values.a);
    block.setArray(2, values.b);
    block.setSize(3, values.m);
    block.setSize(4, values.n);
    block.setSize(5, values.k);
    block.setSize(6, values.ldc);
    block.setSize(7, values.row);
    block.setSize(8, values.column);
    block.setSize(9, values.ldb);
    block.setSize(10, values.next_c);
    block.setSize(11, values.next_a);
    block.setSize(12, values.next_b);
    block.setInt32(13, values.sign);
    block.setInt32(14, values.keep);
    block.setInt32(15, values.imaginary);
    block.setInt32(16, values.upper);
    block.setSize(17, values.first);
    block.setSize(18, values.batch);
  },
};

const rotationSource: KernelSource = {
  includes: [matrixSource],
  text: `#define LA_SWEEPS 60
template <class R> CUTS_INLINE void la_rotate(R* __restrict__ x, R* __restrict__ y, R c, R s, cuts_size n) {
  for (cuts_size j = 0; j < n; j++) {
    const R own = x[j], other = y[j];
    x[j] = c * own + s * other;
    y[j] = c * other - s * own;
  }
}
template <class R> CUTS_INLINE void la_rotation(R f, R g, R& c, R& s, R& r) {
  if (g == 0) { c = 1; s = 0; r = f; return; }
  if (f == 0) { c = 0; s = 1; r = g; return; }
  r = la_hypot(f, g);
  c = f / r;
  s = g / r;
}
template <class R> CUTS_INLINE void la_sort(R* d, R* z, cuts_size n, cuts_size ld, cuts_size width, bool upwards) {
  for (cuts_size i = 0; i + 1 < n; i++) {
    cuts_size best = i;
    for (cuts_size k = i + 1; k < n; k++) if (upwards ? d[k] < d[best] : d[k] > d[best]) best = k;
    if (best == i) continue;
    const R kept = d[i]; d[i] = d[best]; d[best] = kept;
    if (width > 0) la_swap(z + i * ld, z + best * ld, width);
  }
}
template <class R> CUTS_INLINE bool la_ql(R* d, R* e, R* z, cuts_size n, cuts_size ld, cuts_size width) {
  const R epsilon = la_epsilon<R>();
  for (cuts_size l = 0; l < n; l++) {
    for (int sweep = 0;; sweep++) {
      cuts_size m = l;
      while (m + 1 < n && la_abs(e[m]) > epsilon * (la_abs(d[m]) + la_abs(d[m + 1])) && la_abs(e[m]) > la_tiny<R>()) m++;
      if (m == l) break;
      if (sweep == LA_SWEEPS) return false;
      R g = (d[l + 1] - d[l]) / (2 * e[l]), r = la_hypot(g, R(1));
      g = d[m] - d[l] + e[l] / (g + (g < 0 ? -r : r));
      R s = 1, c = 1, p = 0;
      bool split = false;
      for (cuts_size i = m; i-- > l;) {
        const R f = s * e[i], b = c * e[i];
        r = la_hypot(f, g);
        e[i + 1] = r;
        if (r == 0) { d[i + 1] -= p; e[m] = 0; split = true; break; }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        const R t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        if (width > 0) la_rotate(z + (i + 1) * ld, z + i * ld, c, s, width);
      }
      if (split) continue;
      d[l] -= p;
      e[l] = g;
      e[m] = 0;
    }
  }
  return true;
}
template <class R> CUTS_INLINE R la_smaller(R f, R g, R h) {
  f = la_abs(f); g = la_abs(g); h = la_abs(h);
  const R low = f < h ? f : h, high = f < h ? h : f;
  if (low == 0) return 0;
  if (g < high) {
    const R as = 1 + low / high, at = (high - low) / high, au = (g / high) * (g / high);
    return low * (2 / (sqrt(as * as + au) + sqrt(at * at + au)));
  }
  const R au = high / g;
  if (au == 0) return low * high / g;
  const R as = 1 + low / high, at = (high - low) / high;
  const R c = 1 / (sqrt(1 + (as * au) * (as * au)) + sqrt(1 + (at * au) * (at * au)));
  return 2 * (low * c) * au;
}
template <class R> CUTS_INLINE bool la_bidiagonal_qr(R* d, R* e, R* z, cuts_size n, cuts_size ld, cuts_size width, bool turns_left) {
  const R epsilon = la_epsilon<R>();
  R norm = 0;
  for (cuts_size i = 0; i < n; i++) {
    norm = la_abs(d[i]) > norm ? la_abs(d[i]) : norm;
    if (i + 1 < n) norm = la_abs(e[i]) > norm ? la_abs(e[i]) : norm;
  }
  const R nothing = epsilon * norm * R(0.5);
  cuts_size sweeps = 0;
  for (cuts_size high = n; high > 1;) {
    const cuts_size last = high - 1;
    cuts_size low = last;
    bool singular = la_abs(d[last]) <= nothing;
    while (low > 0) {
      const R beside = la_abs(e[low - 1]);
      if (beside <= epsilon * (la_abs(d[low - 1]) + la_abs(d[low])) || beside <= nothing * R(0.125)) { e[low - 1] = 0; break; }
      low--;
      if (la_abs(d[low]) <= nothing) singular = true;
    }
    if (low == last) { high--; continue; }
    if (sweeps++ == LA_SWEEPS * n) return false;
    R f = d[low], g = e[low];
    if (!singular) {
      const R shift = la_smaller(d[last - 1], e[last - 1], d[last]), ratio = shift / la_abs(d[low]);
      if (ratio * ratio >= epsilon) f = (la_abs(d[low]) - shift) * ((d[low] < 0 ? R(-1) : R(1)) + shift / d[low]);
    }
    for (cuts_size i = low; i < last; i++) {
      R c, s, r;
      la_rotation(f, g, c, s, r);
      if (i > low) e[i - 1] = r;
      f = c * d[i] + s * e[i];
      e[i] = c * e[i] - s * d[i];
      g = s * d[i + 1];
      d[i + 1] = c * d[i + 1];
      if (!turns_left && width > 0) la_rotate(z + i * ld, z + (i + 1) * ld, c, s, width);
      la_rotation(f, g, c, s, r);
      d[i] = r;
      f = c * e[i] + s * d[i + 1];
      d[i + 1] = c * d[i + 1] - s * e[i];
      if (i + 1 < last) { g = s * e[i + 1]; e[i + 1] = c * e[i + 1]; }
      if (turns_left && width > 0) la_rotate(z + i * ld, z + (i + 1) * ld, c, s, width);
    }
    e[last - 1] = f;
  }
  for (cuts_size i = 0; i < n; i++) {
    if (d[i] >= 0) continue;
    d[i] = -d[i];
    if (!turns_left) for (cuts_size j = 0; j < width; j++) z[i * ld + j] = -z[i * ld + j];
  }
  return true;
}
template <class R> CUTS_INLINE void la_own(R* own, const R* d, const R* e, cuts_size n) {
  for (cuts_size i = 0; i < n; i++) { own[i] = d[i]; own[n + i] = e[i]; }
}
`,
};

/** The parameters of `la_eigenvalues` in rotation.cuh. */
export interface LaEigenvaluesArguments {
  readonly values: Pointer;
  readonly d: Pointer;
  readonly e: Pointer;
  readonly z: Pointer;
  readonly works: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly columns: number;
  readonly part: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_eigenvalues` in rotation.cuh. */
export const laEigenvalues: KernelDefinition<LaEigenvaluesArguments, "R"> = {
  source: rotationSource,
  types: { R: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "size", "size", "size"],
  head: "__global__ void",
  list: "(R* values, const R* d, const R* e, R* z, R* works, int* info, cuts_size n, cuts_size columns, cuts_size part, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  const cuts_size begin = blockIdx.x * part, width = columns - begin < part ? columns - begin : part;
  R* own = works + (matrix * gridDim.x + blockIdx.x) * 2 * n;
  la_own(own, d + matrix * n, e + matrix * n, n);
  z += matrix * n * columns + begin;
  const R scale = own[n + n - 1];
  own[n + n - 1] = 0;
  const bool done = la_ql(own, own + n, z, n, columns, width);
  la_sort(own, z, n, columns, width, true);
  if (blockIdx.x > 0) return;
  if (!done && info[matrix] == 0) info[matrix] = 1;
  for (cuts_size i = 0; i < n; i++) values[matrix * n + i] = own[i] * scale;
`,
  write(block, values) {
    block.setArray(0, values.values);
    block.setArray(1, values.d);
    block.setArray(2, values.e);
    block.setArray(3, values.z);
    block.setArray(4, values.works);
    block.setArray(5, values.info);
    block.setSize(6, values.n);
    block.setSize(7, values.columns);
    block.setSize(8, values.part);
    block.setSize(9, values.first);
    block.setSize(10, values.batch);
  },
};

/** The parameters of `la_singular_values` in rotation.cuh. */
export interface LaSingularValuesArguments {
  readonly values: Pointer;
  readonly d: Pointer;
  readonly e: Pointer;
  readonly left: Pointer;
  readonly right: Pointer;
  readonly works: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly columns: number;
  readonly part: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_singular_values` in rotation.cuh. */
export const laSingularValues: KernelDefinition<LaSingularValuesArguments, "R"> = {
  source: rotationSource,
  types: { R: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "size", "size", "size"],
  head: "__global__ void",
  list: "(R* values, const R* d, const R* e, R* left, R* right, R* works, int* info, cuts_size n, cuts_size columns, cuts_size part, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  const cuts_size begin = blockIdx.x * part, width = columns - begin < part ? columns - begin : part;
  const bool turns_left = blockIdx.y == 1;
  R* own = works + ((matrix * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * 2 * n;
  la_own(own, d + matrix * n, e + matrix * n, n);
  R* z = (turns_left ? left : right) + matrix * n * columns + begin;
  const R scale = own[n + n - 1];
  own[n + n - 1] = 0;
  const bool done = la_bidiagonal_qr(own, own + n, z, n, columns, width, turns_left);
  la_sort(own, z, n, columns, width, false);
  if (blockIdx.x > 0 || turns_left) return;
  if (!done && info[matrix] == 0) info[matrix] = 1;
  for (cuts_size i = 0; i < n; i++) values[matrix * n + i] = own[i] * scale;
`,
  write(block, values) {
    block.setArray(0, values.values);
    block.setArray(1, values.d);
    block.setArray(2, values.e);
    block.setArray(3, values.left);
    block.setArray(4, values.right);
    block.setArray(5, values.works);
    block.setArray(6, values.info);
    block.setSize(7, values.n);
    block.setSize(8, values.columns);
    block.setSize(9, values.part);
    block.setSize(10, values.first);
    block.setSize(11, values.batch);
  },
};

const smallSource: KernelSource = {
  includes: [matrixSource],
  text: `#define LA_SMALL 32
#define LA_PITCH 33
#define LA_BLOCK_MATRIX const cuts_size matrix = first + blockIdx.z; if (matrix >= batch) return
template <class T> CUTS_INLINE void la_subtract_column(T* __restrict__ y, T a, const T* __restrict__ x, int n) {
  for (int j = 0; j < n; j++) y[j] = y[j] - a * la_conj(x[j * LA_PITCH]);
}
CUTS_INLINE int la_wrap(int x, int rounds) { return x >= rounds ? x - rounds : x; }
CUTS_INLINE int la_player(int k, int round, int players) { return k == 0 ? players - 1 : la_wrap(round + k, players - 1); }
CUTS_INLINE int la_rival(int k, int round, int players) { return la_wrap(round + players - 1 - k, players - 1); }
`,
};

/** The parameters of `la_small_lu` in small.cuh. */
export interface LaSmallLuArguments {
  readonly all: Pointer;
  readonly pivots: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_small_lu` in small.cuh. */
export const laSmallLu: KernelDefinition<LaSmallLuArguments, "T" | "R"> = {
  source: smallSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "size"],
  head: "__global__ void",
  list: "(T* all, int* pivots, int* info, cuts_size n, cuts_size first, cuts_size batch)",
  body: `
  LA_BLOCK_MATRIX;
  __shared__ T a[LA_SMALL * LA_PITCH];
  const int rows = (int)n, lane = (int)threadIdx.x;
  all += matrix * n * n;
  pivots += matrix * n;
  if (lane < rows) for (int i = 0; i < rows; i++) a[i * LA_PITCH + lane] = all[i * rows + lane];
  __syncthreads();
  int zero = 0;
  for (int k = 0; k < rows; k++) {
    int best = k;
    R size = la_size(a[k * LA_PITCH + k]);
    for (int i = k + 1; i < rows; i++) {
      const R own = la_size(a[i * LA_PITCH + k]);
      if (own > size) { size = own; best = i; }
    }
    if (lane == 0) pivots[k] = best;
    __syncthreads();
    if (best != k && lane < rows) {
      const T kept = a[k * LA_PITCH + lane];
      a[k * LA_PITCH + lane] = a[best * LA_PITCH + lane];
      a[best * LA_PITCH + lane] = kept;
    }
    __syncthreads();
    const T pivot = a[k * LA_PITCH + k];
    if (pivot == la_number<T>(0)) { if (zero == 0) zero = k + 1; continue; }
    if (lane > k && lane < rows) {
      T* own = a + lane * LA_PITCH;
      const T factor = own[k] / pivot;
      own[k] = factor;
      la_subtract(own + k + 1, factor, a + k * LA_PITCH + k + 1, (cuts_size)(rows - k - 1));
    }
    __syncthreads();
  }
  if (lane == 0) info[matrix] = zero;
  if (lane < rows) for (int i = 0; i < rows; i++) all[i * rows + lane] = a[i * LA_PITCH + lane];
`,
  write(block, values) {
    block.setArray(0, values.all);
    block.setArray(1, values.pivots);
    block.setArray(2, values.info);
    block.setSize(3, values.n);
    block.setSize(4, values.first);
    block.setSize(5, values.batch);
  },
};

/** The parameters of `la_small_solve` in small.cuh. */
export interface LaSmallSolveArguments {
  readonly x: Pointer;
  readonly lu: Pointer;
  readonly pivots: Pointer;
  readonly n: number;
  readonly columns: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_small_solve` in small.cuh. */
export const laSmallSolve: KernelDefinition<LaSmallSolveArguments, "T"> = {
  source: smallSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "size", "size"],
  head: "__global__ void",
  list: "(T* x, const T* lu, const int* pivots, cuts_size n, cuts_size columns, cuts_size first, cuts_size batch)",
  body: `
  LA_BLOCK_MATRIX;
  __shared__ T a[LA_SMALL * LA_PITCH];
  __shared__ T b[LA_SMALL * LA_PITCH];
  const int rows = (int)n, lane = (int)threadIdx.x;
  const cuts_size begin = blockIdx.x * LA_SMALL;
  const int width = columns - begin < LA_SMALL ? (int)(columns - begin) : LA_SMALL;
  lu += matrix * n * n;
  pivots += matrix * n;
  x += matrix * n * columns + begin;
  for (int i = 0; i < rows; i++) {
    if (lane < rows) a[i * LA_PITCH + lane] = lu[i * rows + lane];
    if (lane < width) b[i * LA_PITCH + lane] = x[(cuts_size)i * columns + lane];
  }
  __syncthreads();
  if (lane < width) for (int k = 0; k < rows; k++) {
    const int other = pivots[k];
    const T kept = b[k * LA_PITCH + lane];
    b[k * LA_PITCH + lane] = b[other * LA_PITCH + lane];
    b[other * LA_PITCH + lane] = kept;
  }
  __syncthreads();
  int across = 1;
  while (across < width) across *= 2;
  const int column = lane % across, row = lane / across, step = LA_SMALL / across;
  const bool has = column < width;
  for (int k = 0; k < rows; k++) {
    const T value = b[k * LA_PITCH + column];
    if (has) for (int i = k + 1 + row; i < rows; i += step)
      b[i * LA_PITCH + column] = b[i * LA_PITCH + column] - a[i * LA_PITCH + k] * value;
    __syncthreads();
  }
  for (int k = rows - 1; k >= 0; k--) {
    const T value = b[k * LA_PITCH + column] / a[k * LA_PITCH + k];
    __syncthreads();
    if (has) {
      if (row == 0) b[k * LA_PITCH + column] = value;
      for (int i = row; i < k; i += step) b[i * LA_PITCH + column] = b[i * LA_PITCH + column] - a[i * LA_PITCH + k] * value;
    }
    __syncthreads();
  }
  if (lane < width) for (int i = 0; i < rows; i++) x[(cuts_size)i * columns + lane] = b[i * LA_PITCH + lane];
`,
  write(block, values) {
    block.setArray(0, values.x);
    block.setArray(1, values.lu);
    block.setArray(2, values.pivots);
    block.setSize(3, values.n);
    block.setSize(4, values.columns);
    block.setSize(5, values.first);
    block.setSize(6, values.batch);
  },
};

/** The parameters of `la_small_cholesky` in small.cuh. */
export interface LaSmallCholeskyArguments {
  readonly all: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_small_cholesky` in small.cuh. */
export const laSmallCholesky: KernelDefinition<LaSmallCholeskyArguments, "T" | "R"> = {
  source: smallSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "size", "size", "size"],
  head: "__global__ void",
  list: "(T* all, int* info, cuts_size n, cuts_size first, cuts_size batch)",
  body: `
  LA_BLOCK_MATRIX;
  __shared__ T a[LA_SMALL * LA_PITCH];
  const int rows = (int)n, lane = (int)threadIdx.x;
  all += matrix * n * n;
  if (lane < rows) for (int i = 0; i < rows; i++) a[i * LA_PITCH + lane] = all[i * rows + lane];
  T* own = a + lane * LA_PITCH;
  int bad = 0;
  for (int k = 0; k < rows; k++) {
    __syncthreads();
    const R square = la_re(a[k * LA_PITCH + k]);
    if (!(square > 0)) { bad = k + 1; break; }
    const R root = sqrt(square);
    __syncthreads();
    if (lane == k) own[k] = la_number<T>(root);
    if (lane > k && lane < rows) own[k] = la_from<T>::parts(la_re(own[k]) / root, la_im(own[k]) / root);
    __syncthreads();
    if (lane > k && lane < rows) la_subtract_column(own + k + 1, own[k], a + (k + 1) * LA_PITCH + k, lane - k);
  }
  __syncthreads();
  if (lane == 0) info[matrix] = bad;
  if (lane < rows) for (int i = 0; i < rows; i++) all[i * rows + lane] = lane <= i ? a[i * LA_PITCH + lane] : la_number<T>(0);
`,
  write(block, values) {
    block.setArray(0, values.all);
    block.setArray(1, values.info);
    block.setSize(2, values.n);
    block.setSize(3, values.first);
    block.setSize(4, values.batch);
  },
};

/** The parameters of `la_small_eigh` in small.cuh. */
export interface LaSmallEighArguments {
  readonly values: Pointer;
  readonly vectors: Pointer;
  readonly all: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly wants: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_small_eigh` in small.cuh. */
export const laSmallEigh: KernelDefinition<LaSmallEighArguments, "T" | "R"> = {
  source: smallSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size", "int32", "size", "size"],
  head: "__global__ void",
  list: "(R* values, T* vectors, const T* all, int* info, cuts_size n, int wants, cuts_size first, cuts_size batch)",
  body: `
  LA_BLOCK_MATRIX;
  __shared__ T a[LA_SMALL * LA_PITCH];
  __shared__ T v[LA_SMALL * LA_PITCH];
  __shared__ R cosines[LA_SMALL / 2];
  __shared__ T sines[LA_SMALL / 2];
  __shared__ R largest[LA_SMALL];
  __shared__ R squares[LA_SMALL];
  __shared__ int turned;
  const int rows = (int)n, thread = (int)threadIdx.x, threads = (int)blockDim.x;
  all += matrix * n * n;
  for (int at = thread; at < LA_SMALL * LA_SMALL; at += threads) {
    const int i = at / LA_SMALL, j = at % LA_SMALL;
    a[i * LA_PITCH + j] = i < rows && j < rows ? all[i * rows + j] : la_number<T>(0);
    v[i * LA_PITCH + j] = la_number<T>(i == j ? 1 : 0);
  }
  __syncthreads();
  if (thread < LA_SMALL) {
    R most = 0;
    for (int j = 0; j < rows; j++) {
      const R size = la_size(a[thread * LA_PITCH + j]);
      if (!(size <= most)) most = la_is_finite(most) ? size : most;
    }
    largest[thread] = most;
  }
  __syncthreads();
  R most = 0;
  for (int i = 0; i < rows; i++) if (!(largest[i] <= most)) most = la_is_finite(most) ? largest[i] : most;
  const bool is_finite = la_is_finite(most);
  const R scale = la_scale_of(most), inverse = R(1) / scale;
  for (int at = thread; at < LA_SMALL * LA_SMALL; at += threads) {
    T* own = a + at / LA_SMALL * LA_PITCH + at % LA_SMALL;
    *own = is_finite ? la_times(*own, inverse) : la_number<T>(0);
  }
  __syncthreads();
  if (thread < LA_SMALL) {
    R sum = 0;
    for (int j = 0; j < rows; j++) { const R size = la_size(a[thread * LA_PITCH + j]); sum += size * size; }
    squares[thread] = sum;
  }
  __syncthreads();
  R norm = 0;
  for (int i = 0; i < rows; i++) norm += squares[i];
  const R negligible = la_epsilon<R>() * sqrt(norm) / 16;
  const int players = rows + rows % 2, pairs = players / 2;
  const int right = thread % (LA_SMALL / 2), down = thread / (LA_SMALL / 2), step = threads / (LA_SMALL / 2);
  int sweep = 0;
  for (; sweep < 40; sweep++) {
    if (thread == 0) turned = 0;
    __syncthreads();
    for (int round = 0; round < players - 1; round++) {
      if (thread < pairs) {
        const int p = la_player(thread, round, players), q = la_rival(thread, round, players);
        const T beside = a[p * LA_PITCH + q];
        const R size = la_abs(beside);
        R c = 1;
        T s = la_number<T>(0);
        if (size > negligible) {
          const R tau = (la_re(a[q * LA_PITCH + q]) - la_re(a[p * LA_PITCH + p])) / (2 * size);
          const R t = (tau >= 0 ? R(1) : R(-1)) / (la_abs(tau) + sqrt(1 + tau * tau));
          c = R(1) / sqrt(1 + t * t);
          s = la_times(beside, t * c / size);
          turned = 1;
        }
        cosines[thread] = c;
        sines[thread] = s;
      }
      __syncthreads();
      if (right < pairs) {
        const int pl = la_player(right, round, players), ql = la_rival(right, round, players);
        const R cl = cosines[right];
        const T sl = sines[right], tl = la_conj(sl);
        for (int k = down; k < pairs; k += step) {
          const int pk = la_player(k, round, players), qk = la_rival(k, round, players);
          T* up = a + pk * LA_PITCH;
          T* low = a + qk * LA_PITCH;
          const R ck = cosines[k];
          const T sk = sines[k], tk = la_conj(sk);
          const T pp = la_times(up[pl], ck) - sk * low[pl], pq = la_times(up[ql], ck) - sk * low[ql];
          const T qp = tk * up[pl] + la_times(low[pl], ck), qq = tk * up[ql] + la_times(low[ql], ck);
          up[pl] = la_times(pp, cl) - tl * pq;
          low[ql] = sl * qp + la_times(qq, cl);
          const bool is_own = k == right && sk != la_number<T>(0);
          up[ql] = is_own ? la_number<T>(0) : sl * pp + la_times(pq, cl);
          low[pl] = is_own ? la_number<T>(0) : la_times(qp, cl) - tl * qq;
        }
        if (wants) for (int i = down; i < rows; i += step) {
          T* own = v + i * LA_PITCH;
          const T p = own[pl], q = own[ql];
          own[pl] = la_times(p, cl) - tl * q;
          own[ql] = sl * p + la_times(q, cl);
        }
      }
      __syncthreads();
    }
    if (turned == 0) break;
    __syncthreads();
  }
  if (thread == 0) info[matrix] = !is_finite ? -1 : turned ? 1 : 0;
  values += matrix * n;
  vectors += matrix * n * n;
  if (thread >= rows) return;
  const R own = la_re(a[thread * LA_PITCH + thread]);
  int rank = 0;
  for (int i = 0; i < rows; i++) {
    const R other = la_re(a[i * LA_PITCH + i]);
    if (other < own || (other == own && i < thread)) rank++;
  }
  values[rank] = own * scale;
  if (wants) for (int i = 0; i < rows; i++) vectors[i * rows + rank] = v[i * LA_PITCH + thread];
`,
  write(block, values) {
    block.setArray(0, values.values);
    block.setArray(1, values.vectors);
    block.setArray(2, values.all);
    block.setArray(3, values.info);
    block.setSize(4, values.n);
    block.setInt32(5, values.wants);
    block.setSize(6, values.first);
    block.setSize(7, values.batch);
  },
};

const triangularSource: KernelSource = {
  includes: [matrixSource],
  text: `
`,
};

/** The parameters of `la_lu_panel` in triangular.cuh. */
export interface LaLuPanelArguments {
  readonly all: Pointer;
  readonly pivots: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_lu_panel` in triangular.cuh. */
export const laLuPanel: KernelDefinition<LaLuPanelArguments, "T" | "R"> = {
  source: triangularSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "size", "size", "size"],
  head: "__global__ void",
  list: "(T* all, int* pivots, int* info, cuts_size n, cuts_size from, cuts_size to, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  T* a = all + matrix * n * n;
  if (from == 0) info[matrix] = 0;
  for (cuts_size k = from; k < to; k++) {
    cuts_size best = k;
    R size = la_size(a[k * n + k]);
    for (cuts_size i = k + 1; i < n; i++) {
      const R own = la_size(a[i * n + k]);
      if (own > size) { size = own; best = i; }
    }
    pivots[matrix * n + k] = (int)best;
    if (best != k) la_swap(a + k * n + from, a + best * n + from, to - from);
    const T pivot = a[k * n + k];
    if (pivot == la_number<T>(0)) { if (info[matrix] == 0) info[matrix] = (int)k + 1; continue; }
    for (cuts_size i = k + 1; i < n; i++) {
      const T factor = a[i * n + k] / pivot;
      a[i * n + k] = factor;
      la_subtract(a + i * n + k + 1, factor, a + k * n + k + 1, to - k - 1);
    }
  }
`,
  write(block, values) {
    block.setArray(0, values.all);
    block.setArray(1, values.pivots);
    block.setArray(2, values.info);
    block.setSize(3, values.n);
    block.setSize(4, values.from);
    block.setSize(5, values.to);
    block.setSize(6, values.first);
    block.setSize(7, values.batch);
  },
};

/** The parameters of `la_swap_rows` in triangular.cuh. */
export interface LaSwapRowsArguments {
  readonly x: Pointer;
  readonly pivots: Pointer;
  readonly n: number;
  readonly m: number;
  readonly from: number;
  readonly to: number;
  readonly skip: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_swap_rows` in triangular.cuh. */
export const laSwapRows: KernelDefinition<LaSwapRowsArguments, "T"> = {
  source: triangularSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "size", "size", "size", "size", "int32", "size", "size"],
  head: "__global__ void",
  list: "(T* x, const int* pivots, cuts_size n, cuts_size m, cuts_size from, cuts_size to, int skip, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  const cuts_size begin = blockIdx.x * LA_BLOCK, width = m - begin < LA_BLOCK ? m - begin : LA_BLOCK;
  if (skip && begin == from) return;
  x += matrix * n * m + begin;
  for (cuts_size k = from; k < to; k++) {
    const cuts_size other = pivots[matrix * n + k];
    if (other != k) la_swap(x + k * m, x + other * m, width);
  }
`,
  write(block, values) {
    block.setArray(0, values.x);
    block.setArray(1, values.pivots);
    block.setSize(2, values.n);
    block.setSize(3, values.m);
    block.setSize(4, values.from);
    block.setSize(5, values.to);
    block.setInt32(6, values.skip);
    block.setSize(7, values.first);
    block.setSize(8, values.batch);
  },
};

/** The parameters of `la_triangular` in triangular.cuh. */
export interface LaTriangularArguments {
  readonly x: Pointer;
  readonly a: Pointer;
  readonly n: number;
  readonly columns: number;
  readonly ldx: number;
  readonly from: number;
  readonly to: number;
  readonly upper: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_triangular` in triangular.cuh. */
export const laTriangular: KernelDefinition<LaTriangularArguments, "T"> = {
  source: triangularSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "size", "size", "size", "size", "size", "int32", "size", "size"],
  head: "__global__ void",
  list: "(T* x, const T* a, cuts_size n, cuts_size columns, cuts_size ldx, cuts_size from, cuts_size to, int upper, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  const cuts_size begin = blockIdx.x * LA_BLOCK, width = columns - begin < LA_BLOCK ? columns - begin : LA_BLOCK;
  a += matrix * n * n;
  x += matrix * n * ldx + begin;
  if (!upper) {
    for (cuts_size i = from + 1; i < to; i++)
      for (cuts_size k = from; k < i; k++) la_subtract(x + i * ldx, a[i * n + k], x + k * ldx, width);
    return;
  }
  for (cuts_size i = to; i-- > from;) {
    for (cuts_size k = i + 1; k < to; k++) la_subtract(x + i * ldx, a[i * n + k], x + k * ldx, width);
    const T pivot = a[i * n + i];
    for (cuts_size j = 0; j < width; j++) x[i * ldx + j] = x[i * ldx + j] / pivot;
  }
`,
  write(block, values) {
    block.setArray(0, values.x);
    block.setArray(1, values.a);
    block.setSize(2, values.n);
    block.setSize(3, values.columns);
    block.setSize(4, values.ldx);
    block.setSize(5, values.from);
    block.setSize(6, values.to);
    block.setInt32(7, values.upper);
    block.setSize(8, values.first);
    block.setSize(9, values.batch);
  },
};

/** The parameters of `la_cholesky_panel` in triangular.cuh. */
export interface LaCholeskyPanelArguments {
  readonly all: Pointer;
  readonly info: Pointer;
  readonly n: number;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_cholesky_panel` in triangular.cuh. */
export const laCholeskyPanel: KernelDefinition<LaCholeskyPanelArguments, "T" | "R"> = {
  source: triangularSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "size", "size", "size", "size", "size"],
  head: "__global__ void",
  list: "(T* all, int* info, cuts_size n, cuts_size from, cuts_size to, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  T* a = all + matrix * n * n;
  if (from == 0) info[matrix] = 0;
  if (info[matrix] != 0) return;
  for (cuts_size k = from; k < to; k++) {
    T* own = a + k * n;
    const R square = la_re(own[k]);
    if (!(square > 0)) { info[matrix] = (int)k + 1; return; }
    const R root = sqrt(square);
    own[k] = la_number<T>(root);
    for (cuts_size j = k + 1; j < n; j++) own[j] = la_from<T>::parts(la_re(own[j]) / root, la_im(own[j]) / root);
    for (cuts_size i = k + 1; i < to; i++) la_subtract(a + i * n + i, la_conj(own[i]), own + i, n - i);
  }
`,
  write(block, values) {
    block.setArray(0, values.all);
    block.setArray(1, values.info);
    block.setSize(2, values.n);
    block.setSize(3, values.from);
    block.setSize(4, values.to);
    block.setSize(5, values.first);
    block.setSize(6, values.batch);
  },
};

/** The parameters of `la_determinant` in triangular.cuh. */
export interface LaDeterminantArguments {
  readonly signs: Pointer;
  readonly logarithms: Pointer;
  readonly determinants: Pointer;
  readonly lu: Pointer;
  readonly pivots: Pointer;
  readonly n: number;
  readonly base: number;
  readonly first: number;
  readonly batch: number;
}

/** `la_determinant` in triangular.cuh. */
export const laDeterminant: KernelDefinition<LaDeterminantArguments, "T" | "R"> = {
  source: triangularSource,
  types: { T: "class", R: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "size", "int32", "size", "size"],
  head: "__global__ void",
  list: "(T* signs, R* logarithms, T* determinants, const T* lu, const int* pivots, cuts_size n, int base, cuts_size first, cuts_size batch)",
  body: `
  LA_MATRIX;
  lu += matrix * n * n;
  pivots += matrix * n;
  const R large = sizeof(R) == 4 ? R(0x1p60) : R(0x1p500), small = R(1) / large;
  T product = la_number<T>(1), sign = product;
  R logarithm = 0;
  int scale = 0;
  for (cuts_size k = 0; k < n; k++) {
    T factor = lu[k * n + k];
    if (pivots[k] != (int)k + base) factor = -factor;
    product = product * factor;
    const R size = la_abs(factor), whole = la_size(product);
    sign = size == 0 ? la_number<T>(0) : sign * la_from<T>::parts(la_re(factor) / size, la_im(factor) / size);
    logarithm += log(size);
    if (whole > large) { product = la_times(product, small); scale++; }
    else if (whole < small && whole > 0) { product = la_times(product, large); scale--; }
  }
  for (; scale > 0; scale--) product = la_times(product, large);
  for (; scale < 0; scale++) product = la_times(product, small);
  signs[matrix] = sign;
  logarithms[matrix] = logarithm;
  determinants[matrix] = product;
`,
  write(block, values) {
    block.setArray(0, values.signs);
    block.setArray(1, values.logarithms);
    block.setArray(2, values.determinants);
    block.setArray(3, values.lu);
    block.setArray(4, values.pivots);
    block.setSize(5, values.n);
    block.setInt32(6, values.base);
    block.setSize(7, values.first);
    block.setSize(8, values.batch);
  },
};
