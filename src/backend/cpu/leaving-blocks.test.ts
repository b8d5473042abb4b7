import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LeavingBlock, LeavingBlocks } from "./leaving-blocks.js";

describe("LeavingBlocks", () => {
  it("gives a block to one taker of its size, or says that it is free", () => {
    const step = fc.oneof(
      fc.record({ free: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ take: fc.integer({ min: 1, max: 3 }) }),
      fc.constant("end" as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const leaving = new LeavingBlocks();
        /** Blocks whose turn has not come, oldest first, and those of them that nobody has again. */
        const queue: LeavingBlock[] = [];
        const waiting = new Set<LeavingBlock>();
        let next = 0;
        for (const one of steps) {
          if (one === "end") {
            const block = queue.shift();
            if (block === undefined) continue;
            expect(leaving.end(block)).toBe(waiting.delete(block));
            expect(block.isOver).toBe(true);
          } else if ("free" in one) {
            const block = leaving.add(next++, one.free);
            queue.push(block);
            waiting.add(block);
          } else {
            const block = leaving.take(one.take);
            const isThere = [...waiting].some(({ byteLength }) => byteLength === one.take);
            expect(block !== undefined).toBe(isThere);
            if (block === undefined) continue;
            expect(block).toMatchObject({ byteLength: one.take, isTaken: true, isOver: false });
            expect(waiting.delete(block)).toBe(true);
          }
        }
      }),
    );
  });
});
