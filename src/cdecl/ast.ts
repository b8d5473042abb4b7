// What a C declaration means, for run time. parse*.ts produce it; ffi/ and runtime/ consume it.
// It is plain data without sizes: how wide `long` or a pointer is depends on the data model of who runs it
// (the host, the GPU, the 32-bit CPU backend), so sizes live in layout.ts.

import type { ScalarName } from "./scalars.js";

export type { ScalarName } from "./scalars.js";

/** A length such as `2*n+1`: integer arithmetic (`+ - * /`, parentheses) over parameter names. */
export type LengthExpression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "parameter"; readonly name: string }
  | {
      readonly kind: "binary";
      readonly operator: "+" | "-" | "*" | "/";
      readonly left: LengthExpression;
      readonly right: LengthExpression;
    };

/**
 * The type of a parameter, a result, a field or of what a pointer points to. There is no array kind: a parameter
 * `a[n]` is a pointer with a `length`, a field `name[16]` has a `count`.
 */
export type CType =
  | { readonly kind: "void" }
  | { readonly kind: "scalar"; readonly name: ScalarName }
  /** CUDA's vector types: `float4`, `int2`, `dim3` (uint32 x 3). */
  | {
      readonly kind: "vector";
      readonly name: string;
      readonly element: ScalarName;
      readonly lanes: 1 | 2 | 3 | 4;
    }
  | PointerType
  /** `const char*`: a NUL-terminated string. A plain `char*` is a pointer to memory. */
  | { readonly kind: "string" }
  | { readonly kind: "struct"; readonly name: string }
  | { readonly kind: "enum"; readonly name: string }
  | { readonly kind: "callback"; readonly result: CType; readonly parameters: readonly Parameter[] }
  /** A type of kernel source text that is legal there and opaque here (a template parameter, a class). */
  | { readonly kind: "opaque"; readonly text: string };

export interface PointerType {
  readonly kind: "pointer";
  readonly to: CType;
  /** True when what is pointed to is const: the callee only reads it. */
  readonly readonly: boolean;
  /**
   * True for every pointer of a `__device__ T*` declaration: memory that lives on a GPU. False in kernel signatures,
   * where it goes without saying.
   */
  readonly device: boolean;
  /** From `a[n]`: how many elements must be there; `m[rows][cols]` has `rows*cols`. */
  readonly length?: LengthExpression;
}

export interface Parameter {
  /** Absent in `int(int, int)`. */
  readonly name?: string;
  readonly type: CType;
  /** True when the kernel source gives it a default argument. */
  readonly optional?: boolean;
}

/** A C function: what `dlopen`'s table declares. */
export interface FunctionDeclaration {
  /** Absent in the nameless form, `double(double)`. */
  readonly name?: string;
  readonly result: CType;
  readonly parameters: readonly Parameter[];
}

/** One member of a struct. */
export interface Field {
  readonly name: string;
  readonly type: CType;
  /** From `char name[16]` (16) or `float m[3][4]` (12): how many elements; absent when it is no array. */
  readonly count?: number;
}

/** `struct name { … }`, or `typedef struct { … } name`. */
export interface StructDeclaration {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly Field[];
}

/** `enum name { … }`; an `underlying` of int32 unless the text or a value asks for another. */
export interface EnumDeclaration {
  readonly kind: "enum";
  readonly name: string;
  readonly underlying: ScalarName;
  readonly values: Readonly<Record<string, number>>;
}

/** A type that a typedef names; `count` when it names an array. */
export interface TypedefDeclaration {
  readonly type: CType;
  /** True for `typedef const float real;`. */
  readonly readonly?: boolean;
  readonly count?: number;
}

/** The types that declarations may use by name: what `parseTypes` returns. */
export interface TypeTable {
  readonly structs: ReadonlyMap<string, StructDeclaration>;
  readonly enums: ReadonlyMap<string, EnumDeclaration>;
  readonly typedefs: ReadonlyMap<string, TypedefDeclaration>;
  /** Enumerators and `#define NAME 16`: names that a length may use. */
  readonly constants: ReadonlyMap<string, number>;
}

/** A `__global__` function found in CUDA C++ source text. */
export interface KernelSignature {
  readonly name: string;
  /** `ns::inner::name`; equals `name` outside namespaces. */
  readonly qualifiedName: string;
  /** True inside `extern "C"`: the symbol is not mangled. */
  readonly externC: boolean;
  /** The parameter list of `template <…>`, verbatim; absent for a plain kernel. */
  readonly template?: string;
  readonly parameters: readonly Parameter[];
  /** Where the name stands, counting from 1. */
  readonly line: number;
  readonly column: number;
}
