// Deterministic arguments: every special value, then patterns of bits spread over the whole type.

/** xorshift64*, the same sequence every run. */
export function randomBits(seed: bigint): () => bigint {
  let state = seed | 1n;
  return () => {
    state ^= state >> 12n;
    state = BigInt.asUintN(64, state ^ (state << 25n));
    state ^= state >> 27n;
    return BigInt.asUintN(64, state * 2685821657736338717n);
  };
}

const SPECIAL_FLOATS = [
  0, 0x8000_0000, 1, 0x8000_0001, 0x007f_ffff, 0x0080_0000, 0x7f7f_ffff, 0xff7f_ffff,
].concat(
  [0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x3f80_0000, 0xbf80_0000, 0x3f7f_ffff, 0x3f80_0001, 0x4f00_0000],
  [
    0x4eff_ffff, 0xcf00_0000, 0x4f80_0000, 0x5f00_0000, 0xdf00_0000, 0x5f80_0000, 0x4b00_0001, 0x4aff_ffff,
    0x3f00_0000,
  ],
  [0xbf00_0000, 0x4020_0000, 0xc020_0000, 0x3fc0_0000],
);
const SPECIAL_DOUBLES = [
  0n,
  1n,
  0xfffffffffffffn,
  0x10000000000000n,
  0x7fefffffffffffffn,
  0x7ff0000000000000n,
].concat(
  [0x7ff8000000000000n, 0x3ff0000000000000n, 0x3fefffffffffffffn, 0x41dfffffffc00000n, 0x41e0000000000000n],
  [0x41efffffffe00000n, 0x41f0000000000000n, 0x43e0000000000000n, 0x43f0000000000000n, 0x3fe0000000000000n],
  [0x4004000000000000n, 0x36a0000000000000n, 0x3690000000000001n, 0x47efffffe0000000n, 0x47effffff0000000n],
);
const SPECIAL_INTS = [
  0n,
  1n,
  2n,
  31n,
  32n,
  33n,
  0x7fn,
  0x80n,
  0xffn,
  0x7fffn,
  0x8000n,
  0xffffn,
  0x10000n,
].concat([
  0xffffffn,
  0x1000001n,
  0x7fffffffn,
  0x80000000n,
  0xffffffffn,
  0x80808080n,
  0x01020304n,
  0x7f7f7f7fn,
]);
const SPECIAL_LONGS = [0n, 1n, 0x7fffffffn, 0x80000000n, 0xffffffffn, 0x100000000n, 0x20000000000001n].concat(
  [0x7fffffffffffffffn, 0x8000000000000000n, 0xffffffffffffffffn, 0x1000001n, 0x8000000000000400n],
  [0x7fffff8000000000n, 0x7fffffc000000000n, 0xffffff8000000001n],
);

// JavaScript may change a signalling NaN by copying it: only the plain one is used.
const isNaN = (bits: number, exponent: number): boolean => (bits & exponent) === exponent;

/** Floats whose exponents cluster, so that sums cancel and products stay in range about half of the time. */
export function floats(count: number, seed: bigint): Float32Array {
  const next = randomBits(seed);
  const bits = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const random = Number(next() >> 32n);
    const word = isNaN(random, 0x7f80_0000) ? 0x7fc0_0000 : random;
    const near = (word & 0x807f_ffff) | ((112 + ((word >>> 23) & 31)) << 23);
    bits[i] = i < SPECIAL_FLOATS.length ? (SPECIAL_FLOATS[i] ?? 0) : i % 2 === 0 ? word : near;
  }
  return shuffled(new Float32Array(bits.buffer), seed);
}

export function doubles(count: number, seed: bigint): Float64Array {
  const next = randomBits(seed);
  const bits = new BigUint64Array(count);
  for (let i = 0; i < count; i++) {
    const random = next();
    const word = ((random >> 52n) & 0x7ffn) === 0x7ffn ? 0x7ff8000000000000n : random;
    const near = (word & 0x800fffffffffffffn) | ((1008n + ((word >> 52n) & 31n)) << 52n);
    const special = SPECIAL_DOUBLES[i >> 1];
    bits[i] = special !== undefined ? special | (BigInt(i & 1) << 63n) : i % 3 === 0 ? word : near;
  }
  return shuffled(new Float64Array(bits.buffer), seed);
}

export function words(count: number, seed: bigint): Uint32Array {
  const next = randomBits(seed);
  return shuffled(
    Uint32Array.from({ length: count }, (_, i) =>
      Number(BigInt.asUintN(32, SPECIAL_INTS[i] ?? next() >> 16n)),
    ),
    seed,
  );
}

export function longs(count: number, seed: bigint): BigUint64Array {
  const next = randomBits(seed);
  return shuffled(
    BigUint64Array.from({ length: count }, (_, i) => SPECIAL_LONGS[i] ?? next() >> (next() & 63n)),
    seed,
  );
}

// Specials meet different partners in each argument.
function shuffled<A extends Float32Array | Float64Array | Uint32Array | BigUint64Array>(
  array: A,
  seed: bigint,
): A {
  const next = randomBits(seed ^ 0x5555n);
  for (let i = array.length - 1; i > 0; i--) {
    const j = Number(next() % BigInt(i + 1));
    const kept = array[i] as number & bigint;
    array[i] = array[j] as number & bigint;
    array[j] = kept;
  }
  return array;
}
