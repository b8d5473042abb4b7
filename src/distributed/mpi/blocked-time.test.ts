import { describe, expect, it } from "vitest";
import { BlockedTime, CALL_BITS } from "./blocked-time.js";

const word = (count: number, call: number): number => (count << CALL_BITS) | call;

describe("the time that a call blocks", () => {
  it("adds up while the same call is seen", () => {
    const blocked = new BlockedTime();
    blocked.see(word(1, 2), 200, 400);
    expect(blocked.ms).toBe(0);
    blocked.see(word(1, 2), 200, 400);
    blocked.see(word(1, 2), 250, 400);
    expect([blocked.ms, blocked.call]).toEqual([450, 2]);
  });

  it("begins again with another call, and is none while nothing blocks", () => {
    const blocked = new BlockedTime();
    for (let count = 1; count < 100; count++) {
      blocked.see(word(count, 1), 200, 400);
      expect(blocked.ms).toBe(0);
    }
    for (let i = 0; i < 100; i++) blocked.see(0, 200, 400);
    expect([blocked.ms, blocked.call]).toEqual([0, 0]);
  });

  it("tells calls apart when their number has run over", () => {
    const blocked = new BlockedTime();
    for (const count of [2 ** 28, 2 ** 28 + 1, 2 ** 29, 2 ** 31]) {
      blocked.see(word(count, 1), 200, 400);
      expect(blocked.call).toBe(1);
    }
  });

  it("does not count the time in which the whole process was stopped", () => {
    const blocked = new BlockedTime();
    blocked.see(word(1, 1), 200, 400);
    blocked.see(word(1, 1), 3_600_000, 400);
    expect(blocked.ms).toBe(400);
  });
});
