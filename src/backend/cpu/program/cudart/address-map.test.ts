import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AddressMap, type Block } from "./address-map.js";

const SLOT = 256;
/** Adds or removes a block of so many bytes in a slot of the memory. */
const step = fc.record({ slot: fc.nat(15), byteLength: fc.integer({ min: 1, max: SLOT }) });

describe("an address map", () => {
  it("finds what a search through all blocks finds", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.array(fc.nat(16 * SLOT), { maxLength: 20 }),
        (steps, addresses) => {
          const map = new AddressMap();
          const live = new Map<number, Block>();
          const freed = new Map<number, Block>();
          for (const { slot, byteLength } of steps) {
            const start = slot * SLOT;
            const held = live.get(start);
            if (held) {
              expect(map.remove(start)).toBe(held);
              live.delete(start);
              freed.set(start, held);
            } else {
              const block: Block = { start, byteLength, kind: "device", flags: 0 };
              map.add(block);
              live.set(start, block);
              freed.delete(start);
            }
          }
          const inside = (b: Block, address: number): boolean =>
            address >= b.start && address < b.start + b.byteLength;
          for (const address of addresses) {
            expect(map.find(address)).toBe([...live.values()].find((b) => inside(b, address)));
            expect(map.at(address)).toBe(live.get(address));
            expect(map.isFreed(address)).toBe([...freed.values()].some((b) => inside(b, address)));
            expect(map.isEnd(address)).toBe(
              [...live.values()].some((b) => b.start + b.byteLength === address),
            );
          }
        },
      ),
    );
  });

  it("forgets what was freed long ago", () => {
    const map = new AddressMap();
    for (let i = 1; i < 1000; i++) {
      map.add({ start: i * SLOT, byteLength: SLOT, kind: "device", flags: 0 });
      map.remove(i * SLOT);
    }
    expect([map.isFreed(SLOT), map.isFreed(999 * SLOT)]).toEqual([false, true]);
  });
});
