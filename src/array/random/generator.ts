// A random number generator: a seed and a position in the endless sequence of 32-bit words for that seed. A call takes the next
// words immediately. The words depend only on the seed and their positions, so the same calls give the same numbers on every
// device. A generator has no other state and holds no memory.

import { refuseWhileRecorded } from "../operators/watching.js";
import { toOptions } from "../core/axis-options.js";
import type { WithDType, WithoutDType } from "../creation-options.js";
import { type DType, dtypeInfo, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { inspectSymbol } from "../../core/inspect-symbol.js";
import { type Shape, toShape } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import type { Device } from "../../runtime/devices/device.js";
import { currentStream, toDevice } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { astype } from "../copy.js";
import type { NDArray } from "../ndarray.js";
import { draw, type WordRange } from "./draw.js";
import { drawIntegers, type IntegerDType } from "./integers.js";
import {
  choiceNames,
  permutationNames,
  shuffleNames,
  choose,
  type ChoiceOptions,
  permute,
  type PermutationOptions,
  shuffleInPlace,
} from "./permutations.js";
import type { Distribution, RandomKernelName } from "./random-kernels.js";
import { toSeed } from "./seed.js";
import { checkOptions, optionNames } from "../../core/options.js";

/** The dtypes of random floats. */
export type FloatDType = "float16" | "bfloat16" | "float32" | "float64";

/** Options of all draws: where the array is allocated, and its dtype. */
export interface RandomOptions<D extends DType> {
  /** float32 for numbers, int32 for integers, by default. */
  readonly dtype?: D;
  /** The current device by default. */
  readonly device?: string | Device;
}

/** Options of `uniform`. */
export interface UniformOptions<D extends FloatDType> extends RandomOptions<D> {
  /** 0 by default. */
  readonly low?: number;
  /** The excluded upper bound, which only rounding can produce; 1 by default. */
  readonly high?: number;
}

/** Options of `normal`. */
export interface NormalOptions<D extends FloatDType> extends RandomOptions<D> {
  /** 0 by default. */
  readonly mean?: number;
  /** 1 by default. */
  readonly std?: number;
}

/** Options of `exponential`. */
export interface ExponentialOptions<D extends FloatDType> extends RandomOptions<D> {
  /** The mean; 1 by default. */
  readonly scale?: number;
}

/** The start of a generator. */
export interface GeneratorOptions {
  /** Which of the 2^32 independent sequences of the seed; 0 by default. */
  readonly sequence?: number;
  /** How many words to skip; with the `offset` of another generator, it continues where that one is. 0 by default. */
  readonly offset?: number;
}

const randomNames = optionNames<RandomOptions<DType>>({ dtype: true, device: true });
const uniformNames = optionNames<UniformOptions<FloatDType>>({
  dtype: true,
  device: true,
  low: true,
  high: true,
});
const normalNames = optionNames<NormalOptions<FloatDType>>({
  dtype: true,
  device: true,
  mean: true,
  std: true,
});
const exponentialNames = optionNames<ExponentialOptions<FloatDType>>({
  dtype: true,
  device: true,
  scale: true,
});
const bernoulliNames = optionNames<Omit<RandomOptions<"bool">, "dtype">>({ device: true });
/** A state is options too, with the seed that it is given beside. */
const generatorNames = optionNames<GeneratorState>({ seed: true, sequence: true, offset: true });

/** The position of a generator. */
export interface GeneratorState {
  readonly seed: bigint;
  readonly sequence: number;
  /** How many words were drawn so far. */
  readonly offset: number;
}

/** A random number generator; the same seed gives the same numbers on every device. */
export class Generator {
  #seed: bigint | undefined;
  #sequence: number;
  #offset: number;

  constructor(seed: number | bigint | undefined, options: GeneratorOptions = {}) {
    checkOptions(options, generatorNames, "make a generator");
    const { sequence = 0, offset = 0 } = options;
    if (!Number.isInteger(sequence) || sequence < 0 || sequence > 0xffff_ffff)
      throw badOption("the sequence", "between 0 and 2^32 - 1", sequence);
    if (!Number.isSafeInteger(offset) || offset < 0) throw badOption("the offset", "at least 0", offset);
    this.#seed = seed === undefined ? undefined : toSeed(seed);
    this.#sequence = sequence;
    this.#offset = Math.ceil(offset / 4) * 4;
  }

  /** Where it is: `cu.random.generator(state.seed, state)` goes on from there. */
  get state(): GeneratorState {
    this.#seed ??= toSeed(undefined);
    return { seed: this.#seed, sequence: this.#sequence, offset: this.#offset };
  }

  /** Begins anew: with another seed, at its first word. @throws RangeError, TypeError `CUTS_SEED`. */
  seed(seed: number | bigint): void {
    this.#seed = toSeed(seed);
    this.#sequence = 0;
    this.#offset = 0;
  }

  /** Numbers in [0, 1): all multiples of 2^-24 (float32), 2^-53 (float64), 2^-11 (float16), 2^-8 (bfloat16) are equally likely. */
  random<D extends FloatDType>(
    shape: number | Shape | undefined,
    options: WithDType<D, RandomOptions<D>>,
  ): NDArray<NoInfer<D>>;
  random(shape?: number | Shape, options?: WithoutDType<RandomOptions<FloatDType>>): NDArray<"float32">;
  random(shape?: number | Shape, options?: RandomOptions<FloatDType>): NDArray<FloatDType>;
  random(shape: number | Shape = [], options: RandomOptions<FloatDType> = {}): NDArray<FloatDType> {
    checkOptions(options, randomNames, "draw numbers");
    return this.uniform(shape, options);
  }

  /** Numbers between `low` and `high`, all equally likely. @throws RangeError `CUTS_RANDOM`. */
  uniform<D extends FloatDType>(
    shape: number | Shape | undefined,
    options: WithDType<D, UniformOptions<D>>,
  ): NDArray<NoInfer<D>>;
  uniform(shape?: number | Shape, options?: WithoutDType<UniformOptions<FloatDType>>): NDArray<"float32">;
  uniform(shape?: number | Shape, options?: UniformOptions<FloatDType>): NDArray<FloatDType>;
  uniform(shape: number | Shape = [], options: UniformOptions<FloatDType> = {}): NDArray<FloatDType> {
    checkOptions(options, uniformNames, "draw uniform numbers");
    const { low = 0, high = 1 } = options;
    if (!Number.isFinite(high - low)) throw badOption("the bounds", "finite", [low, high]);
    const dtype = floatType(options.dtype);
    const distribution = { offset: low, by: high - low };
    return this.#draw(`uniform_${dtype}`, dtype, shape, options, distribution);
  }

  /** Numbers of the normal distribution. @throws RangeError `CUTS_RANDOM`. */
  normal<D extends FloatDType>(
    shape: number | Shape | undefined,
    options: WithDType<D, NormalOptions<D>>,
  ): NDArray<NoInfer<D>>;
  normal(shape?: number | Shape, options?: WithoutDType<NormalOptions<FloatDType>>): NDArray<"float32">;
  normal(shape?: number | Shape, options?: NormalOptions<FloatDType>): NDArray<FloatDType>;
  normal(shape: number | Shape = [], options: NormalOptions<FloatDType> = {}): NDArray<FloatDType> {
    checkOptions(options, normalNames, "draw normal numbers");
    const { mean = 0, std = 1 } = options;
    if (!(Number.isFinite(mean) && Number.isFinite(std) && std >= 0))
      throw badOption("mean and std", "finite, and std at least 0", [mean, std]);
    return this.#drawWide("normal", shape, options, { offset: mean, by: std });
  }

  /** Numbers of the exponential distribution. @throws RangeError `CUTS_RANDOM`. */
  exponential<D extends FloatDType>(
    shape: number | Shape | undefined,
    options: WithDType<D, ExponentialOptions<D>>,
  ): NDArray<NoInfer<D>>;
  exponential(
    shape?: number | Shape,
    options?: WithoutDType<ExponentialOptions<FloatDType>>,
  ): NDArray<"float32">;
  exponential(shape?: number | Shape, options?: ExponentialOptions<FloatDType>): NDArray<FloatDType>;
  exponential(shape: number | Shape = [], options: ExponentialOptions<FloatDType> = {}): NDArray<FloatDType> {
    checkOptions(options, exponentialNames, "draw exponential numbers");
    const { scale: mean = 1 } = options;
    if (!(Number.isFinite(mean) && mean >= 0)) throw badOption("the scale", "finite and at least 0", mean);
    return this.#drawWide("exponential", shape, options, { by: -mean });
  }

  /**
   * Whole numbers from `low` up to but without `high`, exactly equally likely.
   * @throws RangeError `CUTS_RANDOM` where there are none, or they do not fit the dtype.
   * @example cu.random.integers(1, 7, [100])
   */
  integers<D extends IntegerDType>(
    low: number | bigint,
    high: number | bigint,
    shape: number | Shape | undefined,
    options: WithDType<D, RandomOptions<D>>,
  ): NDArray<NoInfer<D>>;
  integers(
    low: number | bigint,
    high: number | bigint,
    shape?: number | Shape,
    options?: WithoutDType<RandomOptions<IntegerDType>>,
  ): NDArray<"int32">;
  integers(
    low: number | bigint,
    high: number | bigint,
    shape?: number | Shape,
    options?: RandomOptions<IntegerDType>,
  ): NDArray<IntegerDType>;
  integers(
    low: number | bigint,
    high: number | bigint,
    shape: number | Shape = [],
    options: RandomOptions<IntegerDType> = {},
  ): NDArray<IntegerDType> {
    checkOptions(options, randomNames, "draw integers");
    const dtype = options.dtype ?? "int32";
    const made = drawIntegers(this.#source, low, high, dtype, toShape(shape), streamFor(options));
    return made as NDArray<IntegerDType>;
  }

  /** true with a probability of `p`, which is taken as a multiple of 2^-32. @throws RangeError `CUTS_RANDOM`. */
  bernoulli(
    p: number,
    shape: number | Shape = [],
    options: Omit<RandomOptions<"bool">, "dtype"> = {},
  ): NDArray<"bool"> {
    if (!(p >= 0 && p <= 1)) throw badOption("the probability", "between 0 and 1", p);
    const threshold = BigInt(Math.round(p * 2 ** 32));
    checkOptions(options, bernoulliNames, "draw booleans");
    return this.#draw("bernoulli", "bool", shape, options, { threshold });
  }

  /**
   * The numbers below `x` in random order, as int64; or an array with its parts along an axis (the first by default) in
   * random order.
   */
  permutation(x: number, options?: Omit<PermutationOptions, "axis">): NDArray<"int64">;
  permutation<D extends DType>(x: NDArray<D>, options?: number | PermutationOptions): NDArray<D>;
  permutation(x: number | NDArray, options: number | PermutationOptions = {}): NDArray {
    return permute(this.#source, x, toOptions(options, "permutation", permutationNames));
  }

  /** Puts the parts of an array along an axis (the first by default) in random order, in place. */
  shuffle(x: NDArray, options: number | Pick<PermutationOptions, "axis"> = {}): void {
    shuffleInPlace(this.#source, x, toOptions(options, "shuffle", shuffleNames));
  }

  /**
   * Parts of an array along an axis (the first by default), or numbers below `x` as int64, drawn at random.
   * @throws RangeError, TypeError `CUTS_RANDOM` where there are fewer than are drawn, or weights are wrong.
   * @example cu.random.choice(10, [3], { replace: false })
   */
  choice(x: number, shape?: number | Shape, options?: Omit<ChoiceOptions, "axis">): NDArray<"int64">;
  choice<D extends DType>(
    x: NDArray<D>,
    shape?: number | Shape,
    options?: number | ChoiceOptions,
  ): NDArray<D>;
  choice(x: number | NDArray, shape: number | Shape = [], options: number | ChoiceOptions = {}): NDArray {
    return choose(this.#source, x, toShape(shape), toOptions(options, "choice", choiceNames));
  }

  /** @internal */
  [inspectSymbol](): string {
    const { seed, sequence, offset } = this.state;
    return `Generator (Philox4x32-10, seed ${seed}, sequence ${sequence}, offset ${offset})`;
  }

  readonly #source = (words: number): WordRange => {
    refuseWhileRecorded("draw random numbers", "draw them outside, and pass them in");
    const { state } = this;
    this.#offset += Math.ceil(words / 4) * 4;
    return state;
  };

  /** Draws with a kernel of float32 or float64; narrower numbers are rounded from float32. */
  #drawWide<D extends FloatDType, N extends "normal" | "exponential">(
    name: N,
    shape: number | Shape,
    options: RandomOptions<D>,
    distribution: Distribution<`${N}_float32` | `${N}_float64`>,
  ): NDArray<D> {
    const dtype = floatType(options.dtype);
    const computed = dtype === "float64" ? "float64" : "float32";
    const made = this.#draw(`${name}_${computed}`, computed, shape, options, distribution);
    if (made.dtype === dtype) return made as NDArray<D>;
    using wide = made;
    return astype(wide, dtype) as NDArray<D>;
  }

  #draw<D extends DType, N extends RandomKernelName>(
    name: N,
    dtype: D,
    shape: number | Shape,
    options: { readonly device?: string | Device },
    distribution: Distribution<N>,
  ): NDArray<D> {
    return draw(this.#source, name, dtype, toShape(shape), streamFor(options), distribution);
  }
}

function floatType(dtype: DType | undefined): FloatDType {
  const { name, kind } = dtypeInfo(dtype ?? "float32");
  if (kind === "float") return name as FloatDType;
  const floats = Object.values(dtypes).filter((one) => one.kind === "float");
  throw new ArgumentTypeError(
    "CUTS_RANDOM",
    `Cannot draw random numbers: the dtype must be one of ${floats.map((one) => one.name).join(", ")} (got ${name})` +
      "\nTry: cu.random.integers(low, high, shape)",
  );
}

function streamFor(options: { readonly device?: string | Device }): StreamCore {
  return currentStream(options.device === undefined ? undefined : toDevice(options.device));
}

function badOption(what: string, rule: string, got: unknown): ArgumentRangeError {
  return new ArgumentRangeError(
    "CUTS_RANDOM",
    `Cannot draw random numbers: ${what} must be ${rule} (got ${formatValue(got)})`,
  );
}
