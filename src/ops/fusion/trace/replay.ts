// Replays a traced function: runs the steps of its plan in order, and keeps what they need between calls.

import { CutsError } from "../../../core/errors.js";
import { formatValue } from "../../../core/text.js";
import { currentContext } from "../../../runtime/devices/context.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import { type Handle, openHandle, type Resource } from "../../../runtime/lifetimes/handle.js";
import { scope } from "../../../runtime/lifetimes/scope.js";
import type { NDArray } from "../../../array/ndarray.js";
import { inside, watching } from "../../../array/operators/watching.js";
import { arraysOf, mapArrays } from "../../gradients/tree.js";
import type { FusedKernel } from "../fused-kernel.js";
import { gatherInputs, type GatherRule } from "../gathers.js";
import type { Plain } from "../../../compiler/elements/graph.js";
import { type Allowed, type Difference, differenceOf } from "./compare.js";
import { Diverged, FollowingRun } from "./follow.js";
import { canReplay, PlanGraphs } from "./graphs.js";
import { planOf, type PlanStep } from "./plan.js";
import {
  ArrayRef,
  kept,
  madeAgain,
  type RecordedArray,
  Recording,
  refsIn,
  viewAgain,
  withArrays,
} from "./recording.js";

/** A traced function, ready to be replayed. */
export class Replay {
  readonly #recording: Recording;
  /** The result, with references in place of arrays. */
  readonly #result: unknown;
  readonly #held: Held;
  readonly #handle: Handle;
  /** Which of its arguments the function disposes of. */
  readonly #disposed: readonly number[];

  private constructor(recording: Recording, result: unknown, inputs: readonly NDArray[]) {
    const { device } = (inputs[0] as NDArray).storage;
    this.#disposed = inputs.flatMap((one, at) => (one.isDisposed ? [at] : []));
    this.#recording = recording;
    this.#result = result;
    this.#held = new Held(recording, refsIn(result), device);
    this.#handle = openHandle(this, this.#held, { scoped: false, listed: false });
  }

  /** Whether it can no longer run: it was disposed, or its device was reset. */
  get isOver(): boolean {
    return !this.#handle.isOpen;
  }

