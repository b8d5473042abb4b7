// String utilities for template literal types. Recursion is in tail position (the compiler allows 1,000 levels) and jumps from
// match to match instead of character by character, so a level is a token and not a letter.

import type { ReservedWord } from "../words.js";

/** `S` with every `From` replaced by `To`. */
export type Replace<
  S extends string,
  From extends string,
  To extends string,
  Done extends string = "",
> = S extends `${infer Head}${From}${infer Tail}`
  ? Replace<Tail, From, To, `${Done}${Head}${To}`>
  : `${Done}${S}`;

/**
 * The tokens of C text, each followed by exactly one space: `Tokens<"float*a[2*n]">` is `"float * a [ 2 * n ] "`.
 * With that, the first token is always `${infer Token} ${infer Rest}` and the end is always `""`.
 */
export type Tokens<S extends string, Done extends string = ""> = S extends `${infer Head},${infer Tail}`
  ? Tokens<Tail, `${Done}${TokensOfPiece<Head>}, `>
  : `${Done}${TokensOfPiece<S>}`;

/** The parts of a token list between the commas outside brackets. */
export type SplitList<
  S extends string,
  Held extends string = "",
  Done extends readonly string[] = [],
> = S extends `${infer Head}, ${infer Tail}`
  ? Balanced<`${Held}${Head}`> extends true
    ? SplitList<Tail, "", [...Done, `${Held}${Head}`]>
    : SplitList<Tail, `${Held}${Head}, `, Done>
  : [...Done, `${Held}${S}`];

/** The text after the last `Part` of `S`; `undefined` if there is none, or too many to count. */
export type AfterLast<
  S extends string,
  Part extends string,
  Rounds extends 0[] = [],
> = Rounds["length"] extends 400
  ? undefined
  : S extends `${string}${Part}${infer Rest}`
    ? Rest extends `${string}${Part}${string}`
      ? AfterLast<Rest, Part, [...Rounds, 0]>
      : Rest
    : undefined;

/** `S` without leading spaces and line ends. */
export type SkipBlank<S extends string> = S extends `        ${infer Rest}`
  ? SkipBlank<Rest>
  : S extends `${Blank}${infer Rest}`
    ? SkipBlank<Rest>
    : S;

/** Whether a token can be the name of a parameter. */
export type IsName<Token extends string> = Token extends
  | ""
  | ","
  | Punctuation[number]
  | ReservedWord
  | `${Digit}${string}`
  | `${string}${":" | "." | '"' | "'"}${string}`
  ? false
  : true;

// A piece at a time, because the rounds of one loop are limited and a long parameter list has many tokens.
type TokensOfPiece<S extends string> = Squeeze<SpaceOut<S, Punctuation>>;

type Punctuation = ["(", ")", "[", "]", "*", "+", "-", "/", "&", "=", ";", "<", ">", "{", "}"];

type Blank = " " | "\n" | "\t" | "\r";

/** Whether all brackets are closed. */
type Balanced<S extends string> = S extends `${string}${"(" | "<" | "{"} ${string}`
  ? [Count<S, "( ">, Count<S, "< ">, Count<S, "{ ">] extends [Count<S, ") ">, Count<S, "> ">, Count<S, "} ">]
    ? true
    : false
  : true;

type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";

type SpaceOut<S extends string, Characters extends readonly string[]> = Characters extends readonly [
  infer Character extends string,
  ...infer Others extends string[],
]
  ? SpaceOut<S extends `${string}${Character}${string}` ? Replace<S, Character, ` ${Character} `> : S, Others>
  : // Long runs of spaces first: Squeeze takes a round for each one.
    Replace<Replace<Replace<Replace<S, "\n", " ">, "\t", " ">, "\r", " ">, "        ", " ">;

type Squeeze<S extends string, Done extends string = ""> = S extends `${infer Token} ${infer Rest}`
  ? Squeeze<Rest, Token extends "" ? Done : `${Done}${Token} `>
  : S extends ""
    ? Done
    : `${Done}${S} `;

type Count<
  S extends string,
  Part extends string,
  Seen extends 0[] = [],
> = S extends `${string}${Part}${infer Rest}` ? Count<Rest, Part, [...Seen, 0]> : Seen["length"];
