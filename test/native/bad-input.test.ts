// Whatever is given to the functions that open, declare, view and build: an error is one of ours, with a code, and says what
// could not be done and why.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CutsError } from "../../src/core/errors.js";
import * as cu from "../../src/index.js";

type Any = (...args: unknown[]) => unknown;
const [dlopen, callback, viewOf, stringAt, pointerAt, addressOf, load] = [
  cu.dlopen,
  cu.callback,
  cu.viewOf,
  cu.stringAt,
  cu.pointerAt,
  cu.addressOf,
  cu.load,
] as unknown as readonly [Any, Any, Any, Any, Any, Any, (...args: unknown[]) => Promise<unknown>];

/** Values of every kind, and some that are awkward on purpose. No addresses: those cannot be checked. */
const anything = fc.oneof(
  fc.anything({ withNullPrototype: true, withTypedArray: true, withSparseArray: true }),
  fc.constantFrom<unknown>(
    undefined,
    null,
    "",
    "\0",
    "a\0b",
    "x".repeat(5000),
    Symbol("s"),
    new Proxy({}, {}),
    new Proxy([], {}),
    Proxy.revocable({}, {}).proxy,
    Object.create(null),
    Object.freeze({}),
    new Date(Number.NaN),
    new URL("https://example.com/libx.so"),
    new URL("file:///no/such/library.so"),
    new Uint8Array(0),
    new SharedArrayBuffer(8),
    () => 1,
    Map,
    { types: 3 },
    { types: "struct {" },
    {
      get types(): string {
        throw new Error("a getter of the user's");
      },
    },
  ),
);
const notAnAddress = anything.filter((value) => typeof value !== "bigint");
const declaration = fc.oneof(
  anything,
  fc.constantFrom<unknown>(
    "int(int x)",
    "int(",
    "void(float4 v)",
    "void(double2 v)",
    "struct nothing(int)",
    "void(struct nothing v)",
    "void(half v)",
    "void(float _Complex v)",
    "int(int x, ...)",
    `int(${Array.from({ length: 65 }, () => "int").join()})`,
    "char*(void)",
    "void(void (*f)(void (*g)(int)))",
    "const char*(int)",
    "void(int a[b], int c)",
  ),
);

/** What is thrown for wrong input: ours, or what the user's own getter threw. */
function expectOurs(error: unknown): void {
  if (error instanceof Error && error.message === "a getter of the user's") return;
  expect(error).toBeInstanceOf(CutsError);
  const { code, message } = error as CutsError;
  expect(code).toMatch(/^CUTS_[A-Z_]+$/);
  expect(message).toMatch(/^Cannot .+: |^internal: /s);
  expect(message).not.toMatch(/^internal/);
}

function check(act: () => unknown): void {
  try {
    const made = act();
    if (typeof made === "object" && made !== null && "dispose" in made)
      (made as Disposable & { dispose(): void }).dispose();
  } catch (error) {
    expectOurs(error);
  }
}

const runs = { numRuns: 500, seed: 12 };

