// The kernels of products, one group for each dtype with its own kernel. Other integers are multiplied as int32. Signs do not
// matter for products that wrap, so unsigned integers use the kernels of signed ones.

import { type DType, dtypes } from "../../../core/dtype.js";
import { BuiltinKernel } from "../../kernels/builtin-kernel.js";
import { kernelText } from "../../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../../kernels/kernel-group.js";
import { gemm, type GemmArguments, gemv, type GemvArguments } from "./kernels.gen.js";

/** A dtype with kernels. */
export type ProductType =
  | "float16"
  | "bfloat16"
  | "float32"
  | "float64"
  | "complex64"
  | "complex128"
  | "int32"
  | "int64";

/** The kernels of a dtype, and the largest tile that a block of the cpu device computes. */
export interface ProductKernels {
  readonly gemm: BuiltinKernel<GemmArguments>;
  readonly gemv: BuiltinKernel<GemvArguments>;
  /** The dtype of sums of parts of k. */
  readonly partial: DType;
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Tiles of the cpu device have a multiple of this many columns. */
  readonly columns: number;
}

/** The dtype that products of a dtype are computed in. */
export function productTypeOf(dtype: DType): ProductType {
  const { kind, byteLength } = dtypes[dtype];
  if (kind === "float" || kind === "complex") return dtype as ProductType;
  return byteLength === 8 ? "int64" : "int32";
}

/** The kernels for a dtype. */
export function productKernels(dtype: ProductType): ProductKernels {
  let found = made.get(dtype);
  if (found === undefined) {
    const { tile, columns, group, partial } = definitions[dtype];
    const [maxRows, maxColumns] = tile;
    found = {
      gemm: new BuiltinKernel(group, "gemm", gemm),
      gemv: new BuiltinKernel(group, "gemv", gemv),
      partial,
      maxRows,
      maxColumns,
      columns,
    };
    made.set(dtype, found);
  }
  return found;
}

/** All groups, for the catalogue. */
export function productGroups(): readonly (() => KernelGroup)[] {
  return Object.values(definitions).map(({ group }) => group);
}

const made = new Map<ProductType, ProductKernels>();

/** Rows and columns of a tile of C and terms of k: columns times terms fit in the shared memory of a block, and in a cache. */
type Tile = readonly [rows: number, columns: number, terms: number];

function define(
  dtype: ProductType,
  [S, T, P]: readonly [stored: string, kept: string, part: string],
  tile: Tile,
  columns: number,
  partial: DType = dtype,
) {
  const group = lazyGroup(() => ({
    name: `products.${dtype}`,
    fuses: dtypes[dtype].kind === "float" || dtypes[dtype].kind === "complex",
    kernels: [
      kernelText(gemm, "gemm", { S, T, P, MB: `${tile[0]}`, NB: `${tile[1]}`, KB: `${tile[2]}` }),
      kernelText(gemv, "gemv", { S, T, P }),
    ],
  }));
  return { group, tile, columns, partial };
}

const definitions = {
  float32: define("float32", ["float", "float", "float"], [256, 256, 192], 8),
  float64: define("float64", ["double", "double", "double"], [256, 256, 96], 4),
  float16: define("float16", ["cuts_half", "float", "float"], [128, 192, 128], 8, "float32"),
  bfloat16: define("bfloat16", ["cuts_bfloat", "float", "float"], [128, 192, 128], 8, "float32"),
  complex64: define("complex64", ["cuts_complex<float>", "cuts_complex<float>", "float"], [128, 160, 128], 4),
  complex128: define(
    "complex128",
    ["cuts_complex<double>", "cuts_complex<double>", "double"],
    [128, 160, 64],
    2,
  ),
  int32: define("int32", ["unsigned", "unsigned", "unsigned"], [256, 256, 192], 8),
  int64: define(
    "int64",
    ["unsigned long long", "unsigned long long", "unsigned long long"],
    [128, 192, 128],
    4,
  ),
} as const satisfies { readonly [D in ProductType]: unknown };
