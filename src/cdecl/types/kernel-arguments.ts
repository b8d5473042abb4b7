// The arguments of a kernel from its CUDA C++ source, at compile time. The types never guess: a source that is only `string`, or
// too complicated, gives a loose tuple, and arguments are checked at run time only.

import type { ArrayArgument } from "../../core/array-argument.js";
import type { DType, TypedArray } from "../../core/dtype.js";
import type { Parameter } from "../ast.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KernelArgumentOf, KernelMode, KernelValue } from "./kernel-argument-of.js";
import type { InKernel, TemplateTypes } from "./kernel-scope.js";
import type { FindKernels, FoundKernel, FoundKernels } from "./kernel-source.js";
import type { Labelled } from "./parameter-labels.js";
import type { ParseParameters } from "./parse-parameter.js";
import type { AfterLast, SplitList, Tokens } from "./text.js";

/**
 * The arguments of a launch, as a tuple. `Name` selects one of several kernels; `scan<float, 256>` also fills in the template
 * parameters.
 * @example
 * type Args = KernelArguments<"__global__ void scale(float* x, float s, int n) {}">;
 * // [x: KernelPointer<"float32">, s: number, n: number]
 */
export type KernelArguments<Source extends string, Name extends string = ""> = Arguments<
  Source,
  Name,
  "launch"
>;

/** The arguments of `.run()`: like {@link KernelArguments}, and plain typed arrays for pointers. */
export type KernelRunArguments<Source extends string, Name extends string = ""> = Arguments<
  Source,
  Name,
  "run"
>;

/** The names of all kernels of a source, as a union; `string` if they are unknown. */
export type KernelNames<Source extends string> =
  FindKernels<Source> extends infer Found
    ? Found extends FoundKernels<string, infer Kernels>
      ? Kernels[number]["name"]
      : string
    : never;

/**
 * What selects a kernel of a source: its name, with its namespace or not, or an instance of a template. Any string if the source
 * includes the user's own headers, which may contain kernels too.
 */
export type KernelSelector<Source extends string> =
  FindKernels<Source> extends infer Found
    ? Found extends FoundKernels<infer Text, infer Kernels>
      ? Text extends `${string}#include ""${string}`
        ? string
        : KernelName<Kernels[number]["name"]>
      : string
    : never;

/** The arguments of a kernel about which nothing is known at compile time. */
export type LooseKernelArguments<Mode extends KernelMode> = (
  | KernelValue
  | ArrayArgument<DType, never, never>
  | (Mode extends "run" ? TypedArray : never)
)[];

type KernelName<Name extends string> =
  | Name
  | `${string}::${Name}`
  | `${Name}<${string}>`
  | `${string}::${Name}<${string}>`;

type Arguments<Source extends string, Name extends string, Mode extends KernelMode> = string extends Name
  ? LooseKernelArguments<Mode>
  : FindKernels<Source> extends infer Found
    ? Found extends FoundKernels<infer Text, infer Kernels>
      ? Selected<Kernels, Name, Text> extends infer Kernel
        ? Kernel extends FoundKernel
          ? Tuple<Kernel, TemplateArguments<Name>, Text, Mode>
          : Kernel extends DeclarationTypeError<string>
            ? [problem: Kernel]
            : LooseKernelArguments<Mode>
        : never
      : LooseKernelArguments<Mode>
    : never;

type Selected<
  Kernels extends readonly FoundKernel[],
  Name extends string,
  Text extends string,
> = Name extends ""
  ? Kernels extends readonly []
    ? Missing<Text, "Cannot find a kernel: the source has no __global__ function">
    : IsOne<Kernels[number]["name"]> extends true
      ? Kernels[number]
      : DeclarationTypeError<"Cannot choose a kernel: the source has more than one, so it must be named">
  : Extract<Kernels[number], { readonly name: PlainName<Name> }> extends infer Kernel
    ? [Kernel] extends [never]
      ? Missing<Text, `Cannot find the kernel '${PlainName<Name>}': the source does not define it`>
      : Kernel
    : never;

/** The error for a missing kernel, unless a header of the user's may contain it. (Strings are empty in cleaned text.) */
type Missing<Text extends string, Message extends string> = Text extends `${string}#include ""${string}`
  ? undefined
  : DeclarationTypeError<Message>;

type IsOne<Name, All = Name> = Name extends Name ? ([All] extends [Name] ? true : false) : never;

/** `ns::scan<float, 256>` is called `scan`. */
type PlainName<Name extends string> = Name extends `${infer Before}<${string}`
  ? PlainName<Before>
  : Name extends `${string}::${string}`
    ? AfterLast<Name, "::">
    : Name;

type TemplateArguments<Name extends string> = Name extends `${string}<${infer Inside}>`
  ? SplitList<Tokens<Inside>>
  : [];

type Tuple<Kernel, Given extends readonly string[], Text extends string, Mode extends KernelMode> =
  Kernel extends FoundKernel<string, infer Parameters, infer Template>
    ? Template extends string
      ? ParseParameters<
          Parameters,
          InKernel<Text, TemplateTypes<SplitList<Template>, Given>>
        > extends infer List
        ? List extends readonly Parameter[]
          ? [NamelessOpaque<List[number]>] extends [never]
            ? TupleOf<List, Mode, Text>
            : LooseKernelArguments<Mode>
          : List extends DeclarationTypeError<`Cannot read '${"&" | "..."}'${string}`>
            ? [problem: List]
            : LooseKernelArguments<Mode>
        : never
      : LooseKernelArguments<Mode>
    : never;

/** Opaque parameters without a name. Such a word may be a macro for a whole parameter list. */
type NamelessOpaque<P> = P extends { readonly name: string }
  ? never
  : P extends { readonly type: infer Type extends { readonly kind: "opaque" } }
    ? Type
    : never;

type TupleOf<
  List,
  Mode extends KernelMode,
  Text extends string,
  Done extends readonly unknown[] = [],
> = List extends readonly [infer First, ...infer Rest]
  ? TupleOf<
      Rest,
      Mode,
      Text,
      [...Done, ...Labelled<NameOf<First>, KernelArgumentOf<TypeOf<First>, Mode, NameOf<First>, Text>>]
    >
  : Done;

type NameOf<P> = P extends { readonly name: infer Name extends string } ? Name : "";

type TypeOf<P> = P extends { readonly type: infer Type } ? Type : never;
