// The meaning of C declarations at run time. parse*.ts produce these nodes; ffi/ and runtime/ use them. They are plain data without
// sizes, because the size of `long` or a pointer depends on the data model of the code that runs (the host, the GPU, the 32-bit cpu
// device). Sizes are in layout.ts.

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
 * The type of a parameter, result, field or pointer target. There is no array kind: a parameter `a[n]` is a pointer with a
 * `length`, and a field `name[16]` has a `count`.
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
  /** A type in kernel source that only the compiler knows, such as a template parameter or a class. */
  | { readonly kind: "opaque"; readonly text: string };

export interface PointerType {
  readonly kind: "pointer";
  readonly to: CType;
  /** True if the target is const, so the callee only reads it. */
  readonly readonly: boolean;
  /**
   * True for every pointer of a `__device__ T*` declaration: memory that lives on a GPU. False in kernel signatures, where all
   * pointers are device pointers.
   */
  readonly device: boolean;
  /** From `a[n]`: the required number of elements. For `m[rows][cols]` it is `rows*cols`. */
  readonly length?: LengthExpression;
}

export interface Parameter {
  /** Absent in `int(int, int)`. */
  readonly name?: string;
  readonly type: CType;
  /** True if the kernel source has a default argument for it. */
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
  /** The number of elements, from `char name[16]` (16) or `float m[3][4]` (12); absent if it is not an array. */
  readonly count?: number;
}

/** `struct name { … }`, or `typedef struct { … } name`. */
export interface StructDeclaration {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly Field[];
}

/** `enum name { … }`. `underlying` is int32 unless the text or a value requires another type. */
export interface EnumDeclaration {
  readonly kind: "enum";
  readonly name: string;
  readonly underlying: ScalarName;
  readonly values: Readonly<Record<string, number>>;
}

/** The type that a typedef names; `count` is set if it is an array. */
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
  /** The place of the name, counting from 1. */
  readonly line: number;
  readonly column: number;
}
