// Checks the results of users' gradient rules before they are used: a missing gradient, or one of another shape, would silently
// give wrong numbers elsewhere.

import { broadcastShapes } from "../../core/broadcast.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, shapesEqual } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { isDifferentiable, type Variable } from "./variable.js";

/** Checks that a rule returned a list with at most one entry for each argument. */
export function checkGradients(name: string, found: unknown, count: number): void {
  if (Array.isArray(found) && found.length <= count) return;
  if (typeof (found as PromiseLike<unknown> | null | undefined)?.then === "function") {
    // Whoever reads the error needs no second one.
    (found as Promise<unknown>).then(undefined, () => undefined);
    throw wrong(name, "its gradients must be given at once (got a promise)", "a function that is not async");
  }
  throw wrong(
    name,
    `it must give a list with a gradient for each of its ${count} arguments (got ${Array.isArray(found) ? `${found.length} entries` : formatValue(found)})`,
    "[grad, null], with null for arguments that have none",
  );
}

/** Checks a rule's gradient for one array: it must have the array's shape, or be null. */
export function checkGradient(
  name: string,
  given: unknown,
  place: string,
  { shape, device }: Variable,
): NDArray | undefined {
  if (given === null) return undefined;
  if (given === undefined)
    throw wrong(
      name,
      `it must give a gradient or null for ${place} (got undefined)`,
      "null where there is none",
    );
  if (!isNDArray(given))
    throw wrong(name, `it must give an array or null for ${place} (got ${formatValue(given)})`);
  given.check(`use the gradient of ${name}`);
  if (given.device !== device)
    throw wrong(name, `the gradient of ${place} must be on ${device.id} (got ${describeArray(given)})`);
  if (!isDifferentiable(given.dtype))
    throw wrong(name, `the gradient of ${place} must be of floats (got ${describeArray(given)})`);
  if (!isStretched(shape, given.shape))
    throw wrong(
      name,
      `the gradient of ${place} must have its shape ${formatShape(shape)}, or one that it is broadcast to (got ${describeArray(given)})`,
    );
  return given;
}

function isStretched(from: Shape, to: Shape): boolean {
  if (shapesEqual(from, to)) return true;
  try {
    return shapesEqual(broadcastShapes([from, to]), to);
  } catch {
    return false;
  }
}

function wrong(name: string, rule: string, advice?: string): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_GRADIENT_RULE",
    `Cannot use the gradient of ${name}: ${rule}${advice === undefined ? "" : `\nTry: ${advice}`}`,
  );
}
