// The letter for each dtype in the function names of NVIDIA's libraries.

/** A dtype's letter. */
export const letters = { float32: "S", float64: "D", complex64: "C", complex128: "Z" } as const;
