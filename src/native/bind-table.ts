// A table of C declarations becomes an object of functions: with checks, for users, or raw, for the backend. Each function
// is bound when it is first touched, so a table may hold functions that are newer than the library.

import type { CType } from "../cdecl/ast.js";
import { parseDeclaration } from "../cdecl/parse-declaration.js";
import { parseTypes } from "../cdecl/parse-types.js";
import { UnsupportedError } from "../core/errors.js";
import type { NativeFunction } from "../ffi/library.js";
import { NativeLibrary } from "../ffi/native-library.js";
import { openLibrary } from "../ffi/open-library.js";
import { openRawLibrary, type RawLibrary } from "../ffi/raw-library.js";
import { type TypeContext, typeContext } from "../ffi/signature.js";
import type { StructCodec } from "../ffi/struct-codec.js";
import type { RawCall } from "./raw-call.js";
import { rawNames, type RawScalar, rawScalar, readRawTypes } from "./raw-types.js";

/** C declarations by symbol. */
type Table = Readonly<Record<string, string>>;

/** The functions of a table, each with its arguments checked. */
export type NativeTable<T extends Table, Types extends string> = {
  readonly [Symbol in keyof T]: NativeFunction<T[Symbol], Types>;
};

/** The functions of a table without checks, and what the library has. */
export type RawTable<T extends Table, Types extends string> = {
  readonly [Symbol in keyof T]: RawCall<T[Symbol], Types>;
} & {
  /** Whether the library has a function: newer ones are missing in older versions. */
  readonly has: (symbol: keyof T) => boolean;
  /** The name or path that the loader took. */
  readonly path: string;
};

/**
 * Opens the first of `names` that opens and declares the functions of a table.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND`; `CUTS_SYMBOL_NOT_FOUND` when a missing function is touched.
 */
export function nativeTable<const T extends Table, const Types extends string>(
  names: readonly string[],
  table: T,
  types: Types,
): NativeTable<T, Types> {
  const known = parseTypes(types);
  const library = new NativeLibrary(openLibrary(names), typeContext(known), false);
  const functions = lazyObject(Object.keys(table), (symbol) =>
    library.bind({ key: symbol, symbol, declaration: parseDeclaration(table[symbol] as string, known) }),
  );
  return functions as NativeTable<T, Types>;
}

/** The same for the backend; see ffi/raw-library.ts for what raw means. */
export function rawTable<const T extends Table, const Types extends string>(
  names: readonly string[],
  table: T,
  types: Types,
): RawTable<T, Types> {
  const library = openRawLibrary(names);
  let plain: ReadonlyMap<string, RawScalar> | undefined;
  let known: TypeContext | undefined;
  const functions = lazyObject(Object.keys(table), (symbol) => {
    const text = table[symbol] as string;
    const [result, ...parameters] = readRawTypes(text, (plain ??= rawNames(types))) ?? [];
    if (result !== undefined) return library.bind(symbol, result, parameters);
    known ??= typeContext(parseTypes(types));
    return bindRaw(library, symbol, text, known);
  });
  return Object.defineProperties(functions, {
    has: { value: (symbol: string) => library.symbol(symbol) !== undefined },
    path: { value: library.path ?? "" },
  }) as RawTable<T, Types>;
}

function bindRaw(library: RawLibrary, symbol: string, text: string, known: TypeContext): unknown {
  const { result, parameters } = parseDeclaration(text, known.types);
  return library.bind(
    symbol,
    rawScalar(result) ?? refuse(symbol),
    parameters.map(({ type }) => rawScalar(type) ?? rawStruct(type, known) ?? refuse(symbol)),
  );
}

/** An object whose properties are made when they are first read, and are plain properties from then on. */
function lazyObject(keys: readonly string[], make: (key: string) => unknown): object {
  const object = {};
  for (const key of keys) {
    Object.defineProperty(object, key, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make(key);
        Object.defineProperty(object, key, { value, enumerable: true });
        return value;
      },
    });
  }
  return object;
}

function rawStruct(type: CType, { structs }: TypeContext): StructCodec | undefined {
  return type.kind === "struct" ? structs.get(type.name) : undefined;
}

function refuse(symbol: string): never {
  throw new UnsupportedError(
    "CUTS_UNSUPPORTED_TYPE",
    `Cannot call ${symbol} without checks: every parameter must be a number, text, an address or a known struct`,
  );
}
