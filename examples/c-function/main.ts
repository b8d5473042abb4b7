// C functions, built from their source and called, as ctypes calls them from Python: no second signature, arrays without
// copies, and a wrong argument is an error before the call. Run: npx tsx examples/c-function/main.ts

import * as cu from "cuts";

const scale = "void(float values[rows*cols], int rows, int cols, const float factors[cols])";
using stats = await cu.load<{
  summarize(values: Float64Array, count: number): { mean: number; deviation: number };
  scale: typeof scale;
}>({
  directory: import.meta.dirname,
  sources: "stats.c",
  libraries: ["m"],
  functions: { scale }, // held against stats.c
});

console.log(stats.summarize(new Float64Array([2, 4, 4, 4, 5, 5, 7, 9]), 8)); // → { mean: 5, deviation: 2 }

const matrix = new Float32Array([1, 2, 3, 4, 5, 6]);
stats.scale(matrix, 2, 3, new Float32Array([1, 10, 100])); // C works in the memory of the typed array
console.log(matrix); // → Float32Array(6) [ 1, 20, 300, 4, 50, 600 ]

await stats.scale.async(matrix, 2, 3, new Float32Array([2, 2, 2])); // on another thread
console.log(matrix[5]); // → 1200

try {
  stats.scale(matrix, 3, 3, new Float32Array(3));
} catch (error) {
  console.log((error as Error).message);
  // → Cannot use argument 1 (values) of scale as float[rows*cols]: it must have at least rows*cols = 9 elements, with rows = 3, cols = 3 (got 6 elements in Float32Array(6))
}

for (const declaration of cu.loadInfo(stats).declarations) console.log(declaration);
// → struct summary summarize(const double values[count], int count)
// → void scale(float values[rows*cols], int rows, int cols, const float factors[cols])
