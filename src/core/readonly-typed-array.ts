// A typed array seen read-only: what a `const float*` parameter accepts and a `float*` parameter refuses, at compile
// time. JavaScript cannot freeze a typed array, so nothing of this exists at run time. `buffer` and `subarray`'s
// mutable result are left out because they are ways round it; every typed array is assignable to its read-only type.

import type { TypedArray } from "./dtype.js";

/**
 * `T` without its mutators and with a read-only index.
 * @example
 * const weights: ReadonlyTypedArray<Float32Array> = new Float32Array(4);
 * weights[0] = 1; // compile error
 */
export type ReadonlyTypedArray<T extends TypedArray = TypedArray> = T extends TypedArray
  ? Pick<T, "length" | "byteLength" | "byteOffset" | "BYTES_PER_ELEMENT" | typeof Symbol.toStringTag> &
      Reading<T[number], T>
  : never;

/** A typed array or its read-only view: for functions that only read. */
export type ReadableTypedArray<T extends TypedArray = TypedArray> = T | ReadonlyTypedArray<T>;

interface Reading<E extends number | bigint, T extends TypedArray> {
  readonly [index: number]: E;
  at(index: number): E | undefined;
  entries(): IterableIterator<[number, E]>;
  every(test: (value: E, index: number) => unknown): boolean;
  filter(test: (value: E, index: number) => unknown): T;
  find(test: (value: E, index: number) => boolean): E | undefined;
  findIndex(test: (value: E, index: number) => boolean): number;
  forEach(visit: (value: E, index: number) => void): void;
  includes(value: E, fromIndex?: number): boolean;
  indexOf(value: E, fromIndex?: number): number;
  join(separator?: string): string;
  keys(): IterableIterator<number>;
  lastIndexOf(value: E, fromIndex?: number): number;
  map(transform: (value: E, index: number) => E): T;
  reduce<U>(combine: (previous: U, value: E, index: number) => U, initial: U): U;
  slice(start?: number, end?: number): T;
  some(test: (value: E, index: number) => unknown): boolean;
  subarray(begin?: number, end?: number): ReadonlyTypedArray<T>;
  values(): IterableIterator<E>;
  [Symbol.iterator](): IterableIterator<E>;
}
