// CUDA's built-in vector types, `char1` … `double4`, `dim3`, and the packed pairs of 16-bit floats.

import { lazy } from "../core/lazy.js";
import type { CType, ScalarName } from "./ast.js";

/** A vector type of CUDA. */
export type VectorType = Extract<CType, { kind: "vector" }>;

/** The element types of `char1` … `double4`. */
const vectorElements = {
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
} as const satisfies Readonly<Record<string, ScalarName>>;

/** The types that CUDA 13 replaces by types with an explicit alignment, such as `double4_32a`. */
const widestVectors = {
  long4: "long",
  ulong4: "ulong",
  longlong4: "int64",
  ulonglong4: "uint64",
  double4: "float64",
} as const satisfies Readonly<Record<string, ScalarName>>;

const otherVectors = {
  dim3: ["uint32", 3],
  __half2: ["float16", 2],
  half2: ["float16", 2],
  __nv_bfloat162: ["bfloat16", 2],
  nv_bfloat162: ["bfloat16", 2],
  cuFloatComplex: ["float32", 2],
  cuComplex: ["float32", 2],
  cufftComplex: ["float32", 2],
  cuDoubleComplex: ["float64", 2],
  cufftDoubleComplex: ["float64", 2],
} as const satisfies Readonly<Record<string, readonly [ScalarName, VectorType["lanes"]]>>;

/** The tables above as types, for types/vector-words.ts. */
export type VectorElements = typeof vectorElements;
export type WidestVectors = typeof widestVectors;
export type OtherVectors = typeof otherVectors;

function* allVectors(): Generator<VectorType> {
  for (const [prefix, element] of Object.entries(vectorElements)) {
    for (const lanes of [1, 2, 3, 4] as const) {
      yield { kind: "vector", name: `${prefix}${lanes}`, element, lanes };
    }
  }
  for (const [name, element] of Object.entries(widestVectors)) {
    yield { kind: "vector", name: `${name}_16a`, element, lanes: 4 };
    yield { kind: "vector", name: `${name}_32a`, element, lanes: 4 };
  }
  for (const [name, [element, lanes]] of Object.entries(otherVectors)) {
    yield { kind: "vector", name, element, lanes };
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
