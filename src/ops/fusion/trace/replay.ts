// What a function did, done again: the steps of its plan, one after the other, and what they need from call to call.

import { CutsError } from "../../../core/errors.js";
import { currentContext } from "../../../runtime/devices/context.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import { type Handle, openHandle, type Resource } from "../../../runtime/lifetimes/handle.js";
import { scope } from "../../../runtime/lifetimes/scope.js";
import { copy } from "../../../array/copy.js";
import type { NDArray } from "../../../array/ndarray.js";
import { inside, watching } from "../../../array/operators/watching.js";
import { arraysOf, mapArrays } from "../../gradients/tree.js";
import type { FusedKernel } from "../fused-kernel.js";
import { gatherInputs, type GatherRule } from "../gathers.js";
import { type Difference, differenceOf } from "./compare.js";
import { canReplay, PlanGraphs } from "./graphs.js";
import { planOf, type PlanStep } from "./plan.js";
import {
  ArrayRef,
  madeAgain,
  type RecordedArray,
  Recording,
  refsIn,
  viewAgain,
  withArrays,
} from "./recording.js";

/** What a function did, to be done again. */
export class Replay {
  readonly #recording: Recording;
  readonly #steps: readonly PlanStep[];
  /** The result, with references in place of arrays. */
  readonly #result: unknown;

  readonly #graphs: PlanGraphs | undefined;
  readonly #handle: Handle;
  /** Which of its arguments the function disposes of. */
  readonly #disposed: readonly number[];

  private constructor(
    recording: Recording,
    steps: readonly PlanStep[],
    result: unknown,
    inputs: readonly NDArray[],
  ) {
    const { device } = (inputs[0] as NDArray).storage;
    this.#disposed = inputs.flatMap((one, at) => (one.isDisposed ? [at] : []));
    this.#recording = recording;
    this.#steps = steps;
    this.#result = result;
    const outputs = [...new Set(refsIn(result))];
    this.#graphs = canReplay(device) ? new PlanGraphs(recording, outputs, device) : undefined;
    const held = new Held(recording, steps, device, this.#graphs);
    this.#handle = openHandle(this, held, { scoped: false, listed: false });
  }

  /** Whether what it needs is gone: it was disposed, or its device was reset. */
  get isOver(): boolean {
    return !this.#handle.isOpen;
  }

  /**
   * Whether an array that the function found outside wants a gradient by now, or was disposed of: what that means is the
   * function's business.
   */
  get isUnsettled(): boolean {
    return this.#recording.outside.some(isUnsettled);
  }

  /** Runs a function; what it did is undefined where gradients of others go through it. */
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
      const form = mapArrays(result, (array) => new ArrayRef(recording.idOf(array)));
      const device = (inputs[0] as NDArray).storage.device;
      const steps = planOf(recording, refsIn(form), device);
      return { result, made: new Replay(recording, steps, form, inputs) };
    } catch (error) {
      recording.dispose();
      throw error;
    }
  }

  /** How another run of the function differs from the one that this does again. */
  differenceFrom(other: Replay): Difference | undefined {
    return differenceOf(
      { recording: this.#recording, result: this.#result },
      { recording: other.#recording, result: other.#result },
    );
  }

  run(given: readonly NDArray[]): unknown {
    const result = this.#run(given);
    for (const at of this.#disposed) given[at]?.dispose();
    return result;
  }

  #run(given: readonly NDArray[]): unknown {
    return inside(() => {
      const replayed = this.#graphs?.run(given, (arrays) => this.#compute(arrays));
      if (replayed !== undefined) return withArrays(this.#result, replayed);
      const { captured } = this.#recording;
      return scope(() => {
        const arrays = this.#compute(given);
        // What is kept stays what it is, whatever becomes of the result.
        return withArrays(this.#result, (id) => {
          const own = arrays.get(id) as NDArray;
          return captured.get(id) === own ? copy(own) : own;
        });
      });
    });
  }

  /** Does all steps; gives the arrays that are left. */
  #compute(given: readonly NDArray[]): ReadonlyMap<number, NDArray> {
    const { inputs, captured, before } = this.#recording;
    const arrays = new Map<number, NDArray>(captured);
    for (const [at, id] of inputs.entries()) arrays.set(id, given[at] as NDArray);
    for (const [id, own] of before) arrays.set(id, madeAgain(captured.get(id) as NDArray, own));
    for (const step of this.#steps) {
      this.#do(step, arrays);
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

  #do(step: PlanStep, arrays: Map<number, NDArray>): void {
    const arrayOf = (id: number): NDArray => arrays.get(id) as NDArray;
    if (step.kind === "kernel") {
      const made = computed(step, step.inputs.map(arrayOf));
      for (const [at, id] of step.outputs.entries()) arrays.set(id, made[at] as NDArray);
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

/** What a kernel gives; elements that are better reduced by another kernel are. */
function computed(
  step: Extract<PlanStep, { readonly kind: "kernel" }>,
  given: readonly NDArray[],
): readonly NDArray[] {
  if (step.gathers.length === 0) return launched(step, given, []);
  const { inputs, rules, dispose } = gatherInputs(given, step.gathers);
  const made = launched(step, inputs, rules);
  dispose();
  return made;
}

function launched(
  { kernel, numbers, end }: Extract<PlanStep, { readonly kind: "kernel" }>,
  inputs: readonly NDArray[],
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

/** What a replay keeps until it ends. */
class Held implements Resource {
  readonly kind = "fused function";
  readonly nativeBytes = 0;
  readonly device: DeviceCore;
  readonly #recording: Recording;
  readonly #kernels: readonly FusedKernel[];

  readonly #graphs: PlanGraphs | undefined;

  constructor(
    recording: Recording,
    steps: readonly PlanStep[],
    device: DeviceCore,
    graphs: PlanGraphs | undefined,
  ) {
    this.#recording = recording;
    this.#graphs = graphs;
    this.device = device;
    this.#kernels = steps.flatMap((step) => (step.kind === "kernel" ? [step.kernel] : []));
    for (const one of this.#kernels) one.claim();
  }

  release(): void {
    this.#graphs?.dispose();
    for (const one of this.#kernels) one.release();
    this.#recording.dispose();
  }

  toString(): string {
    return `${this.#kernels.length} kernels on ${this.device.id}`;
  }
}

function isUnsettled(reference: WeakRef<NDArray>): boolean {
  const array = reference.deref();
  if (array === undefined) return false;
  return array.isDisposed || (array.variable !== undefined && currentContext()?.gradients !== "off");
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

function asyncFunction(): CutsError {
  return new CutsError(
    "CUTS_FUSE",
    "Cannot fuse an async function: what it does after its first await is not seen\nTry: a sync function, and await outside",
  );
}
