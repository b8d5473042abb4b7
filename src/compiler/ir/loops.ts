// The loops of a control flow graph, and the loops inside them. A loop is a strongly connected set of blocks. Inner loops are found
// after taking away the blocks where the set is entered. A loop with one such header is a natural loop; others are irreducible.

import type { Cfg } from "./cfg.js";

export interface Loop {
  /** Blocks at which the loop is entered; one where the loop is reducible. */
  readonly headers: ReadonlySet<number>;
  readonly members: ReadonlySet<number>;
}

/** All loops among `nodes`, outer ones before those inside them. */
export function findLoops(cfg: Cfg, nodes: ReadonlySet<number>): Loop[] {
  return stronglyConnected(cfg, nodes).flatMap((members) => {
    const headers = new Set(
      [...members].filter((m) => m === 0 || (cfg.predecessors[m] ?? []).some((p) => !members.has(p))),
    );
    // A loop nobody enters is dead code.
    if (headers.size === 0) return [];
    const inner = new Set([...members].filter((m) => !headers.has(m)));
    return [{ headers, members }, ...findLoops(cfg, inner)];
  });
}

// Tarjan's algorithm with a stack of its own; only sets with an edge inside.
function stronglyConnected(cfg: Cfg, nodes: ReadonlySet<number>): Set<number>[] {
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const found: Set<number>[] = [];
  const targets = (n: number): number[] => (cfg.successors[n] ?? []).filter((t) => nodes.has(t));
  const lower = (n: number, to: number): void => {
    low.set(n, Math.min(low.get(n) as number, to));
  };
  const enter = (n: number): { node: number; left: number[] } => {
    order.set(n, order.size);
    low.set(n, order.get(n) as number);
    open.push(n);
    isOpen.add(n);
    return { node: n, left: targets(n) };
  };
  for (const root of nodes) {
    if (order.has(root)) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { node } = top;
      const next = top.left.pop();
      if (next !== undefined) {
        if (!order.has(next)) path.push(enter(next));
        else if (isOpen.has(next)) lower(node, order.get(next) as number);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) lower(above.node, low.get(node) as number);
      if (low.get(node) !== order.get(node)) continue;
      const members = new Set(open.splice(open.indexOf(node)));
      for (const m of members) isOpen.delete(m);
      if (members.size > 1 || targets(node).includes(node)) found.push(members);
    }
  }
  return found;
}
