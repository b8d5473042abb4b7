// Node-API for an addon that runs as WebAssembly: the functions that cuts/extension.h calls, over the memory of the cpu device. An
// exception of JavaScript is kept here until C++ asks for it, and an exception of C++ until its function has returned. There is
// only one thread, so an async work runs when it is queued.

import { fromPointer, toPointer } from "../../../compiler/clang/pointer-size.js";
import { WasmMemory } from "../../../compiler/clang/wasm-memory.js";
import { Handles } from "./handles.js";
import type { NodeApiName } from "./names.js";
import * as status from "./status.js";

/** What WebAssembly passes. */
type Raw = number | bigint;
/** A function of Node-API: numbers and bigints in, a napi_status out. Its first argument is the environment, where it has one. */
type NodeApiFunction = (...args: never[]) => number;

/** How to enter the addon's code; an abnormal end becomes an error of the function with this name. */
export interface AddonCode {
  readonly memory: { readonly buffer: ArrayBufferLike };
  /** A function of the addon by pointer. */
  function(pointer: bigint): (...args: Raw[]) => Raw | undefined;
  /** Runs code of the addon. */
  enter<T>(name: string, body: () => T): T;
  /** Whether it still can be. */
  readonly isOpen: boolean;
  allocate(byteLength: number): number;
  free(address: number): void;
}

interface CallbackInfo {
  readonly args: readonly unknown[];
  readonly data: bigint;
}

interface Wrap {
  readonly data: bigint;
  readonly finalize: bigint;
  readonly hint: bigint;
}

interface AsyncWork {
  readonly execute: bigint;
  readonly complete: bigint;
  readonly data: bigint;
}

/** Stands for the environment; there is one. */
const ENVIRONMENT = 1n;
/** The length of a string that ends with a NUL. */
const AUTO_LENGTH = -1n;
const decoder = new TextDecoder();

export class NodeApi {
  readonly #handles = new Handles();
  readonly #code: AddonCode;
  readonly #guest: WasmMemory;
  readonly #infos: CallbackInfo[] = [];
  readonly #works: (AsyncWork | undefined)[] = [];
  readonly #tags = new WeakMap<object, string>();
  readonly #wraps = new WeakMap<object, Wrap>();
  readonly #collected = new FinalizationRegistry<Wrap>((wrap) => this.#finalize(wrap));
  readonly #cleanups: { readonly hook: bigint; readonly data: bigint }[] = [];
  /** Where memory is that JavaScript has as a typed array and C++ may use as it is. */
  readonly #shared = new WeakMap<ArrayBufferView, number>();
  /** Copies of typed arrays, given back when the call is over. */
  readonly #copies: number[] = [];
  #pending: { readonly error: unknown } | undefined;

  constructor(code: AddonCode) {
    this.#code = code;
    this.#guest = new WasmMemory(code.memory);
  }

