import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCfg } from "./cfg.js";
import { Cursor } from "./cursor.js";
import { findLoops } from "./loops.js";
import { parseInstruction } from "./parse-instruction.js";

const targetsOf = (size: number) =>
  fc.array(fc.array(fc.integer({ min: 1, max: size - 1 }), { maxLength: 3 }), {
    minLength: size,
    maxLength: size,
  });
/** For each block where it leads; the first one is entered from outside only. */
const graphs = fc.integer({ min: 2, max: 12 }).chain(targetsOf);

function loopsOf(targets: readonly (readonly number[])[]): ReturnType<typeof findLoops> {
  const blocks = targets.map((to, i) => ({
    label: `%b${i}`,
    instructions: [
      parseInstruction(
        new Cursor(
          to.length === 0
            ? "ret void"
            : `switch i32 %c, label %b${to[0]} [ ${to.map((t, n) => `i32 ${n}, label %b${t}`).join(" ")} ]`,
        ),
      ),
    ],
  }));
  return findLoops(buildCfg(blocks), new Set(blocks.map((_, i) => i)));
}

function reachedFrom(targets: readonly (readonly number[])[], start: number): Set<number> {
  const seen = new Set<number>();
  const visit = (b: number): void => {
    for (const t of targets[b] ?? []) {
      if (seen.has(t)) continue;
      seen.add(t);
      visit(t);
    }
  };
  visit(start);
  return seen;
}

describe("findLoops", () => {
  it("finds a loop within a loop", () => {
    const loops = loopsOf([[1], [2], [2, 1, 3], []]);
    expect(loops.map(({ headers, members }) => [[...headers], [...members].sort((a, b) => a - b)])).toEqual([
      [[1], [1, 2]],
      [[2], [2]],
    ]);
  });

  it("finds a loop with two entries", () => {
    const loops = loopsOf([[1, 2], [2], [1, 3], []]);
    expect(loops.map(({ headers }) => [...headers].sort((a, b) => a - b))).toEqual([[1, 2]]);
  });

  it("without the ways back to where loops are entered, nothing goes round", () => {
    fc.assert(
      fc.property(graphs, (targets) => {
        const loops = loopsOf(targets);
        const isBack = (from: number, to: number): boolean =>
          loops.some((l) => l.headers.has(to) && l.members.has(from));
        const live = reachedFrom(targets, 0).add(0);
        const left = targets.map((to, from) => to.filter((t) => !isBack(from, t)));
        for (const b of live) expect(reachedFrom(left, b).has(b)).toBe(false);
      }),
    );
  });

  it("all blocks of a loop reach each other", () => {
    fc.assert(
      fc.property(graphs, (targets) => {
        for (const { members } of loopsOf(targets)) {
          const inside = targets.map((to, from) =>
            members.has(from) ? to.filter((t) => members.has(t)) : [],
          );
          for (const m of members)
            expect([...members].every((o) => reachedFrom(inside, m).has(o))).toBe(true);
        }
      }),
    );
  });
});
