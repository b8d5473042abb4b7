// What a function computed, call by call: operations, their arrays and their numbers. An array is identified by its memory and its
// layout, because several objects may stand for the same array.

import type { DType } from "../../../core/dtype.js";
import { dtypes } from "../../../core/dtype.js";
import type { Shape } from "../../../core/shape.js";
import type { Strides } from "../../../core/strides.js";
import { Storage } from "../../../runtime/memory/storage.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import { unscoped } from "../../../runtime/lifetimes/scope.js";
import { makeView } from "../../../array/allocate.js";
import { copy } from "../../../array/copy.js";
import { isNDArray, NDArray } from "../../../array/ndarray.js";
import { hasNoGradient, inPlace } from "../../../array/operators/operator.js";
import { Variable } from "../../../array/operators/variable.js";
import type { CallRecorder, RecordedOperator } from "../../../array/operators/watching.js";
import { arraysOf, mapArrays } from "../../gradients/tree.js";

const LIBRARY = "cuts::";
/** Larger arrays that the function makes are not compared between runs. */
const MOST_COMPARED = 64 * 1024;

/** An array of the recording. */
export interface RecordedArray {
  readonly id: number;
  readonly dtype: DType;
  readonly shape: Shape;
  readonly strides: Strides;
  readonly start: number;
  /** The first array of the same memory. */
  readonly base: number;
  /** The memory's device and size. */
  readonly device: DeviceCore;
  readonly byteLength: number;
}

/** Stands for an array in the recorded arguments and results of a call. */
export class ArrayRef {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }
}

/** A call of an operation. */
export interface CallStep {
  readonly kind: "call";
  readonly operator: RecordedOperator;
  readonly args: readonly unknown[];
  readonly result: unknown;
}

/** A step of a recording. */
export type RecordedStep =
  | CallStep
  /** Another view of an array's memory that was not made by an operation. */
  | { readonly kind: "view"; readonly of: number; readonly id: number };

/** A recording in progress. */
export class Recording implements CallRecorder {
  readonly arrays: RecordedArray[] = [];
  readonly steps: RecordedStep[] = [];
  /** Arrays that existed before, or that no operation made; they are kept alive. */
  readonly captured = new Map<number, NDArray>();
  /**
   * For captured arrays that were made during the run and then written: a copy of their earlier memory, unless it was overwritten
   * completely.
   */
  readonly before = new Map<number, NDArray>();
  readonly inputs: readonly number[];
  /** Captured arrays that others hold, held weakly. */
  readonly outside = new Map<number, WeakRef<NDArray>>();
  /** Whether an outside array requires a gradient, which must be tracked through the recorded operations. */
  isFollowed = false;
  failure: Error | undefined;
  readonly #known = new Map<Storage, RecordedArray[]>();
  #places: ReadonlyMap<RecordedStep, number> | undefined;
  /** Storages with larger numbers are made by what is recorded. */
  readonly #serial = Storage.last;
  /** Gradients from outside go to variables up to this one. */
  readonly #variables = Variable.last;
  readonly #written = new Set<Storage>();
  /** Arrays made meanwhile of which all was filled first. */
  readonly #filled = new Set<number>();

