// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { preludeSource } from "../kernels/kernels.gen.js";

const convDirectSource: KernelSource = {
  includes: [preludeSource],
  text: `
`,
};

/** The parameters of `conv_direct` in conv-direct.cuh. */
export interface ConvDirectArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly w: Pointer;
  readonly bias: Pointer;
  readonly channels: number;
  readonly outs: number;
  readonly groups: number;
  readonly kh: number;
  readonly kw: number;
  readonly in_height: number;
  readonly in_width: number;
  readonly sy: number;
  readonly sx: number;
  readonly dy: number;
  readonly dx: number;
  readonly py: number;
  readonly px: number;
  readonly height: number;
  readonly width: number;
  readonly tiles_across: number;
  readonly tiles: number;
}

/** `conv_direct` in conv-direct.cuh. */
export const convDirect: KernelDefinition<ConvDirectArguments, "S" | "T" | "KH" | "KW" | "STRIDE" | "ACROSS" | "DOWN" | "ROWS"> = {
  source: convDirectSource,
  types: { S: "class", T: "class", KH: "int", KW: "int", STRIDE: "int", ACROSS: "int", DOWN: "int", ROWS: "int" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32"],
  head: "__global__ void __launch_bounds__(ACROSS * DOWN)",
  list: `(S* out, const S* in, const S* w, const S* bias, unsigned channels, unsigned outs, unsigned groups,
    unsigned kh, unsigned kw, unsigned in_height, unsigned in_width, unsigned sy, unsigned sx, unsigned dy, unsigned dx, unsigned py, unsigned px,
    unsigned height, unsigned width, unsigned tiles_across, unsigned tiles)`,
  body: `
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
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setArray(2, values.w);
    block.setArray(3, values.bias);
    block.setInt32(4, values.channels);
    block.setInt32(5, values.outs);
    block.setInt32(6, values.groups);
    block.setInt32(7, values.kh);
    block.setInt32(8, values.kw);
    block.setInt32(9, values.in_height);
    block.setInt32(10, values.in_width);
    block.setInt32(11, values.sy);
    block.setInt32(12, values.sx);
    block.setInt32(13, values.dy);
    block.setInt32(14, values.dx);
    block.setInt32(15, values.py);
    block.setInt32(16, values.px);
    block.setInt32(17, values.height);
    block.setInt32(18, values.width);
    block.setInt32(19, values.tiles_across);
    block.setInt32(20, values.tiles);
  },
};

const convGemmSource: KernelSource = {
  includes: [preludeSource],
  text: `template <class S, int N> struct alignas(sizeof(S) * N) cuts_run { S at[N]; };
struct alignas(8) cuts_tap { int offset; unsigned where; };
#define CUTS_NO_TAP 0x80000000u
#define CUTS_TAPS 64
CUTS_INLINE cuts_tap cuts_tap_of(unsigned k, unsigned end, unsigned kh, unsigned kw, unsigned in_plane, unsigned in_row, unsigned dy, unsigned dx) {
  if (k >= end) return cuts_tap{0, CUTS_NO_TAP};
  const unsigned taps = kh * kw, c = k / taps, tap = k - c * taps, r = tap / kw, s = tap - r * kw;
  return cuts_tap{(int)(c * in_plane + r * dy * in_row + s * dx), 1u << r | 1u << (kh + s)};
}
CUTS_INLINE unsigned cuts_beside(int y, int x, unsigned kh, unsigned kw, unsigned dy, unsigned dx, unsigned in_height, unsigned in_width) {
  unsigned beside = CUTS_NO_TAP;
  for (unsigned r = 0; r < kh; r++) if ((unsigned)(y + (int)(r * dy)) >= in_height) beside |= 1u << r;
  for (unsigned s = 0; s < kw; s++) if ((unsigned)(x + (int)(s * dx)) >= in_width) beside |= 1u << (kh + s);
  return beside;
}
`,
};

/** The parameters of `conv_gemm` in conv-gemm.cuh. */
export interface ConvGemmArguments {
  readonly out: Pointer;
  readonly parts: Pointer;
  readonly in: Pointer;
  readonly w: Pointer;
  readonly bias: Pointer;
  readonly channels: number;
  readonly outs: number;
  readonly groups: number;
  readonly kh: number;
  readonly kw: number;
  readonly in_height: number;
  readonly in_width: number;
  readonly sy: number;
  readonly sx: number;
  readonly dy: number;
  readonly dx: number;
  readonly py: number;
  readonly px: number;
  readonly height: number;
  readonly width: number;
  readonly pixels: number;
  readonly steps: number;
}

/** `conv_gemm` in conv-gemm.cuh. */
export const convGemm: KernelDefinition<ConvGemmArguments, "S" | "T" | "PIXELS" | "OUTS" | "DEEP" | "EACH_PIXELS" | "EACH_OUTS"> = {
  source: convGemmSource,
  types: { S: "class", T: "class", PIXELS: "int", OUTS: "int", DEEP: "int", EACH_PIXELS: "int", EACH_OUTS: "int" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "size", "uint32"],
  head: "__global__ void __launch_bounds__(PIXELS / EACH_PIXELS * (OUTS / EACH_OUTS))",
  list: `(S* out, T* parts, const S* in, const S* w, const S* bias,
    unsigned channels, unsigned outs, unsigned groups, unsigned kh, unsigned kw, unsigned in_height, unsigned in_width, unsigned sy, unsigned sx,
    unsigned dy, unsigned dx, unsigned py, unsigned px, unsigned height, unsigned width, cuts_size pixels, unsigned steps)`,
  body: `
  constexpr int THREADS = PIXELS / EACH_PIXELS * (OUTS / EACH_OUTS), V = 16 / sizeof(T);
  constexpr int WARP_PIXELS = 8 * EACH_PIXELS, WARP_OUTS = 4 * EACH_OUTS, WARPS_ALONG = PIXELS / WARP_PIXELS;
  constexpr int READ = DEEP * PIXELS / THREADS, QUADS = DEEP / 4, READ_QUADS = (OUTS * QUADS + THREADS - 1) / THREADS;
  static_assert(THREADS % PIXELS == 0 && DEEP % READ == 0 && CUTS_TAPS % DEEP == 0, "a thread reads one pixel");
  __shared__ alignas(16) T pixel_tile[2][DEEP][PIXELS];
  __shared__ alignas(16) T weight_tile[2][DEEP][OUTS + 4];
  __shared__ cuts_tap taps[2][CUTS_TAPS];
  const unsigned thread = threadIdx.x, out_tiles = (outs + OUTS - 1) / OUTS, tile = blockIdx.x / out_tiles, first_out = (blockIdx.x - tile * out_tiles) * OUTS;
  const unsigned group = blockIdx.y, all = channels * kh * kw, begin = blockIdx.z * steps * DEEP;
  const unsigned end = all - begin < steps * DEEP ? all : begin + steps * DEEP, own_steps = (end - begin + DEEP - 1) / DEEP;
  const cuts_size first_pixel = (cuts_size)tile * PIXELS, plane = (cuts_size)height * width, in_plane = (cuts_size)in_height * in_width;
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
          const cuts_size later = (at + e) / plane, place = to + e + later * (groups * outs - 1) * plane;
          if (parts) parts[place] = sums[i + e][j];
          else out[place] = cuts_store<S>(sums[i + e][j] + shift);
        }
      }
    }
  }
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.parts);
    block.setArray(2, values.in);
    block.setArray(3, values.w);
    block.setArray(4, values.bias);
    block.setInt32(5, values.channels);
    block.setInt32(6, values.outs);
    block.setInt32(7, values.groups);
    block.setInt32(8, values.kh);
    block.setInt32(9, values.kw);
    block.setInt32(10, values.in_height);
    block.setInt32(11, values.in_width);
    block.setInt32(12, values.sy);
    block.setInt32(13, values.sx);
    block.setInt32(14, values.dy);
    block.setInt32(15, values.dx);
    block.setInt32(16, values.py);
    block.setInt32(17, values.px);
    block.setInt32(18, values.height);
    block.setInt32(19, values.width);
    block.setSize(20, values.pixels);
    block.setInt32(21, values.steps);
  },
};

