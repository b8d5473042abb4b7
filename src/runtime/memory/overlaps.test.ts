import fc from "fast-check";
import { expect, it } from "vitest";
import { Overlaps, type Piece } from "./overlaps.js";

it("finds the pieces that overlap, as comparing all of them does", () => {
  const piece = fc.record({
    pointer: fc.oneof(fc.bigInt(0n, 3n << 20n), fc.bigInt(0n, 200n << 20n)),
    byteLength: fc.oneof(fc.integer({ min: 1, max: 2 ** 20 }), fc.integer({ min: 1, max: 150 * 2 ** 20 })),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 40 }), (steps) => {
      const overlaps = new Overlaps<Piece>();
      const alive = new Set<Piece>();
      for (const [one, isKept] of steps) {
        const wanted = [...alive].filter(
          (other) =>
            other.pointer < one.pointer + BigInt(one.byteLength) &&
            one.pointer < other.pointer + BigInt(other.byteLength),
        );
        overlaps.add(one);
        const found = overlaps.others(one);
        expect([found.length, new Set(found)]).toEqual([wanted.length, new Set(wanted)]);
        if (isKept) alive.add(one);
        else overlaps.delete(one);
      }
    }),
  );
});
