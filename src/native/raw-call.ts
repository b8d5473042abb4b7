// The TypeScript type of a C declaration whose pointers and handles are plain numbers, which is what koffi passes
// fastest. It reads the text only as far as that needs: which names are handles and which are structs is in the C types
// beside it, and structs are read by cdecl. Run time reads declarations in full (bind-table.ts).

import type { CArguments } from "../cdecl/types/c-function.js";

declare const handleBrand: unique symbol;

/** A handle or an address of a driver object, as a number that cannot be mistaken for another kind of handle. */
export type RawHandle<Name extends string> = number & { readonly [handleBrand]: Name };

/** A C function without checks, and the same call on a worker thread; `Types` is the C text with the types it names. */
export interface RawCall<Text extends string, Types extends string> {
  (...args: RawParameters<Text, Types>): RawResult<Text>;
  /** Whoever passes an address keeps its memory until the promise settles. */
  readonly async: (...args: RawParameters<Text, Types>) => Promise<RawResult<Text>>;
}

type RawResult<Text extends string> = Text extends `const char*(${string}` ? string | null : number;

type RawParameters<Text extends string, Types extends string> = Text extends `${string}(void)` | `${string}()`
  ? []
  : Text extends `${string}(${infer List})`
    ? RawList<List, Types>
    : never;

type RawList<List extends string, Types extends string> = List extends `${infer First}, ${infer Rest}`
  ? [RawParameter<First, Types>, ...RawList<Rest, Types>]
  : [RawParameter<List, Types>];

type RawParameter<P extends string, Types extends string> = P extends `const char* ${infer Rest}`
  ? Rest extends `const*${string}`
    ? number
    : string
  : P extends `${string}*${string}`
    ? number
    : P extends `${infer Name} ${string}`
      ? RawNamed<Name, Types>
      : number;

/** `typedef struct S* Name;` is a handle, `typedef struct { … } Name;` a struct by value, anything else a number. */
type RawNamed<Name extends string, Types extends string> = Types extends `${string}* ${Name};${string}`
  ? RawHandle<Name>
  : Types extends `${string}} ${Name};${string}`
    ? CArguments<`void(${Name} value)`, Types>[0]
    : number;
