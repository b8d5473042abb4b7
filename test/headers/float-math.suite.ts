// The math functions against libm's double ones, inside WebAssembly: a sweep over float bit patterns with a prime
// stride plus every special value. The bounds are the largest errors found over all 2^32 arguments (those of one
// argument), in ulp of the true value; CUDA's own bounds are one step larger or more.
import { beforeAll, expect, it } from "vitest";
import type { HeaderCompiler } from "./compile.js";
import { DeviceModule } from "./device-module.js";

interface Case {
  readonly name: string;
  /** Expression in `x`, a float. */
  readonly value: string;
  /** The same in double precision, in `x`, a double. */
  readonly reference: string;
  readonly ulp: number;
}

const PI = "3.14159265358979323846";
const row = (name: string, ulp: number, reference = `${name}(x)`, value = `${name}f(x)`): Case => ({
  name,
  value,
  reference,
  ulp,
});
const CASES: readonly Case[] = [
  row("exp", 0.91),
  row("exp2", 1.19),
  row("exp10", 0.99, "pow(10.0, x)"),
  row("expm1", 1.22),
  row("log", 0.88),
  row("log2", 1.22),
  row("log10", 1.12),
  row("log1p", 1.41),
  row("sin", 1.6),
  row("cos", 1.6),
  row("tan", 3.5),
  row("sinpi", 1.55, `x == rint(x) ? x * 0.0 : sin(fmod(x, 2.0) * ${PI})`),
  row("cospi", 1.55, `fmod(fabs(x), 1.0) == 0.5 ? 0.0 : cos(fmod(x, 2.0) * ${PI})`),
  row("tanh", 1.32),
  row("erf", 1.2),
  row("atan", 1.58),
  row("asin", 2.41),
  row("acos", 1.16),
  row("sqrt", 0.5),
  row("rsqrt", 1.5, "1.0 / sqrt(x)"),
  row("cbrt", 1),
  row("rcbrt", 0.6, "1.0 / cbrt(x)"),
  row("sinh", 2),
  row("cosh", 2),
  row("asinh", 2),
  row("acosh", 2),
  row("atanh", 2),
  row("erfc", 3),
  // CUDA makes no promise between -10.001 and -2.264, where the function crosses zero.
  row("lgamma", 6, "x > -10.01 && x < -2.26 ? lgammaf(x) : lgamma(x)"),
  row("tgamma", 1),
  row("floor", 0),
  row("ceil", 0),
  row("trunc", 0),
  row("rint", 0),
  row("round", 0, "copysign(floor(fabs(x) + 0.5), x)"),
  row("hypot of x and 3", 0.51, "sqrt(x * x + 9.0)", "hypotf(x, 3.0f)"),
  row("pow to 1.7", 0.6, "pow(x, (double)1.7f)", "powf(x, 1.7f)"),
  row("pow to -3", 0.6, "pow(x, -3.0)", "pow(x, -3)"),
  row("2.5 to the power", 0.6, "pow(2.5, x)", "powf(2.5f, x)"),
  row("atan2 of x and 2", 2, "atan2(x, 2.0)", "atan2f(x, 2.0f)"),
  row("atan2 of -2 and x", 2, "atan2(-2.0, x)", "atan2f(-2.0f, x)"),
];

const source = `
__device__ double error(float got, double reference) {
  if (reference != reference || got != got) return reference != reference && got != got ? 0 : 1e30;
  float nearest = (float)reference;
  if (isinf(nearest) || isinf(got)) return got == nearest ? 0 : isinf(reference) ? 1e30 : fabs((double)(got * 0.5f) - reference * 0.5) / 0x1p103;
  if (reference == 0) return got == 0 && signbit(got) == signbit(reference) ? 0 : 1e30;
  int exponent = ilogb(reference) - 23;
  return fabs(got - reference) / ldexp(1.0, exponent < -149 ? -149 : exponent);
}
__device__ double sweep(float (*f)(float), double (*r)(double), unsigned* worst) {
  double most = -1;
  auto check = [&](unsigned bits) {
    float x = __uint_as_float(bits);
    double e = error(f(x), r((double)x));
    if (e > most) { most = e; *worst = bits; }
  };
  const unsigned fractions[] = {0, 1, 2, 0x3fffff, 0x400000, 0x400001, 0x7ffffe, 0x7fffff};
  for (unsigned exponent = 0; exponent < 256; ++exponent)
    for (unsigned fraction : fractions) {
      check(exponent << 23 | fraction);
      check(0x80000000u | exponent << 23 | fraction);
    }
  for (unsigned i = 0, bits = 1; i < 60000; ++i, bits += 71569u) check(bits);
  // Where most arguments are: |x| < 32.
  for (unsigned i = 0, bits = 0x3a000000u; i < 40000; ++i, bits += 2503u) {
    check(bits);
    check(bits | 0x80000000u);
  }
  return most;
}
${CASES.map(
  (c, i) => `__device__ float value_${i}(float x) { return ${c.value}; }
__device__ double reference_${i}(double x) { return ${c.reference}; }
extern "C" __device__ double sweep_${i}(unsigned* worst) { return sweep(value_${i}, reference_${i}, worst); }`,
).join("\n")}
extern "C" __device__ double fast_sine(float bound) {
  double most = 0;
  for (float x = -bound; x < bound; x += bound / 20000) {
    most = fmax(most, fabs(__sinf(x) - sin((double)x)));
    most = fmax(most, fabs(__cosf(x) - cos((double)x)));
  }
  return most;
}
extern "C" __device__ double fast_exp() {
  double most = 0;
  for (float x = -87; x < 88; x += 0.0037f) most = fmax(most, fabs(__expf(x) / exp((double)x) - 1));
  return most;
}
extern "C" __device__ float exp_of(float x) { return __expf(x); }
extern "C" __device__ float sine_of(float x) { return __sinf(x); }
`;

/** Sweeps over the math functions. */
export function floatMathSuite(compiler: HeaderCompiler): void {
  let module: DeviceModule;
  beforeAll(async () => {
    module = new DeviceModule(await compiler.build(source));
  }, 60_000);

  it.each(CASES.map((c, i) => [c.name, c, i] as const))("%s", (_name, c, i) => {
    const worst = new Uint32Array(1);
    const error = module.call(`sweep_${i}`, worst) as number;
    const at = new Float32Array(worst.buffer)[0];
    expect(error, `${c.value} at x = ${at}`).toBeLessThanOrEqual(c.ulp);
  });

  it("keeps the fast intrinsics within the GPU's error", () => {
    expect(module.call("fast_sine", Math.PI)).toBeLessThan(2 ** -21.4);
    expect(module.call("fast_exp")).toBeLessThan(2 * 2 ** -23);
    const values = [-Infinity, -110, 88.73, Infinity].map((x) => module.call("exp_of", x));
    expect(values).toEqual([0, 0, Infinity, Infinity]);
    expect(module.call("exp_of", -90)).toBeCloseTo(8.194e-40, 42);
    expect([1e20, -3e38].map((x) => module.call("sine_of", x))).toEqual([0, 0]);
    expect(module.call("exp_of", Number.NaN)).toBeNaN();
  });
}
