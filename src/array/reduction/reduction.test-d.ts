// What TypeScript knows of reductions and sorts: dtypes of results, and what is a promise.

import { describe, expectTypeOf, it } from "vitest";
import * as cu from "../array.js";

declare const f16: cu.NDArray<"float16">;
declare const f32: cu.NDArray<"float32">;
declare const i8: cu.NDArray<"int8">;
declare const u8: cu.NDArray<"uint8">;
declare const c64: cu.NDArray<"complex64">;
declare const i32: cu.NDArray<"int32">;
declare const i64: cu.NDArray<"int64">;
declare const some: cu.NDArray;
declare const either: cu.NDArray<"int32"> | cu.NDArray<"float32">;

describe("reductions", () => {
  it("have NumPy's dtypes", () => {
    expectTypeOf(i8.sum()).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.prod(u8)).toEqualTypeOf<cu.NDArray<"uint64">>();
    expectTypeOf(i8.mean({ axis: 0 })).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(f16.mean()).toEqualTypeOf<cu.NDArray<"float16">>();
    expectTypeOf(c64.var()).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(cu.std(f32, { ddof: 1 })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(i8.max()).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(f32.argmax()).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(f32.any()).toEqualTypeOf<cu.NDArray<"bool">>();
    expectTypeOf(f32.softmax()).toEqualTypeOf<cu.NDArray<"float32">>();
  });

  it("have the dtype that is asked for", () => {
    expectTypeOf(i8.sum({ dtype: "float32" })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(f32.cumsum({ axis: 0, dtype: "float64" })).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(c64.var({ dtype: "complex128" })).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.trace(i8, { dtype: "float32" })).toEqualTypeOf<cu.NDArray<"float32">>();
  });

  it("of a union of arrays have one of the dtypes", () => {
    expectTypeOf(either.sum()).toEqualTypeOf<cu.NDArray<"int64" | "float32">>();
    expectTypeOf(either.prod(0)).toEqualTypeOf<cu.NDArray<"int64" | "float32">>();
    expectTypeOf(either.mean({ axis: 0 })).toEqualTypeOf<cu.NDArray<"float64" | "float32">>();
    expectTypeOf(either.var()).toEqualTypeOf<cu.NDArray<"float64" | "float32">>();
    expectTypeOf(either.std(0)).toEqualTypeOf<cu.NDArray<"float64" | "float32">>();
    expectTypeOf(either.cumsum()).toEqualTypeOf<cu.NDArray<"int64" | "float32">>();
    expectTypeOf(either.cumprod(0)).toEqualTypeOf<cu.NDArray<"int64" | "float32">>();
    expectTypeOf(either.sum({ dtype: "int8" })).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(either.max()).toEqualTypeOf<cu.NDArray<"int32" | "float32">>();
    expectTypeOf(either.sum().item()).resolves.toEqualTypeOf<bigint | number>();
  });

  it("may have the dtype that may be asked for", () => {
    const wide: { dtype?: "float64" } = {};
    expectTypeOf(cu.sum(i32, wide)).toEqualTypeOf<cu.NDArray<"float64" | "int64">>();
    expectTypeOf(i32.sum(wide)).toEqualTypeOf<cu.NDArray<"float64" | "int64">>();
    expectTypeOf(cu.mean(f32, wide)).toEqualTypeOf<cu.NDArray<"float64" | "float32">>();
    expectTypeOf(cu.cumsum(i32, wide)).toEqualTypeOf<cu.NDArray<"float64" | "int64">>();
    expectTypeOf(cu.cumulativeSum(i32, wide)).toEqualTypeOf<cu.NDArray<"float64" | "int64">>();
    expectTypeOf(cu.nansum(i32, wide)).toEqualTypeOf<cu.NDArray<"float64" | "int64">>();
    expectTypeOf(cu.linalg.trace(i32, wide)).toEqualTypeOf<cu.NDArray<"float64" | "int64">>();
  });

  it("write arrays of their dtype", () => {
    expectTypeOf(i8.sum({ out: i64 })).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(i8.sum({ dtype: "float32", out: f32 })).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(some.sum({ out: some })).toExtend<cu.NDArray>();
    // @ts-expect-error It is int64.
    i8.sum({ out: f32 });
    // @ts-expect-error It is float32.
    f32.max({ out: i8 });
    // @ts-expect-error no such option
    f32.sum({ axis: 0, where: f32 });
  });

  it("are methods, all that are functions", () => {
    expectTypeOf(f32.countNonzero(0)).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(i8.ptp({ axis: 0 })).toEqualTypeOf<cu.NDArray<"int8">>();
  });

  it("know the dtype of code that is generic in it", () => {
    const total = <D extends "float32" | "float64">(x: cu.NDArray<D>) => x.sum({ dtype: "float64" }).item();
    expectTypeOf(total(f32)).resolves.toEqualTypeOf<number>();
    const top = <D extends "float32" | "int8">(x: cu.NDArray<D>) => x.max().sub(x);
    expectTypeOf(top(f32)).toEqualTypeOf<cu.NDArray<"float32">>();
  });
});

describe("sorts", () => {
  it("keep the dtype, and wait only where the size is not known", () => {
    expectTypeOf(f32.sort()).toEqualTypeOf<cu.NDArray<"float32">>();
    expectTypeOf(f32.argsort()).toEqualTypeOf<cu.NDArray<"int64">>();
    expectTypeOf(cu.topk(i8, 3).values).toEqualTypeOf<cu.NDArray<"int8">>();
    expectTypeOf(cu.median(i8)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(cu.unique(i8)).resolves.toEqualTypeOf<cu.NDArray<"int8">>();
  });
});
