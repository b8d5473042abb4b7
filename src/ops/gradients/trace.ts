// The core of all gradients of functions: runs a function while recording it, then propagates gradients back through the
// recording.

import { runInContext } from "../../runtime/devices/context.js";
import { scope } from "../../runtime/lifetimes/scope.js";
import { zeros } from "../../array/creation.js";
import type { NDArray } from "../../array/ndarray.js";
import { type Cotangent, backpropagate, stepsOf } from "../../array/operators/backpropagate.js";
import type { Step } from "../../array/operators/step.js";
import { type Variable, variableOf } from "../../array/operators/variable.js";
import { outside, watching } from "../../array/operators/watching.js";
import { followed, isWatchedFromOutside } from "./follow.js";
import { arraysOf, mapArrays } from "./tree.js";

/** Receives the gradient of an argument's array, with its index; returns what replaces it in the result. */
export type TakeGradient = (at: number, grad: NDArray) => NDArray;

/** A function that was run and recorded. */
export class Trace {
  readonly #args: readonly unknown[];
  /** The places of the arguments' arrays: an argument that is the value too loses its own. */
  readonly #leaves: ReadonlyMap<NDArray, Variable>;
  readonly #value: unknown;
  readonly #results: readonly (Variable | undefined)[];
  readonly #own: ReadonlySet<Variable>;
  /** The steps from the leaves to the results, oldest first. */
  readonly #steps: readonly Step[];
  readonly #isWatched: boolean;

  private constructor(args: readonly unknown[], value: unknown) {
    this.#args = args;
    this.#value = value;
    this.#results = arraysOf(value).map(variableOf);
    this.#leaves = new Map(
      arraysOf(args).flatMap((one) => {
        const variable = variableOf(one);
        return variable === undefined ? [] : [[one, variable]];
      }),
    );
    this.#own = new Set(this.#leaves.values());
    const from = this.#results.filter((one) => one !== undefined);
    this.#steps = stepsOf(from, (variable) => this.#own.has(variable));
    this.#isWatched = isWatchedFromOutside(this.#steps, this.#own);
    // Where nobody else follows the value, it is an array like any other.
    if (!this.#isWatched) for (const one of arraysOf(value)) one.variable = undefined;
  }

  /** Computes a function; `then` gets the trace, after the promise where the function is async. */
  static of<T>(f: (...args: never[]) => unknown, args: readonly unknown[], then: (trace: Trace) => T): T {
    const own = args.map((one) => mapArrays(one, followed));
    const value = f(...(own as never[]));
    const isPromise = typeof (value as PromiseLike<unknown> | undefined)?.then === "function";
    if (!isPromise) return then(new Trace(own, value));
    return (value as Promise<unknown>).then((settled) => then(new Trace(own, settled))) as T;
  }

  get value(): unknown {
    return this.#value;
  }

  /**
   * Computes the gradients of the arguments, in their structure, from those of the results; zeros where no result depends on them.
   */
  backpropagate(
    cotangents: readonly NDArray[],
    { isKept, take }: { readonly isKept: boolean; readonly take?: TakeGradient | undefined },
  ): readonly unknown[] {
    const places = new Map(arraysOf(this.#args).map((leaf, at) => [this.#leaves.get(leaf), at]));
    const onFinal =
      take && ((variable: Variable, grad: NDArray) => take(places.get(variable) as number, grad));
    const from = this.#results.flatMap((variable, at): Cotangent[] =>
      variable === undefined ? [] : [[variable, cotangents[at] as NDArray]],
    );
    const isRecorded = this.#isWatched || cotangents.some((one) => one.variable !== undefined);
    const grads = backpropagate(from, (variable) => this.#own.has(variable), {
      isRecorded,
      isKept: isKept || isRecorded,
      isEnd: true,
      steps: this.#steps,
      onFinal,
    });
    const gradOf = (leaf: NDArray): NDArray | null => {
      const variable = this.#leaves.get(leaf);
      if (variable === undefined) return null;
      const { shape, dtype, device } = variable;
      const grad = grads.get(variable);
      if (grad !== undefined) return grad;
      const nothing = zeros(shape, { dtype, device });
      return onFinal === undefined ? nothing : onFinal(variable, nothing);
    };
    return this.#args.map((one) => mapArrays(one, gradOf, () => null));
  }
}

/** Runs `body` and records its operations. What it makes and does not return is freed, also after promises. */
export function recording<T>(body: () => T): T {
  watching.count++;
  const end = (): void => void watching.count--;
  let result: T;
  try {
    result = outside(() => scope(() => runInContext({ gradients: "on" }, body)));
  } catch (error) {
    end();
    throw error;
  }
  if (typeof (result as PromiseLike<unknown> | undefined)?.then === "function")
    return (result as unknown as Promise<unknown>).finally(end) as T;
  end();
  return result;
}
