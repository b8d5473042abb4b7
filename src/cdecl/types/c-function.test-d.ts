// What a declaration becomes in TypeScript, and which calls the compiler refuses.

import { describe, expectTypeOf, it } from "vitest";
import type { ArrayArgument } from "../../core/array-argument.js";
import type { Complex, TypedArray } from "../../core/dtype.js";
import type { ReadonlyTypedArray } from "../../core/readonly-typed-array.js";
import type {
  CArguments,
  CFunction,
  CheckedDeclarations,
  CResult,
  CTypes,
  NativeArgument,
  NativeResult,
} from "./c-function.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { DevicePointer, NativePointer } from "./native-pointer.js";
import type { ConstPointer, Pointer, VoidPointer } from "./pointer-arguments.js";

const float32 = new Float32Array(4);
const float64 = new Float64Array(4);
declare const readonlyFloats: ReadonlyTypedArray<Float32Array>;
declare const onHost: ArrayArgument<"float32", "host">;
declare const onDevice: ArrayArgument<"float32", "device">;
declare const anywhere: ArrayArgument<"float32">;
declare const hostReadOnly: ArrayArgument<"float32", "host", "read">;
declare const sum: CFunction<"void(const float a[n], float out[n], int n)">;
declare const scale: CFunction<"void(const float* a, float* out)">;
declare const halves: ArrayArgument<"float16", "host">;

describe("the signature", () => {
  it("is the one of the C function", () => {
    expectTypeOf<CFunction<"void(const float a[n], float out[n], int n)">>().toEqualTypeOf<
      (a: ConstPointer<"float32">, out: Pointer<"float32">, n: number) => void
    >();
    expectTypeOf<CArguments<"double norm(const double* x, size_t n);">>().toEqualTypeOf<
      [x: ConstPointer<"float64"> | null, n: number | bigint]
    >();
    expectTypeOf<CFunction<"int()">>().toEqualTypeOf<() => number>();
  });

  it("labels common names and leaves others without", () => {
    expectTypeOf<CArguments<"void(int n, int zyx)">>().toEqualTypeOf<[n: number, number]>();
  });

  it("is loose for a text that is not a literal", () => {
    expectTypeOf<CFunction<string>>().toEqualTypeOf<(...args: NativeArgument[]) => NativeResult>();
    expectTypeOf<CFunction<"void(struct p x)", string>>().toEqualTypeOf<
      (...args: NativeArgument[]) => NativeResult
    >();
    expectTypeOf<CArguments<string>>().toEqualTypeOf<NativeArgument[]>();
    expectTypeOf<CResult<string>>().toEqualTypeOf<NativeResult>();
  });
});

describe("scalars", () => {
  it("takes numbers, booleans and, for 64 bits, bigints", () => {
    expectTypeOf<
      CArguments<"void(bool, char, int8_t, unsigned short, unsigned, float, double)">
    >().toEqualTypeOf<[boolean, number, number, number, number, number, number]>();
    expectTypeOf<
      CArguments<"void(long, unsigned long, int64_t, uint64_t, size_t, ssize_t, ptrdiff_t, intptr_t)">
    >()
      .branded //
      .toEqualTypeOf<Eight<number | bigint>>();
    expectTypeOf<CArguments<"void(float _Complex z)">>().toEqualTypeOf<[z: Complex]>();
    expectTypeOf<CArguments<"void(__half h)">>().toEqualTypeOf<[h: number]>();
  });

  it("returns number, bigint, boolean, string and nothing", () => {
    expectTypeOf<CResult<"int()">>().toEqualTypeOf<number>();
    expectTypeOf<CResult<"float()">>().toEqualTypeOf<number>();
    expectTypeOf<CResult<"int64_t()">>().toEqualTypeOf<bigint>();
    expectTypeOf<CResult<"unsigned long long()">>().toEqualTypeOf<bigint>();
    expectTypeOf<CResult<"long()">>().toEqualTypeOf<bigint>();
    expectTypeOf<CResult<"size_t()">>().toEqualTypeOf<number>();
    expectTypeOf<CResult<"ptrdiff_t()">>().toEqualTypeOf<number>();
    expectTypeOf<CResult<"bool()">>().toEqualTypeOf<boolean>();
    expectTypeOf<CResult<"void()">>().toEqualTypeOf<void>();
    expectTypeOf<CResult<"const char*()">>().toEqualTypeOf<string | null>();
    expectTypeOf<CResult<"float*()">>().toEqualTypeOf<NativePointer<"float32"> | null>();
    expectTypeOf<CResult<"const void*()">>().toEqualTypeOf<NativePointer<"void const"> | null>();
    expectTypeOf<CResult<"__device__ float*()">>().toEqualTypeOf<DevicePointer<"float32"> | null>();
    expectTypeOf<CResult<"float2()">>().toEqualTypeOf<{ x: number; y: number }>();
  });
});

