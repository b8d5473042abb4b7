import { expect, it } from "vitest";
import { nearest } from "./nearest.js";

const names = ["mandelbrot", "mlp", "k-means", "vector-search"];

it.each([
  ["mandlebrot", "mandelbrot"],
  ["kmeans", "k-means"],
  ["search", "vector-search"],
  ["mpl", "mlp"],
  ["quicksort", undefined],
])("%s is probably %s", (given, meant) => {
  expect(nearest(given, names)).toBe(meant);
});
