// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { preludeSource } from "../kernels/kernels.gen.js";

/** index.cuh. */
export const indexSource: KernelSource = {
  includes: [preludeSource],
  text: `CUTS_INLINE long long cuts_place(long long index, long long size, int mode, long long* report, int axis) {
  if (mode == 3) return index;
  if (mode == 2) return index < 0 ? 0 : index >= size ? size - 1 : index;
  if (index >= 0 && index < size) return index;
  if (mode == 1) { const long long rest = index % size; return rest < 0 ? rest + size : rest; }
  if (index < 0 && index >= -size) return index + size;
  if (report[0] == 0) { report[1] = index; report[2] = size; report[3] = axis; report[0] = 1; }
  return 0;
}
`,
};

/** The parameters of `take` in index.cuh. */
export interface TakeArguments {
  readonly v_p: Pointer;
  readonly i_p: Pointer;
  readonly a_p: Pointer;
  readonly n: number;
  readonly rows: number;
  readonly v_x: number;
  readonly v_y: number;
  readonly v_z: number;
  readonly i_x: number;
  readonly i_y: number;
  readonly i_z: number;
  readonly a_x: number;
  readonly a_y: number;
  readonly a_z: number;
  readonly size: bigint;
  readonly step: bigint;
  readonly mode: number;
  readonly report: Pointer;
  readonly axis: number;
}

/** `take` in index.cuh. */
export const take: KernelDefinition<TakeArguments, "T"> = {
  source: indexSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "stride", "stride", "stride", "stride", "stride", "stride", "stride", "stride", "stride", "int64", "int64", "int32", "pointer", "int32"],
  head: "__global__ void",
  list: `(T* v_p, const long long* i_p, const T* a_p, cuts_size n, cuts_size rows,
    cuts_stride v_x, cuts_stride v_y, cuts_stride v_z,
    cuts_stride i_x, cuts_stride i_y, cuts_stride i_z,
    cuts_stride a_x, cuts_stride a_y, cuts_stride a_z,
    long long size, long long step, int mode, long long* report, int axis)`,
  body: `
  const cuts_size x = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, y = (cuts_size)blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= rows) return;
  v_p += (cuts_stride)y * v_y + (cuts_stride)blockIdx.z * v_z + (cuts_stride)x * v_x;
  i_p += (cuts_stride)y * i_y + (cuts_stride)blockIdx.z * i_z + (cuts_stride)x * i_x;
  a_p += (cuts_stride)y * a_y + (cuts_stride)blockIdx.z * a_z + (cuts_stride)x * a_x;
  a_p += (cuts_stride)(cuts_place(*i_p, size, mode, report, axis) * step);
  *v_p = *a_p;
`,
  write(block, values) {
    block.setArray(0, values.v_p);
    block.setArray(1, values.i_p);
    block.setArray(2, values.a_p);
    block.setSize(3, values.n);
    block.setSize(4, values.rows);
    block.setStride(5, values.v_x);
    block.setStride(6, values.v_y);
    block.setStride(7, values.v_z);
    block.setStride(8, values.i_x);
    block.setStride(9, values.i_y);
    block.setStride(10, values.i_z);
    block.setStride(11, values.a_x);
    block.setStride(12, values.a_y);
    block.setStride(13, values.a_z);
    block.setInt64(14, values.size);
    block.setInt64(15, values.step);
    block.setInt32(16, values.mode);
    block.setArray(17, values.report);
    block.setInt32(18, values.axis);
  },
};

/** The parameters of `take_flat` in index.cuh. */
export interface TakeFlatArguments {
  readonly v_p: Pointer;
  readonly i_p: Pointer;
  readonly a_p: Pointer;
  readonly n: number;
  readonly size: bigint;
  readonly step: bigint;
  readonly mode: number;
  readonly report: Pointer;
  readonly axis: number;
}

/** `take_flat` in index.cuh. */
export const takeFlat: KernelDefinition<TakeFlatArguments, "T"> = {
  source: indexSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "int64", "int64", "int32", "pointer", "int32"],
  head: "__global__ void",
  list: "(T* v_p, const long long* i_p, const T* a_p, cuts_size n, long long size, long long step, int mode, long long* report, int axis)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) cuts_write_once(&v_p[i], a_p[cuts_place(cuts_read_once(&i_p[i]), size, mode, report, axis) * step]);
