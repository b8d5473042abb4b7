// Functions bound without checks, for layers that make thousands of calls a second and check arguments themselves, such as the CUDA
// driver's launch path. A wrong argument is undefined behavior; users get `dlopen` instead. The type "address" is a pointer passed
// as a plain number, which koffi takes three times as fast as a typed array or a bigint. The caller keeps its memory alive.

import { runAsync } from "./async-calls.js";
import type { KoffiType } from "./koffi.js";
import { koffiScalar } from "./koffi-types.js";
import {
  findSymbol,
  type LibraryName,
  type OpenOptions,
  openLibrary,
  symbolNotFound,
} from "./open-library.js";

interface RawTypes {
  void: { argument: never; result: void };
  bool: { argument: boolean; result: boolean };
  int8: { argument: number; result: number };
  uint8: { argument: number; result: number };
  int16: { argument: number; result: number };
  uint16: { argument: number; result: number };
  int32: { argument: number; result: number };
  uint32: { argument: number; result: number };
  /** The result is a number if it is safe, else a bigint. */
  int64: { argument: number | bigint; result: number | bigint };
  uint64: { argument: number | bigint; result: number | bigint };
  float32: { argument: number; result: number };
  float64: { argument: number; result: number };
  /** NUL-terminated UTF-8. */
  string: { argument: string | null; result: string | null };
  /** An address as a number, which is fastest. */
  address: { argument: number | bigint; result: number | bigint };
  /** Memory: a typed array or a buffer for the duration of the call, or an address. */
  pointer: { argument: ArrayBufferView | ArrayBuffer | bigint | number | null; result: bigint | null };
}

/** The types of raw functions. */
type RawType = keyof RawTypes;

/** A C function without checks, and the same call on a worker thread. */
type RawFunction<R extends RawType, P extends readonly (RawType | RawStruct)[]> = {
  (...args: RawArguments<P>): RawTypes[R]["result"];
  /** Memory that is passed must stay valid and in place until the promise settles. */
  readonly async: (...args: RawArguments<P>) => Promise<RawTypes[R]["result"]>;
};

/** A struct that is passed by value, by koffi's name of it. The argument is an object with the fields. */
interface RawStruct {
  readonly koffiType: KoffiType;
}

type RawArguments<P extends readonly (RawType | RawStruct)[]> = {
  [I in keyof P]: P[I] extends infer T extends RawType
    ? RawTypes[T]["argument"]
    : Readonly<Record<string, unknown>>;
};

/** A library whose functions are bound without checks. */
export interface RawLibrary {
  /** Its name in messages. */
  readonly label: string;
  /** The name or path that the loader accepted; null for the process itself. */
  readonly path: string | null;
  /** The address of a symbol, or undefined. Used for functions that only newer versions have. */
  symbol(name: string): bigint | undefined;
  /** Binds a function. @throws LibraryNotFoundError `CUTS_SYMBOL_NOT_FOUND` */
  bind<const R extends RawType, const P extends readonly (RawType | RawStruct)[]>(
    symbol: string,
    result: R,
    parameters: P,
  ): RawFunction<R, P>;
  /** Unloads the library. Calling one of its functions afterwards crashes the process. */
  close(): void;
}

/**
 * Opens the first of `names` that can be opened.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND`
 * @example
 * const cuda = openRawLibrary(["libcuda.so.1", "libcuda.so"]);
 * const cuInit = cuda.bind("cuInit", "int32", ["uint32"]);
 */
export function openRawLibrary(
  names: LibraryName | readonly LibraryName[],
  options?: OpenOptions,
): RawLibrary {
  const library = openLibrary(names, options);
  return {
    label: library.label,
    path: library.path,
    symbol: (name) => findSymbol(library, name),
    bind: (symbol, result, parameters) => {
      if (findSymbol(library, symbol) === undefined) throw symbolNotFound(library, symbol);
      const types = parameters.map((one) => (typeof one === "string" ? koffiType(one) : one.koffiType));
      const native = library.handle.func(symbol, koffiType(result), types);
      const start = native.async;
      const async = async (...args: readonly unknown[]): Promise<unknown> => {
        const { value } = await runAsync(
          start,
          () => args,
          () => {},
        );
        return value;
      };
      // koffi's function itself, made by this `func` call alone: a wrapper around it would cost as much as a check.
      return Object.assign(native, { async }) as never;
    },
    close: () => library.handle.unload(),
  };
}

const otherTypes = { void: "void", string: "str", address: "uintptr_t", pointer: "void *" } as const;

function koffiType(type: RawType): KoffiType {
  return type in otherTypes
    ? otherTypes[type as keyof typeof otherTypes]
    : koffiScalar(type as Exclude<RawType, keyof typeof otherTypes>);
}