/** The parameters of `conv_join` in conv-gemm.cuh. */
export interface ConvJoinArguments {
  readonly out: Pointer;
  readonly parts: Pointer;
  readonly bias: Pointer;
  readonly size: number;
  readonly count: number;
  readonly channels: number;
  readonly plane: number;
}

/** `conv_join` in conv-gemm.cuh. */
export const convJoin: KernelDefinition<ConvJoinArguments, "S" | "T"> = {
  source: convGemmSource,
  types: { S: "class", T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "uint32", "uint32", "size"],
  head: "__global__ void __launch_bounds__(256)",
  list: "(S* out, const T* parts, const S* bias, cuts_size size, unsigned count, unsigned channels, cuts_size plane)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * 256 + threadIdx.x;
  if (i >= size) return;
  T sum = 0;
  for (unsigned part = 0; part < count; part++) sum += parts[part * size + i];
  if (bias) sum += (T)cuts_load(bias[i / plane % channels]);
  out[i] = cuts_store<S>(sum);
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.parts);
    block.setArray(2, values.bias);
    block.setSize(3, values.size);
    block.setInt32(4, values.count);
    block.setInt32(5, values.channels);
    block.setSize(6, values.plane);
  },
};

const convTensorSource: KernelSource = {
  includes: [convGemmSource],
  text: `#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
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
`,
};