`,
  write(block, values) {
    block.setArray(0, values.v_p);
    block.setArray(1, values.i_p);
    block.setArray(2, values.a_p);
    block.setSize(3, values.n);
    block.setInt64(4, values.size);
    block.setInt64(5, values.step);
    block.setInt32(6, values.mode);
    block.setArray(7, values.report);
    block.setInt32(8, values.axis);
  },
};

/** The parameters of `take_words` in index.cuh. */
export interface TakeWordsArguments {
  readonly v_p: Pointer;
  readonly i_p: Pointer;
  readonly a_p: Pointer;
  readonly rows: number;
  readonly words: number;
  readonly size: bigint;
  readonly mode: number;
  readonly report: Pointer;
  readonly axis: number;
}

/** `take_words` in index.cuh. */
export const takeWords: KernelDefinition<TakeWordsArguments, "T"> = {
  source: indexSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "int64", "int32", "pointer", "int32"],
  head: "__global__ void",
  list: "(T* v_p, const long long* i_p, const T* a_p, cuts_size rows, cuts_size words, long long size, int mode, long long* report, int axis)",
  body: `
  const cuts_size first = (cuts_size)blockIdx.x * (CUTS_PER_THREAD * blockDim.y) + threadIdx.y;
  T* to[CUTS_PER_THREAD];
  const T* from[CUTS_PER_THREAD];
  _Pragma("unroll") for (int k = 0; k < CUTS_PER_THREAD; k++) {
    const cuts_size row = first + k * blockDim.y;
    to[k] = v_p + (unsigned long long)row * words;
    from[k] = row < rows ? a_p + cuts_place(i_p[row], size, mode, report, axis) * (long long)words : nullptr;
  }
  for (cuts_size x = threadIdx.x; x < words; x += blockDim.x) {
    T own[CUTS_PER_THREAD];
    _Pragma("unroll") for (int k = 0; k < CUTS_PER_THREAD; k++) if (from[k]) own[k] = from[k][x];
    _Pragma("unroll") for (int k = 0; k < CUTS_PER_THREAD; k++) if (from[k]) to[k][x] = own[k];
  }
`,
  write(block, values) {
    block.setArray(0, values.v_p);
    block.setArray(1, values.i_p);
    block.setArray(2, values.a_p);
    block.setSize(3, values.rows);
    block.setSize(4, values.words);
    block.setInt64(5, values.size);
    block.setInt32(6, values.mode);
    block.setArray(7, values.report);
    block.setInt32(8, values.axis);
  },
};

/** The parameters of `take_rows` in index.cuh. */
export interface TakeRowsArguments {
  readonly v_p: Pointer;
  readonly i_p: Pointer;
  readonly a_p: Pointer;
  readonly n: number;
  readonly rows: number;
  readonly v_x: number;
  readonly v_y: number;
  readonly v_z: number;
  readonly i_x: number;
  readonly i_y: number;
  readonly i_z: number;
  readonly a_x: number;
  readonly a_y: number;
  readonly a_z: number;
  readonly size: bigint;
  readonly step: bigint;
  readonly mode: number;
  readonly report: Pointer;
  readonly axis: number;
  readonly length: number;
}

/** `take_rows` in index.cuh. */
export const takeRows: KernelDefinition<TakeRowsArguments, "T"> = {
  source: indexSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "stride", "stride", "stride", "stride", "stride", "stride", "stride", "stride", "stride", "int64", "int64", "int32", "pointer", "int32", "size"],
  head: "__global__ void",
  list: `(T* v_p, const long long* i_p, const T* a_p, cuts_size n, cuts_size rows,
    cuts_stride v_x, cuts_stride v_y, cuts_stride v_z,
    cuts_stride i_x, cuts_stride i_y, cuts_stride i_z,
    cuts_stride a_x, cuts_stride a_y, cuts_stride a_z,
    long long size, long long step, int mode, long long* report, int axis, cuts_size length)`,
  body: `
  const cuts_size x = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, y = (cuts_size)blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= rows) return;
  v_p += (cuts_stride)y * v_y + (cuts_stride)blockIdx.z * v_z + (cuts_stride)x * v_x;
  i_p += (cuts_stride)y * i_y + (cuts_stride)blockIdx.z * i_z + (cuts_stride)x * i_x;
  a_p += (cuts_stride)y * a_y + (cuts_stride)blockIdx.z * a_z + (cuts_stride)x * a_x;
  a_p += (cuts_stride)(cuts_place(*i_p, size, mode, report, axis) * step);
  T* __restrict__ to = v_p;
  const T* __restrict__ from = a_p;
  for (cuts_size k = 0; k < length; k++) to[k] = from[k];