describe("pointers", () => {
  it("takes the exact typed array, array objects and addresses", () => {
    void (() => {
      sum(float32, float32, 4);
      sum(readonlyFloats, float32, 4);
      sum(onHost, anywhere, 4);
      sum(hostReadOnly, onHost, 4);
      scale(null, null);
      sum(new Float32Array(new SharedArrayBuffer(16)), float32, 4);
    });
  });

  it("refuses a wrong dtype", () => {
    // @ts-expect-error a Float64Array for const float*
    void (() => sum(float64, float32, 4));
    // @ts-expect-error a Float64Array for float*
    void (() => sum(float32, float64, 4));
    // @ts-expect-error halves for const float*
    void (() => sum(halves, float32, 4));
    // @ts-expect-error a plain array
    void (() => sum([1, 2, 3], float32, 4));
  });

  it("refuses a missing argument, one too many, and an array for a scalar", () => {
    // @ts-expect-error n is missing
    void (() => sum(float32, float32));
    // @ts-expect-error one too many
    void (() => sum(float32, float32, 4, 5));
    // @ts-expect-error an array for int n
    void (() => sum(float32, float32, float32));
    // @ts-expect-error a number for a pointer
    void (() => sum(1, float32, 4));
    // @ts-expect-error a bigint for a 32-bit integer
    void (() => sum(float32, float32, 4n));
    // @ts-expect-error a string for a scalar
    void (() => sum(float32, float32, "4"));
  });

  it("refuses read-only data where the function may write", () => {
    // @ts-expect-error a read-only typed array for float*
    void (() => sum(float32, readonlyFloats, 4));
    // @ts-expect-error a read-only array object for float*
    void (() => sum(float32, hostReadOnly, 4));
  });

  it("refuses null where a length is declared, and GPU memory", () => {
    // @ts-expect-error null for a[n]
    void (() => sum(null, float32, 4));
    // @ts-expect-error GPU memory for a host pointer
    void (() => sum(onDevice, float32, 4));
  });

  it("keeps host and device apart", () => {
    const launch = {} as CFunction<"void(__device__ const float a[n], __device__ float* out, int n)">;
    const address = {} as DevicePointer<"float32">;
    const hostAddress = {} as NativePointer<"float32">;
    void (() => launch(onDevice, anywhere, 4));
    void (() => launch(address, null, 4));
    // @ts-expect-error a typed array for GPU memory
    void (() => launch(float32, onDevice, 4));
    // @ts-expect-error an array object on the host
    void (() => launch(onHost, onDevice, 4));
    // @ts-expect-error an address of the host
    void (() => launch(onDevice, hostAddress, 4));
  });

  it("knows what an address points to", () => {
    const read = {} as CFunction<"void(const float* x)">;
    const write = {} as CFunction<"void(float* x)">;
    const free = {} as CFunction<"void(void* x)">;
    const floats = {} as NativePointer<"float32">;
    const constFloats = {} as NativePointer<"float32 const">;
    const doubles = {} as NativePointer<"float64">;
    const memory = {} as NativePointer<"void">;
    const unknown = {} as NativePointer;
    void (() => [read(floats), read(constFloats), read(memory), write(floats), write(memory), free(doubles)]);
    void (() => [read(unknown), write(unknown), free(unknown)]);
    expectTypeOf<NativePointer<"float64">>().toExtend<NativePointer>();
    // @ts-expect-error another pointee
    void (() => read(doubles));
    // @ts-expect-error the pointee is const
    void (() => write(constFloats));
    // @ts-expect-error the pointee is const
    void (() => free(constFloats));
    // @ts-expect-error not an address that anybody returned
    void (() => free(140_000n));
  });

  it("maps each element type to its typed arrays", () => {
    type Arrays<S extends string> = Extract<NonNullable<CArguments<S>[0]>, TypedArray>;
    expectTypeOf<Arrays<"void(uint8_t* x)">>().toEqualTypeOf<Uint8Array | Uint8ClampedArray>();
    expectTypeOf<Buffer>().toExtend<Arrays<"void(uint8_t* x)">>();
    expectTypeOf<Arrays<"void(char* x)">>().toEqualTypeOf<Int8Array | Uint8Array>();
    expectTypeOf<Arrays<"void(signed char* x)">>().toEqualTypeOf<Int8Array>();
    expectTypeOf<Arrays<"void(int64_t* x)">>().toEqualTypeOf<BigInt64Array>();
    expectTypeOf<Arrays<"void(long* x)">>().toEqualTypeOf<BigInt64Array>();
    expectTypeOf<Arrays<"void(size_t* x)">>().toEqualTypeOf<BigUint64Array>();
    expectTypeOf<Arrays<"void(unsigned long* x)">>().toEqualTypeOf<BigUint64Array>();
    expectTypeOf<Arrays<"void(__half* x)">>().toEqualTypeOf<Uint16Array>();
    expectTypeOf<Arrays<"void(bool* x)">>().toEqualTypeOf<Uint8Array>();
    expectTypeOf<Arrays<"void(float4* x)">>().toEqualTypeOf<Float32Array>();
    expectTypeOf<Arrays<"void(double _Complex* x)">>().toEqualTypeOf<Float64Array>();
    expectTypeOf(halves).toExtend<CArguments<"void(const __half x[n], int n)">[0]>();
  });

  it("takes any memory for void*", () => {
    type Memory = CArguments<"void(void* p)">[0];
    expectTypeOf<Memory>().toEqualTypeOf<VoidPointer | null>();
    expectTypeOf<Float64Array | DataView | ArrayBuffer | SharedArrayBuffer>().toExtend<Memory>();
    expectTypeOf(onHost).toExtend<Memory>();
    expectTypeOf(onDevice).not.toExtend<Memory>();
    expectTypeOf(readonlyFloats).not.toExtend<Memory>();
    expectTypeOf(readonlyFloats).toExtend<CArguments<"void(const void* p)">[0]>();
  });

  it("takes tables of pointers and of strings", () => {
    type Rows = CArguments<"void(const float* const rows[n], int n)">[0];
    expectTypeOf<Float32Array[]>().toExtend<Rows>();
    expectTypeOf<BigUint64Array>().toExtend<Rows>();
    expectTypeOf<Float64Array[]>().not.toExtend<Rows>();
    type Names = CArguments<"void(const char** names)">[0];
    expectTypeOf<readonly (string | null)[]>().toExtend<Names>();
    expectTypeOf<number[]>().not.toExtend<Names>();
    expectTypeOf<CArguments<"size_t(const char* s)">>().toEqualTypeOf<[s: string | null]>();
  });
});

