// The element-wise operations that are functions and methods alike, with NumPy's names in camelCase. A new one is declared in
// the file of its kind; nothing else has to be written but a line of test/array/numpy/families/elementwise.py.

export * from "./operations/arithmetic.js";
export * from "./operations/choice.js";
export * from "./operations/comparison.js";
export * from "./operations/logic.js";
export * from "./operations/rounding.js";
export * from "./operations/exponentials.js";
export * from "./operations/angles.js";
export * from "./operations/special.js";
export * from "./operations/complex.js";
