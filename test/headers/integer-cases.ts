// Integer, bit, cast and SIMD-in-word intrinsics with naive oracles: the rows of intrinsics.test.ts.
import type { Case, Kind, Value } from "./rounded-cases.js";

const u32 = (x: number): number => x >>> 0;
const bits = (x: Value, width: number): string =>
  BigInt.asUintN(width, BigInt(x)).toString(2).padStart(width, "0");
const popcount = (x: Value): number => bits(x, 64).replaceAll("0", "").length;
const leading = (x: Value, width: number): number =>
  bits(x, width).indexOf("1") + (BigInt(x) === 0n ? width + 1 : 0);
const lowest = (x: Value, width: number): number =>
  BigInt(x) === 0n ? 0 : width - bits(x, width).lastIndexOf("1");
const reversed = (x: Value, width: number): bigint =>
  BigInt(`0b${bits(x, width).split("").toReversed().join("")}`);
const high = (a: Value, b: Value, width: number): bigint => (BigInt(a) * BigInt(b)) >> BigInt(width);

const row = (name: string, args: string, result: Kind, oracle: Case["oracle"]): Case => ({
  name,
  args: args.split("") as Kind[],
  result,
  oracle,
});

const view = new DataView(new ArrayBuffer(8));
const bytes = (x: number): number[] => [0, 8, 16, 24].map((shift) => (x >>> shift) & 255);
const fromBytes = (list: readonly number[]): number =>
  u32(list.reduce((word, byte, i) => word | ((byte & 255) << (8 * i)), 0));
const s8 = (x: number): number => (x << 24) >> 24;
const s16 = (x: number): number => (x << 16) >> 16;
const s24 = (x: number): number => (x << 8) >> 8;
const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

function permute(x: number, y: number, selector: number): number {
  const source = [...bytes(x), ...bytes(y)];
  return fromBytes(
    [0, 4, 8, 12].map((shift) => {
      return source[(selector >>> shift) & 7] ?? 0;
    }),
  );
}
const funnel = (low: number, top: number, right: number): number =>
  Number(BigInt.asUintN(32, ((BigInt(top) << 32n) | BigInt(low)) >> BigInt(right)));

const SCALAR: readonly Case[] = [
  row("__popc", "u", "i", popcount),
  row("__popcll", "L", "i", popcount),
  row("__clz", "i", "i", (x: number) => leading(x, 32)),
  row("__clzll", "l", "i", (x: bigint) => leading(x, 64)),
  row("__ffs", "i", "i", (x: number) => lowest(x, 32)),
  row("__ffsll", "l", "i", (x: bigint) => lowest(x, 64)),
  row("__brev", "u", "u", (x: number) => Number(reversed(x, 32))),
  row("__brevll", "L", "L", (x: bigint) => reversed(x, 64)),
  row("__mulhi", "ii", "i", (a: number, b: number) => Number(high(a, b, 32))),
  row("__umulhi", "uu", "u", (a: number, b: number) => Number(high(a, b, 32))),
  row("__mul64hi", "ll", "l", (a: bigint, b: bigint) => high(a, b, 64)),
  row("__umul64hi", "LL", "L", (a: bigint, b: bigint) => high(a, b, 64)),
  row("__mul24", "ii", "i", (a: number, b: number) => Math.imul(s24(a), s24(b))),
  row("__umul24", "uu", "u", (a: number, b: number) => u32(Math.imul(a & 0xffffff, b & 0xffffff))),
  row("__sad", "iiu", "u", (a: number, b: number, c: number) => u32(Math.abs(a - b) + c)),
  row("__usad", "uuu", "u", (a: number, b: number, c: number) => u32(Math.abs(a - b) + c)),
  row("__hadd", "ii", "i", (a: number, b: number) => Math.floor((a + b) / 2)),
  row("__rhadd", "ii", "i", (a: number, b: number) => Math.floor((a + b + 1) / 2)),
  row("__uhadd", "uu", "u", (a: number, b: number) => Math.floor((a + b) / 2)),
  row("__urhadd", "uu", "u", (a: number, b: number) => Math.floor((a + b + 1) / 2)),
  row("__byte_perm", "uuu", "u", permute),
  row("__funnelshift_l", "uuu", "u", (a: number, b: number, c: number) => funnel(a, b, 32 - (c & 31))),
  row("__funnelshift_lc", "uuu", "u", (a: number, b: number, c: number) =>
    funnel(a, b, 32 - Math.min(c, 32)),
  ),
  row("__funnelshift_r", "uuu", "u", (a: number, b: number, c: number) => funnel(a, b, c & 31)),
  row("__funnelshift_rc", "uuu", "u", (a: number, b: number, c: number) => funnel(a, b, Math.min(c, 32))),
  row(
    "__dp4a",
    "iii",
    "i",
    (a: number, b: number, c: number) => (sum(bytes(a).map((x, i) => s8(x) * s8(bytes(b)[i] ?? 0))) + c) | 0,
  ),
  row("__dp4a", "uuu", "u", (a: number, b: number, c: number) =>
    u32(sum(bytes(a).map((x, i) => x * (bytes(b)[i] ?? 0))) + c),
  ),
  ...([0, 2] as const).flatMap((at) => [
    row(
      `__dp2a_${at ? "hi" : "lo"}`,
      "iii",
      "i",
      (a: number, b: number, c: number) =>
        (s16(a) * s8(bytes(b)[at] ?? 0) + (a >> 16) * s8(bytes(b)[at + 1] ?? 0) + c) | 0,
    ),
    row(`__dp2a_${at ? "hi" : "lo"}`, "uuu", "u", (a: number, b: number, c: number) =>
      u32((a & 65535) * (bytes(b)[at] ?? 0) + (a >>> 16) * (bytes(b)[at + 1] ?? 0) + c),
    ),
  ]),
  row("__float_as_int", "f", "i", (x: number) => (view.setFloat32(0, x), view.getInt32(0))),
  row("__float_as_uint", "f", "u", (x: number) => (view.setFloat32(0, x), view.getUint32(0))),
  row("__int_as_float", "i", "f", (x: number) => (view.setInt32(0, x), view.getFloat32(0))),
  row("__uint_as_float", "u", "f", (x: number) => (view.setUint32(0, x), view.getFloat32(0))),
  row("__double_as_longlong", "d", "l", (x: number) => (view.setFloat64(0, x), view.getBigInt64(0))),
  row("__longlong_as_double", "l", "d", (x: bigint) => (view.setBigInt64(0, x), view.getFloat64(0))),
  row("__double2hiint", "d", "i", (x: number) => (view.setFloat64(0, x), view.getInt32(0))),
  row("__double2loint", "d", "i", (x: number) => (view.setFloat64(0, x), view.getInt32(4))),
  row(
    "__hiloint2double",
    "ii",
    "d",
    (a: number, b: number) => (view.setInt32(0, a), view.setInt32(4, b), view.getFloat64(0)),
  ),
  row("__saturatef", "f", "f", (x: number) => (x > 0 ? Math.min(x, 1) : 0)),
];

