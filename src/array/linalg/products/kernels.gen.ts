// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../../kernels/kernel-definition.js";
import type { Pointer } from "../../kernels/pointer.js";
import { fusedSource } from "../../kernels/kernels.gen.js";

const gemmSource: KernelSource = {
  includes: [fusedSource],
  text: `#define CUTS_GEMM_PARAMETERS(S) S* c, const S* a, const S* b, cuts_size m, cuts_size n, cuts_size k, \\
  cuts_stride am, cuts_stride ak, cuts_stride bk, cuts_stride bn, cuts_size batch, \\
  cuts_stride a_x, cuts_stride b_x, cuts_stride a_y, cuts_stride b_y, cuts_size mb, cuts_size nb
#define CUTS_GEMM_ARGUMENTS c, a, b, m, n, k, am, ak, bk, bn, batch, a_x, b_x, a_y, b_y, mb, nb
#ifdef __CUTS_CPU__
template <class T> struct cuts_vector_of;
template <> struct cuts_vector_of<float> { typedef float type __attribute__((vector_size(16))); };
template <> struct cuts_vector_of<double> { typedef double type __attribute__((vector_size(16))); };
template <> struct cuts_vector_of<unsigned> { typedef unsigned type __attribute__((vector_size(16))); };
template <> struct cuts_vector_of<unsigned long long> { typedef unsigned long long type __attribute__((vector_size(16))); };
template <class T> using cuts_vector = typename cuts_vector_of<T>::type;
template <class T> constexpr int cuts_lanes = 16 / sizeof(T);
template <class T> struct __attribute__((packed, aligned(sizeof(T)))) cuts_unaligned { cuts_vector<T> value; };
template <class T> CUTS_INLINE cuts_vector<T> cuts_read(const T* from) { return ((const cuts_unaligned<T>*)from)->value; }
template <class T> CUTS_INLINE void cuts_write(T* to, cuts_vector<T> x) { ((cuts_unaligned<T>*)to)->value = x; }
template <class T> CUTS_INLINE cuts_vector<T> cuts_read_aligned(const T* from) { return *(const cuts_vector<T>*)from; }
template <class T> CUTS_INLINE void cuts_write_aligned(T* to, cuts_vector<T> x) { *(cuts_vector<T>*)to = x; }
template <int I, class V> CUTS_INLINE V cuts_lane(V x) {
  if constexpr (sizeof(x[0]) == 4) return __builtin_shufflevector(x, x, I, I, I, I);
  else return __builtin_shufflevector(x, x, I, I);
}
template <class V> CUTS_INLINE void cuts_turn(V* x) {
  if constexpr (sizeof(x[0][0]) == 4) {
    const V p = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5), q = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
    const V r = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7), s = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
    x[0] = __builtin_shufflevector(p, q, 0, 1, 4, 5); x[1] = __builtin_shufflevector(p, q, 2, 3, 6, 7);
    x[2] = __builtin_shufflevector(r, s, 0, 1, 4, 5); x[3] = __builtin_shufflevector(r, s, 2, 3, 6, 7);
  } else {
    const V p = __builtin_shufflevector(x[0], x[1], 0, 2), q = __builtin_shufflevector(x[0], x[1], 1, 3);
    x[0] = p; x[1] = q;
  }
}
#ifdef __wasm_relaxed_simd__
template <class P> constexpr bool cuts_fuses = __is_floating_point(P);
#else
template <class P> constexpr bool cuts_fuses = false;
#endif
template <class T> struct cuts_parts { typedef T part; static constexpr int count = 1; };
template <class T> struct cuts_parts<cuts_complex<T>> { typedef T part; static constexpr int count = 2; };
template <int R, class S, class P> CUTS_INLINE void cuts_pack_one(P* to, S from) {
  const auto x = cuts_load(from);
  if constexpr (cuts_parts<S>::count == 2) { to[0] = x.re; to[R] = x.im; }
  else to[0] = (P)x;
}
template <int R, class S, class P>
CUTS_INLINE void cuts_pack(P* to, const S* from, int rows, int k, cuts_stride by_row, cuts_stride by_k) {
  constexpr int per = R * cuts_parts<S>::count;
  for (int row = 0; row < rows; row += R, from += R * by_row, to += per * k) {
    const int have = rows - row < R ? rows - row : R;
    if (have < R) {
      for (int p = 0; p < k; p++) for (int i = 0; i < R; i++)
        cuts_pack_one<R>(to + p * per + i, i < have ? from[i * by_row + p * by_k] : S{});
      continue;
    }
    if (by_row == 1) {
      for (int p = 0; p < k; p++) {
        const S* line = from + p * by_k;
        if constexpr (cuts_parts<S>::count == 1 && sizeof(S) == sizeof(P)) {
#pragma unroll
          for (int i = 0; i < R; i += cuts_lanes<P>) cuts_write_aligned(to + p * R + i, cuts_read((const P*)line + i));
        } else {
#pragma unroll
          for (int i = 0; i < R; i++) cuts_pack_one<R>(to + p * per + i, line[i]);
        }
      }
      continue;
    }
    int p = 0;
    if constexpr (cuts_parts<S>::count == 1 && sizeof(S) == sizeof(P)) {
      constexpr int L = cuts_lanes<P>;
      if (by_k == 1) for (; p + L <= k; p += L) {
#pragma unroll
        for (int i = 0; i < R; i += L) {
          cuts_vector<P> square[L];
#pragma unroll
          for (int j = 0; j < L; j++) square[j] = cuts_read((const P*)from + (i + j) * by_row + p);
          cuts_turn(square);
#pragma unroll
          for (int j = 0; j < L; j++) cuts_write_aligned(to + (p + j) * R + i, square[j]);
        }
      }
    }
    for (; p < k; p++) {
#pragma unroll
      for (int i = 0; i < R; i++) cuts_pack_one<R>(to + p * per + i, from[i * by_row + p * by_k]);
    }
  }
}
template <class P> CUTS_INLINE void cuts_spread(P* to, const P* from, int n) {
  for (int i = 0; i < n; i++) cuts_write_aligned(to + i * cuts_lanes<P>, cuts_vector<P>{} + from[i]);
}
template <int I, class P, class V> CUTS_INLINE V cuts_element(const V* a) {
  if constexpr (cuts_fuses<P>) return a[I];
  else return cuts_lane<I % cuts_lanes<P>>(a[I / cuts_lanes<P>]);
}
template <int I, int R, bool IsComplex, class P, class V>
CUTS_INLINE void cuts_rows(V (&sum)[R][2], const V* a, V b0, V b1) {
  if constexpr (I < R) {
    const V x = cuts_element<I, P>(a);
    sum[I][0] = cuts_madd(x, b0, sum[I][0]);
    sum[I][1] = cuts_madd(x, b1, sum[I][1]);
    if constexpr (IsComplex) {
      const V y = cuts_element<R + I, P>(a);
      sum[I][0] = cuts_nmadd(y, b1, sum[I][0]);
      sum[I][1] = cuts_madd(y, b0, sum[I][1]);
    }
    cuts_rows<I + 1, R, IsComplex, P>(sum, a, b0, b1);
  }
}
template <int R, class T, class P>
CUTS_INLINE void cuts_multiply(T* c, cuts_size ldc, const P* a, const P* b, int k, int rows, int columns, bool adds, P* spill) {
  constexpr bool is_complex = cuts_parts<T>::count == 2;
  constexpr int L = cuts_lanes<P>, in_a = R * cuts_parts<T>::count * (cuts_fuses<P> ? L : 1);
  typedef cuts_vector<P> V;
  V sum[R][2];
#pragma unroll
  for (int i = 0; i < R; i++) { sum[i][0] = V{}; sum[i][1] = V{}; }
  for (int p = 0; p < k; p++) {
    V x[in_a / L];
    const V b0 = cuts_read_aligned(b), b1 = cuts_read_aligned(b + L);
#pragma unroll
    for (int i = 0; i < in_a / L; i++) x[i] = cuts_read_aligned(a + i * L);
    cuts_rows<0, R, is_complex, P>(sum, x, b0, b1);
    a += in_a; b += 2 * L;
  }
  if constexpr (!is_complex) {
    if (rows == R && columns == 2 * L) {
#pragma unroll
      for (int i = 0; i < R; i++) {
        P* to = (P*)c + i * ldc;
        cuts_write(to, adds ? cuts_read(to) + sum[i][0] : sum[i][0]);
        cuts_write(to + L, adds ? cuts_read(to + L) + sum[i][1] : sum[i][1]);
      }
      return;
    }
  }
#pragma unroll
  for (int i = 0; i < R; i++) { cuts_write_aligned(spill + 2 * L * i, sum[i][0]); cuts_write_aligned(spill + 2 * L * i + L, sum[i][1]); }
  for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) {
    T* to = c + i * ldc + j;
    if constexpr (is_complex) {
      const T x{spill[2 * L * i + j], spill[2 * L * i + L + j]};
      *to = adds ? *to + x : x;
    } else *to = (T)(adds ? (P)*to + spill[2 * L * i + j] : spill[2 * L * i + j]);
  }
}
template <class S, class T, class P, int MB, int NB, int KB> CUTS_INLINE void cuts_gemm(CUTS_GEMM_PARAMETERS(S)) {
  constexpr int R = 8, count = cuts_parts<S>::count, columns = 2 * cuts_lanes<P> / count;
  constexpr bool is_kept = sizeof(S) != sizeof(T);
  __shared__ alignas(16) P a_panel[R * KB * count], a_lanes[cuts_fuses<P> ? R * KB * count * cuts_lanes<P> : 1];
  __shared__ alignas(16) P b_panels[NB * KB * count], spill[R * 2 * cuts_lanes<P>];
  const cuts_size across = (n + nb - 1) / nb, tiles = (m + mb - 1) / mb * across;
  const cuts_size product = blockIdx.x / tiles, tile = blockIdx.x % tiles;
  const cuts_size row = tile / across * mb, column = tile % across * nb;
  const int height = m - row < mb ? m - row : mb, width = n - column < nb ? n - column : nb;
  a += (cuts_stride)product * a_x + (cuts_stride)blockIdx.y * a_y + (cuts_stride)row * am;
  b += (cuts_stride)product * b_x + (cuts_stride)blockIdx.y * b_y + (cuts_stride)column * bn;
  c += ((blockIdx.y * batch + product) * m + row) * n + column;
  T* into = (T*)c;
  cuts_size ldc = n;
  if constexpr (is_kept) {
    __shared__ alignas(16) T kept[MB * NB];
    into = kept; ldc = NB;
  }
  for (cuts_size p = 0; p < k; p += KB) {
    const int run = k - p < KB ? k - p : KB;
    cuts_pack<columns>(b_panels, b + (cuts_stride)p * bk, width, run, bn, bk);
    for (int i = 0; i < height; i += R) {
      const int rows = height - i < R ? height - i : R;
      const P* left = a_panel;
      cuts_pack<R>(a_panel, a + (cuts_stride)i * am + (cuts_stride)p * ak, rows, run, am, ak);
      if constexpr (cuts_fuses<P>) { cuts_spread(a_lanes, a_panel, R * count * run); left = a_lanes; }
      for (int j = 0; j < width; j += columns)
        cuts_multiply<R, T>(into + i * ldc + j, ldc, left, b_panels + j * run * count, run, rows,
          width - j < columns ? width - j : columns, p > 0, spill);
    }
  }
  if constexpr (is_kept) for (int i = 0; i < height; i++) for (int j = 0; j < width; j++)
    c[i * n + j] = cuts_store<S>(into[i * ldc + j]);
}
#else
template <class S, class T, class P, int MB, int NB, int KB> CUTS_INLINE void cuts_gemm(CUTS_GEMM_PARAMETERS(S)) {
  __shared__ T a_tile[16][65], b_tile[16][65];
  const int t = threadIdx.y * 16 + threadIdx.x;
  const cuts_size across = (n + 63) / 64, tiles = (m + 63) / 64 * across;
  const cuts_size product = blockIdx.x / tiles, tile = blockIdx.x % tiles;
  const cuts_size row = tile / across * 64, column = tile % across * 64;
  a += (cuts_stride)product * a_x + (cuts_stride)blockIdx.y * a_y + (cuts_stride)row * am;
  b += (cuts_stride)product * b_x + (cuts_stride)blockIdx.y * b_y + (cuts_stride)column * bn;
  c += ((blockIdx.y * batch + product) * m + row) * n + column;
  const cuts_size height = m - row, width = n - column;
  T run[4][4], sum[4][4];
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int j = 0; j < 4; j++) run[i][j] = sum[i][j] = T{};
  for (cuts_size p = 0; p < k; p += 16) {
    if (p % 256 == 0) {
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) { sum[i][j] = sum[i][j] + run[i][j]; run[i][j] = T{}; }
    }
    __syncthreads();
#pragma unroll
    for (int e = 0; e < 4; e++) {
      const int at = t + 256 * e;
      const int ai = ak == 1 ? at / 16 : at % 64, ap = ak == 1 ? at % 16 : at / 64;
      const int bj = bk == 1 ? at / 16 : at % 64, bp = bk == 1 ? at % 16 : at / 64;
      a_tile[ap][ai] = ai < height && p + ap < k ? T(cuts_load(a[ai * am + (cuts_stride)(p + ap) * ak])) : T{};
      b_tile[bp][bj] = bj < width && p + bp < k ? T(cuts_load(b[bj * bn + (cuts_stride)(p + bp) * bk])) : T{};
    }
    __syncthreads();
#pragma unroll
    for (int q = 0; q < 16; q++) {
      T x[4], y[4];
#pragma unroll
      for (int i = 0; i < 4; i++) { x[i] = a_tile[q][threadIdx.y + 16 * i]; y[i] = b_tile[q][threadIdx.x + 16 * i]; }
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) run[i][j] = run[i][j] + x[i] * y[j];
    }
  }
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int j = 0; j < 4; j++) {
      const cuts_size ci = threadIdx.y + 16 * i, cj = threadIdx.x + 16 * j;
      if (ci < height && cj < width) c[ci * n + cj] = cuts_store<S>(sum[i][j] + run[i][j]);
    }
}
#endif
`,
};

