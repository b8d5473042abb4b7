// cuda_fp16.h and cuda_bf16.h against exact rounding: conversions over all 65,536 patterns and the points between them,
// arithmetic over random and special pairs.
import { beforeAll, describe, expect, it } from "vitest";
import type { HeaderCompiler } from "./compile.js";
import { DeviceModule } from "./device-module.js";
import type { Format, Mode } from "./exact.js";
import { add, BFLOAT16, divide, HALF, multiply, ratio, round, squareRoot } from "./exact.js";
import { doubles, randomBits } from "./samples.js";

const ALL = 65_536;
const PAIRS = 4000;
const MODES: readonly Mode[] = ["rn", "rz", "ru", "rd"];
const BINARY = ["hadd", "hsub", "hmul", "hdiv", "hmin", "hmax", "hmin_nan", "hmax_nan"];
const COMPARISONS = "heq hne hle hge hlt hgt hequ hneu hleu hgeu hltu hgtu".split(" ");

// The same functions under both names; T the type, N the word in the names.
const functions = (T: string, N: string): string => `
extern "C" __device__ void ${N}_widen(const ${T}* a, float* out) { for (int i = 0; i < ${ALL}; ++i) out[i] = __${N}2float(a[i]); }
${MODES.map(
  (
    mode,
  ) => `extern "C" __device__ void ${N}_narrow_${mode}(const float* a, ${T}* out, int n) { for (int i = 0; i < n; ++i) out[i] = __float2${N}_${mode}(a[i]); }
extern "C" __device__ void ${N}_to_int_${mode}(const ${T}* a, int* out) { for (int i = 0; i < ${ALL}; ++i) out[i] = __${N}2int_${mode}(a[i]); }
extern "C" __device__ void ${N}_from_ll_${mode}(const long long* a, ${T}* out, int n) { for (int i = 0; i < n; ++i) out[i] = __ll2${N}_${mode}(a[i]); }`,
).join("\n")}
extern "C" __device__ void ${N}_narrow(const float* a, ${T}* out, int n) { for (int i = 0; i < n; ++i) out[i] = ${T}(a[i]); }
extern "C" __device__ void ${N}_narrow_double(const double* a, ${T}* out, int n) { for (int i = 0; i < n; ++i) out[i] = __double2${N}(a[i]); }
extern "C" __device__ void ${N}_to_short(const ${T}* a, short* out) { for (int i = 0; i < ${ALL}; ++i) out[i] = (short)a[i]; }
${BINARY.map((name) => `extern "C" __device__ void ${N}_${name}(const ${T}* a, const ${T}* b, ${T}* out) { for (int i = 0; i < ${PAIRS}; ++i) out[i] = __${name}(a[i], b[i]); }`).join("\n")}
${COMPARISONS.map((name) => `extern "C" __device__ void ${N}_${name}(const ${T}* a, const ${T}* b, unsigned short* out) { for (int i = 0; i < ${PAIRS}; ++i) out[i] = __${name}(a[i], b[i]); }`).join("\n")}
extern "C" __device__ void ${N}_hfma(const ${T}* a, const ${T}* b, const ${T}* c, ${T}* out) { for (int i = 0; i < ${PAIRS}; ++i) out[i] = __hfma(a[i], b[i], c[i]); }
extern "C" __device__ void ${N}_hsqrt(const ${T}* a, ${T}* out) { for (int i = 0; i < ${PAIRS}; ++i) out[i] = hsqrt(a[i]); }
extern "C" __device__ void ${N}_pairs(const ${T}2* a, const ${T}2* b, ${T}2* out) {
  for (int i = 0; i < ${PAIRS / 2}; ++i) out[i] = -(a[i] + b[i]) * a[i];
}
extern "C" __device__ void ${N}_operators(const ${T}* a, const ${T}* b, ${T}* out) {
  for (int i = 0; i < ${PAIRS}; ++i) {
    ${T} x = a[i];
    x += b[i];
    x = -x * a[i];
    out[i] = x > b[i] ? x : b[i];
  }
}
extern "C" __device__ int ${N}_atomic(${T}* target, ${T}2* pair) {
  ${T} old = atomicAdd(target, ${T}(1.5f));
  atomicAdd(pair, __floats2${N}2_rn(2.0f, 3.0f));
  return old == ${T}(2.0f);
}`;

const source = `#include <cuda_fp16.h>
#include <cuda_bf16.h>
${functions("__half", "half")}
${functions("__nv_bfloat16", "bfloat16")}
static_assert(sizeof(__half) == 2 && sizeof(__half2) == 4 && alignof(__half2) == 4, "");
`;

interface Kind {
  readonly name: string;
  readonly format: Format;
  readonly infinity: number;
}
const KINDS: readonly Kind[] = [
  { name: "half", format: HALF, infinity: 0x7c00 },
  { name: "bfloat16", format: BFLOAT16, infinity: 0x7f80 },
];

