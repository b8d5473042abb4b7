// The operations that vectors have instructions for, as three tables: values of the dtype that is computed in, questions about
// numbers, which give a mask, and operations on masks, which bool are. All other operations are calls of functions (math.gen.ts);
// one that is in no table is never written.

import type { Code, SimdName } from "./instructions.js";
import { joinMasks, type Lane, shapeOf, splatBytes, vectorsOf } from "./lanes.js";

/** The dtypes that fused kernels on the cpu device compute in; bool are masks. */
export type LaneType = "float32" | "float64" | "int32" | "int64";

/** What vectors of numbers hold. */
type NumberLane = Exclude<Lane, "mask">;

/** Leaves the result on the stack; `a` and `b` are locals of one vector each. */
type Write = (code: Code, lane: NumberLane, a: number, b: number) => void;

interface VectorOperation {
  readonly lanes: readonly NumberLane[];
  readonly write: Write;
}

const laneOfType = { float32: "f32", float64: "f64", int32: "i32", int64: "i64" } as const;
const floats = ["f32", "f64"] as const;
const integers = ["i32", "i64"] as const;
const numbers = [...floats, ...integers] as const;

const isFloat = (lane: NumberLane): boolean => lane === "f32" || lane === "f64";
const named = (lane: NumberLane, name: string): SimdName => `${shapeOf[lane]}.${name}` as SimdName;
const ofTwo =
  (name: string): Write =>
  (code, lane, a, b) =>
    code.get(a).get(b).simd(named(lane, name));
const ofOne =
  (name: string): Write =>
  (code, lane, a) =>
    code.get(a).simd(named(lane, name));
const withNumber =
  (name: string, value: (lane: NumberLane) => number): Write =>
  (code, lane, a) =>
    code
      .get(a)
      .constant(splatBytes(lane, value(lane)))
      .simd(named(lane, name));
const ofBits =
  (name: SimdName): Write =>
  (code, _, a, b) =>
    code.get(a).get(b).simd(name);
/** Instructions for integers say whether these are signed. */
const signed = (lane: NumberLane, name: string): SimdName => named(lane, isFloat(lane) ? name : `${name}_s`);

const larger =
  (name: "max" | "min"): Write =>
  (code, lane, a, b) => {
    code.get(a).get(b);
    if (lane !== "i64") code.simd(signed(lane, name));
    else
      code
        .get(a)
        .get(b)
        .simd(name === "max" ? "i64x2.gt_s" : "i64x2.lt_s")
        .simd("v128.bitselect");
  };

/** Numbers as C computes them in the dtype. */
const rounded = (lane: NumberLane, value: (round: (x: number) => number) => number): number =>
  value(lane === "f32" ? Math.fround : Number);

const itself: Write = (code, _, a) => code.get(a);

const values: Readonly<Record<string, VectorOperation>> = {
  positive: { lanes: numbers, write: itself },
  conjugate: { lanes: floats, write: itself },
  add: { lanes: numbers, write: ofTwo("add") },
  subtract: { lanes: numbers, write: ofTwo("sub") },
  multiply: { lanes: numbers, write: ofTwo("mul") },
  square: { lanes: numbers, write: (code, lane, a) => ofTwo("mul")(code, lane, a, a) },
  negative: { lanes: numbers, write: ofOne("neg") },
  absolute: { lanes: numbers, write: ofOne("abs") },
  maximum: { lanes: numbers, write: larger("max") },
  minimum: { lanes: numbers, write: larger("min") },
  divide: { lanes: floats, write: ofTwo("div") },
  reciprocal: {
    lanes: floats,
    write: (code, lane, a) => code.constant(splatBytes(lane, 1)).get(a).simd(named(lane, "div")),
  },
  sqrt: { lanes: floats, write: ofOne("sqrt") },
  floor: { lanes: floats, write: ofOne("floor") },
  ceil: { lanes: floats, write: ofOne("ceil") },
  trunc: { lanes: floats, write: ofOne("trunc") },
  rint: { lanes: floats, write: ofOne("nearest") },
  relu: { lanes: floats, write: withNumber("max", () => 0) },
  degrees: {
    lanes: floats,
    write: withNumber("mul", (lane) => rounded(lane, (round) => round(180 / round(Math.PI)))),
  },
  radians: {
    lanes: floats,
    write: withNumber("mul", (lane) => rounded(lane, (round) => round(round(Math.PI) / 180))),
  },
  bitwiseAnd: { lanes: integers, write: ofBits("v128.and") },
  bitwiseOr: { lanes: integers, write: ofBits("v128.or") },
  bitwiseXor: { lanes: integers, write: ofBits("v128.xor") },
  bitwiseNot: { lanes: integers, write: (code, _, a) => code.get(a).simd("v128.not") },
};

const order =
  (name: string): Write =>
  (code, lane, a, b) =>
    code.get(a).get(b).simd(signed(lane, name));
