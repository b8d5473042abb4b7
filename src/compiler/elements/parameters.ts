// How the parameters of a kernel that the package writes itself lie in its parameter block: one after another, each aligned to its size.
// The kinds are those of the prelude's C types.

import { alignUp } from "../../cdecl/layout.js";

/** What one parameter of a built-in kernel is. */
export type ParameterKind =
  | "pointer"
  /** A size or an index that is never negative: `cuts_size`. */
  | "size"
  /** A distance in elements, of any sign: `cuts_stride`. */
  | "stride"
  | "int32"
  | "uint32"
  | "int64"
  | "uint64"
  | "float32"
  | "float64"
  | "complex64"
  | "complex128";

/** How wide sizes and strides are in a kernel. */
export type IndexWidth = 32 | 64;

/** Where parameters lie, and how many bytes they take together. */
export interface ParameterLayout {
  readonly offsets: readonly number[];
  readonly byteLength: number;
}

/** The layout of some parameters, for pointers and indices of some widths. */
export function parameterLayout(
  parameters: readonly ParameterKind[],
  pointerBytes: 4 | 8,
  width: IndexWidth,
): ParameterLayout {
  let end = 0;
  const offsets = parameters.map((kind) => {
    const isIndex = kind === "size" || kind === "stride";
    const size = kind === "pointer" ? pointerBytes : isIndex ? width / 8 : sizes[kind];
    const offset = alignUp(end, size);
    end = offset + size;
    return offset;
  });
  return { offsets, byteLength: end };
}

const sizes = {
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float32: 4,
  float64: 8,
  complex64: 8,
  complex128: 16,
} as const;
