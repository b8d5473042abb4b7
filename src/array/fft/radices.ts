// Factors lengths: into radices for a transform within a block, and into passes for long transforms.

/** Odd factors up to this one have passes of their own; a length with a larger prime factor goes by way of a convolution. */
const LARGEST_RADIX = 31;
/** Radices are five bits each in one 64-bit word. */
const MOST_PASSES = 12;

/** The radices of a length, in the order of passes; undefined if a prime factor is too large for a radix. */
export function radicesOf(length: number): readonly number[] | undefined {
  const radices: number[] = [];
  let rest = length;
  for (let factor = 3; factor <= LARGEST_RADIX; factor += 2) {
    for (; rest % factor === 0; rest /= factor) radices.push(factor);
  }
  let twos = 0;
  for (; rest % 2 === 0; rest /= 2) twos++;
  if (rest !== 1) return undefined;
  // Eights, but rather two fours than an eight and a two.
  const [fours, two] = twos % 3 === 2 ? [1, 0] : twos % 3 === 1 && twos > 1 ? [2, 0] : [0, twos % 3];
  const eights = (twos - 2 * fours - two) / 3;
  for (let k = 0; k < eights; k++) radices.push(8);
  for (let k = 0; k < fours; k++) radices.push(4);
  if (two === 1) radices.push(2);
  return radices.length <= MOST_PASSES ? radices : undefined;
}

/** The radices packed into one word, the first one in the lowest five bits. */
export function packRadices(radices: readonly number[]): bigint {
  return radices.reduceRight((word, radix) => (word << 5n) | BigInt(radix), 0n);
}

/** The smallest length for convolutions that is at least `least` and has small factors. */
export function smoothLength(least: number): number {
  let best = 2 ** Math.ceil(Math.log2(Math.max(least, 8)));
  for (const odd of [3, 5, 9, 15]) {
    const length = odd * 2 ** Math.max(3, Math.ceil(Math.log2(least / odd)));
    if (length >= least && length < best) best = length;
  }
  return best;
}

/** Factors of a length, as equal as possible, each at most `most` and with radices; undefined if there are none. */
export function splitLength(length: number, most: number): readonly number[] | undefined {
  for (let parts = 2; parts <= 6; parts++) {
    const found = splitInto(length, parts, most);
    if (found !== undefined) return found;
  }
  return undefined;
}

function splitInto(length: number, parts: number, most: number): readonly number[] | undefined {
  if (parts === 1) return length <= most && radicesOf(length) !== undefined ? [length] : undefined;
  // From the even share upwards, so that the first passes are the longer ones.
  const share = Math.ceil(length ** (1 / parts) - 1e-9);
  for (let factor = share; factor <= most; factor++) {
    if (length % factor !== 0 || radicesOf(factor) === undefined) continue;
    const rest = splitInto(length / factor, parts - 1, most);
    if (rest !== undefined) return [factor, ...rest];
  }
  return undefined;
}
