// The words that make up C's arithmetic types at the type level: `unsigned`, `long`, `int` and their like, in any order.
// Each word is taken out of the spellings of ../scalars.ts; what is left of a spelling is what may still follow.

import type { ArithmeticWord, ScalarName, Spellings, WordSynonyms } from "../scalars.js";
import type { ScalarNode, VoidNode } from "./nodes.js";

/** The words seen so far, each with a space behind it. */
export type WordState = string;

/** The state before the first word. */
export type NoWords = "";

/** A word that can be part of a type of several words. */
export type ScalarWord = ArithmeticWord;

/** `complex` is a word of the type between `float` or `double` and a name or star; elsewhere it is itself a name. */
export type ComplexWord<State extends WordState, Rest extends string> = State extends "float " | "double "
  ? Rest extends "" | `${")" | "[" | "(" | ","} ${string}`
    ? never
    : "complex"
  : never;

/** The state after one more word; `never` where C does not combine the two. */
export type AddWord<State extends WordState, Word extends string> = [keyof Left<`${State}${Word} `>] extends [
  never,
]
  ? never
  : `${State}${Word} `;

/** The type that the words name together, where `int` may be left out; `never` where they name none. */
export type TypeOfWords<State extends WordState> = "" extends keyof Left<State>
  ? NodeOf<Left<State>[""]>
  : "int" extends keyof Left<State>
    ? NodeOf<Left<State>["int"]>
    : never;

type NodeOf<Made> = Made extends ScalarName ? ScalarNode<Made> : Made extends "void" ? VoidNode : never;

/** The spellings that begin with these words in some order, by the words that are left. */
type Left<Words extends string, Found = Spellings> = Words extends `${infer Word} ${infer Rest}`
  ? Left<Rest, Take<Found, Word extends keyof WordSynonyms ? WordSynonyms[Word] : Word>>
  : Found;

type Take<Found, Word extends string> = { [Words in keyof Found as Without<Words, Word>]: Found[Words] };

type Without<Words, Word extends string> = Words extends Word
  ? ""
  : Words extends `${Word} ${infer Rest}`
    ? Rest
    : Words extends `${infer Before} ${Word}`
      ? Before
      : Words extends `${infer Before} ${Word} ${infer After}`
        ? `${Before} ${After}`
        : never;
