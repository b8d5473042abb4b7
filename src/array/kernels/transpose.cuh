// Copies a matrix which lies in the other order: rows of the result are columns of the source. A block has a tile, so that
// both are read and written side by side.
#pragma once
#include "prelude.cuh"

// Rows and columns of a tile, as in transpose-kernels.ts: where threads run together, and where one thread has it.
#define CUTS_TILE 32
#define CUTS_HOST_TILE 64

// z[row, column] = a[column, row], in matrices along the z axis of the grid.
template <class T>
__global__ void transpose(T* z, const T* a, cuts_size rows, cuts_size columns,
    cuts_stride z_row, cuts_stride a_column, cuts_stride z_matrix, cuts_stride a_matrix) {
  z += (cuts_stride)blockIdx.z * z_matrix; a += (cuts_stride)blockIdx.z * a_matrix;
#ifdef __CUTS_CPU__
  const cuts_size top = (cuts_size)blockIdx.x * CUTS_HOST_TILE, left = (cuts_size)blockIdx.y * CUTS_HOST_TILE;
  const cuts_size bottom = rows - top < CUTS_HOST_TILE ? rows : top + CUTS_HOST_TILE, right = columns - left < CUTS_HOST_TILE ? columns : left + CUTS_HOST_TILE;
  for (cuts_size row = top; row < bottom; row++)
    for (cuts_size column = left; column < right; column++)
      z[(cuts_stride)row * z_row + (cuts_stride)column] = a[(cuts_stride)column * a_column + (cuts_stride)row];
#else
  // One more column than there is keeps threads of a warp in different banks.
  __shared__ T tile[CUTS_TILE][CUTS_TILE + 1];
  const cuts_size top = (cuts_size)blockIdx.x * CUTS_TILE, left = (cuts_size)blockIdx.y * CUTS_TILE;
  for (unsigned k = threadIdx.y; k < CUTS_TILE; k += 8)
    if (left + k < columns && top + threadIdx.x < rows) tile[k][threadIdx.x] = a[(cuts_stride)(left + k) * a_column + (cuts_stride)(top + threadIdx.x)];
  __syncthreads();
  for (unsigned k = threadIdx.y; k < CUTS_TILE; k += 8)
    if (top + k < rows && left + threadIdx.x < columns) z[(cuts_stride)(top + k) * z_row + (cuts_stride)(left + threadIdx.x)] = tile[threadIdx.x][k];
#endif
}
