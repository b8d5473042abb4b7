// Convolutions of few outputs of a group (depthwise ones, and of one matrix with another): a block has a tile of one plane of the
// result, keeps the pixels it needs in shared memory, one channel after the other, and each thread has ROWS results one below the
// other. With KH and KW the window, its stride STRIDE and the tile are known to the compiler; 0 is any window, stride and dilation.
#pragma once
#include "../kernels/prelude.cuh"

template <class S, class T, int KH, int KW, int STRIDE, int ACROSS, int DOWN, int ROWS>
__global__ void __launch_bounds__(ACROSS * DOWN) conv_direct(S* out, const S* in, const S* w, const S* bias, unsigned channels, unsigned outs, unsigned groups,
    unsigned kh, unsigned kw, unsigned in_height, unsigned in_width, unsigned sy, unsigned sx, unsigned dy, unsigned dx, unsigned py, unsigned px,
    unsigned height, unsigned width, unsigned tiles_across, unsigned tiles) {
  extern __shared__ double cuts_conv_shared[];
  T* pixels = (T*)cuts_conv_shared;
  constexpr bool KNOWN = KH > 0;
  constexpr unsigned THREADS = ACROSS * DOWN;
  if (KNOWN) { kh = KH; kw = KW; sy = sx = STRIDE; dy = dx = 1; }
  const unsigned across = (ACROSS - 1) * sx + (kw - 1) * dx + 1, down = (DOWN * ROWS - 1) * sy + (kh - 1) * dy + 1;
  const unsigned plane = blockIdx.x / tiles, tile = blockIdx.x - plane * tiles, tile_y = tile / tiles_across, tile_x = tile - tile_y * tiles_across;
  const unsigned picture = plane / (groups * outs), channel = plane - picture * groups * outs, group = channel / outs;
  const unsigned first_y = tile_y * DOWN * ROWS, first_x = tile_x * ACROSS;
  const int from_y = (int)(first_y * sy) - (int)py, from_x = (int)(first_x * sx) - (int)px;
  const cuts_size in_plane = (cuts_size)in_height * in_width;
  in += (cuts_size)(picture * groups + group) * channels * in_plane;
  w += (cuts_size)channel * channels * kh * kw;
  const unsigned x = threadIdx.x % ACROSS, y = threadIdx.x / ACROSS * ROWS;
  auto pixel_at = [&](unsigned i) -> T {
    const int row = from_y + (int)(i / across), column = from_x + (int)(i % across);
    if ((unsigned)row >= in_height || (unsigned)column >= in_width) return 0;
    return cuts_load(in[(cuts_size)row * in_width + column]);
  };
  T sums[ROWS];
  #pragma unroll
  for (int j = 0; j < ROWS; j++) sums[j] = 0;
  for (unsigned c = 0; c < channels; c++, in += in_plane, w += kh * kw) {
    if (c > 0) __syncthreads();
    if constexpr (KNOWN) {
      constexpr unsigned SIZE = !KNOWN ? 1 : ((ACROSS - 1) * STRIDE + KW) * ((DOWN * ROWS - 1) * STRIDE + KH), READ = (SIZE + THREADS - 1) / THREADS;
      T read[READ];
      #pragma unroll
      for (unsigned j = 0; j < READ; j++) read[j] = threadIdx.x + j * THREADS < SIZE ? pixel_at(threadIdx.x + j * THREADS) : (T)0;
      #pragma unroll
      for (unsigned j = 0; j < READ; j++) if (threadIdx.x + j * THREADS < SIZE) pixels[threadIdx.x + j * THREADS] = read[j];
    } else for (unsigned i = threadIdx.x; i < across * down; i += THREADS) pixels[i] = pixel_at(i);
    if constexpr (KNOWN) {
      T weights[KNOWN ? KH * KW : 1];
      #pragma unroll
      for (int k = 0; k < KH * KW; k++) weights[k] = cuts_load(w[k]);
      __syncthreads();
      // A pixel that is read serves all results of the thread that it is in the window of.
      #pragma unroll
      for (int i = 0; i < (ROWS - 1) * STRIDE + KH; i++) {
        #pragma unroll
        for (int s = 0; s < KW; s++) {
          const T pixel = pixels[(y * STRIDE + i) * across + x * STRIDE + s];
          #pragma unroll
          for (int j = 0; j < ROWS; j++) {
            const int r = i - j * STRIDE;
            if (r >= 0 && r < KH) sums[j] += weights[r * KW + s] * pixel;
          }
        }
      }
    } else {
      __syncthreads();
      for (unsigned r = 0; r < kh; r++)
        for (unsigned s = 0; s < kw; s++) {
          const T weight = cuts_load(w[r * kw + s]);
          #pragma unroll
          for (int j = 0; j < ROWS; j++) sums[j] += weight * pixels[((y + j) * sy + r * dy) * across + x * sx + s * dx];
        }
    }
  }
  const T shift = bias ? (T)cuts_load(bias[channel]) : (T)0;
  #pragma unroll
  for (int j = 0; j < ROWS; j++)
    if (first_y + y + j < height && first_x + x < width)
      out[((cuts_size)plane * height + first_y + y + j) * width + first_x + x] = cuts_store<S>(sums[j] + shift);
}
