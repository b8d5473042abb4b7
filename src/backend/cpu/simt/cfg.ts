// The control flow graph of one IR function: predecessors, reachability and post-dominators. Blocks are numbered by
// their position; the virtual exit, which every `ret` and `unreachable` reaches, is number `blocks.length`.

import type { Block } from "./ir.js";
import { successors } from "./ir.js";

export interface Cfg {
  readonly blocks: readonly Block[];
  readonly index: ReadonlyMap<string, number>;
  readonly successors: readonly (readonly number[])[];
  readonly predecessors: readonly (readonly number[])[];
  /** Immediate post-dominator of each block; `blocks.length` is the virtual exit. */
  readonly postDominator: readonly number[];
}

/** Builds the graph. */
export function buildCfg(blocks: readonly Block[]): Cfg {
  const index = new Map(blocks.map((block, i) => [block.label, i]));
  const next = blocks.map((block) =>
    successors(block).map((label) => {
      const at = index.get(label);
      if (at === undefined) throw new Error(`internal: no block ${label}`);
      return at;
    }),
  );
  const before: number[][] = blocks.map(() => []);
  next.forEach((targets, i) => {
    for (const t of targets) before[t]?.push(i);
  });
  return {
    blocks,
    index,
    successors: next,
    predecessors: before,
    postDominator: postDominators(next, before),
  };
}

/** Immediate dominator of each block; `blocks.length` is that of the first one. */
export function dominatorsOf(cfg: Cfg): readonly number[] {
  return postDominators(cfg.predecessors, cfg.successors);
}

/** Blocks reachable from `start`, itself included, not going on past the blocks in `stop`. */
export function reachable(
  next: readonly (readonly number[])[],
  start: Iterable<number>,
  stop: (block: number) => boolean = () => false,
): Set<number> {
  const seen = new Set<number>();
  const work = [...start];
  while (work.length > 0) {
    const block = work.pop() as number;
    if (seen.has(block)) continue;
    seen.add(block);
    if (!stop(block)) work.push(...(next[block] ?? []));
  }
  return seen;
}

// Cooper, Harvey and Kennedy's iteration, on the reversed graph. A block in an endless loop reaches no exit; the
// virtual exit is then its post-dominator, which only makes later answers more careful.
function postDominators(
  next: readonly (readonly number[])[],
  before: readonly (readonly number[])[],
): readonly number[] {
  const exit = next.length;
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (start: number): void => {
    const stack: [number, number][] = [[start, 0]];
    seen.add(start);
    while (stack.length > 0) {
      const top = stack.at(-1) as [number, number];
      const sources = top[0] === exit ? exits : (before[top[0]] ?? []);
      const source = sources[top[1]++];
      if (source === undefined) order.push((stack.pop() as [number, number])[0]);
      else if (!seen.has(source)) {
        seen.add(source);
        stack.push([source, 0]);
      }
    }
  };
  const exits = next.flatMap((targets, i) => (targets.length === 0 ? [i] : []));
  visit(exit);
  const endless = next.flatMap((_, i) => (seen.has(i) ? [] : [i]));
  const rank = new Map(order.map((block, i) => [block, i]));
  const dominator: number[] = Array.from({ length: exit + 1 }, () => -1);
  dominator[exit] = exit;
  for (const i of endless) dominator[i] = exit;
  const targetsOf = (block: number): readonly number[] =>
    (next[block] ?? []).length === 0 ? [exit] : (next[block] as readonly number[]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const block of order.toReversed()) {
      if (block === exit) continue;
      let best = -1;
      for (const target of targetsOf(block)) {
        if (dominator[target] === -1) continue;
        best = best === -1 ? target : meet(best, target, dominator, rank, exit);
      }
      if (best !== -1 && dominator[block] !== best) {
        dominator[block] = best;
        changed = true;
      }
    }
  }
  return dominator;
}

function meet(
  left: number,
  right: number,
  dominator: readonly number[],
  rank: ReadonlyMap<number, number>,
  exit: number,
): number {
  let a = left;
  let b = right;
  while (a !== b) {
    const ra = rank.get(a);
    const rb = rank.get(b);
    if (ra === undefined || rb === undefined) return exit;
    if (ra < rb) a = dominator[a] as number;
    else b = dominator[b] as number;
  }
  return a;
}
