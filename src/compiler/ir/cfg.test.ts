import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCfg, reachable } from "./cfg.js";
import { Cursor } from "./cursor.js";
import { dominates } from "./dominators.js";
import type { Block } from "./module.js";
import { parseInstruction } from "./parse-instruction.js";

/** Blocks `%0`, `%1`, … whose terminators have these targets. */
function graph(targets: readonly (readonly number[])[]): Block[] {
  return targets.map((to, i) => ({
    label: `%b${i}`,
    instructions: [parseInstruction(new Cursor(terminatorText(to)))],
  }));
}

function terminatorText(to: readonly number[]): string {
  if (to.length === 0) return "ret void";
  if (to.length === 1) return `br label %b${to[0]}`;
  if (to.length === 2) return `br i1 %c, label %b${to[0]}, label %b${to[1]}`;
  const cases = to.slice(1).map((t, i) => `i32 ${i}, label %b${t}`);
  return `switch i32 %c, label %b${to[0]} [ ${cases.join(" ")} ]`;
}

const graphs = fc
  .integer({ min: 1, max: 12 })
  .chain((size) =>
    fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }),
  );

/** The blocks that are reached from the first one on ways that do not go through `over`. */
function reachedWithout(next: readonly (readonly number[])[], over: number): Set<number> {
  const cut = next.map((targets, b) => (b === over ? [] : targets.filter((t) => t !== over)));
  return reachable(cut, [0]);
}

function isEndless(next: readonly (readonly number[])[], block: number): boolean {
  return [...reachable(next, [block])].every((b) => next[b]?.length !== 0);
}

/** By definition: `over` post-dominates `block` when without it no exit is reached; an endless loop counts as one. */
function postDominates(next: readonly (readonly number[])[], over: number, block: number): boolean {
  const seen = new Set<number>();
  const work = [block];
  while (work.length > 0) {
    const at = work.pop() as number;
    if (at === over || seen.has(at)) continue;
    seen.add(at);
    if ((next[at] as readonly number[]).length === 0 || isEndless(next, at)) return false;
    work.push(...(next[at] as readonly number[]));
  }
  return true;
}

function naivePostDominator(next: readonly (readonly number[])[], block: number): number {
  const exit = next.length;
  if (isEndless(next, block)) return exit;
  const all = next.flatMap((_, over) => (over !== block && postDominates(next, over, block) ? [over] : []));
  // The immediate one is post-dominated by all others.
  return all.find((one) => all.every((other) => other === one || postDominates(next, other, one))) ?? exit;
}

describe("buildCfg", () => {
  it("post-dominators agree with their definition", () => {
    fc.assert(
      fc.property(graphs, (targets) => {
        const cfg = buildCfg(graph(targets));
        cfg.successors.forEach((_, block) => {
          expect(cfg.postDominator[block]).toBe(naivePostDominator(cfg.successors, block));
        });
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it("dominators agree with their definition", () => {
    fc.assert(
      fc.property(graphs, (targets) => {
        const { successors, dominator, reversePostorder } = buildCfg(graph(targets));
        const all = successors.map((_, b) => b);
        const reached = reachable(successors, [0]);
        expect(new Set(reversePostorder)).toEqual(reached);
        for (const block of all) {
          const strict = all.filter(
            (one) =>
              one !== block &&
              reached.has(block) &&
              (one === 0 || !reachedWithout(successors, one).has(block)),
          );
          expect(all.filter((one) => one !== block && dominates(dominator, one, block))).toEqual(strict);
        }
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it("successors and predecessors mirror each other, without duplicates", () => {
    fc.assert(
      fc.property(graphs, (targets) => {
        const cfg = buildCfg(graph(targets));
        targets.forEach((to, i) => expect(cfg.successors[i]).toEqual([...new Set(to)]));
        const forward = cfg.successors.flatMap((to, i) => to.map((t) => `${i} ${t}`));
        const backward = cfg.predecessors.flatMap((from, i) => from.map((f) => `${f} ${i}`));
        expect(backward.toSorted()).toEqual(forward.toSorted());
      }),
      { seed: 7 },
    );
  });

  it("refuses a jump to nowhere", () => {
    expect(() => buildCfg(graph([[1]]))).toThrow("internal: no block %b1");
  });
});

describe("reachable", () => {
  it("agrees with the transitive closure", () => {
    fc.assert(
      fc.property(graphs, (targets) => {
        const closed = targets.map((to, i) => new Set([i, ...to]));
        for (let round = 0; round < targets.length; round++) {
          for (const set of closed) for (const a of set) for (const b of closed[a] ?? []) set.add(b);
        }
        targets.forEach((_, i) => expect(reachable(targets, [i])).toEqual(closed[i]));
      }),
      { seed: 7 },
    );
  });

  it("includes the blocks it stops at, and goes no further", () => {
    const chain = [[1], [2], [3], []];
    expect(reachable(chain, [0], (b) => b === 2)).toEqual(new Set([0, 1, 2]));
    expect(reachable(chain, [2], (b) => b === 2)).toEqual(new Set([2]));
  });
});
