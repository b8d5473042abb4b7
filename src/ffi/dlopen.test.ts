import { describe, expect, it } from "vitest";
import { type ArrayAccess, arrayArgument } from "../core/array-argument.js";
import { DisposedError } from "../core/errors.js";
import { callback, dlopen } from "./dlopen.js";
import { addressOf } from "./memory.js";
import { openRawLibrary } from "./raw-library.js";

// Functions that every C library has, found in the process itself.
const declarations = {
  abs: "int(int value)",
  strlen: "size_t(const char* text)",
  set: "void* memset(uint8_t memory[n], int value, size_t n)",
  copy: "void* memcpy(float to[n], const float from[n], size_t n)",
  device: "void* memcpy(__device__ float* to, __device__ const float from[n], size_t n)",
  anything: "int memcmp(const void* a, const void* b, size_t n)",
} as const;
const lib = dlopen(null, declarations);
/** The functions without their types, to make calls that TypeScript would refuse. */
const untyped = lib as unknown as Readonly<
  Record<keyof typeof declarations, (...args: unknown[]) => unknown>
>;

function array(access: Partial<ArrayAccess>): unknown {
  const whole = {
    dtype: "float32",
    length: 4,
    contiguous: true,
    readonly: false,
    disposed: false,
    location: "host",
    typedArray: new Float32Array(4),
    deviceAddress: undefined,
    ...access,
  };
  return { [arrayArgument]: whole };
}

describe("dlopen", () => {
  it("calls by the key, or by the name in the declaration", () => {
    expect(lib.abs(-3)).toBe(3);
    expect(lib.strlen("grüß")).toBe(6);
    const bytes = new Uint8Array(4);
    expect(lib.set(bytes, 9, 3)).toBe(addressOf(bytes));
    expect([...bytes]).toEqual([9, 9, 9, 0]);
  });

  it("reads every declaration before it opens anything, and says which one is wrong", () => {
    const wrong = { good: "int(int)", bad: "int(flaot x)" } as Record<string, string>;
    expect(() => dlopen("no_such_library", wrong)).toThrow(
      expect.objectContaining({ code: "CUTS_DECLARATION_UNKNOWN_TYPE", line: 1, column: 5 }),
    );
    expect(() => dlopen("no_such_library", wrong)).toThrow(/in the declaration of bad/);
    expect(() => dlopen(null, { f: 3 } as never)).toThrow(/must be a string of C \(got 3\)/);
  });

  it("refuses variadic functions, values without a convention and unknown layouts", () => {
    const open = (text: string): unknown => dlopen(null, { snprintf: text });
    expect(() => open("int(char* s, size_t n, const char* format, ...)")).toThrow(
      expect.objectContaining({ code: "CUTS_DECLARATION_VARIADIC" }),
    );
    expect(() => open("void(__half x)")).toThrow(
      expect.objectContaining({ code: "CUTS_UNSUPPORTED_BY_VALUE" }),
    );
    expect(() => open("void(const char* (*name)(int id))")).toThrow(
      expect.objectContaining({ code: "CUTS_UNSUPPORTED_CALLBACK" }),
    );
  });

  it("refuses names of its own methods and says how to name the function then", () => {
    expect(() => dlopen(null, { dispose: "int(int)" })).toThrow(
      /got "dispose"\)\nTry: another key .* "int dispose\(…\)"/,
    );
  });

  it("names the nearest symbols when one is missing", () => {
    expect(() => dlopen(null, { strlenn: "size_t(const char*)" })).toThrow(
      expect.objectContaining({ code: "CUTS_SYMBOL_NOT_FOUND" }),
    );
  });

  it("refuses calls after it was closed, and closes twice", () => {
    const mine = dlopen(null, { abs: "int(int)" });
    const { abs } = mine;
    expect(abs(-1)).toBe(1);
    mine.dispose();
    mine.dispose();
    expect(() => abs(-1)).toThrow(DisposedError);
    expect(() => mine.callback("void()", () => {})).toThrow(DisposedError);
    expect(() => {
      using scoped = dlopen(null, { abs: "int(int)" });
      return () => scoped.abs(1);
    }).not.toThrow();
  });

  it("rejects asynchronous calls after it was closed", async () => {
    const mine = dlopen(null, { abs: "int(int)" });
    mine.dispose();
    await expect(mine.abs.async(-1)).rejects.toThrow(DisposedError);
  });
});

