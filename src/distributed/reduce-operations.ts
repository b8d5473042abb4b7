// The reductions, and the dtypes that each supports.

import { type DType, dtypes } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import type { ReduceOperation } from "./transport.js";

/** The names of all reductions. */
export const reduceOperations: readonly ReduceOperation[] = ["sum", "prod", "max", "min", "mean"];

/** Throws unless this reduction supports the dtype. @throws TypeError `CUTS_COMMUNICATOR` */
export function checkOperation(op: ReduceOperation, dtype: DType, action: string): void {
  if (!reduceOperations.includes(op)) {
    throw refuse(action, `op must be one of ${reduceOperations.join(", ")}`, op);
  }
  const { kind } = dtypes[dtype];
  if (kind === "complex" && (op === "max" || op === "min")) {
    throw refuse(action, `complex numbers have no ${op}`, dtype);
  }
  if (op === "mean" && kind !== "float" && kind !== "complex") {
    throw refuse(action, "the mean is that of floats or complex numbers", dtype, "x.astype('float32')");
  }
}

function refuse(action: string, rule: string, got: unknown, hint?: string): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_COMMUNICATOR",
    `Cannot ${action}: ${rule} (got ${formatValue(got)})${hint === undefined ? "" : `\nTry: ${hint}`}`,
  );
}
