// Parses a C function declaration, `double norm(const double* x, size_t n)`, from text to the nodes of ../ast.ts. The name and the
// final `;` are optional, as in `dlopen`'s table.

import type { CType } from "../ast.js";
import type { ResultType } from "./build-type.js";
import type { CleanSource } from "./clean-source.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes, NoTypes } from "./known-types.js";
import type { FunctionNode, NamedFunctionNode } from "./nodes.js";
import type { Modifier, ParameterList } from "./modifier.js";
import type { ParseDeclarator, ParseSpecifiers, Specified } from "./parse-parameter.js";
import type { Tokens } from "./text.js";

/** The node of the declaration `S`, or a DeclarationTypeError with the reason why it cannot be read. */
export type ParseFunction<S extends string, K extends KnownTypes = NoTypes> =
  WithoutComments<S> extends infer Text extends string
    ? Text extends `${string}${StrayCharacter}${string}`
      ? DeclarationTypeError<`Cannot read a declaration: it has a character that C declarations do not use`>
      : FromTokens<WithoutStorage<Tokens<Text>>, K>
    : DeclarationTypeError<"Cannot read a declaration: a comment is not closed">;

type StrayCharacter = "@" | "#" | "$" | "%" | "^" | "!" | "?" | "~" | "|" | "\\" | "`" | "{" | "}";

type WithoutComments<S extends string> = S extends `${string}/${"/" | "*"}${string}` ? CleanSource<S> : S;

/** Removes words that C headers write before a function and that do not matter to callers. */
type WithoutStorage<S extends string> = S extends `extern${" " | ""}"${string}" ${infer Rest}`
  ? WithoutStorage<Rest>
  : S extends `${"extern" | "static" | "inline"} ${infer Rest}`
    ? WithoutStorage<Rest>
    : S;

type FromTokens<S extends string, K extends KnownTypes> =
  ParseSpecifiers<S, K> extends infer Found
    ? Found extends Specified<infer Type, infer IsConst, infer Device, infer Rest>
      ? ParseDeclarator<Rest, K, "top"> extends infer Declared
        ? Declared extends [infer Name extends string, infer List extends readonly Modifier[], infer After]
          ? After extends "" | "; "
            ? Assemble<Name, Type, IsConst, Device, List, K>
            : Stray<After>
          : Declared
        : never
      : Found
    : never;

/** Builds the function: the modifier nearest to the name is its parameter list, and the others belong to its result. */
type Assemble<
  Name extends string,
  Type extends CType,
  IsConst extends boolean,
  Device extends boolean,
  List extends readonly Modifier[],
  K extends KnownTypes,
> = List extends readonly [...infer Others extends readonly Modifier[], ParameterList<infer Parameters>]
  ? ResultType<Type, IsConst, Device, Others, K> extends infer Result
    ? Result extends CType
      ? Name extends ""
        ? FunctionNode<Result, Parameters>
        : NamedFunctionNode<Name, Result, Parameters>
      : Result
    : never
  : DeclarationTypeError<"Cannot read a declaration: it must be a function, such as 'int(int a, int b)'">;

type Stray<S> = S extends `${infer Token} ${string}`
  ? DeclarationTypeError<`Cannot read '${Token}': the declaration must end here`>
  : never;
