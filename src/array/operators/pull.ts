// Gradients from results back to what they were computed from. Steps are gone through from the newest to the oldest, so each
// runs once, when all that depends on it has said what it wants. What a step saved is freed as soon as it has run, unless
// gradients are recorded themselves.

import { shapesEqual } from "../../core/shape.js";
import { runInContext } from "../../runtime/context.js";
import { scope } from "../../runtime/scope.js";
import type { NDArray } from "../ndarray.js";
import { aliasOf } from "./saved.js";
import type { Input, Step } from "./step.js";
import type { Variable } from "./variable.js";
import { inside, outside, watching } from "./watching.js";

/** A variable and the gradient that comes in there. */
export type Cotangent = readonly [Variable, NDArray];

/** How gradients are pulled back. */
export interface PullOptions {
  /** Whether the gradients have gradients. */
  readonly isRecorded: boolean;
  /** Whether what steps saved stays. */
  readonly isKept: boolean;
  /** Whether targets are where gradients end, though something made them. */
  readonly isEnd: boolean;
  /** Told of the gradient of a target when nothing adds to it any more, while others are still to come; gives what takes its place. */
  readonly onFinal?: OnFinal | undefined;
}

/** Takes the gradient of a variable, and gives what takes its place. */
export type OnFinal = (variable: Variable, grad: NDArray) => NDArray;

/** The gradients of variables; what a result does not depend on is not in the map. The arrays are the caller's. */
export function pull(
  from: readonly Cotangent[],
  isTarget: (variable: Variable) => boolean,
  options: PullOptions,
): Map<Variable, NDArray> {
  const run = options.isRecorded ? outside : watching.recorder === undefined ? inside : seen;
  return run(() => new Pull(isTarget, options).run(from));
}

/** Runs `body` so that who writes down calls sees them, though nobody differentiates them again. */
function seen<T>(body: () => T): T {
  return runInContext({ gradients: "off" }, () => outside(body));
}

/** All steps that variables come from, oldest first; not those behind ends. */
export function stepsOf(variables: Iterable<Variable>, isEnd: (variable: Variable) => boolean): Step[] {
  const steps = new Set<Step>();
  const pending = [...variables];
  for (let variable = pending.pop(); variable !== undefined; variable = pending.pop()) {
    const step = variable.step as Step | undefined;
    if (step === undefined || steps.has(step) || isEnd(variable)) continue;
    steps.add(step);
    for (const input of step.inputs) pending.push(input.variable);
  }
  return [...steps].sort((a, b) => a.id - b.id);
}

class Pull {
  readonly #isTarget: (variable: Variable) => boolean;
  readonly #isKept: boolean;
  readonly #isEnd: boolean;
  readonly #onFinal: OnFinal | undefined;
  readonly #grads = new Map<Variable, NDArray>();
  readonly #wanted = new Set<Variable>();
  /** How many steps are still to come that may add to the gradient of a target. */
  readonly #steps = new Map<Variable, number>();

  constructor(isTarget: (variable: Variable) => boolean, { isKept, isEnd, onFinal }: PullOptions) {
    this.#isTarget = isTarget;
    this.#isKept = isKept;
    this.#isEnd = isEnd;
    this.#onFinal = onFinal;
  }

