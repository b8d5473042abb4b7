// Backpropagation: propagates gradients from results back to what they were computed from. Steps run from newest to oldest, so
// each runs once, after all later steps have contributed to its gradient. What a step saved is freed as soon as it has run, unless
// the gradients themselves are recorded.

import { shapesEqual } from "../../core/shape.js";
import { currentContext, runInContext } from "../../runtime/devices/context.js";
import { Scope } from "../../runtime/lifetimes/handle-scope.js";
import { NDArray } from "../ndarray.js";
import { aliasOf } from "./saved.js";
import type { Input, Step } from "./step.js";
import type { Variable } from "./variable.js";
import { inside, outside, watching } from "./watching.js";

/** A variable, and the gradient that enters there. */
export type Cotangent = readonly [Variable, NDArray];

/** Options of {@link backpropagate}. */
export interface BackpropagateOptions {
  /** Whether the gradients are recorded, so that they can be differentiated. */
  readonly isRecorded: boolean;
  /** Whether the arrays that steps saved are kept. */
  readonly isKept: boolean;
  /** Whether propagation stops at targets, even if a step made them. */
  readonly isEnd: boolean;
  /** All steps that they go through ({@link stepsOf}), where they are known. */
  readonly steps?: readonly Step[];
  /** Called with each target's gradient once it is complete, while others are still being computed; returns its replacement. */
  readonly onFinal?: OnFinal | undefined;
}

/** Receives the complete gradient of a variable; returns what replaces it. */
export type OnFinal = (variable: Variable, grad: NDArray) => NDArray;

/** The gradients of variables; a variable that no result depends on is not in the map. The caller owns the arrays. */
export function backpropagate(
  from: readonly Cotangent[],
  isTarget: (variable: Variable) => boolean,
  options: BackpropagateOptions,
): Map<Variable, NDArray> {
  const run = options.isRecorded ? outside : watching.recorder === undefined ? inside : seen;
  const parent = currentContext()?.scope?.nearestOpen();
  const own = new Scope(parent);
  const nothing: ReadonlySet<never> = new Set();
  try {
    const one = new Backpropagation(isTarget, options, own, parent);
    return run(() => runInContext({ scope: own }, () => one.run(from)));
  } finally {
    own.end(nothing);
  }
}

/** Runs `body` so that who writes down calls sees them, though nobody differentiates them again. */
function seen<T>(body: () => T): T {
  return runInContext({ gradients: "off" }, () => outside(body));
}

/** All steps that variables depend on, oldest first; the search stops at ends. */
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

class Backpropagation {
  readonly #isTarget: (variable: Variable) => boolean;
  readonly #isKept: boolean;
  readonly #isEnd: boolean;
  readonly #known: readonly Step[] | undefined;
  readonly #onFinal: OnFinal | undefined;
  /** What a rule makes on its way is in here, and goes when the rule is done. */
  readonly #scope: Scope;
  readonly #parent: Scope | undefined;
  /** Whether nobody sees a sum that is written in the place of one of its terms. */
  readonly #mayWrite: boolean;
  /** These are in no scope. */
  readonly #grads = new Map<Variable, NDArray>();
  readonly #wanted = new Set<Variable>();
  /** Targets whose gradient the taker has replaced by one of its own. */
  readonly #placed = new Set<Variable>();
  /** How many steps are still to come that may add to the gradient of a target. */
  readonly #steps = new Map<Variable, number>();

  constructor(
    isTarget: (variable: Variable) => boolean,
    { isRecorded, isKept, isEnd, steps, onFinal }: BackpropagateOptions,
    scope: Scope,
    parent: Scope | undefined,
  ) {
    this.#isTarget = isTarget;
    this.#isKept = isKept;
    this.#isEnd = isEnd;
    this.#known = steps;
    this.#onFinal = onFinal;
    this.#scope = scope;
    this.#parent = parent;
    this.#mayWrite = !isRecorded && watching.recorder === undefined;
  }

