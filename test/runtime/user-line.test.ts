// Lines of the user's program: found at once, soon, or when they are asked for, and what they keep until then.

import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { UserLine } from "../../src/runtime/failures/user-line.js";
import { collectUntil } from "../native/collect.js";

/** When the lines that are found soon are found. */
const LATER_MS = 50;

function atOnce(): UserLine {
  return new UserLine();
}

function soon(): UserLine {
  return UserLine.soon();
}

function near(): UserLine {
  return new UserLine("near");
}

it("a line is the same whether it is found at once, when it is asked for or later", async () => {
  const lines = [atOnce(), soon(), soon(), near()] as const;
  const asked = lines[1].place();
  await wait(LATER_MS);
  const places = [lines[0].place(), asked, lines[2].place(), lines[3].place()].map((place) =>
    place.replace(/:\d+:\d+$/, ""),
  );
  expect(new Set(places).size).toBe(1);
  expect(places[0]).toMatch(/user-line\.test\.ts$/);
  expect(lines[2].frames()).toMatch(/at soon .*user-line\.test\.ts/);
});

it("one that was forgotten says nothing, and many are found before that", async () => {
  const forgotten = soon();
  forgotten.forget();
  const many = Array.from({ length: 3000 }, soon);
  await wait(LATER_MS);
  expect(forgotten.frames()).toBe("");
  expect(many.every((line) => line.place().includes("user-line.test.ts"))).toBe(true);
});

it("what is on the stack is let go soon", async () => {
  const { line, receiver } = fromMethod();
  await wait(LATER_MS);
  expect(await collectUntil(() => receiver.deref() === undefined)).toBe(true);
  expect(line.place()).toContain("user-line.test.ts");
});

class Receiver {
  line(): UserLine {
    return UserLine.soon();
  }
}

function fromMethod(): { readonly line: UserLine; readonly receiver: WeakRef<object> } {
  const receiver = new Receiver();
  return { line: receiver.line(), receiver: new WeakRef(receiver) };
}
