// What IR's arithmetic gives for data, one lane at a time. Where LLVM leaves a result open, it is POISON.

import { decodeFloat16, encodeFloat16 } from "../../src/core/float16.js";
import type { BinaryOp, CastOp } from "../../src/compiler/ir/instruction.js";
import type { Type } from "../../src/compiler/ir/type.js";
import { type Data, POISON } from "./memory.js";

/** The division by zero, and the like, at which a program may do anything. */
export class UndefinedBehavior extends Error {}

/** Applies an operation to each lane of vectors, or to the values themselves; POISON stays so. */
export function eachLane(
  type: Type,
  values: readonly Data[],
  one: (lane: Type, ...values: Data[]) => Data,
): Data {
  if (type.kind === "vector") {
    return Array.from({ length: type.count }, (_, lane) =>
      eachLane(
        type.element,
        values.map((value) => (Array.isArray(value) ? (value[lane] as Data) : value)),
        one,
      ),
    );
  }
  return values.includes(POISON) ? POISON : one(type, ...values);
}

export function bitsOf(type: Type): number {
  if (type.kind === "int" || type.kind === "float") return type.bits;
  if (type.kind === "pointer") return 64;
  throw new Error(`the interpreter does not know the bits of ${type.text}`);
}

/** A result as the type can have it. */
export function rounded(type: Type, value: number): number {
  if (type.text === "float") return Math.fround(value);
  if (type.text === "double") return value;
  if (type.text === "half") return decodeFloat16(encodeFloat16(value));
  throw new Error(`the interpreter does not round to ${type.text}`);
}

export function binaryOf(op: BinaryOp, flags: readonly string[], type: Type, left: Data, right: Data): Data {
  return eachLane(type, [left, right], (lane, a, b) =>
    typeof a === "number"
      ? floatOf(op, lane, a, b as number)
      : intOf(op, flags, lane, a as bigint, b as bigint),
  );
}

function floatOf(op: BinaryOp, type: Type, a: number, b: number): number {
  switch (op) {
    case "fadd":
      return rounded(type, a + b);
    case "fsub":
      return rounded(type, a - b);
    case "fmul":
      return rounded(type, a * b);
    case "fdiv":
      return rounded(type, a / b);
    case "frem":
      return rounded(type, a % b);
    default:
      throw new Error(`the interpreter has no ${op} of numbers with a point`);
  }
}

function intOf(op: BinaryOp, flags: readonly string[], type: Type, a: bigint, b: bigint): Data {
  const bits = bitsOf(type);
  const signed = (value: bigint): bigint => BigInt.asIntN(bits, value);
  const fit = (unsigned: bigint, asSigned: bigint): Data => {
    const result = BigInt.asUintN(bits, unsigned);
    if (flags.includes("nuw") && result !== unsigned) return POISON;
    if (flags.includes("nsw") && signed(asSigned) !== asSigned) return POISON;
    return result;
  };
  switch (op) {
    case "add":
      return fit(a + b, signed(a) + signed(b));
    case "sub":
      return fit(a - b, signed(a) - signed(b));
    case "mul":
      return fit(a * b, signed(a) * signed(b));
    case "udiv":
    case "urem":
    case "sdiv":
    case "srem": {
      if (b === 0n) throw new UndefinedBehavior("a division by zero");
      const isSigned = op === "sdiv" || op === "srem";
      const [x, y] = isSigned ? [signed(a), signed(b)] : [a, b];
      if (isSigned && y === -1n && x === signed(1n << BigInt(bits - 1))) {
        throw new UndefinedBehavior("a quotient that is too large");
      }
      if (op === "urem" || op === "srem") return BigInt.asUintN(bits, x % y);
      return flags.includes("exact") && x % y !== 0n ? POISON : BigInt.asUintN(bits, x / y);
    }
    case "shl":
      return b >= bits ? POISON : fit(a << b, signed(a) << b);
    case "lshr":
      return b >= bits || (flags.includes("exact") && BigInt.asUintN(Number(b), a) !== 0n) ? POISON : a >> b;
    case "ashr":
      return b >= bits || (flags.includes("exact") && BigInt.asUintN(Number(b), a) !== 0n)
        ? POISON
        : BigInt.asUintN(bits, signed(a) >> b);
    case "and":
      return a & b;
    case "or":
      return flags.includes("disjoint") && (a & b) !== 0n ? POISON : a | b;
    case "xor":
      return a ^ b;
    default:
      throw new Error(`the interpreter has no ${op} of integers`);
  }
}

export function isTrue(predicate: string, type: Type, left: Data, right: Data): Data {
  return eachLane(type, [left, right], (lane, a, b) => {
    const is =
      typeof a === "number"
        ? compareFloats(predicate, a, b as number)
        : compareInts(predicate, bitsOf(lane), a as bigint, b as bigint);
    return is ? 1n : 0n;
  });
}

