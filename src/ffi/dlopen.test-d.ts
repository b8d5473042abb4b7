// What TypeScript knows of an open library: wrong calls are compile errors, results have their types.

import { describe, expectTypeOf, it } from "vitest";
import type { NativePointer } from "../cdecl/types/native-pointer.js";
import type { ReadonlyTypedArray } from "../core/readonly-typed-array.js";
import { callback, type dlopen } from "./dlopen.js";
import { viewOf } from "./memory.js";

declare const open: typeof dlopen;
const lib = () =>
  open(
    "./libsum.so",
    {
      launch_sum_kernel: "void(const float a[n], const float b[n], float out[n], int n)",
      norm: "double(const double* x, size_t n)",
      count: "int64_t()",
      size: "size_t(const char* text)",
      name: "const char*(int id)",
      data: "float*(void)",
      center: "struct point(const struct point points[n], int n)",
      each: "void(int (*visit)(const struct point* p, double weight), int n)",
    },
    { types: "struct point { float x, y; };", errno: true },
  );
type Lib = ReturnType<typeof lib>;
declare const sum: Lib["launch_sum_kernel"];
declare const library: Lib;
declare const floats: Float32Array;
declare const frozen: ReadonlyTypedArray<Float32Array>;

describe("an open library", () => {
  it("takes right calls and gives typed results", () => {
    expectTypeOf(sum(floats, floats, floats, 4)).toEqualTypeOf<void>();
    sum(frozen, floats, floats, 4);
    expectTypeOf(library.norm(new Float64Array(4), 4)).toEqualTypeOf<number>();
    expectTypeOf(library.count()).toEqualTypeOf<bigint>();
    expectTypeOf(library.size("text")).toEqualTypeOf<number>();
    expectTypeOf(library.name(1)).toEqualTypeOf<string | null>();
    expectTypeOf(library.data()).toEqualTypeOf<NativePointer<"float32"> | null>();
    expectTypeOf(library.center([{ x: 1, y: 2 }], 1)).toEqualTypeOf<{ x: number; y: number }>();
    expectTypeOf(library.center(new Float32Array(2), 1)).toEqualTypeOf<{ x: number; y: number }>();
    expectTypeOf(library.count.async()).toEqualTypeOf<Promise<bigint>>();
    library.each((p, weight) => {
      expectTypeOf(p).toEqualTypeOf<NativePointer<"struct point const"> | null>();
      expectTypeOf(weight).toEqualTypeOf<number>();
      return 0;
    }, 1);
  });

  it("refuses wrong ones", () => {
    // @ts-expect-error wrong dtype
    sum(new Float64Array(4), floats, floats, 4);
    // @ts-expect-error a missing argument
    sum(floats, floats, floats);
    // @ts-expect-error a typed array for a scalar
    sum(floats, floats, floats, floats);
    // @ts-expect-error writing through const
    sum(floats, floats, frozen, 4);
    // @ts-expect-error the same for asynchronous calls
    void sum.async(floats, floats, frozen, 4);
    // @ts-expect-error a pointer to something else
    library.norm(library.data(), 4);
    // @ts-expect-error a typed array of other numbers than those of the struct
    library.center(new Float64Array(2), 1);
    // @ts-expect-error a struct with a field missing
    library.center([{ x: 1 }], 1);
    // @ts-expect-error a function that is not declared
    library.nowhere();
  });

  it("shows a wrong declaration where it is written", () => {
    // @ts-expect-error not a C type
    open(null, { f: "void(flaot x)" });
    // @ts-expect-error variadic
    open(null, { f: "int(const char* format, ...)" });
    // @ts-expect-error a struct that is not declared
    open(null, { f: "void(struct point p)" });
  });

  it("stays loose for declarations that are not known at compile time", () => {
    const table: Record<string, string> = {};
    const loose = open(null, table);
    loose["f"]?.(1, floats, null);
  });

  it("types callbacks", () => {
    const made = library.callback("int(const void* a, size_t n)", (a, n) => {
      expectTypeOf(a).toEqualTypeOf<NativePointer<"void const"> | null>();
      expectTypeOf(n).toEqualTypeOf<number>();
      return 0;
    });
    expectTypeOf(made.pointer).toEqualTypeOf<NativePointer<"function">>();
    library.each(made.pointer, 1);
    // @ts-expect-error the result must be a number
    callback("int(int)", () => "1");
    // @ts-expect-error too many parameters
    callback("void()", (_x: number) => {});
  });

  it("types views", () => {
    const view = viewOf(library.data(), "float32", 4);
    expectTypeOf(view).toExtend<Float32Array & Disposable>();
    sum(view, view, view, 4);
  });
});
