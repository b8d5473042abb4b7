// Kernels that copy a matrix which lies in the other order: rows of the result are columns of the source. A block has a
// tile, so that both are read and written side by side. One for each size of element, whatever the dtype.

import { BuiltinKernel } from "./builtin-kernel.js";
import { copyWords } from "./copy-kernels.js";
import { type KernelGroup, lazyGroup } from "./kernel-group.js";

/** Rows and columns of a tile where threads run together, 32 x 8 of them. */
export const TILE = 32;
/** Rows and columns of a tile where threads take turns: one thread has it. */
export const HOST_TILE = 64;

/** `transpose1` to `transpose16`: z[row, column] = a[column, row], in matrices along the z axis of the grid. */
export const transposeGroup: () => KernelGroup = lazyGroup(() => ({
  name: "transpose",
  kernels: copyWords.map(([bytes, stored]) => ({
    name: `transpose${bytes}`,
    parameters: ["pointer", "pointer", "size", "size", "stride", "stride", "stride", "stride"],
    text: `extern "C" __global__ void transpose${bytes}(${stored}* z, const ${stored}* a, cuts_size rows, cuts_size columns,
    cuts_stride z_row, cuts_stride a_column, cuts_stride z_matrix, cuts_stride a_matrix) {
  z += (cuts_stride)blockIdx.z * z_matrix; a += (cuts_stride)blockIdx.z * a_matrix;
#ifdef __CUTS_CPU__
  const cuts_size top = (cuts_size)blockIdx.x * ${HOST_TILE}, left = (cuts_size)blockIdx.y * ${HOST_TILE};
  const cuts_size bottom = rows - top < ${HOST_TILE} ? rows : top + ${HOST_TILE}, right = columns - left < ${HOST_TILE} ? columns : left + ${HOST_TILE};
  for (cuts_size row = top; row < bottom; row++)
    for (cuts_size column = left; column < right; column++)
      z[(cuts_stride)row * z_row + (cuts_stride)column] = a[(cuts_stride)column * a_column + (cuts_stride)row];
#else
  // One more column than there is keeps threads of a warp in different banks.
  __shared__ ${stored} tile[${TILE}][${TILE} + 1];
  const cuts_size top = (cuts_size)blockIdx.x * ${TILE}, left = (cuts_size)blockIdx.y * ${TILE};
  for (unsigned k = threadIdx.y; k < ${TILE}; k += 8)
    if (left + k < columns && top + threadIdx.x < rows) tile[k][threadIdx.x] = a[(cuts_stride)(left + k) * a_column + (cuts_stride)(top + threadIdx.x)];
  __syncthreads();
  for (unsigned k = threadIdx.y; k < ${TILE}; k += 8)
    if (top + k < rows && left + threadIdx.x < columns) z[(cuts_stride)(top + k) * z_row + (cuts_stride)(left + threadIdx.x)] = tile[threadIdx.x][k];
#endif
}`,
  })),
}));

/** By bytes of an element. */
export const transposeKernels: ReadonlyMap<number, BuiltinKernel> = new Map(
  copyWords.map(([bytes]) => [bytes, new BuiltinKernel(transposeGroup, `transpose${bytes}`)]),
);
