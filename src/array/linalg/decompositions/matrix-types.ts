// The dtypes of decompositions.

/** The dtypes that matrices are decomposed in. */
export type MatrixType = "float32" | "float64" | "complex64" | "complex128";
/** The real ones. */
export type RealType = "float32" | "float64";
/** The complex ones. */
export type ComplexType = "complex64" | "complex128";

/** The real dtype of the parts of a dtype. */
export const realTypes: { readonly [D in MatrixType]: RealType } = {
  float32: "float32",
  float64: "float64",
  complex64: "float32",
  complex128: "float64",
};
