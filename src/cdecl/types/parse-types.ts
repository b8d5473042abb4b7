// C text that declares types (`struct point { float x, y; };`, enums, typedefs, `#define` constants), read into
// KnownTypes for the declarations that use them by name.

import type { CType, Field, Parameter } from "../ast.js";
import type { CleanSource } from "./clean-source.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes, NoTypes } from "./known-types.js";
import type { ArrayFieldNode, EnumNode, FieldNode, StructNode } from "./nodes.js";
import type { ParseParameter } from "./parse-parameter.js";
import type { Balanced, Tokens } from "./text.js";

/** The types that `Text` declares, or a DeclarationTypeError that says what cannot be read. */
export type ParseTypes<Text extends string> = Text extends ""
  ? NoTypes
  : CleanSource<Text> extends infer Clean extends string
    ? Statements<SkipBlank<Clean>, NoTypes>
    : DeclarationTypeError<"Cannot read the types: a comment or a string is not closed">;

type Statements<S extends string, K extends KnownTypes> = S extends ""
  ? K
  : S extends `#${infer Line}`
    ? Directive<Line, K>
    : S extends `${infer Head};${infer Rest}`
      ? Head extends `${infer Opening}{${string}`
        ? S extends `${string}{${infer Body}}${infer Behind}`
          ? Braced<Tokens<Opening>, Body, Behind, K>
          : DeclarationTypeError<"Cannot read the types: a '}' is missing">
        : Simple<Tokens<Head>, SkipBlank<Rest>, K>
      : DeclarationTypeError<`Cannot read the types: a ';' is missing behind '${S}'`>;

/** A preprocessor line: `#define NAME value` makes a constant, others mean nothing here. */
type Directive<Line extends string, K extends KnownTypes> = Line extends `${infer Text}\n${infer Rest}`
  ? Statements<SkipBlank<Rest>, Extend<K, unknown, never, unknown, DefinedName<Text>>>
  : Extend<K, unknown, never, unknown, DefinedName<Line>>;

type DefinedName<Line extends string> =
  Tokens<Line> extends `define ${infer Name} ${string}` ? Name : never;

/** `typedef float* buffer;`, or `struct node;`, which declares a name that pointers may use anyway. */
type Simple<S extends string, Rest extends string, K extends KnownTypes> = S extends `typedef ${infer Declared}`
  ? ParseParameter<Declared, K> extends infer Result
    ? Result extends { readonly name: infer Name extends string; readonly type: infer Type extends CType }
      ? Statements<Rest, Extend<K, unknown, never, Entry<Name, Type>, never>>
      : Result extends Parameter
        ? DeclarationTypeError<"Cannot read a typedef: its name is missing">
        : Result
    : never
  : S extends "" | `struct ${string} `
    ? Statements<Rest, K>
    : DeclarationTypeError<`Cannot read '${S}': the types may have structs, enums and typedefs only`>;

/** `struct tag { … };`, `typedef struct { … } name;` and the same for enums; `Opening` is what stands before the `{`. */
type Braced<Opening extends string, Body extends string, Behind extends string, K extends KnownTypes> =
  Behind extends `${infer Declarator};${infer Rest}`
    ? Body extends `${string}{${string}`
      ? DeclarationTypeError<"Cannot read a struct: a struct inside a struct must be declared on its own">
      : Opening extends `typedef ${infer Kind}`
        ? Tokens<Declarator> extends `${infer Name} `
          ? Define<Kind, Name, Body, SkipBlank<Rest>, K>
          : DeclarationTypeError<"Cannot read a typedef: its name is missing">
        : Define<Opening, "", Body, SkipBlank<Rest>, K>
    : DeclarationTypeError<"Cannot read the types: a ';' is missing behind '}'">;