/** The 16-bit floats. */
export function halfSuite(compiler: HeaderCompiler): void {
  let module: DeviceModule;
  beforeAll(async () => {
    module = new DeviceModule(await compiler.build(source));
  }, 60_000);

  describe.each(KINDS)("$name", ({ name, format, infinity }) => {
    // The meaning of each pattern by the definition of the format.
    const significand = format.digits - 1;
    const decode = (bits: number): number => {
      const sign = bits & 0x8000 ? -1 : 1;
      const rest = bits & 0x7fff;
      if (rest >= infinity) return rest === infinity ? sign * Number.POSITIVE_INFINITY : Number.NaN;
      const exponent = rest >> significand;
      const fraction = rest & ((1 << significand) - 1);
      const digits = exponent === 0 ? fraction : fraction + (1 << significand);
      return sign * digits * 2 ** (Math.max(exponent, 1) - 1 + format.least);
    };
    const table = Float64Array.from({ length: ALL }, (_, bits) => decode(bits));
    const every = Uint16Array.from({ length: ALL }, (_, bits) => bits);
    const rounded = (x: number, mode: Mode = "rn"): number =>
      Number.isFinite(x) ? round(ratio(x), format, mode, x) : x;
    const mismatch = (out: Uint16Array, expected: (i: number) => number): number =>
      out.findIndex((bits, i) => !Object.is(decode(bits), expected(i)));
    const samples = (seed: bigint): Uint16Array => {
      const next = randomBits(seed);
      const special = [
        0,
        0x8000,
        1,
        0x8001,
        infinity,
        infinity | 0x8000,
        0x7fff,
        infinity - 1,
        0x3c00,
        0x3f80,
      ];
      return Uint16Array.from({ length: PAIRS }, (_, i) => {
        const bits = Number(next() & 0xffffn);
        return i % 3 === 0 ? (special[bits % special.length] ?? 0) : bits;
      });
    };
    const a = samples(3n);
    const b = samples(4n);
    const c = samples(5n);
    const at = (array: Uint16Array, i: number): number => table[array[i] ?? 0] ?? 0;

    it("widens all patterns exactly", () => {
      const out = new Float32Array(ALL);
      module.call(`${name}_widen`, every, out);
      expect(out.findIndex((x, i) => !Object.is(x, table[i]))).toBe(-1);
    });

    // Every value, the middle between it and the next, and the floats beside that middle; or some of them.
    const boundaries = (stride: number): Float32Array => {
      const list = [...table].flatMap((x, bits) => {
        if (bits % stride !== 0) return [];
        const next = table[bits + 1] ?? 0;
        const middle = Math.fround((x + next) / 2);
        return [x, middle, middle * (1 + 2 ** -23), middle * (1 - 2 ** -24)];
      });
      return Float32Array.from([...list, 65519.99, 65520, 65535, 65536, 1e30, -1e30, 3.4e38, 1e-45]);
    };

    it.each(MODES)("narrows floats %s", (mode) => {
      const inputs = boundaries(mode === "rn" ? 1 : 7);
      const out = new Uint16Array(inputs.length);
      module.call(`${name}_narrow_${mode}`, inputs, out, inputs.length);
      const wrong = mismatch(out, (i) => rounded(inputs[i] ?? 0, mode));
      expect(wrong, `${inputs[wrong]} gave ${decode(out[wrong] ?? 0)}`).toBe(-1);
      if (mode !== "rn") return;
      const again = new Uint16Array(inputs.length);
      module.call(`${name}_narrow`, inputs, again, inputs.length);
      expect(again).toEqual(out);
      expect(out[inputs.findIndex(Number.isNaN)]).toBe(0x7fff);
    });

    it("narrows doubles without rounding twice", () => {
      const inputs = Float64Array.from([
        ...doubles(3000, 9n),
        ...[...table].flatMap((x, i) => {
          const middle = (x + (table[i + 1] ?? 0)) / 2;
          return i % 7 === 0 ? [middle, middle * (1 + 2 ** -50), middle * (1 - 2 ** -50)] : [];
        }),
      ]);
      const out = new Uint16Array(inputs.length);
      module.call(`${name}_narrow_double`, inputs, out, inputs.length);
      const wrong = mismatch(out, (i) => rounded(inputs[i] ?? 0));
      expect(wrong, `${inputs[wrong]} gave ${decode(out[wrong] ?? 0)}`).toBe(-1);
    });

    it.each(MODES)("converts to and from integers %s", (mode) => {
      const out = new Int32Array(ALL);
      module.call(`${name}_to_int_${mode}`, every, out);
      const nearest = (x: number): number =>
        Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x);
      const whole = { rn: nearest, rz: Math.trunc, ru: Math.ceil, rd: Math.floor }[mode];
      const limit = (x: number): number => Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, whole(x)));
      expect(out.findIndex((x, i) => x !== (Number.isNaN(table[i]) ? 0 : limit(table[i] ?? 0)) + 0)).toBe(-1);

      const next = randomBits(8n);
      const longs = BigInt64Array.from({ length: 2000 }, () => BigInt.asIntN(64, next()) >> (next() & 63n));
      const narrow = new Uint16Array(longs.length);
      module.call(`${name}_from_ll_${mode}`, longs, narrow, longs.length);
      expect(mismatch(narrow, (i) => round({ n: longs[i] ?? 0n, d: 1n }, format, mode))).toBe(-1);
    });

    it("casts towards zero and saturates", () => {
      const out = new Int16Array(ALL);
      module.call(`${name}_to_short`, every, out);
      const expected = (x: number): number =>
        Number.isNaN(x) ? 0 : Math.max(-32768, Math.min(32767, Math.trunc(x))) + 0;
      expect(out.findIndex((x, i) => x !== expected(table[i] ?? 0))).toBe(-1);
    });

    const finite = (...xs: number[]): boolean => xs.every(Number.isFinite);
    const lower = (x: number, y: number): number =>
      Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y);
    const upper = (x: number, y: number): number =>
      Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y);
    const exactly: Record<string, (x: number, y: number) => number> = {
      hadd: (x, y) => (finite(x, y) ? round(add(ratio(x), ratio(y)), format, "rn", x + y) : x + y),
      hsub: (x, y) => (finite(x, y) ? round(add(ratio(x), ratio(-y)), format, "rn", x - y) : x - y),
      hmul: (x, y) => (finite(x, y) ? round(multiply(ratio(x), ratio(y)), format, "rn", x * y) : x * y),
      hdiv: (x, y) =>
        finite(x, y) && y !== 0 ? round(divide(ratio(x), ratio(y)), format, "rn", x / y) : x / y,
      hmin: lower,
      hmax: upper,
      hmin_nan: Math.min,
      hmax_nan: Math.max,
    };
    it.each(BINARY)("__%s", (operation) => {
      const out = new Uint16Array(PAIRS);
      module.call(`${name}_${operation}`, a, b, out);
      const wrong = mismatch(out, (i) => exactly[operation]?.(at(a, i), at(b, i)) ?? 0);
      expect(wrong, `${at(a, wrong)}, ${at(b, wrong)} gave ${decode(out[wrong] ?? 0)}`).toBe(-1);
    });

    it("__hfma and hsqrt round once", () => {
      const out = new Uint16Array(PAIRS);
      module.call(`${name}_hfma`, a, b, c, out);
      const fused = (x: number, y: number, z: number): number =>
        finite(x, y, z)
          ? round(add(multiply(ratio(x), ratio(y)), ratio(z)), format, "rn", x * y + z)
          : x * y + z;
      expect(mismatch(out, (i) => fused(at(a, i), at(b, i), at(c, i)))).toBe(-1);
      module.call(`${name}_hsqrt`, a, out);
      const root = (x: number): number =>
        finite(x) && x > 0 ? round(squareRoot(ratio(x)), format, "rn") : Math.sqrt(x);
      expect(mismatch(out, (i) => root(at(a, i)))).toBe(-1);
    });

    const ordered: Record<string, (x: number, y: number) => boolean> = {
      eq: (x, y) => x === y,
      ne: (x, y) => x !== y,
      le: (x, y) => x <= y,
      ge: (x, y) => x >= y,
      lt: (x, y) => x < y,
      gt: (x, y) => x > y,
    };
    it.each(COMPARISONS)("__%s", (comparison) => {
      const out = new Uint16Array(PAIRS);
      module.call(`${name}_${comparison}`, a, b, out);
      const key = comparison.slice(1, 3);
      const unordered = comparison.length === 4;
      const expected = (x: number, y: number): number =>
        Number(Number.isNaN(x) || Number.isNaN(y) ? unordered : (ordered[key]?.(x, y) ?? false));
      expect(out.findIndex((x, i) => x !== expected(at(a, i), at(b, i)))).toBe(-1);
    });

    it("has operators on scalars and pairs, and atomics", () => {
      const sum = (x: number, y: number): number => exactly.hadd?.(x, y) ?? 0;
      const product = (x: number, y: number): number => exactly.hmul?.(x, y) ?? 0;
      const out = new Uint16Array(PAIRS);
      module.call(`${name}_pairs`, a, b, out);
      expect(mismatch(out, (i) => product(-sum(at(a, i), at(b, i)), at(a, i)))).toBe(-1);
      module.call(`${name}_operators`, a, b, out);
      expect(
        mismatch(out, (i) => {
          const x = product(-sum(at(a, i), at(b, i)), at(a, i));
          return x > at(b, i) ? x : at(b, i);
        }),
      ).toBe(-1);
      const encode = (x: number): number => table.indexOf(x);
      const target = Uint16Array.of(encode(2));
      const pair = Uint16Array.of(encode(1), encode(0.5));
      expect(module.call(`${name}_atomic`, target, pair)).toBe(1);
      expect([decode(target[0] ?? 0), decode(pair[0] ?? 0), decode(pair[1] ?? 0)]).toEqual([3.5, 3, 3.5]);
    });
  });
}
