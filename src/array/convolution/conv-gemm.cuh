// Convolutions of layers of pictures (NCHW) as a product of matrices, for devices whose blocks are teams of threads: rows are
// pixels of the result, columns its channels, and what is summed over are the weights of a channel. The matrix of pixels is never
// written: a block reads each of its elements from the picture when it is needed, and zeros where the picture has ended.
#pragma once
#include "../kernels/prelude.cuh"

template <class S, int N> struct alignas(sizeof(S) * N) cuts_run { S at[N]; };

// A weight, as a thread that reads pixels needs it: where its pixel is from the first of the window, and which row (bits from 0)
// and column (bits from `kh`) of the window it is in. CUTS_NO_TAP is no weight.
struct alignas(8) cuts_tap { int offset; unsigned where; };
#define CUTS_NO_TAP 0x80000000u
// Weights whose places are known ahead.
#define CUTS_TAPS 64
CUTS_INLINE cuts_tap cuts_tap_of(unsigned k, unsigned end, unsigned kh, unsigned kw, unsigned in_plane, unsigned in_row, unsigned dy, unsigned dx) {
  if (k >= end) return cuts_tap{0, CUTS_NO_TAP};
  const unsigned taps = kh * kw, c = k / taps, tap = k - c * taps, r = tap / kw, s = tap - r * kw;
  return cuts_tap{(int)(c * in_plane + r * dy * in_row + s * dx), 1u << r | 1u << (kh + s)};
}
// The rows and columns of a window that begins at (y, x) which are beside the picture, as bits of cuts_tap.where.
CUTS_INLINE unsigned cuts_beside(int y, int x, unsigned kh, unsigned kw, unsigned dy, unsigned dx, unsigned in_height, unsigned in_width) {
  unsigned beside = CUTS_NO_TAP;
  for (unsigned r = 0; r < kh; r++) if ((unsigned)(y + (int)(r * dy)) >= in_height) beside |= 1u << r;
  for (unsigned s = 0; s < kw; s++) if ((unsigned)(x + (int)(s * dx)) >= in_width) beside |= 1u << (kh + s);
  return beside;
}

