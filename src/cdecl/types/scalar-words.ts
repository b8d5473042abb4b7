// The words of C's arithmetic types at the type level: `unsigned`, `long`, `int` and others, in any order. Each word that is read
// is removed from the spellings of ../scalars.ts; the rest of a spelling is what may still follow.

import type { ArithmeticWord, ScalarName, Spellings, WordSynonyms } from "../scalars.js";
import type { ScalarNode, VoidNode } from "./nodes.js";

/** The words read so far, each followed by a space. */
export type WordState = string;

/** The state before the first word. */
export type NoWords = "";

/** A word that can be part of a type of several words. */
export type ScalarWord = ArithmeticWord;

/** Whether `complex` is part of the type: it is after `float` or `double` and before a name or star. Elsewhere it is a name. */
export type ComplexWord<State extends WordState, Rest extends string> = State extends "float " | "double "
  ? Rest extends "" | `${")" | "[" | "(" | ","} ${string}`
    ? never
    : "complex"
  : never;

/** The state after one more word; `never` if C does not allow the combination. */
export type AddWord<State extends WordState, Word extends string> = [keyof Left<`${State}${Word} `>] extends [
  never,
]
  ? never
  : `${State}${Word} `;

/** The type that the words name, where `int` may be omitted; `never` if they name none. */
export type TypeOfWords<State extends WordState> = "" extends keyof Left<State>
  ? NodeOf<Left<State>[""]>
  : "int" extends keyof Left<State>
    ? NodeOf<Left<State>["int"]>
    : never;

type NodeOf<Made> = Made extends ScalarName ? ScalarNode<Made> : Made extends "void" ? VoidNode : never;

/** The spellings that contain these words in any order, by their remaining words. */
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
