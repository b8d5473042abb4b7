// `load()` of plain libraries: what it exports, how it is called, and what it refuses.

import { chmodSync, existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { findCompiler } from "../../src/build/toolchain/compilers.js";
import * as cu from "../../src/index.js";
import { because, noCompiler, noNvcc, Workshop } from "./workshop.js";

const shop = new Workshop();
beforeAll(() => shop.useCache());
afterEach(() => vi.unstubAllEnvs());
afterAll(() => shop.remove());

describe.skipIf(noCompiler !== undefined)(`a loaded library${because(noCompiler)}`, () => {
  it("has the functions of its sources, with their checks", async () => {
    const source = await shop.write(
      "sum.c",
      `void add(const float* a /*[n]*/, const float* b /*[n]*/, float* out /*[n]*/, int n) {
         for (int i = 0; i < n; i++) out[i] = a[i] + b[i];
       }
       double dot(int n, const double a[n], const double b[n]) { double s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
       static int hidden(void) { return 1; }`,
    );
    using lib = await cu.load<{
      add: "void(const float a[n], const float b[n], float out[n], int n)";
      dot: (n: number, a: Float64Array, b: Float64Array) => number;
    }>({
      functions: { add: "void(const float a[n], const float b[n], float out[n], int n)" },
      sources: pathToFileURL(source),
    });
    const out = new Float32Array(3);
    lib.add(new Float32Array([1, 2, 3]), new Float32Array([1, 1, 1]), out, 3);
    expect([...out]).toEqual([2, 3, 4]);
    expect(lib.dot(2, new Float64Array([1, 2]), new Float64Array([3, 4]))).toBe(11);
    expect(Object.keys(lib)).toEqual(["add", "dot", "dispose"]);
    expect(Object.isFrozen(lib)).toBe(true);
    expect(() => lib.add(out, out, out, 4)).toThrow("it must have at least n = 4 elements (got 3 elements");
    // @ts-expect-error a Float64Array is no float*
    expect(() => lib.add(new Float64Array(3), out, out, 3)).toThrow("it must be a Float32Array");
    expect(cu.loadInfo(lib)).toMatchObject({
      name: "sum",
      kind: "library",
      toolchain: "native",
      files: [source],
      declarations: [
        "void add(const float a[n], const float b[n], float out[n], int n)",
        "double dot(int n, const double a[n], const double b[n])",
      ],
      unreadable: [],
    });
  });

  it("holds what the program says of its functions against the sources", async () => {
    const sources = await shop.write(
      "half.c",
      `double half(double x) { return x / 2; }
       int total(const int* x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }
       void all_ones(float* x /*[2*n]*/, int n) { for (int i = 0; i < 2 * n; i++) x[i] = 1; }`,
    );
    const load = (functions: Record<string, string>): Promise<unknown> => cu.load({ sources, functions });
    await expect(load({ half: "int(int x)" })).rejects.toThrow(
      'Cannot load half: half must be declared as its source does, "double half(double x)" on line 1 (got "int half(int x)")',
    );
    for (const wrong of ["double(double x, int n)", "double(const double* x)", "double*(double x)"]) {
      await expect(load({ half: wrong })).rejects.toMatchObject({ code: "CUTS_SIGNATURE" });
    }
    await expect(load({ all_ones: "void(float x[n], int n)" })).rejects.toMatchObject({
      code: "CUTS_SIGNATURE",
    });
    await expect(load({ haf: "double(double)" })).rejects.toThrow('Try: "half"');
    await expect(load({ half: "dubble(double)" })).rejects.toMatchObject({
      code: "CUTS_DECLARATION_UNKNOWN_TYPE",
    });
    await expect(load({ half: 3 as never })).rejects.toMatchObject({ code: "CUTS_LOAD_OPTION" });

    const functions = {
      half: "double(double)",
      total: "int(const int values[count], int count)",
      all_ones: "void(float to[2*count], int count)",
    } as const;
    using lib = await cu.load({ sources, functions });
    const result: number = lib.half(3);
    expect(result).toBe(1.5);
    expect(lib.total(new Int32Array([1, 2, 3]), 3)).toBe(6);
    // The source does not say how long the array is.
    expect(() => lib.total(new Int32Array(2), 3)).toThrow("count = 3");
    expect(() => lib.all_ones(new Float32Array(3), 2)).toThrow("2*n = 4");
    // @ts-expect-error a name that is not declared
    expect(lib.other).toBeUndefined();
  });

  it("takes structs, strings, callbacks and enums that the source declares", async () => {
    const source = await shop.write(
      "types.cpp",
      `#include <cstring>
       #include <cstdio>
       #include "shapes.h"
       using compare = int (*)(int, int);
       class Counter { public: int n = 0; };
       extern "C" {
         point middle(point a, const point* b) { return { (a.x + b->x) / 2, (a.y + b->y) / 2 }; }
         int name_of(color c, char* text /*[size]*/, std::size_t size) { return snprintf(text, size, "%s", c == RED ? "red" : "green"); }
         size_t length(const char* text) { return std::strlen(text); }
         int apply(int a, int b, compare f) { return f(a, b); }
         Counter* counter_new() { return new Counter; }
         int counter_next(Counter* counter) { return ++counter->n; }
         void counter_free(Counter* counter) { delete counter; }
       }`,
    );
    await shop.write(
      "shapes.h",
      "#pragma once\ntypedef struct { double x, y; } point;\nenum color { RED, GREEN };\n",
    );
    type Point = { x: number; y: number };
    using lib = await cu.load<{
      middle(a: Point, b: Point): Point;
      name_of: (color: number, text: Uint8Array, size: number) => number;
      length: "size_t(const char* text)";
      apply: (a: number, b: number, f: (x: number, y: number) => number) => number;
      counter_new: () => bigint;
      counter_next: (counter: bigint) => number;
      counter_free: (counter: bigint) => void;
    }>({ functions: { length: "size_t(const char* text)" }, sources: [source] });
    expect(lib.middle({ x: 0, y: 0 }, { x: 2, y: 4 })).toEqual({ x: 1, y: 2 });
    const text = new Uint8Array(16);
    expect(lib.name_of(1, text, 16)).toBe(5);
    expect(Buffer.from(text.subarray(0, 5)).toString()).toBe("green");
    expect(lib.length("größe")).toBe(7);
    expect(lib.apply(6, 7, (x, y) => x * y)).toBe(42);
    const counter = lib.counter_new();
    expect([lib.counter_next(counter), lib.counter_next(counter)]).toEqual([1, 2]);
    lib.counter_free(counter);
  });

  it("types structs by their fields where the program says them", async () => {
    const sources = await shop.write(
      "points.c",
      `typedef struct { double x, y; int tags[2]; } point;
       point moved(point p, double by) { p.x += by; p.tags[1]++; return p; }
       void flip(point* p) { double x = p->x; p->x = p->y; p->y = x; }`,
    );
    const functions = { moved: "point(point p, double by)", flip: "void(point* p)" } as const;
    using lib = await cu.load({
      sources,
      functions,
      types: "typedef struct { double x, y; int tags[2]; } point;",
    });
    const p = lib.moved({ x: 1, y: 2, tags: [3, 4] }, 0.5);
    const sum: number = p.x + p.y;
    expect(sum).toBe(3.5);
    expect([...p.tags]).toEqual([3, 5]);
    lib.flip(p);
    expect(p.x).toBe(2);
    // @ts-expect-error y is missing
    expect(() => lib.moved({ x: 1, tags: [1, 2] }, 1)).toThrow("field y of argument 1 (p) of moved");
    await expect(
      cu.load({ sources, functions, types: "typedef struct { float x, y; int tags[2]; } point;" }),
    ).rejects.toThrow(
      "struct point must be declared as its source does, { double x; double y; int tags[2]; } (got { float x; float y; int tags[2]; })",
    );
  });

  it("is typed by index where nothing is said of it", async () => {
    const source = await shop.write("plain.c", "int seven(void) { return 7; }");
    using lib = await cu.load({ sources: source });
    expect(lib["seven"]?.()).toBe(7);
    expect(await lib["seven"]?.async()).toBe(7);
  });

  it("lists what it cannot call, and says why when it is called", async () => {
    const source = await shop.write(
      "odd.cpp",
      `#include <vector>
       extern "C" int good(int x) { return x; }
       extern "C" int sum(const std::vector<int>& v) { return (int)v.size(); }`,
    );
    using lib = await cu.load<{ good: "int(int)"; sum: (v: unknown) => number }>({
      functions: { good: "int(int)" },
      sources: source,
    });
    expect(lib.good(1)).toBe(1);
    expect(() => lib.sum([])).toThrow(
      /^Cannot read the source odd\.cpp: .*std::vector.* \(line 3, column 33\)/,
    );
    expect(cu.loadInfo(lib).unreadable.map(({ name }) => name)).toEqual(["sum"]);
  });

  it('says of functions of C++ that they need extern "C"', async () => {
    const source = await shop.write(
      "mangled.cpp",
      `namespace { int helper(int x) { return x + 1; } }
       namespace math { int square(int x) { return x * x; } }
       static int own(int x) { return x; }
       inline int small(int x) { return x; }
       template <class T> T same(T x) { return x; }
       int add(int a, int b) { return helper(a) + own(b) + small(0) - 1; }
       double add(double a, double b) { return a + b; }
       void dispose() {}
       extern "C" int good(int x) { return math::square(same(x)); }
       int main() { return 0; }`,
    );
    using lib = await cu.load({ sources: source });
    expect(Object.keys(lib)).toEqual(["good", "add", "dispose"]);
    expect(lib["good"]?.(3)).toBe(9);
    expect(() => lib["add"]?.(1, 2)).toThrow(
      /"add" has no C name, since it is a function of C\+\+ \(line [67], column \d+\)[^]*Try: extern "C" before it/,
    );
    expect(cu.loadInfo(lib).unreadable.map(({ name }) => name)).toEqual(["add", "dispose"]);
    await expect(cu.load({ sources: source, functions: { add: "int(int a, int b)" } })).rejects.toThrow(
      'Try: extern "C" before it',
    );
  });

  it.skipIf(noNvcc !== undefined)("finds CUDA's headers and libraries where nvcc has them", async () => {
    const source = await shop.write(
      "version.cpp",
      `#include <cuda_runtime.h>
       extern "C" int version() { int v = 0; return cudaRuntimeGetVersion(&v) == cudaSuccess ? v : -1; }`,
    );
    using lib = await cu.load({
      sources: source,
      libraries: ["cudart"],
      toolchain: "native",
      functions: { version: "int(void)" },
    });
    expect(lib.version()).toBeGreaterThanOrEqual(11_000);
  });

  it("follows macros from options and flags", async () => {
    const source = await shop.write(
      "macro.c",
      `#ifdef DOUBLE
       typedef double real;
       #else
       typedef float real;
       #endif
       real twice(const real* x /*[1]*/) { return FACTOR * x[0]; }`,
    );
    using wide = await cu.load<{ twice: (x: Float64Array) => number }>({
      sources: source,
      defines: { DOUBLE: true, FACTOR: 2 },
    });
    expect(wide.twice(new Float64Array([1.1]))).toBe(2.2);
    using narrow = await cu.load<{ twice: (x: Float32Array) => number }>({
      sources: source,
      options: ["-DFACTOR=3"],
    });
    expect(narrow.twice(new Float32Array([2]))).toBe(6);
  });

  it("is built anew when a source was edited, and stays where it was when not", async () => {
    const source = await shop.write("edited.c", "int version(void) { return 1; }");
    const edited = { version: "int()" } as const;
    using one = await cu.load({ sources: source, functions: edited });
    using same = await cu.load({ sources: source, functions: edited });
    expect(cu.loadInfo(same)).toMatchObject({ isFresh: false, path: cu.loadInfo(one).path });
    await shop.write("edited.c", "int version(void) { return 2; }");
    using two = await cu.load({ sources: source, functions: edited });
    expect([one.version(), same.version(), two.version()]).toEqual([1, 1, 2]);
  });

  it("loads once for calls that come together", async () => {
    const source = await shop.write("together.c", "int f(void) { return 3; }");
    const libraries = await Promise.all(
      [1, 2, 3, 4].map(() => cu.load({ functions: { f: "int()" }, sources: source })),
    );
    expect(libraries.map((lib) => lib.f())).toEqual([3, 3, 3, 3]);
    expect(libraries.filter((lib) => cu.loadInfo(lib).isFresh)).toHaveLength(1);
    for (const lib of libraries) lib.dispose();
  });

  it("can be built ahead of time", async () => {
    const source = await shop.write("ahead.c", "int f(void) { return 3; }");
    const { path, isFresh, declarations } = await cu.buildAhead({ sources: source });
    expect({ isFresh, declarations }).toEqual({ isFresh: true, declarations: ["int f()"] });
    using lib = await cu.load({ functions: { f: "int()" }, sources: source });
    expect(cu.loadInfo(lib)).toMatchObject({ isFresh: false, path });
  });

  it("ends with dispose", async () => {
    const source = await shop.write("ended.c", "int f(void) { return 3; }");
    const lib = await cu.load({ functions: { f: "int()" }, sources: source });
    lib.dispose();
    lib.dispose();
    expect(() => lib.f()).toThrow("Cannot call f: its library must be open (got ended, closed)");
    await expect(lib.f.async()).rejects.toThrow(cu.DisposedError);
  });
});

describe.skipIf(noCompiler !== undefined)(`temporary files of compilers${because(noCompiler)}`, () => {
  it("are in the folder of the build, which is removed", async () => {
    const source = await shop.write("told.c", "int f(void) { return 4; }");
    const told = shop.path("told.txt");
    const real = findCompiler("c")?.path ?? "";
    const script = `#!/bin/sh\necho "$TMPDIR" >> ${told}\nexec ${real} "$@"\n`;
    const compiler = await shop.write("telling-cc", script);
    chmodSync(compiler, 0o755);
    vi.stubEnv("CC", compiler);
    using lib = await cu.load<{ f: () => number }>({ sources: source, toolchain: "native" });
    expect(lib.f()).toBe(4);
    const folders = readFileSync(told, "utf8").trim().split("\n");
    // One to compile, one to link.
    expect(folders).toHaveLength(2);
    for (const folder of folders) {
      expect(folder).toMatch(/cuts-build-\w{6}$/);
      expect(existsSync(folder)).toBe(false);
    }
  });
});

describe("what cannot be loaded", () => {
  it("is said before anything is built", async () => {
    await expect(cu.load({ sources: [] })).rejects.toThrow("sources must name at least one file");
    await expect(cu.load({ sources: "a.py" })).rejects.toThrow("its name must end with");
    await expect(cu.load({ sources: "/nowhere/a.c" })).rejects.toMatchObject({ code: "CUTS_SOURCE" });
    const options = "-O3 -g" as unknown as string[];
    await expect(cu.load({ sources: "a.c", options })).rejects.toThrow('Try: options: ["-O3","-g"]');
    const toolchain = "llvm" as "wasm";
    await expect(cu.load({ sources: "a.c", toolchain })).rejects.toMatchObject({ code: "CUTS_LOAD_OPTION" });
    // @ts-expect-error a number is no source
    await expect(cu.load({ sources: [1] })).rejects.toThrow("a source must be a path or a file: URL (got 1)");
  });

  it("for want of a compiler says what to install", async () => {
    const source = await shop.write("wanting.c", "int f(void) { return 3; }");
    vi.stubEnv("PATH", "/nowhere");
    vi.stubEnv("CC", "");
    await expect(cu.load({ sources: source, toolchain: "native" })).rejects.toMatchObject({
      code: "CUTS_COMPILER_NOT_FOUND",
      message: expect.stringMatching(
        /^Cannot build wanting: it needs a C compiler, and none is on this machine/,
      ),
    });
  });
});
