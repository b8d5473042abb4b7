// Arrays nested in lists and objects: the parameters of a model are one argument, and their gradients have the same structure.

import { isNDArray, type NDArray } from "../../array/ndarray.js";

/** A value of the same structure, with a gradient of the same dtype for each array, and null for integers and everything else. */
export type GradientsOf<T> = [T] extends [NDArray<infer D>]
  ? [Extract<D, FloatType>] extends [never]
    ? null
    : NDArray<Extract<D, FloatType>>
  : T extends Plain
    ? null
    : T extends readonly unknown[] | object
      ? { readonly [K in keyof T]: GradientsOf<T[K]> }
      : null;

type FloatType = "float16" | "bfloat16" | "float32" | "float64" | "complex64" | "complex128";
type Plain = string | number | bigint | boolean | symbol | null | undefined | ((...args: never[]) => unknown);

/** The arrays in a value (itself, or in its lists and plain objects), in order. */
export function arraysOf(value: unknown): NDArray[] {
  const found: NDArray[] = [];
  mapArrays(value, (array) => {
    found.push(array);
    return array;
  });
  return found;
}

/** The value with its arrays mapped by one function; `other` maps everything that is no array, list or plain object. */
export function mapArrays(
  value: unknown,
  map: (array: NDArray) => unknown,
  other: (value: unknown) => unknown = (own) => own,
): unknown {
  if (isNDArray(value)) return map(value);
  if (Array.isArray(value)) return value.map((one) => mapArrays(one, map, other));
  if (!isPlainObject(value)) return other(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapArrays(one, map, other)]));
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
