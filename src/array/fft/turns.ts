// Roots of unity in double precision, correct to the last bit, and transforms of tables on the host.

/** Writes the cosine and the sine of k/n of a full turn to `out` at `at`; the sine is negated, as forward transforms need it. */
export function writeTurn(k: number, n: number, out: Float64Array, at: number, imaginaryAt = at + 1): void {
  // Angles of at most an eighth of a turn are exact in every bit that counts.
  const eighths = 8 * (k % n);
  const octant = Math.floor(eighths / n);
  const rest = eighths - octant * n;
  const angle = (Math.PI * (octant % 2 === 0 ? rest : n - rest)) / (4 * n);
  const [near, far] = [Math.cos(angle), Math.sin(angle)];
  const [c, s] = octant % 4 === 0 || octant % 4 === 3 ? [near, far] : [far, near];
  out[at] = octant >= 2 && octant <= 5 ? -c : c;
  out[imaginaryAt] = octant < 4 ? -s : s;
}

/**
 * The forward transform of a table of complex numbers, with real and imaginary parts apart; the length must have small factors.
 */
export function transformTable(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  if (n === 1) return;
  let r = 2;
  while (n % r !== 0) r++;
  const m = n / r;
  const parts = Array.from({ length: r }, (_, p) => {
    const [a, b] = [new Float64Array(m), new Float64Array(m)];
    for (let j = 0; j < m; j++) [a[j], b[j]] = [re[j * r + p] as number, im[j * r + p] as number];
    transformTable(a, b);
    return [a, b] as const;
  });
  const turns = new Float64Array(2 * n);
  for (let k = 0; k < n; k++) writeTurn(k, n, turns, 2 * k);
  for (let k = 0; k < n; k++) {
    let [sumRe, sumIm] = [0, 0];
    for (const [p, [a, b]] of parts.entries()) {
      const turn = 2 * ((p * k) % n);
      const [c, s] = [turns[turn] as number, turns[turn + 1] as number];
      const [x, y] = [a[k % m] as number, b[k % m] as number];
      sumRe += x * c - y * s;
      sumIm += x * s + y * c;
    }
    re[k] = sumRe;
    im[k] = sumIm;
  }
}
