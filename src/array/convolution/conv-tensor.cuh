// Convolutions of 16-bit floats as a product of matrices by tensor cores, with sums in float. They want what is summed over side by
// side: channels_last writes pictures and weights so before, with channels filled up with zeros to whole pieces of 8.
#pragma once
#include "conv-gemm.cuh"

// [rows][channels][size] becomes [rows][size][8 * pieces]. A block: 64 places of a row (x), 32 channels (y).
template <class S>
__global__ void __launch_bounds__(256) channels_last(S* out, const S* in, unsigned channels, unsigned pieces, unsigned size, unsigned tiles) {
  // An odd number of words from one place to the next keeps threads that write at once in different banks.
  __shared__ alignas(4) S places[64][34];
  const unsigned row = blockIdx.x / tiles, first = (blockIdx.x - row * tiles) * 64, first_channel = blockIdx.y * 32;
  in += (cuts_size)row * channels * size;
  S read[8];
  #pragma unroll
  for (int i = 0; i < 8; i++) {
    const unsigned c = first_channel + threadIdx.x / 64 + i * 4, place = first + threadIdx.x % 64;
    read[i] = S{};
    if (c < channels && place < size) read[i] = in[(cuts_size)c * size + place];
  }
  #pragma unroll
  for (int i = 0; i < 8; i++) places[threadIdx.x % 64][threadIdx.x / 64 + i * 4] = read[i];
  __syncthreads();
  const unsigned place = threadIdx.x / 4, piece = threadIdx.x % 4;
  if (first + place >= size || first_channel / 8 + piece >= pieces) return;
  cuts_run<unsigned, 4> words;
  #pragma unroll
  for (int i = 0; i < 4; i++) words.at[i] = *(const unsigned*)&places[place][piece * 8 + i * 2];
  *(cuts_run<unsigned, 4>*)(out + (((cuts_size)row * size + first + place) * pieces + first_channel / 8 + piece) * 8) = words;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
// Copies 16 bytes to shared memory while the thread goes on; zeros unless `has`.
CUTS_INLINE void cuts_copy_piece(unsigned to, const void* from, bool has) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" :: "r"(to), "l"(from), "r"(has ? 16 : 0) : "memory");
}
CUTS_INLINE void cuts_copies_end() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> CUTS_INLINE void cuts_copies_wait() { asm volatile("cp.async.wait_group %0;" :: "n"(N) : "memory"); }
CUTS_INLINE void cuts_matrices(unsigned (&to)[4], unsigned from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(from) : "memory");
}
CUTS_INLINE void cuts_multiply(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1, cuts_half) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
CUTS_INLINE void cuts_multiply(float (&sums)[4], const unsigned (&a)[4], unsigned b0, unsigned b1, cuts_bfloat) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
CUTS_INLINE unsigned cuts_store_two(float low, float high, cuts_half) {
  unsigned two;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(high), "f"(low));
  return two;
}
CUTS_INLINE unsigned cuts_store_two(float low, float high, cuts_bfloat) {
  unsigned two;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(high), "f"(low));
  return two;
}
#endif