  run(from: readonly Cotangent[]): Map<Variable, NDArray> {
    const isEnd = (variable: Variable): boolean => this.#isEnd && this.#isTarget(variable);
    const steps = stepsOf(
      from.map(([variable]) => variable),
      isEnd,
    );
    this.#markWanted(from, steps);
    if (this.#onFinal !== undefined) this.#countSteps(steps);
    for (const [variable, grad] of from) this.#add(variable, aliasOf(grad));
    for (const variable of new Set(from.map(([one]) => one))) this.#tellFinal(variable);
    for (const step of steps.toReversed()) {
      this.#through(step);
      if (!this.#isKept) step.release();
      if (this.#onFinal !== undefined) this.#countDown(step);
    }
    for (const [variable, grad] of this.#grads) {
      if (this.#isTarget(variable)) continue;
      grad.dispose();
      this.#grads.delete(variable);
    }
    return this.#grads;
  }

  /** A variable is wanted if it is a target, or leads to one. */
  #markWanted(from: readonly Cotangent[], steps: readonly Step[]): void {
    const mark = (variable: Variable): void => {
      if (this.#isTarget(variable)) this.#wanted.add(variable);
    };
    for (const [variable] of from) mark(variable);
    for (const step of steps) {
      for (const { variable } of step.inputs) mark(variable);
      if (!step.inputs.some(({ variable }) => this.#wanted.has(variable))) continue;
      for (const result of step.results) if (result !== undefined) this.#wanted.add(result);
    }
  }

  #countSteps(steps: readonly Step[]): void {
    for (const step of steps)
      for (const variable of this.#targetsOf(step))
        this.#steps.set(variable, (this.#steps.get(variable) ?? 0) + 1);
  }

  #countDown(step: Step): void {
    for (const variable of this.#targetsOf(step)) {
      this.#steps.set(variable, (this.#steps.get(variable) as number) - 1);
      this.#tellFinal(variable);
    }
  }

  #targetsOf({ inputs }: Step): Set<Variable> {
    return new Set(inputs.flatMap(({ variable }) => (this.#isTarget(variable) ? [variable] : [])));
  }

  #tellFinal(variable: Variable): void {
    const grad = this.#grads.get(variable);
    if (this.#onFinal === undefined || grad === undefined || !this.#isTarget(variable)) return;
    if ((this.#steps.get(variable) ?? 0) > 0) return;
    const own = this.#onFinal(variable, grad);
    if (own === grad) return;
    this.#grads.set(variable, own);
    grad.dispose();
  }

  #through(step: Step): void {
    const grads = step.results.map((variable) => variable && this.#grads.get(variable));
    if (grads.every((one) => one === undefined)) return;
    if (step.inputs.some(({ variable }) => this.#wanted.has(variable))) {
      const wanted = step.inputs.filter(({ variable }) => this.#wanted.has(variable));
      // What a rule makes on its way goes at once.
      const found = scope(() =>
        step.run(grads, wanted).map((grad, at) => grad && fitted(grad, (wanted[at] as Input).variable)),
      );
      for (const [at, grad] of found.entries())
        if (grad !== undefined) this.#add((wanted[at] as Input).variable, grad);
    }
    for (const variable of step.results) {
      if (variable === undefined || this.#isTarget(variable)) continue;
      this.#grads.get(variable)?.dispose();
      this.#grads.delete(variable);
    }
  }

  /** Takes over a gradient that is nobody else's. */
  #add(variable: Variable, grad: NDArray): void {
    const before = this.#grads.get(variable);
    this.#grads.set(variable, before === undefined ? grad : before.add(grad));
    if (before === undefined) return;
    before.dispose();
    grad.dispose();
  }
}

/** A gradient as that of a variable: summed over axes that were stretched, in its dtype. An object of its own. */
function fitted(grad: NDArray, { shape, dtype }: Variable): NDArray {
  let own = aliasOf(grad);
  if (!shapesEqual(own.shape, shape)) own = sumTo(own, shape);
  const isReal = dtype !== "complex64" && dtype !== "complex128";
  if (isReal && (own.dtype === "complex64" || own.dtype === "complex128")) own = own.real.copy();
  return own.dtype === dtype ? own : own.astype(dtype);
}

/** The sum over the axes along which an array of a shape was stretched. */
export function sumTo(grad: NDArray, shape: readonly number[]): NDArray {
  const extra = grad.ndim - shape.length;
  const axes = grad.shape.flatMap((size, axis) =>
    axis < extra || (shape[axis - extra] === 1 && size !== 1) ? [axis] : [],
  );
  const summed = axes.length === 0 ? grad : grad.sum({ axis: axes, keepdims: true });
  return summed.reshape(shape);
}
