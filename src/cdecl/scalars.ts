// Every spelling of C's arithmetic types. A single name such as `uint8_t` is looked up; words such as
// `unsigned long int` are added one by one, in any order, so that the word that contradicts the others can be blamed.

import { lazy } from "../core/lazy.js";
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
  // Handles of the CUDA runtime and driver that kernels take.
  ["cudaTextureObject_t", "uint64"],
  ["cudaSurfaceObject_t", "uint64"],
  ["CUtexObject", "uint64"],
  ["CUsurfObject", "uint64"],
  ["cudaGraphConditionalHandle", "uint64"],
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

/** What some arithmetic words make together, in the order of the alphabet; `int` may be left out beside others. */
const spellings: ReadonlyMap<string, ScalarName | "void" | "long double"> = new Map([
  ["void", "void"],
  ["bool", "bool"],
  ["char", "char"],
  ["char signed", "int8"],
  ["char unsigned", "uint8"],
  ["__int8", "int8"],
  ["__int8 unsigned", "uint8"],
  ["__int16", "int16"],
  ["__int16 unsigned", "uint16"],
  ["__int32", "int32"],
  ["__int32 unsigned", "uint32"],
  ["__int64", "int64"],
  ["__int64 unsigned", "uint64"],
  ["int", "int32"],
  ["signed", "int32"],
  ["int signed", "int32"],
  ["unsigned", "uint32"],
  ["int unsigned", "uint32"],
  ...withInt("short", "int16", "uint16"),
  ...withInt("long", "long", "ulong"),
  ...withInt("long long", "int64", "uint64"),
  ["float", "float32"],
  ["double", "float64"],
  ["double long", "long double"],
  ["_Complex float", "complex64"],
  ["_Complex double", "complex128"],
]);

/** `short`, `int short`, `short unsigned`, `int short unsigned` and so on. */
function withInt(size: string, signed: ScalarName, unsigned: ScalarName): (readonly [string, ScalarName])[] {
  return ["", "int "].flatMap((int) => [
    [`${int}${size}`, signed],
    [`${int}${size} signed`, signed],
    [`${int}${size} unsigned`, unsigned],
  ]);
}

/** Every selection of words that can still become a type. */
const beginnings = lazy(
  (): ReadonlySet<string> => new Set([...spellings.keys()].flatMap((key) => selections(key.split(" ")))),
);

function selections(words: readonly string[]): string[] {
  return words.reduce<string[]>(
    (found, word) => [...found, ...found.map((one) => `${one} ${word}`.trimStart())],
    [""],
  );
}

/** Other spellings of single words. */
const wordSynonyms: ReadonlyMap<string, string> = new Map([
  ["_Bool", "bool"],
  ["__signed__", "signed"],
  ["__complex__", "_Complex"],
  ["complex", "_Complex"],
]);

/** Words that make up arithmetic types together. */
export const arithmeticWords: ReadonlySet<string> = new Set(
  [...spellings.keys(), "_Bool", "__signed__", "__complex__"].flatMap((key) => key.split(" ")),
);

/** The words so far with one more, or undefined when they contradict each other. Begin with "". */
export function addArithmeticWord(words: string, word: string): string | undefined {
  const plain = wordSynonyms.get(word) ?? word;
  const next = words === "" ? plain : [...words.split(" "), plain].sort().join(" ");
  return beginnings().has(next) ? next : undefined;
}

/** The type that words make; undefined for a lone `_Complex`. */
export function arithmeticType(words: string): ScalarName | "void" | "long double" | undefined {
  return spellings.get(words);
}

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
