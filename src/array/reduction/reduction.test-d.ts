// What TypeScript knows of reductions and sorts: dtypes of results, and what is a promise.

import { describe, expectTypeOf, it } from "vitest";
import * as cu from "../array.js";

declare const f16: cu.NDArray<"float16">;
declare const f32: cu.NDArray<"float32">;
declare const i8: cu.NDArray<"int8">;
declare const u8: cu.NDArray<"uint8">;
declare const c64: cu.NDArray<"complex64">;

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
