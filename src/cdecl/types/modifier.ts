// What stands around the name of a declarator: one modifier for each star, pair of brackets and parameter list.

import type { LengthExpression, Parameter } from "../ast.js";

/** A star, and whether `const` or `__device__` stands behind it. */
export interface Star<IsConst extends boolean = boolean, Device extends boolean = boolean> {
  readonly kind: "pointer";
  readonly readonly: IsConst;
  readonly device: Device;
}

/** Brackets; their length is `open` where none is given, and in CUDA source, where it means nothing to a caller. */
export interface Brackets<Length extends LengthExpression | "open" = LengthExpression | "open"> {
  readonly kind: "array";
  readonly length: Length;
}

/** A parameter list. */
export interface ParameterList<List extends readonly Parameter[] = readonly Parameter[]> {
  readonly kind: "function";
  readonly parameters: List;
}

/** One step around a name. */
export type Modifier = Star | Brackets | ParameterList;
