import { describe, expect, it } from "vitest";
import { RecentMap } from "./recent-map.js";

describe("RecentMap", () => {
  it("drops what was used least recently, and tells", () => {
    const dropped: number[] = [];
    const map = new RecentMap<string, number>(2, (value) => dropped.push(value));
    map.set("a", 1);
    map.set("b", 2);
    expect(map.get("a")).toBe(1);
    map.set("c", 3);
    expect([map.get("b"), map.get("a"), map.get("c"), map.size]).toEqual([undefined, 1, 3, 2]);
    expect(dropped).toEqual([2]);
  });

  it("drops the value that another one takes the place of, and no other", () => {
    const dropped: number[] = [];
    const map = new RecentMap<string, number>(2, (value) => dropped.push(value));
    map.set("a", 1);
    map.set("b", 2);
    map.set("a", 3);
    expect([map.get("a"), map.get("b"), dropped]).toEqual([3, 2, [1]]);
  });
});
