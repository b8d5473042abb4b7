// What TypeScript knows of arrays: dtypes of results, refusals at compile time.

import { describe, expectTypeOf, it } from "vitest";
import * as cu from "./array.js";

declare const f32: cu.NDArray<"float32">;
declare const i32: cu.NDArray<"int32">;
declare const i64: cu.NDArray<"int64">;
declare const c64: cu.NDArray<"complex64">;
declare const some: cu.NDArray;
declare const count: number;

describe("dtypes", () => {
  it("are float32 unless told", () => {
    expectTypeOf(cu.ones([2])).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.arange(3, { dtype: "int64" })).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.array([1, 2])).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.array([[1], [2]], { dtype: "int8" })).toEqualTypeOf<cu.NDArray<"int8">>();
  });

  it("promote as NumPy's do", () => {
    expectTypeOf(f32.add(i32)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.add(i32, i64)).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(c64.mul(f32)).toEqualTypeOf<cu.NDArray<"complex64">>();
    expectTypeOf(f32.less(i32)).toEqualTypeOf<cu.NDArray<"bool">>();
    expectTypeOf(i32.sqrt()).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(c64.abs()).toEqualTypeOf<cu.NDArray<"float32">>();
  });

  it("of numbers are weak", () => {
    expectTypeOf(f32.add(count)).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(i32.add(1)).toEqualTypeOf<cu.NDArray<"int32">>();
    expectTypeOf(i32.add(1.5)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(i64.mul(2n)).toEqualTypeOf<cu.NDArray<"int64">>();
  });

  it("decide what elements are", () => {
    expectTypeOf(i64.data()).resolves.toEqualTypeOf<BigInt64Array>();
    expectTypeOf(i64.item()).resolves.toEqualTypeOf<bigint>();
    expectTypeOf(f32.itemSync()).toEqualTypeOf<number>();
  });

  it("of an array may be left open", () => {
    expectTypeOf(f32).toExtend<cu.NDArray>();
    expectTypeOf(some.slice("1:")).toEqualTypeOf<cu.NDArray>();
  });
});