  /** Calls the addon's entry point and returns its exports. */
  register(entry: (environment: bigint, exports: bigint) => bigint): object {
    return this.#call("its entry point", () =>
      entry(ENVIRONMENT, toPointer(this.#handles.add({}))),
    ) as object;
  }

  /** Numbers that both sides see. */
  share(count: number): Float64Array {
    const address = this.#code.allocate(count * Float64Array.BYTES_PER_ELEMENT);
    const array = new Float64Array(this.#code.memory.buffer, address, count);
    array.fill(0);
    this.#shared.set(array, address);
    return array;
  }

  /** Ends the environment: runs the addon's cleanup hooks and releases its values. */
  close(): void {
    for (const { hook, data } of this.#cleanups.splice(0).toReversed()) {
      this.#code.enter("its end", () => this.#code.function(hook)(data));
    }
    this.#handles.clear();
  }

  /** The functions that WebAssembly imports, by name. */
  readonly imports: Readonly<Record<NodeApiName, NodeApiFunction>> = {
    napi_get_undefined: (_: bigint, out: bigint) => this.#give(out, undefined),
    napi_get_null: (_: bigint, out: bigint) => this.#give(out, null),
    napi_get_boolean: (_: bigint, value: number, out: bigint) => this.#give(out, value !== 0),
    napi_create_double: (_: bigint, value: number, out: bigint) => this.#give(out, value),
    napi_create_bigint_int64: (_: bigint, value: bigint, out: bigint) => this.#give(out, value),
    napi_create_bigint_uint64: (_: bigint, value: bigint, out: bigint) =>
      this.#give(out, BigInt.asUintN(64, value)),
    napi_create_string_utf8: (_: bigint, text: bigint, length: bigint, out: bigint) =>
      this.#give(out, this.#text(text, length)),
    napi_create_object: (_: bigint, out: bigint) => this.#give(out, {}),
    napi_create_array: (_: bigint, out: bigint) => this.#give(out, []),
    napi_create_array_with_length: (_: bigint, length: bigint, out: bigint) =>
      this.#give(out, Array.from({ length: fromPointer(length) })),
    napi_create_external: (_: bigint, data: bigint, _finalize: bigint, _hint: bigint, out: bigint) =>
      this.#give(out, new status.External(data)),
    napi_create_function: (
      _: bigint,
      name: bigint,
      length: bigint,
      callback: bigint,
      data: bigint,
      out: bigint,
    ) => this.#give(out, this.#makeFunction(this.#text(name, length), callback, data)),

    napi_typeof: (_: bigint, value: bigint, out: bigint) =>
      this.#setU32(out, status.valueType(this.#value(value))),
    napi_is_array: (_: bigint, value: bigint, out: bigint) =>
      this.#setBool(out, Array.isArray(this.#value(value))),
    napi_is_typedarray: (_: bigint, value: bigint, out: bigint) => {
      const given = this.#value(value);
      return this.#setBool(out, ArrayBuffer.isView(given) && !(given instanceof DataView));
    },
    napi_get_value_double: (_: bigint, value: bigint, out: bigint) => {
      const number = this.#value(value);
      if (typeof number !== "number") return status.NUMBER_EXPECTED;
      this.#guest.setF64(fromPointer(out), number);
      return status.OK;
    },
    napi_get_value_uint32: (_: bigint, value: bigint, out: bigint) => {
      const number = this.#value(value);
      return typeof number === "number" ? this.#setU32(out, number >>> 0) : status.NUMBER_EXPECTED;
    },
    napi_get_value_bool: (_: bigint, value: bigint, out: bigint) => {
      const given = this.#value(value);
      return typeof given === "boolean" ? this.#setBool(out, given) : status.BOOLEAN_EXPECTED;
    },
    napi_get_value_bigint_int64: (_: bigint, value: bigint, out: bigint, isExact: bigint) =>
      this.#setBigint(value, (number) => BigInt.asIntN(64, number), out, isExact),
    napi_get_value_bigint_uint64: (_: bigint, value: bigint, out: bigint, isExact: bigint) =>
      this.#setBigint(value, (number) => BigInt.asUintN(64, number), out, isExact),
    napi_get_value_string_utf8: (_: bigint, value: bigint, to: bigint, room: bigint, length: bigint) =>
      this.#setString(this.#value(value), fromPointer(to), fromPointer(room), fromPointer(length)),
    napi_get_value_external: (_: bigint, value: bigint, out: bigint) => {
      const external = this.#value(value);
      if (!(external instanceof status.External)) return status.INVALID_ARGUMENT;
      return this.#setPointer(out, external.pointer);
    },

    napi_get_element: (_: bigint, object: bigint, index: number, out: bigint) =>
      this.#try(() => this.#give(out, (this.#value(object) as readonly unknown[])[index >>> 0])),
    napi_set_element: (_: bigint, object: bigint, index: number, value: bigint) =>
      this.#try(() => {
        (this.#value(object) as unknown[])[index >>> 0] = this.#value(value);
        return status.OK;
      }),
    napi_get_array_length: (_: bigint, array: bigint, out: bigint) => {
      const given = this.#value(array);
      return Array.isArray(given) ? this.#setU32(out, given.length) : status.ARRAY_EXPECTED;
    },
    napi_get_named_property: (_: bigint, object: bigint, name: bigint, out: bigint) =>
      this.#try(() =>
        this.#give(out, (this.#value(object) as Record<string, unknown>)[this.#text(name, AUTO_LENGTH)]),
      ),
    napi_set_named_property: (_: bigint, object: bigint, name: bigint, value: bigint) =>
      this.#try(() => {
        (this.#value(object) as Record<string, unknown>)[this.#text(name, AUTO_LENGTH)] = this.#value(value);
        return status.OK;
      }),
    napi_get_typedarray_info: (
      _: bigint,
      array: bigint,
      type: bigint,
      length: bigint,
      data: bigint,
      buffer: bigint,
      offset: bigint,
    ) => this.#typedArray(this.#value(array), { type, length, data, buffer, offset }),

