// CUDA's built-in vector types, `char1` … `double4`, `dim3`, and the packed pairs of 16-bit floats.

import { lazy } from "../core/lazy.js";
import type { CType, ScalarName } from "./ast.js";

/** A vector type of CUDA. */
export type VectorType = Extract<CType, { kind: "vector" }>;

const elements: Readonly<Record<string, ScalarName>> = {
  char: "int8",
  uchar: "uint8",
  short: "int16",
  ushort: "uint16",
  int: "int32",
  uint: "uint32",
  long: "long",
  ulong: "ulong",
  longlong: "int64",
  ulonglong: "uint64",
  float: "float32",
  double: "float64",
};

// CUDA 13 replaces these by types that say their alignment.
const widest = ["long4", "ulong4", "longlong4", "ulonglong4", "double4"];

function* allVectors(): Generator<VectorType> {
  for (const [prefix, element] of Object.entries(elements)) {
    for (const lanes of [1, 2, 3, 4] as const) {
      const name = `${prefix}${lanes}`;
      yield { kind: "vector", name, element, lanes };
      if (!widest.includes(name)) continue;
      yield { kind: "vector", name: `${name}_16a`, element, lanes };
      yield { kind: "vector", name: `${name}_32a`, element, lanes };
    }
  }
  yield { kind: "vector", name: "dim3", element: "uint32", lanes: 3 };
  for (const name of ["__half2", "half2"]) yield { kind: "vector", name, element: "float16", lanes: 2 };
  for (const name of ["__nv_bfloat162", "nv_bfloat162"]) {
    yield { kind: "vector", name, element: "bfloat16", lanes: 2 };
  }
  for (const name of ["cuFloatComplex", "cuComplex"])
    yield { kind: "vector", name, element: "float32", lanes: 2 };
  for (const name of ["cuDoubleComplex", "cufftDoubleComplex"]) {
    yield { kind: "vector", name, element: "float64", lanes: 2 };
  }
}

/** Every vector type by its name. */
export const vectorTypes = lazy(
  (): ReadonlyMap<string, VectorType> => new Map([...allVectors()].map((vector) => [vector.name, vector])),
);

/** The alignment of a vector type, given the size of one element. */
export function vectorAlignment(vector: VectorType, elementSize: number): number {
  if (vector.name.endsWith("_32a")) return 32;
  if (vector.lanes === 1 || vector.lanes === 3) return elementSize;
  return Math.min(vector.lanes * elementSize, 16);
}
