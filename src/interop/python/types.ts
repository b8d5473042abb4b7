// The TypeScript types of Python objects. They are loose, because Python's types are known only at run time.

import type { NDArray } from "../../array/ndarray.js";

/** Any result of Python: a value, an array, or a reference. */
// oxlint-disable-next-line typescript/no-explicit-any -- what it is, is known when the program runs
export type PythonValue = any;

/**
 * A Python object, or an attribute of one. Calling it calls it in Python, on Python's own thread; awaiting an attribute gives its
 * value; `for await` iterates over an iterable. `using` releases it; otherwise the garbage collector does.
 */
export interface PythonReference extends Disposable {
  (...args: readonly unknown[]): Promise<PythonValue>;
  readonly [Symbol.asyncIterator]: () => AsyncIterator<PythonValue>;
  [name: string]: PythonValue;
}

/** The same, but blocking this thread: attributes are their values, and calls return results. */
export interface SyncPythonReference {
  (...args: readonly unknown[]): PythonValue;
  [name: string]: PythonValue;
}

/** The value of a context manager, until it is exited. */
export interface PythonContext extends Disposable, AsyncDisposable {
  /** The value that `with … as` binds in Python. */
  readonly value: PythonValue;
}

/** How Python is started. */
export interface PythonOptions {
  /** The Python program whose packages are used, like `CUTS_PYTHON`. */
  readonly executable?: string;
  /** Receives Python's output; `process.stdout` by default. */
  readonly stdout?: (text: string) => void;
  readonly stderr?: (text: string) => void;
}

/** CPython inside this process. There is only one per process, and it ends with the process. */
export interface Python {
  /** The Python program that was found, its library and its version. */
  readonly executable: string;
  readonly library: string;
  readonly version: string;
  /** Imports a module. @throws PythonError where it cannot be imported. */
  import(name: string): Promise<PythonReference>;
  /** Evaluates an expression. With `names`, only these names are visible; otherwise those that `exec` has defined. */
  eval(expression: string, names?: Readonly<Record<string, unknown>>): Promise<PythonValue>;
  /** Runs statements. With `names` they run in a separate namespace, whose definitions are returned. */
  exec(statements: string, names?: Readonly<Record<string, unknown>>): Promise<PythonValue>;
  /** Calls an object without converting its result: an array remains NumPy's or PyTorch's. */
  callRaw(callable: unknown, ...args: readonly unknown[]): Promise<PythonReference>;
  /** Keyword arguments, passed as the last argument of a call. */
  kwargs(values: Readonly<Record<string, unknown>>): unknown;
  /** Makes a tuple. */
  tuple(...items: readonly unknown[]): unknown;
  /** Makes a number a float, even if it is an integer. */
  float(value: number): unknown;
  /**
   * Wraps an array as a Python object with `__dlpack__`, and `__array_interface__` or `__cuda_array_interface__`, for libraries
   * that CuTS does not know.
   */
  array(array: NDArray): Promise<PythonReference>;
  /** An attribute whose name has another meaning in JavaScript, such as `then`. */
  get(object: unknown, name: string): Promise<PythonValue>;
  /** `object[key]`. */
  item(object: unknown, key: unknown): Promise<PythonValue>;
  /** `object[key] = value`. */
  setItem(object: unknown, key: unknown, value: unknown): Promise<void>;
  /** `str(object)`. */
  str(object: unknown): Promise<string>;
  /** `repr(object)`. */
  repr(object: unknown): Promise<string>;
  /** `len(object)`. */
  len(object: unknown): Promise<number>;
  /** Enters a context manager; the end of `using` or `await using` exits it. */
  enter(manager: unknown): Promise<PythonContext>;
  /** A reference with blocking attributes and calls, which run on this thread; meant for short calls. */
  sync(object: unknown): SyncPythonReference;
}
