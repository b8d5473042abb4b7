import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const table = readFileSync(
  new URL("../../include/cuts/cuda/detail/curand_xorwow_jumps.inc", import.meta.url),
  "utf8",
);
const DEGREE = 160;
const mask = 0xffffffffn;

type State = readonly [bigint, bigint, bigint, bigint, bigint];

/** One step of XORWOW's linear part. */
function step([a, b, c, d, e]: State): State {
  const t = a ^ (a >> 2n);
  return [b, c, d, e, (e ^ (e << 4n) ^ t ^ (t << 1n)) & mask];
}

/** The shortest linear recurrence of a sequence of bits (Berlekamp and Massey), as a polynomial. */
function recurrence(bits: readonly bigint[]): bigint {
  let [current, previous, length, gap] = [1n, 1n, 0, 1];
  for (const [n, bit] of bits.entries()) {
    let discrepancy = bit;
    for (let i = 1; i <= length; i++) discrepancy ^= (current >> BigInt(i)) & (bits[n - i] ?? 0n) & 1n;
    if (discrepancy === 0n) gap++;
    else if (2 * length <= n) {
      [current, previous, length, gap] = [current ^ (previous << BigInt(gap)), current, n + 1 - length, 1];
    } else {
      current ^= previous << BigInt(gap++);
    }
  }
  // The connection polynomial has its coefficients in reverse.
  let reversed = 0n;
  for (let i = 0; i <= length; i++) reversed = (reversed << 1n) | ((current >> BigInt(i)) & 1n);
  return reversed;
}

function characteristic(): bigint {
  let state: State = [123456789n, 362436069n, 521288629n, 88675123n, 5783321n];
  const bits = Array.from({ length: 2 * DEGREE + 40 }, () => {
    state = step(state);
    return state[4] & 1n;
  });
  return recurrence(bits);
}

function multiply(a: bigint, b: bigint, modulus: bigint): bigint {
  let product = 0n;
  for (let i = DEGREE - 1; i >= 0; i--) {
    product <<= 1n;
    if ((product >> BigInt(DEGREE)) & 1n) product ^= modulus;
    if ((b >> BigInt(i)) & 1n) product ^= a;
  }
  return product;
}

describe("the jumps of cuRAND's XORWOW", () => {
  const modulus = characteristic();

  it("the linear part has full degree", () => {
    expect(modulus.toString(2)).toHaveLength(DEGREE + 1);
  });

  it("are powers of x modulo its characteristic polynomial", () => {
    // x^(2^67), by squaring, starts the second half of the table.
    let far = 2n;
    for (let i = 0; i < 67; i++) far = multiply(far, far, modulus);
    const expected: bigint[] = [];
    for (let base of [2n, far]) {
      for (let place = 0; place < 16; place++) {
        let power = base;
        for (let digit = 1; digit <= 15; digit++, power = multiply(power, base, modulus))
          expected.push(power);
        base = power;
      }
    }
    const words = [...table.matchAll(/0x([0-9a-f]{8})/g)].map((match) => BigInt(`0x${match[1]}`));
    const stored = expected.map((_, i) =>
      words.slice(5 * i, 5 * i + 5).reduceRight((sum, word) => (sum << 32n) | word, 0n),
    );
    expect(words).toHaveLength(5 * expected.length);
    expect(stored).toEqual(expected);
  });
});
