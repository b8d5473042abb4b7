// Convolutions of layers of pictures (NCHW) with zeros already around them: out[o][y][x] is the bias plus the sum over
// channels and weights. On the cpu a block has some rows of four output channels, and keeps two vectors of each in registers
// while it goes through channels and weights; on a GPU a thread has one result.
#pragma once
#include "../kernels/prelude.cuh"

template <class T> struct cuts_conv_vector;
#ifdef __CUTS_CPU__
template <> struct cuts_conv_vector<float> { typedef float V __attribute__((vector_size(16))); typedef float U __attribute__((vector_size(16), aligned(4))); static constexpr int count = 4; };
template <> struct cuts_conv_vector<double> { typedef double V __attribute__((vector_size(16))); typedef double U __attribute__((vector_size(16), aligned(8))); static constexpr int count = 2; };
#endif
// One result: `in` is where the first weight meets the picture.
template <class T> CUTS_INLINE T cuts_conv_one(const T* in, const T* w, unsigned channels, unsigned kh, unsigned kw,
    cuts_size in_channel, cuts_size in_row, unsigned dy, unsigned dx) {
  T sum = 0;
  for (unsigned c = 0; c < channels; c++)
    for (unsigned y = 0; y < kh; y++)
      for (unsigned x = 0; x < kw; x++) sum += *w++ * in[c * in_channel + y * dy * in_row + x * dx];
  return sum;
}
// O rows of neighbouring output channels, 2 vectors from x on.
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
template <class T>
__global__ void conv(T* out, const T* in, const T* w, const T* bias, unsigned channels, unsigned group_out, unsigned kh, unsigned kw,
    cuts_size in_channel, cuts_size in_row, unsigned sy, unsigned sx, unsigned dy, unsigned dx, unsigned height, unsigned width, unsigned outs, unsigned each) {
  const unsigned taps = channels * kh * kw;
  const cuts_size plane = (cuts_size)height * width;
#ifdef __CUTS_CPU__
  // A block: one picture (z), four output channels of one group (y), `each` rows (x).
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
      // The last run ends where the row does.
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
  // A thread: one result of one output channel (y) of one picture (z).
  const unsigned at = blockIdx.x * blockDim.x + threadIdx.x, o = blockIdx.y, group = o / group_out;
  if (at >= plane) return;
  const unsigned y = at / width, x = at - y * width;
  in += ((cuts_size)blockIdx.z * (outs / group_out) + group) * channels * in_channel + (cuts_size)y * sy * in_row + x * sx;
  out[((cuts_size)blockIdx.z * outs + o) * plane + at] =
      (bias ? bias[o] : (T)0) + cuts_conv_one<T>(in, w + (cuts_size)o * taps, channels, kh, kw, in_channel, in_row, dy, dx);
#endif
}
