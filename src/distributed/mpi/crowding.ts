// Whether each rank of a machine has a processor of its own. mpirun often binds each rank to a single processor, so what one rank
// may use says little; the processors of all ranks together decide.

import { availableParallelism } from "node:os";
import type { Peer } from "../control.js";

/** Whether the ranks of one machine must share processors. */
export function areCrowded(peers: readonly Peer[]): boolean {
  const all = new Set<number>();
  for (const { processors } of peers) {
    const own = processorsOf(processors);
    if (own === undefined) return peers.length > availableParallelism();
    for (const one of own) all.add(one);
  }
  return peers.length > all.size;
}

/** The numbers in a list such as "0-3,8"; undefined for what is none. */
function processorsOf(text: string): readonly number[] | undefined {
  if (!/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(text)) return undefined;
  return text.split(",").flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
