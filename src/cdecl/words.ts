// The keywords of C and C++, grouped by their meaning in a declaration.

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
/** Keywords that do not matter to callers. */
export type SilentWord = (typeof silentWords)[number];
/** Keywords that precede the tag of a type. */
export type TagWord = (typeof tagWords)[number];
/** Keywords that cannot be the name of a parameter, field or type. */
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

/** Whether a word is a keyword, which cannot be a name. */
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

/** Whether a word is a qualifier that does not matter to callers. */
export function isSilent(word: string): boolean {
  return silentSet.has(word);
}
