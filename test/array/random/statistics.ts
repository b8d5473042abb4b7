// Tests of distributions. With fixed seeds they pass or fail for ever; limits are such that a right generator fails one of
// them with a probability of about 1 in 10,000.

/** The statistic of Kolmogorov and Smirnov, times the root of the number of values: below 2.2 for the right distribution. */
export function kolmogorov(values: ArrayLike<number>, distribution: (x: number) => number): number {
  const sorted = Float64Array.from(values).sort();
  let most = 0;
  for (const [at, x] of sorted.entries()) {
    const expected = distribution(x);
    most = Math.max(most, expected - at / sorted.length, (at + 1) / sorted.length - expected);
  }
  return most * Math.sqrt(sorted.length);
}

/** Pearson's chi-square of counts, as a number of standard deviations from its mean: below 4 for the right probabilities. */
export function chiSquare(counts: readonly number[], probabilities: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  for (const [at, count] of counts.entries()) {
    const expected = total * (probabilities[at] as number);
    sum += (count - expected) ** 2 / expected;
  }
  const degrees = counts.length - 1;
  // Wilson and Hilferty: the cube root of chi-square is nearly normal.
  return (Math.cbrt(sum / degrees) - (1 - 2 / (9 * degrees))) / Math.sqrt(2 / (9 * degrees));
}

/** How often each whole number below `n` occurs. */
export function countsOf(values: ArrayLike<number | bigint>, n: number): number[] {
  const counts = Array.from({ length: n }, () => 0);
  for (let at = 0; at < values.length; at++) {
    const value = Number(values[at]);
    counts[value] = (counts[value] as number) + 1;
  }
  return counts;
}

/** Mean, variance, skewness and kurtosis. */
export function momentsOf(values: ArrayLike<number>): {
  mean: number;
  variance: number;
  skewness: number;
  kurtosis: number;
} {
  const all = Float64Array.from(values);
  const mean = all.reduce((sum, x) => sum + x, 0) / all.length;
  const central = (power: number): number =>
    all.reduce((sum, x) => sum + (x - mean) ** power, 0) / all.length;
  const variance = central(2);
  return { mean, variance, skewness: central(3) / variance ** 1.5, kurtosis: central(4) / variance ** 2 };
}

/** The normal distribution: an asymptotic series beyond 3, a Taylor series within. */
export function normalDistribution(x: number): number {
  if (x > 0) return 1 - normalDistribution(-x);
  if (x < -6) return 0;
  let term = x;
  let sum = x;
  for (let k = 1; k < 200; k++) {
    term *= -(x * x) / (2 * k);
    sum += term / (2 * k + 1);
  }
  return 0.5 + sum / Math.sqrt(2 * Math.PI);
}
