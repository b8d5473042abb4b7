// What TypeScript knows of products: dtypes promote as in NumPy.

import { describe, expectTypeOf, it } from "vitest";
import * as cu from "../../array.js";

declare const f32: cu.NDArray<"float32">;
declare const f64: cu.NDArray<"float64">;
declare const i32: cu.NDArray<"int32">;
declare const exponent: number;
declare const c64: cu.NDArray<"complex64">;

describe("products", () => {
  it("have the dtype that both promote to", () => {
    expectTypeOf(cu.matmul(f32, f64)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(f32.matmul(f32, { precision: "tf32" })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(i32.dot(f32)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.outer(c64, f32)).toEqualTypeOf<cu.NDArray<"complex64">>();
    expectTypeOf(cu.tensordot(i32, i32, { axes: [[0], [1]] })).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(cu.einsum("ij,jk", f32, f32)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.einsum("i,i->i", i32, f32)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.einsum("i,i->i", i32, f32, { out: f64 })).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.einsum("i,i,i", f32, f32, f32)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.einsum("i,i,i", f32, i32, f32)).toEqualTypeOf<cu.NDArray>();
    expectTypeOf(cu.einsum("ij->ji", i32)).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(cu.linalg.multiDot([f32, f32])).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.linalg.multiDot([f32, i32])).toEqualTypeOf<cu.NDArray>();
    expectTypeOf(cu.linalg.matrixPower(i32, 3)).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(cu.linalg.matrixPower(i32, -1)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.linalg.matrixPower(i32, exponent)).toEqualTypeOf<cu.NDArray<"int32" | "float64">>();
    expectTypeOf(cu.linalg.matrixPower(f32, -1)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.linalg.matrixNorm(c64)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.linalg.norm(i32)).toEqualTypeOf<cu.NDArray<"float64">>();
  });

  it("refuse an `out` of another dtype", () => {
    // @ts-expect-error the product of two float32 is float32
    expectTypeOf(cu.matmul(f32, f32, { out: f64 })).toEqualTypeOf<cu.NDArray<"float32">>();
  });
});