function compareInts(predicate: string, bits: number, a: bigint, b: bigint): boolean {
  const isSigned = predicate.startsWith("s");
  const [x, y] = isSigned ? [BigInt.asIntN(bits, a), BigInt.asIntN(bits, b)] : [a, b];
  switch (predicate.replace(/^[su](?=[gl])/, "")) {
    case "eq":
      return x === y;
    case "ne":
      return x !== y;
    case "lt":
      return x < y;
    case "le":
      return x <= y;
    case "gt":
      return x > y;
    case "ge":
      return x >= y;
    default:
      throw new Error(`the interpreter has no icmp ${predicate}`);
  }
}

function compareFloats(predicate: string, a: number, b: number): boolean {
  const isUnordered = Number.isNaN(a) || Number.isNaN(b);
  switch (predicate) {
    case "false":
      return false;
    case "true":
      return true;
    case "ord":
      return !isUnordered;
    case "uno":
      return isUnordered;
    default:
  }
  if (isUnordered) return predicate.startsWith("u");
  return compareInts(predicate.slice(1), 1 << 10, a < b ? 0n : 1n, a > b ? 0n : 1n);
}

export function castOf(op: CastOp, flags: readonly string[], from: Type, to: Type, value: Data): Data {
  if (op === "bitcast") return from === to ? value : ofBits(to, toBits(from, value));
  return eachLane(to, [value], (lane, one) => castLane(op, flags, laneOf(from), lane, one));
}

function laneOf(type: Type): Type {
  return type.kind === "vector" ? type.element : type;
}

function castLane(op: CastOp, flags: readonly string[], from: Type, to: Type, value: Data): Data {
  switch (op) {
    case "trunc": {
      const result = BigInt.asUintN(bitsOf(to), value as bigint);
      if (flags.includes("nuw") && result !== value) return POISON;
      const isKept = BigInt.asIntN(bitsOf(to), result) === BigInt.asIntN(bitsOf(from), value as bigint);
      return flags.includes("nsw") && !isKept ? POISON : result;
    }
    case "zext":
      return flags.includes("nneg") && BigInt.asIntN(bitsOf(from), value as bigint) < 0n ? POISON : value;
    case "sext":
      return BigInt.asUintN(bitsOf(to), BigInt.asIntN(bitsOf(from), value as bigint));
    case "fptrunc":
    case "fpext":
      return rounded(to, value as number);
    case "uitofp":
      return rounded(to, Number(value));
    case "sitofp":
      return rounded(to, Number(BigInt.asIntN(bitsOf(from), value as bigint)));
    case "fptoui":
    case "fptosi": {
      if (!Number.isFinite(value)) return POISON;
      const whole = BigInt(Math.trunc(value as number));
      const result = BigInt.asUintN(bitsOf(to), whole);
      const back = op === "fptosi" ? BigInt.asIntN(bitsOf(to), result) : result;
      return back === whole ? result : POISON;
    }
    case "ptrtoint":
    case "ptrtoaddr":
      return BigInt.asUintN(bitsOf(to), value as bigint);
    case "inttoptr":
    case "addrspacecast":
      return value;
    default:
      throw new Error(`the interpreter has no ${op}`);
  }
}

/** The bits of a value as one number. */
function toBits(type: Type, value: Data): bigint | typeof POISON {
  if (value === POISON) return POISON;
  if (type.kind === "vector") {
    let bits = 0n;
    for (const lane of (value as readonly Data[]).toReversed()) {
      const own = toBits(type.element, lane);
      if (own === POISON) return POISON;
      bits = (bits << BigInt(bitsOf(type.element))) | own;
    }
    return bits;
  }
  if (typeof value === "bigint") return value;
  const view = new DataView(new ArrayBuffer(8));
  if (type.text === "float") view.setFloat32(0, value as number, true);
  else if (type.text === "double") view.setFloat64(0, value as number, true);
  else if (type.text === "half") view.setUint16(0, encodeFloat16(value as number), true);
  else throw new Error(`the interpreter does not know the bits of ${type.text}`);
  return view.getBigUint64(0, true);
}

function ofBits(type: Type, bits: bigint | typeof POISON): Data {
  if (bits === POISON) return POISON;
  if (type.kind === "vector") {
    const width = bitsOf(type.element);
    return Array.from({ length: type.count }, (_, lane) =>
      ofBits(type.element, BigInt.asUintN(width, bits >> BigInt(lane * width))),
    );
  }
  if (type.kind !== "float") return bits;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits, true);
  if (type.text === "float") return view.getFloat32(0, true);
  if (type.text === "double") return view.getFloat64(0, true);
  if (type.text === "half") return decodeFloat16(view.getUint16(0, true));
  throw new Error(`the interpreter does not know the bits of ${type.text}`);
}

/** The floating-point number that LLVM prints as this text. */
export function parseFloatText(type: Type, text: string): number {
  if (text.startsWith("0xH")) return decodeFloat16(Number(`0x${text.slice(3)}`));
  if (!text.startsWith("0x")) return rounded(type, Number(text));
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(text));
  return view.getFloat64(0);
}