    napi_create_reference: (_: bigint, value: bigint, _count: number, out: bigint) =>
      this.#setPointer(out, toPointer(this.#handles.refer(this.#value(value)))),
    napi_delete_reference: (_: bigint, reference: bigint) => {
      this.#handles.forget(fromPointer(reference));
      return status.OK;
    },
    napi_get_reference_value: (_: bigint, reference: bigint, out: bigint) =>
      this.#give(out, this.#handles.referred(fromPointer(reference))),

    napi_type_tag_object: (_: bigint, object: bigint, tag: bigint) => {
      const given = this.#value(object);
      if (typeof given !== "object" || given === null) return status.OBJECT_EXPECTED;
      if (this.#tags.has(given)) return status.INVALID_ARGUMENT;
      this.#tags.set(given, this.#tagAt(tag));
      return status.OK;
    },
    napi_check_object_type_tag: (_: bigint, object: bigint, tag: bigint, out: bigint) => {
      const given = this.#value(object);
      if (typeof given !== "object" || given === null) return status.OBJECT_EXPECTED;
      return this.#setBool(out, this.#tags.get(given) === this.#tagAt(tag));
    },
    napi_wrap: (
      _: bigint,
      object: bigint,
      data: bigint,
      finalize: bigint,
      hint: bigint,
      _reference: bigint,
    ) => {
      const given = this.#value(object) as object;
      if (this.#wraps.has(given)) return status.INVALID_ARGUMENT;
      const wrap = { data, finalize, hint };
      this.#wraps.set(given, wrap);
      this.#collected.register(given, wrap, wrap);
      return status.OK;
    },
    napi_unwrap: (_: bigint, object: bigint, out: bigint) => {
      const wrap = this.#wraps.get(this.#value(object) as object);
      return wrap === undefined ? status.INVALID_ARGUMENT : this.#setPointer(out, wrap.data);
    },
    napi_remove_wrap: (_: bigint, object: bigint, out: bigint) => {
      const given = this.#value(object) as object;
      const wrap = this.#wraps.get(given);
      if (wrap === undefined) return status.INVALID_ARGUMENT;
      this.#wraps.delete(given);
      this.#collected.unregister(wrap);
      return this.#setPointer(out, wrap.data);
    },

    napi_get_cb_info: (_: bigint, info: bigint, count: bigint, args: bigint, self: bigint, data: bigint) =>
      this.#callbackInfo(this.#infos[fromPointer(info) - 1], { count, args, self, data }),
    napi_call_function: (
      _: bigint,
      self: bigint,
      target: bigint,
      count: bigint,
      args: bigint,
      out: bigint,
    ) => {
      const called = this.#value(target);
      if (typeof called !== "function") return status.FUNCTION_EXPECTED;
      const given = Array.from({ length: fromPointer(count) }, (_value, i) =>
        this.#handles.get(this.#guest.word(fromPointer(args) + 8 * i)),
      );
      return this.#try(() => this.#give(out, Reflect.apply(called, this.#value(self), given)));
    },
    napi_throw: (_: bigint, error: bigint) => this.#throw(this.#value(error)),
    napi_throw_error: (_: bigint, code: bigint, text: bigint) => {
      const error = new Error(this.#text(text, AUTO_LENGTH));
      return this.#throw(code === 0n ? error : Object.assign(error, { code: this.#text(code, AUTO_LENGTH) }));
    },
    napi_is_exception_pending: (_: bigint, out: bigint) => this.#setBool(out, this.#pending !== undefined),
    napi_get_and_clear_last_exception: (_: bigint, out: bigint) => {
      const error = this.#pending?.error;
      this.#pending = undefined;
      return this.#give(out, error);
    },
    napi_get_last_error_info: (_: bigint, out: bigint) => this.#setPointer(out, 0n),

    napi_add_env_cleanup_hook: (_: bigint, hook: bigint, data: bigint) => {
      this.#cleanups.push({ hook, data });
      return status.OK;
    },
    napi_create_async_work: (
      _: bigint,
      _resource: bigint,
      _name: bigint,
      execute: bigint,
      complete: bigint,
      data: bigint,
      out: bigint,
    ) => this.#setPointer(out, toPointer(this.#works.push({ execute, complete, data }))),
    napi_queue_async_work: (_: bigint, work: bigint) => {
      const queued = this.#works[fromPointer(work) - 1];
      if (queued === undefined) return status.INVALID_ARGUMENT;
      this.#code.function(queued.execute)(ENVIRONMENT, queued.data);
      this.#code.function(queued.complete)(ENVIRONMENT, status.OK, queued.data);
      return status.OK;
    },
    napi_delete_async_work: (_: bigint, work: bigint) => {
      this.#works[fromPointer(work) - 1] = undefined;
      return status.OK;
    },
    // For threads that want something done on that of JavaScript: async functions run there.
    napi_create_threadsafe_function: (...args: bigint[]) => this.#setPointer(args.at(-1) ?? 0n, 1n),
    napi_unref_threadsafe_function: () => status.OK,
    napi_call_threadsafe_function: () => status.GENERIC_FAILURE,
  };

  #value(handle: bigint): unknown {
    return this.#handles.get(fromPointer(handle));
  }

  #give(out: bigint, value: unknown): number {
    if (out !== 0n) this.#guest.setWord(fromPointer(out), this.#handles.add(value));
    return status.OK;
  }