type Define<Kind extends string, Alias extends string, Body extends string, Rest extends string, K extends KnownTypes> =
  Kind extends `struct ${infer Tag}`
    ? Fields<Body, K> extends infer List
      ? List extends readonly Field[]
        ? Tagged<Tag, Alias> extends infer Name extends string
          ? Name extends ""
            ? DeclarationTypeError<"Cannot read a struct: its name is missing">
            : Statements<Rest, Extend<K, Entry<Name, List>, never, Entry<Alias, StructNode<Name>>, never>>
          : never
        : List
      : never
    : Kind extends `enum ${infer Tag}`
      ? Tagged<Tag, Alias> extends infer Name extends string
        ? Statements<Rest, Extend<K, unknown, Name, Entry<Alias, EnumNode<Name>>, EnumeratorNames<Tokens<Body>>>>
        : never
      : DeclarationTypeError<`Cannot read '${Kind}': the types may have structs, enums and typedefs only`>;

/** The tag, without C++'s `: underlying`, or else the typedef's name. */
type Tagged<Tag extends string, Alias extends string> = Tag extends `${infer Name} ${string}`
  ? Name extends ":"
    ? Alias
    : Name
  : Alias;

type Fields<Body extends string, K extends KnownTypes, Done extends readonly Field[] = []> =
  Body extends `${infer Line};${infer Rest}`
    ? Tokens<Line> extends infer S extends string
      ? Declarators<S, Specifiers<S>, K, Done> extends infer Result
        ? Result extends readonly Field[]
          ? Fields<Rest, K, Result>
          : Result
        : never
      : never
    : Tokens<Body> extends ""
      ? Done
      : DeclarationTypeError<`Cannot read the field '${Body}': a ';' is missing`>;

/** `float x, *y, z[3]`: each declarator behind the first is read with the specifiers of the first before it. */
type Declarators<
  S extends string,
  Common extends string,
  K extends KnownTypes,
  Done extends readonly Field[],
  Held extends string = "",
> = S extends `${infer Head}, ${infer Tail}`
  ? Balanced<`${Held}${Head}`> extends true
    ? OneField<`${Held}${Head}`, K> extends infer Result
      ? Result extends Field
        ? Declarators<`${Common}${Tail}`, Common, K, [...Done, Result]>
        : Result
      : never
    : Declarators<Tail, Common, K, Done, `${Held}${Head}, `>
  : OneField<`${Held}${S}`, K> extends infer Result
    ? Result extends Field
      ? [...Done, Result]
      : Result
    : never;

type Specifiers<S extends string, Done extends string = "", Last extends string = ""> = S extends `${infer Token} ${infer Rest}`
  ? Token extends "*" | "("
    ? `${Done}${Last}`
    : Token extends "[" | ","
      ? Done
      : Specifiers<Rest, `${Done}${Last}`, `${Token} `>
  : Done;

type OneField<S extends string, K extends KnownTypes> =
  ParseParameter<S, K> extends infer Result
    ? Result extends { readonly name: infer Name extends string; readonly type: infer Type extends CType }
      ? Type extends { readonly to: infer Element extends CType; readonly length: infer Length }
        ? ArrayFieldNode<Name, Element, Length extends { readonly value: infer Count extends number } ? Count : number>
        : FieldNode<Name, Type>
      : Result extends Parameter
        ? DeclarationTypeError<`Cannot read the field '${S}': its name is missing`>
        : Result
    : never;

type EnumeratorNames<S extends string, Done extends string = never> = S extends `${infer Name} ${infer Rest}`
  ? Rest extends `${string}, ${infer Tail}`
    ? EnumeratorNames<Tail, Done | Name>
    : Done | Name
  : Done;

/** `K` and what one statement adds to it. */
interface Extend<K extends KnownTypes, Structs, Enums extends string, Typedefs, Constants extends string> {
  readonly structs: K["structs"] & Structs;
  readonly enums: K["enums"] | Enums;
  readonly typedefs: K["typedefs"] & Typedefs;
  readonly constants: K["constants"] | Constants;
  readonly language: K["language"];
}

type Entry<Name extends string, Value> = { readonly [N in Name as N extends "" ? never : N]: Value };

type SkipBlank<S extends string> = S extends `${" " | "\n" | "\t" | "\r"}${infer Rest}` ? SkipBlank<Rest> : S;