/** The parameters of `gemm` in gemm.cuh. */
export interface GemmArguments {
  readonly c: Pointer;
  readonly a: Pointer;
  readonly b: Pointer;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly am: number;
  readonly ak: number;
  readonly bk: number;
  readonly bn: number;
  readonly batch: number;
  readonly a_x: number;
  readonly b_x: number;
  readonly a_y: number;
  readonly b_y: number;
  readonly mb: number;
  readonly nb: number;
}

/** `gemm` in gemm.cuh. */
export const gemm: KernelDefinition<GemmArguments, "S" | "T" | "P" | "MB" | "NB" | "KB"> = {
  source: gemmSource,
  types: { S: "class", T: "class", P: "class", MB: "int", NB: "int", KB: "int" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "size", "stride", "stride", "stride", "stride", "size", "stride", "stride", "stride", "stride", "size", "size"],
  head: "__global__ void",
  list: `(S* c, const S* a, const S* b, cuts_size m, cuts_size n, cuts_size k,
    cuts_stride am, cuts_stride ak, cuts_stride bk, cuts_stride bn, cuts_size batch,
    cuts_stride a_x, cuts_stride b_x, cuts_stride a_y, cuts_stride b_y, cuts_size mb, cuts_size nb)`,
  body: `
  cuts_gemm<S, T, P, MB, NB, KB>(CUTS_GEMM_ARGUMENTS);
`,
  write(block, values) {
    block.setArray(0, values.c);
    block.setArray(1, values.a);
    block.setArray(2, values.b);
    block.setSize(3, values.m);
    block.setSize(4, values.n);
    block.setSize(5, values.k);
    block.setStride(6, values.am);
    block.setStride(7, values.ak);
    block.setStride(8, values.bk);
    block.setStride(9, values.bn);
    block.setSize(10, values.batch);
    block.setStride(11, values.a_x);
    block.setStride(12, values.b_x);
    block.setStride(13, values.a_y);
    block.setStride(14, values.b_y);
    block.setSize(15, values.mb);
    block.setSize(16, values.nb);
  },
};