  /** Whether an outside array now requires a gradient; then the function itself must run. */
  get wantsGradient(): boolean {
    if (currentContext()?.gradients === "off") return false;
    for (const one of this.#recording.outside.values()) if (one.deref()?.variable !== undefined) return true;
    return false;
  }

  /** Whether an outside array was disposed; the function may now use another one. */
  get misses(): boolean {
    for (const one of this.#recording.outside.values()) if (one.deref()?.isDisposed === true) return true;
    return false;
  }

  /** Runs and records a function; the replay is undefined if gradients are tracked through it from outside. */
  static of<R>(
    run: () => R,
    inputs: readonly NDArray[],
  ): { readonly result: R; readonly made: Replay | undefined } {
    const recording = new Recording(inputs);
    try {
      const result = recorded(recording, () => scope(run));
      if (recording.failure !== undefined) throw recording.failure;
      if (recording.isFollowed && currentContext()?.gradients !== "off") {
        recording.dispose();
        return { result, made: undefined };
      }
      if (typeof (result as PromiseLike<unknown> | undefined)?.then === "function") throw asyncFunction();
      const form = mapArrays(result, (array) => new ArrayRef(recording.idOf(array)), checkPlain);
      inside(() => recording.keepApart(arraysOf(result)));
      return { result, made: new Replay(recording, form, inputs) };
    } catch (error) {
      recording.dispose();
      throw error;
    }
  }

  /** How another run of the function differs from the one that this does again; `allowed` is what may differ. */
  differenceFrom(other: Replay, allowed: Allowed): Difference | undefined {
    return differenceOf(
      { recording: this.#recording, result: this.#result },
      { recording: other.#recording, result: other.#result },
      allowed,
    );
  }

  /** Replays the function with other arguments. */
  run(given: readonly NDArray[]): unknown {
    const result = inside(() => {
      const replayed = this.#held.graphs?.run(given, (arrays) =>
        this.#compute(arrays, this.#recording, false),
      );
      if (replayed !== undefined) return withArrays(this.#result, replayed);
      return this.#results(given, this.#recording, false);
    });
    for (const at of this.#disposed) given[at]?.dispose();
    return result;
  }

  /**
   * Runs the function without computing, then replays its operations with this call's numbers and outside arrays. If the function
   * did something else, returns the difference, and nothing was computed.
   */
  follow(run: () => unknown, given: readonly NDArray[]): { readonly result: unknown } | Diverged {
    const following = new FollowingRun(given, this.#recording);
    // The function may dispose of its arguments.
    const inputs = given.map(kept);
    try {
      recorded(following, () => {
        scope(() => {
          const form = mapArrays(run(), (array) => new ArrayRef(following.idOf(array)), checkPlain);
          following.checkEnd(this.#result, form);
        });
      });
      if (following.failure !== undefined) throw following.failure;
      return {
        result: inside(() => this.#results(inputs, following, true, (at) => given[at] as NDArray)),
      };
    } catch (error) {
      const { failure = error } = following;
      if (failure instanceof Diverged) return failure;
      throw failure;
    } finally {
      for (const one of inputs) one.dispose();
      following.dispose();
    }
  }

  #results(
    given: readonly NDArray[],
    run: Recording,
    isChanging: boolean,
    argument: (at: number) => NDArray = (at) => given[at] as NDArray,
  ): unknown {
    return scope(() => {
      const arrays = this.#compute(given, run, isChanging);
      return withArrays(this.#result, (id) => {
        const own = arrays.get(id) as NDArray;
        const at = given.indexOf(own);
        return at < 0 ? run.resultOf(id, own) : argument(at);
      });
    });
  }

  /** Runs all steps of the plan with the arrays and numbers of a run; returns the remaining arrays. */
  #compute(given: readonly NDArray[], run: Recording, isChanging: boolean): ReadonlyMap<number, NDArray> {
    const { inputs, captured, before } = run;
    const arrays = new Map<number, NDArray>(captured);
    for (const [at, id] of inputs.entries()) arrays.set(id, given[at] as NDArray);
    for (const [id, own] of before) arrays.set(id, madeAgain(captured.get(id) as NDArray, own));
    for (const step of this.#held.plan(isChanging)) {
      this.#do(step, arrays, run);
      for (const id of step.ends) {
        arrays.get(id)?.dispose();
        arrays.delete(id);
      }
    }
    return arrays;
  }

  dispose(): void {
    this.#handle.end();
  }

  #do(step: PlanStep, arrays: Map<number, NDArray>, run: Recording): void {
    const arrayOf = (id: number): NDArray => arrays.get(id) as NDArray;
    if (step.kind === "kernel") {
      const numbers = run === this.#recording ? step.numbers.recorded : step.numbers.of(run);
      const made = computed(step, step.inputs.map(arrayOf), numbers);
      for (const [at, id] of step.outputs.entries()) arrays.set(id, made[at] as NDArray);
      return;
    }
    const own = run === this.#recording ? step.step : this.#recording.sameStep(step.step, run);
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

/** The results of a fused kernel; if it should not reduce its elements itself, the recorded reduction is called. */
function computed(
  step: Extract<PlanStep, { readonly kind: "kernel" }>,
  given: readonly NDArray[],
  numbers: readonly Plain[],
): readonly NDArray[] {
  if (step.gathers.length === 0) return launched(step, given, numbers, []);
  const { inputs, rules, dispose } = gatherInputs(given, step.gathers);
  const made = launched(step, inputs, numbers, rules);
  dispose();
  return made;
}

function launched(
  { kernel, end }: Extract<PlanStep, { readonly kind: "kernel" }>,
  inputs: readonly NDArray[],
  numbers: readonly Plain[],
  gathers: readonly GatherRule[],
): readonly NDArray[] {
  const { device } = (inputs[0] as NDArray).storage;
  if (end === undefined) return kernel.run(inputs, numbers, device, gathers);
  const { reduction, axes, keepdims, strides, results, step } = end;
  const reduced = reduction.run({ inputs, numbers, gathers, axes, keepdims, strides, results, device });
  if (reduced !== undefined) return [reduced];
  using elements = kernel.run(inputs, numbers, device, gathers)[0];
  return [step.operator.implementation(elements, ...step.args.slice(1)) as NDArray];
}

/** The resources of a replay: arrays and, from its first use on, the plan. */
class Held implements Resource {
  readonly kind = "fused function";
  readonly nativeBytes = 0;
  readonly device: DeviceCore;
  readonly graphs: PlanGraphs | undefined;
  readonly #recording: Recording;
  readonly #outputs: readonly number[];
  #steps: readonly PlanStep[] | undefined;

  constructor(recording: Recording, outputs: readonly number[], device: DeviceCore) {
    this.#recording = recording;
    this.#outputs = [...new Set(outputs)];
    this.graphs = canReplay(device) ? new PlanGraphs(recording, this.#outputs, device) : undefined;
    this.device = device;
  }

  /** The plan of the replay; `isChanging` is the same in every call. */
  plan(isChanging: boolean): readonly PlanStep[] {
    if (this.#steps !== undefined) return this.#steps;
    const made = planOf(this.#recording, this.#outputs, this.device, isChanging);
    for (const one of kernelsOf(made)) one.claim();
    return (this.#steps = made);
  }

  release(): void {
    this.graphs?.dispose();
    for (const one of kernelsOf(this.#steps)) one.release();
    this.#recording.dispose();
  }

  toString(): string {
    return `${kernelsOf(this.#steps).length} kernels on ${this.device.id}`;
  }
}

function kernelsOf(steps: readonly PlanStep[] = []): readonly FusedKernel[] {
  return steps.flatMap((step) => (step.kind === "kernel" ? [step.kernel] : []));
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

/** Refuses what would be that of the first call for ever. */
function checkPlain(value: unknown): unknown {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return value;
  throw new CutsError(
    "CUTS_FUSE",
    `Cannot fuse a function that returns this: its result must be arrays, numbers and the like, or lists and plain objects of them (got ${formatValue(value)})\nTry: return a list or a plain object`,
  );
}

function asyncFunction(): CutsError {
  return new CutsError(
    "CUTS_FUSE",
    "Cannot fuse an async function: what it does after its first await is not seen\nTry: a sync function, and await outside",
  );
}
