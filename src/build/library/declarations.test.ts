import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDeclaration } from "../../cdecl/parse-declaration.js";
import { type ExternCOptions, externCFunctions } from "./declarations.js";

const read = (text: string, options: Partial<ExternCOptions> = {}) =>
  externCFunctions(text, { language: "c++", ...options });
const declared = (text: string, options: Partial<ExternCOptions> = {}) =>
  read(text, options).functions.map(({ declaration }) => declaration);
const reasons = (text: string, options: Partial<ExternCOptions> = {}) =>
  read(text, options).unreadable.map(({ name, error }) => `${name}: ${error.message.split("\n", 1)[0]}`);

describe("which functions a source exports", () => {
  it('in C++: those that are extern "C" and have a body', () => {
    const text = `
      #include <vector>
      static int hidden(int a) { return a; }
      int mangled(int a) { return a; }
      extern "C" int declared_only(int a);
      extern "C" int one(int a) { return hidden(a); }
      extern "C" { double two(double x) noexcept { return x; }
        static void three() {} }
      namespace ns { extern "C" void four(void) {} }
      template <typename T> T five(T x) { return x; }
      struct S { void six(int) {} };
      int table[] = { 1, 2 };`;
    expect(declared(text)).toEqual(["int one(int a)", "double two(double x)", "void four()"]);
  });

  it('also those that an earlier declaration, here or in a header, made extern "C"', () => {
    const header = `#ifdef __cplusplus
      extern "C" {
      #endif
      void launch(const float* a, int n);
      #ifdef __cplusplus
      }
      #endif`;
    const readHeader = (name: string) => (name === "launch.h" ? header : undefined);
    const text = `#include "launch.h"\n extern "C" int twice(int);\n
      void launch(const float* a, int n) {} int twice(int x) { return 2 * x; } int other() { return 0; }`;
    expect(declared(text, { readHeader })).toEqual([
      "void launch(const float* a, int n)",
      "int twice(int x)",
    ]);
  });

  it("in C: all that are not static or inline", () => {
    const text = `static int a(void) { return 1; } inline int b(void) { return 1; }
      int c(void) { return a(); } void d() {}`;
    expect(declared(text, { language: "c" })).toEqual(["int c()", "void d()"]);
  });

  it("in CUDA: host functions, no kernels and no device functions", () => {
    const text = `__global__ void k(float* x) {}  extern "C" __global__ void k2(float* x) {}
      extern "C" __device__ int d() { return 1; }
      extern "C" __host__ __device__ int both(int x) { return x; }
      extern "C" void go(float* x, int n, cudaStream_t stream) { k<<<1, n, 0, stream>>>(x); }
      extern "C" cudaError_t last() { return cudaGetLastError(); }`;
    expect(declared(text, { language: "cuda" })).toEqual([
      "int both(int x)",
      "void go(float* x, int n, struct CUstream_st* stream)",
      "int last()",
    ]);
  });

  it("whatever stands around them for compilers and linkers", () => {
    const text = `#define EXPORT __attribute__((visibility("default")))
      #define REAL float
      extern "C" EXPORT REAL a(REAL x) { return x; }
      extern "C" SUM_API int b(int x) { return x; }
      extern "C" [[nodiscard]] int c(int x [[maybe_unused]]) { return x; }
      extern "C" __declspec(dllexport) void d(float* __restrict__ x) {}`;
    expect(declared(text)).toEqual(["float a(float x)", "int b(int x)", "int c(int x)", "void d(float* x)"]);
  });

  it("whatever the platform makes of the words around them", () => {
    const text = `#ifdef _WIN32
      #define API __declspec(dllexport)
      #else
      #define API __attribute__((visibility("default")))
      #endif
      #ifdef __cplusplus
      #define EXTERN_C extern "C"
      extern "C" {
      #else
      #define EXTERN_C
      #endif
      API int a(int x) { return x; }
      EXTERN_C API const char* b(void) { return ""; }
      #ifdef __cplusplus
      }
      #endif`;
    for (const language of ["c", "c++", "cuda"] as const)
      expect(declared(text, { language })).toEqual(["int a(int x)", "const char* b()"]);
  });

  it("by the macros that are given", () => {
    const text = `#if PRECISION == 64
      extern "C" double f(double x) { return x; }
      #else
      extern "C" float f(float x) { return x; }
      #endif`;
    expect(declared(text, { defines: { PRECISION: "64" } })).toEqual(["double f(double x)"]);
    expect(declared(text)).toEqual(["float f(float x)"]);
  });

  it("and says so where only a compiler could tell", () => {
    const text = `#include "config.h"
      #ifdef WIDE
      extern "C" void f(double x) {}
      #else
      extern "C" void f(float x) {}
      #endif
      #ifdef EXTRA
      extern "C" void g(int x) {}
      #endif`;
    const { functions } = read(text);
    expect(functions.map(({ name, isUncertain }) => [name, isUncertain])).toEqual([["g", true]]);
    expect(reasons(text)[0]).toContain("depend on an #if that cannot be decided");
    expect(declared(text, { readHeader: () => "#define WIDE" })).toContain("void f(double x)");
  });
});

