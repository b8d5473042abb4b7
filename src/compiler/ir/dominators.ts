// Dominators and post-dominators of a graph whose nodes are numbered, by the iteration of Cooper, Harvey and Kennedy. Both directions use one
// root that is no node: it comes before the first block, or after all blocks that leave the function. Its number is the number of nodes.

type Edges = readonly (readonly number[])[];

/**
 * The immediate dominator of each node and of the root, which comes before `starts`. A node that is not reached from there has the root as
 * its dominator, which claims the least.
 */
export function immediateDominators(
  successors: Edges,
  predecessors: Edges,
  starts: readonly number[],
): readonly number[] {
  const root = successors.length;
  const order = postorder(successors, starts);
  const rank: number[] = Array.from({ length: root }, () => -1);
  for (const [i, node] of order.entries()) rank[node] = i;
  rank[root] = order.length;
  const dominator: number[] = Array.from({ length: root + 1 }, (_, node) => (rank[node] === -1 ? root : -1));
  dominator[root] = root;
  const isStart = new Set(starts);
  for (let changed = true; changed; ) {
    changed = false;
    for (const node of order.toReversed()) {
      let best = isStart.has(node) ? root : -1;
      for (const before of predecessors[node] as readonly number[]) {
        if (rank[before] === -1 || dominator[before] === -1) continue;
        best = best === -1 ? before : meet(best, before, dominator, rank);
      }
      if (best === -1 || dominator[node] === best) continue;
      dominator[node] = best;
      changed = true;
    }
  }
  return dominator;
}

/** The nodes that are reached from `starts`, each after all that are first reached from it. */
export function postorder(successors: Edges, starts: readonly number[]): number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  for (const start of starts) {
    if (seen.has(start)) continue;
    seen.add(start);
    const path: { readonly node: number; next: number }[] = [{ node: start, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = (successors[top.node] as readonly number[])[top.next++];
      if (target === undefined) {
        order.push(top.node);
        path.pop();
      } else if (!seen.has(target)) {
        seen.add(target);
        path.push({ node: target, next: 0 });
      }
    }
  }
  return order;
}

/** Whether each way from the root to `node` goes through `over`; a node dominates itself. */
export function dominates(dominator: readonly number[], over: number, node: number): boolean {
  const root = dominator.length - 1;
  for (let at = node; ; at = dominator[at] as number) {
    if (at === over) return true;
    if (at === root) return false;
  }
}

function meet(left: number, right: number, dominator: readonly number[], rank: readonly number[]): number {
  let a = left;
  let b = right;
  while (a !== b) {
    if ((rank[a] as number) < (rank[b] as number)) a = dominator[a] as number;
    else b = dominator[b] as number;
  }
  return a;
}
