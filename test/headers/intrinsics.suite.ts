// Every intrinsic of the tables, over special and random arguments, bit for bit against its oracle (all NaN are one).
import { beforeAll, expect, it } from "vitest";
import type { HeaderCompiler } from "./compile.js";
import { DeviceModule } from "./device-module.js";
import { INTEGER_CASES } from "./integer-cases.js";
import type { Case, Kind, Value } from "./rounded-cases.js";
import { ROUNDED_CASES } from "./rounded-cases.js";
import { doubles, floats, longs, words } from "./samples.js";

const CASES = [...ROUNDED_CASES, ...INTEGER_CASES];
const COUNT = 300;
const TYPES: Record<Kind, string> = {
  f: "float",
  d: "double",
  i: "int",
  u: "unsigned",
  l: "long long",
  L: "unsigned long long",
};

const source = CASES.map(({ name, args, result }, i) => {
  const parameters = args.map((kind, j) => `const ${TYPES[kind]}* a${j}, `).join("");
  const values = args.map((_, j) => `a${j}[i]`).join(", ");
  return `extern "C" __device__ void run_${i}(${parameters}${TYPES[result]}* out) {
  for (int i = 0; i < ${COUNT}; ++i) out[i] = ${name}(${values});
}`;
}).join("\n");

const SAMPLES = {
  f: (seed: bigint) => floats(COUNT, seed),
  d: (seed: bigint) => doubles(COUNT, seed),
  i: (seed: bigint) => new Int32Array(words(COUNT, seed).buffer),
  u: (seed: bigint) => words(COUNT, seed),
  l: (seed: bigint) => new BigInt64Array(longs(COUNT, seed).buffer),
  L: (seed: bigint) => longs(COUNT, seed),
};

function outcome(
  { result, args, oracle }: Case,
  call: (...arrays: ReturnType<(typeof SAMPLES)[Kind]>[]) => void,
): string {
  const inputs = args.map((kind, j) => SAMPLES[kind](BigInt(1000 + 77 * j)));
  const output = SAMPLES[result](1n);
  call(...inputs, output);
  for (let i = 0; i < COUNT; i++) {
    const values = inputs.map((array) => array[i] as Value);
    const expected = (oracle as (...args: Value[]) => Value)(...values);
    if (!Object.is(output[i], expected)) return `(${values.join(", ")}) gave ${output[i]}, not ${expected}`;
  }
  return "exact";
}

/** The intrinsics, bit for bit. */
export function intrinsicsSuite(compiler: HeaderCompiler): void {
  let module: DeviceModule;
  beforeAll(async () => {
    module = new DeviceModule(await compiler.build(source));
  }, 60_000);

  it.each(CASES.map((c, i) => [`${c.name}(${c.args.join("")})`, c, i] as const))("%s", (_name, c, i) => {
    expect(outcome(c, (...arrays) => module.call(`run_${i}`, ...arrays))).toBe("exact");
  });
}
