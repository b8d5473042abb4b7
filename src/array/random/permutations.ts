// Random permutations and choices: sorts 64 random bits for each element. Two elements with the same bits keep their order; among
// a million elements this happens once in 30 million draws.

import { ArgumentRangeError, ArgumentTypeError } from "../../core/errors.js";
import { type Shape, sizeOf, toAxis } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import type { Device } from "../../runtime/devices/device.js";
import { currentStream, toDevice } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { checkWritable, copyInto } from "../copy.js";
import { array } from "../creation.js";
import { divide, minimum } from "../elementwise/functions.js";
import { take } from "../indexing/take.js";
import { randomOrderOf } from "../order/sort-rows.js";
import { argsort, searchsorted } from "../order/sort.js";
import { cumsum } from "../reduction/scan.js";
import { reshape, slice } from "../views.js";
import { draw, type WordSource } from "./draw.js";
import { drawIntegers } from "./integers.js";
import { optionNames } from "../../core/options.js";

/** Options of `permutation`. */
export interface PermutationOptions {
  /** The axis whose slices change their order; the first axis by default. */
  readonly axis?: number;
  /** The device for random numbers; the current device by default. Arrays stay on their device. */
  readonly device?: string | Device;
}

/** The names of {@link PermutationOptions}. */
export const permutationNames = optionNames<PermutationOptions>({ axis: true, device: true });
export const shuffleNames = optionNames<Pick<PermutationOptions, "axis">>({ axis: true });

/** Options of `choice`. */
export interface ChoiceOptions extends PermutationOptions {
  /** Whether a slice may be drawn more than once; true by default. */
  readonly replace?: boolean;
  /** Relative probabilities, which need not add up to 1; equal by default. */
  readonly p?: readonly number[] | NDArray;
}

/** The names of {@link ChoiceOptions}. */
export const choiceNames = optionNames<ChoiceOptions>({ axis: true, device: true, replace: true, p: true });

/** The integers below `x`, or the slices of an array along an axis, in random order. */
export function permute(source: WordSource, x: number | NDArray, options: PermutationOptions): NDArray {
  if (!isNDArray(x)) return randomOrder(source, toCount(x, "permute"), streamFor(options.device));
  x.check("permute an array");
  const axis = toAxis(options.axis ?? 0, x.ndim);
  using order = randomOrder(source, x.shape[axis] as number, streamFor(x.device));
  return take(x, order, { axis, mode: "clip" });
}

/** Shuffles the slices of an array along an axis. */
export function shuffleInPlace(
  source: WordSource,
  x: NDArray,
  options: Pick<PermutationOptions, "axis">,
): void {
  if (!isNDArray(x)) throw notAnArray("shuffle", x);
  checkWritable(x, "shuffle an array");
  using shuffled = permute(source, x, options);
  copyInto(shuffled, x);
}

/** Random slices of an array, or random integers below `x`. */
export function choose(
  source: WordSource,
  x: number | NDArray,
  shape: Shape,
  options: ChoiceOptions,
): NDArray {
  if (!isNDArray(x))
    return chosenIndices(source, toCount(x, "choose"), shape, options, streamFor(options.device));
  x.check("choose from an array");
  const axis = toAxis(options.axis ?? 0, x.ndim);
  using indices = chosenIndices(source, x.shape[axis] as number, shape, options, streamFor(x.device));
  return take(x, indices, { axis, mode: "clip" });
}

function chosenIndices(
  source: WordSource,
  n: number,
  shape: Shape,
  { replace = true, p }: ChoiceOptions,
  stream: StreamCore,
): NDArray<"int64"> {
  const count = sizeOf(shape);
  if (count > 0 && (n === 0 || (!replace && count > n))) {
    throw new ArgumentRangeError(
      "CUTS_RANDOM",
      `Cannot choose ${count} of ${n}: there must be as many${replace ? "" : "\nTry: { replace: true }"}`,
    );
  }
  if (p !== undefined) checkWeights(p, n, replace ? 1 : count);
  if (!replace)
    return firstOf(
      p === undefined ? randomOrder(source, n, stream) : weightedOrder(source, p, n, stream),
      shape,
    );
  if (p !== undefined) return weighted(source, p, shape, stream);
  return drawIntegers(source, 0, Math.max(n, 1), "int64", shape, stream) as NDArray<"int64">;
}

