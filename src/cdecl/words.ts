// The words of C and C++ that are no names, by what they mean for a declaration.

import { type ArithmeticWord, arithmeticWords } from "./scalars.js";

const constWords = ["const", "__const", "__const__"] as const;
const silentWords = [
  "volatile",
  "__volatile__",
  "register",
  "restrict",
  "__restrict__",
  "__restrict",
  "__grid_constant__",
  "__extension__",
] as const;
const tagWords = ["struct", "union", "enum", "class"] as const;
const otherWords = [
  "typedef",
  "typename",
  "static",
  "extern",
  "inline",
  "sizeof",
  "return",
  "auto",
  "decltype",
  "operator",
  "__device__",
  "__global__",
  "template",
  "using",
  "namespace",
  "alignas",
  "_Alignas",
  "__attribute__",
] as const;

/** `const` in any spelling. */
export type ConstWord = (typeof constWords)[number];
/** Words that change nothing for who calls. */
export type SilentWord = (typeof silentWords)[number];
/** Words that stand before the tag of a type. */
export type TagWord = (typeof tagWords)[number];
/** Words that no parameter, field or type can have as its name. */
export type ReservedWord = ArithmeticWord | ConstWord | SilentWord | TagWord | (typeof otherWords)[number];

const constSet: ReadonlySet<string> = new Set(constWords);
const silentSet: ReadonlySet<string> = new Set(silentWords);
const tagSet: ReadonlySet<string> = new Set(tagWords);
const reservedSet: ReadonlySet<string> = new Set([
  ...arithmeticWords,
  ...constWords,
  ...silentWords,
  ...tagWords,
  ...otherWords,
]);

/** True for a word of the language, which cannot be a name. */
export function isReserved(word: string): boolean {
  return reservedSet.has(word);
}

/** True for `const` in any spelling. */
export function isConst(word: string): boolean {
  return constSet.has(word);
}

/** True for `struct`, `union`, `enum` and `class`. */
export function isTagWord(word: string): boolean {
  return tagSet.has(word);
}

/** True for a qualifier that changes nothing for who calls. */
export function isSilent(word: string): boolean {
  return silentSet.has(word);
}