const logic =
  (name: SimdName): Write =>
  (code, lane, a, b) => {
    const zero = new Uint8Array(16);
    for (const one of [a, b]) code.get(one).constant(zero).simd(named(lane, "ne"));
    code.simd(name);
  };

/** Each leaves a mask as wide as the lane. */
const questions: Readonly<Record<string, VectorOperation>> = {
  equal: { lanes: numbers, write: ofTwo("eq") },
  notEqual: { lanes: numbers, write: ofTwo("ne") },
  less: { lanes: numbers, write: order("lt") },
  lessEqual: { lanes: numbers, write: order("le") },
  greater: { lanes: numbers, write: order("gt") },
  greaterEqual: { lanes: numbers, write: order("ge") },
  logicalAnd: { lanes: numbers, write: logic("v128.and") },
  logicalOr: { lanes: numbers, write: logic("v128.or") },
  logicalXor: { lanes: numbers, write: logic("v128.xor") },
  logicalNot: { lanes: numbers, write: withNumber("eq", () => 0) },
  isnan: { lanes: floats, write: (code, lane, a) => ofTwo("ne")(code, lane, a, a) },
  isinf: {
    lanes: floats,
    write: (code, lane, a) =>
      code.get(a).simd(named(lane, "abs")).constant(splatBytes(lane, Infinity)).simd(named(lane, "eq")),
  },
  isposinf: { lanes: floats, write: withNumber("eq", () => Infinity) },
  isneginf: { lanes: floats, write: withNumber("eq", () => -Infinity) },
  // A finite number less itself is 0.
  isfinite: {
    lanes: floats,
    write: (code, lane, a) =>
      code.get(a).get(a).simd(named(lane, "sub")).constant(splatBytes(lane, 0)).simd(named(lane, "eq")),
  },
  signbit: {
    lanes: floats,
    write: (code, lane, a) =>
      code
        .get(a)
        .number(lane === "f32" ? 31 : 63)
        .simd(lane === "f32" ? "i32x4.shr_s" : "i64x2.shr_s"),
  },
};

type WriteMask = (code: Code, a: number, b: number) => void;

const ofMasks =
  (name: SimdName): WriteMask =>
  (code, a, b) =>
    code.get(a).get(b).simd(name);
const not =
  (write: WriteMask): WriteMask =>
  (code, a, b) => {
    write(code, a, b);
    code.simd("v128.not");
  };
const [both, either, one] = (["v128.and", "v128.or", "v128.xor"] as const).map(ofMasks) as [
  WriteMask,
  WriteMask,
  WriteMask,
];
const more: WriteMask = ofMasks("v128.andnot");
const less: WriteMask = (code, a, b) => more(code, b, a);
const same: WriteMask = (code, a) => code.get(a);

const masks: Readonly<Record<string, WriteMask>> = {
  add: either,
  maximum: either,
  logicalOr: either,
  bitwiseOr: either,
  multiply: both,
  minimum: both,
  logicalAnd: both,
  bitwiseAnd: both,
  logicalXor: one,
  bitwiseXor: one,
  notEqual: one,
  equal: not(one),
  logicalNot: not(same),
  bitwiseNot: not(same),
  absolute: same,
  less,
  greater: more,
  lessEqual: not(more),
  greaterEqual: not(less),
};

/** Whether an operation on a dtype needs no function. */
export function isWrittenDirectly(name: string, dtype: LaneType): boolean {
  const lane = laneOfType[dtype];
  return [values, questions].some((table) => Object.hasOwn(table, name) && table[name]?.lanes.includes(lane));
}

/** Whether bool has an operation. */
export function hasMaskOperation(name: string): boolean {
  return Object.hasOwn(masks, name);
}

/** Writes an operation on numbers whose result has their dtype; `a` and `b` are locals of one vector each. */
export function directValue(code: Code, name: string, lane: NumberLane, a: number, b: number): void {
  writerOf(values, name, lane)(code, lane, a, b);
}

/** Writes a question about numbers: a mask of four elements. `a` and `b` are locals of all vectors of a value. */
export function directQuestion(
  code: Code,
  name: string,
  lane: NumberLane,
  a: readonly number[],
  b: readonly number[],
): void {
  const write = writerOf(questions, name, lane);
  for (let at = 0; at < vectorsOf(lane); at++) write(code, lane, a[at] ?? 0, b[at] ?? 0);
  if (vectorsOf(lane) === 2) joinMasks(code);
}

/** Writes an operation on bool. */
export function maskOperation(code: Code, name: string, a: number, b: number): void {
  const write = Object.hasOwn(masks, name) ? masks[name] : undefined;
  if (write === undefined) throw new Error(`internal: bool has no operation ${name} in fused kernels`);
  write(code, a, b);
}

function writerOf(table: Readonly<Record<string, VectorOperation>>, name: string, lane: NumberLane): Write {
  const own = Object.hasOwn(table, name) ? table[name] : undefined;
  if (own === undefined || !own.lanes.includes(lane))
    throw new Error(`internal: fused kernels have no instruction for ${name} of ${lane}`);
  return own.write;
}
