// What transforms of functions are given, checked where it is given: an error later would name our own code.

import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";

/** @throws TypeError `CUTS_FUNCTION` for what is no function. */
export function checkFunction(f: unknown, name: string): void {
  if (typeof f === "function") return;
  throw new ArgumentTypeError(
    "CUTS_FUNCTION",
    `Cannot compute ${name} of this: it must be a function (got ${formatValue(f)})`,
  );
}