  /** The gradients of targets, which are in the scope around from now on. */
  run(from: readonly Cotangent[]): Map<Variable, NDArray> {
    try {
      this.#runAll(from);
      this.#giveOut(from);
    } catch (error) {
      for (const grad of this.#grads.values()) grad.dispose();
      throw error;
    }
    return this.#grads;
  }

  #giveOut(from: readonly Cotangent[]): void {
    const seen = new Set<object>(from.map(([, grad]) => grad.storage));
    for (const [variable, grad] of this.#grads) {
      if (!this.#isTarget(variable)) {
        grad.dispose();
        this.#grads.delete(variable);
        continue;
      }
      const own = this.#placed.has(variable) ? grad : this.#separate(grad, seen);
      own.handle.moveTo(this.#parent);
      this.#grads.set(variable, own);
    }
  }

  /**
   * The gradient in memory that nobody else has: rules pass on what they get, so it may be that of another gradient, or the
   * caller's own, or stretched from a smaller one. Where gradients are recorded their steps hold them too, which is no reason.
   */
  #separate(grad: NDArray, seen: Set<object>): NDArray {
    const { storage } = grad;
    const isShared = grad.isReadonly || (this.#mayWrite ? storage.retainCount > 1 : seen.has(storage));
    seen.add(storage);
    if (!isShared) return grad;
    const own = kept(grad.copy());
    grad.dispose();
    return own;
  }

  #runAll(from: readonly Cotangent[]): void {
    const steps = this.#known ?? this.#find(from);
    this.#markWanted(from, steps);
    if (this.#onFinal !== undefined) this.#countSteps(steps);
    for (const [variable, grad] of from) this.#add(variable, kept(aliasOf(grad)));
    if (this.#onFinal !== undefined)
      for (const variable of new Set(from.map(([one]) => one))) this.#tellFinal(variable);
    for (let at = steps.length - 1; at >= 0; at--) {
      const step = steps[at] as Step;
      this.#through(step);
      if (!this.#isKept) step.release();
      if (this.#onFinal !== undefined) this.#countDown(step);
    }
  }

  #find(from: readonly Cotangent[]): Step[] {
    const isEnd = (variable: Variable): boolean => this.#isEnd && this.#isTarget(variable);
    return stepsOf(
      from.map(([variable]) => variable),
      isEnd,
    );
  }

  /** A variable is wanted if it is a target, or leads to one. */
  #markWanted(from: readonly Cotangent[], steps: readonly Step[]): void {
    const mark = (variable: Variable): void => {
      if (this.#isTarget(variable)) this.#wanted.add(variable);
    };
    for (const [variable] of from) mark(variable);
    for (const step of steps) {
      for (const { variable } of step.inputs) mark(variable);
      if (!this.#isWanted(step)) continue;
      for (const result of step.results) if (result !== undefined) this.#wanted.add(result);
    }
  }

  #isWanted({ inputs }: Step): boolean {
    for (const { variable } of inputs) if (this.#wanted.has(variable)) return true;
    return false;
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
    const onFinal = this.#onFinal;
    // What the taker makes is its own affair.
    const own = runInContext({ scope: this.#parent }, () => onFinal(variable, grad));
    if (own === grad) return;
    this.#placed.add(variable);
    own.handle.leaveScope();
    this.#grads.set(variable, own);
    grad.dispose();
  }

  #through(step: Step): void {
    const { inputs, results } = step;
    let isReached = false;
    const grads: (NDArray | undefined)[] = [];
    for (const variable of results) {
      const grad = variable && this.#grads.get(variable);
      isReached ||= grad !== undefined;
      grads.push(grad);
    }
    if (!isReached) return;
    const wanted: Input[] = [];
    for (const input of inputs) if (this.#wanted.has(input.variable)) wanted.push(input);
    if (wanted.length > 0) {
      const found = step.run(grads, wanted);
      for (let at = 0; at < found.length; at++) {
        const grad = found[at];
        const { variable } = wanted[at] as Input;
        if (grad !== undefined) this.#add(variable, this.#taken(grad, variable, step.isForeign));
      }
      this.#scope.clear();
    }
    for (const variable of results) {
      if (variable === undefined || this.#isTarget(variable)) continue;
      this.#grads.get(variable)?.dispose();
      this.#grads.delete(variable);
    }
  }

  /**
   * A gradient as that of a variable: summed over axes that were stretched, in its dtype. It is nobody else's, as what a rule of
   * ours has just made is; of all else there is another object.
   */
  #taken(grad: NDArray, { shape, dtype }: Variable, isForeign: boolean): NDArray {
    const isOwn = !isForeign && grad.handle.isIn(this.#scope) && grad.constructor === NDArray;
    let own = isOwn ? grad : aliasOf(grad);
    if (!shapesEqual(own.shape, shape)) own = sumTo(own, shape);
    const isReal = dtype !== "complex64" && dtype !== "complex128";
    if (isReal && (own.dtype === "complex64" || own.dtype === "complex128")) own = own.real.copy();
    return kept(own.dtype === dtype ? own : own.astype(dtype));
  }

  /** Takes over a gradient that is nobody else's. */
  #add(variable: Variable, grad: NDArray): void {
    const before = this.#grads.get(variable);
    if (before === undefined) {
      this.#grads.set(variable, grad);
      return;
    }
    // Memory that is retained once is this array's alone.
    const isAlone = this.#mayWrite && before.storage.retainCount === 1 && !before.isReadonly;
    const sum = isAlone ? before.add(grad, { out: before }) : before.add(grad);
    grad.dispose();
    if (sum === before) return;
    this.#grads.set(variable, kept(sum));
    before.dispose();
  }
}

/** An array that its scope leaves alone. */
function kept(array: NDArray): NDArray {
  array.handle.leaveScope();
  return array;
}

/** The sum over the axes along which an array of a shape was broadcast. */
export function sumTo(grad: NDArray, shape: readonly number[]): NDArray {
  if (shapesEqual(grad.shape, shape)) return grad;
  const extra = grad.ndim - shape.length;
  const axes: number[] = [];
  let keepdims = false;
  for (let axis = 0; axis < grad.ndim; axis++) {
    const isStretched = axis >= extra && shape[axis - extra] === 1 && grad.shape[axis] !== 1;
    if (axis < extra || isStretched) axes.push(axis);
    keepdims ||= isStretched;
  }
  const summed = axes.length === 0 ? grad : grad.sum({ axis: axes, keepdims });
  return shapesEqual(summed.shape, shape) ? summed : summed.reshape(shape);
}
