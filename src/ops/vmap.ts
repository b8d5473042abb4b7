// vmap: turns a function of one sample into a function of many. Operators with a batch rule compute all samples at once; all
// others compute sample by sample, and the results are stacked. Both ways consist of operations with gradients, so vmap(grad(f))
// gives the gradient of each sample.

import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { scope } from "../runtime/lifetimes/scope.js";
import { zeros } from "../array/creation.js";
import { stack } from "../array/joining/concatenate.js";
import { unstack } from "../array/joining/split.js";
import { describeArray, type NDArray } from "../array/ndarray.js";
import { moveaxis } from "../array/views.js";
import { checkFunction } from "./check-function.js";
import { fake } from "./fake.js";
import { arraysOf, mapArrays } from "./gradients/tree.js";
import { batchRuleOf } from "./op.js";

/** The axis of an argument that holds the samples; null if the argument is the same for all samples. */
export type BatchAxis = number | null;

/**
 * The function over an axis of its arguments: `vmap(f)(xs)` is the stack of `f(x)` for each x of xs. `axes` is the axis of all arrays,
 * or a list with one for each argument, null for what is the same for all samples; 0 by default. Arguments and results may be lists
 * and objects of arrays; results have the samples first. An operator with a `batch` rule computes all at once.
 * @throws TypeError `CUTS_VMAP` for arguments without such an axis or of several lengths, and for what gives no arrays.
 * @example
 * const perSample = cu.vmap(cu.grad(loss), [null, 0, 0]); // a gradient for each sample
 */
export function vmap<A extends readonly unknown[], R>(
  f: (...args: A) => R,
  axes: BatchAxis | readonly BatchAxis[] = 0,
): (...args: A) => R {
  checkFunction(f, "vmap");
  return (...args) => {
    const axisOf = (at: number): BatchAxis =>
      typeof axes === "object" && axes !== null ? (axes[at] ?? null) : axes;
    const inputs = args.map((one, at) => {
      const axis = axisOf(at);
      return axis === null ? one : mapArrays(one, (array) => withSamplesFirst(array, axis, at));
    });
    const isMapped = args.map((one, at) => axisOf(at) !== null && arraysOf(one).length > 0);
    const size = sizeOf(inputs.filter((_, at) => isMapped[at]));
    const batch = batchRuleOf(f);
    if (batch !== undefined) return batch({ size, inputs, isBatched: isMapped }) as R;
    return sampleBySample(f as never, inputs, isMapped, size);
  };
}

function sampleBySample<R>(
  f: (...args: never[]) => R,
  inputs: readonly unknown[],
  isMapped: readonly boolean[],
  size: number,
): R {
  if (size === 0) return ofNothing(f, inputs, isMapped);
  const parts = inputs.map((one, at) => (isMapped[at] ? mapList(one) : undefined));
  const results = Array.from({ length: size }, (_, sample) => {
    const own = inputs.map((one, at) => parts[at]?.(sample) ?? one);
    return checked(scope(() => f(...(own as never[]))));
  });
  const lists = results.map(arraysOf);
  let next = 0;
  const joined = mapArrays(results[0], () => {
    const at = next++;
    return stack(lists.map((list) => list[at] as NDArray));
  });
  for (const one of lists.flat()) one.dispose();
  return joined as R;
}

/** A function that returns the arguments of one sample; each array is split only once. */
function mapList(value: unknown): (sample: number) => unknown {
  const taken = new Map(arraysOf(value).map((array) => [array, unstack(array)]));
  return (sample) => mapArrays(value, (array) => taken.get(array)?.[sample]);
}

/** Without samples only the shapes of results are known. */
function ofNothing<R>(
  f: (...args: never[]) => R,
  inputs: readonly unknown[],
  isMapped: readonly boolean[],
): R {
  const device = inputs.flatMap(arraysOf)[0]?.device;
  const made = fake(() => {
    const one = (array: NDArray): NDArray => zeros(array.shape.slice(1), { dtype: array.dtype });
    return checked(f(...(inputs.map((own, at) => (isMapped[at] ? mapArrays(own, one) : own)) as never[])));
  });
  return mapArrays(made, ({ shape, dtype }) => zeros([0, ...shape], { dtype, device: device as never })) as R;
}

function checked<R>(result: R): R {
  if (arraysOf(result).length > 0) return result;
  throw new ArgumentTypeError(
    "CUTS_VMAP",
    `Cannot map a function over samples: it must give arrays, and at once (got ${formatValue(result)})`,
  );
}

function withSamplesFirst(array: NDArray, axis: number, at: number): NDArray {
  if (Number.isInteger(axis) && axis < array.ndim && axis >= -array.ndim)
    return axis === 0 ? array : moveaxis(array, axis, 0);
  throw new ArgumentTypeError(
    "CUTS_VMAP",
    `Cannot map a function over axis ${formatValue(axis)} of argument ${at}: it must have this axis (got ${describeArray(array)})` +
      "\nTry: null for arguments that are the same for all samples",
  );
}

function sizeOf(inputs: readonly unknown[]): number {
  const sizes = new Set(inputs.flatMap(arraysOf).map(({ shape }) => shape[0] as number));
  const [size] = sizes;
  if (size !== undefined && sizes.size === 1) return size;
  throw new ArgumentTypeError(
    "CUTS_VMAP",
    `Cannot map a function over samples: all arguments must have as many (got ${sizes.size === 0 ? "no arrays" : [...sizes].join(" and ")})`,
  );
}
