// C's arithmetic types: their properties and all their spellings. These tables are the only ones: the run-time parser, the
// type-level parser (types/) and all code that needs a size, a dtype or the C text of a scalar use them. A single name such as
// `uint8_t` is looked up. Words such as `unsigned long int` are added one by one, in any order, so that an error can name the word
// that does not fit.

import { lazy } from "../core/lazy.js";

/**
 * Every arithmetic type by its canonical name: its text in messages, its size (`long` and pointers differ between data models, see
 * layout.ts), its kind, and the dtypes of arrays that store it if `long` and pointers have 64 bits. C does not define whether
 * `char` is signed.
 */
export const scalars = {
  bool: { text: "bool", byteLength: 1, kind: "bool", dtypes: ["bool"] },
  char: { text: "char", byteLength: 1, kind: "int", dtypes: ["int8", "uint8"] },
  int8: { text: "int8_t", byteLength: 1, kind: "int", dtypes: ["int8"] },
  uint8: { text: "uint8_t", byteLength: 1, kind: "uint", dtypes: ["uint8"] },
  int16: { text: "int16_t", byteLength: 2, kind: "int", dtypes: ["int16"] },
  uint16: { text: "uint16_t", byteLength: 2, kind: "uint", dtypes: ["uint16"] },
  int32: { text: "int", byteLength: 4, kind: "int", dtypes: ["int32"] },
  uint32: { text: "unsigned int", byteLength: 4, kind: "uint", dtypes: ["uint32"] },
  long: { text: "long", byteLength: "long", kind: "int", dtypes: ["int64"] },
  ulong: { text: "unsigned long", byteLength: "long", kind: "uint", dtypes: ["uint64"] },
  int64: { text: "int64_t", byteLength: 8, kind: "int", dtypes: ["int64"] },
  uint64: { text: "uint64_t", byteLength: 8, kind: "uint", dtypes: ["uint64"] },
  size: { text: "size_t", byteLength: "pointer", kind: "uint", dtypes: ["uint64"] },
  ssize: { text: "ssize_t", byteLength: "pointer", kind: "int", dtypes: ["int64"] },
  float16: { text: "__half", byteLength: 2, kind: "float", dtypes: ["float16"] },
  bfloat16: { text: "__nv_bfloat16", byteLength: 2, kind: "float", dtypes: ["bfloat16"] },
  float32: { text: "float", byteLength: 4, kind: "float", dtypes: ["float32"] },
  float64: { text: "double", byteLength: 8, kind: "float", dtypes: ["float64"] },
  complex64: { text: "float _Complex", byteLength: 8, kind: "complex", dtypes: ["complex64"] },
  complex128: { text: "double _Complex", byteLength: 16, kind: "complex", dtypes: ["complex128"] },
} as const;

/** The table of all scalars, as a type. */
export type Scalars = typeof scalars;

/** Canonical names of C's arithmetic types; every spelling of a type has exactly one. */
export type ScalarName = keyof Scalars;

/** The integer scalars. */
export type IntegerScalar = {
  [Name in ScalarName]: Scalars[Name]["kind"] extends "int" | "uint" ? Name : never;
}[ScalarName];

/** Whether a scalar is an integer. */
export function isIntegerScalar(name: ScalarName): name is IntegerScalar {
  const { kind } = scalars[name];
  return kind === "int" || kind === "uint";
}

/** Scalar types with a single name, such as `uint8_t`. */
const namedScalars = {
  int8_t: "int8",
  uint8_t: "uint8",
  int16_t: "int16",
  uint16_t: "uint16",
  int32_t: "int32",
  uint32_t: "uint32",
  int64_t: "int64",
  uint64_t: "uint64",
  // C23 says what every ABI does: where intN_t exists, int_leastN_t is that type.
  int_least8_t: "int8",
  uint_least8_t: "uint8",
  int_least16_t: "int16",
  uint_least16_t: "uint16",
  int_least32_t: "int32",
  uint_least32_t: "uint32",
  int_least64_t: "int64",
  uint_least64_t: "uint64",
  intmax_t: "int64",
  uintmax_t: "uint64",
  size_t: "size",
  ssize_t: "ssize",
  ptrdiff_t: "ssize",
  intptr_t: "ssize",
  uintptr_t: "size",
  char8_t: "uint8",
  char16_t: "uint16",
  char32_t: "uint32",
  // BSD and glibc have these, and CUDA sources use them.
  uint: "uint32",
  ushort: "uint16",
  ulong: "ulong",
  _Float16: "float16",
  __half: "float16",
  half: "float16",
  _Float32: "float32",
  _Float64: "float64",
  __bf16: "bfloat16",
  __nv_bfloat16: "bfloat16",
  nv_bfloat16: "bfloat16",
  // Handles of the CUDA runtime and driver that kernels take.
  cudaTextureObject_t: "uint64",
  cudaSurfaceObject_t: "uint64",
  CUtexObject: "uint64",
  CUsurfObject: "uint64",
  cudaGraphConditionalHandle: "uint64",
  // Statuses, which are enumerations of many names.
  cudaError_t: "int32",
  CUresult: "int32",
} as const satisfies Readonly<Record<string, ScalarName>>;

