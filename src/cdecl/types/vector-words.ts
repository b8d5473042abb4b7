// CUDA's vector types by name: `char1` … `double4`, `dim3`, the pairs of 16-bit floats and cuComplex.h's numbers. Says
// the same as ../vectors.ts.

import type { VectorNode } from "./nodes.js";

/** The vector type of that name; `never` where there is none. */
export type VectorOf<Name extends string> = Name extends keyof OtherVectors
  ? VectorNode<Name, OtherVectors[Name][0], OtherVectors[Name][1]>
  : Name extends `${infer Shorter extends keyof WidestVectors}_${"16a" | "32a"}`
    ? VectorNode<Name, WidestVectors[Shorter], 4>
    : Name extends `${infer Element extends keyof VectorElements}4`
      ? VectorNode<Name, VectorElements[Element], 4>
      : Name extends `${infer Element extends keyof VectorElements}3`
        ? VectorNode<Name, VectorElements[Element], 3>
        : Name extends `${infer Element extends keyof VectorElements}2`
          ? VectorNode<Name, VectorElements[Element], 2>
          : Name extends `${infer Element extends keyof VectorElements}1`
            ? VectorNode<Name, VectorElements[Element], 1>
            : never;

interface VectorElements {
  char: "int8";
  uchar: "uint8";
  short: "int16";
  ushort: "uint16";
  int: "int32";
  uint: "uint32";
  long: "long";
  ulong: "ulong";
  longlong: "int64";
  ulonglong: "uint64";
  float: "float32";
  double: "float64";
}

interface WidestVectors {
  long4: "long";
  ulong4: "ulong";
  longlong4: "int64";
  ulonglong4: "uint64";
  double4: "float64";
}

interface OtherVectors {
  dim3: ["uint32", 3];
  __half2: ["float16", 2];
  half2: ["float16", 2];
  __nv_bfloat162: ["bfloat16", 2];
  nv_bfloat162: ["bfloat16", 2];
  cuFloatComplex: ["float32", 2];
  cuComplex: ["float32", 2];
  cuDoubleComplex: ["float64", 2];
}
