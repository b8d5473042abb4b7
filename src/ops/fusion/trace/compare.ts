// Compares two runs of a function. Whatever differs must be found here, because the values of the first run would otherwise be
// reused in every later call.

import { areSameBytes } from "../../../core/bytes.js";
import { formatValue, plural } from "../../../core/text.js";
import { bytesOf } from "../../../runtime/memory/element-data.js";
import { dataSync } from "../../../array/access.js";
import type { NDArray } from "../../../array/ndarray.js";
import { inside } from "../../../array/operators/watching.js";
import type { RecordedOperator } from "../../../array/operators/watching.js";
import { inPlace } from "../../../array/operators/operator.js";
import { isScalar } from "../../../array/promotion.js";
import { dtypes } from "../../../core/dtype.js";
import { formatShape, shapesEqual } from "../../../core/shape.js";
import { classOfNumber, formOf } from "../typed.js";
import { ArrayRef, type CallStep, nameOf, type RecordedArray, type Recording, refsIn } from "./recording.js";

/** How two runs differ: in values, which may change from call to call, or in the operations. */
export interface Difference {
  readonly kind: "values" | "operations";
  /** Such as "multiply was given 2 and then 3". */
  readonly what: string;
}

/** A run: its recording, and its result with references in place of arrays. */
export interface Run {
  readonly recording: Recording;
  readonly result: unknown;
}

/** What may differ between runs: nothing, or what a replay can look up: numbers of kernels, and arrays that lie the same. */
export type Allowed = "nothing" | "looked up";

/** The first difference between two runs with arguments of the same shapes, dtypes and constants. */
export function differenceOf(first: Run, second: Run, allowed: Allowed): Difference | undefined {
  return (
    ofOperations(first.recording, second.recording, allowed) ??
    ofLayouts(first.recording, second.recording) ??
    (allowed === "nothing" ? ofCaptured(first.recording, second.recording) : undefined) ??
    ofValues("its result", first.result, second.result, Object.is)
  );
}

/** How a call differs from a recorded one; `isSame` decides which values are equal. */
export function differenceOfCall(
  { operator: { name }, args }: CallStep,
  operator: RecordedOperator,
  given: readonly unknown[],
  isSame: typeof Object.is,
): Difference | undefined {
  if (name !== operator.name) return operations(`${name} and then ${operator.name}`);
  return ofValues(name, args, given, isSame);
}

/** Which values of a call may differ without changing the operation or the layout of its results. */
export function sameValues(
  operator: RecordedOperator,
  args: readonly unknown[],
  { arrays }: Recording,
): typeof Object.is {
  const name = nameOf(operator) ?? "";
  const isInPlace = operator.gradient === inPlace;
  if (!isInPlace && name !== "where" && name !== "clip" && formOf(name) === undefined) return Object.is;
  const kinds = refsIn(args).map((id) => dtypes[(arrays[id] as RecordedArray).dtype].kind);
  const hasFloats = kinds.includes("float") || kinds.includes("complex");
  return (a, b) => {
    if (Object.is(a, b)) return true;
    if (!isScalar(a) || !isScalar(b) || typeof a !== typeof b) return false;
    return (hasFloats && name !== "power") || classOfNumber(a) === classOfNumber(b);
  };
}

/** All arrays have the same dtypes, shapes and strides. */
function ofLayouts(first: Recording, second: Recording): Difference | undefined {
  for (const [id, one] of first.arrays.entries()) {
    const difference = differenceOfLayout(one, second.arrays[id]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** How an array of a run lies otherwise than that of another run. */
export function differenceOfLayout(a: RecordedArray, b: RecordedArray | undefined): Difference | undefined {
  if (b === undefined) return operations("an operation with one array and then with another");
  if (a.dtype !== b.dtype) return changed(`an array is ${a.dtype} and then ${b.dtype}`);
  if (!shapesEqual(a.shape, b.shape))
    return changed(`an array has the shape ${formatShape(a.shape)} and then ${formatShape(b.shape)}`);
  if (a.device !== b.device) return changed(`an array is on ${a.device.id} and then on ${b.device.id}`);
  return a.strides.join() === b.strides.join() ? undefined : changed("an array lies in another order");
}

function changed(what: string): Difference {
  return { kind: "values", what };
}

function ofOperations(first: Recording, second: Recording, allowed: Allowed): Difference | undefined {
  for (const [at, one] of first.steps.entries()) {
    const other = second.steps[at];
    if (other === undefined) break;
    if (one.kind !== other.kind) return operations("an operation and then a view of memory");
    if (one.kind === "view" || other.kind === "view") continue;
    const isSame = allowed === "nothing" ? Object.is : sameValues(one.operator, one.args, first);
    const found = differenceOfCall(one, other.operator, other.args, isSame);
    if (found !== undefined) return found;
  }
  const [before, after] = [first.steps.length, second.steps.length];
  return before === after ? undefined : operations(`${plural(before, "operation")} and then ${after}`);
}

/** Outside arrays must be the same objects in both runs; arrays made during the runs must have equal contents. */
function ofCaptured(first: Recording, second: Recording): Difference | undefined {
  for (const [id, array] of second.captured) {
    const before = first.captured.get(id);
    if (before !== undefined && (isSameMemory(before, array) || second.isOwn(array))) {
      if (isSameMemory(before, array) || haveSameElements(first.asMade(id), second.asMade(id))) continue;
      return changed("an array that the function makes holds something else");
    }
    return changed("an array from outside of the function is another one");
  }
  return undefined;
}

/** Whether two arrays hold the same bytes; undefined is one whose contents do not count. */
function haveSameElements(a: NDArray | undefined, b: NDArray | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  return inside(() => areSameBytes(bytesOf(dataSync(a)), bytesOf(dataSync(b))));
}

function isSameMemory(a: NDArray, b: NDArray): boolean {
  return a.storage === b.storage && a.start === b.start;
}

/** The first difference between two values with references in place of arrays. */
export function ofValues(
  place: string,
  a: unknown,
  b: unknown,
  isSame: typeof Object.is,
): Difference | undefined {
  if (a instanceof ArrayRef && b instanceof ArrayRef)
    return a.id === b.id ? undefined : operations(`${place} with one array and then another`);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    if (isSame(a, b) || typeof a === "function" || typeof b === "function") return undefined;
    return changed(`${place} was given ${formatValue(a)} and then ${formatValue(b)}`);
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b))
    return operations(`${place} with other arguments`);
  if (!isComparable(a)) return undefined;
  const [own, other] = [Object.entries(a), Object.entries(b)];
  if (own.length !== other.length) return operations(`${place} with other arguments`);
  for (const [at, [key, value]] of own.entries()) {
    const [name, next] = other[at] as [string, unknown];
    const found =
      key === name ? ofValues(place, value, next, isSame) : operations(`${place} with other arguments`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists, typed arrays and plain objects; others are what they are. */
function isComparable(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    Array.isArray(value) || ArrayBuffer.isView(value) || prototype === Object.prototype || prototype === null
  );
}

function operations(what: string): Difference {
  return { kind: "operations", what: `it did ${what}` };
}