/** Scalar types with a single name, without `std::` or `::`. */
export type NamedScalars = typeof namedScalars;

/** The scalar for each single name. */
export const scalarNames: ReadonlyMap<string, ScalarName> = new Map<string, ScalarName>(
  Object.entries(namedScalars),
);

type Refusal = readonly [reason: string, advice: string];

const fast = "its width is not fixed by the ABI";

/** Valid C type names that CuTS rejects, each with the reason and what to write instead. */
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

/** The type for each combination of words, in alphabetical order. `int` may be omitted beside other words. */
const spellings = {
  void: "void",
  bool: "bool",
  char: "char",
  "char signed": "int8",
  "char unsigned": "uint8",
  __int8: "int8",
  "__int8 signed": "int8",
  "__int8 unsigned": "uint8",
  __int16: "int16",
  "__int16 signed": "int16",
  "__int16 unsigned": "uint16",
  __int32: "int32",
  "__int32 signed": "int32",
  "__int32 unsigned": "uint32",
  __int64: "int64",
  "__int64 signed": "int64",
  "__int64 unsigned": "uint64",
  int: "int32",
  "int signed": "int32",
  "int unsigned": "uint32",
  "int short": "int16",
  "int short signed": "int16",
  "int short unsigned": "uint16",
  "int long": "long",
  "int long signed": "long",
  "int long unsigned": "ulong",
  "int long long": "int64",
  "int long long signed": "int64",
  "int long long unsigned": "uint64",
  float: "float32",
  double: "float64",
  "double long": "long double",
  "_Complex float": "complex64",
  "_Complex double": "complex128",
} as const satisfies Readonly<Record<string, ScalarName | "void" | "long double">>;

/** The table of combinations as a type; types/scalar-words.ts removes words from its keys one by one. */
export type Spellings = typeof spellings;

/** Synonyms of single words. `complex` counts only if it cannot be a name. */
const wordSynonyms = {
  _Bool: "bool",
  __signed__: "signed",
  __complex__: "_Complex",
  complex: "_Complex",
} as const;

/** Other spellings of single words, as a type. */
export type WordSynonyms = typeof wordSynonyms;

/** A word that makes up arithmetic types together with others. */
export type ArithmeticWord = WordsOf<keyof Spellings> | Exclude<keyof WordSynonyms, "complex">;

type WordsOf<S extends string> = S extends `${infer First} ${infer Rest}` ? First | WordsOf<Rest> : S;

/** Words that make up arithmetic types together. */
export const arithmeticWords: ReadonlySet<string> = new Set([
  ...Object.keys(spellings).flatMap((key) => key.split(" ")),
  ...Object.keys(wordSynonyms).filter((word) => word !== "complex"),
]);

/** All combinations of words that can still be completed to a type. */
const beginnings = lazy(
  (): ReadonlySet<string> => new Set(Object.keys(spellings).flatMap((key) => selections(key.split(" ")))),
);

function selections(words: readonly string[]): string[] {
  return words.reduce<string[]>(
    (found, word) => [...found, ...found.map((one) => `${one} ${word}`.trimStart())],
    [""],
  );
}

/** Adds a word to the words so far ("" at first); undefined if no type has these words. */
export function addArithmeticWord(words: string, word: string): string | undefined {
  const next = sortedWords(words, valueAt(wordSynonyms, word) ?? word);
  return beginnings().has(next) ? next : undefined;
}

/** The type of a combination of words; undefined for `_Complex` alone. */
export function arithmeticType(words: string): ScalarName | "void" | "long double" | undefined {
  return valueAt(spellings, words) ?? valueAt(spellings, sortedWords(words, "int"));
}

/** The scalar that words name, such as `size_t` or `unsigned long`; undefined if they name none. */
export function scalarOfWords(words: readonly string[]): ScalarName | undefined {
  const [only = ""] = words;
  const named = words.length === 1 ? scalarNames.get(only) : undefined;
  if (named !== undefined) return named;
  const all = words.reduce<string | undefined>(
    (before, word) => (before === undefined ? undefined : addArithmeticWord(before, word)),
    "",
  );
  const made = all === undefined || all === "" ? undefined : arithmeticType(all);
  return made === "void" || made === "long double" ? undefined : made;
}

function sortedWords(words: string, word: string): string {
  return words === "" ? word : [...words.split(" "), word].sort().join(" ");
}

function valueAt<T extends object>(table: T, key: string): T[keyof T] | undefined {
  return Object.hasOwn(table, key) ? table[key as keyof T] : undefined;
}