  #setU32(out: bigint, value: number): number {
    this.#guest.setU32(fromPointer(out), value);
    return status.OK;
  }

  #setBool(out: bigint, value: boolean): number {
    this.#guest.set(fromPointer(out), Uint8Array.of(value ? 1 : 0));
    return status.OK;
  }

  #setPointer(out: bigint, value: bigint): number {
    this.#guest.setI64(fromPointer(out), value);
    return status.OK;
  }

  #setBigint(handle: bigint, cut: (value: bigint) => bigint, out: bigint, isExact: bigint): number {
    const given = this.#value(handle);
    if (typeof given !== "bigint") return status.BIGINT_EXPECTED;
    const value = cut(given);
    this.#guest.setI64(fromPointer(out), value);
    return this.#setBool(isExact, value === given);
  }

  /** Without a place for it, only the length is told. */
  #setString(value: unknown, to: number, room: number, length: number): number {
    if (typeof value !== "string") return status.STRING_EXPECTED;
    const bytes = Buffer.from(value);
    const written = to === 0 ? bytes : bytes.subarray(0, Math.max(room - 1, 0));
    if (to !== 0 && room > 0) {
      this.#guest.set(to, written);
      this.#guest.set(to + written.length, Uint8Array.of(0));
    }
    if (length !== 0) this.#guest.setWord(length, written.length);
    return status.OK;
  }

  #text(address: bigint, length: bigint): string {
    if (address === 0n) return "";
    const at = fromPointer(address);
    return length === AUTO_LENGTH
      ? this.#guest.text(at)
      : decoder.decode(this.#guest.range(at, fromPointer(length)).slice());
  }

  #tagAt(tag: bigint): string {
    return Buffer.from(this.#guest.range(fromPointer(tag), 16)).toString("hex");
  }

  #typedArray(
    array: unknown,
    out: Readonly<Record<"type" | "length" | "data" | "buffer" | "offset", bigint>>,
  ): number {
    if (!ArrayBuffer.isView(array) || array instanceof DataView) return status.INVALID_ARGUMENT;
    const { length } = array as Uint8Array;
    if (out.type !== 0n) this.#setU32(out.type, status.typedArrayType(array));
    if (out.length !== 0n) this.#guest.setWord(fromPointer(out.length), length);
    if (out.data !== 0n) this.#guest.setWord(fromPointer(out.data), this.#addressOf(array));
    if (out.buffer !== 0n) this.#give(out.buffer, array.buffer);
    if (out.offset !== 0n) this.#guest.setWord(fromPointer(out.offset), array.byteOffset);
    return status.OK;
  }

  #addressOf(array: ArrayBufferView): number {
    const shared = this.#shared.get(array);
    if (shared !== undefined || array.byteLength === 0) return shared ?? 0;
    const address = this.#code.allocate(array.byteLength);
    this.#copies.push(address);
    this.#guest.set(address, new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return address;
  }

  #callbackInfo(
    info: CallbackInfo | undefined,
    out: Readonly<Record<"count" | "args" | "self" | "data", bigint>>,
  ): number {
    if (info === undefined) return status.INVALID_ARGUMENT;
    if (out.count !== 0n) {
      const room = this.#guest.word(fromPointer(out.count));
      for (let i = 0; i < room && out.args !== 0n; i++) this.#give(out.args + toPointer(8 * i), info.args[i]);
      this.#guest.setWord(fromPointer(out.count), info.args.length);
    }
    if (out.self !== 0n) this.#give(out.self, undefined);
    if (out.data !== 0n) this.#setPointer(out.data, info.data);
    return status.OK;
  }

  #makeFunction(name: string, callback: bigint, data: bigint): (...args: unknown[]) => unknown {
    return (...args) =>
      this.#call(name, () => {
        const info = this.#infos.push({ args, data });
        try {
          return this.#code.function(callback)(ENVIRONMENT, toPointer(info)) as bigint;
        } finally {
          this.#infos.length = info - 1;
        }
      });
  }

  /** Runs code of the addon that gives a value or throws one. */
  #call(name: string, body: () => bigint): unknown {
    const copies = this.#copies.length;
    try {
      return this.#handles.within(() => {
        const result = this.#code.enter(name, body);
        const thrown = this.#pending;
        this.#pending = undefined;
        if (thrown !== undefined) throw thrown.error;
        return result === 0n ? undefined : this.#value(result);
      });
    } finally {
      for (const address of this.#copies.splice(copies)) if (this.#code.isOpen) this.#code.free(address);
    }
  }

  /** Does something that may throw, which C++ is told. */
  #try(body: () => number): number {
    try {
      return body();
    } catch (error) {
      return this.#throw(error) === status.OK ? status.PENDING_EXCEPTION : status.GENERIC_FAILURE;
    }
  }

  #throw(error: unknown): number {
    this.#pending = { error };
    return status.OK;
  }

  /** The object of a value is gone: so is the value. */
  #finalize({ data, finalize, hint }: Wrap): void {
    if (!this.#code.isOpen) return;
    this.#handles.within(() =>
      this.#code.enter("a destructor", () => void this.#code.function(finalize)(ENVIRONMENT, data, hint)),
    );
  }
}
