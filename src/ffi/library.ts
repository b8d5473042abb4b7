// The types of what `dlopen` returns for a table of C declarations.

import type { CArguments, CFunction, CResult } from "../cdecl/types/c-function.js";
import type { DeclarationTypeError } from "../cdecl/types/declaration-type-error.js";
import type { Callback } from "./callback.js";
import type { OpenOptions } from "./open-library.js";

/** A table of C declarations by the names they get in JavaScript. */
export type Declarations = Readonly<Record<string, string>>;

/** How a library is opened. */
export interface LibraryOptions<Types extends string = string> extends OpenOptions {
  /** C text with the structs, enums and typedefs that the declarations name. */
  readonly types?: Types;
  /** Save `errno` right after every call, for `lib.errno()`. It costs some 50 ns a call. */
  readonly errno?: boolean;
}

/** A native function: the call, and the same call on another thread. */
export type NativeFunction<Text extends string, Types extends string = ""> =
  CFunction<Text, Types> extends infer F
    ? F extends DeclarationTypeError<string>
      ? F
      : F & {
          /**
           * Makes the call on a worker thread, so that the event loop stays free. Arguments are checked at once, and errors reject
           * the promise. They stay valid until the call is over, even if they are disposed, dropped or transferred.
           *
           * Arrays are used in place. The call waits for work submitted on them before. Work submitted later waits for the call
           * if one of the two writes (a blocking method, such as `dataSync`, throws `CUTS_CANNOT_BLOCK` instead). Pinned memory
           * of a GPU, views of native memory and typed arrays over a SharedArrayBuffer are used in place too. Any other typed
           * array can be transferred at any time, so native code gets a copy, and its changes are in the array when the promise
           * settles. If the array was transferred by then, the promise rejects with `CUTS_ARGUMENT_DETACHED`. Native code must
           * not keep the address of such an array.
           */
          readonly async: (...args: CArguments<Text, Types>) => Promise<CResult<Text, Types>>;
        }
    : never;

/** The JavaScript function for a callback that is declared as `int(const void*, const void*)`. */
export type CallbackFunction<
  Text extends string,
  Types extends string = "",
> = Text extends `${infer Result}(${infer Rest}`
  ? CArguments<`void(${Result} (*callback)(${Rest})`, Types> extends readonly [infer Argument]
    ? Extract<Argument, (...args: never[]) => unknown>
    : never
  : (...args: never[]) => unknown;

/** The methods of every open library, besides its functions. */
export interface LibraryMethods<Types extends string = ""> extends Disposable {
  /**
   * Closes the library. Later calls throw a DisposedError, its callbacks are disposed, and it is unloaded when pending asynchronous
   * calls have returned. Can be called twice.
   */
  dispose(): void;
  /** The C `errno`: of the last call with `errno: true`, else as it is now; with an argument, sets it. */
  errno(value?: number): number;
  /**
   * Registers a function for native code that keeps it; it lives until disposed, or until the library is closed.
   * @example
   * using onEvent = lib.callback("void(int code)", (code) => console.log(code));
   * lib.set_handler(onEvent.pointer);
   */
  callback<const Text extends string>(declaration: Text, fn: CallbackFunction<Text, Types>): Callback;
}

/** An open library: its declared functions, and {@link LibraryMethods}. */
export type Library<D extends Declarations, Types extends string = ""> = {
  readonly [Name in keyof D]: NativeFunction<D[Name], Types>;
} & LibraryMethods<Types>;
