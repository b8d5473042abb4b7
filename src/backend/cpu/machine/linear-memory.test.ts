import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LinearMemory, pagesOf } from "./linear-memory.js";
import { hasWideMemory } from "./wide-memory.js";

describe("LinearMemory", () => {
  it("never hands out overlapping or misaligned memory, and reuses all of it", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.record({ size: fc.integer({ min: 0, max: 5000 }) }), fc.record({ drop: fc.nat() })),
          {
            maxLength: 200,
          },
        ),
        (steps) => {
          const memory = new LinearMemory(64);
          const live: { start: number; end: number }[] = [];
          for (const step of steps) {
            if ("size" in step) {
              const start = memory.allocateArray(step.size).address;
              const end = start + Math.max(1, step.size);
              expect(start % 256).toBe(0);
              expect(end).toBeLessThanOrEqual(memory.bytes().byteLength);
              expect(live.every((r) => r.end <= start || end <= r.start)).toBe(true);
              live.push({ start, end });
            } else if (live.length > 0) {
              const [gone] = live.splice(step.drop % live.length, 1);
              memory.free((gone as { start: number }).start);
            }
          }
          for (const r of live) memory.free(r.start);
          expect(memory.liveBytes).toBe(0);
          // All of it is one range again, once it is asked for.
          expect(memory.allocate(63 * 65_536)).toBe(65_536);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("says what is in use when it is full, and works on", () => {
    const memory = new LinearMemory(32);
    const kept = memory.allocate(1_000_000);
    expect(() => memory.allocate(2_000_000)).toThrowError(
      expect.objectContaining({
        code: "CUTS_OUT_OF_MEMORY",
        message: expect.stringContaining("cudaErrorMemoryAllocation"),
      }),
    );
    memory.free(kept);
    expect(memory.allocate(31 * 65_536)).toBe(65_536);
  });

  it("has the lowest addresses for what the device itself needs, however much that is", () => {
    expect(new LinearMemory().allocate(9_000_000)).toBe(65_536);
    const memory = new LinearMemory(1024);
    expect(memory.allocate(10 * 2 ** 20)).toBe(65_536);
    expect(memory.allocate(2 ** 20)).toBe(65_536 + 10 * 2 ** 20);
  });

  it("keeps addresses and data when it grows", () => {
    const memory = new LinearMemory();
    const at = memory.allocate(16);
    memory.bytes().set([1, 2, 3], at);
    memory.allocate(50_000_000);
    expect([...memory.view(at, 3)]).toEqual([1, 2, 3]);
  });

  it("has room for a large array after another one, whatever small came between and stays", () => {
    const memory = new LinearMemory(1024);
    const half = memory.allocateArray(32 << 20);
    for (const byteLength of [100, 100_000, 1 << 20]) memory.allocate(byteLength);
    memory.allocateArray(1000);
    memory.free(half.address);
    expect(memory.tryAllocateArray((32 << 20) + 1)).toBeDefined();
    expect(memory.tryAllocateArray(32 << 20)).toBeUndefined();
  });

  it("uses all of a memory that has very many free parts", () => {
    const memory = new LinearMemory(4096);
    const size = 66_000;
    const blocks: number[] = [];
    const growths = new Set<Uint8Array>();
    for (let block = memory.tryAllocateArray(size); block; block = memory.tryAllocateArray(size)) {
      blocks.push(block.address);
      growths.add(memory.bytes());
    }
    // Each costs time that goes with all of the memory.
    expect(growths.size).toBeLessThan(20);
    const gaps = blocks.filter((_, index) => index % 2 === 0);
    for (const address of gaps) memory.free(address);
    expect(() => memory.allocateArray(200_000)).toThrow(/largest free block [67]\d\.\d KiB/);
    const again = gaps.map(() => memory.allocateArray(size).address);
    expect(again.toSorted((a, b) => a - b)).toEqual(gaps.toSorted((a, b) => a - b));
    expect(memory.tryAllocateArray(size)).toBeUndefined();
    for (const address of blocks) memory.free(address);
    expect(memory.allocate(4095 * 65_536)).toBe(65_536);
  });

  it("has the system take back the pages that are free, and no others", () => {
    const memory = new LinearMemory(1024);
    const kept = [memory.allocateArray(100_000), memory.allocateArray(3 << 20)];
    const dropped = [
      memory.allocateArray(50_000),
      memory.allocateArray(5 << 20),
      memory.allocateArray(2 << 20),
    ];
    const last = memory.allocateArray(100_000);
    for (const one of [...kept, last]) one.hostBytes()?.fill(7);
    for (const { address } of dropped) memory.free(address);
    const before = memory.cachedBytes;
    expect(before).toBeGreaterThanOrEqual(7 << 20);
    memory.trim(() => false);
    expect(memory.cachedBytes).toBe(before);
    let bytesBack = 0;
    memory.trim((bytes) => {
      expect([bytes.byteOffset % 65_536, bytes.byteLength % 65_536]).toEqual([0, 0]);
      bytesBack += bytes.fill(0).byteLength;
      return true;
    });
    expect(bytesBack).toBeGreaterThan((7 << 20) - 2 * 65_536);
    expect(memory.cachedBytes).toBe(before - bytesBack);
    for (const one of [...kept, last]) expect(one.hostBytes()?.every((byte) => byte === 7)).toBe(true);
    // There is nothing to take back twice, and all of it can be had again.
    memory.trim(() => expect.unreachable());
    memory.allocateArray(7 << 20);
    expect(memory.cachedBytes).toBeGreaterThanOrEqual(0);
  });

  it.skipIf(!hasWideMemory())(
    "has more than 4 GiB where addresses have 64 bits, and keeps below what is its own",
    () => {
      const memory = new LinearMemory(pagesOf(9 * 2 ** 30));
      const first = memory.allocateArray(5 * 2 ** 30);
      const second = memory.allocateArray(3 * 2 ** 30);
      expect(second.address).toBe(first.address + first.byteLength);
      memory.view(second.address + 2 ** 30, 1).fill(7);
      expect(memory.blockAt(second.address + 100)).toEqual({
        address: second.address,
        byteLength: 3 * 2 ** 30,
      });
      expect(memory.allocate(1000)).toBeLessThan(first.address);
      // What is left below 4 GiB is too little for this, and what is above is not for the device itself.
      expect(() => memory.allocate(600 * 2 ** 20)).toThrow(
        expect.objectContaining({ code: "CUTS_OUT_OF_MEMORY" }),
      );
      // However many small arrays there are, and were.
      const small: number[] = [];
      for (let one = memory.tryAllocateArray(2 ** 19); one; one = memory.tryAllocateArray(2 ** 19))
        small.push(one.address);
      expect(Math.max(...small)).toBeGreaterThan(2 ** 32);
      for (const address of small) memory.free(address);
      const own = [1000, 2 ** 19, 2 ** 22].map((byteLength) => memory.allocate(byteLength));
      for (const address of own) memory.free(address);
      expect(Math.max(...own)).toBeLessThan(first.address);
      expect(memory.allocate(2 ** 22)).toBeLessThan(first.address);
      memory.free(first.address);
      memory.free(second.address);
      expect(memory.allocateArray(8 * 2 ** 30).address).toBe(first.address);
    },
  );
});