describe("callbacks", () => {
  it("is a function that gets what native code passes", () => {
    type Sort =
      CFunction<"void(void* base, size_t n, size_t size, int (*cmp)(const void* a, const void* b))">;
    type Compare = Extract<Parameters<Sort>[3], (...args: never[]) => unknown>;
    expectTypeOf<Compare>().toEqualTypeOf<
      (a: NativePointer<"void const"> | null, b: NativePointer<"void const"> | null) => number
    >();
    const sort = {} as Sort;
    void (() => sort(float64, 4, 8, (a, b) => (a === b ? 0 : 1)));
    void (() => sort(float64, 4, 8, null));
    // @ts-expect-error the result must be a number
    void (() => sort(float64, 4, 8, () => "less"));
  });

  it("gets integers and strings as results come", () => {
    type Log = CArguments<"void(void (*log)(int64_t id, const char* message, size_t n))">[0];
    expectTypeOf<Extract<Log, (...args: never[]) => unknown>>().toEqualTypeOf<
      (id: bigint, message: string | null, n: number) => void
    >();
  });

  it("cannot return memory of the garbage collector", () => {
    type Alloc = CArguments<"void(void* (*alloc)(size_t n))">[0];
    expectTypeOf<() => Float32Array>().not.toExtend<Alloc>();
    expectTypeOf<() => NativePointer<"void">>().toExtend<Alloc>();
    expectTypeOf<() => string>().not.toExtend<CArguments<"void(const char* (*name)(int id))">[0]>();
  });
});

