// The modifiers around the name of a declarator: one for each star, pair of brackets and parameter list.

import type { LengthExpression, Parameter } from "../ast.js";

/** A star, and whether `const` or `__device__` follows it. */
export interface Star<IsConst extends boolean = boolean, Device extends boolean = boolean> {
  readonly kind: "pointer";
  readonly readonly: IsConst;
  readonly device: Device;
}

/** Brackets. Their length is `open` if none is given, and in CUDA source, where it does not matter to callers. */
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
