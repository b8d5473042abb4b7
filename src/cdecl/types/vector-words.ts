// CUDA's vector types by name: `char1` … `double4`, `dim3`, the pairs of 16-bit floats and cuComplex.h's numbers, by
// the tables of ../vectors.ts.

import type { OtherVectors, VectorElements, WidestVectors } from "../vectors.js";
import type { VectorNode } from "./nodes.js";

/** The vector type of that name; `never` if there is none. */
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
