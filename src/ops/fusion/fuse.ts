// fuse(f): a function of arrays that is run once for each set of shapes and dtypes, and computed again from what it did then,
// with chains of element-wise operations as one kernel each.

import { ArgumentTypeError, CutsError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { currentContext } from "../../runtime/context.js";
import { scope } from "../../runtime/scope.js";
import { copy } from "../../array/copy.js";
import { isNDArray, type NDArray } from "../../array/ndarray.js";
import { inside, watching } from "../../array/operators/watching.js";
import { arraysOf, mapArrays } from "../gradients/tree.js";
import { planOf, type PlanStep } from "./trace/plan.js";
import { ArrayRef, type RecordedArray, Recording, refsIn, viewAgain, withArrays } from "./trace/recording.js";

/** Plans that are kept for one function. */
const MOST_PLANS = 64;

/**
 * A function that computes what `f` computes, with few kernels. `f` is run the first time that it is called with arrays of some
 * shapes and dtypes; later calls do its operations again, chains of element-wise ones as one kernel each. Gradients inside
 * (`valueAndGrad`) are part of that. What is no array counts as a constant of `f`: another one is another run.
 *
 * `f` must be sync, and must not read arrays or draw random numbers.
 * @throws CutsError `CUTS_FUSE` for what cannot be done again.
 * @example
 * const step = cu.fuse((x: cu.NDArray, y: cu.NDArray) => x.mul(y).add(x.sin()).sum());
 */
export function fuse<A extends readonly unknown[], R>(f: (...args: A) => R): (...args: A) => R {
  if (typeof f !== "function")
    throw new ArgumentTypeError(
      "CUTS_FUNCTION",
      `Cannot fuse this: it must be a function (got ${formatValue(f)})`,
    );
  const plans = new Map<string, Plan>();
  return (...args) => {
    const arrays = arraysOf(args);
    const isFollowed =
      arrays.some((one) => one.variable !== undefined) && currentContext()?.gradients !== "off";
    // Who records operations sees those of the function.
    if (watching.recorder !== undefined || watching.isInside || isFollowed || arrays.length === 0)
      return f(...args);
    for (const one of arrays) one.check("call a fused function");
    const key = keyOf(args);
    const plan = plans.get(key);
    if (plan !== undefined) {
      // The one that was used last is the last to go.
      plans.delete(key);
      plans.set(key, plan);
      return plan.run(arrays) as R;
    }
    const { result, made } = Plan.of(() => f(...args), arrays);
    const oldest = plans.size >= MOST_PLANS ? plans.entries().next().value : undefined;
    if (oldest !== undefined) {
      plans.delete(oldest[0]);
      oldest[1].dispose();
    }
    plans.set(key, made);
    return result;
  };
}

/** What a function did, to be done again. */
class Plan {
  readonly #recording: Recording;
  readonly #steps: readonly PlanStep[];
  /** The result, with references in place of arrays. */
  readonly #result: unknown;

  private constructor(recording: Recording, steps: readonly PlanStep[], result: unknown) {
    this.#recording = recording;
    this.#steps = steps;
    this.#result = result;
  }

  static of<R>(run: () => R, inputs: readonly NDArray[]): { readonly result: R; readonly made: Plan } {
    const recording = new Recording(inputs);
    try {
      const result = recorded(recording, () => scope(run));
      if (recording.failure !== undefined) throw recording.failure;
      if (typeof (result as PromiseLike<unknown> | undefined)?.then === "function") throw asyncFunction();
      const form = mapArrays(result, (array) => new ArrayRef(recording.idOf(array)));
      const device = (inputs[0] as NDArray).storage.device;
      const steps = planOf(recording, refsIn(form), device);
      return { result, made: new Plan(recording, steps, form) };
    } catch (error) {
      recording.dispose();
      throw error;
    }
  }

  run(given: readonly NDArray[]): unknown {
    const { inputs, captured } = this.#recording;
    const arrays = new Map<number, NDArray>(captured);
    for (const [at, id] of inputs.entries()) arrays.set(id, given[at] as NDArray);
    return inside(() =>
      scope(() => {
        for (const step of this.#steps) {
          this.#do(step, arrays);
          for (const id of step.ends) {
            arrays.get(id)?.dispose();
            arrays.delete(id);
          }
        }
        // What is kept stays what it is, whatever becomes of the result.
        return withArrays(this.#result, (id) => {
          const own = arrays.get(id) as NDArray;
          return captured.has(id) ? copy(own) : own;
        });
      }),
    );
  }

  dispose(): void {
    this.#recording.dispose();
  }

  #do(step: PlanStep, arrays: Map<number, NDArray>): void {
    const arrayOf = (id: number): NDArray => arrays.get(id) as NDArray;
    if (step.kind === "kernel") {
      const inputs = step.inputs.map(arrayOf);
      arrays.set(step.output, step.kernel.run(inputs, [], (inputs[0] as NDArray).storage.device));
      return;
    }
    const own = step.step;
    if (own.kind === "view") {
      const [recorded, base] = [own.id, own.of].map((id) => this.#recording.arrays[id] as RecordedArray);
      arrays.set(own.id, viewAgain(arrayOf(own.of), recorded as RecordedArray, base as RecordedArray));
      return;
    }
    const result = own.operator.implementation(...own.args.map((one) => withArrays(one, arrayOf)));
    const made = arraysOf(result);
    for (const [at, id] of refsIn(own.result).entries()) {
      // What writes an array in place returns it.
      const one = made[at] as NDArray;
      if (arrays.get(id) !== one) arrays.set(id, one);
    }
  }
}

function recorded<T>(recording: Recording, body: () => T): T {
  watching.count++;
  watching.recorder = recording;
  try {
    return body();
  } finally {
    watching.recorder = undefined;
    watching.count--;
  }
}

/** What decides what a function does: shapes, dtypes and devices of arrays, and all else as it is. */
function keyOf(value: unknown): string {
  if (isNDArray(value)) {
    const { dtype, shape, strides, device } = value;
    return `${device.id} ${dtype}[${shape.join()}](${strides.join()})`;
  }
  if (Array.isArray(value)) return `[${value.map(keyOf).join(";")}]`;
  if (typeof value === "function" || typeof value === "symbol") throw notConstant(value);
  // A text is quoted, so that it is never taken for what stands beside it; -0 is not 0.
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null)
    return `${typeof value} ${Object.is(value, -0) ? "-0" : String(value)}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw notConstant(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}:${keyOf(one)}`)
    .join(";")}}`;
}

function notConstant(value: unknown): CutsError {
  return new CutsError(
    "CUTS_FUSE",
    `Cannot call a fused function: an argument must be an array, a constant, or a list or plain object of those (got ${formatValue(value)})\nTry: use it in the function without passing it`,
  );
}

function asyncFunction(): CutsError {
  return new CutsError(
    "CUTS_FUSE",
    "Cannot fuse an async function: what it does after its first await is not seen\nTry: a sync function, and await outside",
  );
}
