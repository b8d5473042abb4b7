// Written by tools/generate-kernels.ts from the .cuh files beside it (npm run generate:kernels). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { preludeSource } from "../kernels/kernels.gen.js";

const convSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class T> struct cuts_conv_vector;
#ifdef __CUTS_CPU__
template <> struct cuts_conv_vector<float> { typedef float V __attribute__((vector_size(16))); typedef float U __attribute__((vector_size(16), aligned(4))); static constexpr int count = 4; };
template <> struct cuts_conv_vector<double> { typedef double V __attribute__((vector_size(16))); typedef double U __attribute__((vector_size(16), aligned(8))); static constexpr int count = 2; };
#endif
template <class T> CUTS_INLINE T cuts_conv_one(const T* in, const T* w, unsigned channels, unsigned kh, unsigned kw,
    cuts_size in_channel, cuts_size in_row, unsigned dy, unsigned dx) {
  T sum = 0;
  for (unsigned c = 0; c < channels; c++)
    for (unsigned y = 0; y < kh; y++)
      for (unsigned x = 0; x < kw; x++) sum += *w++ * in[c * in_channel + y * dy * in_row + x * dx];
  return sum;
}
#ifdef __CUTS_CPU__
template <int O, class T> CUTS_INLINE void cuts_conv_tile(T* out, const T* in, const T* w, const T* bias, unsigned channels, unsigned kh, unsigned kw,
    cuts_size in_channel, cuts_size in_row, unsigned dy, unsigned dx, unsigned sx, cuts_size out_channel) {
  typedef typename cuts_conv_vector<T>::V V;
  typedef typename cuts_conv_vector<T>::U U;
  constexpr int N = cuts_conv_vector<T>::count;
  V sums[O][2];
  _Pragma("unroll") for (int o = 0; o < O; o++) sums[o][0] = sums[o][1] = V{} + (bias ? bias[o] : (T)0);
  const unsigned taps = channels * kh * kw;
  unsigned tap = 0;
  for (unsigned c = 0; c < channels; c++)
    for (unsigned y = 0; y < kh; y++)
      for (unsigned x = 0; x < kw; x++, tap++) {
        const T* p = in + c * in_channel + y * dy * in_row + x * dx;
        V a, b;
        if (sx == 1) { a = *(const U*)p; b = *(const U*)(p + N); }
        else { _Pragma("unroll") for (int l = 0; l < N; l++) { a[l] = p[l * sx]; b[l] = p[(N + l) * sx]; } }
        _Pragma("unroll") for (int o = 0; o < O; o++) {
          const T own = w[o * taps + tap];
          sums[o][0] += a * own; sums[o][1] += b * own;
        }
      }
  _Pragma("unroll") for (int o = 0; o < O; o++) { *(U*)(out + o * out_channel) = sums[o][0]; *(U*)(out + o * out_channel + N) = sums[o][1]; }
}
#endif
`,
};

/** The parameters of `conv` in conv.cuh. */
export interface ConvArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly w: Pointer;
  readonly bias: Pointer;
  readonly channels: number;
  readonly group_out: number;
  readonly kh: number;
  readonly kw: number;
  readonly in_channel: number;
  readonly in_row: number;
  readonly sy: number;
  readonly sx: number;
  readonly dy: number;
  readonly dx: number;
  readonly height: number;
  readonly width: number;
  readonly outs: number;
  readonly each: number;
}

/** `conv` in conv.cuh. */
export const conv: KernelDefinition<ConvArguments, "T"> = {
  source: convSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "uint32", "uint32", "uint32", "uint32", "size", "size", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32"],
  head: "__global__ void",
  list: `(T* out, const T* in, const T* w, const T* bias, unsigned channels, unsigned group_out, unsigned kh, unsigned kw,
    cuts_size in_channel, cuts_size in_row, unsigned sy, unsigned sx, unsigned dy, unsigned dx, unsigned height, unsigned width, unsigned outs, unsigned each)`,
  body: `
  const unsigned taps = channels * kh * kw;
  const cuts_size plane = (cuts_size)height * width;
#ifdef __CUTS_CPU__
  constexpr unsigned O = 4, run = 2 * cuts_conv_vector<T>::count;
  const unsigned fours = (group_out + O - 1) / O, group = blockIdx.y / fours, o = group * group_out + (blockIdx.y % fours) * O;
  const unsigned left = (group + 1) * group_out - o, many = left < O ? left : O;
  in += ((cuts_size)blockIdx.z * (outs / group_out) + group) * channels * in_channel;
  out += ((cuts_size)blockIdx.z * outs + o) * plane;
  w += (cuts_size)o * taps;
  if (bias) bias += o;
  const unsigned first = blockIdx.x * each, last = height - first < each ? height : first + each;
  for (unsigned y = first; y < last; y++) {
    const T* row = in + (cuts_size)y * sy * in_row;
    T* to = out + (cuts_size)y * width;
    if (width >= run) {
      for (unsigned x = 0; x < width; x += run) {
        const unsigned at = x + run <= width ? x : width - run;
        if (many == O) cuts_conv_tile<4, T>(to + at, row + at * sx, w, bias, channels, kh, kw, in_channel, in_row, dy, dx, sx, plane);
        else for (unsigned k = 0; k < many; k++)
          cuts_conv_tile<1, T>(to + k * plane + at, row + at * sx, w + k * taps, bias ? bias + k : bias, channels, kh, kw, in_channel, in_row, dy, dx, sx, plane);
      }
    } else for (unsigned k = 0; k < many; k++)
      for (unsigned x = 0; x < width; x++)
        to[k * plane + x] = (bias ? bias[k] : (T)0) + cuts_conv_one<T>(row + x * sx, w + k * taps, channels, kh, kw, in_channel, in_row, dy, dx);
  }
