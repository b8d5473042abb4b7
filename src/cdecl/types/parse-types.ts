// Parses C text that declares types (`struct point { float x, y; };`, enums, typedefs, `#define` constants) into KnownTypes.
// Constructs that only the run-time parser supports (a struct inside a struct, a macro that is a type, an array typedef) make the
// whole result `undefined`: a loose type, not an error.

import type { CType, Field } from "../ast.js";
import type { CleanSource } from "./clean-source.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes, NoTypes } from "./known-types.js";
import type { EnumNode, StructNode } from "./nodes.js";
import type { ParseDeclarators, ParseFields } from "./parse-fields.js";
import type { IsName, SkipBlank, Tokens } from "./text.js";

/** The types that `Text` declares, a DeclarationTypeError with the reason, or `undefined` for "unknown". */
export type ParseTypes<Text extends string> = Text extends ""
  ? NoTypes
  : CleanSource<Text> extends infer Clean extends string
    ? Statements<SkipBlank<Clean>, NoTypes>
    : undefined;

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

/**
 * Handles a preprocessor line: `#define NAME 16` adds a constant, `#pragma once` is ignored, and any other line makes the result
 * unknown.
 */
type Directive<Line extends string, K extends KnownTypes> = Line extends `${infer First}\n${infer Rest}`
  ? DefinedName<Tokens<First>> extends infer Name extends string
    ? Statements<SkipBlank<Rest>, Extend<K, unknown, never, unknown, Name>>
    : undefined
  : Directive<`${Line}\n`, K>;

type DefinedName<S extends string> = S extends `define ${infer Name} ${infer Value}`
  ? Value extends `${Digit | "("}${string}`
    ? Name
    : undefined
  : S extends "pragma once "
    ? never
    : undefined;

type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";

/** Handles a statement without braces: a typedef, an alias, or a forward declaration of a struct. */
type Simple<
  S extends string,
  Rest extends string,
  K extends KnownTypes,
> = S extends `typedef ${infer Declared}`
  ? Typedefs<Declared, Rest, K>
  : S extends `using ${infer Name} = ${infer Declared}`
    ? Typedefs<`${Declared}${Name} `, Rest, K>
    : S extends "" | `struct ${string} `
      ? Statements<Rest, K>
      : DeclarationTypeError<`Cannot read '${S}': only structs, enums and typedefs can be declared here`>;

type Typedefs<Declared extends string, Rest extends string, K extends KnownTypes> =
  ParseDeclarators<Declared, K> extends infer List
    ? List extends readonly Field[]
      ? Plain<List[number]> extends true
        ? KeepsConst<Declared, List[number]["type"]> extends true
          ? Statements<Rest, Extend<K, unknown, never, Entries<List[number]>, never>>
          : undefined
        : undefined
      : List
    : never;

/** Whether no declarator is an array. */
type Plain<F extends Field> = Extract<F, { readonly count: number }> extends never ? true : false;

/**
 * Whether KnownTypes can represent a typedef. It keeps the type and not the const of a typedef, so `typedef const float c;` cannot
 * be represented.
 */
type KeepsConst<Declared extends string, Type extends CType> = Declared extends `${string}const ${string}`
  ? Type["kind"] extends "pointer" | "string" | "callback"
    ? true
    : false
  : true;

type Entries<F extends Field> = { readonly [Name in F["name"]]: Extract<F, { readonly name: Name }>["type"] };

/** `struct tag { … };`, `typedef struct { … } name, *pointer;`, and the same for enums. */
type Braced<
  Opening extends string,
  Body extends string,
  Behind extends string,
  K extends KnownTypes,
> = Behind extends `${infer Declarators};${infer Rest}`
  ? Body extends `${string}{${string}`
    ? undefined
    : Opening extends `typedef ${infer Kind}`
      ? Define<Kind, Tokens<Declarators>, Body, SkipBlank<Rest>, K>
      : Tokens<Declarators> extends ""
        ? Define<Opening, "", Body, SkipBlank<Rest>, K>
        : DeclarationTypeError<"Cannot read a type: a ';' must stand behind its '}'">
  : DeclarationTypeError<"Cannot read a type: a ';' must stand behind its '}'">;

type Define<
  Kind extends string,
  Declarators extends string,
  Body extends string,
  Rest extends string,
  K extends KnownTypes,
> = Kind extends `struct ${infer Tag}`
  ? ParseFields<Body, K> extends infer List
    ? List extends readonly Field[]
      ? TagOf<Tag, Declarators> extends infer Name extends string
        ? Name extends ""
          ? DeclarationTypeError<"Cannot read a struct: it must have a name">
          : Named<
              "struct",
              Name,
              Declarators,
              Rest,
              Extend<K, { readonly [N in Name]: List }, never, unknown, never>
            >
        : never
      : List
    : never
  : Kind extends `enum ${infer Tag}`
    ? Tag extends `${string}: ${string}`
      ? undefined
      : TagOf<Tag, Declarators> extends infer Name extends string
        ? Named<"enum", Name, Declarators, Rest, Extend<K, unknown, Name, unknown, Enumerators<Tokens<Body>>>>
        : never
    : DeclarationTypeError<`Cannot read '${Kind}': only structs, enums and typedefs can be declared here`>;

/** The tag, or else the first name of the typedef; "" for an enum that only makes constants. */
type TagOf<Tag extends string, Declarators extends string> = Tag extends `${infer Name} `
  ? Name
  : Declarators extends `${infer Name} ${string}`
    ? IsName<Name> extends true
      ? Name
      : ""
    : "";

/** The typedef names after a body. */
type Named<
  Word extends "struct" | "enum",
  Name extends string,
  Declarators extends string,
  Rest extends string,
  K extends KnownTypes,
> = Declarators extends ""
  ? Statements<Rest, K>
  : Declarators extends `${Name} `
    ? Statements<
        Rest,
        Extend<
          K,
          unknown,
          never,
          { readonly [N in Name]: Word extends "struct" ? StructNode<N> : EnumNode<N> },
          never
        >
      >
    : Typedefs<`${Word} ${Name} ${Declarators}`, Rest, K>;

type Enumerators<S extends string, Done extends string = never> = S extends `${infer Name} ${infer Rest}`
  ? Rest extends `${string}, ${infer Tail}`
    ? Enumerators<Tail, Done | Name>
    : Done | Name
  : Done;

/** `K` with the additions of one statement. */
interface Extend<K extends KnownTypes, Structs, Enums extends string, Typedefs, Constants extends string> {
  readonly structs: K["structs"] & Structs;
  readonly enums: K["enums"] | Enums;
  readonly typedefs: K["typedefs"] & Typedefs;
  readonly constants: K["constants"] | Constants;
  readonly language: K["language"];
  readonly source: K["source"];
}
