// Removes comments and the contents of string literals from C and CUDA text, so that it can be searched for words. If the text
// cannot be followed with certainty (an unclosed string or comment, or more of them than a type can count), the result is
// `undefined`: callers then know nothing about the text.

import type { Replace } from "./text.js";

/** `S` with comments replaced by a space and string literals by `""`; `undefined` if that is not certain. */
export type CleanSource<S extends string> = string extends S
  ? undefined
  : S extends `${Lines4096}${string}`
    ? undefined
    : Batches<WithoutQuoteCharacters<S>>;

// Each round copies the text, so 4,000 lines take half a second and 20,000 would exceed the compiler's limits.
type Lines4 = `${string}\n${string}\n${string}\n${string}\n`;
type Lines16 = `${Lines4}${Lines4}${Lines4}${Lines4}`;
type Lines64 = `${Lines16}${Lines16}${Lines16}${Lines16}`;
type Lines256 = `${Lines64}${Lines64}${Lines64}${Lines64}`;
type Lines1024 = `${Lines256}${Lines256}${Lines256}${Lines256}`;
type Lines4096 = `${Lines1024}${Lines1024}${Lines1024}${Lines1024}`;

/** Removes character literals of quotes, which would look like the start of a string. */
type WithoutQuoteCharacters<S extends string> = S extends `${string}'${string}`
  ? Replace<Replace<S, `'"'`, "0">, `'\\"'`, "0">
  : S;

// One tail-recursive loop may take 1,000 rounds. So a batch takes 128 comments and strings (at most 4 rounds each) and
// its result is joined by an outer loop, which gives up after 24 batches.
type Batches<S extends string, Done extends string = "", Count extends 0[] = []> = Count["length"] extends 24
  ? undefined
  : Batch<S> extends infer Result
    ? Result extends [infer Clean extends string, infer Rest extends string]
      ? Batches<Rest, `${Done}${Clean}`, [...Count, 0]>
      : Result extends string
        ? `${Done}${Result}`
        : undefined
    : never;

/** The clean text when the end was reached, [clean text, rest] when the batch is full, `undefined` when in doubt. */
type Batch<S extends string, Done extends string = "", Count extends 0[] = []> = Count["length"] extends 128
  ? [Done, S]
  : S extends `${infer Before}"${infer Behind}`
    ? Before extends Commented
      ? Comment<S, Done, Count>
      : Before extends `${infer Code}R`
        ? RawString<Code, Behind, Done, Count>
        : BehindString<Behind> extends infer Rest extends string
          ? Batch<Rest, `${Done}${Before}""`, [...Count, 0]>
          : undefined
    : S extends Commented
      ? Comment<S, Done, Count>
      : `${Done}${S}`;

type Commented = `${string}//${string}` | `${string}/*${string}`;

/** The first comment of `S`, whichever kind it is. */
type Comment<
  S extends string,
  Done extends string,
  Count extends 0[],
> = S extends `${infer Before}//${infer Behind}`
  ? Before extends `${infer Code}/*${infer Inside}`
    ? Block<Code, `${Inside}//${Behind}`, Done, Count>
    : Behind extends `${string}\n${infer Rest}`
      ? Batch<Rest, `${Done}${Before}\n`, [...Count, 0]>
      : `${Done}${Before}`
  : S extends `${infer Code}/*${infer Inside}`
    ? Block<Code, Inside, Done, Count>
    : never;

type Block<
  Code extends string,
  Inside extends string,
  Done extends string,
  Count extends 0[],
> = Inside extends `${string}*/${infer Rest}` ? Batch<Rest, `${Done}${Code} `, [...Count, 0]> : undefined;

type RawString<
  Code extends string,
  Behind extends string,
  Done extends string,
  Count extends 0[],
> = Behind extends `${infer Delimiter}(${infer Inside}`
  ? Inside extends `${string})${Delimiter}"${infer Rest}`
    ? Batch<Rest, `${Done}${Code}""`, [...Count, 0]>
    : undefined
  : undefined;

/** The text after a string literal; `S` begins after its opening quote. */
type BehindString<S extends string> = S extends `${infer Inside}"${infer Rest}`
  ? Inside extends `${string}\n${string}`
    ? undefined
    : Inside extends `${string}\\`
      ? Replace<Inside, "\\\\", ""> extends `${string}\\`
        ? BehindString<Rest>
        : Rest
      : Rest
  : undefined;
