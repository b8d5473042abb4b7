// Sparse matrices and graphs for the oracles: compressed sparse rows with random patterns.

import type { Random } from "./random.js";

/** Row r holds columns[offsets[r] … offsets[r + 1]) in ascending order. */
export interface SparsePattern {
  readonly rows: number;
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
}

/** Rows of 0 to `longest` - 1 distinct columns each, some rows empty, one row long. */
export function randomPattern(
  random: Random,
  rows: number,
  columnCount: number,
  longest: number,
): SparsePattern {
  const table = Array.from({ length: rows }, (_, r) => {
    const length = r === rows >> 1 ? columnCount : random.integer(0, Math.min(longest, columnCount + 1));
    return [...random.permutation(columnCount).subarray(0, length)].sort((a, b) => a - b);
  });
  const offsets = new Int32Array(rows + 1);
  table.forEach((row, r) => (offsets[r + 1] = offsets[r]! + row.length));
  return { rows, offsets, columns: Int32Array.from(table.flat()) };
}

/** The pairs (column or target, position in `columns`) of one row. */
export function entriesOf(pattern: SparsePattern, row: number): { column: number; at: number }[] {
  const begin = pattern.offsets[row]!;
  const columns = pattern.columns.subarray(begin, pattern.offsets[row + 1]);
  return Array.from(columns, (column, k) => ({ column, at: begin + k }));
}

/** A random undirected graph with about `edges` edges, no loops and no double edges, as sparse rows of neighbours. */
export function randomGraph(random: Random, nodes: number, edges: number): SparsePattern {
  const neighbours = Array.from({ length: nodes }, () => new Set<number>());
  for (let e = 0; e < edges; e++) {
    const [a, b] = [random.integer(0, nodes), random.integer(0, nodes)];
    if (a === b) continue;
    neighbours[a]!.add(b);
    neighbours[b]!.add(a);
  }
  const offsets = new Int32Array(nodes + 1);
  neighbours.forEach((set, n) => (offsets[n + 1] = offsets[n]! + set.size));
  return {
    rows: nodes,
    offsets,
    columns: Int32Array.from(neighbours.flatMap((set) => [...set].sort((a, b) => a - b))),
  };
}
