// How values lie in vectors: four elements at a time. A dtype of 32 bits takes one vector, one of 64 bits two; a bool is a mask,
// all bits of 32 for each element. Narrow integers are there as int32, for conversions only.

import type { DType } from "../../../core/dtype.js";
import type { Plain } from "../../../compiler/elements/graph.js";
import type { Code } from "./instructions.js";

/** What a vector holds. */
export type Lane = "f32" | "f64" | "i32" | "i64" | "mask";

const lanes: { readonly [D in DType]?: Lane } = {
  bool: "mask",
  int8: "i32",
  uint8: "i32",
  int16: "i32",
  uint16: "i32",
  int32: "i32",
  int64: "i64",
  float32: "f32",
  float64: "f64",
};

/** What a dtype is in vectors; undefined where it has no form. */
export function laneOf(dtype: DType): Lane | undefined {
  return lanes[dtype];
}

/** Dtypes that are computed in, and stored. */
export function isComputed(dtype: DType): boolean {
  return ["bool", "int32", "int64", "float32", "float64"].includes(dtype);
}

/** How many vectors four elements take. */
export function vectorsOf(lane: Lane): 1 | 2 {
  return lane === "f64" || lane === "i64" ? 2 : 1;
}

/** The first part of the names of instructions. */
export const shapeOf = { f32: "f32x4", f64: "f64x2", i32: "i32x4", i64: "i64x2", mask: "v128" } as const;

const LOW_WORDS = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
const LOW_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
const HIGH_FIRST = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];

/** Two masks of two elements each as one of four; both are on the stack. */
export function joinMasks(code: Code): void {
  code.simd("i8x16.shuffle", ...LOW_WORDS);
}

/** A mask of four elements as two of two: one for each vector of a dtype of 64 bits. */
export function splitMask(code: Code, mask: number, half: number): void {
  code.get(mask).simd(half === 0 ? "i64x2.extend_low_i32x4_s" : "i64x2.extend_high_i32x4_s");
}

/** A number in each place of a vector. */
export function splatBytes(lane: Lane, value: Plain): Uint8Array {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  const wide = vectorsOf(lane) === 2;
  for (let at = 0; at < 16; at += wide ? 8 : 4) {
    if (lane === "f32") view.setFloat32(at, Number(value), true);
    else if (lane === "f64") view.setFloat64(at, Number(value), true);
    else if (lane === "i32") view.setInt32(at, Number(value), true);
    else if (lane === "i64")
      view.setBigInt64(at, BigInt.asIntN(64, BigInt(value as number | bigint | boolean)), true);
    else
      view.setInt32(at, value === true || (typeof value !== "boolean" && Number(value) !== 0) ? -1 : 0, true);
  }
  return bytes;
}

/** Leaves a mask of where four elements are not 0. */
function isNot0(code: Code, lane: Lane, vectors: readonly number[]): void {
  if (lane === "mask") {
    code.get(vectors[0] as number);
    return;
  }
  for (const vector of vectors) code.get(vector).constant(new Uint8Array(16)).simd(`${shapeOf[lane]}.ne`);
  if (vectors.length === 2) joinMasks(code);
}

/**
 * Writes a conversion of values in locals; `store` takes each vector of the result from the stack. `spare` is a local for
 * what is converted element by element: there is no instruction for vectors of integers of 64 bits.
 */
export function convert(
  code: Code,
  from: Lane,
  to: Lane,
  vectors: readonly number[],
  spare: number,
  store: (vector: number) => void,
): void {
  const [first = 0, second = 0] = vectors;
  if (to === "mask") {
    isNot0(code, from, vectors);
    store(0);
    return;
  }
  if (vectorsOf(to) === 2) {
    for (let at = 0; at < 2; at++) {
      if (from === "mask" || (from === "i32" && to === "i64")) splitMask(code, first, at);
      else if (vectors.length === 2) code.get(vectors[at] as number);
      else if (at === 0) code.get(first);
      else
        code
          .get(first)
          .get(first)
          .simd("i8x16.shuffle", ...HIGH_FIRST);
      widen(code, from, to, spare);
      store(at);
    }
    return;
  }
  code.get(first);
  if (from === "mask") code.constant(splatBytes(to, 1)).simd("v128.and");
  else if (from === "i32") code.simd("f32x4.convert_i32x4_s");
  else if (from === "f32") code.simd("i32x4.trunc_sat_f32x4_s");
  else if (from === "f64") {
    const name = to === "f32" ? "f32x4.demote_f64x2_zero" : "i32x4.trunc_sat_f64x2_s_zero";
    code.simd(name).get(second).simd(name);
    code.simd("i8x16.shuffle", ...LOW_HALVES);
  } else if (to === "i32") code.get(second).simd("i8x16.shuffle", ...LOW_WORDS);
  else {
    code.set(spare).constant(new Uint8Array(16));
    for (let at = 0; at < 4; at++) {
      code.get(vectors[at >> 1] as number).simd("i64x2.extract_lane", at & 1);
      code.op("f32.convert_i64_s").simd("f32x4.replace_lane", at);
    }
  }
  store(0);
}

/** The vector on the stack, whose first two elements count where it has four, as one of 64-bit numbers. */
function widen(code: Code, from: Lane, to: Lane, spare: number): void {
  if (from === "mask") code.constant(splatBytes(to, 1)).simd("v128.and");
  else if (from === "i32" && to === "f64") code.simd("f64x2.convert_low_i32x4_s");
  else if (from === "f32") code.simd("f64x2.promote_low_f32x4");
  if (to === "i64" && (from === "f32" || from === "f64")) {
    code.set(spare).constant(new Uint8Array(16));
    for (let at = 0; at < 2; at++)
      code.get(spare).simd("f64x2.extract_lane", at).truncate64().simd("i64x2.replace_lane", at);
  } else if (to === "f64" && from === "i64") {
    code.set(spare).constant(new Uint8Array(16));
    for (let at = 0; at < 2; at++)
      code.get(spare).simd("i64x2.extract_lane", at).op("f64.convert_i64_s").simd("f64x2.replace_lane", at);
  }
}
