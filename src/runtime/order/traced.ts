// Refuses what a function must not do while fuse() traces it. Such an action would happen once, during tracing, and be silently
// missing from later calls.

import { Hook } from "../../core/hook.js";

/** Throws where a function is traced, and not inside an operation; `action` as in "Cannot <action>". */
export type RefuseTraced = (action: string, instead: string) => void;

/** Set by fuse() when it is loaded. */
const refuse = new Hook<RefuseTraced>();

/** Who knows whether a function is traced says so here. */
export function refuseTracedBy(own: RefuseTraced): void {
  refuse.call = own;
}

/** Throws a CutsError `CUTS_FUSE` where a function is traced, and not inside an operation. */
export function refuseTraced(
  action: string,
  instead = "make an operator of it by cu.op(), or do it outside",
): void {
  refuse.call?.(action, instead);
}