`,
  write(block, values) {
    block.setArray(0, values.v_p);
    block.setArray(1, values.i_p);
    block.setArray(2, values.a_p);
    block.setSize(3, values.n);
    block.setSize(4, values.rows);
    block.setStride(5, values.v_x);
    block.setStride(6, values.v_y);
    block.setStride(7, values.v_z);
    block.setStride(8, values.i_x);
    block.setStride(9, values.i_y);
    block.setStride(10, values.i_z);
    block.setStride(11, values.a_x);
    block.setStride(12, values.a_y);
    block.setStride(13, values.a_z);
    block.setInt64(14, values.size);
    block.setInt64(15, values.step);
    block.setInt32(16, values.mode);
    block.setArray(17, values.report);
    block.setInt32(18, values.axis);
    block.setSize(19, values.length);
  },
};

/** The parameters of `put` in index.cuh. */
export interface PutArguments {
  readonly v_p: Pointer;
  readonly i_p: Pointer;
  readonly a_p: Pointer;
  readonly n: number;
  readonly rows: number;
  readonly v_x: number;
  readonly v_y: number;
  readonly v_z: number;
  readonly i_x: number;
  readonly i_y: number;
  readonly i_z: number;
  readonly a_x: number;
  readonly a_y: number;
  readonly a_z: number;
  readonly size: bigint;
  readonly step: bigint;
  readonly mode: number;
  readonly report: Pointer;
  readonly axis: number;
}

/** `put` in index.cuh. */
export const put: KernelDefinition<PutArguments, "T"> = {
  source: indexSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "stride", "stride", "stride", "stride", "stride", "stride", "stride", "stride", "stride", "int64", "int64", "int32", "pointer", "int32"],
  head: "__global__ void",
  list: `(const T* v_p, const long long* i_p, T* a_p, cuts_size n, cuts_size rows,
    cuts_stride v_x, cuts_stride v_y, cuts_stride v_z,
    cuts_stride i_x, cuts_stride i_y, cuts_stride i_z,
    cuts_stride a_x, cuts_stride a_y, cuts_stride a_z,
    long long size, long long step, int mode, long long* report, int axis)`,
  body: `
  const cuts_size x = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, y = (cuts_size)blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= rows) return;
  v_p += (cuts_stride)y * v_y + (cuts_stride)blockIdx.z * v_z + (cuts_stride)x * v_x;
  i_p += (cuts_stride)y * i_y + (cuts_stride)blockIdx.z * i_z + (cuts_stride)x * i_x;
  a_p += (cuts_stride)y * a_y + (cuts_stride)blockIdx.z * a_z + (cuts_stride)x * a_x;
  a_p += (cuts_stride)(cuts_place(*i_p, size, mode, report, axis) * step);
  *a_p = *v_p;
