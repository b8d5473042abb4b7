// The kernels of random numbers (random.cuh), by name.

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { type KernelDefinition, kernelText, type KernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import * as cuda from "./kernels.gen.js";

/** A kernel, and how many words of the generator each of its numbers uses. */
export interface RandomKernel<Arguments> {
  readonly kernel: BuiltinKernel<Arguments>;
  readonly wordsEach: 1 | 2;
  readonly text: () => KernelText;
}

/** The parameters common to all kernels: the output, and the range of words. */
export type Words = cuda.RandomBitsArguments;

/** The name of a kernel. */
export type RandomKernelName = keyof typeof randomKernels;
/** The parameters of a kernel. */
export type RandomArguments<N extends RandomKernelName> =
  (typeof randomKernels)[N] extends RandomKernel<infer Arguments> ? Arguments : never;
/** The parameters of a kernel's distribution. */
export type Distribution<N extends RandomKernelName> = Omit<RandomArguments<N>, keyof Words>;

function define<Arguments extends Words, Types extends string>(
  name: string,
  wordsEach: 1 | 2,
  definition: KernelDefinition<Arguments, Types>,
  types: { readonly [T in Types]: string },
): RandomKernel<Arguments> {
  const own = `random_${name}`;
  return {
    kernel: new BuiltinKernel(() => randomGroup(), own, definition),
    wordsEach,
    text: () => kernelText(definition, own, types),
  };
}

/** All kernels. */
export const randomKernels = {
  bits: define("bits", 1, cuda.randomBits, {}),
  uniform_float16: define("uniform_float16", 1, cuda.randomUniform, { S: "cuts_half", bits: "11" }),
  uniform_bfloat16: define("uniform_bfloat16", 1, cuda.randomUniform, { S: "cuts_bfloat", bits: "8" }),
  uniform_float32: define("uniform_float32", 1, cuda.randomUniform, { S: "float", bits: "24" }),
  uniform_float64: define("uniform_float64", 2, cuda.randomUniformWide, {}),
  normal_float32: define("normal_float32", 1, cuda.randomNormal, {}),
  normal_float64: define("normal_float64", 2, cuda.randomNormalWide, {}),
  exponential_float32: define("exponential_float32", 1, cuda.randomExponential, {}),
  exponential_float64: define("exponential_float64", 2, cuda.randomExponentialWide, {}),
  bernoulli: define("bernoulli", 1, cuda.randomBernoulli, {}),
  integers32: define("integers32", 1, cuda.randomIntegers32, {}),
  integers32_wide: define("integers32_wide", 1, cuda.randomIntegers32Wide, {}),
  integers64: define("integers64", 2, cuda.randomIntegers64, {}),
} as const;

/** The group of these kernels, for the catalogue. */
export const randomGroup: () => KernelGroup = lazyGroup(() => ({
  name: "random",
  kernels: Object.values(randomKernels).map(({ text }) => text()),
}));
