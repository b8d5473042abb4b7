// What names mean while a declaration is read: the type-level counterpart of TypeTable in ../ast.ts. `C` text knows
// what its `types` declare and refuses the rest; kernel source may use anything the compiler will find later.

import type { CType, Field } from "../ast.js";

/** The names a declaration may use. */
export interface KnownTypes {
  /** Struct name to fields. */
  readonly structs: Readonly<Record<string, readonly Field[]>>;
  /** The names of enums, as a union. */
  readonly enums: string;
  readonly typedefs: Readonly<Record<string, CType>>;
  /** Names that stand for a number in an array length, as a union. */
  readonly constants: string;
  /** `cuda` reads an unknown type as opaque and `const char*` as memory; `c` refuses the one, the other is a string. */
  readonly language: "c" | "cuda";
  /** For `cuda`: the text in which an unknown name may turn out to be a typedef or a macro. */
  readonly source: string;
}

/** What a C declaration knows when no types are given. */
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
