// Elements that every rank can compute for every other: small whole numbers, which all dtypes hold exactly, so that results
// are compared for equality.

import * as cu from "../../src/index.js";
import { type DType, dtypes } from "../../src/core/dtype.js";

/** Numbers that an array holds; complex ones are pairs. */
export type Numbers = readonly number[];

/** The element at an index of a rank's array. */
export function elementOf(dtype: DType, rank: number, index: number): Numbers {
  const value = 1 + ((rank * 7 + index * 3) % 4);
  if (dtype === "bool") return [value % 2];
  return dtypes[dtype].kind === "complex" ? [value, 1 + ((rank + index) % 3)] : [value];
}

export function elementsOf(dtype: DType, rank: number, size: number): Numbers {
  return Array.from({ length: size }, (_, index) => elementOf(dtype, rank, index)).flat();
}

/** An array of numbers. */
function arrayOf(dtype: DType, numbers: Numbers, shape: readonly number[]): cu.NDArray {
  if (dtypes[dtype].kind !== "complex") {
    return cu.array(Float64Array.from(numbers), { device: "cpu" }).astype(dtype).reshape(shape);
  }
  const pairs = cu.fromBuffer(Float64Array.from(numbers), { dtype: "complex128", device: "cpu" });
  return pairs.astype(dtype).reshape(shape);
}

/** A rank's own array. */
export function ownArray(dtype: DType, rank: number, shape: readonly number[]): cu.NDArray {
  const size = shape.reduce((product, length) => product * length, 1);
  return arrayOf(dtype, elementsOf(dtype, rank, size), shape);
}

/** The numbers of an array, in C order. */
async function numbersOf(x: cu.NDArray): Promise<number[]> {
  const wide = x.astype(dtypes[x.dtype].kind === "complex" ? "complex128" : "float64");
  return Array.from(await wide.data());
}

/** Throws unless an array holds these numbers. */
export async function expectNumbers(x: cu.NDArray, expected: Numbers, what: string): Promise<void> {
  const own = await numbersOf(x);
  const at = expected.findIndex((value, index) => own[index] !== value);
  if (at === -1 && own.length === expected.length) return;
  throw new Error(
    `${what}: ${own.length} numbers where ${expected.length} were expected, at ${at}: ${own[at]} is not ${expected[at]}`,
  );
}

/** One element of several ranks as one. */
export function reduced(dtype: DType, op: string, elements: readonly Numbers[]): Numbers {
  return elements.reduce((a, b) => combine(dtype, op, a, b));
}

function combine(dtype: DType, op: string, a: Numbers, b: Numbers): Numbers {
  const [x = 0, xi = 0] = a;
  const [y = 0, yi = 0] = b;
  if (dtypes[dtype].kind === "complex") {
    return op === "sum" ? [x + y, xi + yi] : [x * y - xi * yi, x * yi + xi * y];
  }
  const value = { sum: x + y, prod: x * y, max: Math.max(x, y), min: Math.min(x, y) }[op] as number;
  return [dtype === "bool" ? Math.min(1, value) : value];
}