describe("lengths and devices", () => {
  it("stand in comments after the parameters", () => {
    const text = `extern "C" void f(const float* a /*[n]*/, const char* bytes /* [2*n+1] */, float* m /*[rows][cols]*/,
      double* g /*__device__ [n]*/, int* h /* __device__ */, float* plain /* in and out */, int n, int rows, long cols) {}`;
    expect(declared(text)).toEqual([
      "void f(const float a[n], const char bytes[2*n+1], float m[rows*cols], __device__ double g[n], " +
        "__device__ int* h, float* plain, int n, int rows, long cols)",
    ]);
  });

  it("are C's own where C has them", () => {
    expect(declared("void f(int n, float a[n], float b[static 4], float c[]) {}", { language: "c" })).toEqual(
      ["void f(int n, float a[n], float b[4], float* c)"],
    );
  });

  it("may use the constants of the source", () => {
    const text = `#define N 4
      constexpr int M = 2 * 3; enum { K = 5 };
      extern "C" void f(float* a /*[N*M]*/, float b[K]) {}`;
    expect(declared(text)).toEqual(["void f(float a[4*6], float b[5])"]);
    const mixed = `constexpr int M = 3;
      #define N (M << 2)
      #ifdef UNKNOWN_TO_US_
      #define K 1
      #endif
      extern "C" void f(float* a /*[n + N]*/, float* b /*[K]*/, int n /*[ignored]*/) {}`;
    expect(declared(`#include "other.h"\n${mixed}`)).toEqual(["void f(float a[n+12], float* b, int n)"]);
  });

  it("that make no sense are told with their place", () => {
    expect(reasons(`extern "C" void f(float* a /*[m]*/, int n) {}`)).toEqual([
      `f: Cannot read the source: a length can name parameters only (got "m") (line 1, column 28)`,
    ]);
    expect(reasons(`extern "C" void f(int a /*__device__*/, int n) {}`)[0]).toContain(
      "only a pointer can live on a device",
    );
    expect(reasons(`extern "C" void f(float* a /*[x]*/, float x) {}`)[0]).toContain(
      "integer parameters only",
    );
  });
});

describe("types", () => {
  it("of the source and of its own headers are known", () => {
    const text = `#include "point.h"
      typedef struct { float x, y; char name[SIZE]; } point;
      enum color { RED, GREEN };
      struct node { int value; struct node* next; };
      using real = double;
      typedef int (*compare)(const void*, const void*);
      extern "C" real norm(point p, const struct node* n, color c, compare f, const pixel* q /*[4]*/) { return 0; }`;
    const readHeader = () => "#define SIZE 16\nstruct pixel { unsigned char r, g, b; };";
    const { functions, types } = read(text, { readHeader });
    expect(functions.map(({ declaration }) => declaration)).toEqual([
      "double norm(struct point p, const struct node* n, enum color c, int (*f)(const void*, const void*), const struct pixel q[4])",
    ]);
    expect(types.structs.get("point")?.fields.map(({ name, count }) => [name, count])).toEqual([
      ["x", undefined],
      ["y", undefined],
      ["name", 16],
    ]);
  });

  it("that cannot be laid out are handles, and refused by value with the reason", () => {
    const text = `class Counter { int n; public: int next() { return n++; } };
      struct handle;
      struct Bits { int a : 3; };
      extern "C" Counter* counter_new() { return new Counter; }
      extern "C" void use(handle* h, const Bits* b) {}
      extern "C" void take(Bits b) {}`;
    expect(declared(text)).toEqual([
      "struct Counter* counter_new()",
      "void use(struct handle* h, const struct Bits* b)",
    ]);
    const { unreadable } = read(text);
    expect(unreadable[0]?.error.message).toContain("Bits cannot be passed by value: where a bit-field lies");
  });

  it("that nobody declares are refused by name", () => {
    expect(reasons(`extern "C" void f(std::vector<int> v) {}`, { fileName: "sum.cpp" })).toEqual([
      'f: Cannot read the source sum.cpp: "std::vector" is not a known type (line 1, column 19)',
    ]);
    expect(reasons(`extern "C" void f(float& x) {}`)[0]).toContain("a reference is no type of C");
    expect(reasons(`extern "C" int f(const char* format, ...) { return 0; }`)[0]).toContain("variadic");
  });

  it("under a pragma pack are not laid out", () => {
    const text = `#pragma pack(push, 1)
      struct P { char a; int b; };
      #pragma pack(pop)
      extern "C" void f(P p) {} extern "C" void g(P* p) {}`;
    expect(declared(text)).toEqual(["void g(struct P* p)"]);
    expect(read(text).unreadable[0]?.error.message).toContain("a packed struct is not laid out here");
  });
});

describe("any text", () => {
  it("is read without an exception, and what is found parses again", () => {
    const pieces = fc.constantFrom(
      'extern "C" ',
      "{",
      "}",
      "(",
      ")",
      ";",
      "int f",
      "float* x",
      "/*[n]*/",
      ",",
      "n",
      "#if A\n",
      "\n#endif\n",
      "struct S",
      "typedef ",
      "static ",
      "\n#define N 3\n",
      "[",
      "]",
      "*",
      "const char",
      '"',
      "/*",
      "namespace a",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        for (const language of ["c", "c++", "cuda"] as const) {
          const { functions, types } = externCFunctions(parts.join(""), { language });
          for (const { declaration, signature } of functions) {
            expect(parseDeclaration(declaration, types)).toEqual(signature);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
