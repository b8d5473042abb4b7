// Finds the `__global__` functions in CUDA C++ source text: their names, parameter lists and template parameters, as text. If
// anything about a kernel is uncertain (a macro that hides `__global__`, an explicit specialization, a source that is too long),
// the result for the whole source is `undefined`; nothing is guessed.

import type { CleanSource } from "./clean-source.js";
import type { AfterLast, IsName, SkipBlank, Tokens } from "./text.js";

/**
 * One kernel as found: its parameters and template parameters are token lists; `template` is "" for a plain kernel and
 * `undefined` for one whose template parameters cannot be read.
 */
export interface FoundKernel<
  Name extends string = string,
  Parameters extends string = string,
  Template extends string | undefined = string | undefined,
> {
  readonly name: Name;
  readonly parameters: Parameters;
  readonly template: Template;
}

/** The cleaned text of a source, and its kernels. */
export interface FoundKernels<
  Text extends string = string,
  Kernels extends readonly FoundKernel[] = readonly FoundKernel[],
> {
  readonly text: Text;
  readonly kernels: Kernels;
}

/** The kernels of a source, or `undefined` if they are uncertain. */
export type FindKernels<Source extends string> =
  CleanSource<Source> extends infer Text
    ? Text extends string
      ? Scan<Text> extends infer Kernels
        ? Kernels extends readonly FoundKernel[]
          ? FoundKernels<Text, Kernels>
          : undefined
        : never
      : undefined
    : never;

/** One recursion for each `__global__`; 200 are enough for sources that people write as strings. */
type Scan<S extends string, Done extends readonly FoundKernel[] = []> = Done["length"] extends 200
  ? undefined
  : S extends `${infer Before}__global__${infer Behind}`
    ? InMacro<Before> extends false
      ? Signature<Behind> extends [
          infer Name extends string,
          infer Parameters extends string,
          infer Rest extends string,
        ]
        ? Scan<Rest, [...Done, FoundKernel<Name, Tokens<Parameters>, TemplateHeader<Before>>]>
        : undefined
      : undefined
    : Done;

/** Whether a text ends in the middle of a preprocessor line. */
type InMacro<Before extends string> = Before extends `${string}#${string}`
  ? AfterLast<Before, "#"> extends infer Line extends string
    ? GoesOn<Line>
    : true
  : false;

/** Whether the text ends before the line does, including lines joined by a backslash. */
type GoesOn<S extends string> = S extends `${infer Line}\n${infer Below}`
  ? Line extends `${string}\\`
    ? GoesOn<Below>
    : false
  : true;

/** [name, parameters, rest] of the kernel whose `__global__` directly precedes `S`. */
type Signature<S extends string> = S extends `${infer Head}(${infer Behind}`
  ? Head extends `${string}${"{" | "}" | ";"}${string}`
    ? undefined
    : Group<Behind> extends [infer Inside extends string, infer After extends string]
      ? LastToken<Tokens<Head>> extends infer Name extends string
        ? Name extends Attribute
          ? Signature<After>
          : IsName<Name> extends true
            ? SkipBlank<After> extends `${"{" | ";"}${string}`
              ? [Name, Inside, After]
              : undefined
            : undefined
        : undefined
      : undefined
  : undefined;

/** Attributes with arguments that may precede a kernel's name. */
type Attribute =
  | "__launch_bounds__"
  | "__cluster_dims__"
  | "__block_size__"
  | "__maxnreg__"
  | "__attribute__"
  | "__declspec"
  | "alignas";

/** Splits at the `)` that closes a group; `S` begins after its `(`. */
type Group<
  S extends string,
  Done extends string = "",
  Open extends 0[] = [],
> = S extends `${infer Head})${infer Tail}`
  ? [...Open, ...Opened<Head>] extends [0, ...infer Left extends 0[]]
    ? Group<Tail, `${Done}${Head})`, Left>
    : [`${Done}${Head}`, Tail]
  : undefined;

type Opened<S extends string, Done extends 0[] = []> = S extends `${string}(${infer Rest}`
  ? Opened<Rest, [...Done, 0]>
  : Done;

type LastToken<S extends string, Last extends string = ""> = S extends `${infer Token} ${infer Rest}`
  ? LastToken<Rest, Token>
  : Last;

/** The parameters of the `template <…>` at the end of a text, as tokens; "" if there is none. */
type TemplateHeader<Before extends string> = Before extends `${string}template${string}`
  ? AfterLast<Before, "template"> extends infer Header
    ? Header extends string
      ? Header extends `${string}${"{" | "}" | ";"}${string}`
        ? ""
        : Tokens<Header> extends `< ${infer Inside}> ${infer Behind}`
          ? `${Inside}${Behind}` extends `${string}${"<" | ">"} ${string}`
            ? undefined
            : Inside
          : undefined
      : undefined
    : never
  : "";
