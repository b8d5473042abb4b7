// Converts values between JavaScript and Python. Plain values are copied, arrays share their memory, and everything else stays
// where it is and is referred to by a number.

import { type Complex, type DType, dtypes, isTypedArray } from "../../core/dtype.js";
import { ArgumentTypeError, CutsError, DisposedError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { isNDArray, NDArray } from "../../array/ndarray.js";
import { exchangeOf } from "../../runtime/memory/foreign-memory.js";
import { currentStream, toDevice } from "../../runtime/devices/devices.js";
import { unscoped } from "../../runtime/lifetimes/scope.js";
import type { ForeignStreams } from "../../backend/backend.js";
import type { Storage } from "../../runtime/memory/storage.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { fromDlpack } from "../dlpack/from-dlpack.js";
import { unversionedForm, versionedForm } from "../dlpack/format.js";
import type { LastingStruct } from "../dlpack/export-struct.js";
import { lastingStruct, letTakerWait, toDlpack, type ToDlpackOptions } from "../dlpack/to-dlpack.js";
import { adoptArray, handOut, isTaken } from "../foreign-array.js";
import { fromBuffer } from "../from-pointer.js";
import { ellipsis, Float, type MarshalWriter, readMarshal, Tuple } from "./marshal.js";
import { PythonError } from "./python-error.js";

/** The key under which a reference tells which Python object it refers to. */
export const pythonTarget: unique symbol = Symbol.for("cuts.pythonTarget");

/** An object of Python, or an attribute of one. */
export interface PythonTarget {
  readonly id: number;
  readonly path: readonly string[];
  /** The reference to the object, which may have been disposed. */
  readonly life: { isOpen: boolean; readonly type: string };
}

/** A Python object that JavaScript refers to. */
export interface PythonHandle {
  readonly id: number;
  readonly isCallable: boolean;
  readonly type: string;
}

/** What the conversion needs of the bridge. */
export interface ReferenceMaker {
  forget(id: number): void;
  /** Notes that work was submitted on memory that Python has, so Python may not assume that it is ready. */
  noteUse(): void;
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Makes a reference to a Python object. */
export type MakeReference = (handle: PythonHandle) => unknown;

interface HeldArray {
  readonly array: Pick<
    NDArray,
    "storage" | "dtype" | "shape" | "strides" | "offset" | "size" | "isContiguous" | "isReadonly"
  >;
  readonly release: () => void;
  /** Its DLPack structs, which Python reuses. */
  readonly blocks: LastingStruct[];
}

/** CUDA's legacy default stream: that of PyTorch and CuPy, unless a program takes another. */
const DEFAULT_STREAM = 1n;

/** What Python requests by DLPack: a struct, or only that the array is ready for a stream. */
const WANT_UNVERSIONED = 0;
const WANT_VERSIONED = 1;
const WANT_READY = 2;

const letters = { bool: "b", int: "i", uint: "u", float: "f", complex: "c" } as const;

export class Values {
  /** Makes references; set by who holds the bridge. */
  makeReference: MakeReference = (handle) => handle;
  readonly #bridge: ReferenceMaker;
  readonly #arrays = new Map<number, HeldArray>();
  readonly #functions = new Map<number, AnyFunction>();
  readonly #errors = new Map<number, unknown>();
  /** Memory that Python uses as well, and on which of its streams. */
  readonly #shared = new Map<Storage, Set<bigint>>();
  /** Memory of the host that Python may look at in any call, its own and ours, and on which work may be under way. */
  readonly #busy = new Set<Storage>();
  /** How many arrays of Python's are over memory that is watched. */
  readonly #watched = new Map<Storage, number>();
  readonly #onUse = (storage: Storage): void => {
    this.#bridge.noteUse();
    if (exchangeOf(storage.device).streams === null) this.#busy.add(storage);
  };
  /** The memory of arrays exported by the CUDA array interface, whose user keeps the array alive. */
  readonly #byInterface = new Map<number, Storage>();
  #next = 1;

  constructor(bridge: ReferenceMaker) {
    this.#bridge = bridge;
  }

  /** The number of arrays and functions that Python holds. */
  get heldCount(): number {
    return this.#arrays.size + this.#functions.size;
  }

  /** Python has released an array or, with a negative number, a function. */
  release(id: number): void {
    if (id < 0) {
      this.#functions.delete(-id);
      return;
    }
    const held = this.#arrays.get(id);
    this.#arrays.delete(id);
    this.#byInterface.delete(id);
    if (held === undefined) return;
    this.#unwatch(held.array.storage);
    for (const block of held.blocks) block.letGo();
    held.release();
  }

  /** Writes the values of a request; if one is refused, none is sent. @throws TypeError `CUTS_PYTHON_VALUE` */
  writeAll(writer: MarshalWriter, values: readonly unknown[], storages: Set<Storage>): void {
    const first = this.#next;
    try {
      for (const value of values) this.write(writer, value, storages);
    } catch (error) {
      for (let id = first; id < this.#next; id++) {
        this.release(id);
        this.release(-id);
      }
      throw error;
    }
  }

  /** Writes a value; the storages of arrays in it are added to `storages`. @throws TypeError `CUTS_PYTHON_VALUE` */
  write(writer: MarshalWriter, value: unknown, storages: Set<Storage>, depth = 0): void {
    if (value === null || (typeof value !== "object" && typeof value !== "function")) {
      if (typeof value === "symbol") throw noValue(value);
      writer.write(value);
      return;
    }
    const target = targetOf(value);
    if (target !== undefined) {
      checkAlive(target);
      const isPath = target.path.length > 0;
      writer.begin("tuple", isPath ? 4 : 3);
      writer.ellipsis();
      writer.text(isPath ? "p" : "o");
      writer.number(target.id);
      if (isPath) writer.write(target.path);
    } else if (isNDArray(value)) this.#writeArray(writer, value, storages);
    else if (typeof value === "function") {
      const id = this.#next++;
      this.#functions.set(id, value as AnyFunction);
      writer.write(new Tuple(ellipsis, "f", id));
    } else if (depth < MOST_LEVELS) this.#writeObject(writer, value, storages, depth + 1);
    else throw tooDeep();
  }

  #writeObject(writer: MarshalWriter, value: object, storages: Set<Storage>, depth: number): void {
    const items = (kind: "tuple" | "list", list: readonly unknown[]): void => {
      writer.begin(kind, list.length);
      for (const item of list) this.write(writer, item, storages, depth);
    };
    if (Array.isArray(value)) items("list", value);
    else if (value instanceof Tuple) items("tuple", value.items);
    else if (value instanceof Float) writer.write(value);
    else if (value instanceof Uint8Array) writer.bytesValue(value);
    else if (value instanceof ArrayBuffer) writer.bytesValue(new Uint8Array(value));
    else if (isTypedArray(value)) this.#writeTyped(writer, value, storages);
    else if (value instanceof Set) {
      writer.begin("tuple", 3);
      writer.ellipsis();
      writer.text("s");
      items("list", [...value]);
    } else if (isComplex(value)) writer.complex(value.re, value.im);
    else {
      const isPlain = value instanceof Map || isPlainObject(value);
      if (!isPlain) throw noValue(value);
      writer.beginDict();
      for (const [key, item] of value instanceof Map ? value : Object.entries(value)) {
        this.write(writer, key, storages, depth);
        this.write(writer, item, storages, depth);
      }
      writer.endDict();
    }
  }

  #writeTyped(writer: MarshalWriter, value: ArrayBufferView, storages: Set<Storage>): void {
    using array = unscoped(() => fromBuffer(value as Float32Array, { device: "cpu" }));
    this.#writeArray(writer, array, storages);
  }

  #writeArray(writer: MarshalWriter, array: NDArray, storages: Set<Storage>): void {
    array.check("give an array to Python");
    const { storage, dtype, shape, strides, offset, size, isContiguous, isReadonly } = array;
    const { kind, byteLength } = dtypes[dtype];
    const { type, id } = exchangeOf(storage.device).place(storage.kind);
    const number = this.#next++;
    const release = handOut(storage, "described");
    const layout = { storage, dtype, shape, strides, offset, size, isContiguous, isReadonly };
    this.#arrays.set(number, { array: layout, release, blocks: [] });
    this.#watch(storage);
    storages.add(storage);
    const isStrided = !isContiguous;
    writer.write(
      new Tuple(
        ellipsis,
        "a",
        new Tuple(
          number,
          size === 0 ? 0 : storage.pointer + BigInt(offset * byteLength),
          [...shape],
          isStrided ? strides.map((stride) => stride * byteLength) : null,
          `${byteLength === 1 ? "|" : "<"}${letters[kind]}${byteLength}`,
          dtype,
          isReadonly,
          new Tuple(type, id),
        ),
      ),
    );
  }

  /** The value that a tuple beginning with Ellipsis stands for. */
  read(tag: string, items: readonly unknown[]): unknown {
    switch (tag) {
      case "o": {
        const [id, isCallable, type] = items as [number, boolean, string];
        return this.makeReference({ id, isCallable, type });
      }
      case "s":
        return new Set(items[0] as unknown[]);
      case "a":
        return this.#readArray(items[0] as unknown[]);
      case "r":
        return this.#arrayOf(items[0] as number);
      case "f":
        return this.#functions.get(items[0] as number);
      default:
        throw new Error(`internal: Python has sent ${tag}`);
    }
  }

  #readArray([way, ...items]: readonly unknown[]): NDArray {
    if (way === "dlpack") {
      const [pointer, versioned] = items as [number | bigint, boolean];
      const array = fromDlpack(BigInt(pointer), { versioned });
      this.#noteBorrowed(array);
      return array;
    }
    const [pointer, dtype, shape, strides, isReadonly, id] = items as [
      number | bigint,
      DType,
      number[],
      number[],
      boolean,
      number,
    ];
    const stream = currentStream(toDevice("cpu"));
    const layout = { pointer: BigInt(pointer), dtype, shape: Object.freeze(shape), strides, isReadonly };
    const forget = (): void => this.#bridge.forget(id);
    try {
      const array = adoptArray(layout, stream, forget);
      this.#noteBorrowed(array);
      return array;
    } catch (error) {
      forget();
      throw error;
    }
  }

  #arrayOf(id: number): NDArray {
    const held = this.#arrays.get(id);
    if (held === undefined) throw new Error("internal: Python has an array that nobody holds");
    const { storage, dtype, shape, strides, offset, size, isContiguous, isReadonly } = held.array;
    return new NDArray(storage.retain(), dtype, shape, strides, offset, size, isContiguous, isReadonly);
  }

  /** Answers a question of Python's: the call of a function, or an array by DLPack. Nothing is thrown. */
  answer(question: Buffer, writer: MarshalWriter): void {
    let kind = "";
    try {
      const [asked, id, ...rest] = readMarshal(question, (tag, items) => this.read(tag, items)) as [
        string,
        number,
        ...unknown[],
      ];
      kind = asked;
      const value = this.#answerTo(asked, id, rest);
      writer.begin("tuple", 2);
      writer.text("=");
      this.write(writer, value, new Set());
    } catch (error) {
      const number = this.#next++;
      writer.restart(writer.bytes);
      this.#errors.set(number, error);
      const message = messageOf(error);
      writer.write(new Tuple(kind === "dlpack" ? "BufferError" : "!", message, number));
    }
  }

  #answerTo(asked: string, id: number, rest: readonly unknown[]): unknown {
    if (asked === "dlpack") return this.#dlpack(id, rest);
    if (asked === "struct") return this.dlpackStruct(id, rest[0] as bigint | null, rest[1] as number);
    return asked === "stream" ? this.#streamOf(id) : this.#callFunction(id, rest);
  }

  /** A stream on which the work on an array is in order: who takes it by the CUDA array interface waits for that. */
  #streamOf(id: number): bigint | null {
    using array = unscoped(() => this.#arrayOf(id));
    const { storage } = array;
    const { streams } = exchangeOf(storage.device);
    const own = currentStream(storage.device);
    storage.order(own, "write");
    if (!own.isClear) own.settleSync();
    // Where it is used is not said: on CUDA's default stream, unless somebody took another.
    this.#note(storage, undefined);
    this.#byInterface.set(id, storage);
    return streams === null ? null : streams.handle(own.backendStream);
  }

  #dlpack(id: number, [stream, maxVersion, dlDevice, copy]: readonly unknown[]): Tuple {
    using array = unscoped(() => this.#arrayOf(id));
    const options = { stream, maxVersion: maxVersion ?? [0, 8], dlDevice, copy } as ToDlpackOptions;
    const capsule = toDlpack(array, options);
    const { name } = capsule;
    this.#note(array.storage, stream);
    return new Tuple(capsule.take(), name);
  }

  /**
   * The address of a DLPack struct of an array that Python has, as it is, for a stream: the short way. 0 where that is not possible,
   * for which the long way has the error. The struct is Python's until it lets go of the array; where it has one, it only
   * asks that the array is ready, and gets 1.
   */
  dlpackStruct(id: number, stream: number | bigint | null, want: number): bigint {
    const held = this.#arrays.get(id);
    if (held === undefined || (held.array.isReadonly && want === WANT_UNVERSIONED)) return 0n;
    const { array, blocks } = held;
    try {
      letTakerWait(array, stream);
      this.#note(array.storage, stream);
      if (want === WANT_READY) return 1n;
      const struct = lastingStruct(array, want === WANT_VERSIONED ? versionedForm : unversionedForm);
      blocks.push(struct);
      return struct.pointer;
    } catch {
      return 0n;
    }
  }

  #noteBorrowed({ storage }: NDArray): void {
    if (!storage.isBorrowed) return;
    storage.watcher = this.#onUse;
    this.#onUse(storage);
    this.#note(storage, undefined);
  }

  /** Python may look at memory from now on. */
  #watch(storage: Storage): void {
    this.#watched.set(storage, (this.#watched.get(storage) ?? 0) + 1);
    storage.watcher = this.#onUse;
    this.#onUse(storage);
  }

  #unwatch(storage: Storage): void {
    const left = (this.#watched.get(storage) ?? 1) - 1;
    if (left > 0) this.#watched.set(storage, left);
    else {
      this.#watched.delete(storage);
      if (!storage.isBorrowed) storage.watcher = undefined;
    }
  }

  /** Memory of the host that Python may look at in any call, its own and ours, where work on it may be under way. */
  takeBusy(): Storage[] {
    if (this.#busy.size === 0) return [];
    const busy: Storage[] = [];
    for (const storage of this.#busy) {
      const isSeen = storage.isBorrowed || this.#watched.has(storage);
      if (!isSeen || storage.isQuiet()) this.#busy.delete(storage);
      else busy.push(storage);
    }
    return busy;
  }

  /** Notes that memory was exported for one of Python's streams; an absent stream is CUDA's default stream, and -1 means none. */
  #note(storage: Storage, stream: unknown): void {
    if (exchangeOf(storage.device).streams === null || Number(stream) === -1) return;
    const handle = BigInt((stream ?? DEFAULT_STREAM) as number | bigint);
    const known = this.#shared.get(storage);
    if (known === undefined) this.#shared.set(storage, new Set([handle]));
    else known.add(handle);
  }

  /** Before a call: Python's work must run after our pending work on memory that it has. */
  beforeCall(): void {
    if (this.#shared.size === 0) return;
    this.#orderShared((streams, handle, own) => streams.letWait(handle, own.backendStream));
  }

  /**
   * After a call: our work must run after the work that Python submitted to its own streams. Python may have kept arrays over the
   * memory.
   */
  afterCall(): void {
    if (this.#shared.size === 0) return;
    this.#orderShared((streams, handle, own) => streams.waitFor(handle, own.backendStream));
    const byInterface = new Set(this.#byInterface.values());
    for (const storage of this.#shared.keys()) {
      if (!isTaken(storage) && !storage.isBorrowed && !byInterface.has(storage)) this.#shared.delete(storage);
    }
    // Who uses it anew says so.
    this.#bridge.noteUse();
  }

  #orderShared(order: (streams: ForeignStreams, handle: bigint, own: StreamCore) => void): void {
    // One event serves all memory that is used on a stream.
    const waits = new Map<StreamCore, Set<bigint>>();
    for (const [storage, handles] of this.#shared) {
      const own = currentStream(storage.device);
      storage.order(own, "write");
      const known = waits.get(own);
      if (known === undefined) waits.set(own, new Set(handles));
      else for (const handle of handles) known.add(handle);
    }
    for (const [own, handles] of waits) {
      const { streams } = exchangeOf(own.device);
      for (const handle of handles) own.inOrder(() => streams !== null && order(streams, handle, own));
    }
  }

  #callFunction(id: number, [args, kwargs]: readonly unknown[]): unknown {
    const fn = this.#functions.get(id);
    if (fn === undefined) throw new Error("internal: Python has a function that nobody holds");
    const named = kwargs as Record<string, unknown>;
    const hasNamed = Object.keys(named).length > 0;
    const result = fn(...(args as unknown[]), ...(hasNamed ? [named] : []));
    if (result instanceof Promise) {
      result.catch(() => {});
      throw new CutsError(
        "CUTS_PYTHON_VALUE",
        "Cannot give a promise to Python: a function that Python calls must return its result at once",
      );
    }
    return result;
  }

  /** The error that a JavaScript function threw, by its number; it can be taken once. */
  takeError(number: number): unknown {
    const error = this.#errors.get(number);
    this.#errors.clear();
    return error;
  }
}

