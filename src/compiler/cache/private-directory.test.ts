import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { brokenRule, directoryState } from "./private-directory.js";

const stats = (uid: number, mode: number, directory = true) => ({ uid, mode, isDirectory: () => directory });

describe("brokenRule", () => {
  it.each([
    ["one's own", stats(1000, 0o40700)],
    ["one's own that others may read", stats(1000, 0o40755)],
    ["root's", stats(0, 0o40755)],
  ])("is none for %s", (_, given) => {
    expect(brokenRule(given, 1000)).toBeUndefined();
  });

  it.each([
    [
      "another user's",
      stats(1001, 0o40700),
      "belong to the user who runs this (got owner 1001, running as 1000)",
    ],
    ["one the group may write", stats(1000, 0o40770), "only its owner may write to it (got mode 770)"],
    ["one all may write", stats(1000, 0o41777), "only its owner may write to it (got mode 777)"],
    ["one of root's that all may write", stats(0, 0o41777), "only its owner may write to it"],
    ["a file", stats(1000, 0o100600, false), "must be a directory"],
  ])("refuses %s", (_, given, rule) => {
    expect(brokenRule(given, 1000)).toContain(rule);
  });

  it("refuses a user's directory to root, who would run the user's code", () => {
    expect(brokenRule(stats(1000, 0o40700), 0)).toContain("(got owner 1000, running as 0)");
  });

  it("asks for nothing but a directory where there are no user ids", () => {
    expect(brokenRule(stats(0, 0o40777), undefined)).toBeUndefined();
    expect(brokenRule(stats(0, 0o100777, false), undefined)).toBeDefined();
  });
});

describe("directoryState", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "cuts-private-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it("is usable for a private directory and missing for none", () => {
    expect(directoryState(directory)).toBe("usable");
    expect(directoryState(join(directory, "no", "such"))).toBe("missing");
  });

  it.skipIf(process.platform === "win32")(
    "refuses one the group may write, with a way out (no modes on Windows)",
    () => {
      chmodSync(directory, 0o770);
      expect(directoryState(directory)).toEqual({
        refusal: expect.stringMatching(/mode 770\)\nTry: chmod 700/),
      });
    },
  );

  it.skipIf(process.getuid?.() !== 0)("refuses another user's (only root can make one to try)", () => {
    chownSync(directory, 54321, 54321);
    expect(directoryState(directory)).toEqual({ refusal: expect.stringContaining("(got owner 54321") });
  });

  it("refuses a file, and a path that goes through one", () => {
    const file = join(directory, "file");
    writeFileSync(file, "");
    expect(directoryState(file)).toEqual({ refusal: expect.stringContaining("must be a directory") });
    expect(directoryState(join(file, "below"))).not.toBe("usable");
  });
});
