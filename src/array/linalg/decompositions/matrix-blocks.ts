// Numbers that kernels of decompositions and their launches share.

/** How wide the blocks of blocked algorithms are: LA_BLOCK of matrix.cuh. */
export const BLOCK = 32;
/** A thread's part of a product has this many rows and columns: LA_TILE of product.cuh. */
export const TILE = 64;

/** What `la_pack` of matrix.cuh writes. */
export const packModes = {
  all: 0,
  lower: 1,
  upper: 2,
  /** A Hermitian matrix of which the lower triangle was given. */
  fromLower: 3,
  fromUpper: 4,
  identity: 5,
} as const;
