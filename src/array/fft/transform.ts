// The transform along one axis as a differentiable operation. All transforms use it, and so do their gradients.

import type { NDArray } from "../ndarray.js";
import { operator } from "../operators/operator.js";
import type { GradientCall } from "../operators/step.js";
import { unslice } from "../unslice.js";
import { transformAxis } from "./axis-transform.js";

type Call = GradientCall<Parameters<typeof transformAxis>>;

/** A transform along an axis. */
export const transform = operator("fft.transform", transformAxis, { gradient: transposed });

/** The transform the other way, of which the input has as much as it has. */
function transposed({ grad, args: [x, plan] }: Call): NDArray[] {
  const { kind, axis, n, isInverse, scale } = plan;
  const isHalf = kind === "half";
  const other = { kind: isHalf ? "real" : "complex", axis, n, isInverse: !isInverse, scale } as const;
  const turned = transform(grad, other);
  const whole = isHalf ? doubled(turned, axis, n) : kind === "real" ? turned.real : turned;
  return [resized(whole, axis, x.shape[axis] as number)];
}

/** Numbers of a half spectrum stand for two, but for the first and, of an even number, the last. */
function doubled(half: NDArray, axis: number, n: number): NDArray {
  const end = Math.ceil(n / 2);
  if (end <= 1) return half;
  const inner = half.slice([...half.shape.slice(0, axis).map(() => ":"), `1:${end}`]);
  return half.add(unslice(inner, half.shape, [...half.shape.slice(0, axis).map(() => ":"), `1:${end}`]));
}

/** Cut or filled with zeros along an axis. */
function resized(x: NDArray, axis: number, size: number): NDArray {
  const own = x.shape[axis] as number;
  if (own === size) return x;
  const ahead = x.shape.slice(0, axis).map(() => ":");
  if (own > size) return x.slice([...ahead, `:${size}`]);
  return unslice(x, x.shape.with(axis, size), [...ahead, `:${own}`]);
}