describe("wrong input", () => {
  it("of dlopen", () => {
    const name = fc.oneof(anything, fc.constantFrom<unknown>(null, "c", "m", "./nothing.so"));
    const table = fc.oneof(
      anything,
      fc.dictionary(fc.constantFrom("abs", "strlen", "close", "a b", "abs\0", "__proto__"), declaration),
    );
    const options = fc.oneof(fc.constant(undefined), anything);
    fc.assert(
      fc.property(name, table, options, (...args) => check(() => dlopen(...args))),
      runs,
    );
  });

  it("of dlopen: the name of nothing is not the process", () => {
    for (const wrong of [
      "",
      "a\0b",
      undefined,
      3,
      {},
      new URL("https://example.com/x.so"),
      "x".repeat(5000),
    ]) {
      expect(() => dlopen(wrong, {})).toThrow(expect.objectContaining({ code: "CUTS_LIBRARY_NAME" }));
    }
    expect(() => dlopen("", {})).toThrow('its name must not be empty (got "")\nTry: null, for this process');
    expect(() => dlopen(null, { "abs\0x": "int(int x)" })).toThrow(/must export it \(got "abs\\u0000x"\)/);
  });

  it("of callback", () => {
    const fn = fc.oneof(
      anything,
      fc.constant(() => 0),
    );
    fc.assert(
      fc.property(declaration, fn, anything, (...args) => check(() => callback(...args))),
      runs,
    );
  });

  it("of calls", () => {
    const lib = cu.dlopen(
      null,
      {
        abs: "int(int x)",
        memcmp: "int(const void* a, const float b[n], size_t n)",
        strlen: "size_t(const char* text)",
        memchr: "void*(struct point* p, struct point list[n], size_t n)",
        bsearch: "void*(const char* const list[n], float* const rows[n], size_t n, size_t m, int (*f)(int))",
      },
      { types: "struct point { double x; char name[4]; float w[2]; };" },
    ) as unknown as Record<string, Any & { async: (...args: unknown[]) => Promise<unknown> }>;
    for (const name of ["abs", "memcmp", "strlen", "memchr", "bsearch"]) {
      fc.assert(
        // Too few arguments, so that native code is entered by none of them.
        fc.property(fc.array(notAnAddress, { minLength: 1, maxLength: 4 }), (args) => {
          const wrong = name === "abs" || name === "strlen" ? [...args, 0] : args;
          check(() => lib[name]?.(...wrong.slice(0, name === "bsearch" ? 4 : 2)));
        }),
        { numRuns: 100, seed: 3 },
      );
    }
    expect(() => cu.dlopen(null, {}).errno("x" as never)).toThrow(
      expect.objectContaining({ code: "CUTS_NOT_AN_INTEGER" }),
    );
  });

  it("of views of memory", () => {
    const pointer = fc.oneof(notAnAddress, fc.constantFrom<unknown>(0n, -1n, 2n ** 64n));
    fc.assert(
      fc.property(pointer, anything, anything, anything, (...args) => check(() => viewOf(...args))),
      runs,
    );
    fc.assert(
      fc.property(pointer, anything, (...args) => check(() => stringAt(...args))),
      runs,
    );
    fc.assert(
      fc.property(anything, anything, (...args) => check(() => pointerAt(...args))),
      runs,
    );
    fc.assert(
      fc.property(anything, (value) => check(() => addressOf(value))),
      runs,
    );
    const own = cu.addressOf(new Uint8Array(8));
    for (const length of [-1, 0.5, Number.NaN, 2 ** 53, "3", null, 2 ** 60]) {
      expect(() => viewOf(own, "float64", length)).toThrow(expect.objectContaining({ code: "CUTS_VIEW" }));
      expect(() => stringAt(own, length)).toThrow(expect.objectContaining({ code: "CUTS_VIEW" }));
    }
    for (const options of [null, 3, { free: 3 }, { free: {} }]) {
      expect(() => viewOf(own, "uint8", 4, options)).toThrow(expect.objectContaining({ code: "CUTS_VIEW" }));
    }
  });

  it("of load", async () => {
    const option = fc.constantFrom(
      "name",
      "directory",
      "device",
      "options",
      "cudaOptions",
      "linkOptions",
      "includes",
      "defines",
      "libraries",
      "toolchain",
      "onProgress",
    );
    const options = fc.oneof(
      anything,
      fc.record({ sources: anything }),
      fc
        .tuple(option, anything)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => ({ sources: "no-such-file.c", [key]: value })),
    );
    await fc.assert(
      fc.asyncProperty(options, (value) => load(value).then(() => expect.fail("it loads"), expectOurs)),
      runs,
    );
    const word = {
      code: "CUTS_LOAD_OPTION",
      message: expect.stringContaining("must not contain a NUL") as unknown,
    };
    for (const bad of [
      { options: ["-DX=\0"] },
      { defines: { X: "\0" } },
      { directory: "a\0" },
      { libraries: ["m\0"] },
    ])
      await expect(load({ sources: "x.c", ...bad })).rejects.toMatchObject(word);
    await expect(load({ sources: "a\0.c" })).rejects.toMatchObject(word);
    await expect(load(null)).rejects.toThrow("the options must be an object (got null)");
  });
});
