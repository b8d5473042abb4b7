// The softmax of a row in double precision, for the oracles that need one.

/** exp(x - max) / Σ exp(x - max). */
export function softmax(row: readonly number[]): number[] {
  const top = Math.max(...row);
  const powers = row.map((x) => Math.exp(x - top));
  const total = powers.reduce((sum, p) => sum + p, 0);
  return powers.map((p) => p / total);
}
