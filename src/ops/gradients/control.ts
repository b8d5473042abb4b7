// Functions that stop gradients, and functions whose gradient the user writes.

import { runInContext } from "../../runtime/devices/context.js";
import { makeView } from "../../array/allocate.js";
import { type NDArray, usableArray } from "../../array/ndarray.js";
import type { DType } from "../../core/dtype.js";
import { apart, operator } from "../../array/operators/operator.js";
import { isFollowed, Step } from "../../array/operators/step.js";
import { currentContext } from "../../runtime/devices/context.js";
import { checkFunction } from "../check-function.js";
import { inside, watching } from "../../array/operators/watching.js";

/**
 * The array as a constant: a view through which no gradients go.
 * @example const target = cu.stopGradient(model(x));
 */
export const stopGradient = operator("stopGradient", constantView, "zero");

function constantView<D extends DType>(x: NDArray<D>): NDArray<D> {
  usableArray(x, "stop the gradient of an array");
  return makeView(x, x.shape, x.strides, x.offset);
}

/**
 * Runs `body` without recording anything for gradients, also after its promises.
 * @example cu.noGrad(() => w.subInplace(g.mul(rate)));
 */
export function noGrad<T>(body: () => T): T {
  return runInContext({ gradients: "off" }, body);
}

/** A value, and the gradients of the arguments that it was computed from. */
export interface CustomValue<R extends NDArray, A extends readonly unknown[]> {
  readonly value: R;
  /** Returns a gradient for each argument, in order; null for none. */
  readonly gradient: (grad: NDArray) => { readonly [K in keyof A]?: NDArray | null };
}

/**
 * A function with its own gradient: `f` returns the value and the function that computes gradients. Operations inside are not
 * recorded. For gradients of these gradients, compute them with operations on the arguments.
 * @example
 * const clipped = cu.customGradient((x: cu.NDArray) => ({ value: x.copy(), gradient: (g) => [g.clip(-1, 1)] }));
 */
export function customGradient<A extends readonly unknown[], R extends NDArray>(
  f: (...args: A) => CustomValue<R, A>,
): (...args: A) => R {
  checkFunction(f, "customGradient");
  return (...args) => {
    // Who writes down what is computed sees the operations inside.
    const unrecorded = watching.recorder === undefined || watching.isInside ? inside : noGrad;
    const { value: given, gradient } = unrecorded(() => f(...args));
    const isRecorded =
      watching.count > 0 &&
      !watching.isInside &&
      args.some(isFollowed) &&
      currentContext()?.gradients !== "off";
    if (!isRecorded) return given;
    const value = apart(given, args) as R;
    const rule = {
      isForeign: true,
      count: Math.max(args.length, f.length),
      gradient: ({ grad }: { readonly grad: NDArray }) => gradient(grad) as never,
    };
    // oxlint-disable-next-line no-new -- the value holds it.
    new Step(f.name === "" ? "a custom gradient" : f.name, rule, args, value);
    return value;
  };
}
