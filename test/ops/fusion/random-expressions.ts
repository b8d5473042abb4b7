// Random expressions, as texts and as the calls of operations that they stand for. All of these operations are exact, so both
// must give the same bits.

import * as cu from "../../../src/index.js";

const functions: Readonly<Record<string, unknown>> = cu;

type Random = () => number;

/** An expression: its text, where arrays are $0, $1 and so on, and what computes it. */
export interface Sample {
  readonly text: string;
  readonly compute: () => cu.NDArray;
}

interface Value {
  readonly text: string;
  readonly compute: () => cu.NDArray | number;
}

/** Signs by what they may stand between: whatever, or integers only. */
const signs: readonly (readonly [string, keyof typeof cu])[] = [
  ["+", "add"],
  ["-", "subtract"],
  ["*", "multiply"],
  ["/", "divide"],
  ["//", "floorDivide"],
  ["%", "remainder"],
  ["<", "less"],
  [">=", "greaterEqual"],
  ["==", "equal"],
  ["!=", "notEqual"],
  ["&&", "logicalAnd"],
  ["||", "logicalOr"],
  ["&", "bitwiseAnd"],
  ["^", "bitwiseXor"],
  ["|", "bitwiseOr"],
];
const unary = [
  "absolute",
  "negative",
  "square",
  "sqrt",
  "floor",
  "rint",
  "isnan",
  "sign",
  "logicalNot",
  "relu",
  "reciprocal",
];
const binary = ["maximum", "minimum", "fmax", "copysign", "heaviside"];
const casts = ["float32", "float64", "int32", "int64", "bool"] as const;

function pick<T>(rng: Random, list: readonly T[]): T {
  return list[Math.floor(rng() * list.length)] as T;
}

/** A random expression of arrays, so many calls deep at most, that uses at least one of them. */
export function expressionOf(rng: Random, arrays: readonly cu.NDArray[], depth: number): Sample {
  for (;;) {
    const { text, compute } = valueOf(rng, arrays, depth);
    if (/\$/.test(text) && /[(]/.test(text)) return { text, compute: compute as () => cu.NDArray };
  }
}

function valueOf(rng: Random, arrays: readonly cu.NDArray[], depth: number): Value {
  const choice = rng();
  if (depth === 0 || choice < 0.1) {
    if (rng() < 0.25) {
      const number = pick(rng, [0, 1, 2, 3, 0.5, 1.25]);
      return { text: String(number), compute: () => number };
    }
    const at = Math.floor(rng() * arrays.length);
    return { text: `$${at}`, compute: () => arrays[at] as cu.NDArray };
  }
  const a = arrayOf(rng, arrays, depth - 1);
  if (choice < 0.3) return called(pick(rng, unary), [a]);
  if (choice < 0.38) {
    const dtype = pick(rng, casts);
    return { text: `${dtype}(${a.text})`, compute: () => (a.compute() as cu.NDArray).astype(dtype) };
  }
  const b = valueOf(rng, arrays, depth - 1);
  if (choice < 0.48) return called(pick(rng, binary), [a, b]);
  if (choice < 0.58) {
    const c = arrayOf(rng, arrays, depth - 1);
    return {
      text: `(${c.text} ? ${a.text} : ${b.text})`,
      compute: () => cu.where(c.compute() as cu.NDArray, a.compute(), b.compute()),
    };
  }
  const [sign, name] = pick(rng, signs);
  const { compute } = called(name, [a, b]);
  return { text: `(${a.text} ${sign} ${b.text})`, compute };
}

function arrayOf(rng: Random, arrays: readonly cu.NDArray[], depth: number): Value {
  for (;;) {
    const value = valueOf(rng, arrays, depth);
    if (/\$/.test(value.text)) return value;
  }
}

function called(name: string, args: readonly Value[]): Value {
  return {
    text: `${name}(${args.map(({ text }) => text).join(", ")})`,
    compute: () =>
      (functions[name] as (...own: unknown[]) => cu.NDArray)(...args.map((one) => one.compute())),
  };
}

/** An array of a shape, or one that stretches to it, with strides of all kinds. */
export function makeArray(
  rng: Random,
  shape: readonly number[],
  form: "whole" | "any",
  dtype: cu.DType,
): cu.NDArray {
  const own =
    form === "any" && rng() < 0.4
      ? shape.map((size) => (rng() < 0.5 ? 1 : size)).slice(Math.floor(rng() * 2))
      : [...shape];
  const way = rng();
  if (way < 0.25 && own.length > 1) return filled(rng, own.toReversed(), dtype).transpose();
  if (way < 0.45 && own.length > 0)
    return filled(
      rng,
      own.map((size) => size * 2),
      dtype,
    ).slice(own.map(() => "::2"));
  if (way < 0.55 && own.length > 0) return cu.flip(filled(rng, own, dtype));
  return filled(rng, own, dtype);
}

function filled(rng: Random, shape: readonly number[], dtype: cu.DType): cu.NDArray {
  const size = shape.reduce((a, b) => a * b, 1);
  const isFloat = dtype.startsWith("float");
  const number = (): number => {
    const one = (rng() - 0.4) * 12;
    return isFloat ? (rng() < 0.05 ? pick(rng, [NaN, Infinity, -Infinity, 0, -0]) : one) : Math.floor(one);
  };
  const list = Array.from({ length: size }, () => (dtype === "bool" ? rng() < 0.5 : number()));
  const flat = cu.array(dtype.startsWith("uint") ? list.map((one) => Math.abs(Number(one))) : list, {
    dtype: dtype as "float32",
  });
  return flat.reshape([...shape]);
}

/** The elements in C order. */
export function values(array: cu.NDArray): readonly (number | bigint | boolean)[] {
  return (array.ravel().tolistSync() as (number | bigint | boolean)[]) ?? [];
}