describe("messages", () => {
  it.each([
    [() => untyped.abs(), "Cannot call abs: it takes 1 argument (int value) (got 0)"],
    [() => untyped.abs(1, 2), "Cannot call abs: it takes 1 argument (int value) (got 2)"],
    [
      () => untyped.abs(2 ** 31),
      "Cannot use argument 1 (value) of abs as int32: it must be between -2147483648 and 2147483647 (got 2147483648)",
    ],
    [
      () => untyped.copy(new Float32Array(4), new Float64Array(4), 4),
      "Cannot use argument 2 (from) of copy as const float[n]: it must be a Float32Array (got Float64Array(4))\nTry: Float32Array.from(values)",
    ],
    [
      () => untyped.copy(new Float32Array(3), new Float32Array(4), 4),
      "Cannot use argument 1 (to) of copy as float[n]: it must have at least n = 4 elements (got 3 elements in Float32Array(3))",
    ],
    [
      () => untyped.copy(null, new Float32Array(4), 4),
      "Cannot use argument 1 (to) of copy as float[n]: an array with a declared length must be a Float32Array (got null)",
    ],
    [
      () => untyped.set("text", 0, 4),
      'Cannot use argument 1 (memory) of set as uint8_t[n]: it must be a Uint8Array (got "text")\nTry: Buffer.from(text + "\\0")',
    ],
    [
      () => untyped.strlen("a\0b"),
      'Cannot use argument 1 (text) of strlen as const char*: a C string ends at its first NUL, so it must not contain one (got "a\\u0000b")',
    ],
    [
      () => untyped.anything(5, null, 0),
      "Cannot use argument 1 (a) of anything as const void*: it must be a typed array, a buffer, an array object or an address (got 5)",
    ],
  ])("%#", (call, message) => {
    expect(call).toThrow(expect.objectContaining({ message }));
  });
});

