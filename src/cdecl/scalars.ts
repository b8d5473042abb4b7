// Every spelling of C's arithmetic types. A single name such as `uint8_t` is looked up; words such as
// `unsigned long int` are added one by one, in any order, and the word that contradicts the others is the one blamed.

import type { ScalarName } from "./ast.js";

/** Type names that are one word and mean the same on every data model, or follow its pointer size. */
export const scalarNames: ReadonlyMap<string, ScalarName> = new Map<string, ScalarName>([
  ["int8_t", "int8"],
  ["uint8_t", "uint8"],
  ["int16_t", "int16"],
  ["uint16_t", "uint16"],
  ["int32_t", "int32"],
  ["uint32_t", "uint32"],
  ["int64_t", "int64"],
  ["uint64_t", "uint64"],
  // C23 says what every ABI does: where intN_t exists, int_leastN_t is that type.
  ["int_least8_t", "int8"],
  ["uint_least8_t", "uint8"],
  ["int_least16_t", "int16"],
  ["uint_least16_t", "uint16"],
  ["int_least32_t", "int32"],
  ["uint_least32_t", "uint32"],
  ["int_least64_t", "int64"],
  ["uint_least64_t", "uint64"],
  ["intmax_t", "int64"],
  ["uintmax_t", "uint64"],
  ["size_t", "size"],
  ["ssize_t", "ssize"],
  ["ptrdiff_t", "ssize"],
  ["intptr_t", "ssize"],
  ["uintptr_t", "size"],
  ["char8_t", "uint8"],
  ["char16_t", "uint16"],
  ["char32_t", "uint32"],
  // BSD and glibc have these, and CUDA sources use them.
  ["uint", "uint32"],
  ["ushort", "uint16"],
  ["ulong", "ulong"],
  ["_Float16", "float16"],
  ["__half", "float16"],
  ["half", "float16"],
  ["_Float32", "float32"],
  ["_Float64", "float64"],
  ["__bf16", "bfloat16"],
  ["__nv_bfloat16", "bfloat16"],
  ["nv_bfloat16", "bfloat16"],
]);

type Refusal = readonly [reason: string, advice: string];

const fast = "its width is not fixed by the ABI";

/** Names that C knows and CuTS refuses: the reason, then what to write instead. */
export const refusedNames: ReadonlyMap<string, Refusal> = new Map<string, Refusal>([
  ...[8, 16, 32, 64].flatMap((bits) => [
    [
      `int_fast${bits}_t`,
      [fast, `the type it is on your platform, such as \`int${bits}_t\` or \`long\``],
    ] as const,
    [`uint_fast${bits}_t`, [fast, `the type it is on your platform, such as \`uint${bits}_t\``]] as const,
  ]),
  ["wchar_t", ["it has 2 bytes on Windows and 4 elsewhere", "`char16_t` or `char32_t`"]],
  [
    "__int128",
    ["no JavaScript value and no dtype has 128 bits", "a struct of two 64-bit halves, by pointer"],
  ],
  ["__float128", ["no JavaScript value and no dtype has 128 bits", "`double`"]],
  ["_Float128", ["no JavaScript value and no dtype has 128 bits", "`double`"]],
  ["_Decimal64", ["JavaScript has no decimal numbers", "`double` on the C side"]],
  ["va_list", ["its layout is the compiler's secret", "a C function with a fixed parameter list"]],
  ["_Atomic", ["plain memory cannot promise atomic access", "the plain type, where only one thread uses it"]],
]);

/** Words that make up arithmetic types together. */
export const arithmeticWords: ReadonlySet<string> = new Set([
  "void",
  "char",
  "int",
  "float",
  "double",
  "bool",
  "_Bool",
  "short",
  "long",
  "signed",
  "__signed__",
  "unsigned",
  "_Complex",
  "__complex__",
  "__int8",
  "__int16",
  "__int32",
  "__int64",
]);

