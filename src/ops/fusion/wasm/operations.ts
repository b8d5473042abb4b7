// The operations that vectors have instructions for (direct.ts lists them): each leaves one vector of its result on the stack,
// or for questions a mask. All others are calls of functions.

import type { Code, SimdName } from "./instructions.js";
import { isNot0, joinMasks, type Lane, shapeOf, splatBytes, vectorsOf } from "./lanes.js";

const binary: Readonly<Record<string, string>> = {
  add: "add",
  subtract: "sub",
  multiply: "mul",
  divide: "div",
};
const unary: Readonly<Record<string, string>> = {
  absolute: "abs",
  negative: "neg",
  sqrt: "sqrt",
  floor: "floor",
  ceil: "ceil",
  trunc: "trunc",
  rint: "nearest",
};
const bits: Readonly<Record<string, SimdName>> = {
  bitwiseAnd: "v128.and",
  bitwiseOr: "v128.or",
  bitwiseXor: "v128.xor",
};
const comparisons: Readonly<Record<string, string>> = {
  equal: "eq",
  notEqual: "ne",
  less: "lt",
  lessEqual: "le",
  greater: "gt",
  greaterEqual: "ge",
};
const logic: Readonly<Record<string, SimdName>> = {
  logicalAnd: "v128.and",
  logicalOr: "v128.or",
  logicalXor: "v128.xor",
};

/** Writes an operation on numbers whose result has their dtype; `a` and `b` are locals of one vector each. */
export function directValue(
  code: Code,
  name: string,
  lane: Exclude<Lane, "mask">,
  a: number,
  b: number,
): void {
  const shape = shapeOf[lane];
  const isFloat = lane === "f32" || lane === "f64";
  const own = binary[name];
  const single = unary[name];
  if (own !== undefined)
    code
      .get(a)
      .get(b)
      .simd(`${shape}.${own}` as SimdName);
  else if (single !== undefined) code.get(a).simd(`${shape}.${single}` as SimdName);
  else if (bits[name] !== undefined) code.get(a).get(b).simd(bits[name]);
  else if (name === "bitwiseNot") code.get(a).simd("v128.not");
  else if (name === "square")
    code
      .get(a)
      .get(a)
      .simd(`${shape}.mul` as SimdName);
  else if (name === "reciprocal")
    code
      .constant(splatBytes(lane, 1))
      .get(a)
      .simd(`${shape}.div` as SimdName);
  else if (name === "relu")
    code
      .get(a)
      .constant(splatBytes(lane, 0))
      .simd(`${shape}.max` as SimdName);
  else if (name === "degrees" || name === "radians")
    code
      .get(a)
      .constant(splatBytes(lane, angleFactor(name, lane)))
      .simd(`${shape}.mul` as SimdName);
  else if (isFloat || lane === "i32") {
    const end = isFloat ? "" : "_s";
    code
      .get(a)
      .get(b)
      .simd(`${shape}.${name === "maximum" ? "max" : "min"}${end}` as SimdName);
  } else {
    code.get(a).get(b).get(a).get(b);
    code.simd(name === "maximum" ? "i64x2.gt_s" : "i64x2.lt_s").simd("v128.bitselect");
  }
}

/** The factor as C computes it in the dtype. */
function angleFactor(name: "degrees" | "radians", lane: Lane): number {
  const round = lane === "f32" ? Math.fround : Number;
  return name === "degrees" ? round(180 / round(Math.PI)) : round(round(Math.PI) / 180);
}

/** Writes a question about numbers: a mask of four elements. `a` and `b` are locals of all vectors of a value. */
export function directQuestion(
  code: Code,
  name: string,
  lane: Exclude<Lane, "mask">,
  a: readonly number[],
  b: readonly number[],
): void {
  const own = logic[name];
  if (own !== undefined) {
    isNot0(code, lane, a);
    isNot0(code, lane, b);
    code.simd(own);
    return;
  }
  if (name === "logicalNot") {
    isNot0(code, lane, a);
    code.simd("v128.not");
    return;
  }
  const isSigned = lane === "i32" || lane === "i64";
  for (let at = 0; at < vectorsOf(lane); at++) {
    const [left = 0, right = 0] = [a[at], b[at]];
    const comparison = comparisons[name];
    if (comparison !== undefined) {
      const isOrder = comparison !== "eq" && comparison !== "ne";
      const end = isSigned && isOrder ? "_s" : "";
      code
        .get(left)
        .get(right)
        .simd(`${shapeOf[lane]}.${comparison}${end}` as SimdName);
    } else floatQuestion(code, name, lane === "f32" ? "f32" : "f64", left);
  }
  if (vectorsOf(lane) === 2) joinMasks(code);
}

function floatQuestion(code: Code, name: string, lane: "f32" | "f64", a: number): void {
  const shape = shapeOf[lane];
  const compare = (value: number, sign: "eq" | "ne"): Code =>
    code.constant(splatBytes(lane, value)).simd(`${shape}.${sign}`);
  if (name === "isnan") code.get(a).get(a).simd(`${shape}.ne`);
  else if (name === "isinf") {
    code.get(a).simd(`${shape}.abs`);
    compare(Infinity, "eq");
  } else if (name === "isposinf") {
    code.get(a);
    compare(Infinity, "eq");
  } else if (name === "isneginf") {
    code.get(a);
    compare(-Infinity, "eq");
  } else if (name === "isfinite") {
    code.get(a).get(a).simd(`${shape}.sub`);
    compare(0, "eq");
  } else if (name === "signbit")
    code
      .get(a)
      .number(lane === "f32" ? 31 : 63)
      .simd(lane === "f32" ? "i32x4.shr_s" : "i64x2.shr_s");
  else throw new Error(`internal: no instruction for ${name}`);
}

const ofMasks: Readonly<Record<string, SimdName>> = {
  add: "v128.or",
  maximum: "v128.or",
  logicalOr: "v128.or",
  bitwiseOr: "v128.or",
  multiply: "v128.and",
  minimum: "v128.and",
  logicalAnd: "v128.and",
  bitwiseAnd: "v128.and",
  logicalXor: "v128.xor",
  bitwiseXor: "v128.xor",
  notEqual: "v128.xor",
  equal: "v128.xor",
};

/** Writes an operation on bool. */
export function maskOperation(code: Code, name: string, a: number, b: number): void {
  const own = ofMasks[name];
  if (own !== undefined) {
    code.get(a).get(b).simd(own);
    if (name === "equal") code.simd("v128.not");
  } else if (name === "logicalNot" || name === "bitwiseNot") code.get(a).simd("v128.not");
  else if (name === "absolute") code.get(a);
  else if (name === "less") code.get(b).get(a).simd("v128.andnot");
  else if (name === "greater") code.get(a).get(b).simd("v128.andnot");
  // Not more, and not less.
  else if (name === "lessEqual") code.get(a).get(b).simd("v128.andnot").simd("v128.not");
  else code.get(b).get(a).simd("v128.andnot").simd("v128.not");
}

/** Whether bool has an operation. */
export function hasMaskOperation(name: string): boolean {
  return name in ofMasks || others.has(name);
}

const others: ReadonlySet<string> = new Set(
  "logicalNot bitwiseNot absolute less lessEqual greater greaterEqual".split(" "),
);
