// grad and valueAndGrad: gradients of functions that return a single number.

import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { dtypes } from "../../core/dtype.js";
import { ones } from "../../array/creation.js";
import { describeArray, isNDArray, type NDArray } from "../../array/ndarray.js";
import { checkFunction } from "../check-function.js";
import { recording, type TakeGradient, Trace } from "./trace.js";
import type { GradientsOf } from "./tree.js";

/** A value and the gradients of the first argument, in its form. */
export interface ValueAndGrad<V, A> {
  readonly value: V;
  readonly grads: GradientsOf<A>;
}

/** The type `T`, as a promise if the function returns a promise. */
type Following<R, T> = R extends PromiseLike<unknown> ? Promise<T> : T;

/**
 * A function that computes `f` and the gradients of its first argument: an array, or arrays in lists and objects, in whose form
 * they come. `f` gives one real number as an array, or a promise of it. What `f` makes and does not return is freed.
 * @throws TypeError `CUTS_GRADIENT_VALUE` where the value is another.
 * @example
 * const step = cu.valueAndGrad((w: cu.NDArray, x: cu.NDArray) => x.matmul(w).square().mean());
 * const { value, grads } = step(w, x);
 */
export function valueAndGrad<F extends (...args: never[]) => NDArray | PromiseLike<NDArray>>(
  f: F,
): (
  ...args: Parameters<F>
) => Following<ReturnType<F>, ValueAndGrad<Awaited<ReturnType<F>>, Parameters<F>[0]>> {
  checkFunction(f, "valueAndGrad");
  return (...args) => compute(f, args) as never;
}

/**
 * valueAndGrad for one call, with a callback that takes each gradient once it is complete, while others are still being computed.
 */
export function valueAndGradTaken<A extends readonly unknown[]>(
  f: (...args: A) => NDArray | PromiseLike<NDArray>,
  args: A,
  take: TakeGradient,
): Found | Promise<Found> {
  return compute(f, args, take);
}

/**
 * A function that computes the gradients of the first argument of `f` ({@link valueAndGrad} without the value). It is a function
 * like any other: `grad(grad(f))` is the second derivative.
 * @example cu.grad((x: cu.NDArray) => x.square().sum())(x) // 2 x
 */
export function grad<F extends (...args: never[]) => NDArray | PromiseLike<NDArray>>(
  f: F,
): (...args: Parameters<F>) => Following<ReturnType<F>, GradientsOf<Parameters<F>[0]>> {
  checkFunction(f, "grad");
  return (...args) => {
    const found = compute(f, args);
    if (found instanceof Promise) return found.then(withoutValue) as never;
    return withoutValue(found) as never;
  };
}

interface Found {
  readonly value: NDArray;
  readonly grads: unknown;
}

function withoutValue({ value, grads }: Found): unknown {
  if (value.variable === undefined) value.dispose();
  return grads;
}

function compute(
  f: (...args: never[]) => unknown,
  args: readonly unknown[],
  take?: TakeGradient,
): Found | Promise<Found> {
  return recording(() =>
    Trace.of<Found | Promise<Found>>(
      (first: never) => f(...([first, ...args.slice(1)] as never[])),
      args.slice(0, 1),
      (trace) => {
        const value = checkValue(trace.value);
        const { dtype, shape, device } = value;
        const [grads] = trace.backpropagate([ones(shape, { dtype, device })], { isKept: false, take });
        return { value, grads };
      },
    ),
  );
}

function checkValue(value: unknown): NDArray {
  if (isNDArray(value) && value.size === 1 && dtypes[value.dtype].kind === "float") return value;
  throw new ArgumentTypeError(
    "CUTS_GRADIENT_VALUE",
    `Cannot compute a gradient: the value of the function must be one real float in an array (got ${isNDArray(value) ? describeArray(value) : formatValue(value)})` +
      "\nTry: y.sum(), or cu.vjp(f, …)",
  );
}