/** The Python object that a value refers to; undefined for other values. */
export function targetOf(value: unknown): PythonTarget | undefined {
  return (value as { readonly [pythonTarget]?: PythonTarget } | null | undefined)?.[pythonTarget];
}

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as unknown;
  return prototype === Object.prototype || prototype === null;
}

function isComplex(value: object): value is Complex {
  const keys = Object.keys(value);
  const { re, im } = value as Partial<Complex>;
  return keys.length === 2 && typeof re === "number" && typeof im === "number";
}

/** The deepest nesting of lists and objects; Python's own limit is its recursion limit of 1,000 frames. */
const MOST_LEVELS = 400;

function tooDeep(): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_PYTHON_VALUE",
    `Cannot give a value to Python: it contains itself, or lists and objects are nested more than ${MOST_LEVELS} deep\nTry: flatten it, or make it in Python and pass a reference`,
  );
}

/** Throws if a reference was disposed. @throws DisposedError where a reference is used after its dispose(). */
export function checkAlive({ life, path }: PythonTarget): void {
  if (life.isOpen) return;
  const what = path.length === 0 ? life.type : `${life.type}.${path.join(".")}`;
  throw new DisposedError(
    "CUTS_DISPOSED",
    `Cannot use an object of Python (${what}): the reference was disposed\nTry: dispose it after its last use`,
  );
}

/** The message of an error for Python; for an error from Python, its own message without the traceback. */
function messageOf(error: unknown): string {
  if (error instanceof PythonError) {
    const { pythonType, pythonMessage } = error;
    return pythonType === JAVASCRIPT_ERROR ? pythonMessage : `${pythonType}: ${pythonMessage}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** The class of Python's for errors that are passed on. */
const JAVASCRIPT_ERROR = "cuts_bridge.JavaScriptError";

function noValue(value: unknown): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_PYTHON_VALUE",
    `Cannot give a value to Python: it must be a number, text, bytes, a list, a plain object, a Map, a Set, an array or a function (got ${formatValue(value)})`,
  );
}
