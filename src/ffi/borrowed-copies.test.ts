import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { turnsUntil } from "../../test/turns.js";
import { BorrowedCopies } from "./borrowed-copies.js";

const place = { what: "argument 1 of f", type: "void*" };

describe("copies for another thread", () => {
  it("share memory as their originals do, and bring back what changed, whoever else writes", async () => {
    const views = fc.array(
      fc.record({
        start: fc.nat(24),
        length: fc.nat(12),
        size: fc.constantFrom(1, 2, 4),
        mode: fc.constantFrom("read" as const, "write" as const),
      }),
      { minLength: 1, maxLength: 5 },
    );
    const writes = fc.array(
      fc.record({ view: fc.nat(4), at: fc.nat(47), value: fc.integer({ min: 1, max: 255 }) }),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(views, writes, writes, async (list, native, other) => {
        const own = Uint8Array.from({ length: 160 }, (_, i) => i % 7);
        const expected = own.slice();
        const copies = new BorrowedCopies();
        const borrowed = list.map(({ start, length, size, mode }) => {
          const Type = size === 1 ? Uint8Array : size === 2 ? Uint16Array : Uint32Array;
          const view = new Type(own.buffer, start * size, length);
          return { view, copy: copies.add(view, mode, place), mode };
        });
        await copies.fill();
        for (const { view, copy } of borrowed) {
          expect(copy.memory).toEqual(Buffer.from(own.buffer, view.byteOffset, view.byteLength));
        }
        // Native code writes through one view, and every other one that shows the byte shows it.
        const touched = new Map<number, number>();
        for (const { view, at, value } of native) {
          const target = borrowed[view % borrowed.length];
          if (target === undefined || target.mode === "read" || at >= target.view.byteLength) continue;
          target.copy.memory[at] = value;
          touched.set(target.view.byteOffset + at, value);
        }
        for (const { view, copy } of borrowed) {
          for (const [at, value] of touched) {
            const inside = at - view.byteOffset;
            if (inside >= 0 && inside < view.byteLength) expect(copy.memory[inside]).toBe(value);
          }
        }
        // Others write far from there, meanwhile.
        for (const { at, value } of other) {
          const index = at + 80;
          if ([...touched.keys()].some((one) => Math.abs(one - index) < 8)) continue;
          own[index] = value;
          expected[index] = value;
        }
        await copies.bringBack();
        for (const [at, value] of touched) expected[at] = value;
        expect(own).toEqual(expected);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  it("bring back whole elements, and leave those alone that native code has not changed", async () => {
    const own = Uint32Array.of(1, 2, 3, 4);
    const copies = new BorrowedCopies();
    const borrowed = copies.add(own, "write", place);
    await copies.fill();
    new Uint32Array(borrowed.memory.buffer, borrowed.memory.byteOffset, 4)[1] = 0x0200_0002;
    own.set([0x0101_0101, 0x0101_0101, 9, 4]);
    await copies.bringBack();
    expect([...own]).toEqual([0x0101_0101, 0x0200_0002, 9, 4]);
  });

  it("are made in pieces, with turns of the event loop between", async () => {
    const own = new Uint8Array(1 << 25);
    const copies = new BorrowedCopies();
    const borrowed = copies.add(own, "write", place);
    expect(await turnsUntil(copies.fill())).toBeGreaterThanOrEqual(3);
    borrowed.memory.fill(1);
    expect(await turnsUntil(copies.bringBack())).toBeGreaterThanOrEqual(3);
    expect(Buffer.alloc(own.length, 1).equals(own)).toBe(true);
  });

  it("are refused, and what was written is reported lost, where the memory went away", async () => {
    const gone = { code: "CUTS_ARGUMENT_DETACHED" };
    const transfer = (array: Uint8Array): void => {
      structuredClone(array, { transfer: [array.buffer as ArrayBuffer] });
    };
    const early = new BorrowedCopies();
    const first = new Uint8Array(1 << 24);
    early.add(first, "read", place);
    const filling = early.fill();
    // In the middle: a turn has come.
    setImmediate(() => transfer(first));
    await expect(filling).rejects.toMatchObject(gone);

    const late = new BorrowedCopies();
    const second = new Uint8Array(4);
    const borrowed = late.add(second, "write", place);
    await late.fill();
    transfer(second);
    await late.bringBack();
    borrowed.memory[0] = 1;
    expect(() => late.bringBack()).toThrow(expect.objectContaining(gone));
  });
});
