// The kernels of random numbers. A thread computes one counter of the generator, four words, and writes the two or four
// numbers that they make: which number an element gets depends on its index alone, never on how a launch is cut.

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { parameterTypes } from "../kernels/c-types.js";
import { type KernelGroup, type KernelText, lazyGroup, type ParameterKind } from "../kernels/kernel-group.js";
import { randomSource } from "./random-source.js";

/** A kernel, and how many words of the generator each of its numbers takes. */
export interface RandomKernel {
  readonly kernel: BuiltinKernel;
  readonly wordsEach: 1 | 2;
}

/** Kernels by name. */
export type RandomKernelName = keyof typeof wordsOf;

/** The kernel of a name. */
export function randomKernel(name: RandomKernelName): RandomKernel {
  let found = kernels.get(name);
  if (found === undefined) {
    found = { kernel: new BuiltinKernel(randomGroup, `random_${name}`), wordsEach: wordsOf[name] };
    kernels.set(name, found);
  }
  return found;
}

const kernels = new Map<RandomKernelName, RandomKernel>();

const wordsOf = {
  bits: 1,
  uniform_float16: 1,
  uniform_bfloat16: 1,
  uniform_float32: 1,
  uniform_float64: 2,
  normal_float32: 1,
  normal_float64: 2,
  exponential_float32: 1,
  exponential_float64: 2,
  bernoulli: 1,
  integers32: 1,
  integers32_wide: 1,
  integers64: 2,
} as const;

type Argument = readonly [name: string, kind: Exclude<ParameterKind, "pointer">];

/** The kernels: pointer, number of counters, the first of them, sequence, key, then what the distribution needs. */
export const randomGroup: () => KernelGroup = lazyGroup(() => ({
  name: "random",
  helpers: randomSource,
  kernels: [
    four("bits", "unsigned", [], (word) => word),
    four("uniform_float16", "cuts_half", floats, (word) => uniform(word, 11, "cuts_half")),
    four("uniform_bfloat16", "cuts_bfloat", floats, (word) => uniform(word, 8, "cuts_bfloat")),
    four("uniform_float32", "float", floats, (word) => uniform(word, 24, "float")),
    two(
      "uniform_float64",
      "double",
      doubles,
      (high, low) => `cuts_scaled(cuts_fraction(${high}, ${low}), by, offset)`,
    ),
    kernel("normal_float32", "float", floats, [
      "float a, b, c, d;",
      "cuts_normals(cuts_positive(word.x), word.y, a, b); cuts_normals(cuts_positive(word.z), word.w, c, d);",
      `cuts_put(out, at, ${["a", "b", "c", "d"].map((z) => `cuts_scaled(${z}, by, offset)`).join(", ")});`,
    ]),
    kernel("normal_float64", "double", doubles, [
      "double a, b;",
      "cuts_normals(cuts_positive(word.x, word.y), cuts_both(word.z, word.w), a, b);",
      "cuts_put(out, at, cuts_scaled(a, by, offset), cuts_scaled(b, by, offset));",
    ]),
    four(
      "exponential_float32",
      "float",
      [["by", "float32"]],
      (word) => `cuts_mul(cuts_log_of(cuts_positive(${word})), by)`,
    ),
    two(
      "exponential_float64",
      "double",
      [["by", "float64"]],
      (high, low) => `cuts_mul(cuts_log_of(cuts_positive(${high}, ${low})), by)`,
    ),
    four("bernoulli", "bool", [["threshold", "uint64"]], (word) => `${word} < threshold`),
    four(
      "integers32",
      "unsigned",
      narrowRange,
      (word, lane) => `cuts_below<unsigned>(${word}, ${lane}, low, range, least, ${state})`,
    ),
    four(
      "integers32_wide",
      "unsigned long long",
      wideLow,
      (word, lane) => `cuts_below<unsigned long long>(${word}, ${lane}, low, range, least, ${state})`,
    ),
    two(
      "integers64",
      "unsigned long long",
      wideRange,
      (high, low, lane) =>
        `cuts_below_wide(cuts_both(${high}, ${low}), ${lane}, low, range, least, ${state})`,
    ),
  ],
}));

const floats: readonly Argument[] = [
  ["offset", "float32"],
  ["by", "float32"],
];
const doubles: readonly Argument[] = [
  ["offset", "float64"],
  ["by", "float64"],
];
const narrowRange: readonly Argument[] = [
  ["low", "uint32"],
  ["range", "uint32"],
  ["least", "uint32"],
];
const wideLow: readonly Argument[] = [
  ["low", "uint64"],
  ["range", "uint32"],
  ["least", "uint32"],
];
const wideRange: readonly Argument[] = [
  ["low", "uint64"],
  ["range", "uint64"],
  ["least", "uint64"],
];
const state = "at, first, sequence, k0, k1";

function uniform(word: string, bits: number, stored: string): string {
  return `cuts_store<${stored}>(cuts_scaled(cuts_fraction(${word}, ${bits}), by, offset))`;
}

/** A kernel of which each word makes a number. */
function four(
  name: string,
  type: string,
  args: readonly Argument[],
  value: (word: string, lane: number) => string,
): KernelText {
  const values = ["word.x", "word.y", "word.z", "word.w"].map(
    (word, lane) => `(${type})(${value(word, lane)})`,
  );
  // A struct cannot be cast to, and needs not be.
  const plain = type.startsWith("cuts_") ? values.map((one) => one.slice(type.length + 2)) : values;
  return kernel(name, type, args, [`cuts_put(out, at, ${plain.join(", ")});`]);
}

/** A kernel of which two words make a number. */
function two(
  name: string,
  type: string,
  args: readonly Argument[],
  value: (high: string, low: string, lane: number) => string,
): KernelText {
  return kernel(name, type, args, [
    `cuts_put(out, at, ${value("word.x", "word.y", 0)}, ${value("word.z", "word.w", 1)});`,
  ]);
}

function kernel(
  name: string,
  type: string,
  args: readonly Argument[],
  statements: readonly string[],
): KernelText {
  const own = args.map(([argument, kind]) => `, ${parameterTypes[kind]} ${argument}`).join("");
  return {
    name: `random_${name}`,
    parameters: ["pointer", "size", "uint64", "uint32", "uint32", "uint32", ...args.map(([, kind]) => kind)],
    text: `extern "C" __global__ void random_${name}(${type}* out, cuts_size counters, CUTS_STATE${own}) {
  CUTS_PLACE;
  if (at >= counters) return;
  const cuts_words word = CUTS_WORDS(0);
  ${statements.join("\n  ")}
}`,
  };
}
