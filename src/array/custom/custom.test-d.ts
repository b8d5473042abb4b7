// Types of functions of users, from their signatures. Dtypes are compared, not arrays: comparing the methods of arrays one by
// one takes the compiler a minute.

import { describe, expectTypeOf, it } from "vitest";
import type { NDArray } from "../ndarray.js";
import { elementwise } from "./elementwise.js";
import { reduction } from "./reduction.js";

declare const f32: NDArray<"float32">;
declare const f64: NDArray<"float64">;
declare const i64: NDArray<"int64">;
declare const u64: NDArray<"uint64">;
declare const text: string;

describe("signatures", () => {
  it("say what is taken", () => {
    const add = elementwise("float x, raw  unsigned long long y -> float z", "z = x + y[i]");
    add(f32, u64);
    add(1, u64);
    // @ts-expect-error y is missing
    add(f32);
    // @ts-expect-error int64 is no uint64
    add(f32, i64);
    // @ts-expect-error a raw input is an array
    add(f32, 1);
  });

  it("say what is given", () => {
    expectTypeOf(elementwise("float x -> double y", "y = x")(f32).dtype).toEqualTypeOf<"float64">();
    expectTypeOf(elementwise("T x, T y -> T z", "z = x")(2, f64).dtype).toEqualTypeOf<"float64">();
    const [a, b, c] = elementwise("T x, U y -> U a, T b, bool c", "")(f64, i64);
    expectTypeOf(a.dtype).toEqualTypeOf<"int64">();
    expectTypeOf(b.dtype).toEqualTypeOf<"float64">();
    expectTypeOf(c.dtype).toEqualTypeOf<"bool">();
    const norm = reduction("T x -> T y", "x * x", "a + b", "y = sqrt(a)", 0);
    expectTypeOf(norm(f64, { axis: 1 }).dtype).toEqualTypeOf<"float64">();
    expectTypeOf(elementwise("uint x -> long unsigned int long y", "")(1).dtype).toEqualTypeOf<"uint64">();
    expectTypeOf(elementwise("half x -> float _Complex y", "")(1).dtype).toEqualTypeOf<"complex64">();
    expectTypeOf(elementwise("T x -> complex<double> y", "")(1).dtype).toEqualTypeOf<"complex128">();
    expectTypeOf(elementwise(text, "")(f32).dtype).toEqualTypeOf<NDArray["dtype"]>();
  });
});
