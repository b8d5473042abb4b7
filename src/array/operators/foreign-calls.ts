// Calls of users' kernels, C functions and addons while gradients are recorded. Such calls have no gradient, so they must not
// write a tracked array. Arrays that they compute from tracked arrays are marked, and propagating a gradient through one is an
// error.

import { creationSite } from "../../host/creation-site.js";
import { CutsError } from "../../core/errors.js";
import { watchForeignCalls } from "../../core/foreign-call.js";
import { currentContext } from "../../runtime/devices/context.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { hasLostGradient, Step } from "./step.js";
import { watching } from "./watching.js";

watchForeignCalls((what, args, isRead) => {
  if (watching.count === 0 || watching.isInside || currentContext()?.gradients === "off") return false;
  const read: NDArray[] = [];
  const written: NDArray[] = [];
  for (const [at, arg] of args.entries()) collect(arg, isRead(at) ? read : written);
  for (const array of written) {
    if (array.variable === undefined || hasLostGradient(array)) continue;
    throw new CutsError(
      "CUTS_GRADIENT_REFUSED",
      `Cannot give ${what} an array that gradients follow: it may be written, and gradients go through new arrays only (got ${describeArray(array)})` +
        "\nTry: const in the declaration of what is only read, cu.stopGradient(x).copy(), or cu.noGrad(() => …)",
    );
  }
  const followed = read.filter((one) => one.variable !== undefined);
  if (followed.length === 0) return false;
  markLost(what, followed, written);
  return true;
});

/** Marks arrays as computed from others by code without a gradient, except arrays that are tracked themselves. */
export function markLost(what: string, from: readonly NDArray[], given: readonly NDArray[]): void {
  const made = given.filter((one) => one.variable === undefined || hasLostGradient(one));
  if (made.length === 0) return;
  const site = creationSite();
  const place = site === undefined ? "" : ` (called at ${site})`;
  const gradient = (): never => {
    throw new CutsError(
      "CUTS_GRADIENT_REFUSED",
      `Cannot compute a gradient through ${what}${place}: it computed an array from others that gradients follow, and has no gradient` +
        "\nTry: cu.op({ …, backward }), or give it cu.stopGradient(x) where what it computes is a constant",
    );
  };
  // oxlint-disable-next-line no-new -- the arrays that it marks hold it.
  new Step(what, { gradient, isLost: true }, [from], made);
}

function collect(value: unknown, into: NDArray[]): void {
  if (isNDArray(value)) into.push(value);
  else if (Array.isArray(value)) for (const one of value) collect(one, into);
  else if (isPlainObject(value)) for (const one of Object.values(value)) collect(one, into);
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
