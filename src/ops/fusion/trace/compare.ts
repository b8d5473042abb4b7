// Two runs of one function, compared: what differs would be silently that of the first run in all later calls.

import type { NDArray } from "../../../array/ndarray.js";
import { formatValue, plural } from "../../../core/text.js";
import { ArrayRef, type Recording } from "./recording.js";

/** How two runs differ: in values that can change from call to call, or in what was done. */
export interface Difference {
  readonly kind: "values" | "operations";
  /** Such as "multiply was given 2 and then 3". */
  readonly what: string;
}

/** A run: what was recorded, and the result with references in place of arrays. */
export interface Run {
  readonly recording: Recording;
  readonly result: unknown;
}

/** The first difference between two runs with arguments of the same shapes, dtypes and constants. */
export function differenceOf(first: Run, second: Run): Difference | undefined {
  return (
    ofOperations(first.recording, second.recording) ??
    ofCaptured(first.recording, second.recording) ??
    ofValues("its result", first.result, second.result)
  );
}

function ofOperations(first: Recording, second: Recording): Difference | undefined {
  for (const [at, one] of first.steps.entries()) {
    const other = second.steps[at];
    if (other === undefined) break;
    if (one.kind !== other.kind) return operations("an operation and then a view of memory");
    if (one.kind === "view" || other.kind === "view") continue;
    const { name } = one.operator;
    if (name !== other.operator.name) return operations(`${name} and then ${other.operator.name}`);
    const found = ofValues(name, one.args, other.args);
    if (found !== undefined) return found;
  }
  const [before, after] = [first.steps.length, second.steps.length];
  return before === after ? undefined : operations(`${plural(before, "operation")} and then ${after}`);
}

/** Arrays that were there before either run are the same ones. */
function ofCaptured(first: Recording, second: Recording): Difference | undefined {
  for (const [id, array] of second.captured) {
    const before = first.captured.get(id);
    if (before !== undefined && (isSame(before, array) || second.isOwn(array))) continue;
    return { kind: "values", what: "an array from outside of the function is another one" };
  }
  return undefined;
}

function isSame(a: NDArray, b: NDArray): boolean {
  return a.storage === b.storage && a.start === b.start;
}

function ofValues(place: string, a: unknown, b: unknown): Difference | undefined {
  if (a instanceof ArrayRef && b instanceof ArrayRef)
    return a.id === b.id ? undefined : operations(`${place} with one array and then another`);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    if (Object.is(a, b) || typeof a === "function" || typeof b === "function") return undefined;
    return { kind: "values", what: `${place} was given ${formatValue(a)} and then ${formatValue(b)}` };
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b))
    return operations(`${place} with other arguments`);
  if (!isComparable(a)) return undefined;
  const [own, other] = [Object.entries(a), Object.entries(b)];
  if (own.length !== other.length) return operations(`${place} with other arguments`);
  for (const [at, [key, value]] of own.entries()) {
    const [name, next] = other[at] as [string, unknown];
    const found = key === name ? ofValues(place, value, next) : operations(`${place} with other arguments`);
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