#else
  const unsigned at = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y, group = o / group_out;
  if (at >= plane) return;
  const unsigned y = at / width, x = at - y * width;
  in += ((cuts_size)blockIdx.z * (outs / group_out) + group) * channels * in_channel + (cuts_size)y * sy * in_row + x * sx;
  out[((cuts_size)blockIdx.z * outs + o) * plane + at] =
      (bias ? bias[o] : (T)0) + cuts_conv_one<T>(in, w + (cuts_size)o * taps, channels, kh, kw, in_channel, in_row, dy, dx);
#endif
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setArray(2, values.w);
    block.setArray(3, values.bias);
    block.setInt32(4, values.channels);
    block.setInt32(5, values.group_out);
    block.setInt32(6, values.kh);
    block.setInt32(7, values.kw);
    block.setSize(8, values.in_channel);
    block.setSize(9, values.in_row);
    block.setInt32(10, values.sy);
    block.setInt32(11, values.sx);
    block.setInt32(12, values.dy);
    block.setInt32(13, values.dx);
    block.setInt32(14, values.height);
    block.setInt32(15, values.width);
    block.setInt32(16, values.outs);
    block.setInt32(17, values.each);
  },
};

const correlateSource: KernelSource = {
  includes: [preludeSource],
  text: `#define CUTS_RESULTS 16
template <class T> CUTS_INLINE T cuts_correlate_one(const T* a, const T* w, cuts_stride at, cuts_stride n, cuts_stride m) {
  const cuts_stride from = at < 0 ? -at : 0, end = n - at < m ? n - at : m;
  T sum = T{};
  for (cuts_stride j = from; j < end; j++) sum = sum + w[j] * a[at + j];
  return sum;
}
template <class T> CUTS_INLINE void cuts_correlate_run(T* out, const T* a, const T* w, cuts_stride m) {
  T sums[CUTS_RESULTS];
  _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS; k++) sums[k] = 0;
  for (cuts_stride j = 0; j < m; j++) {
    const T own = w[j];
    _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS; k++) sums[k] += own * a[j + k];
  }
  _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS; k++) out[k] = sums[k];
}
template <class T> CUTS_INLINE void cuts_correlate_run(cuts_complex<T>* out, const cuts_complex<T>* a, const cuts_complex<T>* w, cuts_stride m) {
  T re[CUTS_RESULTS / 2], im[CUTS_RESULTS / 2];
  for (int part = 0; part < CUTS_RESULTS; part += CUTS_RESULTS / 2) {
    _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS / 2; k++) { re[k] = 0; im[k] = 0; }
    for (cuts_stride j = 0; j < m; j++) {
      const T wr = w[j].re, wi = w[j].im;
      _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS / 2; k++) {
        const cuts_complex<T> x = a[part + j + k];
        re[k] += wr * x.re - wi * x.im; im[k] += wr * x.im + wi * x.re;
      }
    }
    _Pragma("unroll") for (int k = 0; k < CUTS_RESULTS / 2; k++) out[part + k] = cuts_make(re[k], im[k]);
  }
}
`,
};

/** The parameters of `correlate` in correlate.cuh. */
export interface CorrelateArguments {
  readonly out: Pointer;
  readonly a: Pointer;
  readonly w: Pointer;
  readonly n: number;
  readonly m: number;
  readonly first: number;
  readonly count: number;
  readonly each: number;
}

/** `correlate` in correlate.cuh. */
export const correlate: KernelDefinition<CorrelateArguments, "T"> = {
  source: correlateSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "stride", "stride", "stride", "stride", "stride"],
  head: "__global__ void",
  list: "(T* out, const T* a, const T* w, cuts_stride n, cuts_stride m, cuts_stride first, cuts_stride count, cuts_stride each)",
  body: `
#ifdef __CUTS_CPU__
  cuts_stride i = (cuts_stride)blockIdx.x * each;
  const cuts_stride end = count - i < each ? count : i + each;
  while (i < end) {
    const cuts_stride at = i + first;
    if (at >= 0 && at + m + CUTS_RESULTS - 1 <= n && i + CUTS_RESULTS <= end) { cuts_correlate_run(out + i, a + at, w, m); i += CUTS_RESULTS; }
    else { out[i] = cuts_correlate_one<T>(a, w, at, n, m); i++; }
  }
#else
  const cuts_stride i = (cuts_stride)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = cuts_correlate_one<T>(a, w, i + first, n, m);
#endif
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.a);
    block.setArray(2, values.w);
    block.setStride(3, values.n);
    block.setStride(4, values.m);
    block.setStride(5, values.first);
    block.setStride(6, values.count);
    block.setStride(7, values.each);
  },
};
