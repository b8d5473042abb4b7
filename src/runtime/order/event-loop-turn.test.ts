import { beforeEach, describe, expect, it } from "vitest";
import { settleInTurn } from "./event-loop-turn.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("promises of the runtime", () => {
  // The last turn is a while ago.
  beforeEach(() => new Promise((resolve) => setTimeout(resolve, 20)));

  it("settle in the next turn, in their order", async () => {
    const settled: number[] = [];
    for (let i = 0; i < 100; i++) settleInTurn(() => settled.push(i));
    await Promise.resolve();
    expect(settled).toEqual([]);
    await turn();
    expect(settled).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  it("do not pile up where the event loop never turns", async () => {
    const settled: number[] = [];
    let most = 0;
    for (let i = 0; i < 50_000; i++) {
      settleInTurn(() => settled.push(i));
      await Promise.resolve();
      most = Math.max(most, i + 1 - settled.length);
    }
    expect(most).toBeLessThanOrEqual(4096);
    await turn();
    expect(settled).toEqual(Array.from({ length: 50_000 }, (_, i) => i));
  });
});