// A block: OUTS by PIXELS results of one group and one part of the sum, which its warps divide, ACROSS of them along the pixels;
// a step is 4 pieces. The picture is [batch][groups][in_height][in_width][pieces], weights are [groups][outs][kh][kw][pieces].
template <class S, int OUTS, int PIXELS, int DOWN, int ACROSS>
__global__ void __launch_bounds__(DOWN * ACROSS * 32) conv_tensor(S* out, float* parts, const S* in, const S* w, const S* bias, unsigned pieces, unsigned outs,
    unsigned groups, unsigned kh, unsigned kw, unsigned in_height, unsigned in_width, unsigned sy, unsigned sx, unsigned dy, unsigned dx,
    unsigned py, unsigned px, unsigned height, unsigned width, cuts_size pixels, unsigned steps) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  constexpr int THREADS = DOWN * ACROSS * 32, STAGES = 3, ROWS_AT_ONCE = THREADS / 4, MY_PIXELS = PIXELS / ROWS_AT_ONCE, MY_OUTS = OUTS / ROWS_AT_ONCE;
  constexpr int WARP_OUTS = OUTS / DOWN, WARP_PIXELS = PIXELS / ACROSS, TALL = WARP_OUTS / 16, WIDE = WARP_PIXELS / 8;
  constexpr int STAGE = (OUTS + PIXELS) * 4, RESULT_ROW = PIXELS + 8;
  static_assert(OUTS % ROWS_AT_ONCE == 0 && PIXELS % ROWS_AT_ONCE == 0 && WIDE % 2 == 0, "threads read whole rows");
  static_assert(OUTS * RESULT_ROW * 2 <= STAGES * STAGE * 16, "results fit where pieces were");
  __shared__ alignas(128) cuts_run<unsigned, 4> tiles[STAGES * STAGE];
  const unsigned thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
  const unsigned out_tiles = (outs + OUTS - 1) / OUTS, tile = blockIdx.x / out_tiles, first_out = (blockIdx.x - tile * out_tiles) * OUTS, left_outs = outs - first_out;
  const unsigned group = blockIdx.y, all = kh * kw * pieces, begin = blockIdx.z * steps * 4;
  const unsigned end = all - begin < steps * 4 ? all : begin + steps * 4, own_steps = (end - begin + 3) / 4;
  const cuts_size first_pixel = (cuts_size)tile * PIXELS, plane = (cuts_size)height * width;
  // What this thread copies: the same piece of each step, for some pixels and some outputs.
  const unsigned my_piece = thread % 4, my_row = thread / 4;
  const cuts_run<unsigned, 4>* windows[MY_PIXELS];
  unsigned beside[MY_PIXELS];
  #pragma unroll
  for (int i = 0; i < MY_PIXELS; i++) {
    const cuts_size pixel = first_pixel + my_row + i * ROWS_AT_ONCE;
    windows[i] = (const cuts_run<unsigned, 4>*)in;
    beside[i] = ~0u;
    if (pixel < pixels) {
      const cuts_size picture = pixel / plane;
      const unsigned at = (unsigned)(pixel - picture * plane), row = at / width;
      const int y = (int)(row * sy) - (int)py, x = (int)((at - row * width) * sx) - (int)px;
      windows[i] += ((long long)(picture * groups + group) * in_height * in_width + (long long)y * in_width + x) * pieces;
      beside[i] = cuts_beside(y, x, kh, kw, dy, dx, in_height, in_width);
    }
  }
  const cuts_run<unsigned, 4>* weights = (const cuts_run<unsigned, 4>*)w + ((cuts_size)group * outs + first_out + my_row) * all;
  unsigned piece = begin + my_piece, inner = piece % pieces, r = piece / pieces / kw, s = piece / pieces % kw;
  const unsigned shared = (unsigned)__cvta_generic_to_shared(tiles);
  // Pieces of 8 rows that are read at once lie in different banks.
  auto place = [&](unsigned row, unsigned own) { return (row * 4 + (own ^ (row >> 1 & 3))) * 16; };
  auto copy = [&](unsigned stage) {
    const unsigned base = shared + stage * STAGE * 16, where = piece < end ? 1u << r | 1u << (kh + s) : CUTS_NO_TAP;
    const int offset = (int)((r * dy * in_width + s * dx) * pieces + inner);
    #pragma unroll
    for (int i = 0; i < MY_OUTS; i++) {
      const bool has = piece < end && my_row + i * ROWS_AT_ONCE < left_outs;
      cuts_copy_piece(base + place(my_row + i * ROWS_AT_ONCE, my_piece), has ? weights + (cuts_size)i * ROWS_AT_ONCE * all + piece : (const cuts_run<unsigned, 4>*)w, has);
    }
    #pragma unroll
    for (int i = 0; i < MY_PIXELS; i++) {
      const bool has = !(beside[i] & where);
      cuts_copy_piece(base + place(OUTS + my_row + i * ROWS_AT_ONCE, my_piece), has ? windows[i] + offset : (const cuts_run<unsigned, 4>*)in, has);
    }
    piece += 4;
    for (inner += 4; inner >= pieces; inner -= pieces) if (++s == kw) { s = 0; r++; }
  };
  float sums[TALL][WIDE][4];
  #pragma unroll
  for (int i = 0; i < TALL; i++) {
    #pragma unroll
    for (int j = 0; j < WIDE; j++) {
      #pragma unroll
      for (int e = 0; e < 4; e++) sums[i][j][e] = 0;
    }
  }
  #pragma unroll
  for (int stage = 0; stage < STAGES - 1; stage++) {
    if (stage < own_steps) copy(stage);
    cuts_copies_end();
  }
  const unsigned warp_out = warp % DOWN * WARP_OUTS, warp_pixel = warp / DOWN * WARP_PIXELS;
  for (unsigned step = 0, stage = 0; step < own_steps; step++, stage = stage + 1 == STAGES ? 0 : stage + 1) {
    cuts_copies_wait<STAGES - 2>();
    __syncthreads();
    if (step + STAGES - 1 < own_steps) copy(stage == 0 ? STAGES - 1 : stage - 1);
    cuts_copies_end();
    const unsigned base = shared + stage * STAGE * 16;
    #pragma unroll
    for (int half = 0; half < 2; half++) {
      unsigned a[TALL][4], b[WIDE / 2][4];
      #pragma unroll
      for (int i = 0; i < TALL; i++) cuts_matrices(a[i], base + place(warp_out + i * 16 + lane % 16, half * 2 + lane / 16));
      #pragma unroll
      for (int j = 0; j < WIDE / 2; j++) cuts_matrices(b[j], base + place(OUTS + warp_pixel + j * 16 + lane % 8 + lane / 16 * 8, half * 2 + lane / 8 % 2));
      #pragma unroll
      for (int i = 0; i < TALL; i++) {
        #pragma unroll
        for (int j = 0; j < WIDE; j++) cuts_multiply(sums[i][j], a[i], b[j / 2][j % 2 * 2], b[j / 2][j % 2 * 2 + 1], S{});
      }
    }
  }
  cuts_copies_wait<0>();
  __syncthreads();
  const cuts_size all_outs = (cuts_size)groups * outs;
  if (parts) {
    parts += (cuts_size)blockIdx.z * all_outs * pixels;
    #pragma unroll
    for (int j = 0; j < WIDE; j++) {
      #pragma unroll
      for (int e = 0; e < 2; e++) {
        const cuts_size pixel = first_pixel + warp_pixel + j * 8 + lane % 4 * 2 + e, picture = pixel / plane;
        if (pixel >= pixels) continue;
        float* to = parts + (picture * all_outs + group * outs + first_out) * plane + (pixel - picture * plane);
        #pragma unroll
        for (int i = 0; i < TALL; i++) {
          #pragma unroll
          for (int h = 0; h < 2; h++) {
            const unsigned o = warp_out + i * 16 + h * 8 + lane / 4;
            if (o < left_outs) to[o * plane] = sums[i][j][h * 2 + e];
          }
        }
      }
    }
    return;
  }
  // By way of shared memory, so that threads side by side write pixels side by side.
  S* results = (S*)tiles;
  #pragma unroll
  for (int i = 0; i < TALL; i++) {
    #pragma unroll
    for (int h = 0; h < 2; h++) {
      const unsigned o = warp_out + i * 16 + h * 8 + lane / 4;
      const float shift = bias && o < left_outs ? cuts_load(bias[group * outs + first_out + o]) : 0.0f;
      #pragma unroll
      for (int j = 0; j < WIDE; j++)
        *(unsigned*)(results + o * RESULT_ROW + warp_pixel + j * 8 + lane % 4 * 2) = cuts_store_two(sums[i][j][h * 2] + shift, sums[i][j][h * 2 + 1] + shift, S{});
    }
  }
  __syncthreads();
  constexpr int RUNS = PIXELS / 4;
  const unsigned run = thread % RUNS * 4;
  const cuts_size pixel = first_pixel + run, picture = pixel / plane, at = pixel - picture * plane;
  const bool has_runs = plane % 4 == 0 && (unsigned long long)out % 8 == 0;
  S* to = out + (picture * all_outs + group * outs + first_out) * plane + at;
  for (unsigned o = thread / RUNS; o < OUTS && o < left_outs; o += THREADS / RUNS) {
    const cuts_run<S, 4> own = *(const cuts_run<S, 4>*)(results + o * RESULT_ROW + run);
    if (has_runs) { if (pixel < pixels) *(cuts_run<S, 4>*)(to + o * plane) = own; }
    else for (int e = 0; e < 4; e++)
      if (pixel + e < pixels) to[o * plane + e + (at + e) / plane * (all_outs - 1) * plane] = own.at[e];
  }
#endif
}
