// Seeds: 64 bits, from the user or from the system.

import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { randomBytes } from "../../host/hashing.js";

/** A seed as 64 bits; from the system if none is given. @throws RangeError, TypeError `CUTS_SEED`. */
export function toSeed(seed: number | bigint | undefined): bigint {
  // node:crypto is slow to load, and most programs need no seed.
  if (seed === undefined) return new DataView(randomBytes(8).buffer).getBigUint64(0, true);
  const isWhole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  const rule = `Cannot seed a generator: the seed must be a whole number between 0 and 2^64 - 1 (got ${formatValue(seed)})`;
  if (!isWhole) throw new ArgumentTypeError("CUTS_SEED", rule);
  const value = BigInt(seed);
  if (value < 0n || value >= 1n << 64n) throw new ArgumentRangeError("CUTS_SEED", rule);
  return value;
}
