// The letters that NVIDIA's libraries have for dtypes in the names of their functions.

/** A dtype's letter. */
export const letters = { float32: "S", float64: "D", complex64: "C", complex128: "Z" } as const;
