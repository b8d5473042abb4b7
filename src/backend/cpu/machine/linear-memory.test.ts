import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LinearMemory } from "./linear-memory.js";

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
              const start = memory.allocate(step.size);
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
    expect(memory.allocate(1_500_000)).toBe(65_536);
  });

  it("keeps addresses and data when it grows", () => {
    const memory = new LinearMemory();
    const at = memory.allocate(16);
    memory.bytes().set([1, 2, 3], at);
    memory.allocate(50_000_000);
    expect([...memory.view(at, 3)]).toEqual([1, 2, 3]);
  });
});
