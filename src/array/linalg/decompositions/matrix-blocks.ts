// Constants that the kernels of decompositions and their launches share.

/** The block width of blocked algorithms: LA_BLOCK of matrix.cuh. */
export const BLOCK = 32;
/** The rows and columns of a product that a thread computes: LA_TILE of product.cuh. */
export const TILE = 64;

/** The modes of `la_pack` in matrix.cuh. */
export const packModes = {
  all: 0,
  lower: 1,
  upper: 2,
  /** A Hermitian matrix of which the lower triangle was given. */
  fromLower: 3,
  fromUpper: 4,
  identity: 5,
} as const;