// A block: PIXELS by OUTS results of one group and one part of the sum, in steps of DEEP weights; a thread has EACH_PIXELS by
// EACH_OUTS of them. `steps` are those of a part. With `parts` sums are left there for conv_join, one set after the other.
template <class S, class T, int PIXELS, int OUTS, int DEEP, int EACH_PIXELS, int EACH_OUTS>
__global__ void __launch_bounds__(PIXELS / EACH_PIXELS * (OUTS / EACH_OUTS)) conv_gemm(S* out, T* parts, const S* in, const S* w, const S* bias,
    unsigned channels, unsigned outs, unsigned groups, unsigned kh, unsigned kw, unsigned in_height, unsigned in_width, unsigned sy, unsigned sx,
    unsigned dy, unsigned dx, unsigned py, unsigned px, unsigned height, unsigned width, cuts_size pixels, unsigned steps) {
  constexpr int THREADS = PIXELS / EACH_PIXELS * (OUTS / EACH_OUTS), V = 16 / sizeof(T);
  // A warp has 8 by 4 threads. Threads that differ in one of the two lowest bits read the same pixels or the same weights, which
  // shared memory gives to both at once.
  constexpr int WARP_PIXELS = 8 * EACH_PIXELS, WARP_OUTS = 4 * EACH_OUTS, WARPS_ALONG = PIXELS / WARP_PIXELS;
  constexpr int READ = DEEP * PIXELS / THREADS, QUADS = DEEP / 4, READ_QUADS = (OUTS * QUADS + THREADS - 1) / THREADS;
  static_assert(THREADS % PIXELS == 0 && DEEP % READ == 0 && CUTS_TAPS % DEEP == 0, "a thread reads one pixel");
  // Weights are turned round on their way: 4 more columns keep those that write at once in different banks.
  __shared__ alignas(16) T pixel_tile[2][DEEP][PIXELS];
  __shared__ alignas(16) T weight_tile[2][DEEP][OUTS + 4];
  __shared__ cuts_tap taps[2][CUTS_TAPS];
  const unsigned thread = threadIdx.x, out_tiles = (outs + OUTS - 1) / OUTS, tile = blockIdx.x / out_tiles, first_out = (blockIdx.x - tile * out_tiles) * OUTS;
  const unsigned group = blockIdx.y, all = channels * kh * kw, begin = blockIdx.z * steps * DEEP;
  const unsigned end = all - begin < steps * DEEP ? all : begin + steps * DEEP, own_steps = (end - begin + DEEP - 1) / DEEP;
  const cuts_size first_pixel = (cuts_size)tile * PIXELS, plane = (cuts_size)height * width, in_plane = (cuts_size)in_height * in_width;
  // What this thread reads: one pixel for READ weights of a step.
  const cuts_size read_pixel = first_pixel + thread % PIXELS;
  const unsigned read_from = thread / PIXELS * READ;
  const S* window = in;
  unsigned beside = ~0u;
  if (read_pixel < pixels) {
    const cuts_size picture = read_pixel / plane;
    const unsigned at = (unsigned)(read_pixel - picture * plane), row = at / width;
    const int y = (int)(row * sy) - (int)py, x = (int)((at - row * width) * sx) - (int)px;
    window += (long long)(picture * groups + group) * channels * in_plane + (long long)y * in_width + x;
    beside = cuts_beside(y, x, kh, kw, dy, dx, in_height, in_width);
  }
  w += ((cuts_size)group * outs + first_out) * all;
  const bool has_quads = all % 4 == 0 && (unsigned long long)w % (4 * sizeof(S)) == 0;
  const unsigned left_outs = outs - first_out;
  S read[READ];
  cuts_run<S, 4> read_weights[READ_QUADS];
  auto know = [&](unsigned chunk) {
    for (unsigned i = thread; i < CUTS_TAPS; i += THREADS)
      taps[chunk % 2][i] = cuts_tap_of(begin + chunk * CUTS_TAPS + i, end, kh, kw, (unsigned)in_plane, in_width, dy, dx);
  };
  auto fetch = [&](unsigned step) {
    const cuts_tap* own = &taps[step * DEEP / CUTS_TAPS % 2][step * DEEP % CUTS_TAPS + read_from];
    #pragma unroll
    for (int i = 0; i < READ; i++) {
      const cuts_tap tap = own[i];
      read[i] = S{};
      if (!(beside & tap.where)) read[i] = window[tap.offset];
    }
    #pragma unroll
    for (int i = 0; i < READ_QUADS; i++) {
      const unsigned quad = thread + i * THREADS, o = quad / QUADS, k = begin + step * DEEP + quad % QUADS * 4;
      const S* from = w + (cuts_size)o * all + k;
      const bool is_out = o < left_outs && (OUTS * QUADS % THREADS == 0 || quad < OUTS * QUADS);
      read_weights[i] = cuts_run<S, 4>{};
      if (has_quads) { if (is_out && k < end) read_weights[i] = *(const cuts_run<S, 4>*)from; }
      else {
        #pragma unroll
        for (int j = 0; j < 4; j++) if (is_out && k + j < end) read_weights[i].at[j] = from[j];
      }
    }
  };
  auto keep = [&](unsigned half) {
    #pragma unroll
    for (int i = 0; i < READ; i++) pixel_tile[half][read_from + i][thread % PIXELS] = cuts_load(read[i]);
    #pragma unroll
    for (int i = 0; i < READ_QUADS; i++) {
      const unsigned quad = thread + i * THREADS;
      if (OUTS * QUADS % THREADS == 0 || quad < OUTS * QUADS) {
        #pragma unroll
        for (int j = 0; j < 4; j++) weight_tile[half][quad % QUADS * 4 + j][quad / QUADS] = cuts_load(read_weights[i].at[j]);
      }
    }
  };
  const unsigned lane = thread % 32, warp = thread / 32;
  const unsigned own_pixel = warp % WARPS_ALONG * WARP_PIXELS + (lane >> 1 & 7) * V, own_out = warp / WARPS_ALONG * WARP_OUTS + (lane & 1 | lane >> 4 << 1) * V;
  T sums[EACH_PIXELS][EACH_OUTS];
  #pragma unroll
  for (int i = 0; i < EACH_PIXELS; i++) {
    #pragma unroll
    for (int j = 0; j < EACH_OUTS; j++) sums[i][j] = 0;
  }
  know(0);
  know(1);
  __syncthreads();
  fetch(0);
  keep(0);
  __syncthreads();
  for (unsigned step = 0; step < own_steps; step++) {
    const unsigned half = step % 2, next = step + 1;
    if (next < own_steps) {
      fetch(next);
      if (next * DEEP % CUTS_TAPS == 0) know(next * DEEP / CUTS_TAPS + 1);
    }
    T a[2][EACH_PIXELS], b[2][EACH_OUTS];
    auto take = [&](int k) {
      #pragma unroll
      for (int i = 0; i < EACH_PIXELS; i += V) {
        const cuts_run<T, V> run = *(const cuts_run<T, V>*)&pixel_tile[half][k][own_pixel + i * 8];
        #pragma unroll
        for (int e = 0; e < V; e++) a[k % 2][i + e] = run.at[e];
      }
      #pragma unroll
      for (int j = 0; j < EACH_OUTS; j += V) {
        const cuts_run<T, V> run = *(const cuts_run<T, V>*)&weight_tile[half][k][own_out + j * 4];
        #pragma unroll
        for (int e = 0; e < V; e++) b[k % 2][j + e] = run.at[e];
      }
    };
    take(0);
    #pragma unroll
    for (int k = 0; k < DEEP; k++) {
      if (k + 1 < DEEP) take(k + 1);
      #pragma unroll
      for (int i = 0; i < EACH_PIXELS; i++) {
        #pragma unroll
        for (int j = 0; j < EACH_OUTS; j++) sums[i][j] += a[k % 2][i] * b[k % 2][j];
      }
    }
    if (next < own_steps) keep(1 - half);
    __syncthreads();
  }
  if (parts) parts += (cuts_size)blockIdx.z * groups * outs * pixels;
  // Runs of V pixels lie side by side in one picture where its size is a multiple of V.
  const bool has_runs = plane % V == 0 && (unsigned long long)out % (V * sizeof(S)) == 0;
  #pragma unroll
  for (int i = 0; i < EACH_PIXELS; i += V) {
    const cuts_size pixel = first_pixel + own_pixel + i * 8, picture = pixel / plane, at = pixel - picture * plane;
    #pragma unroll
    for (int j = 0; j < EACH_OUTS; j++) {
      const unsigned o = own_out + j / V * V * 4 + j % V;
      if (o >= left_outs) continue;
      const unsigned channel = group * outs + first_out + o;
      const cuts_size to = (picture * groups * outs + channel) * plane + at;
      const T shift = bias && !parts ? (T)cuts_load(bias[channel]) : (T)0;
      if (has_runs) {
        if (pixel >= pixels) continue;
        cuts_run<T, V> wide;
        cuts_run<S, V> run;
        #pragma unroll
        for (int e = 0; e < V; e++) { wide.at[e] = sums[i + e][j]; run.at[e] = cuts_store<S>(sums[i + e][j] + shift); }
        if (parts) *(cuts_run<T, V>*)(parts + to) = wide;
        else *(cuts_run<S, V>*)(out + to) = run;
      } else {
        #pragma unroll
        for (int e = 0; e < V; e++) {
          if (pixel + e >= pixels) continue;
          // A run may go on in pictures after this one.
          const cuts_size later = (at + e) / plane, place = to + e + later * (groups * outs - 1) * plane;
          if (parts) parts[place] = sums[i + e][j];
          else out[place] = cuts_store<S>(sums[i + e][j] + shift);
        }
      }
    }
  }
}

// Adds up the parts of all results, in order, and the bias of their channel.
template <class S, class T>
__global__ void __launch_bounds__(256) conv_join(S* out, const T* parts, const S* bias, cuts_size size, unsigned count, unsigned channels, cuts_size plane) {
  const cuts_size i = (cuts_size)blockIdx.x * 256 + threadIdx.x;
  if (i >= size) return;
  T sum = 0;
  for (unsigned part = 0; part < count; part++) sum += parts[part * size + i];
  if (bias) sum += (T)cuts_load(bias[i / plane % channels]);
  out[i] = cuts_store<S>(sum);
}
