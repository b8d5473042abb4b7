// Operations on blocks of matrices by built-in kernels: products, and applying many reflectors at once (the compact WY form).
// Decompositions of large matrices spend most of their time here.

import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { allocateArray } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import { kernelsOf } from "./groups.js";
import type { MatrixType } from "./matrix-types.js";
import { identity, launchMatrices, type Matrices } from "./launch.js";
import { BLOCK, TILE } from "./matrix-blocks.js";

/** A block of each matrix in a batch: its start, and its row stride. */
export interface Block {
  readonly of: Matrices;
  readonly at: number;
  readonly row: number;
  /** How far its columns are apart: 1 by default; only the first factor of a product may have another stride. */
  readonly column?: number;
  readonly isConjugated?: boolean;
}

/** Whether a product is stored or subtracted from the result, and whether the part below the diagonal is skipped. */
export interface ProductMode {
  readonly mode: "set" | "subtract";
  readonly upperOnly?: boolean;
}

/** C (m x n) = A B, or C -= A B, where k is the inner size. */
export function multiplyBlocks(
  stream: StreamCore,
  [m, n, k]: readonly [m: number, n: number, k: number],
  c: Block,
  a: Block,
  b: Block,
  { mode, upperOnly = false }: ProductMode,
): void {
  const [batch = 0] = c.of.shape;
  if (m === 0 || n === 0) return;
  const tiles = [Math.ceil(n / TILE), Math.ceil(m / TILE)] as const;
  launchMatrices(kernelsOf(c.of.dtype).product, stream, batch, tiles, {
    c: {
      into: c.of,
      at: c.at,
    },
    a: {
      from: a.of,
      at: a.at,
    },
    b: {
      from: b.of,
      at: b.at,
    },
    m,
    n,
    k,
    ldc: c.row,
    row: a.row,
    column: a.column ?? 1,
    ldb: b.row,
    next_c: c.of.size / batch,
    next_a: a.of.size / batch,
    next_b: b.of.size / batch,
    sign: mode === "set" ? 1 : -1,
    keep: mode === "set" ? 0 : 1,
    imaginary: a.isConjugated === true ? -1 : 1,
    upper: upperOnly ? 1 : 0,
  });
}

/** Reflectors in the columns of V (m x count); column k begins with a one in row k + `offset`. */
export interface Reflectors {
  readonly vectors: Matrices;
  readonly taus: NDArray<MatrixType>;
  readonly offset: 0 | 1;
}

/**
 * Applies the reflectors `from` to `to`, or their inverse, to a block of `columns` columns, which begins at the row of the first
 * reflector.
 */
export function applyReflectors(
  stream: StreamCore,
  { vectors, taus, offset }: Reflectors,
  [from, to]: readonly [number, number],
  c: Block,
  columns: number,
  isInverse: boolean,
): void {
  const [batch = 0, m = 0, count = 0] = vectors.shape;
  const begin = from + offset;
  if (columns <= 0 || begin >= m) return;
  const { dtype } = vectors;
  using triangle = allocateArray(stream, dtype, [batch, BLOCK, BLOCK]);
  launchMatrices(kernelsOf(dtype).block_triangle, stream, batch, [1, 1], {
    triangles: { into: triangle },
    vectors: { from: vectors },
    taus: { from: taus },
    m,
    count,
    start: begin,
    from,
    to,
  });
  using projected = allocateArray(stream, dtype, [batch, BLOCK, columns]);
  using turned = allocateArray(stream, dtype, [batch, BLOCK, columns]);
  const width = to - from;
  const at = begin * count + from;
  const inRows = (of: Matrices): Block => ({ of, at: 0, row: columns });
  const adjoint = { of: vectors, at, row: 1, column: count, isConjugated: true };
  multiplyBlocks(stream, [width, columns, m - begin], inRows(projected), adjoint, c, { mode: "set" });
  const small = isInverse
    ? { of: triangle, at: 0, row: 1, column: BLOCK, isConjugated: true }
    : { of: triangle, at: 0, row: BLOCK };
  multiplyBlocks(stream, [width, columns, width], inRows(turned), small, inRows(projected), { mode: "set" });
  const rows = { of: vectors, at, row: count };
  multiplyBlocks(stream, [m - begin, columns, width], c, rows, inRows(turned), { mode: "subtract" });
}

/** The first `columns` columns of the product of all reflectors. */
export function formReflectors(stream: StreamCore, reflectors: Reflectors, columns: number): Matrices {
  const [batch = 0, m = 0, count = 0] = reflectors.vectors.shape;
  const q = identity(stream, reflectors.vectors.dtype, batch, m, columns);
  for (const [from, to] of blocksOf(count).toReversed()) {
    const begin = from + reflectors.offset;
    // Columns before the block are still those of the identity, which its reflectors leave as they are.
    const block = { of: q, at: begin * columns + begin, row: columns };
    applyReflectors(stream, reflectors, [from, to], block, columns - begin, false);
  }
  return q;
}

/** Splits the range from 0 to n into pieces of the block width. */
export function blocksOf(n: number): (readonly [from: number, to: number])[] {
  return Array.from({ length: Math.ceil(n / BLOCK) }, (_, index) => [
    index * BLOCK,
    Math.min(n, (index + 1) * BLOCK),
  ]);
}
