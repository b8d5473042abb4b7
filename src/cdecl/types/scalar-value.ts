// C's arithmetic types as JavaScript values. A 64-bit integer may be passed as a number or a bigint; it comes back as a
// bigint, and `size_t` as a number, because lengths and counts are what people calculate with.

import type { Complex } from "../../core/dtype.js";

/** What is passed for a scalar. */
export interface ScalarArgument extends NarrowScalars {
  long: number | bigint;
  ulong: number | bigint;
  int64: number | bigint;
  uint64: number | bigint;
  size: number | bigint;
  ssize: number | bigint;
}

/** What comes back for a scalar. */
export interface ScalarResult extends NarrowScalars {
  long: bigint;
  ulong: bigint;
  int64: bigint;
  uint64: bigint;
  size: number;
  ssize: number;
}

interface NarrowScalars {
  bool: boolean;
  char: number;
  int8: number;
  uint8: number;
  int16: number;
  uint16: number;
  int32: number;
  uint32: number;
  float16: number;
  bfloat16: number;
  float32: number;
  float64: number;
  complex64: Complex;
  complex128: Complex;
}