  constructor(inputs: readonly NDArray[]) {
    this.inputs = inputs.map((one) => this.#find(one) ?? this.#add(one));
  }

  calling(operator: RecordedOperator, args: readonly unknown[]): { readonly result: unknown } | undefined {
    if (!mayWrite(operator, args)) return undefined;
    for (const array of arraysOf(args)) {
      const { storage } = array;
      if (storage.serial <= this.#serial || this.#written.has(storage)) continue;
      this.#written.add(storage);
      const { id } = (this.#known.get(storage) ?? [this.arrays[this.idOf(array)]])[0] as RecordedArray;
      if (!this.captured.has(id)) continue;
      if (overwrites(operator, array)) this.#filled.add(id);
      else this.before.set(id, bytesNow(array));
    }
    return undefined;
  }

  called(operator: RecordedOperator, args: readonly unknown[], result: unknown): void {
    const given = this.withRefs(args);
    const made = mapArrays(result, (array) => new ArrayRef(this.#find(array) ?? this.#add(array)));
    this.steps.push({ kind: "call", operator, args: given, result: made });
  }

  /** The arguments of a call with references in place of arrays, without trailing undefined ones. */
  withRefs(args: readonly unknown[]): readonly unknown[] {
    const last = args.findLastIndex((one) => one !== undefined);
    return args.slice(0, last + 1).map((one) => mapArrays(one, (array) => new ArrayRef(this.idOf(array))));
  }

  failed(error: Error): void {
    this.failure ??= error;
  }

  /** The array of the recording that an array is. */
  idOf(array: NDArray): number {
    const found = this.#find(array);
    if (found !== undefined) return found;
    const [base] = this.#known.get(array.storage) ?? [];
    const id = this.#add(array);
    if (base === undefined) this.#capture(id, array);
    else this.steps.push({ kind: "view", of: base.id, id });
    return id;
  }

  /** Whether a step fills an array that is made meanwhile and never written again: it was filled once and for all. */
  isOnceFilled(step: RecordedStep, writes: ReadonlyMap<number, number>): boolean {
    if (step.kind !== "call" || step.operator.name !== "cuts::fill") return false;
    const [id] = refsIn(step.args[0]);
    const base = id === undefined ? undefined : this.arrays[id]?.base;
    if (base === undefined || !this.#filled.has(base)) return false;
    return writes.get(base) === 1;
  }

  /** How many steps may write each memory, by the id of its first array. */
  written(): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const step of this.steps) {
      if (step.kind !== "call" || !mayWrite(step.operator, step.args)) continue;
      const { operator, args } = step;
      const isOwn = !isForeign(operator);
      // Ours write their first argument, or `out`.
      const into =
        isOwn && operator.gradient === inPlace ? args.slice(0, 1) : isOwn ? args.filter(hasOut) : args;
      for (const id of new Set(refsIn(into).map((one) => (this.arrays[one] as RecordedArray).base)))
        found.set(id, (found.get(id) ?? 0) + 1);
    }
    return found;
  }

  /**
   * An array that was made without an operation, as it was before anything was written into it; undefined for one that is filled
   * by an operation, and for one of more than 64 KiB, which would take long to read.
   */
  asMade(id: number): NDArray | undefined {
    const { base, byteLength } = this.arrays[id] as RecordedArray;
    if (this.#filled.has(base) || byteLength > MOST_COMPARED) return undefined;
    return this.before.get(base) ?? this.captured.get(id);
  }

  /** Whether the memory of an array was made while this was recorded. */
  isOwn({ storage }: NDArray): boolean {
    return storage.serial > this.#serial;
  }

  /**
   * Gives arrays that are made once other memory where a result shares it: the caller may write the result.
   * `results` are the arrays that the run returned.
   */
  keepApart(results: readonly NDArray[]): void {
    const returned = new Set(results.map(({ storage }) => storage));
    for (const [id, array] of this.captured) {
      if (!this.isOwn(array) || !returned.has(array.storage)) continue;
      using bytes = bytesNow(array);
      this.captured.set(
        id,
        unscoped(() => madeAgain(array, bytes)),
      );
      array.dispose();
    }
  }

  /** What a caller gets for an array of the result: its own object for one from outside, a copy of one that is made once. */
  resultOf(id: number, array: NDArray): NDArray {
    const { base } = this.arrays[id] as RecordedArray;
    const captured = this.captured.get(base);
    if (captured === undefined || captured.storage !== array.storage) return array;
    if (this.isOwn(captured)) return copy(array);
    const outside = this.outside.get(id)?.deref();
    if (outside?.isDisposed === false) return outside;
    return makeView(array, array.shape, array.strides, array.offset);
  }

  /** The step of another run, which did the same, that is at the place of one of this run; steps that are made for plans stay as they are. */
  sameStep(step: RecordedStep, run: Recording): RecordedStep {
    this.#places ??= new Map(this.steps.map((one, at) => [one, at]));
    const at = this.#places.get(step);
    return at === undefined ? step : (run.steps[at] as RecordedStep);
  }

  /** Releases the arrays that it keeps. */
  dispose(): void {
    for (const one of [...this.captured.values(), ...this.before.values()]) one.dispose();
  }

  #capture(id: number, array: NDArray): void {
    this.captured.set(id, kept(array));
    const { storage, variable } = array;
    if (storage.serial > this.#serial) return;
    this.outside.set(id, new WeakRef(array));
    this.isFollowed ||= variable !== undefined && (variable as Variable).id <= this.#variables;
  }

  #find({ storage, start, shape, strides, dtype }: NDArray): number | undefined {
    const isSame = (one: RecordedArray): boolean =>
      one.start === start &&
      one.dtype === dtype &&
      one.shape.join() === shape.join() &&
      one.strides.join() === strides.join();
    return this.#known.get(storage)?.findLast(isSame)?.id;
  }

  #add({ storage, start, shape, strides, dtype }: NDArray): number {
    const known = this.#known.get(storage);
    const id = this.arrays.length;
    const { device, byteLength } = storage;
    const own = { id, dtype, shape, strides, start, base: known?.[0]?.id ?? id, device, byteLength };
    this.arrays.push(own);
    if (known === undefined) this.#known.set(storage, [own]);
    else known.push(own);
    return own.id;
  }
}

/** Whether an operation may write its arguments; operators of users are not considered. */
export function mayWrite(operator: RecordedOperator, args: readonly unknown[]): boolean {
  return operator.gradient === inPlace || isForeign(operator) || args.some(hasOut);
}

/** The name of a library operation; undefined for operators of users. */
export function nameOf({ name }: RecordedOperator): string | undefined {
  return name.startsWith(LIBRARY) ? name.slice(LIBRARY.length) : undefined;
}

function isForeign({ name, gradient }: RecordedOperator): boolean {
  return !name.startsWith(LIBRARY) && gradient !== hasNoGradient;
}

function hasOut(arg: unknown): boolean {
  return (
    typeof arg === "object" && arg !== null && !(arg instanceof ArrayRef) && !isNDArray(arg) && "out" in arg
  );
}

/** Whether an operation sets all of the memory of an array, whatever was there. */
function overwrites({ name }: RecordedOperator, { isContiguous, size, dtype, storage }: NDArray): boolean {
  const isWhole = isContiguous && size * dtypes[dtype].byteLength === storage.byteLength;
  return isWhole && name === "cuts::fill";
}

/** All memory of an array as it is now. */
function bytesNow({ storage }: NDArray): NDArray<"uint8"> {
  const { byteLength } = storage;
  return unscoped(() => {
    using bytes = new NDArray(storage.retain(), "uint8", [byteLength], [1], 0, byteLength, true, false);
    return copy(bytes);
  });
}

/** An array like one that was captured, with other memory, that is as it was before. */
export function madeAgain(
  { dtype, shape, strides, offset, size, isContiguous }: NDArray,
  before: NDArray,
): NDArray {
  using bytes = copy(before);
  return new NDArray(bytes.storage.retain(), dtype, shape, strides, offset, size, isContiguous, false);
}

/** The ids of all arrays that a recorded value refers to. */
export function refsIn(value: unknown): readonly number[] {
  if (value instanceof ArrayRef) return [value.id];
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return [];
  return Object.values(value).flatMap(refsIn);
}

/** A recorded value with its references replaced by arrays. */
export function withArrays(value: unknown, arrayOf: (id: number) => unknown): unknown {
  if (value instanceof ArrayRef) return arrayOf(value.id);
  if (Array.isArray(value)) return value.map((one) => withArrays(one, arrayOf));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withArrays(one, arrayOf)]));
}

/** The recorded view, made of another array with the same memory. */
export function viewAgain(base: NDArray, recorded: RecordedArray, recordedBase: RecordedArray): NDArray {
  const apart = (recorded.start - recordedBase.start) / dtypes[recorded.dtype].byteLength;
  return makeView(base, recorded.shape, recorded.strides, base.offset + apart);
}

/** Another object for an array, which no scope disposes. */
export function kept(array: NDArray): NDArray {
  return unscoped(() => makeView(array, array.shape, array.strides, array.offset));
}
