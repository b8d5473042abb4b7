import { expect, it } from "vitest";
import type { DType, TypedArray } from "../core/dtype.js";
import { encodeBfloat16, encodeFloat16 } from "../core/float16.js";
import { numberLine, ulpsBetween } from "./ulps.js";

const apart = (data: TypedArray, dtype: DType): number => {
  const line = numberLine(data, dtype);
  return ulpsBetween(line.rank(0), line.rank(1));
};

it.each<[string, TypedArray, DType, number]>([
  ["equal", Float32Array.of(1, 1), "float32", 0],
  ["both zeros", Float32Array.of(0, -0), "float32", 0],
  ["neighbors", Float32Array.of(1, 1 + 2 ** -23), "float32", 1],
  ["neighbors below a power of two", Float32Array.of(1, 1 - 2 ** -24), "float32", 1],
  ["across zero", Float32Array.of(-(2 ** -149), 2 ** -149), "float32", 2],
  ["negative", Float64Array.of(-1, -1 - 2 ** -52), "float64", 1],
  ["two NaN", Float64Array.of(NaN, NaN), "float64", 0],
  ["one NaN", Float64Array.of(NaN, 1), "float64", Infinity],
  ["infinity and the largest", Float32Array.of(Infinity, 3.4028234663852886e38), "float32", 1],
  ["float16", Uint16Array.of(encodeFloat16(1), encodeFloat16(1 + 2 ** -10)), "float16", 1],
  ["bfloat16", Uint16Array.of(encodeBfloat16(-2), encodeBfloat16(-2 - 2 ** -6)), "bfloat16", 1],
  ["integers", Int32Array.of(-3, 4), "int32", 7],
  ["64 bits", BigUint64Array.of(0n, 2n ** 64n - 1n), "uint64", 2 ** 64],
])("%s", (_, data, dtype, expected) => {
  expect(apart(data, dtype)).toBe(expected);
});
