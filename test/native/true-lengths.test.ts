// Typed arrays that say they are longer, or of another class, than their memory: native code is never given more than there is.

import { describe, expect, it } from "vitest";
import { CutsError } from "../../src/core/errors.js";
import { addressOf, dlopen } from "../../src/index.js";

// Functions that every C library has, found in the process itself.
const lib = dlopen(
  null,
  {
    read: "int memcmp(const uint8_t a[n], const uint8_t b[n], size_t n)",
    write: "void* memset(double memory[n], int value, size_t n)",
    text: "size_t strlen(const char* const* list)",
    point: "void* memchr(struct point* p, int c, size_t n)",
  },
  { types: "struct point { double x, y; };" },
);
const call = lib as unknown as Record<
  keyof typeof lib,
  ((...args: unknown[]) => unknown) & { async: (...args: unknown[]) => Promise<unknown> }
>;
const other = new Uint8Array(1 << 16);

class Longer extends Uint8Array {
  override get length(): number {
    return 1 << 16;
  }
  override get byteLength(): number {
    return 1 << 16;
  }
}

function own(key: string, value: unknown): Uint8Array {
  return Object.defineProperty(new Uint8Array(4), key, { value });
}

const liars: Readonly<Record<string, () => unknown>> = {
  "a length of its own": () => own("length", 1 << 16),
  "a byteLength of its own": () =>
    Object.defineProperty(own("length", 1 << 16), "byteLength", { value: 1 << 16 }),
  "a buffer of its own": () => own("buffer", new ArrayBuffer(1 << 16)),
  "getters of a subclass": () => new Longer(4),
  "the prototype of a longer one": () =>
    Object.setPrototypeOf(new Uint8Array(4), Longer.prototype) as unknown,
  "a tag of its own": () =>
    Object.defineProperty(new Float64Array(4), Symbol.toStringTag, { value: "Uint8Array" }),
  "the prototype alone": () => Object.create(Uint8Array.prototype) as unknown,
  "a Proxy": () => new Proxy(new Uint8Array(1 << 16), {}),
  "a Proxy that throws": () =>
    new Proxy(new Uint8Array(1 << 16), {
      get: () => {
        throw new Error("trap");
      },
      has: () => {
        throw new Error("trap");
      },
      getPrototypeOf: () => {
        throw new Error("trap");
      },
    }),
};

describe("the length of a typed array", () => {
  it.each(Object.entries(liars))("is that of its memory: %s", async (_name, make) => {
    const refused = expect.toSatisfy(
      (error: unknown) => error instanceof CutsError && /^CUTS_ARGUMENT_(LENGTH|TYPE)$/.test(error.code),
    );
    expect(() => call.read(make(), other, 1 << 16)).toThrow(refused);
    await expect(call.read.async(make(), other, 1 << 16)).rejects.toEqual(refused);
  });

  it("counts elements of the class that the memory is of", () => {
    const bytes: unknown = Object.setPrototypeOf(new Uint8Array(8), Float64Array.prototype);
    expect(() => call.write(bytes, 0, 8)).toThrow(/must be a Float64Array/);
    expect(() => call.point(own("byteLength", 1 << 16), 0, 16)).toThrow(
      /a struct of it has 16 bytes \(got 4 bytes\)/,
    );
  });

  it("of an honest subclass is right, wherever its class comes from", () => {
    expect(call.read(Buffer.alloc(4), new Uint8Array(4), 4)).toBe(0);
    class Mine extends Uint8Array {}
    expect(call.read(new Mine(4), new Uint8Array(4), 4)).toBe(0);
  });

  it("does not change between the check and the call: lists are read once", () => {
    let reads = 0;
    const list = new Proxy(["a", "b"], {
      get: (target, key, receiver) => {
        if (key === "length") return reads++ === 0 ? 2 : 0;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const count = dlopen(null, { f: "void* memchr(const char* const list[n], int c, size_t n)" });
    expect(() => (count.f as (...args: unknown[]) => unknown)(list, 0, 2)).toThrow(
      expect.objectContaining({ code: "CUTS_ARGUMENT_LENGTH" }),
    );
  });

  it("has an address only where there is memory", () => {
    for (const value of [
      null,
      3,
      "text",
      {},
      [],
      new Proxy(new Uint8Array(4), {}),
      new SharedArrayBuffer(4),
    ]) {
      expect(() => addressOf(value as never)).toThrow(
        expect.objectContaining({ code: "CUTS_ARGUMENT_TYPE" }),
      );
    }
    const gone = new Uint8Array(4);
    structuredClone(gone, { transfer: [gone.buffer] });
    expect(() => addressOf(gone)).toThrow(expect.objectContaining({ code: "CUTS_ARGUMENT_DETACHED" }));
  });
});
