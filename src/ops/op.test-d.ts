// Types of operators, from the text of their schemas.

import { expectTypeOf, test } from "vitest";
import type { NDArray } from "../array/ndarray.js";
import { grad, valueAndGrad } from "./gradients/grad.js";
import { op } from "./op.js";
import type { SchemaArguments, SchemaValue } from "./schema/schema-types.js";

test("schemas are read at compile time", () => {
  expectTypeOf<SchemaArguments<"(Tensor a, Tensor b, float c) -> Tensor", "float32">>().toEqualTypeOf<
    [NDArray<"float32">, NDArray<"float32">, number]
  >();
  expectTypeOf<
    SchemaArguments<'(Tensor[] xs, Tensor<int64>? i, "a" | "b" how="a") -> Tensor', "float64">
  >().toEqualTypeOf<[readonly NDArray<"float64">[], (NDArray<"int64"> | null | undefined)?, ("a" | "b")?]>();
  expectTypeOf<SchemaArguments<"(Tensor(a!) x, int[] n, bool flag=false) -> ()", "float64">>().toEqualTypeOf<
    [NDArray<"float64">, readonly number[], boolean?]
  >();
  expectTypeOf<SchemaValue<"(Tensor a) -> Tensor", "float16">>().toEqualTypeOf<NDArray<"float16">>();
  expectTypeOf<SchemaValue<"(Tensor a) -> (Tensor v, Tensor<int64> i)", "float16">>().toEqualTypeOf<
    readonly [NDArray<"float16">, NDArray<"int64">]
  >();
  expectTypeOf<SchemaValue<"(Tensor a) -> Tensor[]", "float16">>().toEqualTypeOf<
    readonly NDArray<"float16">[]
  >();
  expectTypeOf<SchemaValue<"(Tensor a) -> ()", "float16">>().toEqualTypeOf<undefined>();
});

test("calls are typed by them", () => {
  const muladd = op({ name: "types::muladd", schema: "(Tensor a, Tensor b, float c=1) -> Tensor" });
  const x = {} as NDArray<"float64">;
  expectTypeOf(muladd<"float64">).returns.toEqualTypeOf<NDArray<"float64">>();
  expectTypeOf(() => muladd(x, x)).returns.toEqualTypeOf<NDArray<"float64">>();
  // @ts-expect-error -- a number is no array.
  expectTypeOf(() => muladd(x, 2)).toBeFunction();
});

test("gradients have the form and dtypes of the first argument", () => {
  const loss = (p: { w: NDArray<"float32">; n: number; i: NDArray<"int64"> }): NDArray<"float32"> => p.w;
  expectTypeOf(grad(loss)).returns.toEqualTypeOf<{
    readonly w: NDArray<"float32">;
    readonly n: null;
    readonly i: null;
  }>();
  expectTypeOf(valueAndGrad(loss)).returns.toHaveProperty("value").toEqualTypeOf<NDArray<"float32">>();
});
