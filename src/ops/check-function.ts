// Checks the function that a transform (grad, vmap, fuse and others) is given. Checking it at once gives an error that names the
// user's call, not a later one inside this library.

import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";

/** Throws unless `f` is a function. @throws TypeError `CUTS_FUNCTION` for what is no function. */
export function checkFunction(f: unknown, name: string): void {
  if (typeof f === "function") return;
  throw new ArgumentTypeError(
    "CUTS_FUNCTION",
    `Cannot compute ${name} of this: it must be a function (got ${formatValue(f)})`,
  );
}
