// Runs a traced function again without computing anything, to find the numbers and outside arrays of this call. Every operation
// must match the recorded one, and returns arrays of the recorded layout without memory. Such a function cannot read arrays, so it
// never sees that they are empty.

import { dtypes } from "../../../core/dtype.js";
import { sizeOf } from "../../../core/shape.js";
import { isCContiguous } from "../../../core/strides.js";
import { currentContext } from "../../../runtime/devices/context.js";
import { Storage } from "../../../runtime/memory/storage.js";
import { NDArray } from "../../../array/ndarray.js";
import type { RecordedOperator } from "../../../array/operators/watching.js";
import { arraysOf } from "../../gradients/tree.js";
import { type Difference, differenceOfCall, differenceOfLayout, ofValues, sameValues } from "./compare.js";
import { mayWrite, type RecordedArray, type RecordedStep, Recording, withArrays } from "./recording.js";

/** Thrown inside a function that no longer does what it did in the recorded run. */
export class Diverged extends Error {
  readonly difference: Difference;

  constructor(difference: Difference) {
    super(difference.what);
    this.difference = difference;
  }
}

export class FollowingRun extends Recording {
  readonly #known: Recording;
  readonly #writes: ReadonlyMap<number, number>;
  /** Objects for the arrays of this run, by their numbers. */
  readonly #arrays = new Map<number, NDArray>();
  /** How many steps, and how many arrays, were checked against the recorded run. */
  #checked = 0;
  #compared = 0;

  constructor(inputs: readonly NDArray[], known: Recording) {
    super(inputs);
    this.#known = known;
    this.#writes = known.written();
    for (const one of inputs) this.#arrays.set(this.idOf(one), one);
  }

  override calling(
    operator: RecordedOperator,
    args: readonly unknown[],
  ): { readonly result: unknown } | undefined {
    for (const one of arraysOf(args)) {
      one.check(`compute ${operator.name.replace(/^cuts::/, "")}`);
      this.#arrays.set(this.idOf(one), one);
    }
    this.#checkViews();
    const before = this.#known.steps[this.steps.length];
    if (before?.kind !== "call") throw this.#diverged(`nothing more and then ${operator.name}`);
    const given = this.withRefs(args);
    const difference = differenceOfCall(before, operator, given, sameValues(operator, given, this));
    if (difference !== undefined) throw this.#failed(new Diverged(difference));
    this.#checkLayouts();
    // Memory that is filled once and for all is that of this run, and no step of the plan fills it.
    if (this.#known.isOnceFilled(before, this.#writes)) return undefined;
    const isWriting = mayWrite(operator, args);
    // What writes an array returns it; all else gives another object, which may be disposed by itself.
    return {
      result: withArrays(
        before.result,
        (id) => (isWriting ? this.#arrays.get(id) : undefined) ?? this.#stand(id),
      ),
    };
  }

  override called(operator: RecordedOperator, args: readonly unknown[], result: unknown): void {
    super.called(operator, args, result);
    this.#checked = this.steps.length;
  }

  /**
   * Checks at the end that no step is missing, that the result consists of the same arrays, and that outside arrays have the same
   * layout.
   */
  checkEnd(resultBefore: unknown, result: unknown): void {
    this.#checkViews();
    const left = this.#known.steps[this.steps.length];
    if (left !== undefined) throw this.#diverged(`${nameOfStep(left)} and then nothing more`);
    const difference = ofValues("its result", resultBefore, result, Object.is);
    if (difference !== undefined) throw new Diverged(difference);
    this.#checkLayouts();
  }

  /** Checks the arrays that are new since the last check. Those from outside must not want a gradient: it would be lost. */
  #checkLayouts(): void {
    for (; this.#compared < this.arrays.length; this.#compared++) {
      const now = this.arrays[this.#compared] as RecordedArray;
      const before = this.#known.arrays[this.#compared];
      const difference = before === undefined ? undefined : differenceOfLayout(before, now);
      if (before === undefined || this.captured.has(now.id) !== this.#known.captured.has(now.id))
        throw this.#diverged("an operation with one array and then with another");
      if (difference !== undefined) throw this.#failed(new Diverged(difference));
    }
    if (this.isFollowed && currentContext()?.gradients !== "off")
      throw this.#failed(
        new Diverged({ kind: "values", what: "an array from outside wants a gradient now" }),
      );
  }

  #checkViews(): void {
    for (; this.#checked < this.steps.length; this.#checked++) {
      const [before, now] = [this.#known.steps[this.#checked], this.steps[this.#checked]];
      if (before?.kind !== "view" || now?.kind !== "view" || before.of !== now.of || before.id !== now.id)
        throw this.#diverged("an operation and then a view of memory");
    }
  }

  /** An array that lies as that of the run before: of the memory of this run, or of none. */
  #stand(id: number): NDArray {
    const { dtype, shape, strides, start, base, device, byteLength } = this.#known.arrays[
      id
    ] as RecordedArray;
    const { byteLength: itemSize } = dtypes[dtype];
    const first = this.#known.arrays[base] as RecordedArray;
    const own = this.#arrays.get(base);
    const storage = own?.storage.retain() ?? Storage.external(device, 0, byteLength);
    const offset = own === undefined ? 0 : (own.start + start - first.start - storage.address) / itemSize;
    const isContiguous = isCContiguous(shape, strides);
    const made = new NDArray(storage, dtype, shape, strides, offset, sizeOf(shape), isContiguous, false);
    if (!this.#arrays.has(id)) this.#arrays.set(id, made);
    return made;
  }

  #diverged(what: string): Diverged {
    return this.#failed(new Diverged({ kind: "operations", what: `it did ${what}` }));
  }

  /** Records the failure too, so that a function that catches the error still fails. */
  #failed(error: Diverged): Diverged {
    this.failed(error);
    return error;
  }
}

function nameOfStep(step: RecordedStep): string {
  return step.kind === "call" ? step.operator.name : "a view of memory";
}
