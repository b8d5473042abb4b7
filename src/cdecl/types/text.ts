// String tools for template literal types. Loops are tail-recursive (the compiler allows 1,000 rounds of one), and
// they jump from match to match instead of going character by character, so a round is a token, not a letter.

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
export type Tokens<S extends string> = Squeeze<SpaceOut<S, Punctuation>>;

/** Whether each bracket in a piece of a token list is closed again, so that a comma behind it separates parameters. */
export type Balanced<S extends string> = S extends `${string}${"(" | "<" | "{"} ${string}`
  ? Count<S, "( "> extends Count<S, ") ">
    ? Count<S, "< "> extends Count<S, "> ">
      ? Count<S, "{ "> extends Count<S, "} ">
        ? true
        : false
      : false
    : false
  : true;

/** Whether a token can be the name of a parameter. */
export type IsName<Token extends string> = Token extends
  | Punctuation[number]
  | ReservedWord
  | `${Digit}${string}`
  | `${string}${":" | "." | '"' | "'"}${string}`
  ? false
  : true;

type Punctuation = ["(", ")", "[", "]", "*", ",", "+", "-", "/", "&", "=", ";", "<", ">", "{", "}"];

type ReservedWord =
  | "bool"
  | "char"
  | "const"
  | "double"
  | "enum"
  | "extern"
  | "float"
  | "int"
  | "long"
  | "register"
  | "restrict"
  | "short"
  | "signed"
  | "static"
  | "struct"
  | "typedef"
  | "union"
  | "unsigned"
  | "void"
  | "volatile"
  | "_Bool"
  | "__restrict"
  | "__restrict__"
  | "__device__";

type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";

type SpaceOut<S extends string, Characters extends readonly string[]> = Characters extends readonly [
  infer Character extends string,
  ...infer Others extends string[],
]
  ? SpaceOut<S extends `${string}${Character}${string}` ? Replace<S, Character, ` ${Character} `> : S, Others>
  : Replace<Replace<Replace<S, "\n", " ">, "\t", " ">, "\r", " ">;

type Squeeze<S extends string, Done extends string = ""> = S extends `${infer Token} ${infer Rest}`
  ? Squeeze<Rest, Token extends "" ? Done : `${Done}${Token} `>
  : S extends ""
    ? Done
    : `${Done}${S} `;

type Count<S extends string, Part extends string, Seen extends 0[] = []> = S extends `${string}${Part}${infer Rest}`
  ? Count<Rest, Part, [...Seen, 0]>
  : Seen["length"];
