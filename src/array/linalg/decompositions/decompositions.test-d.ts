// The types of decompositions: which dtypes come out.

import { describe, expectTypeOf, it } from "vitest";
import type { NDArray } from "../../ndarray.js";
import { linalg } from "../linalg.js";

declare const float32: NDArray<"float32">;
declare const complex64: NDArray<"complex64">;
declare const int32: NDArray<"int32">;

describe("the types of decompositions", () => {
  it("keep floats and complex numbers, and make float64 of integers", () => {
    expectTypeOf(linalg.inv(float32)).toEqualTypeOf<NDArray<"float32">>();
    expectTypeOf(linalg.inv(int32)).toEqualTypeOf<NDArray<"float64">>();
    expectTypeOf(linalg.solve(float32, complex64)).toEqualTypeOf<NDArray<"complex64">>();
  });

  it("have real values", () => {
    expectTypeOf(linalg.svd(complex64).s).toEqualTypeOf<NDArray<"float32">>();
    expectTypeOf(linalg.svd(complex64).u).toEqualTypeOf<NDArray<"complex64">>();
    expectTypeOf(linalg.svd(complex64, { computeUv: false })).toEqualTypeOf<NDArray<"float32">>();
    expectTypeOf(linalg.eigh(complex64).eigenvalues).toEqualTypeOf<NDArray<"float32">>();
    expectTypeOf(linalg.slogdet(complex64).logabsdet).toEqualTypeOf<NDArray<"float32">>();
    expectTypeOf(linalg.cond(int32)).toEqualTypeOf<NDArray<"float64">>();
  });

  it("of QR depend on the mode", () => {
    expectTypeOf(linalg.qr(float32).q).toEqualTypeOf<NDArray<"float32">>();
    expectTypeOf(linalg.qr(float32, { mode: "r" })).toEqualTypeOf<NDArray<"float32">>();
  });
});
