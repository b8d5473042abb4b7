// What becomes of the processes that this package starts when whoever started them ends without a word. The long form is
// kill-many.ts.

import { describe, expect, it } from "vitest";
import { type Ending, leftBehind, type Moment } from "./left-behind.js";

const SERVER = "clang/server.js";
/** Nothing is timed: this ends what would never end. */
const GRACE_MS = 60_000;

const cases: readonly (readonly [what: string, ending: Ending, moment: Moment])[] = [
  // As soon as it is there: long before it can hear of anything.
  ["compiler", "SIGKILL", { seen: SERVER }],
  ["compiler", "exit", { seen: SERVER }],
  ["compiler", "crash", { afterMs: 1500 }],
  ["compiler", "thread", { seen: SERVER }],
  ["blocking compiler", "SIGKILL", { seen: "compile-main" }],
  ["blocking compiler", "SIGTERM", { seen: SERVER }],
  ["program on the cpu", "SIGKILL", { seen: "program-main" }],
  ["program on the cpu", "thread", { seen: "program-main" }],
  ["program for a GPU", "SIGKILL", { seen: "sleep 1000" }],
  ["program for a GPU", "exit", { seen: "sleep 1000" }],
  ["tool", "SIGKILL", { seen: "sleep 1000" }],
  ["tool", "thread", { seen: "sleep 1000" }],
  ["blocking tool", "SIGINT", { seen: "sleep 1000" }],
];

describe.skipIf(process.platform !== "linux")("nothing is left (skipped elsewhere: no /proc)", () => {
  it.each(cases)("of a %s by %s, %j", async (what, ending, moment) => {
    expect(await leftBehind(what, ending, moment, GRACE_MS)).toEqual([]);
  });
});