/** The parameters of `channels_last` in conv-tensor.cuh. */
export interface ChannelsLastArguments {
  readonly out: Pointer;
  readonly in: Pointer;
  readonly channels: number;
  readonly pieces: number;
  readonly size: number;
  readonly tiles: number;
}

/** `channels_last` in conv-tensor.cuh. */
export const channelsLast: KernelDefinition<ChannelsLastArguments, "S"> = {
  source: convTensorSource,
  types: { S: "class" },
  parameters: ["pointer", "pointer", "uint32", "uint32", "uint32", "uint32"],
  head: "__global__ void __launch_bounds__(256)",
  list: "(S* out, const S* in, unsigned channels, unsigned pieces, unsigned size, unsigned tiles)",
  body: `
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
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.in);
    block.setInt32(2, values.channels);
    block.setInt32(3, values.pieces);
    block.setInt32(4, values.size);
    block.setInt32(5, values.tiles);
  },
};

/** The parameters of `conv_tensor` in conv-tensor.cuh. */
export interface ConvTensorArguments {
  readonly out: Pointer;
  readonly parts: Pointer;
  readonly in: Pointer;
  readonly w: Pointer;
  readonly bias: Pointer;
  readonly pieces: number;
  readonly outs: number;
  readonly groups: number;
  readonly kh: number;
  readonly kw: number;
  readonly in_height: number;
  readonly in_width: number;
  readonly sy: number;
  readonly sx: number;
  readonly dy: number;
  readonly dx: number;
  readonly py: number;
  readonly px: number;
  readonly height: number;
  readonly width: number;
  readonly pixels: number;
  readonly steps: number;
}

/** `conv_tensor` in conv-tensor.cuh. */
export const convTensor: KernelDefinition<ConvTensorArguments, "S" | "OUTS" | "PIXELS" | "DOWN" | "ACROSS"> = {
  source: convTensorSource,
  types: { S: "class", OUTS: "int", PIXELS: "int", DOWN: "int", ACROSS: "int" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "uint32", "size", "uint32"],
  head: "__global__ void __launch_bounds__(DOWN * ACROSS * 32)",
  list: `(S* out, float* parts, const S* in, const S* w, const S* bias, unsigned pieces, unsigned outs,
    unsigned groups, unsigned kh, unsigned kw, unsigned in_height, unsigned in_width, unsigned sy, unsigned sx, unsigned dy, unsigned dx,
    unsigned py, unsigned px, unsigned height, unsigned width, cuts_size pixels, unsigned steps)`,
  body: `
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
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.parts);
    block.setArray(2, values.in);
    block.setArray(3, values.w);
    block.setArray(4, values.bias);
    block.setInt32(5, values.pieces);
    block.setInt32(6, values.outs);
    block.setInt32(7, values.groups);
    block.setInt32(8, values.kh);
    block.setInt32(9, values.kw);
    block.setInt32(10, values.in_height);
    block.setInt32(11, values.in_width);
    block.setInt32(12, values.sy);
    block.setInt32(13, values.sx);
    block.setInt32(14, values.dy);
    block.setInt32(15, values.dx);
    block.setInt32(16, values.py);
    block.setInt32(17, values.px);
    block.setInt32(18, values.height);
    block.setInt32(19, values.width);
    block.setSize(20, values.pixels);
    block.setInt32(21, values.steps);
  },
};

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
