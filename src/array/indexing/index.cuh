// Reads or writes elements at places which other arrays name, without looking at the elements. Places are 64-bit integers. A
// wrong one is written to the stream's fault report and counts as 0, so that nothing outside the array is ever touched.
// Blocks have several rows where rows are short. `v` has the shape of the launch, `i` has the places in `a`.
#pragma once
#include "../kernels/prelude.cuh"

// An index as a place of an axis, counted from the front.
CUTS_INLINE long long cuts_place(long long index, long long size, int mode, long long* report, int axis) {
  if (mode == 3) return index;
  if (mode == 2) return index < 0 ? 0 : index >= size ? size - 1 : index;
  if (index >= 0 && index < size) return index;
  if (mode == 1) { const long long rest = index % size; return rest < 0 ? rest + size : rest; }
  if (index < 0 && index >= -size) return index + size;
  // Threads that come here together may all write: any of their indices will do, and the rest is the same.
  if (report[0] == 0) { report[1] = index; report[2] = size; report[3] = axis; report[0] = 1; }
  return 0;
}

template <class T>
__global__ void take(T* v_p, const long long* i_p, const T* a_p, cuts_size n, cuts_size rows,
    cuts_stride v_x, cuts_stride v_y, cuts_stride v_z,
    cuts_stride i_x, cuts_stride i_y, cuts_stride i_z,
    cuts_stride a_x, cuts_stride a_y, cuts_stride a_z,
    long long size, long long step, int mode, long long* report, int axis) {
  const cuts_size x = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, y = (cuts_size)blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= rows) return;
  v_p += (cuts_stride)y * v_y + (cuts_stride)blockIdx.z * v_z + (cuts_stride)x * v_x;
  i_p += (cuts_stride)y * i_y + (cuts_stride)blockIdx.z * i_z + (cuts_stride)x * i_x;
  a_p += (cuts_stride)y * a_y + (cuts_stride)blockIdx.z * a_z + (cuts_stride)x * a_x;
  a_p += (cuts_stride)(cuts_place(*i_p, size, mode, report, axis) * step);
  *v_p = *a_p;
}
// Where indices lie side by side, and what is read has one axis. Of what is read here and there, the more stays in the cache.
template <class T>
__global__ void take_flat(T* v_p, const long long* i_p, const T* a_p, cuts_size n, long long size, long long step, int mode, long long* report, int axis) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) cuts_write_once(&v_p[i], a_p[cuts_place(cuts_read_once(&i_p[i]), size, mode, report, axis) * step]);
}
// The same for rows of `words` elements that lie side by side: a block has `blockDim.y` rows at a time, and a thread asks for the
// words of several before it writes the first.
template <class T>
__global__ void take_words(T* v_p, const long long* i_p, const T* a_p, cuts_size rows, cuts_size words, long long size, int mode, long long* report, int axis) {
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
}
// Where one thread has a whole row, whose elements lie side by side in both arrays.
template <class T>
__global__ void take_rows(T* v_p, const long long* i_p, const T* a_p, cuts_size n, cuts_size rows,
    cuts_stride v_x, cuts_stride v_y, cuts_stride v_z,
    cuts_stride i_x, cuts_stride i_y, cuts_stride i_z,
    cuts_stride a_x, cuts_stride a_y, cuts_stride a_z,
    long long size, long long step, int mode, long long* report, int axis, cuts_size length) {
  const cuts_size x = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, y = (cuts_size)blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= rows) return;
  v_p += (cuts_stride)y * v_y + (cuts_stride)blockIdx.z * v_z + (cuts_stride)x * v_x;
  i_p += (cuts_stride)y * i_y + (cuts_stride)blockIdx.z * i_z + (cuts_stride)x * i_x;
  a_p += (cuts_stride)y * a_y + (cuts_stride)blockIdx.z * a_z + (cuts_stride)x * a_x;
  a_p += (cuts_stride)(cuts_place(*i_p, size, mode, report, axis) * step);
  T* __restrict__ to = v_p;
  const T* __restrict__ from = a_p;
  for (cuts_size k = 0; k < length; k++) to[k] = from[k];
}
template <class T>
__global__ void put(const T* v_p, const long long* i_p, T* a_p, cuts_size n, cuts_size rows,
    cuts_stride v_x, cuts_stride v_y, cuts_stride v_z,
    cuts_stride i_x, cuts_stride i_y, cuts_stride i_z,
    cuts_stride a_x, cuts_stride a_y, cuts_stride a_z,
    long long size, long long step, int mode, long long* report, int axis) {
  const cuts_size x = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, y = (cuts_size)blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= rows) return;
  v_p += (cuts_stride)y * v_y + (cuts_stride)blockIdx.z * v_z + (cuts_stride)x * v_x;
  i_p += (cuts_stride)y * i_y + (cuts_stride)blockIdx.z * i_z + (cuts_stride)x * i_x;
  a_p += (cuts_stride)y * a_y + (cuts_stride)blockIdx.z * a_z + (cuts_stride)x * a_x;
  a_p += (cuts_stride)(cuts_place(*i_p, size, mode, report, axis) * step);
  *a_p = *v_p;
}
// What several index arrays mean together: the offset in elements, one array at a time.
__global__ void offsets(long long* v_p, const long long* i_p, cuts_size n, cuts_size rows,
    cuts_stride v_x, cuts_stride v_y, cuts_stride v_z,
    cuts_stride i_x, cuts_stride i_y, cuts_stride i_z,
    long long size, long long step, int mode, long long* report, int axis, int is_first) {
  const cuts_size x = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, y = (cuts_size)blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= rows) return;
  v_p += (cuts_stride)y * v_y + (cuts_stride)blockIdx.z * v_z + (cuts_stride)x * v_x;
  i_p += (cuts_stride)y * i_y + (cuts_stride)blockIdx.z * i_z + (cuts_stride)x * i_x;
  *v_p = (is_first ? 0 : *v_p) + cuts_place(*i_p, size, mode, report, axis) * step;
}
