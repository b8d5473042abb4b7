// The examples that compute numbers, small, against what plain TypeScript computes.

import { describe, expect, it } from "vitest";
import { heaps, kMeans } from "../../examples/k-means/main.js";
import { blackScholes, price } from "../../examples/monte-carlo/main.js";
import { pageRank, smallWeb } from "../../examples/pagerank/main.js";

describe("monte-carlo", () => {
  const call = { spot: 100, strike: 105, rate: 0.03, volatility: 0.25, years: 1 };

  it("knows the formula", () => {
    // Hull's example: 42, 40, 10 %, 20 %, half a year gives 4.76.
    expect(blackScholes({ spot: 42, strike: 40, rate: 0.1, volatility: 0.2, years: 0.5 })).toBeCloseTo(
      4.7594,
      4,
    );
    // A call that is certain to be used is worth the share.
    const certain = { ...call, strike: 1e-6 };
    expect(blackScholes(certain)).toBeCloseTo(100, 5);
  });

  it("draws futures that pay as the formula says, within four standard errors", async () => {
    const last = await lastOf(price(call, { paths: 20_000, steps: 4, batches: 2, seed: 5 }));
    expect(last.paths).toBe(40_000);
    const { european, asian } = last;
    expect(Math.abs(european.price - blackScholes(call))).toBeLessThan(4 * european.error);
    expect(european.error).toBeGreaterThan(0.02);
    expect(european.error).toBeLessThan(0.15);
    // The mean of prices moves less than the last of them.
    expect(asian.price).toBeLessThan(european.price - 4 * european.error);
  });
});

describe("k-means", () => {
  it("finds the heaps that points were drawn in", async () => {
    const points = heaps(600, 5, 4);
    const { middles, groups, rounds } = await kMeans(points, 5);
    expect(rounds).toBeLessThan(20);
    for (let group = 0; group < 5; group++) {
      const own = [...groups.keys()].filter((i) => groups[i] === group);
      expect(own.length).toBeGreaterThan(80);
      for (const axis of [0, 1]) {
        const mean = own.reduce((sum, i) => sum + (points[2 * i + axis] ?? 0), 0) / own.length;
        // Sums of float32 in any order.
        expect(middles[2 * group + axis]).toBeCloseTo(mean, 4);
      }
    }
    for (const [i, group] of groups.entries()) {
      const far = Array.from({ length: 5 }, (_, k) =>
        Math.hypot(
          (points[2 * i] ?? 0) - (middles[2 * k] ?? 0),
          (points[2 * i + 1] ?? 0) - (middles[2 * k + 1] ?? 0),
        ),
      );
      expect((far[group] ?? Infinity) - Math.min(...far)).toBeLessThan(1e-4);
    }
  });
});

describe("pagerank", () => {
  it("ranks pages as somebody who follows links, with pages that link nowhere", async () => {
    const web = smallWeb(60, 4, 9);
    const { ranks, rounds } = await pageRank(web, { tolerance: 1e-7 });
    expect(rounds).toBeGreaterThan(5);
    let expected = Array.from({ length: 60 }, () => 1 / 60);
    for (let round = 0; round < 200; round++) {
      const next = Array.from({ length: 60 }, () => 0.15 / 60);
      for (const [page, rank] of expected.entries()) {
        const targets = [...web.to].filter((_, link) => web.from[link] === page);
        for (const target of targets.length === 0 ? next.keys() : targets)
          next[target]! += (0.85 * rank) / (targets.length === 0 ? 60 : targets.length);
      }
      expected = next;
    }
    // Page 0 links nowhere.
    expect([...web.from]).not.toContain(0);
    for (const [page, rank] of expected.entries()) expect(ranks[page]).toBeCloseTo(rank, 5);
    expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 5);
  });
});

async function lastOf<T>(values: AsyncIterable<T>): Promise<T> {
  let last: T | undefined;
  for await (const value of values) last = value;
  return last as T;
}