`,
  write(block, values) {
    block.setArray(0, values.v_p);
    block.setArray(1, values.i_p);
    block.setArray(2, values.a_p);
    block.setSize(3, values.n);
    block.setSize(4, values.rows);
    block.setStride(5, values.v_x);
    block.setStride(6, values.v_y);
    block.setStride(7, values.v_z);
    block.setStride(8, values.i_x);
    block.setStride(9, values.i_y);
    block.setStride(10, values.i_z);
    block.setStride(11, values.a_x);
    block.setStride(12, values.a_y);
    block.setStride(13, values.a_z);
    block.setInt64(14, values.size);
    block.setInt64(15, values.step);
    block.setInt32(16, values.mode);
    block.setArray(17, values.report);
    block.setInt32(18, values.axis);
  },
};

/** The parameters of `offsets` in index.cuh. */
export interface OffsetsArguments {
  readonly v_p: Pointer;
  readonly i_p: Pointer;
  readonly n: number;
  readonly rows: number;
  readonly v_x: number;
  readonly v_y: number;
  readonly v_z: number;
  readonly i_x: number;
  readonly i_y: number;
  readonly i_z: number;
  readonly size: bigint;
  readonly step: bigint;
  readonly mode: number;
  readonly report: Pointer;
  readonly axis: number;
  readonly is_first: number;
}

/** `offsets` in index.cuh. */
export const offsets: KernelDefinition<OffsetsArguments> = {
  source: indexSource,
  types: {  },
  parameters: ["pointer", "pointer", "size", "size", "stride", "stride", "stride", "stride", "stride", "stride", "int64", "int64", "int32", "pointer", "int32", "int32"],
  head: "__global__ void",
  list: `(long long* v_p, const long long* i_p, cuts_size n, cuts_size rows,
    cuts_stride v_x, cuts_stride v_y, cuts_stride v_z,
    cuts_stride i_x, cuts_stride i_y, cuts_stride i_z,
    long long size, long long step, int mode, long long* report, int axis, int is_first)`,
  body: `
  const cuts_size x = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, y = (cuts_size)blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= rows) return;
  v_p += (cuts_stride)y * v_y + (cuts_stride)blockIdx.z * v_z + (cuts_stride)x * v_x;
  i_p += (cuts_stride)y * i_y + (cuts_stride)blockIdx.z * i_z + (cuts_stride)x * i_x;
  *v_p = (is_first ? 0 : *v_p) + cuts_place(*i_p, size, mode, report, axis) * step;
`,
  write(block, values) {
    block.setArray(0, values.v_p);
    block.setArray(1, values.i_p);
    block.setSize(2, values.n);
    block.setSize(3, values.rows);
    block.setStride(4, values.v_x);
    block.setStride(5, values.v_y);
    block.setStride(6, values.v_z);
    block.setStride(7, values.i_x);
    block.setStride(8, values.i_y);
    block.setStride(9, values.i_z);
    block.setInt64(10, values.size);
    block.setInt64(11, values.step);
    block.setInt32(12, values.mode);
    block.setArray(13, values.report);
    block.setInt32(14, values.axis);
    block.setInt32(15, values.is_first);
  },
};

const masksSource: KernelSource = {
  includes: [preludeSource],
  text: `#ifndef __CUTS_CPU__
#define CUTS_MASK_WIDTH 16
struct alignas(16) cuts_mask_words { unsigned word[4]; };
CUTS_INLINE unsigned cuts_mask_bits(const unsigned char* mask, cuts_size at, cuts_size to) {
  unsigned bits = 0;
  if (at + CUTS_MASK_WIDTH <= to && ((unsigned long long)(mask + at) & 15) == 0) {
    const cuts_mask_words own = *(const cuts_mask_words*)(mask + at);
    #pragma unroll
    for (int k = 0; k < 4; k++) {
      unsigned x = own.word[k];
      x |= x >> 4; x |= x >> 2; x |= x >> 1; x &= 0x01010101u;
      bits |= (x * 0x01020408u >> 24 & 15u) << 4 * k;
    }
  } else for (int k = 0; k < CUTS_MASK_WIDTH; k++) if (at + k < to && mask[at + k] != 0) bits |= 1u << k;
  return bits;
}
#endif
`,
};

/** The parameters of `count_places` in masks.cuh. */
export interface CountPlacesArguments {
  readonly counts: Pointer;
  readonly mask: Pointer;
  readonly n: number;
  readonly chunk: number;
}

/** `count_places` in masks.cuh. */
export const countPlaces: KernelDefinition<CountPlacesArguments> = {
  source: masksSource,
  types: {  },
  parameters: ["pointer", "pointer", "size", "size"],
  head: "__global__ void",
  list: "(long long* counts, const unsigned char* mask, cuts_size n, cuts_size chunk)",
  body: `
  const cuts_size from = blockIdx.x * chunk, to = n - from < chunk ? n : from + chunk;
