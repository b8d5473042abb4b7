// The softmax of a row in double precision, for the oracles that need one.

/** exp(x - max) / Σ exp(x - max). */
export function softmax(row: readonly number[]): number[] {
  const top = Math.max(...row);
  const powers = row.map((x) => Math.exp(x - top));
  const total = powers.reduce((sum, p) => sum + p, 0);
  return powers.map((p) => p / total);
}

/** The rows of a row-major matrix. */
export function rowsOf(values: ArrayLike<number>, columns: number): number[][] {
  return Array.from({ length: values.length / columns }, (_, r) =>
    Array.from({ length: columns }, (_, c) => values[r * columns + c]!),
  );
}
