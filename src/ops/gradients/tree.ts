// Arrays in lists and objects: the parameters of a model are one argument, and their gradients one value of the same form.

import { isNDArray, type NDArray } from "../../array/ndarray.js";

/** A value whose arrays are gradients: in place of each array one of its dtype, null for integers and all else. */
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

/** The arrays of a value: itself, or those in its lists and plain objects, in order. */
export function arraysOf(value: unknown): NDArray[] {
  const found: NDArray[] = [];
  mapArrays(value, (array) => {
    found.push(array);
    return array;
  });
  return found;
}

/** The value with other arrays; `other` for what is no array, list or plain object. */
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
