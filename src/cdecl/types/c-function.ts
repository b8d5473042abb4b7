// The public types for C declarations: the TypeScript signature of a function from the text of its declaration. If the text is only
// `string`, the signature is loose. If it cannot be read, the type is a DeclarationTypeError with the reason.

import type { ArrayArgument } from "../../core/array-argument.js";
import type { Complex, TypedArray } from "../../core/dtype.js";
import type { CType, Parameter } from "../ast.js";
import type { ArgumentsOf, ResultOf, StructValue } from "./argument-of.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KnownTypes } from "./known-types.js";
import type { DevicePointer, NativePointer } from "./native-pointer.js";
import type { ParseFunction } from "./parse-function.js";
import type { ParseTypes } from "./parse-types.js";

/**
 * The TypeScript function of the C declaration `S`; `Types` is C text with the structs, enums and typedefs it uses.
 * @example
 * type Sum = CFunction<"void(const float a[n], float out[n], int n)">;
 * // (a: ConstPointer<"float32">, out: Pointer<"float32">, n: number) => void
 */
export type CFunction<S extends string, Types extends string = ""> =
  Declared<S, Types> extends infer D
    ? D extends Signature<infer Result, infer List, infer K>
      ? (...args: ArgumentsOf<List, K>) => ResultOf<Result, K>
      : D extends DeclarationTypeError<string>
        ? D
        : (...args: NativeArgument[]) => NativeResult
    : never;

/** The arguments of the C declaration `S`, as a tuple. */
export type CArguments<S extends string, Types extends string = ""> =
  Declared<S, Types> extends infer D
    ? D extends Signature<CType, infer List, infer K>
      ? ArgumentsOf<List, K>
      : D extends DeclarationTypeError<string>
        ? [problem: D]
        : NativeArgument[]
    : never;

/** What the C declaration `S` returns. */
export type CResult<S extends string, Types extends string = ""> =
  Declared<S, Types> extends infer D
    ? D extends Signature<infer Result, readonly Parameter[], infer K>
      ? ResultOf<Result, K>
      : D extends DeclarationTypeError<string>
        ? D
        : NativeResult
    : never;

/**
 * A table of declarations with errors in place of texts that cannot be read. Intersected with the table in a parameter type, it
 * makes the compiler report a mistake at the text itself.
 * @example
 * declare function declare<const T extends Record<string, string>>(table: T & CheckedDeclarations<T>): void;
 * declare({ f: "void(flaot x)" }); // … not assignable to DeclarationTypeError<"Cannot read 'flaot': not a C type">
 */
export type CheckedDeclarations<T extends Readonly<Record<string, string>>, Types extends string = ""> = {
  readonly [Name in keyof T]: CheckedDeclaration<T[Name], Types>;
};

/**
 * The objects of the structs that C text declares, by name.
 * @example type Point = CTypes<"struct point { float x, y; };">["point"]; // { x: number; y: number }
 */
export type CTypes<Text extends string> = string extends Text
  ? Record<string, NativeStruct>
  : ParseTypes<Text> extends infer K
    ? K extends KnownTypes
      ? { -readonly [Tag in keyof K["structs"]]: StructValue<K["structs"][Tag], K> } & {
          -readonly [Name in keyof K["typedefs"] as K["typedefs"][Name]["kind"] extends "struct"
            ? Name
            : never]: ResultOf<K["typedefs"][Name], K>;
        }
      : K extends DeclarationTypeError<string>
        ? K
        : Record<string, NativeStruct>
    : never;

/** Anything that can be an argument of a native function whose declaration is not known at compile time. */
export type NativeArgument =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Complex
  | TypedArray
  | DataView
  | ArrayBufferLike
  | ArrayArgument
  | NativePointer
  | DevicePointer
  | NativeStruct
  | readonly NativeArgument[]
  | ((...args: never[]) => unknown);

/** Anything that a native function can return. */
export type NativeResult =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Complex
  | NativePointer
  | DevicePointer
  | NativeStruct;

/** A struct whose declaration is not known at compile time. */
interface NativeStruct {
  readonly [field: string]: NativeArgument;
}

type CheckedDeclaration<S extends string, Types extends string = ""> =
  Declared<S, Types> extends infer D ? (D extends DeclarationTypeError<string> ? D : S) : never;

/** The meaning of a declaration; `undefined` if it is unknown at compile time. */
type Declared<S extends string, Types extends string> = string extends S | Types
  ? undefined
  : ParseTypes<Types> extends infer K
    ? K extends KnownTypes
      ? ParseFunction<S, K> extends infer F
        ? F extends {
            readonly result: infer Result extends CType;
            readonly parameters: infer List extends readonly Parameter[];
          }
          ? Signature<Result, List, K>
          : F
        : never
      : K
    : never;

interface Signature<Result extends CType, List extends readonly Parameter[], K extends KnownTypes> {
  readonly result: Result;
  readonly parameters: List;
  readonly known: K;
}
