// Functions that LLVM knows, as far as kernels call them, by their name without the types behind it.

import type { Type } from "../../src/compiler/ir/type.js";
import { bitsOf, eachLane, rounded } from "./arithmetic.js";
import type { Data, Memory } from "./memory.js";

export type Intrinsic = (args: readonly Data[], type: Type, memory: Memory) => Data | undefined;

/** One of integers, lane by lane. */
function ints(of: (bits: number, ...args: bigint[]) => bigint): Intrinsic {
  return (args, type) =>
    eachLane(type, args, (lane, ...own) =>
      BigInt.asUintN(bitsOf(lane), of(bitsOf(lane), ...(own as bigint[]))),
    );
}

/** One of integers with signs. */
function signed(of: (...args: bigint[]) => bigint): Intrinsic {
  return ints((bits, ...args) => of(...args.map((arg) => BigInt.asIntN(bits, arg))));
}

function floats(of: (...args: number[]) => number): Intrinsic {
  return (args, type) => eachLane(type, args, (lane, ...own) => rounded(lane, of(...(own as number[]))));
}

const nothing: Intrinsic = () => undefined;

function copy([to, from, length]: readonly Data[], _: Type, { bytes }: Memory): undefined {
  bytes.copyWithin(Number(to), Number(from), Number(from) + Number(length));
}

function funnel(bits: number, high: bigint, low: bigint, count: bigint): bigint {
  return ((high << BigInt(bits)) | low) << (count % BigInt(bits));
}

const INTRINSICS: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ["smin", signed((a = 0n, b = 0n) => (a < b ? a : b))],
  ["smax", signed((a = 0n, b = 0n) => (a > b ? a : b))],
  ["umin", ints((_, a = 0n, b = 0n) => (a < b ? a : b))],
  ["umax", ints((_, a = 0n, b = 0n) => (a > b ? a : b))],
  ["abs", signed((a = 0n) => (a < 0n ? -a : a))],
  ["ctpop", ints((_, a = 0n) => BigInt(a.toString(2).replaceAll("0", "").length))],
  ["ctlz", ints((bits, a = 0n) => BigInt(a === 0n ? bits : bits - a.toString(2).length))],
  [
    "cttz",
    ints((bits, a = 0n) =>
      BigInt(a === 0n ? bits : a.toString(2).length - a.toString(2).lastIndexOf("1") - 1),
    ),
  ],
  ["fshl", ints((bits, a = 0n, b = 0n, n = 0n) => funnel(bits, a, b, n) >> BigInt(bits))],
  ["fshr", ints((bits, a = 0n, b = 0n, n = 0n) => ((a << BigInt(bits)) | b) >> (n % BigInt(bits)))],
  ["fabs", floats(Math.abs)],
  ["sqrt", floats(Math.sqrt)],
  ["floor", floats(Math.floor)],
  ["ceil", floats(Math.ceil)],
  ["trunc", floats(Math.trunc)],
  ["exp2", floats((a) => 2 ** a)],
  ["minnum", floats((a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b)))],
  ["maxnum", floats((a, b) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b)))],
  // Exact for float as far as the product of two has at most 53 bits.
  ["fma", floats((a, b, c) => a * b + c)],
  ["fmuladd", floats((a, b, c) => a * b + c)],
  ["memcpy", copy],
  ["memmove", copy],
  [
    "memset",
    ([to, byte, length], _, { bytes }) => {
      bytes.fill(Number(byte), Number(to), Number(to) + Number(length));
      return undefined;
    },
  ],
  // An optimiser may know more; that no pass knows is always right.
  ["is.constant", () => 0n],
  ["assume", nothing],
  ["lifetime.start", nothing],
  ["lifetime.end", nothing],
]);

/** The function behind `@llvm.NAME.types`. */
export function intrinsicOf(name: string): Intrinsic | undefined {
  const words = name.replace("@llvm.", "").split(".");
  return INTRINSICS.get(words.slice(0, 2).join(".")) ?? INTRINSICS.get(words[0] as string);
}
