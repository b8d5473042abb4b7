// Computes an expression operation by operation: while gradients are recorded, and where no single kernel can compute it. Errors
// of operations are rethrown with their place in the expression.

import { CutsError } from "../../../core/errors.js";
import { retell } from "../../../runtime/failures/failure.js";
import { isNDArray, type NDArray } from "../../../array/ndarray.js";
import { copy } from "../../../array/copy.js";
import { array } from "../../../array/creation.js";
import { eagerFunction } from "./functions.js";
import { caret, type CallPart, type Part, wrongAt } from "./parse.js";
import { folds } from "./program.js";

/** Computes an expression of values; `indexAlong` makes the array of indices along an axis. */
export function computeEagerly(
  part: Part,
  text: string,
  values: readonly unknown[],
  indexAlong: (axis: number) => NDArray,
): NDArray {
  const valueOf = (one: Part): unknown => {
    if (one.kind === "number") return one.value;
    if (one.kind === "slot") return values[one.slot];
    if (one.kind === "index") return indexAlong(one.axis);
    if (one.kind === "list") throw wrongAt(text, one.at, "a list can only be the axes of a reduction");
    const args = one.args.map(valueOf);
    try {
      return called(one, args);
    } catch (error) {
      throw placed(error, text, one.at);
    }
  };
  const result = valueOf(part);
  // What is put in is its owner's.
  if (isNDArray(result)) return part.kind === "call" ? result : copy(result);
  throw wrongAt(text, part.at, "there must be an array in it");
}

function called({ name, named }: CallPart, args: readonly unknown[]): unknown {
  const options =
    named.size === 0 ? [] : [Object.fromEntries([...named].map(([key, one]) => [key, optionOf(one)]))];
  const fold = folds[name];
  const isPlain = args.every((one) => typeof one === "number");
  if (isPlain && fold !== undefined) return fold(...(args as [number, number]));
  // A function of one number alone takes it as an array; beside an array a number is one.
  const own = args.some(isNDArray) ? args : args.map((one) => array(one as number));
  return eagerFunction(name)(...([...own, ...options] as never[]));
}

function optionOf(part: Part): unknown {
  return part.kind === "number" ? part.value : undefined;
}

/** Errors that already contain their place. */
const placedErrors = new WeakSet<Error>();

/** Adds its place in the expression to an error; the place of the innermost call wins. */
export function placed(error: unknown, text: string, at: number): unknown {
  if (!(error instanceof CutsError) || placedErrors.has(error)) return error;
  const told = retell(error, [caret(text, at)]);
  placedErrors.add(told);
  return told;
}
