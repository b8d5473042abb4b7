// Finds the blocks in which threads may see what others have written since the last barrier without a race: from a loop with a yield point on up to
// the next barrier. A load there need not give all threads the same. No barrier may be added there either, because the thread that is waited for
// might stand at it.

import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { reachable } from "../../../../compiler/ir/cfg.js";
import type { KernelForm } from "./kernel-form.js";

/** The blocks that are run from such a loop on, until all threads of the block have met. */
export function blocksAfterYields({ syncs }: KernelForm, cfg: Cfg): ReadonlySet<number> {
  const at = (label: string): number => cfg.index.get(label) as number;
  const barriers = new Set(
    syncs
      .filter((s) => s.kind === "barrier" || s.kind === "reduce" || s.kind === "grid")
      .map((s) => at(s.from)),
  );
  const starts = syncs.filter((s) => s.kind === "yield").map((s) => at(s.to));
  return reachable(cfg.successors, starts, (b) => barriers.has(b));
}
