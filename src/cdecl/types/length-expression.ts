// Parses the length of an array parameter (`n`, `2*n+1`, `rows*(cols+1)`) from its tokens, by recursive descent with C's
// precedence. Each step returns [tree, rest of the tokens] or an error. Numbers that are not plain decimals, and named constants,
// become just `number`; only the run-time parser computes their value.

import type { LengthExpression } from "../ast.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { BinaryNode, NumberNode, ParameterReferenceNode } from "./nodes.js";
import type { IsName } from "./text.js";

/** The tree of a length expression given as tokens; `Constants` are the names that stand for a number. */
export type ParseLength<S extends string, Constants extends string> =
  Sum<S, Constants> extends infer Result
    ? Result extends [infer Tree extends LengthExpression, infer Rest extends string]
      ? Rest extends ""
        ? Tree
        : Unreadable<Rest>
      : Result
    : never;

/** The names of the parameters a length depends on, as a union. */
export type References<L> = L extends { readonly kind: "parameter"; readonly name: infer Name extends string }
  ? Name
  : L extends { readonly kind: "binary"; readonly left: infer Left; readonly right: infer Right }
    ? References<Left> | References<Right>
    : never;

type Sum<S extends string, C extends string> =
  Product<S, C> extends infer First
    ? First extends [infer Left extends LengthExpression, infer Rest extends string]
      ? SumTail<Left, Rest, C>
      : First
    : never;

type SumTail<
  Left extends LengthExpression,
  S extends string,
  C extends string,
> = S extends `${infer Operator} ${infer Rest}`
  ? Operator extends "+" | "-"
    ? Product<Rest, C> extends infer Next
      ? Next extends [infer Right extends LengthExpression, infer After extends string]
        ? SumTail<BinaryNode<Operator, Left, Right>, After, C>
        : Next
      : never
    : [Left, S]
  : [Left, S];

type Product<S extends string, C extends string> =
  Factor<S, C> extends infer First
    ? First extends [infer Left extends LengthExpression, infer Rest extends string]
      ? ProductTail<Left, Rest, C>
      : First
    : never;

type ProductTail<
  Left extends LengthExpression,
  S extends string,
  C extends string,
> = S extends `${infer Operator} ${infer Rest}`
  ? Operator extends "*" | "/"
    ? Factor<Rest, C> extends infer Next
      ? Next extends [infer Right extends LengthExpression, infer After extends string]
        ? ProductTail<BinaryNode<Operator, Left, Right>, After, C>
        : Next
      : never
    : [Left, S]
  : [Left, S];

type Factor<S extends string, C extends string> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "("
    ? Sum<Rest, C> extends infer Inner
      ? Inner extends [infer Tree extends LengthExpression, `) ${infer After}`]
        ? [Tree, After]
        : Inner extends DeclarationTypeError<string>
          ? Inner
          : DeclarationTypeError<"Cannot read the array length: a ')' is missing">
      : never
    : Token extends C
      ? [NumberNode<number>, Rest]
      : Token extends `${Digit}${string}`
        ? Integer<Token> extends infer Value extends number
          ? [NumberNode<Value>, Rest]
          : Unreadable<S>
        : IsName<Token> extends true
          ? [ParameterReferenceNode<Token>, Rest]
          : Unreadable<S>
  : Unreadable<S>;

type Integer<Token extends string> = Token extends `${string}.${string}`
  ? undefined
  : Token extends `${infer Shorter}${"u" | "U" | "l" | "L"}`
    ? Integer<Shorter>
    : Token extends `${infer Value extends number}`
      ? Value
      : undefined;

type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";

type Unreadable<S extends string> = S extends `${infer Token} ${string}`
  ? DeclarationTypeError<`Cannot read the array length at '${Token}': it must be whole numbers and parameters joined by + - * /`>
  : DeclarationTypeError<"Cannot read the array length: it ends too early">;
