// Opens a shared library as a typed object: each C declaration becomes a function that checks its arguments before native
// code is entered. The declarations are read before the library is opened, so a typing mistake opens nothing.

import type { FunctionDeclaration, TypeTable } from "../cdecl/ast.js";
import { parseDeclaration } from "../cdecl/parse-declaration.js";
import { parseTypes } from "../cdecl/parse-types.js";
import type { CheckedDeclarations } from "../cdecl/types/c-function.js";
import { ArgumentTypeError, DeclarationError, DisposedError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { type BoundFunction, bindFunction, type LibraryState } from "./bound-function.js";
import { type Callback, registerCallback } from "./callback.js";
import { koffi } from "./koffi.js";
import type { CallbackFunction, Declarations, Library, LibraryMethods, LibraryOptions } from "./library.js";
import {
  findSymbol,
  type LibraryName,
  type OpenedLibrary,
  openLibrary,
  symbolNotFound,
} from "./open-library.js";
import { callbackSignature, type TypeContext, typeContext } from "./signature.js";

/**
 * Opens a shared library and declares functions of it, in C.
 *
 * `path` is a path, relative to the current folder (`"./libsum.so"`), a bare name that the system's loader searches
 * (`"z"`, `"libz.so.1"`), a `file:` URL, or null for the process itself. A declaration may carry the name of its symbol,
 * `"int close(int fd)"`; without one the key is the symbol.
 *
 * Arguments are checked before native code is entered: their number, dtypes, lengths (`a[n]` against the argument `n`),
 * integer ranges, null, detached and disposed memory. 64-bit integers come back as bigint, `size_t` as number.
 *
 * @throws DeclarationError for a declaration that cannot be read, LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` or
 * `CUTS_SYMBOL_NOT_FOUND`, UnsupportedError for a type that cannot be passed.
 * @example
 * const lib = dlopen("m", { cos: "double(double)" });
 * lib.cos(0); // 1
 */
export function dlopen<const D extends Declarations, const Types extends string = "">(
  path: LibraryName,
  declarations: D & CheckedDeclarations<D, Types>,
  options: LibraryOptions<Types> = {},
): Library<D, Types> {
  const types = parseTypes(options.types ?? "");
  const parsed = Object.entries<string>(declarations).map(([key, text]) => ({
    key,
    ...read(key, text, types),
  }));
  const opened = openLibrary(path, options);
  const library = new OpenLibrary(opened, typeContext(types), options.errno ?? false);
  try {
    const functions = parsed.map(({ key, symbol, declaration }) => {
      return [key, library.bind(key, symbol, declaration)] as const;
    });
    // The types of the functions are computed from the same texts that were parsed.
    return Object.freeze({ ...Object.fromEntries(functions), ...library.methods() }) as unknown as Library<
      D,
      Types
    >;
  } catch (error) {
    library.close();
    throw error;
  }
}

/**
 * Registers a function for native code that keeps it, outside of a library; see `lib.callback`.
 * @param options `types`: C text with the types that the declaration names.
 */
export function callback<const Text extends string, const Types extends string = "">(
  declaration: Text,
  fn: CallbackFunction<Text, Types>,
  options: { readonly types?: Types } = {},
): Callback {
  return makeCallback(declaration, fn, typeContext(parseTypes(options.types ?? "")));
}

const reserved: ReadonlySet<string> = new Set([
  "close",
  "errno",
  "callback",
] satisfies (keyof LibraryMethods)[]);

function read(
  key: string,
  text: string,
  types: TypeTable,
): { readonly symbol: string; readonly declaration: FunctionDeclaration } {
  if (reserved.has(key)) {
    throw new ArgumentTypeError(
      "CUTS_RESERVED_NAME",
      `Cannot declare a function: its name must not be one of the library's own methods (got "${key}")\n` +
        `Try: another key with the symbol in the declaration, { ${key}_: "int ${key}(…)" }`,
    );
  }
  if (typeof text !== "string") {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_TYPE",
      `Cannot declare ${key}: the declaration must be a string of C (got ${formatValue(text)})`,
    );
  }
  const declaration = parseNamed(key, text, types);
  return { symbol: declaration.name ?? key, declaration };
}

/** Reads a declaration; a mistake in it also tells which of the table it is in. */
function parseNamed(key: string, text: string, types: TypeTable): FunctionDeclaration {
  try {
    return parseDeclaration(text, types);
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    throw new DeclarationError(
      error.code,
      `${error.message}\nin the declaration of ${key}`,
      error.line,
      error.column,
    );
  }
}

function makeCallback(
  declaration: string,
  fn: (...args: never[]) => unknown,
  context: TypeContext,
): Callback {
  if (typeof fn !== "function") {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_TYPE",
      `Cannot register a callback: it must be a function (got ${formatValue(fn)})`,
    );
  }
  const { result, parameters } = parseNamed("a callback", declaration, context.types);
  const signature = callbackSignature({ kind: "callback", result, parameters }, "the callback", context);
  return registerCallback(signature, fn as (...args: readonly unknown[]) => unknown);
}

/** The state behind a library object; it outlives the object as long as asynchronous calls are under way. */
class OpenLibrary implements LibraryState {
  readonly label: string;
  readonly handle: OpenedLibrary["handle"];
  readonly recordsErrno: boolean;
  closed = false;
  errno = 0;
  readonly #opened: OpenedLibrary;
  readonly #context: TypeContext;
  readonly #callbacks = new Set<Callback>();
  #pending = 0;

  constructor(opened: OpenedLibrary, context: TypeContext, recordsErrno: boolean) {
    this.label = opened.label;
    this.handle = opened.handle;
    this.recordsErrno = recordsErrno;
    this.#opened = opened;
    this.#context = context;
  }

  bind(key: string, symbol: string, declaration: FunctionDeclaration): BoundFunction {
    if (findSymbol(this.#opened, symbol) === undefined) throw symbolNotFound(this.#opened, symbol);
    return bindFunction(this, key, symbol, declaration, this.#context);
  }

  methods(): LibraryMethods {
    return {
      close: () => this.close(),
      [Symbol.dispose]: () => this.close(),
      errno: (value) => {
        if (value !== undefined) this.errno = koffi().errno(value);
        return this.recordsErrno ? this.errno : koffi().errno();
      },
      callback: (declaration, fn) => {
        if (this.closed) {
          const rule = `its library must be open (got ${this.label}, closed)`;
          throw new DisposedError("CUTS_DISPOSED", `Cannot register a callback: ${rule}`);
        }
        const made = makeCallback(declaration, fn, this.#context);
        this.#callbacks.add(made);
        return made;
      },
    };
  }

  enter(): () => void {
    this.#pending++;
    return () => {
      this.#pending--;
      if (this.closed) this.#unloadWhenIdle();
    };
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#unloadWhenIdle();
  }

  #unloadWhenIdle(): void {
    if (this.#pending > 0) return;
    for (const made of this.#callbacks) made.dispose();
    this.handle.unload();
  }
}
