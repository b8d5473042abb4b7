import { expect, it } from "vitest";
import { WatchedTurns } from "./watched-turns.js";

const told: string[] = [];
function* work(name: string, steps: number, error?: Error): Generator<void, void> {
  for (let i = 1; i < steps; i++) {
    told.push(`${name}${i}`);
    yield;
  }
  told.push(`${name}${steps}`);
  if (error) throw error;
}

it("a step at a time; another one helps it to its end before it begins", () => {
  told.length = 0;
  const turns = new WatchedTurns();
  const [a, b] = [turns.inSteps(() => work("a", 3)), turns.inSteps(() => work("b", 1))];
  expect([a(0, false), b(0, false), a(0, false), b(0, false)]).toEqual([false, false, true, true]);
  expect(told).toEqual(["a1", "a2", "a3", "b1"]);
});

it("who blocks does all of it, and what is before it; an error is told to its own work", () => {
  told.length = 0;
  const turns = new WatchedTurns();
  const a = turns.inSteps(() => work("a", 2, new Error("mine")));
  const b = turns.inSteps(() => work("b", 2));
  expect(a(0, false)).toBe(false);
  expect(b(0, true)).toBe(true);
  expect(told).toEqual(["a1", "a2", "b1", "b2"]);
  expect(() => a(0, false)).toThrow("mine");
});
