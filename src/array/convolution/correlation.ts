// One-dimensional correlation as a differentiable operation. convolve and correlate use it, and so do its gradients.

import type { NDArray } from "../ndarray.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";
import { slideVector } from "./slide-vector.js";

/** Slides weights over a vector. */
export const correlation = operator("correlation", slideVector, { saves: [0, 1], gradient: correlated });

function correlated({
  grad,
  args: [a, w, { first, method }],
  needs,
}: GradientCall<Parameters<typeof slideVector>>): (NDArray | null)[] {
  const [n, m] = [a.size, w.size];
  return [
    // What an element adds to is as many places before it as the weights reach.
    needs(0) ? correlation(grad, w.conj().flip(), { first: 1 - m - first, count: n, method }) : null,
    needs(1) ? correlation(a.conj(), grad, { first, count: m, method }) : null,
  ];
}
