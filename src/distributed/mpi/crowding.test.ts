import { availableParallelism } from "node:os";
import { expect, it } from "vitest";
import { areCrowded } from "./crowding.js";

const peers = (...lists: string[]): Parameters<typeof areCrowded>[0] =>
  lists.map((processors, pid) => ({ host: "h", pid, place: "p", processors }));

it("ranks share processors where all of them together have fewer than there are ranks", () => {
  expect(areCrowded(peers("0", "1"))).toBe(false);
  expect(areCrowded(peers("0-1", "0-1"))).toBe(false);
  expect(areCrowded(peers("0-1,8", "0-1", "0-1"))).toBe(false);
  expect(areCrowded(peers("3", "3"))).toBe(true);
  expect(areCrowded(peers("0-1", "0-1", "0-1"))).toBe(true);
});

it("counts the processors of this process where that is not known", () => {
  const many = Array.from({ length: availableParallelism() + 1 }, () => "");
  expect(areCrowded(peers(...many))).toBe(true);
  expect(areCrowded(peers(""))).toBe(false);
});
