// Where threads of a block may see what others have written since the last barrier without a race: after a loop that may
// wait for another thread, up to the next barrier. A load there need not give all threads the same, and a barrier that
// the program does not have must not be put there: the thread that is waited for might stand at it.

import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { reachable } from "../../../../compiler/ir/cfg.js";
import type { KernelForm } from "./kernel-form.js";

/** The blocks that are run from such a loop on, until all threads of the block have met. */
export function blocksAfterTurns({ syncs }: KernelForm, cfg: Cfg): ReadonlySet<number> {
  const at = (label: string): number => cfg.index.get(label) as number;
  const barriers = new Set(
    syncs
      .filter((s) => s.kind === "barrier" || s.kind === "reduce" || s.kind === "grid")
      .map((s) => at(s.from)),
  );
  const starts = syncs.filter((s) => s.kind === "turn").map((s) => at(s.to));
  return reachable(cfg.successors, starts, (b) => barriers.has(b));
}
