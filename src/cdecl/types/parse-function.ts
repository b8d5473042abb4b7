// A C function declaration, `double norm(const double* x, size_t n)`, from its text to the nodes of ../ast.ts. The
// name and the final `;` are optional, as in `dlopen`'s table.

import type { CType, Parameter } from "../ast.js";
import type { CleanSource } from "./clean-source.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes, NoTypes } from "./known-types.js";
import type { FunctionNode, NamedFunctionNode } from "./nodes.js";
import type { ParseParameter } from "./parse-parameter.js";
import type { ParseParameters } from "./parse-parameters.js";
import type { Tokens } from "./text.js";

/** What the declaration `S` means, or a DeclarationTypeError that says why it cannot be read. */
export type ParseFunction<S extends string, K extends KnownTypes = NoTypes> =
  WithoutComments<S> extends infer Text extends string
    ? Text extends `${string}${Stray}${string}`
      ? DeclarationTypeError<`Cannot read a declaration: it has a character that C declarations do not use`>
      : FromTokens<WithoutStorage<Tokens<Text>>, K>
    : DeclarationTypeError<"Cannot read a declaration: a comment is not closed">;

type Stray = "@" | "#" | "$" | "%" | "^" | "!" | "?" | "~" | "|" | "\\" | "`" | "{" | "}";

type WithoutComments<S extends string> = S extends `${string}/${"/" | "*"}${string}` ? CleanSource<S> : S;

/** Without what C headers write before a function and what changes nothing for who calls it. */
type WithoutStorage<S extends string> = S extends `extern${" " | ""}"${string}" ${infer Rest}`
  ? WithoutStorage<Rest>
  : S extends `${"extern" | "static" | "inline"} ${infer Rest}`
    ? WithoutStorage<Rest>
    : S;

type FromTokens<S extends string, K extends KnownTypes> = S extends `${infer Result}( ${infer Rest}`
  ? Rest extends `${infer List}) ` | `${infer List}) ; `
    ? Result extends `${string}[ ${string}`
      ? DeclarationTypeError<"Cannot read a declaration: a function cannot return an array">
      : ParseParameter<Result, K> extends infer Head
        ? Head extends Parameter
          ? ParseParameters<List, K> extends infer Parameters
            ? Parameters extends readonly Parameter[]
              ? Assemble<Head, Parameters>
              : Parameters
            : never
          : Head
        : never
    : DeclarationTypeError<"Cannot read a declaration: the ')' that closes the parameters is missing">
  : DeclarationTypeError<"Cannot read a declaration: it must be a function, such as 'int(int a, int b)'">;

type Assemble<Head extends Parameter, Parameters extends readonly Parameter[]> = Head extends {
  readonly name: infer Name extends string;
  readonly type: infer Result extends CType;
}
  ? NamedFunctionNode<Name, Result, Parameters>
  : FunctionNode<Head["type"], Parameters>;
