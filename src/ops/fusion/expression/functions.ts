// The functions that expressions may call: element-wise functions by name, dtype names as conversions, and the reductions allowed
// at the top level.

import { dtypeNames, isDType } from "../../../core/dtype.js";
import { lazy } from "../../../core/lazy.js";
import { astype } from "../../../array/copy.js";
import * as elementwise from "../../../array/elementwise/functions.js";
import { round } from "../../../array/elementwise/round.js";
import { clip, where } from "../../../array/elementwise/select.js";
import type { NDArray } from "../../../array/ndarray.js";
import { all, any, max, mean, min, prod, sum } from "../../../array/reduction/functions.js";
import { formOf } from "../typed.js";

/** A function that computes at once. */
export type Eager = (...args: never[]) => NDArray;

/** The reductions, which combine all elements, and the options they are called with. */
export const reductions: ReadonlyMap<string, Eager> = new Map<string, Eager>([
  ["sum", sum],
  ["mean", mean],
  ["max", max],
  ["min", min],
  ["prod", prod],
  ["any", any],
  ["all", all],
]);

const others: ReadonlyMap<string, Eager> = new Map<string, Eager>([
  ["where", where],
  ["clip", clip],
  ["round", round],
]);

const otherCounts: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["where", [3, 3]],
  ["clip", [2, 3]],
  ["round", [1, 2]],
]);

const functions = lazy(() => new Map(Object.entries(elementwise) as unknown as [string, Eager][]));
/** The names of operations by the functions that users know under several names. */
const operations = lazy(() => {
  const known = [...functions()].filter(([name]) => formOf(name) !== undefined);
  return new Map(known.map(([name, own]) => [own, name]));
});

/** Whether an expression may call a name. */
export function isFunction(name: string): boolean {
  return functions().has(name) || others.has(name) || reductions.has(name) || isDType(name);
}

/** The names of all functions. */
export function functionNames(): readonly string[] {
  return [...functions().keys(), ...others.keys(), ...reductions.keys(), ...dtypeNames];
}

/** The least and the largest number of arguments that a function takes. */
export function countOf(name: string): readonly [least: number, most: number] {
  if (isDType(name)) return [1, 1];
  const count = otherCounts.get(name);
  if (count !== undefined) return count;
  const form = formOf(operationName(name));
  if (form === undefined) throw new Error(`internal: no function ${name}`);
  return [form.usual.arity, form.usual.arity];
}

/** The function of a name, computed at once. */
export function eagerFunction(name: string): Eager {
  if (isDType(name)) return (a: NDArray) => astype(a, name);
  const own = functions().get(name) ?? others.get(name);
  if (own === undefined) throw new Error(`internal: no function ${name}`);
  return own;
}

/** The operation that a function name stands for; the name itself where there is no alias. */
export function operationName(name: string): string {
  const own = functions().get(name);
  return (own && operations().get(own)) ?? name;
}
