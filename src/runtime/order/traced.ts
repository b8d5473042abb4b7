// Refuses actions that a function must not do while fuse() traces it. Such an action would happen once, during tracing, and would
// be missing from later calls without an error.

import { Hook } from "../../core/hook.js";

/** Throws if a function is being traced and the caller is not inside an operation; `action` as in "Cannot <action>". */
export type RefuseTraced = (action: string, instead: string) => void;

/** Set by fuse() when it is loaded. */
const refuse = new Hook<RefuseTraced>();

/** Sets the function that throws while a function is traced. */
export function refuseTracedBy(own: RefuseTraced): void {
  refuse.call = own;
}

/** Throws a CutsError `CUTS_FUSE` if a function is being traced and the caller is not inside an operation. */
export function refuseTraced(
  action: string,
  instead = "make an operator of it by cu.op(), or do it outside",
): void {
  refuse.call?.(action, instead);
}
