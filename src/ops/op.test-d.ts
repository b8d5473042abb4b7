// Types of operators, from the text of their schemas.

import { expectTypeOf, test } from "vitest";
import type { NDArray } from "../array/ndarray.js";
import { grad, valueAndGrad } from "./gradients/grad.js";
import { op } from "./op.js";
import type { SchemaArguments, SchemaInputs, SchemaValue } from "./schema/schema-types.js";

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

test("every type may be optional", () => {
  expectTypeOf<
    SchemaArguments<'(int? n, float? c, bool? flag, str? s, int[]? axes, "a"|"b"? how) -> Tensor', "float64">
  >().toEqualTypeOf<
    [
      (number | null | undefined)?,
      (number | null | undefined)?,
      (boolean | null | undefined)?,
      (string | null | undefined)?,
      (readonly number[] | null | undefined)?,
      ("a" | "b" | null | undefined)?,
    ]
  >();
});

test("calls are typed by them", () => {
  const muladd = op({ name: "types::muladd", schema: "(Tensor a, Tensor b, float c=1) -> Tensor" });
  const x = {} as NDArray<"float64">;
  expectTypeOf(muladd<"float64">).returns.toEqualTypeOf<NDArray<"float64">>();
  expectTypeOf(() => muladd(x, x)).returns.toEqualTypeOf<NDArray<"float64">>();
  // @ts-expect-error -- a number is no array.
  expectTypeOf(() => muladd(x, 2)).toBeFunction();
});

test("implementations get what was left out", () => {
  expectTypeOf<
    SchemaInputs<'(Tensor[] xs, Tensor<int64>? i, "a" | "b" how="a", float c = 1) -> Tensor', "float64">
  >().toEqualTypeOf<
    [readonly NDArray<"float64">[], NDArray<"int64"> | null | undefined, "a" | "b", number]
  >();
  expectTypeOf<SchemaInputs<"() -> Tensor", "float64">>().toEqualTypeOf<[]>();
  expectTypeOf<SchemaInputs<string, "float64">>().toEqualTypeOf<readonly unknown[]>();
  const scaled = op({
    name: "types::scaled",
    schema: "(Tensor a, float c = 1) -> Tensor",
    shape: (a, c) => a.shape.map((size) => size + Math.floor(c)),
    all: (a, c) => {
      expectTypeOf(c).toEqualTypeOf<number>();
      return a.mul(c);
    },
    backward: ({ grad, inputs: [, c] }) => [grad.mul(c), null],
  });
  scaled.implement("cpu", (a: NDArray, c: number) => a.mul(c));
  expectTypeOf<Parameters<(typeof scaled)["infer"]>>().toEqualTypeOf<[NDArray, number?]>();
});

test("a word that is no type is in the error", () => {
  type Wrong =
    'Tensr is no type of a schema: it must be Tensor, int, float, bool, str or strings such as "sum"|"mean"';
  expectTypeOf<SchemaArguments<"(Tensr a, float c) -> Tensor", "float64">>().toEqualTypeOf<[Wrong, number]>();
  expectTypeOf<SchemaInputs<"(Tensr[] a) -> Tensor", "float64">>().toEqualTypeOf<[readonly Wrong[]]>();
  expectTypeOf<SchemaArguments<"(a) -> Tensor", "float64">>().toEqualTypeOf<
    ["a parameter of a schema must have a type and a name, such as Tensor a"]
  >();
  expectTypeOf<
    SchemaValue<"(Tensor a) -> Tensr", "float64">
  >().toEqualTypeOf<"Tensr is no result of a schema: it must be Tensor">();
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
