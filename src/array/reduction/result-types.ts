// The result dtypes of reductions by NumPy's rules, at compile time and at run time.

import { type DType, dtypes } from "../../core/dtype.js";
import type { RealOf } from "../elementwise/types.js";

/** The dtype of a sum or product: integers become 64 bits wide. */
export type SumOf<D extends DType> = D extends "bool" | "int8" | "int16" | "int32" | "int64"
  ? "int64"
  : D extends "uint8" | "uint16" | "uint32" | "uint64"
    ? "uint64"
    : D;

/** The dtype of a mean: integers become float64. */
export type MeanOf<D extends DType> = D extends
  | "float16"
  | "bfloat16"
  | "float32"
  | "float64"
  | "complex64"
  | "complex128"
  ? D
  : "float64";

/** The dtype of a variance: the real dtype of the mean. */
export type VarianceOf<D extends DType> = Variances[D];

type Variances = { readonly [D in DType]: RealOf<MeanOf<D>> };

/** The dtype of a sum or product. */
export function sumTypeOf(dtype: DType): DType {
  const { kind } = dtypes[dtype];
  if (kind === "bool" || kind === "int") return "int64";
  return kind === "uint" ? "uint64" : dtype;
}

/** The dtype of a mean. */
export function meanTypeOf(dtype: DType): DType {
  const { kind } = dtypes[dtype];
  return kind === "float" || kind === "complex" ? dtype : "float64";
}