#ifdef __CUTS_CPU__
  unsigned count = 0;
  for (cuts_size i = from; i < to; i++) count += mask[i] != 0;
  counts[blockIdx.x] = count;
#else
  __shared__ unsigned total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  unsigned count = 0;
  for (cuts_size i = from + CUTS_MASK_WIDTH * threadIdx.x; i < to; i += CUTS_MASK_WIDTH * blockDim.x) count += __popc(cuts_mask_bits(mask, i, to));
  for (int bit = 16; bit > 0; bit /= 2) count += __shfl_xor_sync(~0u, count, bit);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, count);
  __syncthreads();
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
#endif
`,
  write(block, values) {
    block.setArray(0, values.counts);
    block.setArray(1, values.mask);
    block.setSize(2, values.n);
    block.setSize(3, values.chunk);
  },
};

/** The parameters of `find_places` in masks.cuh. */
export interface FindPlacesArguments {
  readonly places: Pointer;
  readonly mask: Pointer;
  readonly ends: Pointer;
  readonly n: number;
  readonly chunk: number;
}

/** `find_places` in masks.cuh. */
export const findPlaces: KernelDefinition<FindPlacesArguments> = {
  source: masksSource,
  types: {  },
  parameters: ["pointer", "pointer", "pointer", "size", "size"],
  head: "__global__ void",
  list: "(long long* places, const unsigned char* mask, const long long* ends, cuts_size n, cuts_size chunk)",
  body: `
  const cuts_size from = blockIdx.x * chunk, to = n - from < chunk ? n : from + chunk;
  places += blockIdx.x == 0 ? 0 : ends[blockIdx.x - 1];
#ifdef __CUTS_CPU__
  cuts_size next = 0;
  for (cuts_size i = from; i < to; i++) if (mask[i] != 0) places[next++] = i;
#else
  __shared__ unsigned before[8];
  __shared__ unsigned short found[CUTS_MASK_WIDTH * 256];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (cuts_size start = from; start < to; start += CUTS_MASK_WIDTH * 256) {
    const cuts_size first = start + CUTS_MASK_WIDTH * threadIdx.x;
    unsigned bits = first < to ? cuts_mask_bits(mask, first, to) : 0;
    const unsigned own = __popc(bits);
    unsigned rank = own;
    #pragma unroll
    for (unsigned step = 1; step < 32; step *= 2) { const unsigned left = __shfl_up_sync(~0u, rank, step); if (lane >= step) rank += left; }
    if (lane == 31) before[warp] = rank;
    __syncthreads();
    rank -= own;
    unsigned all = 0;
    #pragma unroll
    for (unsigned k = 0; k < 8; k++) { if (k == warp) rank += all; all += before[k]; }
    for (; bits != 0; bits &= bits - 1) found[rank++] = (unsigned short)(CUTS_MASK_WIDTH * threadIdx.x + __ffs(bits) - 1);
    __syncthreads();
    for (unsigned k = threadIdx.x; k < all; k += 256) places[k] = start + found[k];
    places += all;
    __syncthreads();
  }
#endif
`,
  write(block, values) {
    block.setArray(0, values.places);
    block.setArray(1, values.mask);
    block.setArray(2, values.ends);
    block.setSize(3, values.n);
    block.setSize(4, values.chunk);
  },
};

const scatterSource: KernelSource = {
  includes: [preludeSource],
  text: `
`,
};

/** The parameters of `scatter_add` in scatter.cuh. */
export interface ScatterAddArguments {
  readonly out: Pointer;
  readonly places: Pointer;
  readonly values: Pointer;
  readonly n: number;
}

/** `scatter_add` in scatter.cuh. */
export const scatterAdd: KernelDefinition<ScatterAddArguments, "T"> = {
  source: scatterSource,
  types: { T: "class" },
  parameters: ["pointer", "pointer", "pointer", "size"],
  head: "__global__ void",
  list: "(T* out, const long long* places, const T* values, cuts_size n)",
  body: `
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out + places[i], values[i]);
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.places);
    block.setArray(2, values.values);
    block.setSize(3, values.n);
  },
};
