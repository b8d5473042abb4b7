// The words that make up C's arithmetic types. `unsigned`, `long`, `int` and their like come in any order and are
// counted; names such as `size_t` stand alone. Both lists say the same as the run-time parser's.

import type { ScalarName } from "../ast.js";
import type { ScalarNode, VoidNode } from "./nodes.js";

/** The words seen so far, as `sign|size|base`. */
export type WordState = `${string}|${string}|${string}`;

/** The state before the first word. */
export type NoWords = "||";

/** A word that can be part of a type of several words. */
export type ScalarWord = "signed" | "__signed__" | "unsigned" | "short" | "long" | BaseWord;

/** `complex` is a word of the type between `float` or `double` and a name or star; elsewhere it is itself a name. */
export type ComplexWord<
  State extends WordState,
  Rest extends string,
> = State extends `||${"float" | "double"}`
  ? Rest extends "" | `${")" | "[" | "(" | ","} ${string}`
    ? never
    : "complex"
  : never;

/** The state after one more word; `never` where C does not combine the two. */
export type AddWord<
  State extends WordState,
  Word extends string,
> = State extends `${infer Sign}|${infer Size}|${infer Base}`
  ? Word extends "signed" | "__signed__" | "unsigned"
    ? Sign extends ""
      ? `${Word extends "unsigned" ? Word : "signed"}|${Size}|${Base}`
      : never
    : Word extends "short"
      ? Size extends ""
        ? `${Sign}|short|${Base}`
        : never
      : Word extends "long"
        ? Size extends keyof Longer
          ? `${Sign}|${Longer[Size]}|${Base}`
          : never
        : Base extends keyof BaseSteps
          ? Word extends keyof BaseSteps[Base]
            ? `${Sign}|${Size}|${BaseSteps[Base][Word] & string}`
            : never
          : never
  : never;

/** The type that the words name together; `never` where they name none. */
export type TypeOfWords<State extends WordState> = State extends `${infer Sign}|${infer Size}|${infer Base}`
  ? Base extends "" | "int"
    ? Sign extends keyof Integers
      ? Size extends keyof Integers[Sign]
        ? ScalarNode<Integers[Sign][Size] & ScalarName>
        : never
      : never
    : Base extends keyof SizedIntegers
      ? `${Sign}|${Size}` extends keyof SizedIntegers[Base]
        ? ScalarNode<SizedIntegers[Base][`${Sign}|${Size}`] & ScalarName>
        : never
      : `${Sign}|${Size}` extends "|"
        ? Base extends keyof Floats
          ? ScalarNode<Floats[Base]>
          : Base extends "void"
            ? VoidNode
            : never
        : never
  : never;

/** Scalar types with a name of their own; a leading `std::` or `::` is dropped before. */
export interface NamedScalars {
  int8_t: "int8";
  uint8_t: "uint8";
  int16_t: "int16";
  uint16_t: "uint16";
  int32_t: "int32";
  uint32_t: "uint32";
  int64_t: "int64";
  uint64_t: "uint64";
  int_least8_t: "int8";
  uint_least8_t: "uint8";
  int_least16_t: "int16";
  uint_least16_t: "uint16";
  int_least32_t: "int32";
  uint_least32_t: "uint32";
  int_least64_t: "int64";
  uint_least64_t: "uint64";
  intmax_t: "int64";
  uintmax_t: "uint64";
  size_t: "size";
  ssize_t: "ssize";
  ptrdiff_t: "ssize";
  intptr_t: "ssize";
  uintptr_t: "size";
  char8_t: "uint8";
  char16_t: "uint16";
  char32_t: "uint32";
  uint: "uint32";
  ushort: "uint16";
  ulong: "ulong";
  _Float16: "float16";
  __half: "float16";
  half: "float16";
  _Float32: "float32";
  _Float64: "float64";
  __nv_bfloat16: "bfloat16";
  nv_bfloat16: "bfloat16";
  __bf16: "bfloat16";
  cudaTextureObject_t: "uint64";
  cudaSurfaceObject_t: "uint64";
  CUtexObject: "uint64";
  CUsurfObject: "uint64";
  cudaGraphConditionalHandle: "uint64";
}

type BaseWord = keyof BaseSteps[""];

interface Longer {
  "": "long";
  long: "long long";
}

interface BaseSteps {
  "": {
    char: "char";
    int: "int";
    float: "float";
    double: "double";
    bool: "bool";
    _Bool: "bool";
    void: "void";
    _Complex: "complex";
    __complex__: "complex";
    __int8: "int8";
    __int16: "int16";
    __int32: "int32";
    __int64: "int64";
  };
  float: { _Complex: "complex float"; __complex__: "complex float"; complex: "complex float" };
  double: { _Complex: "complex double"; __complex__: "complex double"; complex: "complex double" };
  complex: { float: "complex float"; double: "complex double" };
}

interface Integers {
  "": SignedIntegers;
  signed: SignedIntegers;
  unsigned: { "": "uint32"; short: "uint16"; long: "ulong"; "long long": "uint64" };
}

interface SignedIntegers {
  "": "int32";
  short: "int16";
  long: "long";
  "long long": "int64";
}

/** Types whose size is in the base word: `sign|` to the scalar. */
interface SizedIntegers {
  char: { "|": "char"; "signed|": "int8"; "unsigned|": "uint8" };
  int8: { "|": "int8"; "signed|": "int8"; "unsigned|": "uint8" };
  int16: { "|": "int16"; "signed|": "int16"; "unsigned|": "uint16" };
  int32: { "|": "int32"; "signed|": "int32"; "unsigned|": "uint32" };
  int64: { "|": "int64"; "signed|": "int64"; "unsigned|": "uint64" };
}

interface Floats {
  float: "float32";
  double: "float64";
  bool: "bool";
  "complex float": "complex64";
  "complex double": "complex128";
}
