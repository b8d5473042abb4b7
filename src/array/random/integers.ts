// Random integers in a range, all exactly equally likely. A word times the size of the range is computed, and the upper half is
// the number; the few products that would bias the result are drawn again (Lemire 2019).

import type { DType } from "../../core/dtype.js";
import { dtypeInfo, dtypes } from "../../core/dtype.js";
import { type IntegerDType, integerRange, isIntegerDType } from "../../core/dtype-value.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import type { Shape } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { astype } from "../copy.js";
import type { NDArray } from "../ndarray.js";
import { draw, type WordSource } from "./draw.js";

export type { IntegerDType } from "../../core/dtype-value.js";

/** Random integers in [low, high). @throws RangeError, TypeError `CUTS_RANDOM`. */
export function drawIntegers(
  source: WordSource,
  low: number | bigint,
  high: number | bigint,
  dtype: IntegerDType,
  shape: Shape,
  stream: StreamCore,
): NDArray {
  const own = integerType(dtype);
  const { first, range } = toRange(low, high, own);
  const { byteLength } = dtypes[own];
  if (byteLength === 8) return drawWide(source, first, range, own as "int64", shape, stream);
  const computed = byteLength === 4 ? own : "int32";
  const made = drawNarrow(source, first, range, computed, shape, stream);
  if (computed === own) return made;
  using wide = made;
  return astype(wide, own);
}

function drawNarrow(
  source: WordSource,
  low: bigint,
  range: bigint,
  dtype: DType,
  shape: Shape,
  stream: StreamCore,
): NDArray {
  if (range === 1n << 32n) return draw(source, "bits", dtype, shape, stream, {});
  const range32 = { low: Number(low), range: Number(range), least: Number(leastOf(range, 32n)) };
  return draw(source, "integers32", dtype, shape, stream, range32);
}

function drawWide(
  source: WordSource,
  low: bigint,
  range: bigint,
  dtype: "int64" | "uint64",
  shape: Shape,
  stream: StreamCore,
): NDArray {
  if (range === 1n << 64n) return draw(source, "bits", dtype, shape, stream, {});
  if (range < 1n << 32n) {
    const narrow = { low, range: Number(range), least: Number(leastOf(range, 32n)) };
    return draw(source, "integers32_wide", dtype, shape, stream, narrow);
  }
  return draw(source, "integers64", dtype, shape, stream, { low, range, least: leastOf(range, 64n) });
}

/** How many products of a word and the range must be left out, so that as many remain for each number. */
function leastOf(range: bigint, bits: bigint): bigint {
  return (1n << bits) % range;
}

function toRange(
  low: number | bigint,
  high: number | bigint,
  dtype: IntegerDType,
): { readonly first: bigint; readonly range: bigint } {
  for (const bound of [low, high]) {
    if (typeof bound === "bigint" || Number.isSafeInteger(bound)) continue;
    throw new ArgumentTypeError(
      "CUTS_RANDOM",
      `Cannot draw integers: bounds must be whole numbers (got ${formatValue(bound)})`,
    );
  }
  const first = BigInt(low);
  const range = BigInt(high) - first;
  if (range <= 0n) {
    throw new ArgumentRangeError(
      "CUTS_RANDOM",
      `Cannot draw integers: there must be some from ${first} up to but without ${BigInt(high)} (got none)`,
    );
  }
  const { min, max } = integerRange(dtype);
  if (first < min || BigInt(high) - 1n > max) {
    throw new ArgumentRangeError(
      "CUTS_RANDOM",
      `Cannot draw integers as ${dtype}: they must be between ${min} and ${max} (got ${first} to ${BigInt(high) - 1n})` +
        (dtypes[dtype].byteLength < 8 ? '\nTry: { dtype: "int64" }' : ""),
    );
  }
  return { first, range };
}

function integerType(dtype: DType): IntegerDType {
  const { name } = dtypeInfo(dtype);
  if (isIntegerDType(name)) return name;
  throw new ArgumentTypeError(
    "CUTS_RANDOM",
    `Cannot draw integers: the dtype must be one of integers (got ${name})`,
  );
}
