// The control flow graph of one IR function. Blocks are numbered by their position. Dominators and orders are computed when they are first
// asked for.

import { immediateDominators, postorder } from "./dominators.js";
import { type Block, terminator } from "./module.js";
import { successorsOf } from "./operands.js";

export class Cfg {
  readonly blocks: readonly Block[];
  /** The number of each block by its label. */
  readonly index: ReadonlyMap<string, number>;
  /** Without duplicates, as `predecessors`. */
  readonly successors: readonly (readonly number[])[];
  readonly predecessors: readonly (readonly number[])[];
  #dominator: readonly number[] | undefined;
  #postDominator: readonly number[] | undefined;
  #reversePostorder: readonly number[] | undefined;

  /** @throws Error `internal:` where a terminator names a block that is not there. */
  constructor(blocks: readonly Block[]) {
    const index = new Map(blocks.map((block, i) => [block.label, i]));
    const next = blocks.map((block) =>
      successorsOf(terminator(block)).map((label) => {
        const at = index.get(label);
        if (at === undefined) throw new Error(`internal: no block ${label}`);
        return at;
      }),
    );
    const before: number[][] = blocks.map(() => []);
    for (const [i, targets] of next.entries()) for (const t of targets) before[t]?.push(i);
    this.blocks = blocks;
    this.index = index;
    this.successors = next;
    this.predecessors = before;
  }

  /** The immediate dominator of each block; `blocks.length` is that of the first one and of blocks that are not reached. */
  get dominator(): readonly number[] {
    return (this.#dominator ??= immediateDominators(
      this.successors,
      this.predecessors,
      this.blocks.length === 0 ? [] : [0],
    ));
  }

  /**
   * The immediate post-dominator of each block; `blocks.length` is the exit. A block from which no `ret` and no `unreachable` is reached counts
   * as one that leaves the function.
   */
  get postDominator(): readonly number[] {
    if (this.#postDominator !== undefined) return this.#postDominator;
    const exits = this.successors.flatMap((targets, i) => (targets.length === 0 ? [i] : []));
    const ending = reachable(this.predecessors, exits);
    const endless = this.blocks.flatMap((_, i) => (ending.has(i) ? [] : [i]));
    return (this.#postDominator = immediateDominators(this.predecessors, this.successors, [
      ...exits,
      ...endless,
    ]));
  }

  /** The blocks that are reached, each before its successors except where a loop goes back. */
  get reversePostorder(): readonly number[] {
    return (this.#reversePostorder ??= postorder(
      this.successors,
      this.blocks.length === 0 ? [] : [0],
    ).toReversed());
  }
}

/** Builds the graph. */
export function buildCfg(blocks: readonly Block[]): Cfg {
  return new Cfg(blocks);
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