const gemvSource: KernelSource = {
  includes: [gemmSource],
  text: `#define CUTS_GEMV_PARAMETERS(S, T) S* out, T* partial, const S* a, const S* x, cuts_size m, cuts_size k, \\
  cuts_stride am, cuts_stride ak, cuts_stride xk, cuts_size chunk, cuts_size rows, cuts_size batch, \\
  cuts_stride a_x, cuts_stride x_x, cuts_stride a_y, cuts_stride x_y
#define CUTS_GEMV_ARGUMENTS out, partial, a, x, m, k, am, ak, xk, chunk, rows, batch, a_x, x_x, a_y, x_y
#define CUTS_GEMV_PLACE \\
  const cuts_size bands = (m + rows - 1) / rows, parts = (k + chunk - 1) / chunk; \\
  const cuts_size band = blockIdx.x % bands, part = blockIdx.x / bands % parts, product = blockIdx.x / bands / parts; \\
  const cuts_size first = band * rows, count = m - first < rows ? m - first : rows; \\
  const cuts_size terms = k - part * chunk < chunk ? k - part * chunk : chunk; \\
  a += (cuts_stride)product * a_x + (cuts_stride)blockIdx.y * a_y + (cuts_stride)first * am + (cuts_stride)(part * chunk) * ak; \\
  x += (cuts_stride)product * x_x + (cuts_stride)blockIdx.y * x_y + (cuts_stride)(part * chunk) * xk; \\
  out += (blockIdx.y * batch + product) * m + first; \\
  if (partial) partial += ((blockIdx.y * batch + product) * parts + part) * m + first;
template <class S, class T> CUTS_INLINE void cuts_put(S* out, T* partial, cuts_size i, T sum) {
  if (partial) partial[i] = sum;
  else out[i] = cuts_store<S>(sum);
}
#ifdef __CUTS_CPU__
template <int R, class S, class P>
CUTS_INLINE void cuts_along_k(S* out, P* partial, const P* a, const P* x, cuts_size i, cuts_size terms, cuts_stride am) {
  constexpr int L = cuts_lanes<P>;
  typedef cuts_vector<P> V;
  V sum[R][2];
#pragma unroll
  for (int r = 0; r < R; r++) { sum[r][0] = V{}; sum[r][1] = V{}; }
  cuts_size p = 0;
  for (; p + 2 * L <= terms; p += 2 * L) {
    const V x0 = cuts_read(x + p), x1 = cuts_read(x + p + L);
#pragma unroll
    for (int r = 0; r < R; r++) {
      sum[r][0] += cuts_read(a + r * am + p) * x0;
      sum[r][1] += cuts_read(a + r * am + p + L) * x1;
    }
  }
#pragma unroll
  for (int r = 0; r < R; r++) {
    const V both = sum[r][0] + sum[r][1];
    P total = both[0] + both[1];
    if constexpr (L == 4) total += both[2] + both[3];
    for (cuts_size q = p; q < terms; q++) total += a[r * am + q] * x[q];
    cuts_put(out, partial, i + r, total);
  }
}
template <int N, class S, class P>
CUTS_INLINE void cuts_along_m(S* out, P* partial, const P* a, const P* x, cuts_size i, cuts_size terms, cuts_stride ak, cuts_stride xk) {
  constexpr int L = cuts_lanes<P>;
  typedef cuts_vector<P> V;
  V sum[N];
#pragma unroll
  for (int j = 0; j < N; j++) sum[j] = V{};
  for (cuts_size p = 0; p < terms; p++) {
    const P scale = x[(cuts_stride)p * xk];
    const P* line = a + (cuts_stride)p * ak;
#pragma unroll
    for (int j = 0; j < N; j++) sum[j] += cuts_read(line + j * L) * (V{} + scale);
  }
#pragma unroll
  for (int j = 0; j < N; j++)
#pragma unroll
    for (int l = 0; l < L; l++) cuts_put(out, partial, i + j * L + l, (P)sum[j][l]);
}
template <class S, class T, class P> CUTS_INLINE void cuts_gemv(CUTS_GEMV_PARAMETERS(S, T)) {
  CUTS_GEMV_PLACE
  cuts_size i = 0;
  if constexpr (sizeof(S) == sizeof(P)) {
    constexpr int L = cuts_lanes<P>;
    const P* from = (const P*)a;
    const P* by = (const P*)x;
    if (ak == 1 && xk == 1) {
      for (; i + 4 <= count; i += 4) cuts_along_k<4, S, P>(out, (P*)partial, from + (cuts_stride)i * am, by, i, terms, am);
      for (; i < count; i++) cuts_along_k<1, S, P>(out, (P*)partial, from + (cuts_stride)i * am, by, i, terms, am);
    } else if (am == 1) {
      for (; i + 8 * L <= count; i += 8 * L) cuts_along_m<8, S, P>(out, (P*)partial, from + i, by, i, terms, ak, xk);
      for (; i + L <= count; i += L) cuts_along_m<1, S, P>(out, (P*)partial, from + i, by, i, terms, ak, xk);
    }
  }
  for (; i < count; i++) {
    T sum{};
    for (cuts_size p = 0; p < terms; p++)
      sum = sum + T(cuts_load(a[(cuts_stride)i * am + (cuts_stride)p * ak])) * T(cuts_load(x[(cuts_stride)p * xk]));
    cuts_put(out, partial, i, sum);
  }
}
#else
template <class S, class T, class P> CUTS_INLINE void cuts_gemv(CUTS_GEMV_PARAMETERS(S, T)) {
  CUTS_GEMV_PLACE
  __shared__ T shared[256];
  for (cuts_size i = 0; i < count; i++) {
    T sum{};
    for (cuts_size p = threadIdx.x; p < terms; p += 256)
      sum = sum + T(cuts_load(a[(cuts_stride)i * am + (cuts_stride)p * ak])) * T(cuts_load(x[(cuts_stride)p * xk]));
    __syncthreads();
    shared[threadIdx.x] = sum;
    for (int half = 128; half > 0; half /= 2) {
      __syncthreads();
      if ((int)threadIdx.x < half) shared[threadIdx.x] = shared[threadIdx.x] + shared[threadIdx.x + half];
    }
    if (threadIdx.x == 0) cuts_put(out, partial, i, shared[0]);
  }
}
#endif
`,
};

