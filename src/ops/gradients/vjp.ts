// vjp and jvp: reverse-mode and forward-mode derivatives of functions.

import { ArgumentTypeError } from "../../core/errors.js";
import { shapesEqual } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { zeros } from "../../array/creation.js";
import { describeArray, type NDArray } from "../../array/ndarray.js";
import { checkFunction } from "../check-function.js";
import { Trace, recording } from "./trace.js";
import { arraysOf, type GradientsOf, mapArrays } from "./tree.js";

/** Computes the gradients of arguments from the gradients of results. */
export type Pullback<A extends readonly unknown[], R> = (cotangents: GradientsOf<R>) => {
  readonly [K in keyof A]: GradientsOf<A[K]>;
};

/**
 * The value of a function, and a function that computes the gradients of its arguments from a gradient of the value. The latter
 * may be called several times; its memory is freed when it is collected.
 * @throws TypeError `CUTS_COTANGENT` for a gradient that has not the form of the value.
 * @example
 * const [y, pullback] = cu.vjp((a, b) => a.mul(b), x, w);
 * const [gx, gw] = pullback(cu.onesLike(y));
 */
export function vjp<A extends readonly unknown[], R>(
  f: (...args: A) => R,
  ...args: A
): readonly [value: R, pullback: Pullback<A, R>] {
  checkFunction(f, "vjp");
  const [value, trace] = recording(() => Trace.of(f as never, args, (own) => [own.value, own] as const));
  const wanted = arraysOf(value).map(({ shape, dtype, device }) => ({ shape, dtype, device }));
  const pullback = (cotangents: unknown): readonly unknown[] => {
    const given = arraysOf(cotangents);
    for (const [at, one] of wanted.entries()) {
      const own = given[at];
      if (given.length === wanted.length && own !== undefined && shapesEqual(own.shape, one.shape)) continue;
      throw new ArgumentTypeError(
        "CUTS_COTANGENT",
        `Cannot pull back a gradient: it must have the form of the value (got ${own === undefined ? "none" : describeArray(own)} for ${describeArray(one)})`,
      );
    }
    return recording(() => trace.backpropagate(given, { isKept: true }));
  };
  return [value as R, pullback as unknown as Pullback<A, R>];
}

/**
 * The value of a function at some arguments, and its directional derivative along tangents, which have the arguments' structure.
 * @example const [y, dy] = cu.jvp((a) => a.sin(), [x], [v]);
 */
export function jvp<A extends readonly unknown[], R>(
  f: (...args: A) => R,
  primals: A,
  tangents: { readonly [K in keyof A]: GradientsOf<A[K]> },
): readonly [value: R, tangent: GradientsOf<R>] {
  checkFunction(f, "jvp");
  checkList(primals, "arguments");
  checkList(tangents, "tangents");
  const [value, pullback] = vjp(f, ...primals);
  const nothing = mapArrays(value, likeZeros);
  // Gradients are linear in what they come from: the gradient of that is the derivative forwards.
  const [, forwards] = vjp(pullback as (cotangents: unknown) => unknown, nothing);
  const [tangent] = forwards(tangents as never);
  return [value, tangent as GradientsOf<R>];
}

function checkList(given: unknown, what: string): void {
  if (Array.isArray(given)) return;
  throw new ArgumentTypeError(
    "CUTS_ARGUMENT_TYPE",
    `Cannot compute jvp: ${what} must be a list (got ${formatValue(given)})\nTry: cu.jvp(f, [x], [tangent])`,
  );
}

function likeZeros({ shape, dtype, device }: NDArray): NDArray {
  return zeros(shape, { dtype, device });
}
