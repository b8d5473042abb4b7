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
  /** `kernel` reads an unknown type as opaque and `const char*` as memory; `c` refuses the one and makes the other a string. */
  readonly language: "c" | "kernel";
}

/** What a C declaration knows when no types are given. */
export interface NoTypes {
  // biome-ignore lint/complexity/noBannedTypes: no names
  readonly structs: {};
  readonly enums: never;
  // biome-ignore lint/complexity/noBannedTypes: no names
  readonly typedefs: {};
  readonly constants: never;
  readonly language: "c";
}
