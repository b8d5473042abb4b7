// Arithmetic and conversions under the four rounding modes, with exact oracles: the rows of intrinsics.test.ts.
import type { Format, Mode, Ratio } from "./exact.js";
import { add, DOUBLE, divide, FLOAT, multiply, ratio, round, squareRoot } from "./exact.js";

/** f float, d double, i int, u unsigned, l long long, L unsigned long long. */
export type Kind = "f" | "d" | "i" | "u" | "l" | "L";
export type Value = number | bigint;
/** One device function: kinds of its arguments, kind of its result, and what it must give. */
export interface Case {
  readonly name: string;
  readonly args: readonly Kind[];
  readonly result: Kind;
  readonly oracle: (...args: never[]) => Value;
}

const MODES: readonly Mode[] = ["rn", "rz", "ru", "rd"];
const isFinite = (...args: number[]): boolean => args.every(Number.isFinite);

// A sum that is exactly zero has the sign of its terms where they agree, and else that of the mode.
function zeroOf(mode: Mode, a: number, b: number): number {
  if (a === 0 && b === 0 && Object.is(a, b)) return a;
  return mode === "rd" ? -0 : 0;
}

function arithmetic(prefix: string, fma: string, kind: "f" | "d", format: Format): Case[] {
  const narrow = kind === "f" ? Math.fround : (x: number) => x;
  const rounded = (value: Ratio, mode: Mode, zero = 0): number => round(value, format, mode, zero);
  const sum = (mode: Mode) => (a: number, b: number) =>
    isFinite(a, b) ? rounded(add(ratio(a), ratio(b)), mode, zeroOf(mode, a, b)) : narrow(a + b);
  const quotient = (mode: Mode) => (a: number, b: number) =>
    isFinite(a, b) && a !== 0 && b !== 0 ? rounded(divide(ratio(a), ratio(b)), mode) : narrow(a / b);
  const fused = (mode: Mode) => (a: number, b: number, c: number) => {
    if (!isFinite(a, b, c)) return isFinite(a, b) ? c : a * b + c;
    // The sign of a zero product, even where the product of doubles would underflow.
    const product = multiply(ratio(a), ratio(b));
    return rounded(
      add(product, ratio(c)),
      mode,
      product.n === 0n ? zeroOf(mode, a * b, c) : zeroOf(mode, 1, -1),
    );
  };
  return MODES.flatMap((mode): Case[] => {
    const row = (name: string, args: Kind[], oracle: Case["oracle"]): Case => ({
      name,
      args,
      result: kind,
      oracle,
    });
    const name = (operation: string): string => `__${prefix}${operation}_${mode}`;
    return [
      row(name("add"), [kind, kind], sum(mode)),
      row(name("sub"), [kind, kind], (a: number, b: number) => sum(mode)(a, -b)),
      row(name("mul"), [kind, kind], (a: number, b: number) =>
        isFinite(a, b) && a !== 0 && b !== 0 ? rounded(multiply(ratio(a), ratio(b)), mode) : a * b,
      ),
      row(name("div"), [kind, kind], quotient(mode)),
      row(name("rcp"), [kind], (a: number) => quotient(mode)(1, a)),
      row(name("sqrt"), [kind], (a: number) =>
        isFinite(a) && a > 0 ? rounded(squareRoot(ratio(a)), mode) : Math.sqrt(a),
      ),
      row(`__${fma}_${mode}`, [kind, kind, kind], fused(mode)),
    ];
  });
}

const INTEGERS = [
  { kind: "i", name: "int", least: -(2n ** 31n), most: 2n ** 31n - 1n, missing: 0n, highest: -(2n ** 31n) },
  { kind: "u", name: "uint", least: 0n, most: 2n ** 32n - 1n, missing: 0n, highest: 2n ** 31n },
  {
    kind: "l",
    name: "ll",
    least: -(2n ** 63n),
    most: 2n ** 63n - 1n,
    missing: -(2n ** 63n),
    highest: -(2n ** 63n),
  },
  { kind: "L", name: "ull", least: 0n, most: 2n ** 64n - 1n, missing: 2n ** 63n, highest: 2n ** 63n },
] as const;

function whole(x: number, mode: Mode): number {
  if (mode === "rz") return Math.trunc(x);
  if (mode === "ru") return Math.ceil(x);
  if (mode === "rd") return Math.floor(x);
  const below = Math.floor(x);
  const rest = x - below;
  return rest < 0.5 || (rest === 0.5 && below % 2 === 0) ? below : below + 1;
}

function conversions(): Case[] {
  const asKind = (kind: Kind, x: bigint): Value => (kind === "i" || kind === "u" ? Number(x) : x);
  return MODES.flatMap((mode) => [
    ...INTEGERS.flatMap(({ kind, name, least, most, missing, highest }) => {
      const toInteger = (x: number, wide = false): Value => {
        if (Number.isNaN(x)) return asKind(kind, wide ? highest : missing);
        if (!Number.isFinite(x)) return asKind(kind, x > 0 ? most : least);
        const exact = BigInt(whole(x, mode));
        return asKind(kind, exact > most ? most : exact < least ? least : exact);
      };
      const toFloat = (format: Format) => (x: Value) => round({ n: BigInt(x), d: 1n }, format, mode);
      return [
        { name: `__float2${name}_${mode}`, args: ["f"], result: kind, oracle: (x: number) => toInteger(x) },
        {
          name: `__double2${name}_${mode}`,
          args: ["d"],
          result: kind,
          oracle: (x: number) => toInteger(x, true),
        },
        { name: `__${name}2float_${mode}`, args: [kind], result: "f", oracle: toFloat(FLOAT) },
        ...(kind === "l" || kind === "L" || mode === "rn"
          ? [{ name: `__${name}2double_${mode}`, args: [kind], result: "d", oracle: toFloat(DOUBLE) }]
          : []),
      ] as Case[];
    }),
    {
      name: `__double2float_${mode}`,
      args: ["d"],
      result: "f",
      oracle: (x: number) => (isFinite(x) ? round(ratio(x), FLOAT, mode, x) : x),
    } satisfies Case,
  ]);
}

export const ROUNDED_CASES: readonly Case[] = [
  ...arithmetic("f", "fmaf", "f", FLOAT),
  ...arithmetic("d", "fma", "d", DOUBLE),
  ...conversions(),
  {
    name: "__frsqrt_rn",
    args: ["f"],
    result: "f",
    oracle: (x: number) =>
      isFinite(x) && x > 0 ? round(divide(ratio(1), squareRoot(ratio(x))), FLOAT, "rn") : 1 / Math.sqrt(x),
  },
];