// Lanes of a word: four bytes or two halfwords, signed or not.
type Lanes = { count: 2 | 4; width: number; most: number };
const LANES: readonly Lanes[] = [
  { count: 2, width: 16, most: 65535 },
  { count: 4, width: 8, most: 255 },
];
function simd({ count, width, most }: Lanes): Case[] {
  const lanes = (x: number): number[] => Array.from({ length: count }, (_, i) => (x >>> (i * width)) & most);
  const sign = width === 8 ? s8 : s16;
  const pack = (list: readonly number[]): number =>
    u32(list.reduce((word, lane, i) => word | ((lane & most) << (i * width)), 0));
  const clampS = (x: number): number => Math.max(-(most + 1) / 2, Math.min((most - 1) / 2, x));
  const clampU = (x: number): number => Math.max(0, Math.min(most, x));
  const unsigned = (f: (a: number, b: number) => number) => (x: number, y: number) =>
    pack(lanes(x).map((a, i) => f(a, lanes(y)[i] ?? 0)));
  const signed = (f: (a: number, b: number) => number) => unsigned((a, b) => f(sign(a), sign(b)));
  const two = (name: string, oracle: Case["oracle"]): Case => row(`${name}${count}`, "uu", "u", oracle);
  const one = (name: string, oracle: Case["oracle"]): Case => row(`${name}${count}`, "u", "u", oracle);
  const compare = (name: string, f: (a: number, b: number) => boolean, lift: typeof signed): Case[] => [
    two(
      `__vcmp${name}`,
      lift((a, b) => (f(a, b) ? -1 : 0)),
    ),
    two(
      `__vset${name}`,
      lift((a, b) => (f(a, b) ? 1 : 0)),
    ),
  ];
  const distance = (f: (a: number) => number) => (x: number, y: number) =>
    sum(lanes(x).map((a, i) => Math.abs(f(a) - f(lanes(y)[i] ?? 0))));
  return [
    one("__vabs", (x: number) => signed((a) => Math.abs(a))(x, 0)),
    one("__vabsss", (x: number) => signed((a) => clampS(Math.abs(a)))(x, 0)),
    one("__vneg", (x: number) => signed((a) => -a)(x, 0)),
    one("__vnegss", (x: number) => signed((a) => clampS(-a))(x, 0)),
    two(
      "__vadd",
      unsigned((a, b) => a + b),
    ),
    two(
      "__vaddss",
      signed((a, b) => clampS(a + b)),
    ),
    two(
      "__vaddus",
      unsigned((a, b) => clampU(a + b)),
    ),
    two(
      "__vsub",
      unsigned((a, b) => a - b),
    ),
    two(
      "__vsubss",
      signed((a, b) => clampS(a - b)),
    ),
    two(
      "__vsubus",
      unsigned((a, b) => clampU(a - b)),
    ),
    two("__vmaxs", signed(Math.max)),
    two("__vmaxu", unsigned(Math.max)),
    two("__vmins", signed(Math.min)),
    two("__vminu", unsigned(Math.min)),
    two(
      "__vabsdiffs",
      signed((a, b) => Math.abs(a - b)),
    ),
    two(
      "__vabsdiffu",
      unsigned((a, b) => Math.abs(a - b)),
    ),
    two(
      "__vavgs",
      signed((a, b) => Math.sign(a + b) * Math.round(Math.abs(a + b) / 2)),
    ),
    two(
      "__vavgu",
      unsigned((a, b) => Math.floor((a + b + 1) / 2)),
    ),
    two(
      "__vhaddu",
      unsigned((a, b) => Math.floor((a + b) / 2)),
    ),
    two("__vsads", distance(sign)),
    two(
      "__vsadu",
      distance((a) => a),
    ),
    ...compare("eq", (a, b) => a === b, unsigned),
    ...compare("ne", (a, b) => a !== b, unsigned),
    ...compare("ges", (a, b) => a >= b, signed),
    ...compare("geu", (a, b) => a >= b, unsigned),
    ...compare("gts", (a, b) => a > b, signed),
    ...compare("gtu", (a, b) => a > b, unsigned),
    ...compare("les", (a, b) => a <= b, signed),
    ...compare("leu", (a, b) => a <= b, unsigned),
    ...compare("lts", (a, b) => a < b, signed),
    ...compare("ltu", (a, b) => a < b, unsigned),
  ];
}

