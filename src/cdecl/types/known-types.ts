// The meaning of names while a declaration is parsed; the type-level counterpart of TypeTable in ../ast.ts. C text may only use
// names that its `types` declare. Kernel source may use any name, which the compiler will resolve.

import type { CType, Field } from "../ast.js";

/** The names a declaration may use. */
export interface KnownTypes {
  /** Struct name to fields. */
  readonly structs: Readonly<Record<string, readonly Field[]>>;
  /** The names of enums, as a union. */
  readonly enums: string;
  readonly typedefs: Readonly<Record<string, CType>>;
  /** Names of numbers that an array length may use, as a union. */
  readonly constants: string;
  /**
   * With `cuda`, an unknown type is opaque and `const char*` is memory. With `c`, an unknown type is an error and `const char*` is
   * a string.
   */
  readonly language: "c" | "cuda";
  /** For `cuda`: the text in which an unknown name may be declared as a typedef or a macro. */
  readonly source: string;
}

/** The known types of a C declaration without `types`. */
export interface NoTypes {
  readonly structs: NoNames;
  readonly enums: never;
  readonly typedefs: NoNames;
  readonly constants: never;
  readonly language: "c";
  readonly source: "";
}

/** A table of names that is empty. */
export type NoNames = {};
