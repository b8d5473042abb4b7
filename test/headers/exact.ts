// Exact arithmetic as an oracle: numbers are ratios of big integers, and rounding to a floating-point format under any
// mode is done by the definition. Slow and plain on purpose.

export type Mode = "rn" | "rz" | "ru" | "rd";

/** A binary format: digits of the significand, exponent of the last digit of the smallest number, largest exponent. */
export interface Format {
  readonly digits: number;
  readonly least: number;
  readonly most: number;
}
export const FLOAT: Format = { digits: 24, least: -149, most: 127 };
export const DOUBLE: Format = { digits: 53, least: -1074, most: 1023 };
export const HALF: Format = { digits: 11, least: -24, most: 15 };
export const BFLOAT16: Format = { digits: 8, least: -133, most: 127 };

/** numerator / denominator, the denominator positive. */
export interface Ratio {
  readonly n: bigint;
  readonly d: bigint;
}

/** The exact value of a finite number. */
export function ratio(x: number): Ratio {
  let exponent = 0;
  let scaled = x;
  // Big steps first: a subnormal takes a thousand small ones.
  for (const step of [128, 16, 1]) {
    const far = (): boolean => step === 1 || Math.abs(scaled) < 2 ** -step;
    while (!Number.isInteger(scaled) && far()) {
      scaled *= 2 ** step;
      exponent += step;
    }
  }
  return { n: BigInt(scaled), d: 1n << BigInt(exponent) };
}

export const add = (a: Ratio, b: Ratio): Ratio => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const multiply = (a: Ratio, b: Ratio): Ratio => ({ n: a.n * b.n, d: a.d * b.d });
export function divide(a: Ratio, b: Ratio): Ratio {
  return b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };
}

/** The square root to 300 binary digits beyond the point, with a last digit that says whether it is exact. */
export function squareRoot(a: Ratio): Ratio {
  const scale = 300n + BigInt(bitLength(a.d));
  const target = (a.n << (2n * scale)) / a.d;
  let root = 1n << BigInt(Math.ceil(bitLength(target) / 2));
  for (let next = (root + target / root) / 2n; next < root; next = (root + target / root) / 2n) root = next;
  const exact = root * root * a.d === a.n << (2n * scale);
  return { n: exact ? root * 2n : root * 2n + 1n, d: 1n << (scale + 1n) };
}

/** The value rounded to a format. `zero` is what an exact zero gives. */
export function round({ n, d }: Ratio, format: Format, mode: Mode, zero = 0): number {
  if (n === 0n) return zero;
  const negative = n < 0n;
  const size = negative ? -n : n;
  const exponent = floorLog2(size, d);
  const quantum = Math.max(exponent - format.digits + 1, format.least);
  const [top, bottom] = quantum < 0 ? [size << BigInt(-quantum), d] : [size, d << BigInt(quantum)];
  let digits = top / bottom;
  const rest = top % bottom;
  const away = mode === "ru" ? !negative : mode === "rd" ? negative : false;
  const nearer = rest * 2n > bottom || (rest * 2n === bottom && digits % 2n === 1n);
  if (rest !== 0n && (mode === "rn" ? nearer : away)) digits++;
  const limit = (1n << BigInt(format.digits)) << BigInt(format.most - format.digits + 1 - quantum);
  if (digits >= limit) {
    const toInfinity = mode === "rn" || away;
    const largest = (2 - 2 ** (1 - format.digits)) * 2 ** format.most;
    return (negative ? -1 : 1) * (toInfinity ? Number.POSITIVE_INFINITY : largest);
  }
  // In two factors: 2^quantum alone may underflow.
  const half = Math.trunc(quantum / 2);
  return (negative ? -1 : 1) * Number(digits) * 2 ** half * 2 ** (quantum - half);
}

function floorLog2(n: bigint, d: bigint): number {
  const guess = bitLength(n) - bitLength(d);
  const below = guess >= 0 ? n < d << BigInt(guess) : n << BigInt(-guess) < d;
  return below ? guess - 1 : guess;
}

function bitLength(n: bigint): number {
  const digits = n.toString(16);
  return 4 * digits.length - Math.clz32(Number(`0x${digits[0]}`)) + 28;
}