// Dynamic-programming functions: add, pick, clamp at zero.
function dpx(pick: "max" | "min"): Case[] {
  const best = Math[pick];
  const lanes =
    (f: (...args: number[]) => number) =>
    (...args: number[]) =>
      u32((f(...args.map((x) => x >> 16)) << 16) | (f(...args.map(s16)) & 65535));
  const lanesU =
    (f: (...args: number[]) => number) =>
    (...args: number[]) =>
      u32((f(...args.map((x) => x >>> 16)) << 16) | (f(...args.map((x) => x & 65535)) & 65535));
  const relu = (x: number): number => Math.max(x, 0);
  return [
    row(`__vi${pick}3_s32`, "iii", "i", best),
    row(`__vi${pick}3_u32`, "uuu", "u", best),
    row(`__vi${pick}3_s32_relu`, "iii", "i", (...x: number[]) => relu(best(...x))),
    row(`__vi${pick}_s32_relu`, "ii", "i", (...x: number[]) => relu(best(...x))),
    row(`__viadd${pick}_s32`, "iii", "i", (a: number, b: number, c: number) => best((a + b) | 0, c)),
    row(`__viadd${pick}_u32`, "uuu", "u", (a: number, b: number, c: number) => best(u32(a + b), c)),
    row(`__viadd${pick}_s32_relu`, "iii", "i", (a: number, b: number, c: number) =>
      relu(best((a + b) | 0, c)),
    ),
    row(`__vi${pick}3_s16x2`, "uuu", "u", lanes(best)),
    row(`__vi${pick}3_u16x2`, "uuu", "u", lanesU(best)),
    row(
      `__vi${pick}3_s16x2_relu`,
      "uuu",
      "u",
      lanes((...x) => relu(best(...x))),
    ),
    row(
      `__vi${pick}_s16x2_relu`,
      "uu",
      "u",
      lanes((...x) => relu(best(...x))),
    ),
    row(
      `__viadd${pick}_s16x2`,
      "uuu",
      "u",
      lanes((a = 0, b = 0, c = 0) => best(s16(a + b), c)),
    ),
    row(
      `__viadd${pick}_u16x2`,
      "uuu",
      "u",
      lanesU((a = 0, b = 0, c = 0) => best((a + b) & 65535, c)),
    ),
    row(
      `__viadd${pick}_s16x2_relu`,
      "uuu",
      "u",
      lanes((a = 0, b = 0, c = 0) => relu(best(s16(a + b), c))),
    ),
  ];
}

export const INTEGER_CASES: readonly Case[] = [
  ...SCALAR,
  ...LANES.flatMap(simd),
  ...dpx("max"),
  ...dpx("min"),
];
