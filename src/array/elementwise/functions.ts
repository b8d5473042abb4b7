// The element-wise operations that are both functions and methods, with NumPy's names in camelCase. Declare a new one in the file
// of its kind; besides that, only a line in test/array/numpy/families/elementwise.py is needed.

export * from "./operations/arithmetic.js";
export * from "./operations/choice.js";
export * from "./operations/comparison.js";
export * from "./operations/logic.js";
export * from "./operations/rounding.js";
export * from "./operations/exponentials.js";
export * from "./operations/angles.js";
export * from "./operations/special.js";
export * from "./operations/complex.js";