const integerScalars: ReadonlySet<ScalarName> = new Set<ScalarName>([
  "char",
  "int8",
  "uint8",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "long",
  "ulong",
  "int64",
  "uint64",
  "size",
  "ssize",
]);

/** True for the scalars that can count something. */
export function isIntegerScalar(name: ScalarName): boolean {
  return integerScalars.has(name);
}

/** What adding a word came to: fine, a contradiction, or `long double`. */
export type WordOutcome = "fine" | "contradiction" | "long double";

/** The arithmetic words of one type, added in the order they stand. */
export class ArithmeticWords {
  #base: string | undefined;
  #sign: "signed" | "unsigned" | undefined;
  #shorts = 0;
  #longs = 0;
  #complex = false;

  /** True when no word has been added. */
  get isEmpty(): boolean {
    return this.#base === undefined && this.#sign === undefined && !this.#sized && !this.#complex;
  }

  /** True when `complex` would make a complex type out of the words so far. */
  get isReal(): boolean {
    return (this.#base === "float" || this.#base === "double") && !this.#complex;
  }

  /** Adds a word of `arithmeticWords`. */
  add(word: string): WordOutcome {
    switch (word) {
      case "signed":
      case "__signed__":
      case "unsigned":
        if (this.#sign !== undefined || !this.#baseIs(undefined, "int", "char", "__int"))
          return "contradiction";
        this.#sign = word === "unsigned" ? "unsigned" : "signed";
        return this.#complex ? "contradiction" : "fine";
      case "short":
        if (this.#sized || this.#complex || !this.#baseIs(undefined, "int")) return "contradiction";
        this.#shorts = 1;
        return "fine";
      case "long":
        if (this.#baseIs("double") && this.#longs === 0) return "long double";
        if (this.#shorts > 0 || this.#longs === 2 || !this.#baseIs(undefined, "int")) return "contradiction";
        this.#longs++;
        return "fine";
      case "_Complex":
      case "__complex__":
        if (this.#complex || this.#sign !== undefined || this.#sized) return "contradiction";
        this.#complex = true;
        return this.#baseIs(undefined, "float", "double") ? "fine" : "contradiction";
      default:
        return this.#addBase(word);
    }
  }

  /** The type the words make; `void` is no scalar; undefined for a lone `_Complex`. */
  finish(): ScalarName | "void" | undefined {
    const unsigned = this.#sign === "unsigned";
    switch (this.#base) {
      case "void":
        return "void";
      case "bool":
      case "_Bool":
        return "bool";
      case "float":
        return this.#complex ? "complex64" : "float32";
      case "double":
        return this.#complex ? "complex128" : "float64";
      case "char":
      case "__int8":
        if (this.#sign === undefined && this.#base === "char") return "char";
        return unsigned ? "uint8" : "int8";
      case "__int16":
        return unsigned ? "uint16" : "int16";
      case "__int64":
        return unsigned ? "uint64" : "int64";
      default:
    }
    if (this.#complex) return undefined;
    if (this.#shorts > 0) return unsigned ? "uint16" : "int16";
    if (this.#longs === 2) return unsigned ? "uint64" : "int64";
    if (this.#longs === 1) return unsigned ? "ulong" : "long";
    return unsigned ? "uint32" : "int32";
  }

  #addBase(word: string): WordOutcome {
    if (this.#base !== undefined) return "contradiction";
    const takesSign = word === "int" || word === "char" || word.startsWith("__int");
    if (this.#sign !== undefined && !takesSign) return "contradiction";
    if (word === "double" && this.#longs === 1) return "long double";
    if (this.#sized && word !== "int") return "contradiction";
    if (this.#complex && word !== "float" && word !== "double") return "contradiction";
    this.#base = word;
    return "fine";
  }

  get #sized(): boolean {
    return this.#shorts + this.#longs > 0;
  }

  #baseIs(...bases: (string | undefined)[]): boolean {
    const base = this.#base?.startsWith("__int") ? "__int" : this.#base;
    return bases.includes(base);
  }
}
