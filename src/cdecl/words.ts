// The words of C and C++ that are no names, by what they mean for a declaration.

import { arithmeticWords } from "./scalars.js";

const constWords: ReadonlySet<string> = new Set(["const", "__const", "__const__"]);
/** Words that change nothing for who calls. */
const silentWords: ReadonlySet<string> = new Set([
  "volatile",
  "__volatile__",
  "register",
  "restrict",
  "__restrict__",
  "__restrict",
  "__grid_constant__",
  "__extension__",
]);
/** Words that stand before the tag of a type. */
const tagWords: ReadonlySet<string> = new Set(["struct", "union", "enum", "class"]);
/** Words that no parameter, field or type can have as its name. */
const reservedWords: ReadonlySet<string> = new Set([
  ...arithmeticWords,
  ...constWords,
  ...silentWords,
  ...tagWords,
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
]);

/** True for a word of the language, which cannot be a name. */
export function isReserved(word: string): boolean {
  return reservedWords.has(word);
}

/** True for `const` in any spelling. */
export function isConst(word: string): boolean {
  return constWords.has(word);
}

/** True for `struct`, `union`, `enum` and `class`. */
export function isTagWord(word: string): boolean {
  return tagWords.has(word);
}

/** True for a qualifier that changes nothing for who calls. */
export function isSilent(word: string): boolean {
  return silentWords.has(word);
}