describe("declared types", () => {
  type Types = `
    // comments are fine
    struct point { float x; float y; };
    typedef struct { int64_t id; char name[16]; double m[3]; struct point at; const char* note; void* user; } item, *item_ptr;
    enum color { RED, GREEN = 1 << 3, BLUE };
    enum { MAX = 16 };
    #define SIZE 4
    typedef float real;
    using index = size_t;
  `;

  it("gives the objects of structs", () => {
    type T = CTypes<Types>;
    expectTypeOf<T["point"]>().toEqualTypeOf<{ x: number; y: number }>();
    expectTypeOf<T["item"]>().toEqualTypeOf<{
      id: bigint;
      name: string;
      m: number[];
      at: { x: number; y: number };
      note: string | null;
      user: NativePointer<"void"> | null;
    }>();
    expectTypeOf<CTypes<"struct point { float x; float y; };">["point"]>().toEqualTypeOf<{
      x: number;
      y: number;
    }>();
  });

  it("passes structs by value and by pointer", () => {
    expectTypeOf<CFunction<"float(struct point p)", Types>>().toEqualTypeOf<
      (p: { readonly x: number; readonly y: number }) => number
    >();
    expectTypeOf<CResult<"struct point()", Types>>().toEqualTypeOf<{ x: number; y: number }>();
    type Read = CArguments<"void(const item* it)", Types>[0];
    type Write = CArguments<"void(item* it)", Types>[0];
    type Loose = {
      id: number;
      name: string;
      m: Float64Array;
      at: { x: number; y: number };
      note: null;
      user: null;
    };
    expectTypeOf<Loose>().toExtend<Read>();
    expectTypeOf<Loose>().not.toExtend<Write>();
    expectTypeOf<CTypes<Types>["item"]>().toExtend<Write>();
    expectTypeOf<NativePointer<"struct item">>().toExtend<Write>();
    expectTypeOf<CArguments<"void(item_ptr p)", Types>>().toEqualTypeOf<CArguments<"void(item* p)", Types>>();
    expectTypeOf<CTypes<Types>["point"][]>().toExtend<
      CArguments<"void(struct point v[n], int n)", Types>[0]
    >();
  });

  it("knows enums, typedefs and constants", () => {
    expectTypeOf<CFunction<"enum color(color c, real r, index i)", Types>>().toEqualTypeOf<
      (c: number, r: number, i: number | bigint) => number
    >();
    expectTypeOf<CFunction<"void(float a[MAX*SIZE+BLUE])", Types>>().toEqualTypeOf<
      (a: Pointer<"float32">) => void
    >();
  });

  it("has handles for structs that are only named", () => {
    type File = CArguments<"int(struct FILE* f)">[0];
    expectTypeOf<File>().toEqualTypeOf<NativePointer<"struct FILE" | "void"> | null>();
    expectTypeOf<CResult<"struct FILE*()">>().toExtend<File>();
    expectTypeOf<NativePointer<"struct DIR">>().not.toExtend<File>();
  });

  it("is loose where types need the run-time parser", () => {
    type Loose = (...args: NativeArgument[]) => NativeResult;
    expectTypeOf<
      CFunction<"void(struct a x)", "struct a { struct { int x; } b; };">
    >().toEqualTypeOf<Loose>();
    expectTypeOf<CFunction<"void(r x)", "#define REAL float\ntypedef REAL r;">>().toEqualTypeOf<Loose>();
    expectTypeOf<CFunction<"void(v* x)", "typedef float v[3];">>().toEqualTypeOf<Loose>();
    expectTypeOf<keyof CTypes<"typedef float v[3];">>().toEqualTypeOf<string>();
  });
});

describe("declarations that cannot be read", () => {
  it("is an error type with the reason", () => {
    expectTypeOf<CFunction<"void(flaot x)">>().toEqualTypeOf<
      DeclarationTypeError<"Cannot read 'flaot': not a C type">
    >();
    expectTypeOf<CResult<"flaot()">>().toEqualTypeOf<
      DeclarationTypeError<"Cannot read 'flaot': not a C type">
    >();
    expectTypeOf<CArguments<"void(unsigned float x)">>().toEqualTypeOf<
      [problem: DeclarationTypeError<"Cannot read 'unsigned float': not a C type">]
    >();
    expectTypeOf<CFunction<"int printf(const char* format, ...)">>().toEqualTypeOf<
      DeclarationTypeError<"Cannot read '...': a variadic function has no fixed signature; declare the parameters of one call">
    >();
    expectTypeOf<CFunction<"void(float a[m], int n)">>().toEqualTypeOf<
      DeclarationTypeError<"Cannot read the length 'm': it must be an integer parameter">
    >();
    expectTypeOf<CFunction<"void(struct p x)", "struct q { int x; };">>().toEqualTypeOf<
      DeclarationTypeError<"Cannot read 'struct p': the types do not declare it">
    >();
    expectTypeOf<CFunction<"void()", "struct q { inr x; };">>().toEqualTypeOf<
      DeclarationTypeError<"Cannot read 'inr': not a C type">
    >();
  });

  it("shows at the declaration and at the call", () => {
    const broken = {} as CFunction<"void(flaot x)">;
    // @ts-expect-error not callable
    void (() => broken(1));
    // @ts-expect-error the text itself
    void (() => open({ fine: "int(int a)", broken: "void(flaot x)" }));
    void (() => open({ fine: "int(int a)" }).fine(1).toFixed());
    const dynamic = {} as Record<string, string>;
    expectTypeOf(open(dynamic)["any"]).toEqualTypeOf<
      ((...args: NativeArgument[]) => NativeResult) | undefined
    >();
  });
});

/** As `dlopen` does it. */
declare function open<const T extends Readonly<Record<string, string>>>(
  table: T & CheckedDeclarations<T>,
): { [Name in keyof T]: CFunction<T[Name]> };

type Eight<T> = [T, T, T, T, T, T, T, T];