/** The parameters of `gemv` in gemv.cuh. */
export interface GemvArguments {
  readonly out: Pointer;
  readonly partial: Pointer;
  readonly a: Pointer;
  readonly x: Pointer;
  readonly m: number;
  readonly k: number;
  readonly am: number;
  readonly ak: number;
  readonly xk: number;
  readonly chunk: number;
  readonly rows: number;
  readonly batch: number;
  readonly a_x: number;
  readonly x_x: number;
  readonly a_y: number;
  readonly x_y: number;
}

/** `gemv` in gemv.cuh. */
export const gemv: KernelDefinition<GemvArguments, "S" | "T" | "P"> = {
  source: gemvSource,
  types: { S: "class", T: "class", P: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "size", "size", "stride", "stride", "stride", "size", "size", "size", "stride", "stride", "stride", "stride"],
  head: "__global__ void",
  list: `(S* out, T* partial, const S* a, const S* x, cuts_size m, cuts_size k,
    cuts_stride am, cuts_stride ak, cuts_stride xk, cuts_size chunk, cuts_size rows, cuts_size batch,
    cuts_stride a_x, cuts_stride x_x, cuts_stride a_y, cuts_stride x_y)`,
  body: `
  cuts_gemv<S, T, P>(CUTS_GEMV_ARGUMENTS);
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.partial);
    block.setArray(2, values.a);
    block.setArray(3, values.x);
    block.setSize(4, values.m);
    block.setSize(5, values.k);
    block.setStride(6, values.am);
    block.setStride(7, values.ak);
    block.setStride(8, values.xk);
    block.setSize(9, values.chunk);
    block.setSize(10, values.rows);
    block.setSize(11, values.batch);
    block.setStride(12, values.a_x);
    block.setStride(13, values.x_x);
    block.setStride(14, values.a_y);
    block.setStride(15, values.x_y);
  },
};