describe("memory", () => {
  it("takes any memory for void*, with a longer array than the length asks for", () => {
    const a = new Float32Array([1, 2]);
    const b = new DataView(a.slice().buffer);
    const shared = new Uint8Array(new SharedArrayBuffer(8));
    shared.set(new Uint8Array(a.buffer));
    expect(lib.anything(a, b, 8)).toBe(0);
    expect(lib.anything(a.buffer, shared, 8)).toBe(0);
    expect(lib.anything(a, shared.buffer, 8)).toBe(0);
    expect(lib.anything(addressOf(a), a, 8)).toBe(0);
    expect(lib.anything(null, null, 0)).toBe(0);
  });

  it("accepts arrays of other realms and subclasses", async () => {
    const { runInNewContext } = await import("node:vm");
    const foreign = runInNewContext("new Uint8Array(4)") as Uint8Array;
    lib.set(foreign, 3, 4);
    expect(foreign[3]).toBe(3);
    const clamped = new Uint8ClampedArray(2);
    lib.set(clamped, 300 % 256, 2);
    expect(clamped[1]).toBe(44);
  });

  it("refuses memory that was transferred away, even where no length is asked for", () => {
    const moved = new Float32Array(4);
    structuredClone(moved.buffer, { transfer: [moved.buffer] });
    expect(() => untyped.copy(moved, new Float32Array(4), 4)).toThrow(
      expect.objectContaining({ code: "CUTS_ARGUMENT_DETACHED" }),
    );
    expect(() => untyped.copy(moved, new Float32Array(4), 0)).toThrow(
      expect.objectContaining({ code: "CUTS_ARGUMENT_DETACHED" }),
    );
    expect(() => untyped.anything(moved, null, 0)).toThrow(
      expect.objectContaining({ code: "CUTS_ARGUMENT_DETACHED" }),
    );
    expect(() => untyped.anything(moved.buffer, null, 0)).toThrow(
      expect.objectContaining({ code: "CUTS_ARGUMENT_DETACHED" }),
    );
    lib.set(new Uint8Array(0), 0, 0);
  });

  it("checks array objects: place, dtype, order, writing, lifetime, length", () => {
    const host = new Float32Array(4);
    const target = array({ typedArray: host });
    untyped.copy(target, array({ typedArray: Float32Array.of(1, 2, 3, 4) }), 4);
    expect(host[0]).toBe(1);
    const refused = (argument: unknown, code: string): void => {
      expect(() => untyped.copy(argument, new Float32Array(4), 4)).toThrow(expect.objectContaining({ code }));
    };
    refused(array({ disposed: true }), "CUTS_ARGUMENT_DISPOSED");
    refused(
      array({ location: "cuda:0", typedArray: undefined, deviceAddress: 4096 }),
      "CUTS_ARGUMENT_DEVICE",
    );
    refused(array({ dtype: "float64" }), "CUTS_ARGUMENT_TYPE");
    refused(array({ contiguous: false, typedArray: undefined }), "CUTS_ARGUMENT_CONTIGUITY");
    refused(array({ readonly: true }), "CUTS_ARGUMENT_READONLY");
    refused(array({ length: 3 }), "CUTS_ARGUMENT_LENGTH");
    expect(() => untyped.copy(new Float32Array(1), array({ readonly: true }), 1)).not.toThrow();
    expect(() => untyped.copy(array({ location: "managed", deviceAddress: 1 }), host, 1)).not.toThrow();
  });

  it("keeps host memory out of device pointers", () => {
    const refused = (argument: unknown, code: string): void => {
      expect(() => untyped.device(argument, array({ deviceAddress: 8 }), 4)).toThrow(
        expect.objectContaining({ code }),
      );
    };
    refused(new Float32Array(4), "CUTS_ARGUMENT_DEVICE");
    refused(array({}), "CUTS_ARGUMENT_DEVICE");
    refused(3, "CUTS_ARGUMENT_DEVICE");
    expect(() => untyped.device(null, null, 4)).toThrow(
      expect.objectContaining({ code: "CUTS_ARGUMENT_NULL" }),
    );
    // Managed memory is seen by both; zero bytes are copied.
    const both = array({ location: "managed", deviceAddress: addressOf(new Float32Array(4)) });
    expect(() => untyped.device(both, both, 0)).not.toThrow();
  });

  it("refuses an asynchronous call with memory that can shrink", async () => {
    const resizable = new Uint8Array(
      new (ArrayBuffer as never as ResizableConstructor)(8, { maxByteLength: 64 }),
    );
    lib.set(resizable, 1, 8);
    await expect(lib.set.async(resizable, 1, 8)).rejects.toThrow(
      expect.objectContaining({ code: "CUTS_ARGUMENT_RESIZABLE" }),
    );
  });
});

type ResizableConstructor = new (byteLength: number, options: { maxByteLength: number }) => ArrayBuffer;

describe("callback", () => {
  it("is a pointer until it is disposed", () => {
    const made = callback("int(int)", (value) => value);
    expect(made.pointer).toBeTypeOf("bigint");
    expect(() => untyped.anything(made, null, 0)).toThrow(TypeError);
    made.dispose();
    made.dispose();
    expect(made.disposed).toBe(true);
    expect(() => made.pointer).toThrow(DisposedError);
    expect(() => callback("int(int)", 3 as never)).toThrow(/must be a function \(got 3\)/);
  });
});

describe("openRawLibrary", () => {
  it("binds without checks, numbers for addresses, and asynchronously", async () => {
    const raw = openRawLibrary(null);
    const memset = raw.bind("memset", "address", ["address", "int32", "uint64"]);
    const bytes = new Uint8Array(8);
    const address = Number(addressOf(bytes));
    expect(memset(address, 5, 8)).toBe(address);
    expect(bytes[7]).toBe(5);
    const abs = raw.bind("abs", "int32", ["int32"]);
    expect(await abs.async(-4)).toBe(4);
    expect(abs(-4)).toBe(4);
    expect(raw.symbol("no_such_symbol")).toBeUndefined();
    expect(() => raw.bind("no_such_symbol", "void", [])).toThrow(
      expect.objectContaining({ code: "CUTS_SYMBOL_NOT_FOUND" }),
    );
  });
});
