// Gradients against finite differences, in float64: along a random direction v, with a random gradient u of the result,
// u · (f(x + εv) - f(x - εv)) / 2ε must be vjp(u) · v. Complex numbers count as pairs of real ones.

import * as cu from "../../src/index.js";
import { expect } from "vitest";

/** Random numbers that are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 3266489917);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** An array of numbers of `draw`, in some order of memory that `layout` chooses. */
export function randomArray(
  shape: readonly number[],
  draw: () => number,
  { dtype = "float64", layout = 0 }: { dtype?: "float64" | "complex128"; layout?: number } = {},
): cu.NDArray {
  const lanes = dtype === "complex128" ? 2 : 1;
  const fill = (sizes: readonly number[]): cu.NDArray => {
    const size = sizes.reduce((product, one) => product * one, 1);
    const data = Float64Array.from({ length: size * lanes }, draw);
    const made = cu.empty(sizes, { dtype });
    made.set(data);
    return made;
  };
  if (shape.length === 0 || layout === 0) return fill(shape);
  // Transposed; every second element; reversed.
  if (layout === 1) return fill(shape.toReversed()).T;
  if (layout === 2) return fill([...shape.slice(0, -1), (shape.at(-1) as number) * 2]).slice(["...", "::2"]);
  return fill(shape).flip();
}

/** A function of arrays, all of which have gradients. */
export type Differentiated = (...inputs: cu.NDArray[]) => cu.NDArray;

/** Throws unless the gradient of a function agrees with finite differences. */
export function expectGradient(f: Differentiated, inputs: readonly cu.NDArray[], seed = 1): void {
  cu.scope(() => {
    const draw = randomNumbers(seed);
    const [value, pullback] = cu.vjp(f, ...inputs);
    const direction = (one: cu.NDArray): cu.NDArray =>
      randomArray(one.shape, () => draw() * 2 - 1, { dtype: one.dtype as "float64" });
    const u = direction(value);
    const v = inputs.map(direction);
    const grads = pullback(u as never) as readonly cu.NDArray[];
    for (const [at, grad] of grads.entries()) {
      const own = inputs[at] as cu.NDArray;
      expect([grad.dtype, grad.shape]).toEqual([own.dtype, own.shape]);
    }
    const exact = grads.reduce((sum, grad, at) => sum + dot(grad, v[at] as cu.NDArray), 0);
    const epsilon = 1e-6;
    const moved = (step: number): number =>
      dot(u, f(...inputs.map((one, at) => one.add((v[at] as cu.NDArray).mul(step)))));
    const numeric = (moved(epsilon) - moved(-epsilon)) / (2 * epsilon);
    const size = Math.max(1, Math.abs(exact), Math.abs(numeric));
    expect(Math.abs(exact - numeric) / size, `${exact} by the rule, ${numeric} by differences`).toBeLessThan(
      1e-5,
    );
  });
}

/** The same of the gradient itself. */
export function expectSecondGradient(f: Differentiated, inputs: readonly cu.NDArray[], seed = 2): void {
  const draw = randomNumbers(seed);
  const size = cu.scope(() => f(...inputs).shape);
  const u = randomArray(size, () => draw() * 2 - 1, {
    dtype: cu.scope(() => f(...inputs)).dtype as "float64",
  });
  const first: Differentiated = (...own) => {
    const [, pullback] = cu.vjp(f, ...own);
    const grads = pullback(u as never) as readonly cu.NDArray[];
    // One array of all, each times something of its own, so that none hides behind another.
    return cu.concatenate(grads.map((one, at) => one.reshape(-1).mul(at + 1)));
  };
  expectGradient(first, inputs, seed + 1);
}

function dot(a: cu.NDArray, b: cu.NDArray): number {
  const products = a.mul(b.conj());
  return Number(products.real.sum().itemSync());
}