/** The numbers below `n` in random order. */
function randomOrder(source: WordSource, n: number, stream: StreamCore): NDArray<"int64"> {
  return randomOrderOf(draw(source, "bits", "uint64", [n], stream, {}));
}

/** Drawn one after the other by weight: the order of exponential numbers divided by the weights (Efraimidis, Spirakis 2006). */
function weightedOrder(
  source: WordSource,
  p: readonly number[] | NDArray,
  n: number,
  stream: StreamCore,
): NDArray<"int64"> {
  using weights = onDevice(p, stream);
  using waiting = draw(source, "exponential_float64", "float64", [n], stream, { by: -1 });
  using times = divide(waiting, weights);
  return argsort(times);
}

/** Drawn by weight: where uniform numbers fall among the sums of the weights. */
function weighted(
  source: WordSource,
  p: readonly number[] | NDArray,
  shape: Shape,
  stream: StreamCore,
): NDArray<"int64"> {
  using sums = isNDArray(p)
    ? sumsOfArray(p, stream)
    : array(shares(p), { dtype: "float64", device: stream.device });
  using drawn = draw(source, "uniform_float64", "float64", shape, stream, { offset: 0, by: 1 });
  using places = searchsorted(sums, drawn, { side: "right" });
  return minimum(places, sums.size - 1) as NDArray<"int64">;
}

/** Sums of weights up to each, of 1: on the host, so that they are the same on all devices. */
function shares(p: readonly number[]): Float64Array {
  const sums = Float64Array.from(p);
  for (let at = 1; at < sums.length; at++) sums[at] = (sums[at - 1] as number) + (sums[at] as number);
  const total = sums.at(-1) as number;
  return sums.map((sum) => sum / total);
}

function sumsOfArray(p: NDArray, stream: StreamCore): NDArray {
  using weights = onDevice(p, stream);
  using sums = cumsum(weights);
  using total = slice(sums, "-1:");
  return divide(sums, total);
}

function onDevice(p: readonly number[] | NDArray, stream: StreamCore): NDArray {
  return array(p as NDArray, { dtype: "float64", device: stream.device });
}

function firstOf(order: NDArray<"int64">, shape: Shape): NDArray<"int64"> {
  using all = order;
  using first = slice(all, `:${sizeOf(shape)}`);
  using packed = first.copy();
  return reshape(packed, shape);
}

function checkWeights(p: readonly number[] | NDArray, n: number, least: number): void {
  const isVector = isNDArray(p) ? p.ndim === 1 : Array.isArray(p);
  const length = isNDArray(p) ? p.size : p.length;
  if (!isVector || length !== n)
    throw new ArgumentTypeError(
      "CUTS_RANDOM",
      `Cannot choose by weight: there must be ${n} weights (got ${formatValue(p)})`,
    );
  // Those of an array are on the device, and reading them would wait for it.
  if (isNDArray(p)) return;
  const isRight = p.every((weight) => Number.isFinite(weight) && weight >= 0);
  if (isRight && p.filter((weight) => weight > 0).length >= least) return;
  throw new ArgumentRangeError(
    "CUTS_RANDOM",
    `Cannot choose by weight: weights must be finite and at least 0, and ${least} of them more (got ${formatValue(p)})`,
  );
}

function toCount(x: number, action: string): number {
  if (Number.isSafeInteger(x) && x >= 0) return x;
  throw notAnArray(action, x);
}

function notAnArray(action: string, x: unknown): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_RANDOM",
    `Cannot ${action}: what is given must be an array, or a whole number that is at least 0 (got ${formatValue(x)})`,
  );
}

function streamFor(device: string | Device | undefined): StreamCore {
  return currentStream(device === undefined ? undefined : toDevice(device));
}
